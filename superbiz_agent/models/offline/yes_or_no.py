"""Yes or no: said first where a confirmed claim decides the question, and left out elsewhere.

A question is decided only if it asks for nothing else. What is left of it without its names, the
words of its state or failure, and a closed list of plain words must be nothing: "stopped", "only",
"because", a number or a time each ask for more than a claim says by itself.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from superbiz_agent.contracts.composer import AllowedClaim
from superbiz_agent.grounding.wording import holds_negator
from superbiz_agent.models.offline.causes import DISCLAIMED, tells_failure
from superbiz_agent.models.offline.clock_words import without_clock_words
from superbiz_agent.models.offline.endings import asks_ending
from superbiz_agent.models.offline.matching import is_about, mentions
from superbiz_agent.models.offline.openness import ascii_names
from superbiz_agent.models.offline.paths import telling_parts
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.recoveries import tells_recovery
from superbiz_agent.models.offline.signatures import signature_of
from superbiz_agent.models.offline.vocabulary import ASKS_OF_NOW
from superbiz_agent.models.offline.which_more import decides_more

YesOrNo = Literal["yes", "no"]

_ALERT: Final = re.compile(
    r"(?:alert|告警) (\S{1,200}) (?:is|的状态是) "
    r"(firing|pending|resolved|inactive|silenced|inhibited|suppressed)(?![a-z])",
    re.IGNORECASE,
)
_UNDATED: Final = re.compile(r"(?<![a-z_])exported=undated(?![a-z])")
"""An alert of an export that does not say when it was taken says nothing of now."""

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

_ENDED: Final = frozenset(("resolved", "inactive"))

_ALERTING: Final = re.compile(
    r"(?<![a-z])(?:still|stopp?(?:ed|ing)?|currently|alerting|alarming|alarms?|alerts?|firing|over"
    r"|resolved|ended|gone|active|anything|any(?:one)?)(?![a-z])|告警|报警|触发|还|仍然?|恢复|结束|停止",
    re.IGNORECASE,
)
"""What a question whether something still alerts holds beside names and plain words."""

_OPEN_FORMS: Final = re.compile(r"是不是|有没有|会不会|能不能|or not", re.IGNORECASE)
"""Negators that only ask."""

_HEALTH: Final = re.compile(
    r"(?<![a-z])(?:health|healthy|ok|okay|fine|normal|working)(?![a-z])|正常|健康", re.IGNORECASE
)
_TROUBLE: Final = re.compile(
    r"(?<![a-z])is firing|的状态是 firing|(?<![A-Za-z])(?:ERROR|FATAL) ?(?:record|日志|log)"
)

_SEVERE: Final = re.compile(r"(?<![A-Za-z])(?:ERROR|FATAL) ?(?:record|日志|log)")
_ERRORS: Final = re.compile(
    r"(?<![a-z])(?:fatal|errors?|exceptions?|around|about|between|and|from|to|today|yesterday)"
    r"(?![a-z])"
    r"|致命|错误|报错|异常|左右|前后|之间|到|至|今[天日]|昨[天日]|前天",
    re.IGNORECASE,
)
_CLOCK: Final = re.compile(r"(?<![0-9A-Za-z:.-])[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?![0-9A-Za-z:])")
_TO_COME: Final = re.compile(
    r"(?<![a-z])(?:tomorrow|tonight|next|will)(?![a-z])|明天|明早|明晚|后天|今晚", re.IGNORECASE
)

_FAILURES: Final[Mapping[str, re.Pattern[str]]] = {
    id_: re.compile(asked, re.IGNORECASE)
    for id_, asked in (
        (
            "pool_exhausted",
            r"exhaust(?:ed|ion)?|full|out of .{0,30}connections?|used up|耗尽|用[完尽光]|满",
        ),
        ("out_of_memory", r"out of (?:\S{1,30} )?memory|oom|溢出|内存.{0,4}(?:不足|耗尽|用完)"),
        (
            "disk_full",
            r"full|fill(?:ed|ing)?(?: up)?|out of .{0,10}space|no space|满|不足|用[完尽]",
        ),
        ("certificate_expired", r"expire[ds]?|过期|到期"),
        ("file_descriptors", r"(?:too many )?open files|descriptors?|handles?|句柄"),
        ("connection_refused", r"refus(?:ed|es|ing)|拒绝"),
        ("deadlock", r"dead ?lock(?:s|ed)?|死锁"),
        ("rate_limited", r"rate.?limit(?:s|ed)?|throttl(?:ed|ing)|限流|限速"),
        ("replication_lag", r"(?:replication )?lag(?:s|ging)?|复制|延迟"),
        ("name_resolution", r"dns|name resolution|resolution|failing|解析|失败"),
    )
}
"""Signature -> how a question asks for just that failure."""

_THINGS: Final = re.compile(
    r"(?<![a-z])(?:(?:database|db|jdbc|hikari(?:cp)?) ?|connection ?|pools?|connections?|memory"
    r"|heap|java|disks?|space|certificates?|certs?|tls|ssl|files?|detected|found|logged|errors?|it)+"
    r"(?![a-z])|数据库|连接池|连接|线程|内存|堆|磁盘|硬盘|空间|证书|文件|检测到|错误|报错",
    re.IGNORECASE,
)
"""What such a failure is of."""


_PLAIN: Final = re.compile(
    r"(?<![a-z])(?:is|are|was|were|be|been|do|does|did|has|have|had|any|there|the|a|an|of|for|in|on"
    r"|at|it|its|this|that|right|now|currently|moment|please|run|ran|got|get|still|all|or|not|sign"
    r"|signs|service|services|svc|pod|alert|alerts|logs?|show|see)(?![a-z])"
    r"|是不是|有没有|是否|没有|出现|发生|现在|目前|当前|请问|服务|告警|警报|日志|正在|已经|状态|情况"
    r"|还|仍|有|吗|么|呢|吧|啊|了|的|在|是|被",
    re.IGNORECASE,
)
_PAST: Final = re.compile(
    r"(?<![a-z])(?:was|were|did|has|have|had|been)(?![a-z])|过|了", re.IGNORECASE
)
"""What was so is not decided by what is so: an alert that is over has fired."""

_HAPPENED: Final = re.compile(
    r"\A\s{0,8}(?:did|was|were|has|have|had|any|(?:is|are|was|were) there)(?![a-z])", re.IGNORECASE
)
"""How a question asks whether something has happened."""

_NOT_YET: Final = re.compile(
    r"(?<![a-z])(?:will|would|could|may|might|should|about to|attempt(?:s|ed|ing)?|trying|tries"
    r"|retry(?:ing)?|if|unless|expected|scheduled)(?![a-z])",
    re.IGNORECASE,
)
"""Words of a record that tells what may happen, not what did."""

_ASKS_FAILURE: Final = re.compile(
    r"(?<![a-z])(?:fail|crash|panic|error|exception|refus|reject|den(?:y|ied)|abort|kill|broken?"
    r"|time[sd]? ?out|unreachable|[45][0-9]{2})",
    re.IGNORECASE,
)
"""Words of a question for a failure: what failed to happen is no answer to whether it did."""

_WORD: Final = re.compile(r"[A-Za-z0-9\u3400-\u9fff][A-Za-z0-9_.:\u3400-\u9fff-]*")
_FIRES: Final = re.compile(r"(?<![a-z])is firing(?![a-z])|的状态是 firing")
_TOKENS_OF_PLACES: Final = re.compile(r"\S*[/?&]\S*=\S*")
"""Addresses with arguments: their words tell of nothing that happened."""

_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_")
SHORTEST_WORD: Final = 4

_FIRING: Final = re.compile(
    r"(?<![a-z])(?:firing|fires?|fired|active)(?![a-z])|触发", re.IGNORECASE
)


_OWNER: Final = re.compile(
    r"(?:\A|: )([^\s“”:]+) logged|records? of (\S+) (?:at|from|shows)|[)a-z] in ([^\s:]+): “"
    r"|service=([^,\s.]+)|(?:\A|：)(\S+) (?:在 \S+ (?:的|记录)|记录了)|推断根因是 (\S+) 的"
)
"""Where a claim of this model names whose record it tells of."""


_NONE_OF_LEVEL: Final = re.compile(
    r"for records of level (?P<level>[A-Z]+[A-Z or]*) of (?P<name>[^\s,]+), window"
    r"|搜索 (?P<of>\S+) 级别 (?P<severity>[A-Z]+[A-Z or]*) 的记录"
)
"""How a claim tells that all of one service was searched for a level in vain."""


def _asks_just(question: Question, claim: str, *patterns: re.Pattern[str]) -> bool:
    """Whether nothing is left of the question without the names that it and ``claim`` share,
    ``patterns`` and plain words."""
    owners = {name for found in _OWNER.findall(claim) for name in found if name}
    alert = _ALERT.search(claim)
    names = {*question.entities, *question.terms, *question.phrases, *owners}
    names |= {alert[1]} if alert else set()
    names |= {part for owner in owners if "/" in owner for part in telling_parts(owner)}
    rest = question.text
    for name in sorted(names, key=len, reverse=True):
        rest = re.sub(rf"(?<![A-Za-z0-9_-]){re.escape(name)}(?![A-Za-z0-9_-])", " ", rest)
    for pattern in (*patterns, _PLAIN):
        rest = pattern.sub(" ", rest)
    return not any(map(str.isalnum, rest))


def yes_or_no(
    question: Question, lead: AllowedClaim, claims: Sequence[AllowedClaim] = ()
) -> YesOrNo | None:
    """Answer a yes-no question by the claim that the answer leads with; null if it does not.
    ``claims`` are all that are told: where an alert of them still fires, nothing is over."""
    if question.kind != "yes_no" or holds_negator(_OPEN_FORMS.sub(" ", question.text)):
        return None
    undated = _UNDATED.search(lead.claim_text) and not _PAST.search(question.text)
    if undated or not _is_about(question, lead.claim_text):
        return None
    if lead.claim_type in ("root_cause", "negative_observation"):
        is_cause = lead.claim_type == "root_cause"
        is_no = _asks_health(question, lead.claim_text) if is_cause else _is_silent(question, lead)
        return "no" if is_no else None
    is_seen = lead.status == "confirmed" and lead.claim_type == "observation"
    is_over = is_seen and tells_recovery(lead.claim_text) and not _ALERT.search(lead.claim_text)
    if is_over and asks_ending(question.text):
        return _by_recovery(question, lead.claim_text, claims)
    if not is_seen or (asks_ending(question.text) and not _ALERT.search(lead.claim_text)):
        return None
    decided = decides_more(question, lead.claim_text) or _still_alerting(question, lead, claims)
    return decided or _by_sighting(question, lead.claim_text)


def _by_sighting(question: Question, claim: str) -> YesOrNo | None:
    """What a confirmed observation says: by an alert's state, by trouble, by what it shows."""
    alert = _of_alert(question, claim)
    if alert is not None:
        return alert
    if question.level and _SEVERE.search(claim) and _asks_just_errors(question, claim):
        return "yes"
    if _HEALTH.search(question.text):
        return "no" if _asks_health(question, claim) and _TROUBLE.search(claim) else None
    is_shown = _shows_asked(question, claim) or _shows_event(question, claim)
    return "yes" if is_shown else None


def _is_silent(question: Question, lead: AllowedClaim) -> bool:
    """Whether a confirmed absence is of all records of a service at the level that is asked for."""
    found = _NONE_OF_LEVEL.search(lead.claim_text)
    if found is None or lead.status != "confirmed" or not question.level:
        return False
    level, name = (found["level"] or found["severity"]), (found["name"] or found["of"])
    if level.split()[0] != question.level or not mentions(question.text, name):
        return False
    named = replace(question, entities=(*question.entities, name))
    return _asks_just_errors(named, lead.claim_text)


def _asks_just_errors(question: Question, claim: str) -> bool:
    """Whether nothing but errors, or a level, is asked for, at whatever time: the window is code's,
    unless that time is still to come."""
    if _TO_COME.search(question.text):
        return False
    asked = replace(question, text=_CLOCK.sub(" ", without_clock_words(question.text)))
    return _asks_just(asked, claim, _ERRORS)


def _by_recovery(question: Question, claim: str, claims: Sequence[AllowedClaim]) -> YesOrNo | None:
    """What a record of a recovery says of whether it is over, if no alert fires on, and if it is
    of what was asked: that the tasks run again says nothing of the disk."""
    asked = asks_ending(question.text)
    if asked is None or any(_FIRES.search(each.claim_text) for each in claims):
        return None
    words = [word for topic in question.topics for word in topic.split()]
    told = _CAMEL.sub(" ", claim)
    if words and not any(_is_spoken(told, word) for word in words):
        return None
    return "yes" if asked == "over" else "no"


def _shows_event(question: Question, claim: str) -> bool:
    """Whether every word of a question for what happened stands in the claim, which denies
    nothing. What is so now is not shown by what was so then."""
    if not _HAPPENED.search(question.text) or holds_negator(claim) or _NOT_YET.search(claim):
        return False
    if tells_failure(claim) and not _ASKS_FAILURE.search(question.text):
        return False
    rest = _PLAIN.sub(" ", question.text)
    for name in sorted((*question.entities, *question.terms), key=len, reverse=True):
        rest = rest.replace(name, " ")
    words = [word.lower() for word in _WORD.findall(rest)]
    return bool(words) and all(_is_spoken(claim, word) for word in words)


def _is_spoken(claim: str, word: str) -> bool:
    stem = re.sub("(?:ings?|ed|es|s|ure|ures)$", "", word) if len(word) > SHORTEST_WORD else word
    pattern = rf"(?<![A-Za-z0-9]){re.escape(stem)}(?:e|es|s|ed|ing|ure|ures)?(?![A-Za-z0-9])"
    return re.search(pattern, _TOKENS_OF_PLACES.sub(" ", claim), re.IGNORECASE) is not None


def _asks_health(question: Question, claim: str) -> bool:
    return bool(_HEALTH.search(question.text)) and _asks_just(question, claim, _HEALTH)


def _is_about(question: Question, claim: str) -> bool:
    """Whether the claim names everything that the question names."""
    names = (*ascii_names(question), *question.terms)
    return all(is_about(claim, name) for name in names)


def _of_alert(question: Question, claim: str) -> YesOrNo | None:
    """The state of an alert that the question names, against the state that it asks for."""
    found = _ALERT.search(claim)
    if found is None or not mentions(question.text, found[1]):
        return None
    asked, pattern = next(each for each in _STATES if each[1].search(question.text))
    words = _FIRING if asked == "firing" else pattern
    if not words.search(question.text) or not _asks_just(question, claim, words):
        return None
    if found[2].lower() == asked:
        return "yes"
    is_over = found[2].lower() in ("firing", "pending", "resolved")
    return "no" if is_over and not _PAST.search(question.text) else None


def _still_alerting(
    question: Question, lead: AllowedClaim, claims: Sequence[AllowedClaim]
) -> YesOrNo | None:
    """Whether what the question names alerts on, by the states of all its alerts that are told;
    one that is silenced decides nothing."""
    asked = asks_ending(question.text) or ("ongoing" if ASKS_OF_NOW.search(question.text) else None)
    if not (question.asks_alerts and asked and question.entities):
        return None
    if not _asks_just(question, lead.claim_text, _ALERTING):
        return None
    own = [each.claim_text for each in (lead, *claims) if _is_about(question, each.claim_text)]
    states = [found[2].lower() for text in own if (found := _ALERT.search(text))]
    if states and _ENDED.issuperset(states):
        return "yes" if asked == "over" else "no"
    is_firing = bool(states) and states[0] == "firing"
    return ("no" if asked == "over" else "yes") if is_firing else None


def _shows_asked(question: Question, claim: str) -> bool:
    """Whether the claim shows the very failure that the question asks for."""
    signature = signature_of(claim)
    if signature is None or signature[0].id not in _FAILURES:
        return False
    failure, start = signature
    asked = _FAILURES[failure.id]
    is_denied = DISCLAIMED.search(claim, max(0, start - 40), start)
    is_asked = bool(asked.search(question.text)) and _asks_just(question, claim, asked, _THINGS)
    return is_asked and not is_denied
