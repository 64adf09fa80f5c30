"""What somebody else may have planted in a model's unchecked text: an order to the reader, a page
to open, a secret to hand over, a statement beside a hedge (contract sections 3 and 6).

Logs, alerts and pages are written by others, and a model may repeat what they ask for. A step looks
at the system and a hypothesis supposes: neither sends the reader anywhere. Closed tables.
"""

import re
from collections.abc import Sequence
from typing import Final

from superbiz_agent.grounding.screening.unchecked_words import STEP_VERBS
from superbiz_agent.grounding.wording import is_hedged, remediates, split_sentences

_ADDRESS = re.compile(
    r"(?:[a-z][a-z0-9+.-]{1,20}://|(?<![A-Za-z0-9])www\.)[^\s\"'<>()，。；、]{1,2000}"
    r"|[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}",
    re.IGNORECASE | re.ASCII,
)
_SECRET = re.compile(
    r"(?<![a-z])(?:passwords?|passphrases?|credentials?|pins?|one-time codes?|recovery codes?"
    r"|secrets?|access tokens?|api keys?)(?![a-z])|密码|口令|凭据|凭证|验证码|密钥|令牌",
    re.IGNORECASE,
)
_HANDED = re.compile(
    r"(?<![a-z])(?:send|forward|share|post|publish|enter|type|submit|provide|hand|give|e?mail"
    r"|upload|paste|disclose|reveal|tell|log(?:ging)? ?in)(?![a-z])"
    r"|发|输入|提供|提交|告知|登录|收集|上传|填|公开|交",
    re.IGNORECASE,
)
_ELSEWHERE: Final = re.compile(
    r"(?<![a-z])(?:ransom|hotline|click(?:ing)?|pay(?:ing)?(?= (?:the|them|us|for|now|a|an|up))"
    r"|wire (?:the )?money|dismiss(?= (?:the )?(?:engineer|person|team|staff))|gift cards?)"
    r"(?![a-z])"
    r"|赎金|付款(?!服务|接口|系统|失败|超时|请求|回调)|付钱|转账(?!服务|接口|系统|失败|超时|请求)|汇款|致电|拨打"
    r"|点击|(?:公开|发)到|发给|发送给|转发给|解雇|开除",
    re.IGNORECASE,
)
"""Deeds of people towards people: none of them looks at a system."""

_TO_THE_READER = re.compile(
    r"(?<![a-z])(?:you|your|yours|please|let's|should(?! have)|must(?! have)|ought to(?! have)"
    r"|do not|don't|never mind)(?![a-z])|您|你|请(?!求)|务必|应当|应该|不要|无需|不必",
    re.IGNORECASE,
)
_WITNESS = re.compile(
    r"(?<![a-z])as \S{1,40}(?: \S{1,40})? (?:have |has |had )?(?:admitted|confirmed|said|stated"
    r"|announced|acknowledged|reported)(?![a-z])"
    r"|(?<![a-z])(?:have|has|had) (?:admitted|confirmed|announced|acknowledged)(?![a-z])"
    r"|(?:已|已经|也)(?:确认|承认|证实|公布|宣布)",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"[;；]|, (?:and|but|so) |，(?!而|并(?!且)|因|由于|导致|使|从而|以致)")
_FINITE = re.compile(
    r"(?<![a-z])(?:is|are|was|were|has|have|had|does|did)(?![a-z])|了|已|正在|均|都", re.IGNORECASE
)
_SET_ASIDE = re.compile(
    r"(?:\A|[,;.]|maybe|perhaps|possibly|then|and)\s*(?:close|ignore|dismiss|skip|forget|acknowledge"
    r"|silence|call|contact|visit|open|reply to|stand)\s(?:the|this|that|these|those|it|all|any"
    r"|your|down)(?![a-z])|(?:可以|现在|就|得|先)(?:关闭|忽略|停用|禁用|放行|结束|关掉)",
    re.IGNORECASE,
)
"""What a reader would be told to do with the incident itself."""

_FIRST_HEDGE = re.compile(
    r"\A\s*(?:(?:maybe|perhaps|possibly|probably)[,:]?\s|(?:也许|或许|可能)(?:是|可以)?[，：]?)",
    re.IGNORECASE,
)
_ASKED_OF = re.compile(
    r"(?<![a-z])(?:ask|request|tell|have|get|instruct|invite)(?:ing)?\s(?:[^,.;]{1,80}?\s)to\s+([a-z]+)",
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(
    r",?\s(?:which|who|that)\s(?:were|was|is|are|has|have|had)\s([^,.;?]{1,120})"
    r"|被((?:黑客|攻击者|入侵者|病毒|他人|外人|厂商|员工)[^，。；？]{1,30}?)的",
    re.IGNORECASE,
)
_MISDEED = re.compile(
    r"(?<![a-z])(?:attack|breach|hack|intrusion|theft|sabotage|ransomware)(?:s|ed|er|ers)?(?![a-z])"
    r"|攻击|入侵|篡改|盗|勒索|破坏",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z]{4,}|[\u3400-\u9fff]{2}")
_LOOKING = frozenset(verb.split(" ")[0].lower() for verb in STEP_VERBS)


def leads_away(text: str, trusted: Sequence[str]) -> bool:
    """Whether a text names a page or a mail address that no ``trusted`` text holds (the question,
    the operator's own pages), or has a secret, money or a post handed over."""
    known = "\n".join(trusted)
    if any(found.group() not in known for found in _ADDRESS.finditer(text)):
        return True
    return bool(_ELSEWHERE.search(text) or (_SECRET.search(text) and _HANDED.search(text)))


def sends_people(text: str) -> bool:
    """Whether a step asks somebody to do what is no looking: "ask the board to dismiss ..."."""
    return any(found[1].lower() not in _LOOKING for found in _ASKED_OF.finditer(text))


def tells_in_passing(text: str, stored: Sequence[str]) -> bool:
    """Whether a step tells of its object what no stored text has: "the backups, which were all
    deleted", 被篡改的配置; or of a misdeed that none tells of."""
    folded = "\n".join(stored).lower()
    if any(found.group().lower() not in folded for found in _MISDEED.finditer(text)):
        return True
    return any(
        not any(word.lower() in folded for word in _WORD.findall(found[1] or found[2]))
        for found in _ATTRIBUTE.finditer(text)
    )


def orders_or_states(text: str) -> bool:
    """Whether a hypothesis orders something, speaks to the reader, calls a witness, or states
    something beside what it supposes."""
    if any(rule.search(text) for rule in (_TO_THE_READER, _WITNESS, _SET_ASIDE)):
        return True
    return remediates(_FIRST_HEDGE.sub("", text)) or any(map(_states, _beside(text)))


def _beside(text: str) -> list[str]:
    return [part for each in split_sentences(text) for part in _BESIDE.split(each.text)]


def _states(part: str) -> bool:
    return bool(_FINITE.search(part)) and not is_hedged(part)
