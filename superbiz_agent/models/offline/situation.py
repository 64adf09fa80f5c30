"""The answer to "what is wrong with it" and "why" (contract section 3): the cause if it is on
record, what was seen, what belongs to it, where nothing was found, and what to look at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.models.offline.absences import absent_lines
from superbiz_agent.models.offline.causes import Causes
from superbiz_agent.models.offline.changes import LATER, change_before, instant_of
from superbiz_agent.models.offline.claims import (
    absence,
    also_firing,
    also_silenced,
    elsewhere,
    observation,
    root_cause,
)
from superbiz_agent.models.offline.context import Context, context_of
from superbiz_agent.models.offline.documents import documented, page_of_alert
from superbiz_agent.models.offline.drafts import Draft
from superbiz_agent.models.offline.evidence import SILENCED, WARN_RANK, Evidence, Line
from superbiz_agent.models.offline.left_out import told_in_brief
from superbiz_agent.models.offline.openness import unknown_names
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.relevance import Ranked, incident_lines, notable
from superbiz_agent.models.offline.timed_claims import change

MAX_ALERTS: Final = 3
MAX_LOGS: Final = 4
MAX_ELSEWHERE: Final = 4
MAX_SILENCED: Final = 8
MAX_KNOWLEDGE: Final = 1


@dataclass(frozen=True)
class Findings:
    """All that an answer is made of."""

    question: Question
    evidence: Evidence
    ranked: Sequence[Ranked]
    causes: Causes

    @property
    def language(self) -> Language:
        """The question's language."""
        return self.question.language

    @property
    def is_unknown(self) -> bool:
        """True if no evidence has any of the names in the question: what it shows is of others."""
        return bool(unknown_names(self.question, self.evidence))

    @property
    def own(self) -> list[Ranked]:
        """What is owned by the entity asked about; without one, or without such, everything."""
        return [each for each in self.ranked if each.is_owner] or list(self.ranked)


def situation(found: Findings) -> list[Draft]:
    """Return what to claim of a situation, the most telling first."""
    question, language, cause = found.question, found.language, found.causes.stated
    if found.is_unknown:
        return of_others(found, found.ranked)
    silent = absent_lines(question, found.evidence, found=bool(found.ranked))
    if found.ranked and not question.prefers_trouble:
        silent = []
    unseen = [absence(line, language) for line in silent]
    is_quiet = not any(each.is_trouble for each in found.ranked)
    seen = _seen(found, context_of(question, found.evidence, found.ranked))
    return [
        *([root_cause(cause, language)] if cause else []),
        *([*unseen, *seen] if is_quiet else [*seen, *unseen]),
        *_told_of_rest(found, seen),
        *_others_firing(found),
        *_others_silenced(found),
        *documented(question, _advice(found), MAX_KNOWLEDGE, _advised(found)),
    ]


def trouble_found(found: Findings) -> list[Line]:
    """What an answer about the situation should tell one way or another: each message of trouble
    once, the most telling first."""
    return notable([each for each in found.ranked if each.is_trouble], len(found.ranked))


def _told_of_rest(found: Findings, seen: Sequence[Draft]) -> list[Draft]:
    """The records of trouble for which there was no room, in brief."""
    told = {line for draft in seen for line in draft.lines}
    if found.causes.stated:
        told |= {found.causes.stated.line, found.causes.stated.effect_line}
    said = {line.message for line in told}
    rest = [
        line
        for line in trouble_found(found)
        if line.kind == "log" and line not in told and line.message not in said
    ]
    return told_in_brief(rest, found.language, found.evidence.names)


def of_others(found: Findings, best: Sequence[Ranked]) -> list[Draft]:
    """The entity asked about is on no record: where it was searched for, and what others show."""
    silent = absent_lines(found.question, found.evidence, found=True)
    others = notable([each for each in best if each.exact or each.words], 1)
    return [
        *(absence(line, found.language) for line in silent[:1]),
        *(elsewhere(observation(line, found.language), found.language) for line in others),
    ]


def _seen(found: Findings, context: Context) -> list[Draft]:
    """The most telling finding, then the others in time order, an earlier change among them, and
    what belongs to them."""
    alerts = [x.line for x in found.ranked if x.line.kind == "alert" and _is_shown(x)][:MAX_ALERTS]
    records = [each for each in found.ranked if each.line.kind != "alert"]
    told_records = notable(records, MAX_LOGS)
    leading = [line for line in alerts if _leads(line, found)]
    later = [line for line in alerts if line not in leading]
    lines = [*leading, *told_records, *later]
    is_led = found.causes.stated is None
    first, rest = (lines[:1], lines[1:]) if is_led else ([], lines)
    told = [*context.before, *first, *sorted(rest, key=order_in_time)]
    return [
        *_observed(found, first),
        *_earlier_change(found, lines),
        *_observed(found, context.before),
        *_observed(found, sorted(rest, key=order_in_time)),
        *_observed(found, (x for x in (*context.beside, *context.after) if x not in told)),
    ]


def _observed(found: Findings, lines: Iterable[Line]) -> list[Draft]:
    return [observation(line, found.language) for line in lines]


def _is_shown(alert: Ranked) -> bool:
    """An alert that is over, or silenced, is told of only where it was asked for."""
    return alert.is_trouble or alert.about_entity or alert.exact > 0


def _leads(alert: Line, found: Findings) -> bool:
    """An alert comes before the records if it fires, unless records of a level were asked for, or
    share more with the question."""
    question = found.question
    if question.asks_alerts:
        return True
    shared = max((x.exact for x in found.ranked if x.line is alert), default=0)
    most = max((x.exact for x in found.ranked if x.line.kind == "log"), default=0)
    return alert.state == "firing" and not question.level and shared >= most


def order_in_time(line: Line) -> datetime:
    """Sort key: what has no instant comes last."""
    return instant_of(line) or LATER


def _earlier_change(found: Findings, lines: Sequence[Line]) -> list[Draft]:
    """The last change before the trouble: of the cause's owner, else of the worst record's."""
    cause = found.causes.stated
    severe = [line for line in lines if line.kind == "log" and line.rank > WARN_RANK]
    trouble = cause.line if cause else max(severe, key=lambda x: (x.rank, x.count), default=None)
    if trouble is None:
        return []
    earlier = change_before(incident_lines(found.evidence), trouble)
    return [change(earlier, trouble, found.language)] if earlier else []


def _others_firing(found: Findings) -> list[Draft]:
    """One line on what else fires, where the situation was asked for."""
    if found.question.kind not in ("what", "why") or not found.question.entities:
        return []
    own = [each.line for each in found.ranked]
    firing = [line for line in found.evidence.of("alert") if line.state == "firing"]
    others = [line for line in firing if line not in own and line.name][:MAX_ELSEWHERE]
    return [also_firing(others, found.language)] if others else []


def _others_silenced(found: Findings) -> list[Draft]:
    """One line on what is on and notifies nobody, where no entity was asked about."""
    if found.question.kind not in ("what", "why", "yes_no") or found.question.entities:
        return []
    own = [each.line for each in found.ranked if _is_shown(each)]
    others = [x for x in found.evidence.of("alert") if x.state in SILENCED and x not in own]
    by_state = {line.state: [x for x in others if x.state == line.state] for line in others}
    return [also_silenced(x[:MAX_SILENCED], found.language) for x in by_state.values()]


def _advice(found: Findings) -> Evidence:
    """Keep the runbook blocks that were looked up for the cause, else for an alert that fires."""
    queries = {page_of_alert(alert) for alert in _advised(found)}
    if found.causes.stated is not None:
        queries = {found.causes.stated.signature.label[found.language]}
    return found.evidence.found_by(queries)


def _advised(found: Findings) -> list[Line]:
    return [each.line for each in found.ranked if each.line.state == "firing"]
