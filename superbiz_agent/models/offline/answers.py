"""What to claim for each kind of question, the most telling first (contract section 3)."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.models.offline.absences import absent_lines, missed_lines
from superbiz_agent.models.offline.alert_states import states_asked
from superbiz_agent.models.offline.causes import severe_signature
from superbiz_agent.models.offline.change_claims import changed
from superbiz_agent.models.offline.changes import LATER, instant_of, latest_of, tells_change
from superbiz_agent.models.offline.claims import (
    absence,
    no_alert,
    observation,
    sign,
)
from superbiz_agent.models.offline.counting import counted
from superbiz_agent.models.offline.deeds import asks_done, asks_none, is_done
from superbiz_agent.models.offline.direct_answers import (
    MAX_BEGINNINGS,
    ended,
    lasted_how_long,
    ranked,
    valued,
)
from superbiz_agent.models.offline.documents import documented
from superbiz_agent.models.offline.drafts import Draft
from superbiz_agent.models.offline.evidence import Line
from superbiz_agent.models.offline.failures import failures
from superbiz_agent.models.offline.kinds import QuestionKind
from superbiz_agent.models.offline.leave_asked import bounds_told
from superbiz_agent.models.offline.left_out import Answer
from superbiz_agent.models.offline.none_of import had_none
from superbiz_agent.models.offline.relevance import Ranked, notable, rank_lines
from superbiz_agent.models.offline.resources import told_of_resource
from superbiz_agent.models.offline.restart_help import helped
from superbiz_agent.models.offline.series import asks_metric, of_metric_alone, series_drafts
from superbiz_agent.models.offline.situation import (
    Findings,
    of_others,
    order_in_time,
    situation,
    trouble_found,
)
from superbiz_agent.models.offline.tally_claims import tallied
from superbiz_agent.models.offline.timed_claims import beginning
from superbiz_agent.models.offline.two_questions import ending_asked_too
from superbiz_agent.models.offline.vocabulary import ASKS_OF_NOW
from superbiz_agent.models.offline.which_more import compared_counts
from superbiz_agent.models.offline.which_ones import with_names

MAX_CLAIMS: Final = 8
"""With the runbook and what was searched for in vain; about six of them are findings."""

MAX_CLAIMS_OF_SITUATION: Final = 16
"""The same where what belongs to the trouble is told beside it."""

MAX_ALERTS_LISTED: Final = 16
MAX_NARROW_CLAIMS: Final = 2
MAX_DONE: Final = 4

ENDED: Final = frozenset({"resolved", "inactive"})
"""States of an alert that is over."""

_ASKED_BESIDE: Final = ("when", "why", "remediation", "which_version")
"""Kinds of questions beside which who has most is a second question."""

MAX_VERSIONS: Final = 4
MAX_KNOWLEDGE_ASKED: Final = 3


def answer_of(found: Findings) -> Answer:
    """Return what to claim, and what should not be left out without a word. Metric series lead
    where a metric was asked for, and stand beside the rest elsewhere."""
    answer = _answer_of(found)
    series = series_drafts(found.question, found.evidence)
    drafts = _with_second(found, with_names(found.question, answer.drafts))
    drafts = _with_series(found, drafts, series)
    bounds = bounds_told(found.question, found.evidence, _alerts_asked(found))
    return replace(answer, drafts=[*bounds, *drafts], most=answer.most + len(bounds))


def _alerts_asked(found: Findings) -> list[Line]:
    alerts = [each for each in found.ranked if each.line.kind == "alert"]
    return [each.line for each in alerts if each.exact or each.about_entity or each.words]


def _with_second(found: Findings, drafts: Sequence[Draft]) -> list[Draft]:
    """Whether it is over, too, where a second question asks that."""
    second = ending_asked_too(found.question)
    told = ended(replace(found, question=second)) if second else []
    said = [draft.lines[:1] for draft in told]
    first = [each for each in drafts if each is drafts[0] or each.lines[:1] not in said]
    return [*first[: MAX_CLAIMS - len(told)], *told] if told else list(drafts)


def _with_series(found: Findings, drafts: Sequence[Draft], series: list[Draft]) -> list[Draft]:
    if not series:
        told = of_metric_alone(found.question, found.evidence, drafts)
        return [each for each in told if not (found.is_unknown and _is_of_series(each))]
    if not asks_metric(found.question):
        return [*drafts, *series]
    seen = [each for each in drafts if each.claim_type != "negative_observation"]
    if found.question.is_narrow:
        return [*series[:1], *seen[:1], *series[1:]]
    return [*series, *seen]


def _is_of_series(draft: Draft) -> bool:
    """Whether a claim tells a series: that of another answers nothing of a name that none has."""
    return any(line.kind == "series" for line in draft.lines)


def _answer_of(found: Findings) -> Answer:
    question = found.question
    counts = _tallied(found)
    if counts and question.kind not in _ASKED_BESIDE:
        return Answer(counts, MAX_DONE)
    changes = changed(found)
    if changes:
        return Answer(changes, MAX_DONE)
    done = _done(found)
    if done is not None:
        return Answer(done, MAX_DONE)
    answer = _by_rules(found)
    if not counts:
        return answer
    return replace(answer, drafts=[*answer.drafts[:1], *counts, *answer.drafts[1:]])


def _alerts_and_records(found: Findings) -> Answer:
    """Alerts and records were asked for side by side: each as if it were asked for alone."""
    question = replace(found.question, asks_records_too=False)
    alone = (replace(question, level=None), replace(question, asks_alerts=False))
    alerts, records = (
        _by_rules(replace(found, question=each, ranked=rank_lines(found.evidence, each)))
        for each in alone
    )
    owed = (*alerts.owed, *records.owed)
    return Answer([*alerts.drafts[:MAX_CLAIMS], *records.drafts], MAX_ALERTS_LISTED, owed)


def _by_rules(found: Findings) -> Answer:
    question = found.question
    if question.asks_alerts and question.asks_records_too and not question.asks_cause:
        return _alerts_and_records(found)
    by_kind = _BY_KIND.get(question.kind)
    for answer in (helped, lasted_how_long, ranked, valued, ended, by_kind):
        skipped = answer is ranked and question.asks_first
        drafts = answer(found) if answer and not skipped else []
        if drafts:
            owed = [line for draft in drafts for line in draft.lines] if answer is ranked else ()
            return Answer(drafts, MAX_CLAIMS, owed)
    if question.asks_alerts and not question.asks_cause:
        alerts = _alerts(found)
        return Answer(alerts, MAX_ALERTS_LISTED, [line for draft in alerts for line in draft.lines])
    if question.is_narrow:
        return Answer(_narrow(found), MAX_NARROW_CLAIMS)
    told = _told(found) if question.asks_knowledge else []
    if told:
        return Answer(told, MAX_CLAIMS_OF_SITUATION)
    return Answer(situation(found), MAX_CLAIMS_OF_SITUATION, trouble_found(found))


def _tallied(found: Findings) -> list[Draft]:
    """What is answered by counts: who has most, or of which there is more."""
    if found.is_unknown:
        return []
    counts = tallied(found.question, found.evidence)
    return counts or compared_counts(found.question, found.evidence)


def _done(found: Findings) -> list[Draft] | None:
    """Who did a thing: the records of it done, and none of what failed; nothing of which ones had
    none. Null where neither is asked, or no record shares a word with the question."""
    if asks_none(found.question):
        return had_none(found.question, found.evidence)
    if not asks_done(found.question):
        return None
    done = [each for each in found.ranked if is_done(each.line)]
    named = [each for each in done if each.exact or each.words]
    is_tried = bool(found.ranked) and not done and not found.is_unknown
    if not named and not is_tried:
        return None
    return [observation(line, found.language) for line in notable(named, MAX_DONE)]


def _alerts(found: Findings) -> list[Draft]:
    """Alerts alone were asked for: by name or owner, or else whichever there are. Of what fires
    now those that are over are no answer."""
    alerts = [each for each in found.ranked if each.line.kind == "alert"]
    alerts = [each for each in alerts if each.exact] or alerts
    if ASKS_OF_NOW.search(found.question.text):
        alerts = [each for each in alerts if each.line.state not in ENDED] or alerts
    states = states_asked(found.question.text)
    if states:
        alerts = [each for each in alerts if each.line.state in states] or alerts
    if alerts:
        return [observation(each.line, found.language) for each in alerts]
    silent = absent_lines(found.question, found.evidence, found=False)
    return [no_alert(x, found.language) for x in silent if x.tool_name == "query_metrics"]


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
    if missed and _EITHER.search(question.text) and any(each.words for each in best):
        told = [_shown(line, language) for line in notable(best, MAX_NARROW_CLAIMS - 1)]
        return [*told, *(absence(line, language) for line in missed[:1])]
    if missed:
        instead = [each for each in best if _is_instead(each, found)]
        beside = notable(instead, 1) or told_of_resource(question, found.evidence)
        seen = [_shown(line, language) for line in beside]
        return [*(absence(line, language) for line in missed[:MAX_NARROW_CLAIMS]), *seen]
    if found.is_unknown:
        return of_others(found, best)
    if question.statuses:
        counts = _counted(found)
        if len(counts) > MAX_NARROW_CLAIMS:
            return counts[:MAX_NARROW_CLAIMS]
    shown = notable(best, MAX_NARROW_CLAIMS)
    silent = [] if shown else absent_lines(question, found.evidence, found=False)
    return [*(_shown(line, language) for line in shown), *(absence(x, language) for x in silent)]


def _best(ranked: Sequence[Ranked]) -> list[Ranked]:
    """The lines that share as much with the question as the best one does."""
    most = max(((each.exact, each.words) for each in ranked), default=(0, 0))
    return [each for each in ranked if (each.exact, each.words) == most]


def _shown(line: Line, language: Language) -> Draft:
    signature = severe_signature(line)
    return sign(signature, line, language) if signature else observation(line, language)


def _told(found: Findings) -> list[Draft]:
    """What the runbooks say, and the state of what was named."""
    named = [each for each in found.ranked if each.about_entity or each.exact]
    named = [each for each in named if each.exact] or named
    alerts = [each.line for each in named if each.line.kind == "alert"]
    told = documented(found.question, found.evidence, MAX_KNOWLEDGE_ASKED, alerts)
    if not told:
        return []
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
    """When: what matches best, by its first instant, then others in time order. Where a level was
    searched for in vain, the trouble that was seen instead."""
    missed = _missed(found)
    if missed and not found.question.level:
        return missed
    best = _best(found.own)
    if missed:
        best = [each for each in best if _is_instead(each, found)]
    named = [each for each in best if each.exact and each.line.kind == "alert"]
    lines = notable(named or best, MAX_BEGINNINGS)
    if not named and _BEGINS.search(found.question.text):
        failed = failures(each.line for each in best)
        telling = [each for each in best if each.line in failed]
        telling = telling or [each for each in best if each.is_trouble] or best
        lines = sorted(notable(telling, len(best)), key=order_in_time)[:MAX_BEGINNINGS]
    ordered = [*lines[:1], *sorted(lines[1:], key=order_in_time)]
    begun = [beginning(line, found.language) for line in ordered if instant_of(line)]
    return [*missed, *begun]


def _is_instead(each: Ranked, found: Findings) -> bool:
    """True for trouble of what was asked about, whatever level or name was asked for in vain."""
    is_own = each.words or each.about_entity or not found.question.subjects
    return each.is_trouble and bool(is_own)


def _versions(found: Findings) -> list[Draft]:
    """Which version or deployment: what an operator's tool or a record tells of changes, the
    latest first."""
    changes = [each.line for each in found.ranked if tells_change(each.line)]
    told = [line for line in changes if line.kind == "other"]
    own = [each.line for each in found.own]
    changes = [line for line in changes if line in own]
    lines = dict.fromkeys((*told, *sorted(changes, key=_latest, reverse=True)))
    return [observation(line, found.language) for line in list(lines)[:MAX_VERSIONS]]


def _latest(line: Line) -> datetime:
    return latest_of(line) or LATER


_EITHER: Final = re.compile(r"(?<![a-z])or(?![a-z])|或|还是", re.IGNORECASE)
"""One of two things is asked for: where one is on record, the other's absence is no answer."""

_BEGINS: Final = re.compile(
    r"(?<![a-z])(?:start(?:ed)?|beg[ai]n|since)(?![a-z])|开始|起|以来", re.IGNORECASE
)
"""When something began is its earliest sign, whatever matches best."""

_BY_KIND: Final[Mapping[QuestionKind, Callable[[Findings], list[Draft]]]] = {
    "remediation": _told,
    "how_many": _counted,
    "when": _begun,
    "which_version": _versions,
}
"""Kinds of questions that have an answer of their own; where it is empty, the general one is."""
