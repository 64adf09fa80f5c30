"""Records that differ from an earlier one in their digits alone, and what is known by that one.

A program writes the same line again and again with other numbers. What the letters of a line decide
(its level, its names, its form, whether it matches) is the same each time: only the instant and the
numbers are read anew. Where digits decide more than that, or might, nothing is remembered.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from superbiz_agent.tools.logs.distinct_names import DistinctNames
from superbiz_agent.tools.logs.forms import Frame, frame_of
from superbiz_agent.tools.logs.levels import Level
from superbiz_agent.tools.logs.needles import has_digit
from superbiz_agent.tools.logs.plain_records import is_plain
from superbiz_agent.tools.logs.query import Hit
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.templates import NumberRange, RecordGroup
from superbiz_agent.tools.logs.timestamps import is_common

_TOKEN = re.compile(r"[A-Za-z_.%+-]*+[0-9][A-Za-z0-9_.%+-]*+")
DIGITS = bytes.maketrans(b"123456789", b"0" * 9)
_ONE_DIGIT = str.maketrans("123456789", "0" * 9)
_MOST = 2048
_LONGEST = 1000
"""Characters of a record that is remembered."""

_Shape: TypeAlias = tuple[bytes, int, int, str]


@dataclass(frozen=True, eq=False, slots=True)
class Repeat:
    """What holds of all records of one shape: how they match, their level, and the frame of their
    message; where in the text its ``tokens`` stand, which of them are ``numbers``, and where the
    names stand that have digits. The masks of ``open_tokens`` depend on their digits; where nothing
    does, and no name, all are of ``one_form``. Of a plain line of ASCII ``stamp_end`` is where its
    instant ends (0: of any other), ``is_in_utc`` if that says so."""

    hit: Hit
    level: Level | None
    frame: Frame
    tokens: Sequence[slice]
    numbers: Sequence[slice | None]
    open_tokens: Sequence[int]
    names: Mapping[str, str]
    numbered_names: Mapping[str, slice]
    one_form: str | None
    stamp_end: int = 0
    is_in_utc: bool = False

    def key(self, text: str) -> tuple[str, ...]:
        """Return what the group of a record of this shape and ``text`` depends on."""
        if self.one_form is not None:
            return ()
        names = [text[place] for place in self.numbered_names.values()]
        return (*names, *[self.frame.mask(n, text[self.tokens[n]]) for n in self.open_tokens])

    def form(self, text: str) -> str:
        """Return the form of the message of such a record."""
        return self.frame.form([text[place] for place in self.tokens])

    def names_in(self, text: str) -> dict[str, str]:
        """Return the names that such a record gives."""
        return {**self.names, **{key: text[at] for key, at in self.numbered_names.items()}}

    def way_to(self, group: RecordGroup) -> "Way | None":
        """Return the way of such records to their ``group``; null if what is told of the group's
        places is of another kind."""
        if len(group.places) != len(self.tokens):
            return None
        way = Way(self, group)
        for place, token, number in zip(group.places, self.tokens, self.numbers, strict=True):
            if isinstance(place, DistinctNames):
                way.names += [] if place.more else [(place, token)]
            elif number is None:
                return None
            elif place.label:
                way.numbers.append((place, number))
        return way


@dataclass(eq=False, slots=True)
class Way:
    """From a record's shape straight to its group, and which of the group's places take what of its
    text. ``waiting`` are the texts of such records that are still to be counted, ``seconds`` when
    they happened, in whole seconds since 1970."""

    repeat: Repeat
    group: RecordGroup
    numbers: list[tuple[NumberRange, slice]] = field(
        default_factory=list[tuple[NumberRange, slice]]
    )
    names: list[tuple[DistinctNames, slice]] = field(
        default_factory=list[tuple[DistinctNames, slice]]
    )
    waiting: list[bytes] = field(default_factory=list[bytes])
    seconds: list[int] = field(default_factory=list[int])

    def add(self, text: str, instant: datetime | None) -> None:
        """Count one record."""
        self.group.count_one(instant, self.repeat.hit.held)
        for place, at in self.numbers:
            place.add(text[at], instant)
        self.add_names(text, instant)

    def add_names(self, text: str, instant: datetime | None) -> None:
        """Remember the names of one record; where there are too many to tell, none any more."""
        for place, at in self.names:
            place.add(text[at], instant)
        self.names = [each for each in self.names if not each[0].more]

    def count_waiting(self, ends: tuple[datetime, datetime]) -> None:
        """Count what is waiting, but for its names, which are known; ``ends`` are the first and the
        last instant."""
        lines = self.waiting
        self.group.count_many(self.seconds, ends, self.repeat.hit.held)
        for place, at in self.numbers:
            written = [line[at] for line in lines]
            for least_or_greatest in (min(written), max(written)):  # of one length
                place.add(least_or_greatest.decode("ascii"), None)


class Repeats:
    """The shapes of the records of one search. One is remembered when it comes the second time, so
    that lines of which no two are alike cost little."""

    def __init__(self) -> None:
        self._known: dict[_Shape, Repeat | None] = {}
        self._plain: dict[bytes, Repeat] = {}

    def find(self, record: LogRecord) -> Repeat | None:
        """Return what is known of the shape of ``record``."""
        shape = _shape_of(record)
        return self._known.get(shape) if shape else None

    def of_line(self, shape: bytes) -> Repeat | None:
        """Return what is known of a plain line of ASCII, by its ``shape``: itself with its digits
        all alike (``DIGITS``)."""
        return self._plain.get(shape)

    def learn(self, record: LogRecord, hit: Hit) -> None:
        """Remember that ``record`` matches so, whatever its digits."""
        shape = _shape_of(record)
        if shape is None:
            return
        if shape in self._known:
            repeat = self._known[shape] = self._known[shape] or _repeat_of(record, hit)
            if repeat and repeat.stamp_end:
                self._plain[shape[0]] = repeat
            return
        if len(self._known) >= _MOST:
            self._known.clear()
            self._plain.clear()
        self._known[shape] = None


def _shape_of(record: LogRecord) -> _Shape | None:
    """Return what a record shares with those that differ from it in their digits alone."""
    stamp, text = record.stamp, record.text
    if stamp is None or len(text) > _LONGEST:
        return None
    masked = text.encode("utf-8", "surrogatepass").translate(DIGITS)
    return masked, stamp.start, stamp.end, stamp.format.name


def _repeat_of(record: LogRecord, hit: Hit) -> Repeat | None:
    """Return what holds of all records of the shape of ``record``; null where that cannot be told:
    each digit outside of its instant has to belong to a number of its form."""
    text, stamp, details = record.text, record.stamp, record.describe()
    frame = frame_of(details.message)
    if stamp is None or details.fields or frame is None:
        return None
    tokens = [*_TOKEN.finditer(text, 0, stamp.start), *_TOKEN.finditer(text, stamp.end)]
    if [token.group() for token in tokens] != frame.tokens:
        return None
    numbered = {key: _place(text, name) for key, name in details.names.items() if has_digit(name)}
    places = {key: place for key, place in numbered.items() if place}
    if len(places) < len(numbered):
        return None
    starts = [token.start() for token in tokens]
    slots = frame.slots
    open_tokens = [n for n, slot in enumerate(slots) if slot.code or frame.codes[n]]
    return Repeat(
        hit,
        details.level,
        frame,
        [slice(*token.span()) for token in tokens],
        [
            slice(start, start + len(slot.digits)) if slot.digits else None
            for start, slot in zip(starts, slots, strict=True)
        ],
        open_tokens,
        details.names,
        places,
        None if open_tokens or places else frame.form(frame.tokens),
        stamp.end if is_common(text, stamp) and is_plain(text.encode(errors="replace")) else 0,
        text[stamp.end - 1] == "Z",
    )


def _place(text: str, name: str) -> slice | None:
    """Return where ``name`` stands, whatever its digits; null if it may be at several places."""
    masked, alike = text.translate(_ONE_DIGIT), name.translate(_ONE_DIGIT)
    start = masked.find(alike)
    is_sure = start >= 0 and masked.find(alike, start + 1) < 0
    return slice(start, start + len(name)) if is_sure else None
