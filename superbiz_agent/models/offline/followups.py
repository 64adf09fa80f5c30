"""What the first answers suggest to ask next: one more round, never the same search twice."""

from collections.abc import Iterator, Mapping

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.models.offline.after_event import searches_after
from superbiz_agent.models.offline.causes import severe_signature
from superbiz_agent.models.offline.changed_things import changed_thing
from superbiz_agent.models.offline.claims import EVERYTHING
from superbiz_agent.models.offline.direct_searches import (
    MAX_OF_A_KIND,
    MOST_LINES,
    Search,
    after_the_end,
    end_of_trouble,
    ends_of_named,
    is_known,
    is_owner,
    last_of_group,
    of_minute,
    outermost,
    versions,
)
from superbiz_agent.models.offline.documents import page_of_alert
from superbiz_agent.models.offline.evidence import WARN_RANK, Evidence, Line
from superbiz_agent.models.offline.matching import is_about
from superbiz_agent.models.offline.named_in_text import text_searches
from superbiz_agent.models.offline.none_of import searches_of_each
from superbiz_agent.models.offline.question import Question, source_words
from superbiz_agent.models.offline.related import names_of_alerts
from superbiz_agent.models.offline.relevance import rank_lines
from superbiz_agent.models.offline.resources import resource_searches
from superbiz_agent.models.offline.restart_help import help_searches
from superbiz_agent.models.offline.series import OVERVIEW
from superbiz_agent.models.offline.tallies import tally_searches
from superbiz_agent.models.offline.upstream import first_failure
from superbiz_agent.models.offline.which_more import more_searches


def follow_up_searches(question: Question, evidence: Evidence) -> list[Search]:
    """Return searches that the evidence so far calls for and that it has not answered yet."""
    lines = [each.line for each in rank_lines(evidence, question)]
    asked = _asked(evidence)
    wanted = [
        *searches_after(question, evidence),
        *_counts(question, evidence),
        *help_searches(question, lines),
        *searches_of_each(question, evidence),
        *text_searches(question, evidence),
        *resource_searches(question, evidence),
        *_of_service(question, evidence),
        *_of_thing(question, evidence),
        *of_minute(question, evidence, lines),
        *outermost(question, evidence, lines),
        *last_of_group(question, evidence, lines),
        *ends_of_named(question),
        *after_the_end(question, evidence, lines),
        *end_of_trouble(question, evidence, lines),
        *versions(question, evidence),
        *_broader(question, evidence),
        *_within_sources(question, lines),
        *_of_alerts(question, evidence, lines),
        *_failures_before(question, lines),
        *_whole(question, evidence),
        *_of_any_level(question, lines),
        *_error_check(question, evidence, lines),
        *_any_trouble(question, evidence),
        *_runbooks(question, evidence, lines),
    ]
    return [
        (tool, arguments)
        for tool, arguments in wanted
        if tool not in evidence.failed_tools and (tool, _key(arguments)) not in asked
    ]


def _counts(question: Question, evidence: Evidence) -> Iterator[Search]:
    """A count was asked for by a name that only the evidence knows for one: count within it."""
    names = [name for name in question.searched_entities if is_owner(name, evidence)]
    if len(names) == 1 and not evidence.of("count"):
        scope: JsonObject = {"service": names[0]}
        for arguments in (*tally_searches(question, scope), *more_searches(question, scope)):
            yield "query_logs", arguments


def _key(arguments: JsonObject) -> frozenset[tuple[str, str]]:
    return frozenset((name, str(value)) for name, value in arguments.items())


def _asked(evidence: Evidence) -> set[tuple[str, frozenset[tuple[str, str]]]]:
    return {
        (line.tool_name, _key({"query": line.search.query, **_chosen(line.search.filters)}))
        for line in evidence.searches
        if line.search is not None
    }


def _chosen(filters: Mapping[str, str]) -> JsonObject:
    """Keep the filters that a search here may name; a tool reports its own defaults as well."""
    return {
        name: value for name, value in filters.items() if name in ("service", "level", "count_by")
    }


def _of_service(question: Question, evidence: Evidence) -> Iterator[Search]:
    """What was asked of one service was asked of every source: ask for it within the service, if
    the sources know it."""
    names = question.searched_entities
    if len(names) != 1:
        return
    if not is_owner(names[0], evidence):
        return
    for term in question.searches[:MAX_OF_A_KIND]:
        if term != names[0]:
            yield "query_logs", {"query": term, "service": names[0]}


def _of_thing(question: Question, evidence: Evidence) -> Iterator[Search]:
    """What is named is known as a source alone: ask what records of others say of it, too."""
    for name in question.searched_entities[:1]:
        if name.isascii() and not question.is_narrow and not is_known(name, evidence):
            yield "query_logs", {"query": name, "service": name}


def _of_alerts(question: Question, evidence: Evidence, lines: list[Line]) -> Iterator[Search]:
    """An alert that fires names what it is of: read its logs, and its metric series where the tool
    was asked for series at all."""
    is_measured = any("metric" in line.search.filters for line in evidence.searches if line.search)
    asked = {name.casefold() for name in question.searched_entities}
    names = [name for name in names_of_alerts(lines) if name.casefold() not in asked]
    for name in names[:MAX_OF_A_KIND]:
        yield "query_logs", {"query": name, "service": name, "limit": MOST_LINES}
        if is_measured:
            yield "query_metrics", {"query": OVERVIEW, "metric": OVERVIEW, "service": name}


def _failures_before(question: Question, lines: list[Line]) -> Iterator[Search]:
    """A cause was asked for, and what was asked about failed: ask what else failed."""
    if question.asks_cause and first_failure(lines, question.searched_entities):
        yield "query_logs", {"query": EVERYTHING, "level": "ERROR", "limit": MOST_LINES}


def _whole(question: Question, evidence: Evidence) -> Iterator[Search]:
    """A search of what trouble was asked of was cut off: ask again for as much as can be shown."""
    if not question.prefers_trouble:
        return
    searches = [line.search for line in evidence.searches if line.tool_name == "query_logs"]
    for search in searches:
        service = search.filters.get("service") if search and not search.is_whole else None
        if search and service in question.searched_entities:
            chosen = _chosen(search.filters)
            yield "query_logs", {"query": search.query, **chosen, "limit": MOST_LINES}


def _of_any_level(question: Question, lines: list[Line]) -> Iterator[Search]:
    """Trouble of a level was asked for, and why: what led to it, or ended it, may have another. Or
    since when, and no record has that level."""
    is_silent = question.kind == "when" and not any(line.kind == "log" for line in lines)
    if question.level and (question.asks_cause or is_silent):
        for name in question.searched_entities[:MAX_OF_A_KIND]:
            yield "query_logs", {"query": name, "service": name}


def _error_check(question: Question, evidence: Evidence, lines: list[Line]) -> Iterator[Search]:
    """Nothing severe on record of an entity: ask for its errors alone, so that silence counts."""
    if question.level:
        return
    asked = _sources_asked(question, evidence)
    for name in [x for x in question.searched_entities if x not in asked and x.isascii()][
        :MAX_OF_A_KIND
    ]:
        own = [line for line in lines if line.kind == "log" and is_about(line.body, name)]
        if not any(line.rank > WARN_RANK for line in own):
            yield "query_logs", {"query": name, "service": name, "level": "ERROR"}


def _within_sources(question: Question, lines: list[Line]) -> Iterator[Search]:
    """A word of the question turned out to name a source, and no record tells of the others: ask
    for the rest of its words."""
    if not any(line.kind == "log" for line in lines):
        for term in question.searches[:MAX_OF_A_KIND]:
            yield "query_logs", {"query": term}


def _any_trouble(question: Question, evidence: Evidence) -> Iterator[Search]:
    """Trouble of a whole source was asked for, or of something that its records do not name: ask
    for any of it."""
    searched = any(line.tool_name == "query_logs" for line in evidence.searches)
    of_source = bool(_sources_asked(question, evidence))
    by_service = any(is_known(name, evidence) for name in question.entities)
    if not searched or not question.prefers_trouble or (by_service and not of_source):
        return
    if question.level and question.level != "WARN":
        yield "query_logs", {"query": EVERYTHING, "level": question.level}
    severe = any(line.rank >= WARN_RANK for line in evidence.of("log"))
    if of_source or not severe:
        yield "query_logs", {"query": EVERYTHING, "level": "WARN"}


def _sources_asked(question: Question, evidence: Evidence) -> list[str]:
    """The entities of the question that only name a source by a word of its file's name."""
    parts = source_words(evidence.sources)
    return [name for name in question.entities if name.casefold() in parts]


def _runbooks(question: Question, evidence: Evidence, lines: list[Line]) -> Iterator[Search]:
    """Look up an alert that fires, or that was asked about by name, by its name and its link, and
    a failure that a line names by itself."""
    if question.is_narrow:
        return
    if question.asks_knowledge:
        pages = dict.fromkeys(line.page for line in evidence.of("knowledge"))
        yield from (("lookup_knowledge", {"query": page}) for page in list(pages)[:1])
    alerts = [line for line in lines if line.kind == "alert"]
    named = [
        page_of_alert(line) for line in alerts if line.name and is_about(question.text, line.name)
    ]
    firing = [page_of_alert(line) for line in alerts if line.state == "firing"]
    signatures = filter(None, map(severe_signature, lines))
    labels = [signature.label[question.language] for signature in signatures]
    for query in list(dict.fromkeys([*named, *labels, *firing]))[:MAX_OF_A_KIND]:
        yield "lookup_knowledge", {"query": query}


def _broader(question: Question, evidence: Evidence) -> Iterator[Search]:
    """A search of an entity's logs that found nothing: ask again by name alone, and for all that
    a source of that name holds, whose records may not name it."""
    if not evidence.of("log"):
        for name in question.searched_entities[:MAX_OF_A_KIND]:
            yield "query_logs", {"query": name}
    words = [word for topic in question.topics for word in topic.split() if word.isascii()]
    words = [] if evidence.of("log") or changed_thing(question) else words
    level = {"level": question.level} if question.level else {}
    for name in [*question.searched_entities, *words][: MAX_OF_A_KIND + 1]:
        if name.isascii() and _is_missing(name, evidence):
            yield "query_logs", {"query": EVERYTHING, "service": name, **level}


def _is_missing(name: str, evidence: Evidence) -> bool:
    """Whether logs were searched for ``name``, and no record was found by it."""
    asked = [x.search for x in evidence.searches if x.search and x.tool_name == "query_logs"]
    named = [search for search in asked if is_about(search.query, name)]
    return bool(named) and not any(search.matched for search in named)
