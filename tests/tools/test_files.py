"""Reading a file that the operator named."""

import os
from pathlib import Path

import pytest

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.files import read_text

TEXT = "# Memory\r\n\r\nThe memory: 内存 91%\x0c"


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gbk", "gb18030"],
)
def test_text_is_read_in_any_encoding_that_systems_write(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(TEXT.encode(encoding))
    assert read_text(path, max_bytes=1000) == TEXT


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b" \n\t ", "is empty"),
        (b"\x00\x01\x02", "is binary"),
        (b"\xff\xfe\xfd", "is not UTF-8 text"),
        (b"\x1f\x8b\x08\x00", "is binary"),
        (b"caf\xe9", "is not UTF-8 text"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "is binary"),
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
