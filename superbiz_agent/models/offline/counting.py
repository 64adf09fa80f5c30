"""How many: totals that code recomputes from the search or from the groups (contract section 7)."""

import re
from collections.abc import Sequence
from typing import Final

from superbiz_agent.models.offline.claims import EVERYTHING, matches, observation, total
from superbiz_agent.models.offline.drafts import Draft, is_sayable
from superbiz_agent.models.offline.evidence import LEVEL_RANK, WARN_RANK, Evidence, Line, Search
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.relevance import Ranked

MAX_GROUPS: Final = 5

_DENIES: Final = re.compile(
    r"(?<![a-z])(?:not|never|unable|failed|fail|failures?|rejected|refused|errors?)(?![a-z])"
    r"|(?:could|can|did|do|would|was|were)n.?t(?![a-z])|失败|未|没有?|无法|不能|报错|拒绝",
    re.IGNORECASE,
)
"""How a question counts what went wrong: what went well is none of it."""


def counted(question: Question, evidence: Evidence, records: Sequence[Ranked]) -> list[Draft]:
    """State the total of the ``records`` that were asked for, and the groups it is made of."""
    asked = [each for each in records if is_asked_for(each, question)]
    if _DENIES.search(question.text):
        severe = [each for each in asked if each.line.kind == "log" and each.line.rank > WARN_RANK]
        asked = severe or [each for each in asked if each.is_trouble] or asked
    most = max((_nearness(each) for each in asked), default=(0, 0, 0))
    nearest = [each.line for each in asked if _nearness(each) == most]
    groups = sorted(nearest, key=lambda line: -(line.count or 1))
    if not groups:
        return []
    shown = [observation(line, question.language) for line in groups[:MAX_GROUPS]]
    if len(groups) == 1:
        return shown
    return [*_total(question, evidence, groups, is_all=len(groups) == len(asked)), *shown]


def _nearness(each: Ranked) -> tuple[int, int, int]:
    """A name that was asked for counts before words."""
    return each.exact, each.words, each.spoken


def is_asked_for(each: Ranked, question: Question) -> bool:
    """True for a record of the level asked for, or one that says what was asked for."""
    if question.level and each.line.level:
        return each.line.rank >= LEVEL_RANK[question.level]
    return bool(each.exact or each.words) or not question.search_terms


def _total(
    question: Question, evidence: Evidence, groups: Sequence[Line], *, is_all: bool
) -> list[Draft]:
    """The total, as a search gives it or else as the groups add up to it. Of a search that shows
    only some of its records all that were found are asked for (``is_all``), by that search."""
    number = sum(line.count or 1 for line in groups)
    searches = [
        line
        for line in evidence.searches
        if _counts(line, question)
        and line.search
        and (
            line.search.matched == number or _is_all_of_level(line.search, question)
            if line.search.is_whole
            else is_all and all(line.search.query in evidence.queries_of(x) for x in groups)
        )
    ]
    drafts = [matches(line, question.language) for line in searches]
    if len({line.owner for line in groups}) == 1 and all(line.count for line in groups):
        drafts.append(total(groups, question.language))
    return [draft for draft in drafts if is_sayable(draft)][:1]


def _is_all_of_level(search: Search, question: Question) -> bool:
    """True for a search for every record of the level, where nothing else was asked for."""
    return bool(question.level) and search.query == EVERYTHING and not question.subjects


def _counts(line: Line, question: Question) -> bool:
    """True for an answered search of the logs for what was asked, of the level asked for."""
    search = line.search
    if search is None or line.tool_name != "query_logs" or not search.matched:
        return False
    asked = (*question.entities, *question.searches, *question.phrases, EVERYTHING)
    is_of_level = not question.level or search.filters.get("level") == question.level
    return search.is_answered and search.query in asked and is_of_level
