"""The searches that an answer by code needs beside those of the plan: the records of a minute, the
outermost value, the end of a trouble, the versions (``direct_answers``)."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.models.offline.changes import VERSIONS, instant
from superbiz_agent.models.offline.claims import EVERYTHING
from superbiz_agent.models.offline.durations import asks_how_long, tells_duration
from superbiz_agent.models.offline.endings import asks_end, asks_ending
from superbiz_agent.models.offline.evidence import LEVEL_RANK, WARN_RANK, Evidence, Line
from superbiz_agent.models.offline.failures import asks_lasted
from superbiz_agent.models.offline.matching import owns
from superbiz_agent.models.offline.paths import telling_parts
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.ranked_values import extreme_search
from superbiz_agent.models.offline.ranks import in_order, rank_asked
from superbiz_agent.models.offline.recoveries import SEARCHED
from superbiz_agent.models.offline.slow_words import asks_slowest
from superbiz_agent.models.offline.slowest import timed_records
from superbiz_agent.models.offline.two_questions import ending_asked_too
from superbiz_agent.models.offline.values import MINUTE, asks_value, minute_asked, values_of

MAX_OF_A_KIND: Final = 2
MAX_ENDING: Final = 5
"""Groups, the nearest, of which the last may be the one asked for."""

SECOND: Final = timedelta(seconds=1)
MOST_LINES: Final = 50
"""Lines that a search shows at most."""

Search = tuple[str, JsonObject]
"""A tool's name and its arguments."""


def of_minute(question: Question, evidence: Evidence, lines: list[Line]) -> Iterator[Search]:
    """A value at a time of day was asked: ask for the records of that minute."""
    minute = minute_asked(question, evidence) if asks_value(question) else None
    labels = (value.label for line in lines for value in values_of(question, line))
    label = next(labels, None)
    if minute is not None and label:
        window = {"since": _instant(minute), "until": _instant(minute + MINUTE)}
        yield "query_logs", {"query": label, **window, "limit": MOST_LINES}


def _instant(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def outermost(question: Question, evidence: Evidence, lines: list[Line]) -> Iterator[Search]:
    """The slowest or largest was asked for, and a group tells how far it goes: ask for that one."""
    timed = timed_records(question, evidence)
    value = extreme_search(question, timed if asks_slowest(question.text) else lines)
    if value is not None:
        yield "query_logs", {"query": value}


def last_of_group(question: Question, evidence: Evidence, lines: list[Line]) -> Iterator[Search]:
    """The last was asked for, and a group tells by its first record: ask for the one with which
    it ends, by the search that found it."""
    if rank_asked(question.text) != "last":
        return
    groups = [x for x in lines if x.kind == "log" and x.count > 1 and x.last]
    if asks_how_long(question):
        groups = [x for x in groups if tells_duration(x)]
    for line in in_order(groups[:MAX_ENDING], "last")[:MAX_OF_A_KIND]:
        queries = sorted(evidence.queries_of(line), key=lambda query: query == EVERYTHING)
        end = instant(line.last)
        if queries and end:
            until = _instant(end + SECOND)
            yield "query_logs", {"query": queries[0], "since": line.last, "until": until}


def end_of_trouble(question: Question, evidence: Evidence, lines: list[Line]) -> Iterator[Search]:
    """Whether it is over was asked: ask for all that whoever had the trouble tells; where more was
    found than is shown, for what tells of an end."""
    if not (asks_ending(question.text) or ending_asked_too(question)):
        return
    if _is_cut(evidence):
        yield "query_logs", {"query": EVERYTHING, "regex": SEARCHED, "limit": MOST_LINES}
    if not question.entities:
        owners = dict.fromkeys(x.owner for x in lines if x.kind == "log" and x.rank >= WARN_RANK)
        for owner in list(owners)[:MAX_OF_A_KIND]:
            name = max(telling_parts(owner), key=len, default=owner) if "/" in owner else owner
            yield "query_logs", {"query": EVERYTHING, "service": name, "limit": MOST_LINES}


def ends_of_named(question: Question) -> Iterator[Search]:
    """How long trouble of something that is named went on was asked: ask for that trouble, and for
    what of the same tells of an end."""
    named = [x for x in question.terms if x not in question.statuses]
    if named and asks_lasted(question):
        yield "query_logs", {"query": named[0], "level": "ERROR"}
        yield "query_logs", {"query": named[0], "level": "WARN"}
        yield "query_logs", {"query": named[0], "regex": SEARCHED}


def after_the_end(question: Question, evidence: Evidence, lines: list[Line]) -> Iterator[Search]:
    """When trouble ended was asked: ask for more of it after the last that is on record, so that
    the silence behind it counts."""
    if not asks_end(question.text):
        return
    last = last_on_record(question, evidence, lines)
    if last is not None:
        service = {"service": question.entities[0]} if len(question.entities) == 1 else {}
        things = [*question.phrases, " ".join(question.statuses), *question.topics]
        named = next(filter(None, things), "")
        thing = {"query": named} if named and not question.level else {}
        level = {"level": question.level or "ERROR"} if not thing else {}
        since = {"since": _instant(last + SECOND)}
        yield "query_logs", {"query": EVERYTHING, **thing, **level, **service, **since}
        yield "query_logs", {"query": EVERYTHING, **service, **since}  # how far the records go


def last_on_record(
    question: Question, evidence: Evidence, lines: Iterable[Line]
) -> datetime | None:
    """The last instant of the trouble that is asked about, in whole seconds: of its records, and
    of all that a search for its level matched."""
    least = LEVEL_RANK[question.level] if question.level else WARN_RANK
    ends = [line.last or line.at for line in lines if line.kind == "log" and line.rank >= least]
    ends += [
        line.search.newest
        for line in evidence.searches
        if line.search and line.search.newest and line.search.filters.get("level")
    ]
    instants = [at for each in ends if (at := instant(each))]
    return max(instants).replace(microsecond=0) if instants else None


def versions(question: Question, evidence: Evidence) -> Iterator[Search]:
    """A version was asked for: records name it by its number, seldom by the word."""
    if question.kind != "which_version":
        return
    known = [name for name in question.searched_entities if is_owner(name, evidence)]
    service = {"service": known[0]} if len(known) == 1 else {}
    yield "query_logs", {"query": EVERYTHING, "regex": VERSIONS, **service, "limit": MOST_LINES}


def is_owner(name: str, evidence: Evidence) -> bool:
    """Whether the sources of logs know ``name``, or wrote a record under it."""
    return is_known(name, evidence) or any(owns(line, name) for line in evidence.of("log"))


def is_known(name: str, evidence: Evidence) -> bool:
    """Whether a search of the logs for the service ``name`` was answered."""
    return any(
        line.search.is_answered and line.search.filters.get("service") == name
        for line in evidence.searches
        if line.search and line.tool_name == "query_logs"
    )


def _is_cut(evidence: Evidence) -> bool:
    searches = (x.search for x in evidence.searches if x.tool_name == "query_logs")
    return any(search is not None and not search.is_whole for search in searches)
