"""Answers that code works out over stored lines: who is first or most, what a value was, whether
it is over. Each leads with the line that decides it (contract section 7)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.models.offline.changes import instant, instant_of
from superbiz_agent.models.offline.claims import absence, observation
from superbiz_agent.models.offline.counting import is_asked_for
from superbiz_agent.models.offline.drafts import Draft
from superbiz_agent.models.offline.durations import asks_how_long, tells_duration
from superbiz_agent.models.offline.endings import (
    asks_end,
    asks_ending,
    asks_span,
    last_trouble,
    starts_after,
)
from superbiz_agent.models.offline.evidence import Line
from superbiz_agent.models.offline.failures import (
    asks_lasted,
    failures,
    length_of,
    main_failure,
    tells_length,
)
from superbiz_agent.models.offline.matching import is_about, owns
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.ranking import compared
from superbiz_agent.models.offline.ranks import in_order, rank_asked
from superbiz_agent.models.offline.recoveries import recoveries_after, tells_recovery
from superbiz_agent.models.offline.relevance import Ranked, incident_lines
from superbiz_agent.models.offline.situation import Findings
from superbiz_agent.models.offline.slowest import slowest
from superbiz_agent.models.offline.timed_claims import (
    beginning,
    lasted,
    until,
    value_at,
    value_range,
)
from superbiz_agent.models.offline.values import (
    asks_value,
    minute_asked,
    records_at,
    values_of,
)

MAX_BEGINNINGS: Final = 3
MAX_VALUES: Final = 2
MAX_ENDS: Final = 1


_ASKS_ELSE: Final = ("why", "remediation", "meaning", "which_version", "yes_no")
"""Kinds of questions in which a word of rank asks for no comparison."""


def ranked(found: Findings) -> list[Draft]:
    """Who has most, what is slowest, what was first or last: by code, over what was asked for."""
    question, language = found.question, found.language
    timed = slowest(question, found.evidence)
    if timed:
        return timed
    rank = rank_asked(question.text)
    if question.asks_alerts:
        records = [each.line for each in found.ranked if each.line.kind == "alert"]
    else:
        records = [each.line for each in _asked_records(found)]
    if rank is None or not records or question.kind in _ASKS_ELSE:
        return []
    if rank in ("first", "last"):
        worded = beginning if rank == "first" else until
        ordered = in_order(records, rank)[:MAX_BEGINNINGS]
        return [worded(line, language) for line in ordered if instant_of(line)]
    if question.asks_alerts:
        return []
    return compared(question, found.evidence, records)


def _asked_records(found: Findings) -> list[Ranked]:
    """The records that share as many words with the question as the nearest do."""
    records = [each for each in found.own if each.line.kind == "log"]
    if asks_lasted(found.question):  # whatever words of it a routine record shares
        failed = failures(each.line for each in records)
        records = [each for each in records if each.line in failed]
    elif asks_how_long(found.question):
        records = [each for each in records if tells_duration(each.line)] or records
    is_timed = rank_asked(found.question.text) in ("first", "last", None)
    if found.question.asks_trouble and is_timed and not found.question.level:
        failed = failures(each.line for each in records)
        records = [each for each in records if each.line in failed] or records
    if found.question.level:
        severe = [each for each in records if is_asked_for(each, found.question)]
        records = severe or records
        if not (found.question.topics or found.question.phrases):
            return records
    most = max(((each.exact, each.words) for each in records), default=(0, 0))
    return [each for each in records if (each.exact, each.words) == most]


def lasted_how_long(found: Findings) -> list[Draft]:
    """How long trouble went on: the main failure from its first record to its last, and what tells
    of its end; of a single record when it was."""
    if not asks_lasted(found.question) or found.is_unknown:
        return []
    main = main_failure(each.line for each in _asked_records(found))
    if main is None:
        return []
    length, language = length_of(main), found.language
    told = [observation(main, language), lasted(main, length, language)] if length else []
    own = (x for x in incident_lines(found.evidence) if x.owner == main.owner)
    over = [line for line in recoveries_after([main], own) if _is_of_named(line, found)]
    alerts = [] if over else [x.line for x in found.ranked if _tells_how_long(x, found)]
    return [
        *(observation(line, language) for line in alerts[:MAX_ENDS]),
        *(told or [beginning(main, language)]),
        *(beginning(line, language) for line in over),
    ]


def _is_of_named(line: Line, found: Findings) -> bool:
    """Whether a record is of every exact name that the question has: of LP-2, not of LP-3."""
    question = found.question
    named = [*(x for x in question.terms if x not in question.statuses), *question.entities]
    return all(is_about(line.body, name) or owns(line, name) for name in named)


def _tells_how_long(each: Ranked, found: Findings) -> bool:
    """Whether an alert that is on is of what was asked, and tells for how long."""
    line = each.line
    is_on = line.kind == "alert" and line.state == "firing" and tells_length(line)
    return is_on and _is_of_named(line, found) and bool(each.about_entity or each.exact)


def valued(found: Findings) -> list[Draft]:
    """What a value was: in the record of the minute that is asked for, else its range."""
    question, language = found.question, found.language
    if not asks_value(question) or asks_lasted(question):
        return []
    own = [
        line
        for line in incident_lines(found.evidence)
        if not found.question.entities or _is_own(line, found)
    ]
    holders = [line for line in own if values_of(question, line)]
    minute = minute_asked(question, found.evidence)
    if minute is not None:
        at = records_at(holders, minute)[:MAX_VALUES]
        told = [
            value_at(line, each.told, language)
            for line in at
            for each in values_of(question, line)[:1]
        ]
        if told:
            return [*told, *(_holding(line, question, language) for line in at)]
    ranked = [each.line for each in found.ranked if each.line in holders]
    groups = [line for line in ranked if line.count > 1]
    ranges = [value_range(x, values_of(question, x)[0].label, language) for x in groups]
    if ranges:
        return ranges[:MAX_VALUES]
    return [
        draft
        for line in ranked[:MAX_VALUES]
        for draft in (
            value_at(line, values_of(question, line)[0].told, language),
            _holding(line, question, language),
        )
        if line.at
    ]


def _holding(line: Line, question: Question, language: Language) -> Draft:
    """Quote a record so that the value that is asked for is not cut off."""
    draft = observation(line, language)
    values = [each.told for each in values_of(question, line)]
    whole_first = sorted(draft.wordings, key=lambda text: not all(v in text for v in values))
    return replace(draft, wordings=tuple(whole_first))


def _named_trouble(ranked: Sequence[Ranked]) -> list[Line]:
    """The records of trouble, of what the question names alone where any is."""
    failed = failures(each.line for each in ranked)
    severe = [each for each in ranked if each.line in failed]
    most = max(((each.exact, each.words) for each in severe), default=(0, 0))
    return [each.line for each in severe if (each.exact, each.words) == most]


def _is_own(line: Line, found: Findings) -> bool:
    return any(each.line is line for each in found.own)


def _silence_after(last: Sequence[Line], found: Findings) -> list[Draft]:
    """Where trouble that was on record last was searched for behind it, in vain; and the last
    record of all, up to which nothing came."""
    end = max((at for line in last if (at := instant(line.last or line.at))), default=None)
    if end is None or not asks_end(found.question.text):
        return []
    silent = [
        line
        for line in found.evidence.searches
        if line.search
        and line.search.found_nothing
        and (since := instant(line.search.since))
        and since >= end
    ][:MAX_ENDS]
    latest = in_order(found.evidence.of("log"), "last")[: len(silent)]
    later = [x for x in latest if (at := instant(x.last or x.at)) and at > end]
    language = found.language
    return [*(absence(x, language) for x in silent), *(until(x, language) for x in later)]


def ended(found: Findings) -> list[Draft]:
    """Whether it is over: what says so, then until when trouble was on record, and what fires."""
    question, language = found.question, found.language
    if asks_ending(question.text) is None or found.is_unknown:
        return []
    lines = [each.line for each in found.ranked]
    alerts = [line for line in lines if line.kind == "alert"]
    if not question.entities:  # whatever words it shares with the question: nothing is over then
        firing = [x for x in found.evidence.of("alert") if x.state == "firing"]
        alerts += [line for line in firing if line not in alerts]
    severe = _named_trouble(found.ranked)
    owners = {line.owner for line in severe}
    around = [x for x in incident_lines(found.evidence) if x in lines or x.owner in owners]
    over = recoveries_after(severe, around)
    if not severe:
        over = [line for line in lines if line.kind == "log" and tells_recovery(line.message)]
    over = over or starts_after(severe, around, MAX_ENDS)
    named = [each.line for each in found.ranked if each.line in alerts and each.exact]
    untils = [line for line in last_trouble(severe, MAX_ENDS) if line not in over]
    firing = [] if named else alerts
    told = [
        [beginning(line, language) for line in over],
        [until(line, language) for line in untils],
        _silence_after(untils, found),
    ]
    if asks_span(question.text):  # from when until when: what says so itself leads
        told.reverse()
    return [
        *(observation(line, language) for line in named),
        *(draft for drafts in told for draft in drafts),
        *(observation(line, language) for line in firing),
    ]
