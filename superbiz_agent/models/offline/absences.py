"""Which searches found nothing and say something by it (contract section 4)."""

from typing import Final

from superbiz_agent.models.offline.claims import EVERYTHING
from superbiz_agent.models.offline.evidence import Evidence, Line, Search
from superbiz_agent.models.offline.question import Question, source_words

MAX_ABSENCES: Final = 2


def absent_lines(question: Question, evidence: Evidence, *, found: bool) -> list[Line]:
    """The searches of each tool that found nothing, the most telling first. Where others found
    something, silence says something of the entities or the level asked about alone."""
    parts = source_words(evidence.sources)
    silent = [
        line
        for line in evidence.searches
        if line.search is not None
        and line.search.found_nothing
        and line.tool_name != "lookup_knowledge"
        and line.search.query.casefold() not in parts
        and (not found or line.search.query in question.entities or _is_everything(line.search))
    ]
    kept: dict[str, Line] = {}
    for line in sorted(silent, key=lambda each: _width(each, question)):
        kept.setdefault(line.tool_name, line)
    return list(kept.values())[:MAX_ABSENCES]


def _is_everything(search: Search) -> bool:
    return search.query == EVERYTHING


def _width(line: Line, question: Question) -> tuple[bool, bool, int]:
    """Sort key: by everything, by what was asked, then with the fewest filters."""
    search = line.search
    if search is None:
        return True, True, 0
    return not _is_everything(search), not _is_asked(line, question), len(search.filters)


def is_missed(line: Line, question: Question, evidence: Evidence) -> bool:
    """True if what a search was asked for in vain was found by no other tool either."""
    search = line.search
    if search is None or not _is_asked(line, question):
        return False
    others = evidence.of("alert", "log", "series", "other")
    is_found = (search.query in evidence.queries_of(other) for other in others)
    return bool(search.filters.get("level")) or not any(is_found)


def _is_asked(line: Line, question: Question) -> bool:
    """True for a search for the thing that was asked about, or for its level, in vain."""
    search = line.search
    if search is None:
        return False
    if question.level and search.filters.get("level") == question.level:
        return True
    if question.level and line.tool_name == "query_metrics":
        return False  # alerts have no level
    return search.query in question.searches or search.query in question.phrases
