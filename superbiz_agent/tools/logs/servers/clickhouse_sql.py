"""SQL for ClickHouse, built of quoted pieces alone; it suits servers of 2018 and later.

Whatever comes from a question stands in ``unhex('...')``; names come from the settings and are
checked against the table's own columns before they are quoted.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal, TypeAlias

from superbiz_agent.tools.logs.levels import LEVEL_WORDS, SEVERITY, Level, level_of

INSTANT = "superbiz_instant"
"""What the instant is called in the rows that are asked for."""

Unit: TypeAlias = Literal["s", "ms", "us", "ns"]

_PER_SECOND: dict[Unit, int] = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_WRAPPED = re.compile(r"(?:Nullable|LowCardinality)\((?P<inner>.*)\)")
_INTEGER = re.compile(r"U?Int(?:32|64)")
_JSON_WORDS = ("null", "true", "false")
_MOST_SQL = 12_000
"""Characters of a narrowing; a longer one is left out, the search gets more rows by that."""


@dataclass(frozen=True)
class Clock:
    """How a table's column tells time: ``type`` is ``DateTime``, ``DateTime64`` or a count of
    ``unit`` since 1970."""

    column: str
    type: Literal["DateTime", "DateTime64", "count"]
    unit: Unit = "s"

    @property
    def instant(self) -> str:
        """The expression of an instant: a whole number of ``unit``."""
        name = quoted_name(self.column)
        if self.type == "DateTime":
            return f"toUnixTimestamp({name})"
        return f"toUnixTimestamp64Nano({name})" if self.type == "DateTime64" else f"toInt64({name})"

    def since(self, instant: datetime) -> str:
        """The condition that a row is not before ``instant``."""
        return f"{quoted_name(self.column)} >= {self._literal(-(-self._count(instant) // 1000))}"

    def until(self, instant: datetime) -> str:
        """The condition that a row is not after ``instant``."""
        return f"{quoted_name(self.column)} <= {self._literal(self._count(instant) // 1000)}"

    def before(self, instant: datetime) -> str:
        """The condition that a row is before ``instant``."""
        return f"{quoted_name(self.column)} < {self._literal(-(-self._count(instant) // 1000))}"

    def after(self, instant: datetime) -> str:
        """The condition that a row is after ``instant``."""
        return f"{quoted_name(self.column)} > {self._literal(self._count(instant) // 1000)}"

    def span(self, width: int) -> str:
        """The expression of the number of a span of ``width`` seconds since 1970."""
        return f"intDiv({self.instant}, {width * _PER_SECOND[self.unit]})"

    def read(self, count: int) -> datetime | None:
        """Return the instant in UTC, to the microsecond; null for what is no time."""
        try:
            return _EPOCH + timedelta(microseconds=count * 10**6 // _PER_SECOND[self.unit])
        except OverflowError:
            return None

    def _count(self, instant: datetime) -> int:
        """Thousandths of the unit, so that a bound between two can be rounded."""
        microseconds = (instant - _EPOCH) // timedelta(microseconds=1)
        return microseconds * _PER_SECOND[self.unit] // 1000

    def _literal(self, count: int) -> str:
        count = max(0, count)
        if self.type == "DateTime":
            return f"toDateTime({min(count, 2**32 - 1)})"
        return (
            f"fromUnixTimestamp64Nano(toInt64({count}))"
            if self.type == "DateTime64"
            else str(count)
        )


def clock_of(column: str, type_name: str) -> Clock | None:
    """Return how a column of ``type_name`` tells time; null if it does not. The unit of a count is
    told by its size (``unit_of``)."""
    inner = plain_type(type_name)
    if inner.startswith("DateTime64"):
        return Clock(column, "DateTime64", "ns")
    if inner.startswith("DateTime"):
        return Clock(column, "DateTime")
    return Clock(column, "count") if _INTEGER.fullmatch(inner) else None


def unit_of(newest: int) -> Unit:
    """Return the unit of a count since 1970, by the size of the newest one."""
    units: tuple[Unit, ...] = ("s", "ms", "us")
    for unit in units:
        if newest < 10**11 * _PER_SECOND[unit]:
            return unit
    return "ns"


def plain_type(type_name: str) -> str:
    """Return a type without ``Nullable`` and ``LowCardinality`` around it."""
    while match := _WRAPPED.fullmatch(type_name):
        type_name = match["inner"]
    return type_name


def quoted_name(name: str) -> str:
    """Return a name as an identifier."""
    return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`"


def quoted_text(text: str) -> str:
    """Return a text as a string, whatever stands in it."""
    return f"unhex('{text.encode('utf-8', 'replace').hex()}')"


def holds_one_of(pieces: Iterable[str], columns: Sequence[str]) -> str | None:
    """Return the condition that one of ``pieces`` (lower case) stands in a row of ``columns``, in
    any case; null if it could miss a row whose text holds one, or nothing is asked for."""
    wanted = [_value_part(piece) for piece in pieces]
    if not wanted or not all(wanted) or any(_is_everywhere(piece, columns) for piece in wanted):
        return None
    conditions = [
        f"positionCaseInsensitiveUTF8({_text_of(column)}, {quoted_text(piece)}) > 0"
        for piece in dict.fromkeys(wanted)
        for column in columns
    ]
    return _bounded(conditions)


def matches(regex: str, columns: Sequence[str]) -> str | None:
    """Return the condition that one of ``columns`` matches an RE2 expression."""
    pattern = quoted_text(f"(?m:{regex})")
    return _bounded([f"match({_text_of(column)}, {pattern})" for column in columns])


def may_be_as_severe(level: Level, column: str) -> str:
    """Return the condition that a row's level is not surely lower than ``level``: words that name
    no level stay, since the row's message is judged then."""
    lower = [each for each in LEVEL_WORDS if SEVERITY[level_of(each)] < SEVERITY[level]]
    words = ", ".join(quoted_text(each) for each in lower)
    return f"lower({_text_of(column)}) NOT IN ({words})"


def _value_part(piece: str) -> str:
    """Return what of ``key=value`` stands in a column by itself."""
    return piece.rpartition("=")[2]


def _is_everywhere(piece: str, columns: Sequence[str]) -> bool:
    """Whether each row holds ``piece`` by its form, or the server's case may differ."""
    if '"' in piece or "\\" in piece:
        return True
    if any(piece in name.lower() for name in (*columns, *_JSON_WORDS)):
        return True
    return any(not each.isascii() and each.upper() != each for each in piece)


def _text_of(column: str) -> str:
    return f"ifNull(toString({quoted_name(column)}), '')"


def _bounded(conditions: Sequence[str]) -> str | None:
    whole = f"({' OR '.join(conditions)})"
    return whole if conditions and len(whole) <= _MOST_SQL else None
