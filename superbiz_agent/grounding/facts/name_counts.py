"""How often records name a thing: one stored line, and what recomputes it (contract section 2).

The line reads ``counted by address, 210 records that match "failed password": address 10.0.0.7 in
113 of 210 records; address 10.0.0.9 in 40 of 210 records; 7 further names in at most 12 records
each; names in 207 records; from <first> to <last>``. Each counted record matches what stands
in quotes; a name is one token, so that no part of it passes for another.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from superbiz_agent.contracts.evidence import DEMO_SUFFIX

HEAD: Final = "counted by "
"""What the line begins with; no record does."""

SHOWN: Final = 10
"""Names that are told with their counts, the most frequent first."""

_PART: Final = "counted in a part of the records"
_TOLD: Final = re.compile(
    r"(?:: |; )(?P<kind>\S{1,40}) (?P<name>[^\s;\"]{1,200}) in (?P<count>[0-9]{1,12})"
    r" of (?P<of>[0-9]{1,12}) records(?=;|\Z| \[demo\])"
)
_NAMED: Final = re.compile(r"; names in (?P<number>[0-9]{1,12}) records?(?=;|\Z)")
_CLAIMED: Final = re.compile(
    r"(?<![^\s,;:，；：、(（])(?P<name>[A-Za-z0-9_/][A-Za-z0-9_.:/@%\\-]{0,200})"
    r"(?: in |: | ?（| \(|：)(?:[0-9]{1,12} 条记录中有 )?(?P<count>[0-9]{1,12})"
    r"(?![0-9A-Za-z:/]|\.[0-9])"
)
_OUT_OF: Final = re.compile(
    r"(?<![0-9.])of (?:the )?(?P<en>[0-9]{1,12}) records"
    r"|(?<![0-9.])(?P<zh>[0-9]{1,12}) 条[^；。]{0,80}?记录(?:中|里)"
)
_START: Final = re.compile(
    r"counted by (?P<kind>[A-Za-z][A-Za-z0-9_.-]{0,39}), [0-9]{1,12} records?"
    r"(?: that match (?P<one>one of )?(?P<words>\"[^\"]*\"(?:, \"[^\"]*\"){0,9}))?"
    r"(?: of level (?P<level>[A-Z]{1,10}) or severer)?: "
)


class NamedCount(NamedTuple):
    """One name and in how many records it stands."""

    name: str
    records: int


class NameCounts(BaseModel):
    """What a search counted. ``counts`` are the ``SHOWN`` most frequent names, those of one count
    by name; ``more`` names are left, each in ``at_most`` records. ``unnamed`` records name none,
    ``several`` more than one, which count for each; ``uncounted`` hold names beyond those that were
    kept apart. Each of the ``matched`` records matches all of ``matched_words``, or ``matched_one``
    of them; ``level`` is the least severe level asked for; ``is_part``: the source was not read
    whole."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    kind: str = Field(pattern=r"^[A-Za-z][A-Za-z0-9_.-]{0,39}$")
    matched: int = Field(ge=1)
    counts: tuple[NamedCount, ...] = Field(min_length=1, max_length=SHOWN)
    more: int = Field(0, ge=0)
    at_most: int = Field(0, ge=0)
    unnamed: int = Field(0, ge=0)
    several: int = Field(0, ge=0)
    uncounted: int = Field(0, ge=0)
    matched_words: tuple[str, ...] = ()
    matched_one: bool = False
    level: str | None = None
    first: str | None = None
    last: str | None = None
    is_part: bool = False

    @property
    def is_sound(self) -> bool:
        """Whether the numbers can be counts of one search."""
        numbers = [each.records for each in self.counts]
        in_order = numbers == sorted(numbers, reverse=True) and numbers[-1] >= 1
        named = self.matched - self.unnamed
        fits = numbers[0] <= named and self.several <= named and self.uncounted <= named
        return (
            in_order
            and fits
            and self.at_most <= numbers[-1]
            and bool(self.more) == bool(self.at_most)
        )


def line_of(counts: NameCounts) -> str:
    """Return the line that tells ``counts``."""
    quoted = ", ".join(f'"{each}"' for each in counts.matched_words)
    quoted = f"one of {quoted}" if counts.matched_one else quoted
    held = f" that match {quoted}" if counts.matched_words else ""
    level = f" of level {counts.level} or severer" if counts.level else ""
    told = [
        f"{counts.kind} {each.name} in {each.records} of {counts.matched} records"
        for each in counts.counts
    ]
    if counts.more:
        told.append(f"{counts.more} further names in at most {_records(counts.at_most)} each")
    if counts.uncounted:
        told.append(f"others, beyond the names kept apart, in {_records(counts.uncounted)}")
    if counts.unnamed:
        told.append(f"names in {_records(counts.matched - counts.unnamed)}")
    if counts.several:
        told.append(f"several in {_records(counts.several)}, which count for each")
    if counts.first and counts.last:
        told.append(f"from {counts.first} to {counts.last}")
    if counts.is_part:
        told.append(_PART)
    head = f"{HEAD}{counts.kind}, {_records(counts.matched)}{held}{level}"
    return f"{head}: {'; '.join(told)}"


def _records(number: int) -> str:
    return f"{number} record" if number == 1 else f"{number} records"


def read_name_counts(detail: Mapping[str, object]) -> NameCounts | None:
    """Read what is stored with a line; null for what is damaged, or is no such line's."""
    try:
        return NameCounts.model_validate(detail.get("counted_names"))
    except ValidationError:
        return None


class ToldCounts(NamedTuple):
    """A line read back: of what ``kind`` its names are, out of how many records; ``is_whole`` if
    it tells every name that it counted, ``is_part`` if not all records were read. Each of them
    matches the quoted ``words``, or one of them (``is_one``), and is of ``level`` or severer;
    ``named`` of them name any, null: all."""

    kind: str
    of: int
    counts: tuple[NamedCount, ...]
    is_whole: bool
    is_part: bool = False
    words: str = ""
    is_one: bool = False
    level: str = ""
    named: int | None = None

    @property
    def most(self) -> frozenset[str]:
        """The names that stand in most records: several where they tie."""
        return self._of_count(max(each.records for each in self.counts))

    @property
    def least(self) -> frozenset[str]:
        """The names that stand in fewest records, of those that are told."""
        return self._of_count(min(each.records for each in self.counts))

    def _of_count(self, count: int) -> frozenset[str]:
        return frozenset(each.name for each in self.counts if each.records == count)


@lru_cache(maxsize=512)
def told_counts(text: str) -> ToldCounts | None:
    """Read a stored line of counts; null for any other text."""
    start = _START.match(text)
    if start is None:
        return None
    found = [each for each in _TOLD.finditer(text) if each["kind"] == start["kind"]]
    if not found:
        return None
    rest = text[found[-1].end() :].removesuffix(DEMO_SUFFIX)
    named = _NAMED.search(rest)
    return ToldCounts(
        start["kind"],
        int(found[0]["of"]),
        tuple(NamedCount(each["name"], int(each["count"])) for each in found),
        is_whole=" further names in " not in rest and " kept apart, in " not in rest,
        is_part=rest.endswith(_PART),
        words=start["words"] or "",
        is_one=bool(start["one"]),
        level=start["level"] or "",
        named=int(named["number"]) if named else None,
    )


@lru_cache(maxsize=512)
def claimed_counts(text: str) -> ToldCounts | None:
    """Read the counts that a claim tells of several names (``10.0.0.7 in 113 of 210 records,
    10.0.0.9 in 40``); null where it tells none."""
    found = list(_CLAIMED.finditer(text))
    of = _OUT_OF.search(text)
    if len(found) < 2 or of is None:
        return None
    counts = tuple(NamedCount(each["name"], int(each["count"])) for each in found)
    return ToldCounts("", int(of["en"] or of["zh"]), counts, is_whole=False)
