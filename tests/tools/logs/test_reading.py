"""Reading files as streams, whatever they hold (tools/logs/reading.py, file_backend.py)."""

import bz2
import gzip
import io
import lzma
import os
import tarfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from backports import zstd

from superbiz_agent.errors import ConfigurationError, SourceError
from superbiz_agent.tools.logs import FileLogBackend
from superbiz_agent.tools.logs.reading import LONGEST_LINE, read_lines

LINE = "2026-07-07T10:00:00Z ERROR pool exhausted"


def tar_of(text: str) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        member = tarfile.TarInfo("app.log")
        member.size = len(text)
        archive.addfile(member, io.BytesIO(text.encode()))
    return packed.getvalue()


def texts(path: Path) -> list[str]:
    return [line.text for line in read_lines(path, follow=True)]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"a\nb\n", ["a", "b"]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"a\nb", ["a", "b"]),
        (b"\xef\xbb\xbfa\n", ["a"]),
        ("错误\n".encode(), ["错误"]),
        ("错误 a\n".encode("utf-16"), ["错误 a"]),
        (b"a\xff\xfeb\n", ["a\ufffd\ufffdb"]),
        (b"a\x00b\n\x00\x00\x00c\n", ["ab", "c"]),
        (b"\x1b[31mred\x1b[0m\n", ["red"]),
        (b"\x1b]8;;http://x\x07link\x1b]8;;\x1b\\ \x1b]0;title\x07\n", ["link "]),
        (b"a\x0bb\x0c\x85c\n", ["a\x0bb\x0c\ufffdc"]),
    ],
)
def test_lines_are_read_whatever_wrote_them(
    tmp_path: Path, raw: bytes, expected: list[str]
) -> None:
    path = tmp_path / "app.log"
    path.write_bytes(raw)
    assert texts(path) == expected


COMPRESSIONS = [gzip.compress, bz2.compress, lzma.compress, zstd.compress]


@pytest.mark.parametrize("compress", COMPRESSIONS)
def test_compressed_files_are_read_by_what_they_are(
    tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "whatever.name"
    path.write_bytes(compress(f"{LINE}\n{LINE}\n".encode()))
    assert texts(path) == [LINE, LINE]


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "is empty"),
        (b"\n\n  \n", "is empty"),
        (gzip.compress(b""), "is empty"),
        (bytes(range(256)) * 40, "is binary"),
        (b"\x7fELF\x02\x01\x01\x00" + b"\x03\x04\x05" * 999, "is binary"),
        (b"\x89PNG\r\n\x1a\n" + os.urandom(4096), "is binary"),
        (b"PK\x03\x04rest", "is a zip archive"),
        (b"Salted__" + os.urandom(400), r"is encrypted \(openssl\); decrypt it"),
        (b"age-encryption.org/v1\n-> X25519 a\n", r"is encrypted \(age\)"),
        (b"-----BEGIN PGP MESSAGE-----\n\nhQEM\n", r"is encrypted \(PGP\)"),
        (tar_of(LINE), "is a tar archive"),
        (gzip.compress(tar_of(LINE)), "is a tar archive"),
        (b"\x28\xb5\x2f\xfdrest", "is cut off or damaged"),
        (b"\x1f\x8bbroken", "is cut off or damaged"),
        (b"BZhbroken", "cannot be read|is cut off"),
    ],
    ids=lambda value: value if isinstance(value, str) else "raw",
)
def test_what_is_no_log_has_a_one_line_reason(tmp_path: Path, raw: bytes, reason: str) -> None:
    path = tmp_path / "app.log"
    path.write_bytes(raw)
    with pytest.raises(SourceError, match=reason) as failed:
        texts(path)
    assert "\n" not in str(failed.value)


@pytest.mark.parametrize("compress", COMPRESSIONS)
def test_streams_after_one_another_are_one_file(
    tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "app.log"
    path.write_bytes(compress(b"one\n") + compress(b"two\n") + b"\0" * 512)
    assert texts(path) == ["one", "two"]


@pytest.mark.parametrize("compress", COMPRESSIONS)
def test_a_truncated_archive_gives_what_stands_before_the_damage(
    tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    whole = compress(
        b"".join(b"%d %s\n" % (n, os.urandom(40).hex().encode()) for n in range(30_000))
    )
    path = tmp_path / "app.log.gz"
    path.write_bytes(whole[: len(whole) // 2])
    lines = read_lines(path, follow=True)
    assert [next(lines).number for _ in range(1000)] == list(range(1, 1001))
    with pytest.raises(SourceError, match="is cut off or damaged"):
        list(lines)


@pytest.mark.parametrize("compress", COMPRESSIONS)
def test_the_last_record_before_a_damage_is_found_and_the_damage_told(
    search, tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "app.log"
    path.write_bytes(compress(f"{LINE} one\n{LINE} two\n{LINE} half".encode()) + b"no stream")
    outcome = search(path, "pool")
    assert outcome.search.matched == 3
    assert outcome.evidence_status == "partial"
    assert "is cut off or damaged" in outcome.error


@pytest.mark.parametrize(("bytes_", "lines"), [(2**20, 10**9), (10**9, 1000)])
def test_a_bomb_is_searched_at_its_beginning_and_told(
    search, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bytes_: int, lines: int
) -> None:
    monkeypatch.setattr("superbiz_agent.tools.logs.compression.HARMLESS_BYTES", bytes_)
    monkeypatch.setattr("superbiz_agent.tools.logs.compression._HARMLESS_LINES", lines)
    path = tmp_path / "app.log"
    path.write_bytes(gzip.compress(f"{LINE}\n".encode() * 60_000))
    outcome = search(path, "pool")
    assert 0 < outcome.search.matched < 60_000
    assert "grows to more than 200 times its size" in outcome.error


def test_an_overlong_line_keeps_head_and_tail(tmp_path: Path) -> None:
    path = tmp_path / "app.log"
    size = 10 * LONGEST_LINE
    path.write_text(f"HEAD{'x' * size} TAIL\nnext\n")
    first, second = read_lines(path, follow=True)
    assert first.text.startswith("HEAD")
    assert first.text.endswith(" TAIL")
    assert first.left_out > size - 300_000
    assert len(first.text) < 300_000
    assert (second.number, second.text, second.left_out) == (2, "next", 0)


@pytest.mark.parametrize("size", [LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1])
def test_a_line_about_the_bound_loses_nothing_silently(tmp_path: Path, size: int) -> None:
    path = tmp_path / "app.log"
    path.write_text("x" * size + "\nnext\n")
    first, second = read_lines(path, follow=True)
    assert (len(first.text) == size) == (first.left_out == 0)
    assert second.text == "next"


def test_a_file_without_line_ends_is_given_up(tmp_path: Path) -> None:
    path = tmp_path / "app.log"
    path.write_bytes(gzip.compress(b"x" * (70 * 1024 * 1024), compresslevel=1))
    with pytest.raises(SourceError, match="line of more than 64 MiB"):
        texts(path)


def test_the_holes_of_a_sparse_file_are_passed_over(search, tmp_path: Path) -> None:
    path = tmp_path / "app.log"
    with path.open("wb") as file:
        file.write(f"{LINE} one\n".encode())
        file.seek(20 * 1024**3)
        file.write(f"\n{LINE} two\n".encode())
        file.truncate(50 * 1024**3)
    outcome = search(path, "pool")
    assert outcome.search.matched == 2
    assert outcome.failed_sources == []


def test_a_missing_file_and_a_fifo_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="does not exist"):
        texts(tmp_path / "gone.log")
    os.mkfifo(tmp_path / "fifo.log")
    with pytest.raises(SourceError, match="is not a regular file"):
        texts(tmp_path / "fifo.log")


def test_a_folder_is_read_in_order_without_hidden_files(search, log) -> None:
    folder = log(LINE, name="logs/b/app.log").parent.parent
    log(LINE, name="logs/a.log")
    log(LINE, name="logs/.hidden.log")
    log(LINE, name="logs/.git/x.log")
    outcome = search(folder)
    assert [item.values["file"] for item in outcome.items["logs"]] == ["a.log", "b/app.log"]
    assert [item.fields["source"] for item in outcome.items["logs"]] == [
        "logs/a.log",
        "logs/b/app.log",
    ]
    assert outcome.failed_sources == []


def test_links_out_of_a_folder_are_reported_and_never_followed(search, log, tmp_path: Path) -> None:
    folder = log(LINE, name="logs/app.log").parent
    secret = log("2026-07-07T10:00:00Z ERROR secret", name="outside/secret.log")
    (folder / "out.log").symlink_to(secret)
    (folder / "outside").symlink_to(secret.parent)
    (folder / "again.log").symlink_to(folder / "app.log")
    (folder / "loop").symlink_to(folder)
    (folder / "self.log").symlink_to(folder / "self.log")
    outcome = search(folder)
    assert [item.values["file"] for item in outcome.items["logs"]] == ["app.log"]
    assert outcome.failed_sources == ["logs/out.log", "logs/self.log"]
    assert outcome.evidence_status == "partial"
    assert "leads out of the folder" in (outcome.error or "")


def test_a_given_path_may_itself_be_a_link(search, log, tmp_path: Path) -> None:
    link = tmp_path / "current.log"
    link.symlink_to(log(LINE, name="deep/app.log"))
    assert search(link).search.matched == 1


def test_a_bad_file_never_takes_the_good_ones_with_it(search, log) -> None:
    folder = log(LINE, name="logs/app.log").parent
    (folder / "archive.log").write_bytes(b"PK\x03\x04rest")
    (folder / "binary.log").write_bytes(bytes(range(256)) * 40)
    outcome = search(folder, "pool")
    assert outcome.evidence_status == "partial"
    assert len(outcome.items["logs"]) == 1
    assert outcome.failed_sources == ["logs/archive.log", "logs/binary.log"]
    assert outcome.search.answered is False
    assert "logs/archive.log: is cut off or damaged" in (outcome.error or "")


@pytest.mark.parametrize("empty", [b"", b"\n \n", gzip.compress(b"", mtime=0)])
def test_an_empty_file_holds_no_records_and_leaves_the_folder_answered(
    search, log, empty: bytes
) -> None:
    folder = log(LINE, name="logs/app.log").parent
    (folder / "rotated.log").write_bytes(empty)
    outcome = search(folder, "kafka")
    assert outcome.evidence_status == "no_evidence"
    assert outcome.failed_sources == []
    assert outcome.search.answered is True
    assert outcome.error is None


def test_a_folder_of_empty_files_has_answered_nothing(search, tmp_path: Path) -> None:
    for name in ("a.log", "b.log"):
        (tmp_path / name).touch()
    outcome = search(tmp_path, "kafka")
    assert outcome.evidence_status == "error"
    assert outcome.failed_sources == [tmp_path.name]
    assert "holds only empty files" in outcome.error


def test_of_a_growing_file_only_what_was_there_is_read(tmp_path: Path) -> None:
    path = tmp_path / "app.log"
    path.write_text("a line of what was there before\n" * 20_000)
    count = 0
    with path.open("a") as file:
        for _ in read_lines(path, follow=True):
            count += 1
            file.write("later\n")
            file.flush()
    assert count == 20_000


@pytest.mark.parametrize("name", ["gone.log", "empty.log"])
def test_when_every_source_fails_the_call_fails(search, tmp_path: Path, name: str) -> None:
    (tmp_path / "empty.log").touch()
    outcome = search(tmp_path / name)
    assert outcome.evidence_status == "error"
    assert outcome.search is None
    assert outcome.failed_sources == [name]
    assert name in (outcome.error or "")


def test_an_unreadable_file_is_a_failed_source(search, log, monkeypatch) -> None:
    path = log(LINE)

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    outcome = search(path)
    assert outcome.evidence_status == "error"
    assert "Permission denied" in (outcome.error or "")


def test_a_file_that_vanishes_between_listing_and_reading_is_a_failed_source(
    search, log, monkeypatch
) -> None:
    folder = log(LINE, name="logs/a.log").parent
    log(LINE, name="logs/b.log")
    real = os.open

    def vanish(path: Path, *rest: int) -> int:
        if Path(path).name == "b.log":
            raise FileNotFoundError(2, "No such file or directory")
        return real(path, *rest)

    monkeypatch.setattr(os, "open", vanish)
    outcome = search(folder)
    assert outcome.failed_sources == ["logs/b.log"]
    assert outcome.search.matched == 1


@pytest.mark.parametrize("path", ["a\x00b", "x" * 5000, "\ud800"])
def test_a_path_that_cannot_be_is_a_failed_source(search, path: str) -> None:
    outcome = search([FileLogBackend("x", Path(path))])
    assert outcome.evidence_status == "error"
    assert "\n" not in (outcome.error or "")


def test_an_empty_folder_says_so(search, tmp_path: Path) -> None:
    assert "folder without log files" in (search(tmp_path).error or "")


def test_an_unknown_zone_is_refused_before_any_search(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="SUPERBIZ_TIMEZONE"):
        FileLogBackend(None, tmp_path, timezone="Mars/Olympus")


@pytest.mark.parametrize(
    ("name", "alias"),
    [("app.log", "app"), ("app.log.1", "app"), ("app-2026-07-07.log.gz", "app"), ("app", "app"),
     ("order-service.log", "order-service"), ("app.jsonl", "app"), ("db-1.log", "db-1")],
)  # fmt: skip
def test_a_file_answers_to_its_name_without_endings(name: str, alias: str) -> None:
    assert alias in FileLogBackend(None, Path("/logs") / name).aliases


def _peak(search, path: Path) -> int:
    tracemalloc.start()
    search(path, "pool")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def test_memory_does_not_grow_with_the_file(search, log) -> None:
    lines = [
        f"2026-07-07T10:{n % 60:02d}:00Z ERROR pool {n} of tenant-{n:x} waits {n * 7}ms"
        for n in range(250)
    ]
    small, large = log(*lines, name="small.log"), log(*(lines * 20), name="large.log")
    _peak(search, small)
    assert _peak(search, large) < 1.3 * _peak(search, small) + 300_000
