"""The index on disk: only what changed is read anew, and nothing that happens to it is fatal."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.tools.knowledge import (
    FolderBackend,
    folder_index,
    formats,
    index_store,
    index_version,
)
from superbiz_agent.tools.knowledge.folder_index import FolderIndex
from superbiz_agent.tools.knowledge.index_store import IndexStore, key_of
from tests.tools.knowledge import documents

PAGES = {
    "pool.md": "# Pool\n\nAll connections are in use.\n",
    "deep/disk.md": "# Disk\n\nThe disk is full.\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "runbooks"
    for name, text in PAGES.items():
        write(root / name, text)
    return root


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "knowledge"


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that were parsed, as they are."""
    names: list[str] = []
    read_page = formats.read_page

    def reading(content: bytes, file: Path, *rest: object) -> object:
        names.append(file.name)
        return read_page(content, file, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(formats, "read_page", reading)
    return names


def write(path: Path, text: str, *, ago: int = 60) -> None:
    """Write a page as of some seconds ago: of one that was just written nobody can be sure."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    at = path.stat().st_mtime - ago
    os.utime(path, (at, at))


def index(folder: Path, cache: Path | None) -> FolderIndex:
    return FolderIndex(folder, str(folder), cache)


def titles(one: FolderIndex) -> list[str]:
    return [block.title for page in one.pages().pages for block in page.blocks]


def settle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the files' times count as old: a test cannot wait, nor set when an entry changed."""
    monkeypatch.setattr(folder_index, "_SETTLED", -(10**12))


def test_a_second_process_parses_nothing(folder: Path, cache: Path, parsed: list[str]) -> None:
    first = titles(index(folder, cache))
    assert sorted(parsed) == ["disk.md", "pool.md"]
    assert titles(index(folder, cache)) == first == ["Disk", "Pool"]
    assert len(parsed) == 2


def test_a_file_that_was_not_touched_is_not_opened(
    folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(monkeypatch)
    titles(index(folder, cache))
    monkeypatch.setattr(folder_index, "read_bytes", lambda *_, **__: pytest.fail("opened"))
    assert titles(index(folder, cache)) == ["Disk", "Pool"]


def test_only_a_changed_content_is_parsed_anew(
    folder: Path, cache: Path, parsed: list[str]
) -> None:
    one = index(folder, cache)
    before = one.pages()
    parsed.clear()
    (folder / "deep" / "disk.md").touch()
    assert one.pages() is before
    write(folder / "pool.md", "# Pool of threads\n\nAll of them wait.\n")
    assert titles(one) == ["Disk", "Pool of threads"]
    assert parsed == ["pool.md"]


def test_a_change_of_the_same_size_and_time_is_seen(folder: Path, cache: Path) -> None:
    page = folder / "pool.md"
    one = index(folder, cache)
    titles(one)
    status = page.stat()
    page.write_text(PAGES["pool.md"].replace("# Pool", "# Loop"), encoding="utf-8")
    os.utime(page, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert titles(one) == titles(index(folder, cache)) == ["Disk", "Loop"]


def test_a_page_that_was_deleted_is_gone_from_the_answers_and_from_the_disk(
    folder: Path, cache: Path
) -> None:
    one = index(folder, cache)
    titles(one)
    (folder / "pool.md").unlink()
    assert titles(one) == titles(index(folder, cache)) == ["Disk"]
    kept = b"".join(path.read_bytes() for path in cache.rglob("*") if path.is_file())
    assert b"disk is full" in kept
    assert b"All connections" not in kept
    assert b"pool" not in kept


def test_a_page_that_moved_goes_by_its_new_name(folder: Path, cache: Path) -> None:
    one = index(folder, cache)
    titles(one)
    (folder / "pool.md").rename(folder / "loop.md")
    assert [block.file for page in one.pages().pages for block in page.blocks] == [
        "deep/disk.md", "loop.md",
    ]  # fmt: skip


def test_the_revision_of_a_block_is_the_digest_of_its_file(folder: Path) -> None:
    (page,) = index(folder / "pool.md", None).pages().pages
    digest = hashlib.sha256((folder / "pool.md").read_bytes()).hexdigest()
    assert page.blocks[0].revision == f"sha256:{digest}"


DAMAGES: dict[str, Callable[[Path], object]] = {
    "emptied": lambda path: path.write_bytes(b""),
    "cut off": lambda path: path.write_bytes(path.read_bytes()[:40]),
    "a bit turned": lambda path: path.write_bytes(path.read_bytes()[:-3] + b"\xff??"),
    "other content": lambda path: path.write_bytes(b"SQLite format 3\0" * 100),
    "deleted": lambda path: path.unlink(),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "unreadable": lambda path: path.chmod(0),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_index_is_made_anew(
    damage: Callable[[Path], object], folder: Path, cache: Path
) -> None:
    expected = titles(index(folder, cache))
    for path in [path for path in cache.rglob("*") if path.is_file()]:
        damage(path)
    assert titles(index(folder, cache)) == expected
    assert titles(index(folder, cache)) == expected


@given(st.binary(max_size=80) | st.text(alphabet='{}[]":,019az', max_size=40).map(str.encode))
def test_whatever_the_list_of_files_holds_is_no_error(stored: bytes) -> None:
    assert isinstance(folder_index._read_seen(stored), dict)


def test_an_entry_of_another_shape_is_made_anew(folder: Path, cache: Path) -> None:
    one = index(folder, cache)
    expected = titles(one)
    for path in (one.store.place or cache).glob("pages/*"):
        one.store.write("pages", path.name, b'{"page": 1}')
    assert titles(index(folder, cache)) == expected


def test_the_index_of_other_code_is_made_anew_and_the_old_one_removed(
    folder: Path, cache: Path, parsed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    titles(index(folder, cache))
    old = index(folder, cache).store.place
    monkeypatch.setattr(folder_index, "maker", lambda: "newer")
    assert titles(index(folder, cache)) == ["Disk", "Pool"]
    assert len(parsed) == 4
    assert old is not None
    assert not old.exists()


def test_every_module_that_makes_entries_is_there() -> None:
    sources = list(index_version.sources(index_version.MODULES))
    assert len(sources) == len(index_version.MODULES)
    assert all(source.startswith(b'"""') for source in sources)


def test_an_index_that_cannot_be_written_is_done_without(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert titles(index(folder, tmp_path / "file" / "knowledge")) == ["Disk", "Pool"]


@pytest.mark.parametrize("inside", [".", "cache", ".cache/superbiz"])
def test_the_index_never_lies_in_the_operators_folder(folder: Path, inside: str) -> None:
    before = sorted(folder.rglob("*"))
    one = index(folder, folder / inside)
    assert titles(one) == ["Disk", "Pool"]
    assert one.store.place is None
    assert titles(index(folder / "pool.md", folder / inside)) == ["Pool"]
    assert sorted(folder.rglob("*")) == before


def test_the_index_never_lies_in_the_operators_folder_by_way_of_a_link(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to(folder)
    assert index(folder, tmp_path / "link" / "cache").store.place is None
    assert index(tmp_path / "link", folder / "cache").store.place is None


def test_nothing_of_a_path_or_a_name_becomes_a_name_of_the_index(folder: Path, cache: Path) -> None:
    write(folder / "..%2f..%2fescape.md", "# Escape\n\ntext\n")
    titles(index(folder, cache))
    names = [path.relative_to(cache).as_posix() for path in cache.rglob("*")]
    assert names
    assert all(set(name) <= set("0123456789abcdef/") | set("folderpagesfiles") for name in names)


def test_nobody_else_may_read_the_index(folder: Path, cache: Path) -> None:
    titles(index(folder, cache))
    assert cache.stat().st_mode & 0o077 == 0
    assert all(path.stat().st_mode & 0o077 == 0 for path in cache.rglob("*") if path.is_file())


def test_no_secret_of_a_page_is_kept(folder: Path, cache: Path) -> None:
    write(
        folder / "secret.md",
        "# Zebra password=hunter22\n\n## password=hunter22\n\npassword=hunter22",
    )
    titles(index(folder, cache))
    kept = b"".join(path.read_bytes() for path in cache.rglob("*") if path.is_file())
    assert b"hunter22" not in kept
    assert b"[redacted:password]" in kept


def test_what_a_killed_process_left_behind_is_swept(folder: Path, cache: Path) -> None:
    one = index(folder, cache)
    titles(one)
    draft = (one.store.place or cache) / "pages" / "draft-1"
    draft.write_bytes(b"half")
    os.utime(draft, (0, 0))
    write(folder / "new.md", "# New\n\ntext\n")
    titles(one)
    assert not draft.exists()


def test_a_refused_document_is_told_each_time_and_tried_once(
    folder: Path, cache: Path, parsed: list[str]
) -> None:
    (folder / "broken.pdf").write_bytes(b"no pdf")
    told = index(folder, cache).pages().problems
    assert len(told) == 1
    assert told[0].startswith(f"{folder}/broken.pdf is broken")
    assert index(folder, cache).pages().problems == told
    assert parsed.count("broken.pdf") == 1


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.md", b"\0\1\2", "is binary"),
        ("a.md", b"", "is empty"),
        ("a.html", b"<p>\xff\xfe\xfd", "is not UTF-8 text"),
        ("a.html", b"<div>" * 9000 + b"a", "is nested too deeply"),
        ("a.md", b"a" * (4 * 2**20 + 1), "is larger than 4 MiB"),
        ("a.rst", b"a" * (2**20 + 1), "is larger than 1 MiB"),
    ],
)
def test_what_cannot_be_read_is_named_with_the_reason(
    folder: Path, name: str, content: bytes, reason: str
) -> None:
    (folder / name).write_bytes(content)
    pages = index(folder, None).pages()
    assert [problem.startswith(f"{folder}/{name} {reason}") for problem in pages.problems] == [True]
    assert len(pages.pages) == 2


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("zebra.html", b"<h1>Zebra</h1>\r\n<p>stripes</p>"),
        ("zebra.HTM", "<h1>Zebra</h1><p>stripes 斑马</p>".encode("gbk")),
        ("zebra.xhtml", "<h1>Zebra</h1><p>stripes</p>".encode("utf-16")),
        ("zebra.rst", b"Zebra\r\n=====\r\n\r\nstripes\r\n"),
        ("zebra.pdf", documents.pdf(["stripes"], title="Zebra")),
        ("zebra.md", b"# Zebra\r\n\r\nstripes\r\n"),
        ("zebra.md", "# Zebra\n\n斑马 stripes\n".encode("gbk")),
        ("zebra.markdown", "# Zebra\n\nstripes\n".encode("utf-16-le")),
    ],
)
def test_a_page_of_any_format_and_encoding_is_found(
    folder: Path, cache: Path, name: str, content: bytes
) -> None:
    (folder / name).write_bytes(content)
    (hit,) = FolderBackend(folder, index_root=cache).search("stripes", 5).blocks
    assert (hit.block.title, hit.block.file) == ("Zebra", name)
    assert "stripes" in hit.block.text


def test_a_folder_is_described_with_its_index(folder: Path, cache: Path) -> None:
    told = FolderBackend(folder, index_root=cache).describe()
    assert told.startswith(f"2 pages can be read (2 blocks, index at {cache}/")
    assert FolderBackend(folder).describe().endswith("index not kept on disk)")


WORKER = """
import sys
from pathlib import Path
from superbiz_agent.tools.knowledge.folder_index import FolderIndex
folder, cache, word = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
for n in range(30):
    (folder / f"{word}.md").write_text(f"# {word}\\n\\n{word} {n}\\n")
    pages = FolderIndex(folder, "x", cache).pages()
    assert any(f"{word} {n}" == b.text for p in pages.pages for b in p.blocks)
"""


def test_processes_at_once_never_corrupt_the_index(folder: Path, cache: Path) -> None:
    arguments = [sys.executable, "-c", WORKER, str(folder), str(cache)]
    workers = [subprocess.Popen([*arguments, word]) for word in ("zebra", "tapir", "okapi")]
    assert [worker.wait() for worker in workers] == [0, 0, 0]
    found = titles(index(folder, cache))
    assert sorted(found) == ["Disk", "Pool", "okapi", "tapir", "zebra"]
    assert not list(cache.rglob("draft-*"))


def test_keys_tell_their_parts_apart() -> None:
    assert len({key_of("ab", "c"), key_of("a", "bc"), key_of("abc"), key_of("abc", "")}) == 4


def test_a_store_without_a_place_keeps_nothing(folder: Path) -> None:
    store = IndexStore(None, folder, "1")
    assert not store.write("pages", "a", b"b")
    assert store.read("pages", "a") is None
    store.sweep("pages", set())
    store.sweep_versions()


def test_the_place_of_all_indexes_is_in_the_users_cache(tmp_path: Path) -> None:
    assert index_store.default_index_root().is_relative_to(tmp_path)
