"""Records of one form as one group: what varies between them, and in which range.

The form of a message is its text with every token that holds a digit taken out. A token that is a
number (with a unit, perhaps) gives a range under the word before it; any other token with a digit
(an address, an id, ``HikariPool-1``) gives the distinct values, so that no second pod or pool
disappears in a count.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from superbiz_agent.tools.logs.levels import SEVERITY, Level

_TOKEN = re.compile(r"[A-Za-z0-9_.%+\-]+")
_DIGIT = re.compile(r"[0-9]")
_NUMBER = re.compile(r"([+-]?[0-9]{1,18}(?:\.[0-9]{1,12})?)([A-Za-z%]{0,5})\.?")
_UNIT_WORD = re.compile(
    r" (?:seconds?|minutes?|hours?|days?|ms|bytes?|[KMG]i?B|percent)(?![A-Za-z])"
)
_LABEL = re.compile(r"([A-Za-z_][A-Za-z0-9_.-]{0,39})\"?\s{0,2}[=:]?\s{0,2}[\"(\[]?\Z")
_COUNTER = re.compile(
    r"(?:[a-z]|my|eu|eg|zx|cx|session|trace|span|user|task|job|thread|process|worker)?id"
    r"|.*[_.-]id|seq|port|line|no|idx|index",
    re.IGNORECASE,
)
"""Labels of numbers that name or count something through: their range measures nothing."""

_FORM_LENGTH = 2000
_MOST_SLOTS = 40
_MOST_NAMES = 5


@dataclass(frozen=True, slots=True)
class Slot:
    """One varying token of a message: ``number`` with its unit, or (null) a name. ``start`` and
    ``end`` are its place in the message."""

    text: str
    number: Decimal | None
    unit: str
    start: int
    end: int


def form_of(message: str) -> tuple[str, list[Slot]]:
    """Return the form of ``message`` and its slots, in order."""
    text = message[:_FORM_LENGTH]
    slots: list[Slot] = []

    def take(match: re.Match[str]) -> str:
        if not _DIGIT.search(match.group()):
            return match.group()
        number = _NUMBER.fullmatch(match.group())
        slots.append(
            Slot(
                match.group(),
                Decimal(number[1]) if number else None,
                number[2] if number else "",
                match.start(),
                match.end(),
            )
        )
        return f"<{number[2]}>" if number else "<*>"

    return _TOKEN.sub(take, text), slots[:_MOST_SLOTS]


def _label(message: str, slot: Slot) -> str:
    """Return the word that a number stands under: ``waiting`` of ``waiting=17``. The number of
    ``sshd[24206]``, an id or a port has none."""
    label = _LABEL.search(message[max(0, slot.start - 48) : slot.start])
    if label is None or label[0].endswith("[") or _COUNTER.fullmatch(label[1]):
        return ""
    return label[1]


def _unit(message: str, slot: Slot) -> str:
    """Return a number's unit: glued to it, or the word after it (with its blank)."""
    word = _UNIT_WORD.match(message, slot.end)
    return slot.unit or (word.group() if word else "")


@dataclass(slots=True)
class NumberRange:
    """The least and the greatest number seen at one place of a form, as they were written."""

    label: str
    unit: str
    least: Decimal
    greatest: Decimal

    def add(self, number: Decimal) -> None:
        """Widen the range to hold ``number``."""
        self.least = min(self.least, number)
        self.greatest = max(self.greatest, number)


@dataclass(slots=True)
class DistinctNames:
    """The first few distinct names seen at one place of a form; ``more`` if there were others."""

    names: list[str]
    more: bool = False

    def add(self, name: str) -> None:
        """Remember ``name`` if it is new."""
        if name in self.names:
            return
        if len(self.names) < _MOST_NAMES:
            self.names.append(name)
        else:
            self.more = True


@dataclass(slots=True)
class RecordGroup:
    """Records of one form. ``sample`` is the first of them, rendered; ``held`` is the most terms
    of the query that one of them holds."""

    sample: str
    level: Level | None
    fields: dict[str, str]
    values: dict[str, object]
    held: int
    first: datetime | None
    last: datetime | None
    count: int = 0
    places: list[NumberRange | DistinctNames] = field(
        default_factory=list["NumberRange | DistinctNames"]
    )

    def add(
        self, message: str, slots: Sequence[Slot], *, instant: datetime | None, held: int
    ) -> None:
        """Count one more record of this form."""
        self.count += 1
        self.held = max(self.held, held)
        if instant:
            self.first = min(self.first or instant, instant)
            self.last = max(self.last or instant, instant)
        if self.count == 1:
            self.places = [_place(message, slot) for slot in slots]
            return
        for place, slot in zip(self.places, slots, strict=False):
            if isinstance(place, DistinctNames):
                place.add(slot.text)
            elif slot.number is not None:
                place.add(slot.number)

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


def _place(message: str, slot: Slot) -> NumberRange | DistinctNames:
    if slot.number is None:
        return DistinctNames([slot.text])
    return NumberRange(_label(message, slot), _unit(message, slot), slot.number, slot.number)
