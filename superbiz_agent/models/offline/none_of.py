"""Which services had none of a thing: those whose records were searched for it in vain.

Who there is tells a count of all records by service; who had some, the count of those asked for.
Each of the others is searched by itself: only an answered search that matched nothing says that it
had none (contract section 4).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.grounding.facts.name_counts import ToldCounts, told_counts
from superbiz_agent.models.offline.claims import EVERYTHING, absence, absences
from superbiz_agent.models.offline.deeds import asks_none
from superbiz_agent.models.offline.drafts import Draft, is_sayable
from superbiz_agent.models.offline.evidence import Evidence, Line
from superbiz_agent.models.offline.paths import telling_parts
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.tally_claims import each_counted

KIND: Final = "service"
MAX_SEARCHED: Final = 7
"""Services of which each is searched: a round has eight calls."""


def none_searches(question: Question) -> list[JsonObject]:
    """The searches that tell who there is, and who had some."""
    if not _is_asked(question):
        return []
    return [{"query": EVERYTHING, "count_by": KIND}, {**_thing(question), "count_by": KIND}]


def searches_of_each(question: Question, evidence: Evidence) -> Iterator[tuple[str, JsonObject]]:
    """A search of each service that is known and had none, as far as the counts say."""
    if _is_asked(question):
        for name in _without(question, evidence)[:MAX_SEARCHED]:
            yield "query_logs", {**_thing(question), "service": name}


def had_none(question: Question, evidence: Evidence) -> list[Draft]:
    """The services that were searched in vain, in one claim where it can be said."""
    if not _is_asked(question):
        return []
    names = _without(question, evidence)
    if not names:
        return _of_all(question, evidence)
    silent = [
        line
        for line in evidence.searches
        if line.search and line.search.found_nothing and line.search.filters.get("service") in names
    ]
    if len(silent) > 1:
        together = absences(silent, question.language)
        if is_sayable(together, evidence.names):
            return [together]
    return [absence(line, question.language) for line in silent]


def _of_all(question: Question, evidence: Evidence) -> list[Draft]:
    """Where every service had some: how many each had."""
    thing = _thing(question)
    asked = {
        line.invocation_id
        for line in evidence.searches
        if line.search
        and line.search.filters.get("count_by") == KIND
        and (line.search.query, line.search.filters.get("level")) == _key(thing)
    }
    lines = [line for line in evidence.of("count") if line.invocation_id in asked]
    return [each_counted(line, question.language) for line in lines[:1]]


def is_left_open(question: Question, lines: Sequence[Line]) -> bool:
    """Whether who had none is asked, and no search within a service tells it."""
    return asks_none(question) and not any(
        line.fields.get("kind") == KIND
        if line.search is None
        else line.search.found_nothing and "service" in line.search.filters
        for line in lines
    )


def _is_asked(question: Question) -> bool:
    return asks_none(question) and not question.asks_alerts and not question.entities


def _thing(question: Question) -> JsonObject:
    """What none is asked of: errors of any kind, or else the thing that is named."""
    if question.level or question.asks_trouble or not question.topics:
        return {"query": EVERYTHING, "level": question.level or "ERROR"}
    return {"query": question.topics[0]}


def _without(question: Question, evidence: Evidence) -> list[str]:
    """The services that the count of all records names, and the count of those asked for does not:
    none where that does not tell all of its names."""
    everyone: list[str] = []
    some: set[str] | None = None
    thing = _thing(question)
    for line in evidence.searches:
        search = line.search
        if search is None or search.filters.get("count_by") != KIND:
            continue
        told = _counts_of(line, evidence)
        names = [each.name for each in told.counts] if told else []
        level = search.filters.get("level")
        if (search.query, level) == _key(thing):
            some = set(names) if told is None or told.is_whole else None
        elif (search.query, level) == (EVERYTHING, None):
            everyone = names
    return [] if some is None else [_as_asked(each) for each in everyone if each not in some]


def _key(thing: JsonObject) -> tuple[object, object]:
    return thing["query"], thing.get("level")


def _as_asked(name: str) -> str:
    """The name by which a service is asked for: of a file, what it is called after."""
    parts = (telling for part in reversed(name.split("/")) for telling in telling_parts(part))
    return next(parts, name) if "/" in name else name


def _counts_of(search: Line, evidence: Evidence) -> ToldCounts | None:
    found = (x for x in evidence.of("count") if x.invocation_id == search.invocation_id)
    return next((told_counts(line.body) for line in found), None)
