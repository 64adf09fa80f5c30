"""What to claim for each kind of question, the most telling first (contract section 3)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.models.offline.absences import absent_lines, missed_lines
from superbiz_agent.models.offline.causes import Causes, severe_signature
from superbiz_agent.models.offline.changes import LATER, change_before, instant_of, tells_change
from superbiz_agent.models.offline.claims import (
    absence,
    also_firing,
    beginning,
    change,
    elsewhere,
    observation,
    root_cause,
    sign,
)
from superbiz_agent.models.offline.counting import counted
from superbiz_agent.models.offline.documents import documented
from superbiz_agent.models.offline.drafts import Draft
from superbiz_agent.models.offline.evidence import WARN_RANK, Evidence, Line
from superbiz_agent.models.offline.kinds import QuestionKind
from superbiz_agent.models.offline.openness import unknown_names
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.relevance import Ranked, incident_lines, notable

MAX_CLAIMS: Final = 8
"""With the runbook and what was searched for in vain; about six of them are findings."""

MAX_NARROW_CLAIMS: Final = 2
MAX_ALERTS: Final = 3
MAX_LOGS: Final = 4
MAX_BEGINNINGS: Final = 3
MAX_ELSEWHERE: Final = 4
MAX_KNOWLEDGE: Final = 1
MAX_KNOWLEDGE_ASKED: Final = 3


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


def drafts_for(found: Findings) -> tuple[list[Draft], int]:
    """Return what to claim, the most telling first, and how much of it at most."""
    question = found.question
    by_kind = _BY_KIND.get(question.kind)
    drafts = by_kind(found) if by_kind else []
    if drafts:
        return drafts, MAX_CLAIMS
    if question.asks_alerts and not question.asks_cause:
        return _alerts(found), MAX_CLAIMS
    if question.is_narrow:
        return _narrow(found), MAX_NARROW_CLAIMS
    if question.asks_knowledge:
        drafts = _told(found)
    return drafts or _broad(found), MAX_CLAIMS


def _alerts(found: Findings) -> list[Draft]:
    """Alerts alone were asked for: by name or owner, or else whichever there are."""
    alerts = [each for each in found.ranked if each.line.kind == "alert"]
    alerts = [each for each in alerts if each.exact] or alerts
    if alerts:
        return [observation(each.line, found.language) for each in alerts]
    silent = absent_lines(found.question, found.evidence, found=False)
    return [absence(x, found.language) for x in silent if x.tool_name == "query_metrics"]


def _narrow(found: Findings) -> list[Draft]:
    """One thing was asked: what shows it, or else where it was searched for in vain, and the
    trouble that was seen instead."""
    question, language = found.question, found.language
    if question.asks_knowledge and not question.entities:
        told = documented(question, found.evidence, MAX_NARROW_CLAIMS)
        if told:
            return told
    missed = missed_lines(question, found.evidence, found.ranked)
    best = _best(found.ranked)
    if missed:
        instead = [each for each in best if each.is_trouble and (each.words or each.about_entity)]
        seen = [_shown(line, language) for line in notable(instead, 1)]
        return [*(absence(line, language) for line in missed[:MAX_NARROW_CLAIMS]), *seen]
    if found.is_unknown:
        return _of_others(found, best)
    shown = notable(best, MAX_NARROW_CLAIMS)
    silent = [] if shown else absent_lines(question, found.evidence, found=False)
    return [*(_shown(line, language) for line in shown), *(absence(x, language) for x in silent)]


def _of_others(found: Findings, best: Sequence[Ranked]) -> list[Draft]:
    """The entity asked about is on no record: where it was searched for, and what others show."""
    silent = absent_lines(found.question, found.evidence, found=True)
    others = notable([each for each in best if each.exact or each.words], 1)
    return [
        *(absence(line, found.language) for line in silent[:1]),
        *(elsewhere(observation(line, found.language), found.language) for line in others),
    ]


def _best(ranked: Sequence[Ranked]) -> list[Ranked]:
    """The lines that share as much with the question as the best one does."""
    most = max(((each.exact, each.words) for each in ranked), default=(0, 0))
    return [each for each in ranked if (each.exact, each.words) == most]


def _shown(line: Line, language: Language) -> Draft:
    signature = severe_signature(line)
    return sign(signature, line, language) if signature else observation(line, language)


def _broad(found: Findings) -> list[Draft]:
    """The cause if it is on record, what was seen, where nothing was, and what to look at."""
    question, language, cause = found.question, found.language, found.causes.stated
    if found.is_unknown:
        return _of_others(found, found.ranked)
    silent = absent_lines(question, found.evidence, found=bool(found.ranked))
    if found.ranked and not question.prefers_trouble:
        silent = []
    unseen = [absence(line, language) for line in silent]
    is_quiet = not any(each.is_trouble for each in found.ranked)
    seen = _seen(found)
    return [
        *([root_cause(cause, language)] if cause else []),
        *([*unseen, *seen] if is_quiet else [*seen, *unseen]),
        *_others_firing(found),
        *documented(question, _advice(found), MAX_KNOWLEDGE),
    ]


def _seen(found: Findings) -> list[Draft]:
    """The most telling finding, then the others in time order, an earlier change among them."""
    language = found.language
    alerts = [x.line for x in found.ranked if x.line.kind == "alert" and _is_shown(x)][:MAX_ALERTS]
    records = [each for each in found.ranked if each.line.kind != "alert"]
    lines = [*alerts, *notable(records, MAX_LOGS)]
    before = _earlier_change(found, lines)
    first, rest = lines[:1], sorted(lines[1:], key=_order)
    if found.causes.stated:
        first, rest = [], sorted(lines, key=_order)
    return [
        *(observation(line, language) for line in first),
        *before,
        *(observation(line, language) for line in rest),
    ]


def _is_shown(alert: Ranked) -> bool:
    """An alert that is over, or silenced, is told of only where it was asked for."""
    return alert.is_trouble or alert.about_entity or alert.exact > 0


def _order(line: Line) -> datetime:
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


def _advice(found: Findings) -> Evidence:
    """Keep the runbook blocks that were looked up for the cause, else for an alert that fires."""
    queries = {each.line.name for each in found.ranked if each.line.state == "firing"}
    if found.causes.stated is not None:
        queries = {found.causes.stated.signature.label[found.language]}
    return found.evidence.found_by(queries)


def _told(found: Findings) -> list[Draft]:
    """What the runbooks say, and the state of what was named."""
    told = documented(found.question, found.evidence, MAX_KNOWLEDGE_ASKED)
    if not told:
        return []
    named = [each for each in found.ranked if each.about_entity or each.exact]
    named = [each for each in named if each.exact] or named
    lines = notable(named, MAX_NARROW_CLAIMS)
    return [*told, *(observation(line, found.language) for line in lines)]


def _missed(found: Findings) -> list[Draft]:
    """Where the thing that was asked was searched for in vain: other records do not answer."""
    missed = missed_lines(found.question, found.evidence, found.ranked)
    return [absence(line, found.language) for line in missed[:MAX_NARROW_CLAIMS]]


def _counted(found: Findings) -> list[Draft]:
    """How many: the total, then the groups that it is made of, the greatest first."""
    missed = _missed(found)
    if missed:
        return missed
    records = [each for each in found.own if each.line.kind == "log"]
    return counted(found.question, found.evidence, records)


def _begun(found: Findings) -> list[Draft]:
    """When: what matches best, by its first instant, then others in time order."""
    missed = _missed(found)
    if missed:
        return missed
    best = _best(found.own)
    named = [each for each in best if each.exact and each.line.kind == "alert"]
    lines = notable(named or best, MAX_BEGINNINGS)
    ordered = [*lines[:1], *sorted(lines[1:], key=_order)]
    return [beginning(line, found.language) for line in ordered if instant_of(line)]


def _versions(found: Findings) -> list[Draft]:
    """Which version or deployment: what an operator's tool or a record tells of changes, the
    latest first."""
    changes = [each.line for each in found.ranked if tells_change(each.line)]
    told = [line for line in changes if line.kind == "other"]
    own = [each.line for each in found.own]
    changes = [line for line in changes if line in own]
    lines = dict.fromkeys((*told, *sorted(changes, key=_order, reverse=True)))
    return [observation(line, found.language) for line in list(lines)[:MAX_LOGS]]


_BY_KIND: Final[Mapping[QuestionKind, Callable[[Findings], list[Draft]]]] = {
    "remediation": _told,
    "how_many": _counted,
    "when": _begun,
    "which_version": _versions,
}
"""Kinds of questions that have an answer of their own; where it is empty, the general one is."""
