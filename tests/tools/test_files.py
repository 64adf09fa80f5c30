"""Reading a file that the operator named."""

import os
from pathlib import Path

import pytest

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.files import read_text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_text_is_read_with_or_without_a_byte_order_mark(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.json"
    path.write_text("内存 91%", encoding=encoding)
    assert read_text(path, max_bytes=100) == "内存 91%"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b" \n\t ", "is empty"),
        (b"\x00\x01\x02", "is binary"),
        (b"\xff\xfe\xfd", "is not UTF-8 text"),
        (b"\x1f\x8b\x08\x00", "is not UTF-8 text"),
        (b"x" * 101, "is larger than"),
    ],
)
def test_what_is_no_text_is_refused_in_one_line(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(SourceError, match=reason) as caught:
        read_text(path, max_bytes=100)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_files_folders_and_pipes_are_named(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, reason in [
        (tmp_path / "none.json", "does not exist"),
        (tmp_path, "is a folder"),
        (pipe, "is not a regular file"),
        (Path("/dev/zero"), "is not a regular file"),
    ]:
        with pytest.raises(SourceError, match=reason) as caught:
            read_text(path, max_bytes=100)
        assert str(path) in str(caught.value)


def test_a_path_that_no_system_accepts_is_a_source_error() -> None:
    with pytest.raises(SourceError, match=r"cannot be read|does not exist"):
        read_text(Path("a\0b"), max_bytes=100)
