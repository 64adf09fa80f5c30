"""From bytes to text: which encoding a log is in, decided as it streams by.

In this order: a byte order mark; UTF-16 by its NULs; UTF-8, strictly; GB18030 (which holds GBK and
GB2312) where the bytes decode and give common Chinese characters; else UTF-8 with U+FFFD for each
broken byte. Lines are decided one by one where a file is neither the one nor the other, since
several programs may write into one log. What was not UTF-8 is told (``notes``).
"""

import codecs
import re
from collections.abc import Iterator, Mapping

UTF8 = "utf-8"

_BYTE_ORDER_MARKS: Mapping[bytes, str] = {
    codecs.BOM_UTF32_LE: "utf-32",  # before UTF-16, whose mark it begins with
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_MOSTLY = 0.35
_HAN = re.compile(r"[\u4e00-\u9fff]")
_COMMON_HAN = re.compile(rb"[\xb0-\xf7][\xa1-\xfe]")
"""A character of GB2312; text of another encoding, read as GB18030, gives mostly rarer ones."""

_LONGEST_PART = 256 * 1024


def wide_encoding(sample: bytes) -> str | None:
    """Return the encoding of wide characters that ``sample``, a file's beginning, is in, or null:
    it is told by its byte order mark, else by the NULs between its letters."""
    marked = next((name for mark, name in _BYTE_ORDER_MARKS.items() if sample.startswith(mark)), "")
    if marked:
        return None if marked == "utf-8-sig" else marked
    evens, odds = sample[::2].count(0), sample[1::2].count(0)
    if odds > _MOSTLY * len(sample[1::2]) and not evens:
        return "utf-16-le"
    return "utf-16-be" if evens > _MOSTLY * len(sample[::2]) and not odds else None


class LineDecoder:
    """Decodes a file that is not in wide characters, whole lines at a time, in constant memory.

    ``uses_gb18030`` says that a line was in it; ``broken`` counts lines in no known encoding.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._is_first = True
        self.uses_gb18030 = False
        self.broken = 0

    def decode(self, piece: bytes) -> str:
        """Return the text of what is complete; the rest waits for the next piece."""
        data = self._rest + piece
        if self._is_first and data:
            data, self._is_first = data.removeprefix(codecs.BOM_UTF8), False
        end = _safe_end(data)
        self._rest = data[end:]
        return self._text(data[:end])

    def finish(self) -> str:
        """Return the text of what still waits."""
        rest, self._rest = self._rest, b""
        return self._text(rest)

    def _text(self, data: bytes) -> str:
        if data.isascii():
            return data.decode("ascii")
        text = self._utf8(data)
        if text is not None:
            return text
        return "".join(map(self._line, data.splitlines(keepends=True)))

    def _line(self, line: bytes) -> str:
        text = self._utf8(line)
        if text is not None:
            return text
        replaced = line.decode(UTF8, "replace")
        is_torn = len(_HAN.findall(replaced)) > replaced.count("\ufffd")  # UTF-8, cut somewhere
        chinese = None if is_torn else as_chinese(line)
        if chinese is None:
            self.broken += 1
            return replaced
        self.uses_gb18030 = True
        return chinese

    def _utf8(self, data: bytes) -> str | None:
        """Return ``data`` as UTF-8, or null. Two bytes of GB18030 may look like a letter of UTF-8,
        three hardly ever like a Chinese character."""
        try:
            text = data.decode(UTF8)
        except UnicodeDecodeError:
            return None
        sure = not self.uses_gb18030 or text.isascii() or _HAN.search(text)
        return text if sure else None


def decoded(pieces: Iterator[bytes], sample: bytes, notes: list[str]) -> Iterator[str]:
    """Yield the text of a file that begins with ``sample``; say in ``notes``, at its end, what of
    it was not UTF-8."""
    wide = wide_encoding(sample)
    if wide:
        decoder = codecs.getincrementaldecoder(wide)("replace")
        yield from (decoder.decode(piece) for piece in pieces)
        yield decoder.decode(b"", final=True)
        return
    lines = LineDecoder()
    yield from map(lines.decode, pieces)
    yield lines.finish()
    if lines.uses_gb18030:
        notes.append("read as GB18030")
    if lines.broken:
        notes.append(f"{lines.broken} lines in no known encoding")


def as_chinese(line: bytes) -> str | None:
    """Return ``line`` as GB18030, or null if that gives no common Chinese characters."""
    try:
        text = line.decode("gb18030")
    except UnicodeDecodeError:
        return None
    han = len(_HAN.findall(text))
    return text if han and 2 * len(_COMMON_HAN.findall(line)) >= han else None


def _safe_end(data: bytes) -> int:
    """Return where no character is torn: after the last line; of an overlong one, after a blank."""
    end = data.rfind(b"\n") + 1
    if end or len(data) < _LONGEST_PART:
        return end
    return data.rfind(b" ") + 1 or len(data)
