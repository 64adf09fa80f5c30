"""Leaving out, before anything is parsed, what a search cannot use: most lines of most files.

A block of lines that holds none of the pieces a search looks for is passed over at the speed of a
string search. Where one is found, the lines of the whole record around it are handed on. Records
begin where a line starts one whatever stands before it (a timestamp, a JSON object), so that the
records of the remaining lines are the same as if all lines had been read.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence

from superbiz_agent.tools.logs.containers import STATEFUL
from superbiz_agent.tools.logs.needles import holds_any
from superbiz_agent.tools.logs.parsing import starts_record
from superbiz_agent.tools.logs.reading import Block, Line
from superbiz_agent.tools.logs.regex import Regex
from superbiz_agent.tools.logs.timestamps import TimestampReader

_ESCAPE = "\\"
"""A line of JSON with an escape is searched as read, not as written: it is always handed on."""

_LONGEST_RECORD = 256 * 1024
_DENSE = 8


def narrowed(
    blocks: Iterable[Block],
    pieces: Callable[[], Sequence[str]],
    reader: TimestampReader,
    regex: Regex | None = None,
    mark: Regex | None = None,
) -> Iterator[Line]:
    """Yield the lines of ``blocks`` that a search for ``pieces``, ``regex`` or ``mark`` (of lower
    case) needs; all, if there is none of them.

    The first record is always among them, and the last; ``pieces`` is asked anew for each block.
    Where no line starts a record for longer than any record is (a file without timestamps),
    everything from there on is.
    """
    blocks = iter(blocks)
    last: Block | None = None  # the last record so far, which may go on in the next block
    for block in blocks if pieces() or regex or mark else ():
        whole = _joined(last, block) if last else block
        end = _last_start(whole.text, reader)
        if end is None and len(whole.text) > _LONGEST_RECORD:
            yield from whole.lines()
            last = None
            break
        if end is None:
            last = whole
            continue
        asked = [*pieces(), _ESCAPE]
        if regex is None:
            yield from _wanted(whole, end, asked, mark, reader)
        else:
            yield from _matching(whole, end, asked, regex, reader)
        last = Block(whole.number + whole.text.count("\n", 0, end), whole.text[end:])
    if last:
        yield from last.lines()
    for block in blocks:
        yield from block.lines()


def _joined(first: Block, second: Block) -> Block:
    return Block(first.number, f"{first.text}\n{second.text}")


def _last_start(text: str, reader: TimestampReader) -> int | None:
    """Return where the last line that starts a record does, the first line aside."""
    stop = len(text)
    while (newline := text.rfind("\n", 0, stop)) >= 0:
        if starts_record(text[newline + 1 : stop], reader):
            return newline + 1
        stop = newline
    return None


def _wanted(
    block: Block,
    end: int,
    pieces: Sequence[str],
    mark: Regex | None,
    reader: TimestampReader,
) -> Iterator[Line]:
    """Yield the lines before ``end`` of the first record and of those that hold a piece or a
    mark."""
    text, lowered = block.text, block.text.lower()
    counts = {piece: lowered.count(piece, 0, end) for piece in pieces}
    marked = [at for found in mark.finditer(lowered) if (at := found.start()) < end] if mark else []
    is_dense = (sum(counts.values()) + len(marked)) * _DENSE > text.count("\n", 0, end)
    is_stateful = any(mark in text for mark in STATEFUL)
    if is_dense or is_stateful or len(lowered) != len(text):  # some letters grow when lowered
        yield from Block(block.number, text[: end - 1]).lines()
        return
    places = {piece: 0 for piece, count in counts.items() if count}
    number, start, stop = block.number, 0, _next_start(text, 0, end, reader)
    while True:
        yield from Block(number, text[start : stop - 1]).lines()
        hit = _next_place(lowered, stop, end, places)
        if (later := bisect_left(marked, stop)) < len(marked):
            hit = min(hit, marked[later]) if hit >= 0 else marked[later]
        if hit < 0:
            return
        before, start = start, _start_of(text, hit, stop, reader)
        number += text.count("\n", before, start)
        stop = _next_start(text, hit, end, reader)


def _matching(
    block: Block, end: int, pieces: Sequence[str], regex: Regex, reader: TimestampReader
) -> Iterator[Line]:
    """Yield the lines before ``end``; only the first record's, if nothing wanted is in them."""
    text = block.text[: end - 1]
    is_wanted = regex.search(text) or holds_any(text.lower(), pieces)
    is_wanted = is_wanted or any(mark in text for mark in STATEFUL)
    stop = end if is_wanted else _next_start(block.text, 0, end, reader)
    yield from Block(block.number, block.text[: stop - 1]).lines()


def _next_place(text: str, at: int, end: int, places: dict[str, int]) -> int:
    """Return where the next piece stands, -1 if none does; ``places`` remembers each one's next."""
    for piece, place in places.items():
        if 0 <= place < at:
            places[piece] = text.find(piece, at, end)
    return min((place for place in places.values() if place >= 0), default=-1)


def _start_of(text: str, at: int, least: int, reader: TimestampReader) -> int:
    """Return where the record around ``at`` starts; one starts at ``least``."""
    start = max(least, text.rfind("\n", least, at) + 1)
    while start > least and not starts_record(_line_at(text, start), reader):
        start = max(least, text.rfind("\n", least, start - 1) + 1)
    return start


def _next_start(text: str, at: int, end: int, reader: TimestampReader) -> int:
    """Return where the next record after the one around ``at`` starts; one starts at ``end``."""
    start = text.find("\n", at, end) + 1
    while start < end and not starts_record(_line_at(text, start), reader):
        start = text.find("\n", start, end) + 1
    return start


def _line_at(text: str, start: int) -> str:
    end = text.find("\n", start)
    return text[start:end] if end >= 0 else text[start:]
