"""Records of one form (``forms``) as one group: what varies between them, and in which range.

A token that is a number (with a unit, perhaps) gives a range under the word before it; any other
token with a digit (an address, an id, ``HikariPool-1``) gives the distinct values, so that no
second pod or pool disappears in a count.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple, TypeAlias

from superbiz_agent.tools.logs.distinct_names import DistinctNames, Turn
from superbiz_agent.tools.logs.forms import Slot
from superbiz_agent.tools.logs.levels import SEVERITY, Level
from superbiz_agent.tools.logs.time_bins import TimeBins

_UNIT_WORD = re.compile(
    r" (?:seconds?|minutes?|hours?|days?|ms|bytes?|[KMG]i?B|percent)(?![A-Za-z])"
    r"| ?(?:毫秒|微秒|秒|分钟|小时|天|次|字节|条)"
)
_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_LABEL = re.compile(
    rf"(?<![A-Za-z0-9_.{_HAN}/'’@+-])([A-Za-z_{_HAN}][A-Za-z0-9_.{_HAN}/-]{{0,39}})"
    r"\"?\s{0,2}[=:：]?\s{0,2}[\"(（\[]?\Z"
)
_LABEL_REACH = 48
_COUNTER = re.compile(
    r"(?:[a-z]|my|eu|eg|zx|cx|session|trace|span|user|task|job|thread|process|worker)?id"
    r"|.*[_.-]id|seq|port|line|no|idx|index"
    r"|.*(?:号|进程|线程|端口|会话|事务)",
    re.IGNORECASE,
)
"""Labels of numbers that name or count something through: their range measures nothing."""

_NUMBERED = re.compile(
    r"job|order|user|invoice|ticket|account|customer|build|pipeline|relation|serial"
    r"|.*(?:订单|运单|工单|用户|客户|账户)",
    re.IGNORECASE,
)
"""Labels of long numbers that stand for names: the values are told, not their range."""

_SHORTEST_NUMBERED = 4

_VERSION = re.compile(
    r"(?![0-9]{1,3}(?:\.[0-9]{1,3}){3}\Z)(?:[A-Za-z][A-Za-z0-9_-]{0,60}-)?"
    r"v?[0-9]{1,5}(?:\.[0-9]{1,5}){1,3}(?:[-+][A-Za-z0-9.-]{1,40})?"
)
"""Names of which one follows the other: versions, not addresses, threads or hosts."""

_VERSIONED = re.compile(r"rev|revision|version|release|generation|.*(?:版本|修订)", re.IGNORECASE)
"""The same for numbers of any length that say which of several was in use."""


def _label(message: str, start: int) -> str:
    """Return the word that the number at ``start`` stands under, whole or not at all: ``waiting``
    of ``waiting=17``, ``I/O`` of ``I/O 312``, ``停顿`` of ``停顿 812 ms``. The number of
    ``sshd[24206]``, an id or a port has none."""
    label = _LABEL.search(message, max(0, start - _LABEL_REACH), start)
    if label is None or label[0].endswith("[") or _COUNTER.fullmatch(label[1]):
        return ""
    return label[1]


def _unit(message: str, end: int) -> str:
    """Return the unit that stands as a word after a number (with its blank, if it has one)."""
    word = _UNIT_WORD.match(message, end)
    return word.group() if word else ""


@dataclass(slots=True)
class NumberRange:
    """The least and the greatest number seen at one place of a form, as they were written."""

    label: str
    unit: str
    least: Decimal
    greatest: Decimal

    def add(self, digits: str, instant: datetime | None) -> None:
        """Widen the range to hold a number; one without a label is never shown. Of equal ones the
        shortest is kept, so that their order decides nothing: 5, not 5.0."""
        del instant
        if not self.label:
            return
        number = Decimal(digits)
        if number < self.least or _is_shorter(number, self.least):
            self.least = number
        if number > self.greatest or _is_shorter(number, self.greatest):
            self.greatest = number


def _is_shorter(number: Decimal, equal: Decimal) -> bool:
    return number == equal and len(str(number)) < len(str(equal))


Place: TypeAlias = NumberRange | DistinctNames
"""What is told of the tokens at one place of a form."""


class Sample(NamedTuple):
    """A record as it is shown, the names that it gives, and what recomputes its place."""

    text: str
    fields: dict[str, str]
    values: dict[str, object]


@dataclass(slots=True)
class RecordGroup:
    """Records of one form and ``source``. ``show`` renders the first of them; ``held`` is the most
    terms of the query that one of them holds; ``bins`` counts them over time."""

    show: Callable[[], Sample]
    level: Level | None
    held: int
    first: datetime | None
    last: datetime | None
    count: int = 0
    source: str = ""
    bins: TimeBins = field(default_factory=TimeBins)
    places: list[Place] = field(default_factory=list["Place"])

    def add(
        self, message: str, slots: Sequence[Slot], *, instant: datetime | None, held: int
    ) -> None:
        """Count one more record of this form."""
        self.count_one(instant, held)
        if self.count == 1:
            self.places = _places(message, slots, instant)
            return
        for place, slot in zip(self.places, slots, strict=False):
            if not isinstance(place, NumberRange):
                place.add(slot.text, instant)
            elif slot.digits is not None:
                place.add(slot.digits, instant)

    def count_one(self, instant: datetime | None, held: int) -> None:
        """Count a record, whatever its numbers."""
        self.count += 1
        self.held = max(self.held, held)
        if instant is None:
            return
        self.bins.add(instant)
        self._span(instant)

    def count_many(
        self, seconds: Sequence[int], ends: tuple[datetime, datetime], held: int
    ) -> None:
        """Count records, whatever their numbers, by their whole seconds since 1970; ``ends`` are
        the first and the last of their instants."""
        self.count += len(seconds)
        self.held = max(self.held, held)
        self.bins.add_all(seconds)
        for instant in ends:
            self._span(instant)

    def _span(self, instant: datetime) -> None:
        if self.first is None or instant < self.first:
            self.first = instant
        if self.last is None or instant > self.last:
            self.last = instant

    @property
    def severity(self) -> int:
        """How severe its records are; without a level they rank with INFO."""
        return SEVERITY[self.level or "INFO"]

    @property
    def varying(self) -> list[NumberRange]:
        """The labelled numbers that differ between the records."""
        ranges = (place for place in self.places if isinstance(place, NumberRange))
        return [each for each in ranges if each.label and each.least != each.greatest]

    @property
    def other_names(self) -> list[DistinctNames]:
        """The places where the records name different things."""
        names = (place for place in self.places if isinstance(place, DistinctNames))
        return [each for each in names if len(each.names) > 1]


def _places(message: str, slots: Sequence[Slot], instant: datetime | None) -> list[Place]:
    places: list[Place] = []
    start = 0
    for slot in slots:
        start = message.index(slot.text, start)  # no digit stands between one slot and the next
        places.append(_place(message, slot, start, instant))
        start += len(slot.text)
    return places


def _place(message: str, slot: Slot, start: int, instant: datetime | None) -> Place:
    if slot.digits is None:
        return _names(slot.text, "", instant if _VERSION.fullmatch(slot.text) else None)
    number, end, label = Decimal(slot.digits), start + len(slot.text), _label(message, start)
    is_long = slot.text.isdecimal() and len(slot.text) >= _SHORTEST_NUMBERED
    if _VERSIONED.fullmatch(label):
        return _names(slot.text, f"{label} ", instant)
    if is_long and _NUMBERED.fullmatch(label):  # such numbers count something through
        return _names(slot.text, f"{label} ", None)
    return NumberRange(label, slot.unit or _unit(message, end), number, number)


def _names(text: str, label: str, instant: datetime | None) -> DistinctNames:
    name = f"{label}{text}"
    turns = [Turn(name, instant, instant)] if instant else None
    return DistinctNames([name], label=label, turns=turns)
