"""Yes or no: said first where a confirmed claim decides the question, and left out elsewhere."""

import re
from collections.abc import Mapping
from typing import Final, Literal

from superbiz_agent.contracts.composer import AllowedClaim
from superbiz_agent.grounding.wording import holds_negator
from superbiz_agent.models.offline.causes import DISCLAIMED
from superbiz_agent.models.offline.concepts import concepts_in
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.relevance import mentions
from superbiz_agent.models.offline.signatures import signature_of

YesOrNo = Literal["yes", "no"]

_ALERT: Final = re.compile(
    r"(?:alert|告警) (\S{1,200}) (?:is|的状态是) "
    r"(firing|pending|resolved|silenced|inhibited|suppressed)(?![a-z])",
    re.IGNORECASE,
)
_STATES: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (state, re.compile(asked, re.IGNORECASE))
    for state, asked in (
        ("resolved", r"resolved|over(?![a-z])|已?恢复|已解决"),
        ("silenced", r"silenced|静默"),
        ("pending", r"pending|待触发"),
        ("firing", r""),
    )
)
"""State of an alert -> how a question asks for it; whoever names none asks whether it fires."""

_OPEN_FORMS: Final = re.compile(r"是不是|有没有|会不会|能不能|or not", re.IGNORECASE)
"""Negators that only ask."""

_HEALTH: Final = re.compile(
    r"(?<![a-z])(?:health|healthy|ok|okay|fine|normal|working)(?![a-z])|正常|健康", re.IGNORECASE
)
_TROUBLE: Final = re.compile(
    r"(?<![a-z])is firing|的状态是 firing|(?<![A-Za-z])(?:ERROR|FATAL) ?(?:record|日志|log)"
)

_FAILURES: Final[Mapping[str, re.Pattern[str]]] = {
    id_: re.compile(asked, re.IGNORECASE)
    for id_, asked in (
        (
            "pool_exhausted",
            r"exhaust|full|out of .{0,30}connection|used up|耗尽|用[完尽光]|满",
        ),
        ("out_of_memory", r"out of (?:\S{1,30} )?memory|oom|溢出|内存.{0,4}(?:不足|耗尽|用完)"),
        ("disk_full", r"full|fill|out of .{0,10}space|no space|满|不足|用[完尽]"),
        ("certificate_expired", r"expir|过期|到期"),
        ("file_descriptors", r"open files|descriptor|handle|句柄"),
        ("connection_refused", r"refus|拒绝"),
        ("deadlock", r"dead ?lock|死锁"),
        ("rate_limited", r"rate.?limit|throttl|限流|限速"),
        ("replication_lag", r"lag|延迟"),
        ("name_resolution", r"dns|resol|解析"),
    )
}
"""Signature -> how a question asks for just that failure."""


def yes_or_no(question: Question, lead: AllowedClaim) -> YesOrNo | None:
    """Answer a yes-no question by the claim that the answer leads with; null if it does not."""
    if question.kind != "yes_no" or holds_negator(_OPEN_FORMS.sub(" ", question.text)):
        return None
    if not _is_about(question, lead.claim_text):
        return None
    if lead.claim_type == "root_cause":
        return "no" if _HEALTH.search(question.text) else None
    is_seen = lead.status == "confirmed" and lead.claim_type == "observation"
    return _by_sighting(question, lead.claim_text) if is_seen else None


def _by_sighting(question: Question, claim: str) -> YesOrNo | None:
    """What a confirmed observation says: by an alert's state, by trouble, by what it shows."""
    alert = _of_alert(question, claim)
    if alert is not None:
        return alert
    if _HEALTH.search(question.text):
        return "no" if _TROUBLE.search(claim) else None
    return "yes" if _shows_asked(question, claim) else None


def _is_about(question: Question, claim: str) -> bool:
    names = [name for name in question.entities if name.isascii()]
    return not names or any(mentions(claim, name) for name in names)


def _of_alert(question: Question, claim: str) -> YesOrNo | None:
    """The state of an alert that the question names, against the state that it asks for."""
    found = _ALERT.search(claim)
    if found is None or not mentions(question.text, found[1]):
        return None
    asked = next(state for state, pattern in _STATES if pattern.search(question.text))
    if found[2].lower() == asked:
        return "yes"
    return "no" if found[2].lower() in ("firing", "pending", "resolved") else None


def _shows_asked(question: Question, claim: str) -> bool:
    """Whether the claim shows the failure, or names the concept, that the question asks for."""
    signature = signature_of(claim)
    if signature is not None and signature[0].id in _FAILURES:
        failure, start = signature
        is_denied = DISCLAIMED.search(claim, max(0, start - 40), start)
        return bool(_FAILURES[failure.id].search(question.text)) and not is_denied
    asked = {id(found.concept) for found in concepts_in(question.text)}
    return any(
        id(found.concept) in asked
        and not DISCLAIMED.search(claim, max(0, found.start - 40), found.start)
        for found in concepts_in(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", claim))
    )
