"""Logs in other encodings than UTF-8 are read as what they are (tools/logs/encodings.py)."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.tools.logs.encodings import decoded
from superbiz_agent.tools.logs.reading import read_blocks

CHINESE = "2026-07-07 10:00:00 ERROR 数据库连接超时，订单失败"
LINES = f"{CHINESE}\nplain ascii line\n2026-07-07 10:00:01 INFO 联通 服务已恢复\n"


def read(path: Path, raw: bytes) -> tuple[str, list[str]]:
    path.write_bytes(raw)
    notes: list[str] = []
    blocks = read_blocks(path, follow=True, notes=notes)
    return "".join(block.text + "\n" for block in blocks), notes


@pytest.mark.parametrize(
    ("encoding", "note"),
    [
        ("utf-8", []),
        ("utf-8-sig", []),
        ("gbk", ["read as GB18030"]),
        ("gb2312", ["read as GB18030"]),
        ("gb18030", ["read as GB18030"]),
        ("utf-16", []),
        ("utf-16-le", []),
        ("utf-16-be", []),
        ("utf-32", []),
    ],
)
def test_chinese_text_is_read_in(tmp_path: Path, encoding: str, note: list[str]) -> None:
    raw = (LINES + "padding line of a log\n" * 20).encode(encoding)
    text, notes = read(tmp_path / "a.log", raw)
    assert text.startswith(LINES)
    assert notes == note


def test_lines_in_different_encodings_are_read_one_by_one(tmp_path: Path) -> None:
    raw = CHINESE.encode() + b"\n" + CHINESE.encode("gbk") + b"\n" + CHINESE.encode() + b"\n"
    text, notes = read(tmp_path / "a.log", raw)
    assert text == f"{CHINESE}\n" * 3
    assert notes == ["read as GB18030"]


@pytest.mark.parametrize(
    "raw",
    [
        CHINESE.encode()[:-1],
        f"x {CHINESE}".encode().replace("订".encode(), b"\xe8"),
        "Caf\u00e9 d\u00e9j\u00e0 vu".encode("latin-1"),
        b"a\xff\xfeb",
    ],
    ids=["torn at its end", "torn inside", "Latin", "noise"],
)
def test_what_is_in_no_known_encoding_keeps_its_rest_and_is_noted(
    tmp_path: Path, raw: bytes
) -> None:
    text, notes = read(tmp_path / "a.log", CHINESE.encode() + b"\n" + raw + b"\n")
    assert text.startswith(CHINESE)
    assert "\ufffd" in text
    assert notes == ["1 lines in no known encoding"]


@given(st.binary(max_size=300), st.integers(1, 50))
def test_no_bytes_make_decoding_fail(raw: bytes, size: int) -> None:
    pieces = (raw[start : start + size] for start in range(0, len(raw), size))
    assert isinstance("".join(decoded(pieces, raw[:100], [])), str)


@given(st.text(alphabet="错误 ab超时\n连接", max_size=200), st.integers(1, 9))
def test_no_character_is_torn_between_two_pieces(text: str, size: int) -> None:
    raw = text.encode()
    pieces = (raw[start : start + size] for start in range(0, len(raw), size))
    assert "".join(decoded(pieces, raw[:100], [])) == text


def test_the_encoding_is_told_in_the_search_and_instants_are_read(search, tmp_path: Path) -> None:
    path = tmp_path / "gbk.log"
    path.write_bytes("我们 2026-07-07 10:00:00 ERROR x 错误 failed\n".encode("gbk"))
    outcome = search(path, "错误", since="2026-07-07T09:00:00Z")
    assert outcome.items["logs"][0].text.startswith("2026-07-07T10:00:00Z ERROR gbk.log 我们")
    assert outcome.search.filters["encoding"] == "gbk.log read as GB18030"
