"""Times that follow from stored instants: a coarser spelling, an elapsed time (section 7)."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from superbiz_agent.grounding.comparison.nouns import SEARCH_NOUNS
from superbiz_agent.grounding.comparison.ownership import Owned
from superbiz_agent.grounding.comparison.source_index import SourceIndex, shows
from superbiz_agent.grounding.facts import Fact
from superbiz_agent.grounding.facts.instants import DAY, render_instant

MINUTE = Decimal(60)
"""14:08 stands for all of that minute, and for what rounds to it: half a unit of the last digit."""

FINER_UNITS: dict[str, tuple[str, ...]] = {
    "instant": ("instant",),
    "instant without zone": ("instant without zone",),
    "yearless": ("yearless", "instant"),
    "yearless without zone": ("yearless without zone", "instant without zone"),
    "clock": ("clock", "yearless", "instant"),
    "clock without zone": (
        "clock without zone",
        "yearless without zone",
        "instant without zone",
    ),
    "date": (
        "instant",
        "instant without zone",
        "yearless",
        "yearless without zone",
        "date",
    ),
}
"""A spelling of time -> the spellings that may hold it in more detail. A zone is never dropped:
10:00 without a zone is not covered by 10:00Z."""


def is_coarser_instant(owned: Owned, index: SourceIndex) -> bool:
    """True if a source instant lies within the minute, hour or day that the text names."""
    return any(
        _lies_within(owned.fact, source)
        for unit in FINER_UNITS.get(owned.fact.unit, ())
        for source in index.values_of(("instant", unit), owned)
    )


def _lies_within(fact: Fact, source: Fact) -> bool:
    if fact.kind == "date":
        return bool(_days(source) & {fact.value}) or (
            fact.value.startswith("--") and fact.value[2:] in {day[-5:] for day in _days(source)}
        )
    if fact.step is None or source.step is None or source.step > fact.step:
        return False
    if fact.unit.startswith("yearless") and _month_day(fact) != _month_day(source):
        return False
    if fact.number is None or source.number is None:
        return False
    whole_day = not fact.unit.startswith("instant")
    start, number = (
        (fact.number % DAY, source.number % DAY)
        if whole_day
        else (
            fact.number,
            source.number,
        )
    )
    is_minute = fact.step == MINUTE
    return (start - MINUTE / 2 if is_minute else start) <= number < start + fact.step


def _month_day(fact: Fact) -> str:
    return fact.value.partition("T")[0][-5:]


def _days(source: Fact) -> set[str]:
    """The calendar days of an instant: in UTC and in the zone it is written in."""
    if source.number is None or source.unit.startswith("yearless"):
        return {source.value[:7]}
    shifts = {0, source.offset or 0}
    return {render_instant(source.number + shift).partition("T")[0] for shift in shifts}


def is_elapsed_time(owned: Owned, facts: Sequence[Owned], index: SourceIndex) -> bool:
    """True for the time between two instants: those the text names, else the first and the last
    of one source or of all sources. The window of a search is as long as a search, and says
    nothing of how long anything lasted."""
    stated = [other.fact for other in facts if other.fact.kind == "timestamp"]
    if len(stated) > 1:
        spans = [stated]
    else:
        sources = (
            index.facts if owned.nouns & SEARCH_NOUNS else [own for _, own in index.observed()]
        )
        everything = [other.fact for source in sources for other in source]
        spans = [[other.fact for other in source] for source in sources] + [everything]
    return any(shows(owned.fact, length) for span in spans for length in _lengths(span))


def _lengths(facts: Sequence[Fact]) -> Iterator[Decimal]:
    instants = [fact for fact in facts if fact.kind == "timestamp"]
    for unit in {fact.unit for fact in instants}:
        numbers = [fact.number or Decimal(0) for fact in instants if fact.unit == unit]
        if len(numbers) > 1:
            yield max(numbers) - min(numbers)
    yield from _length_by_clock(instants)


def _length_by_clock(instants: Sequence[Fact]) -> Iterator[Decimal]:
    """The time between a dated instant and one of the same day that is told by its clock alone."""
    zoned = [fact for fact in instants if fact.unit in ("instant", "clock")]
    days = {(fact.number or 0) // DAY for fact in zoned if fact.unit == "instant"}
    if len(days) == 1 and any(fact.unit == "clock" for fact in zoned):
        clocks = [(fact.number or 0) % DAY for fact in zoned]
        yield Decimal(max(clocks) - min(clocks))
