"""The slowest request, endpoint or page by name: records that tell how long one took, compared.

Words for requests stand in few records, so that the records are found by their duration fields; the
one with the outermost value names its path. Averages are not made of what a search shows.
"""

import re
from typing import Final

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.models.offline.claims import EVERYTHING
from superbiz_agent.models.offline.drafts import Draft
from superbiz_agent.models.offline.evidence import Evidence, Line
from superbiz_agent.models.offline.matching import owns
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.ranked_values import by_each_label
from superbiz_agent.models.offline.ranks import rank_asked
from superbiz_agent.models.offline.slow_words import asks_slowest

MOST_LINES: Final = 50

DURATIONS: Final = (
    "(?i)(?:\\b|_)(?:(?:request|response|upstream|process|processing|query|total)[_.]?time"
    "|time_taken|duration|latency|elapsed|took|cost|rt)"
    '(?:[_.]?(?:ms|us|ns|s|sec|seconds|millis))?"?[=:] ?"?[0-9]'
)
"""A regular expression (RE2) of a field that tells how long something took; it holds no comma,
which would end a filter in the text of a search."""


def slowest_searches(question: Question, scope: JsonObject) -> list[JsonObject]:
    """The search for all records that tell how long something took."""
    if not asks_slowest(question.text):
        return []
    return [{"query": EVERYTHING, "regex": DURATIONS, "limit": MOST_LINES, **scope}]


def timed_records(question: Question, evidence: Evidence) -> list[Line]:
    """The records that such searches found, of the service that is named; none where one of the
    searches was cut off, since what it left out cannot be compared."""
    asked = [
        line
        for line in evidence.searches
        if line.search and line.search.filters.get("regex") == DURATIONS
    ]
    if not asked or not all(line.search.is_whole for line in asked if line.search):
        return []
    pattern = re.compile(DURATIONS)
    names = [name for name in question.searched_entities if name.isascii()]
    timed = [line for line in evidence.of("log") if pattern.search(line.body)]
    return [x for x in timed if any(owns(x, name) for name in names)] if names else timed


def slowest(question: Question, evidence: Evidence) -> list[Draft]:
    """The record of the outermost duration, with the comparison that it comes from."""
    rank = rank_asked(question.text)
    if rank not in ("greatest", "smallest") or not asks_slowest(question.text):
        return []
    return by_each_label(question, timed_records(question, evidence), least=rank == "smallest")
