"""Ends that stored evidence itself establishes, though not all that matched is shown (section 4).

"The last X was at T" is a claim over all that matched. A search that shows a part of it tells the
first and the last instant of all (``oldest``, ``newest``), where it read all; a group of records
tells from when to when all of its form came. A word of an end whose instant is that one is no
claim over what nobody saw.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from superbiz_agent.contracts.evidence import SEARCH_PATH
from superbiz_agent.grounding.comparison.engine import fact_gaps, fold
from superbiz_agent.grounding.evidence.hostile import as_text
from superbiz_agent.grounding.evidence.stored import StoredInvocation
from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.group_text import group_mark, is_read_in_part
from superbiz_agent.grounding.gatekeeping.search_subjects import (
    names_search,
    searched_words,
    specifics,
)
from superbiz_agent.grounding.wording.quotes import quoted_spans

_LAST = re.compile(
    r"(?<![A-Za-z-])(?:last|latest|most recent|newest|final|until|up until|ended|ceased|stopped)"
    r"(?![A-Za-z-])|(?P<behind>为止|结束|停止|终止)|最后一?[次条个]?|最近一[次条个]|末次"
    r"|直到|直至|截至|截止|止于|持续到|持续至|(?<!最)最新",
    re.IGNORECASE,
)
_FIRST = re.compile(
    r"(?<![A-Za-z-])(?:first|earliest)(?![A-Za-z-])|最早|最先|首[次条个]|第一[次条个]|最初",
    re.IGNORECASE,
)
_OF_ONE_FORM = re.compile(r"(?<![A-Za-z])(?:like this|and the like|of this form)(?![A-Za-z])|这类")
"""Words of a claim that speaks of the records of one form, and quotes one of them."""

_CLAUSE_END = re.compile(r"[;；，。\n]|[,.](?=\s|\Z)|(?<![A-Za-z])(?:and|but|while)(?![A-Za-z])")
_LEAST_QUOTE = 12

Bound = tuple[StoredInvocation, str, str]
"""The invocation, the path and the stored text of a binding."""


def without_known_ends(claim_text: str, bound: Sequence[Bound]) -> str:
    """``claim_text`` without the words of a first or a last whose instant the evidence tells as
    that of all that matched, or as that of the form that the claim quotes."""

    def open_ends(clause: str) -> str:
        about = clause if specifics(_without_ends(clause)) else claim_text
        kept = _blanked(clause, _LAST, lambda at: _is_newest(at, claim_text, about, bound))
        return _blanked(kept, _FIRST, lambda at: _is_end(at, "oldest", about, bound))

    return "".join(map(open_ends, _clauses(claim_text)))


def _without_ends(text: str) -> str:
    return _LAST.sub(" ", _FIRST.sub(" ", text))


def _clauses(text: str) -> Iterator[str]:
    quoted = quoted_spans(text)
    ends = [
        match.end()
        for match in _CLAUSE_END.finditer(text)
        if not any(start <= match.start() < end for start, end in quoted)
    ]
    yield from (text[start:end] for start, end in pairwise([0, *ends, len(text)]))


def _blanked(clause: str, words: re.Pattern[str], is_known: Callable[[str], bool]) -> str:
    """Take the words of an end out of a clause whose one instant is a known end."""
    if not words.search(clause):
        return clause
    told = [fact for fact in extract_facts(clause) if fact.kind in ("timestamp", "date")]
    if len(told) != 1 or not is_known(_written(clause, told[0])):
        return clause
    return words.sub(" ", clause)


def _written(clause: str, fact: Fact) -> str:
    return clause[slice(*fact.span)]


def _is_newest(at: str, claim_text: str, about: str, bound: Sequence[Bound]) -> bool:
    return _is_end(at, "newest", about, bound) or any(
        path != SEARCH_PATH and _ends_form(at, claim_text, row, path, text)
        for row, path, text in bound
    )


def _is_end(at: str, end: str, about: str, bound: Sequence[Bound]) -> bool:
    """Whether every search that the claim rests on tells ``at`` as that end of all it matched, and
    the words ``about`` it speak of what the search asked for, or of the record of that instant."""
    rows = {row.id: row for row, _, _ in bound}
    ends = [_end_of(row, end) for row in rows.values()]
    if not ends or not all(each and not fact_gaps(at, [each]) for each in ends):
        return False
    there = [text for _, path, text in bound if path != SEARCH_PATH and _stands_at(at, end, text)]
    said = _without_ends(about)
    return all(_speaks_of(said, row, there) for row in rows.values())


def _speaks_of(said: str, row: StoredInvocation, there: Sequence[str]) -> bool:
    search = row.searches[0]
    asked = searched_words(row, search)
    return names_search(said, row, search) and (
        not specifics(said, asked) or any(not specifics(said, [*asked, record]) for record in there)
    )


def _stands_at(at: str, end: str, stored: str) -> bool:
    """Whether a record has the instant ``at``, or a group has it as that end."""
    mark = group_mark(stored)
    told = mark["last" if end == "newest" else "first"] if mark else None
    return not fact_gaps(at, [told or stored.split(" ", 1)[0]])


def _end_of(row: StoredInvocation, end: str) -> str | None:
    if row.failed or row.is_partial or len(row.searches) != 1:
        return None
    search = row.searches[0]
    return as_text(search.get(end)) if search.get("answered") is True else None


def _ends_form(at: str, claim_text: str, row: StoredInvocation, path: str, stored: str) -> bool:
    """Whether ``at`` is the last instant of a group that was read whole, of which the claim quotes
    what no other shown record holds, and says that it speaks of records like it."""
    mark = group_mark(stored)
    if mark is None or not mark["last"] or is_read_in_part(stored):
        return False
    if not _OF_ONE_FORM.search(claim_text) or fact_gaps(at, [mark["last"]]):
        return False
    sample = fold(stored[: mark.start()])
    refs = (row.refs or {}).items()
    others = [fold(text).lower() for name, text in refs if name not in (path, SEARCH_PATH)]
    quotes = (fold(claim_text[start + 1 : end - 1]) for start, end in quoted_spans(claim_text))
    return any(
        len(each) >= _LEAST_QUOTE
        and each in sample
        and not any(each.lower() in text for text in others)
        for each in quotes
    )
