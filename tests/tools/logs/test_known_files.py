"""What is remembered of large files, in a process and between processes."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from superbiz_agent.settings import Settings
from superbiz_agent.tools.base import ToolOutcome
from superbiz_agent.tools.logs import FileLogBackend
from superbiz_agent.tools.logs import known_files as module
from superbiz_agent.tools.logs.hiding import marks_in
from superbiz_agent.tools.logs.known_files import KnownFiles, default_place
from superbiz_agent.tools.progress import Progress
from superbiz_agent.tools.toolbox import build_tools

FILLER = [f"2026-07-07T10:00:{second:02d}.000Z INFO all is well" for second in range(60)]
HIDDEN = "2026-07-07T10:01:00.000Z ERROR nee\x1b[31mdle"
KEY = "a" * 32


@pytest.fixture
def at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_AT_REST", -1)


class Look:
    """Looks at a file as a search does, and tells how much of it was read for that."""

    def __init__(self, path: Path) -> None:
        self.path, self.read = path, 0

    def __call__(self, known: KnownFiles) -> set[bytes]:
        self.read = 0
        progress = Progress(lambda *_: None)
        progress.advance = self._count  # type: ignore[method-assign]
        with self.path.open("rb") as file:
            return set(marks_in(file.fileno(), self.path.stat().st_size, progress, known))

    def _count(self, _: int) -> None:
        self.read += 1


@pytest.fixture
def look(tmp_path: Path) -> Look:
    path = tmp_path / "app.log"
    path.write_bytes(b"a" * 300_000 + b"\\")
    return Look(path)


def test_a_file_that_was_just_written_is_read_again(look: Look) -> None:
    known = KnownFiles()
    assert [look(known), look.read] == [{b"\\"}, 3]
    assert [look(known), look.read] == [{b"\\"}, 3]


@pytest.mark.usefixtures("at_rest")
def test_what_a_file_hides_is_remembered_until_it_changes(look: Look) -> None:
    known = KnownFiles()
    assert [look(known), look.read] == [{b"\\"}, 3]
    assert [look(known), look.read] == [{b"\\"}, 1]
    look.path.write_bytes(b"a" * 300_000 + b"\0")
    assert look(known) == {b"\0"}


@pytest.mark.usefixtures("at_rest")
def test_another_process_knows_what_was_kept(look: Look, tmp_path: Path) -> None:
    place = tmp_path / "cache" / "known.json"
    first = KnownFiles(place)
    look(first)
    first.save()
    assert [look(KnownFiles(place)), look.read] == [{b"\\"}, 1]
    assert "app" not in place.read_text()


@pytest.mark.usefixtures("at_rest")
@pytest.mark.parametrize(
    "change",
    [
        lambda path: path.write_bytes(b"b" * 300_000 + b"\\"),
        lambda path: path.write_bytes(b"a" * 300_000 + b"\\\n"),
        lambda path: os.utime(path, ns=(1, 1)),
        lambda path: path.rename(path.with_suffix(".old")).rename(path),
    ],
    ids=["other text", "longer", "other times", "moved"],
)
def test_a_changed_file_is_a_stranger(
    look: Look, tmp_path: Path, change: Callable[[Path], object]
) -> None:
    place = tmp_path / "known.json"
    first = KnownFiles(place)
    look(first)
    first.save()
    change(look.path)
    look(KnownFiles(place))
    assert look.read == 3


def test_two_processes_keep_what_both_have_learnt(tmp_path: Path) -> None:
    one, other = (KnownFiles(tmp_path / "known.json") for _ in range(2))
    one.learn(KEY, frozenset())
    other.learn("b" * 32, frozenset({b"\0"}))
    one.save()
    other.save()
    kept = KnownFiles(tmp_path / "known.json")
    assert [kept.marks(KEY), kept.marks("b" * 32)] == [frozenset(), {b"\0"}]


def test_the_oldest_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_KNOWN", 2)
    known = KnownFiles(tmp_path / "known.json")
    for letter in "abc":
        known.learn(letter * 32, frozenset())
    known.save()
    kept = KnownFiles(tmp_path / "known.json")
    assert [kept.marks(letter * 32) for letter in "abc"] == [None, frozenset(), frozenset()]


def _changed(**other: object) -> Callable[[bytes], bytes]:
    return lambda content: json.dumps(json.loads(content) | other).encode()


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-5],
        lambda _: b"",
        lambda _: b"[" * 100_000,
        lambda _: b'{"version": 1, "files": [], "digest": null}',
        lambda _: b"null",
        lambda _: b"\xff\xfe",
        lambda content: content + b" " * module._LARGEST,
        lambda content: content.replace(b":1}", b":0}"),
        _changed(version=2),
        _changed(files={KEY: 0}),
        _changed(files={KEY: True}),
        _changed(files={"../" + KEY: 1}),
        _changed(digest=None),
    ],
)
def test_what_is_damaged_or_not_ours_is_not_believed(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    place = tmp_path / "known.json"
    first = KnownFiles(place)
    first.learn(KEY, frozenset({b"\\"}))
    first.save()
    assert KnownFiles(place).marks(KEY) == {b"\\"}
    place.write_bytes(damage(place.read_bytes()))
    assert KnownFiles(place).marks(KEY) is None


@pytest.mark.parametrize(
    "make",
    [
        os.mkfifo,
        lambda place: place.mkdir(),
        lambda place: place.symlink_to("/dev/zero"),
        lambda place: place.parent.joinpath("elsewhere").symlink_to(place),
    ],
    ids=["pipe", "folder", "link", "nothing"],
)
def test_a_place_that_holds_no_file_of_ours_is_no_failure(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    place = tmp_path / "known.json"
    make(place)
    known = KnownFiles(place)
    assert known.marks(KEY) is None
    known.learn(KEY, frozenset())
    known.save()
    assert known.marks(KEY) == frozenset()


def test_a_folder_that_cannot_be_made_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    known = KnownFiles(tmp_path / "file" / "known.json")
    known.learn(KEY, frozenset())
    known.save()
    assert known.marks(KEY) == frozenset()


@pytest.mark.usefixtures("small", "at_rest")
def test_a_second_process_finds_the_same(search, log, tmp_path: Path) -> None:
    path, place = log(*FILLER, HIDDEN, *FILLER), tmp_path / "cache" / "known.json"

    def found() -> ToolOutcome:
        return search([FileLogBackend(None, path, known=KnownFiles(place))], "needle")

    assert [found(), found()] == [search([FileLogBackend(None, path, ripgrep=False)], "needle")] * 2
    assert place.is_file()


@pytest.mark.usefixtures("small", "at_rest")
@pytest.mark.parametrize(("setting", "is_kept"), [("auto", True), ("off", False)])
def test_a_setting_switches_it_off(log, search, setting: str, is_kept: bool) -> None:
    settings = Settings(logs=[str(log(*FILLER))], log_cache=setting)
    tool = build_tools(settings)["query_logs"]
    tool.run(tool.arguments.model_validate({"query": "needle"}), search.context)
    assert default_place().is_file() is is_kept
