"""What a ``$.search`` alone can carry: that what it asked for matched, or did not (section 4).

"No errors were found" over a search for OOMKilled denies what nobody looked for, and "order-service
crashed" over a search that matched three records says more than that three matched. What such a
claim speaks of must stand in the query, the filters or the sources of the search.
"""

from collections.abc import Sequence

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.grounding.comparison.engine import content_terms, fold
from superbiz_agent.grounding.evidence.hostile import as_object, as_text
from superbiz_agent.grounding.evidence.stored import StoredInvocation
from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.facts.tokens import cut_out
from superbiz_agent.grounding.gatekeeping.coverage import shows_nothing
from superbiz_agent.grounding.question import without_synonyms
from superbiz_agent.grounding.verification.search_narrowing import (
    covers,
    names_filter,
    tells_narrowing,
)
from superbiz_agent.grounding.wording import Lexicon, clauses, states_absence, words
from superbiz_agent.grounding.wording.absence import RULED_OUT
from superbiz_agent.grounding.wording.search_words import (
    EVERYTHING,
    LEVEL_WORDS,
    REPORTING,
    WEAK,
    stem,
)

ALERT_STATES = words("""
fire | fires | fired | firing | pending | silenced | inhibited | 触发 | 正在触发 | 静默 | 被静默
""")
"""A search of alerts finds them whatever their state: where none matched, none was in any."""

SERIES_ARGUMENTS = frozenset({"metric", "promql"})
"""Arguments with which ``query_metrics`` searches series, not alerts."""

MATCHING = words("""
record | records | entry | entries | line | lines | match | matches | matched | matching
search | searched | returned | returns | result | results | hit | hits | found | series | alerts
记录 | 条 | 行 | 匹配 | 命中 | 搜索 | 检索 | 查询 | 返回 | 找到 | 结果
""")
"""A claim over a search that matched something must speak of matching by one of them."""

_REPORTING = Lexicon((*REPORTING, *RULED_OUT))
_MATCHING = Lexicon(MATCHING)
_WEAK = Lexicon(WEAK)
_QUOTES = "\"'“”"
"""Around a phrase that was asked for."""


def exceeds_searches(
    text: str, rows: Sequence[StoredInvocation], stored: Sequence[str], *, question: str = ""
) -> bool:
    """Whether ``text`` denies, or without ``stored`` texts beside it says, what none of the
    searches ``rows`` asked for, or denies more than one of them was narrowed to. Typed facts are
    compared elsewhere."""
    asked = [_Asked(row) for row in rows]
    parts = clauses(text)
    queries = [query for row in rows for query in queries_of(row)]
    denied = [
        part for part in parts if states_absence(without_queries(part, queries), stored=stored)
    ]
    said = denied if stored else parts
    if not said:
        return False
    is_absence = states_absence(without_queries(text, queries), stored=stored)
    if not stored and not is_absence and not _MATCHING.holds(text):
        return True
    if not any(each.is_named_in(text) for each in asked):
        return True
    if any(_unasked_terms(part, asked) for part in said):
        return True
    absences = denied or ([text] if is_absence else [])
    return any(_is_wider(part, _scope_of(part, parts, rows), asked, question) for part in absences)


def _scope_of(part: str, parts: Sequence[str], rows: Sequence[StoredInvocation]) -> str:
    """What an absence is narrowed by: its own words and those beside it ("the records of edge-11
    were searched; none matched"); where it names a filter itself, not those that name one, too."""
    naming = [each for each in parts if any(names_filter(each, row) for row in rows)]
    return " ".join(
        each for each in parts if part not in naming or each not in naming or each == part
    )


def _is_wider(part: str, scope: str, asked: Sequence["_Asked"], question: str) -> bool:
    """Whether no search that matched nothing carries an absence whole, or one that matched
    something was for the same."""
    empty = [each for each in asked if shows_nothing(each.row)]
    carrying = [each for each in empty if tells_narrowing(scope, each.row, question)]
    if not carrying or _unasked_terms(part, carrying):
        return True
    return any(
        each.is_named_in(part) and not _unasked_terms(part, [each]) and covers(each.row, part)
        for each in asked
        if each not in empty
    )


def without_queries(text: str, queries: Sequence[str]) -> str:
    """``text`` without the words, in quotes, that a cited search was asked for."""
    if not queries:
        return text
    asked = {fold(query.strip(_QUOTES)) for query in queries}
    quoted = [fact for fact in extract_facts(text) if fact.kind == "quoted"]
    spans = [fact.span for fact in quoted if fold(fact.value.strip(_QUOTES)) in asked]
    return cut_out(text, [(start + 1, end - 1) for start, end in spans])


def queries_of(row: StoredInvocation) -> list[str]:
    """What the searches of ``row`` were asked for."""
    asked = [row.query, *(as_text(search.get("query")) or "" for search in row.searches)]
    return list(dict.fromkeys(filter(None, asked)))


class _Asked:
    """What one invocation's searches were asked for."""

    def __init__(self, row: StoredInvocation) -> None:
        self.row = row
        searches: list[JsonObject] = row.searches or [row.arguments | {"filters": row.arguments}]
        filters = [as_object(search.get("filters")) or {} for search in searches]
        self.query = " ".join(queries_of(row))
        values = [as_text(value) or "" for each in filters for value in each.values()]
        self.levels = [
            fold(value) for each in filters for value in [as_text(each.get("level"))] if value
        ]
        specific = _WEAK.blank(self.query)
        self.terms = content_terms(specific) or content_terms(self.query)
        told = (*self.level_words, *_states_told(row))
        self.words = " ".join([specific, *sorted(self.terms), *values, *row.sources, *told])

    @property
    def level_words(self) -> list[str]:
        """The words for the level that was asked for, where every record of it was."""
        if self.query != EVERYTHING:
            return []
        return [word for level in self.levels for word in LEVEL_WORDS.get(level, (level,))]

    def is_named_in(self, text: str) -> bool:
        """Whether ``text`` names what was looked for: a term of the query, or all records."""
        if self.query == EVERYTHING:
            return True
        if self.terms & content_terms(text) or fold(self.query) in fold(text):
            return True
        return without_synonyms(text, self.words) != text


def _states_told(row: StoredInvocation) -> tuple[str, ...]:
    """The states of alerts that are denied where a search of alerts found none."""
    is_of_alerts = row.tool_name == "query_metrics" and SERIES_ARGUMENTS.isdisjoint(
        key for key, value in row.arguments.items() if value
    )
    found = any(search.get("matched") != 0 for search in row.searches)
    return ALERT_STATES if is_of_alerts and row.searches and not found else ()


def _unasked_terms(clause: str, asked: Sequence[_Asked]) -> frozenset[str]:
    known = " ".join(each.words for each in asked)
    stems = {stem(term) for term in content_terms(known)}
    facts = [fact.span for fact in extract_facts(clause) if fact.kind != "quoted"]
    rest = _REPORTING.blank(without_synonyms(cut_out(clause, facts), known))
    return frozenset(
        term
        for term in content_terms(rest)
        if stem(term) not in stems and term not in known and not term.isdigit()
    )
