"""Cause: the words that make one thing the reason of another (contract section 7)."""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.facts.folding import fold
from superbiz_agent.grounding.wording.lexicon import Lexicon, words

CAUSES = words("""
cause | causes | caused | causing | causal | cause of | caused by | root cause | root causes
root-cause | root-causes
because | because of | due to | owing to | on account of | led to | leads to | lead to | leading to
resulted in | results in | resulting in | a result of | as a result | as a consequence
consequence of
consequently | therefore | hence | thus | thereby | stems from | stemmed from | stemming from
originates from | originated from | originated in | arises from | arose from | comes from
attributable to | attributed to | responsible for | to blame | blamed on | culprit
triggered by | triggering | triggered the | brought down | brought about | provoked | induced by
that is why | this is why | which is why | explains that | forces | forced
the reason | reason for | reason is | reason why | explains why | made it fail | driven by
导致 | 引起 | 引发 | 造成 | 致使 | 招致 | 使得 | 原因 | 根因 | 根本原因 | 根源 | 成因 | 起因 | 诱因
因为 | 由于 | 因此 | 因而 | 所以 | 从而 | 于是 | 源于 | 源自 | 起源于 | 归因 | 归咎 | 归结 | 罪魁
thanks to | courtesy of | in the wake of | on the back of | at fault | is behind it | blame
is what broke | what broke | broke | did it | sparked by | prompted by | rooted in | took it down
took down | overwhelmed | is responsible | resulted from | the trigger is | the problem is
因 | 害得 | 拖垮 | 触发了 | 诱发 | 促使 | 元凶 | 祸首 | 惹的祸 | 都怪 | 拖累 | 以致 | 以至于 | 缘于
症结 | 问题出在 | 根子 | 所致 | 压垮 | 引致 | 连累 | 逼得 | 酿成 | 触发雪崩 | 归根
""")
"""Any of them makes a sentence one about a cause."""

CAUSE_NEUTRAL = words("""
持续触发了 | 告警触发了 | 已触发了 | 被触发了
触发了告警 | 触发了报警 | 触发了警报
基因 | 因子 | 因特网 | 不因 | 因此缺少 | 因此没有 | 因此无法 | broke off
""")
"""Longer words in which a word of cause says nothing of that kind."""

_ALERT_BY_NAME = re.compile(r"触发了(?= ?[A-Z][a-z]+(?:[A-Z][A-Za-z0-9]*)+)")
"""An alert that was set off: its name says what it tells of, and nothing that it caused."""

_SO = re.compile(r", so (?:the )?[a-z0-9]+(?:[-_.][a-z0-9]+)+ ", re.IGNORECASE)
""" "..., so booking-api ran out": what comes after is named as the effect."""

_CAUSES = Lexicon(CAUSES, neutral=CAUSE_NEUTRAL)


def without_cause_words(text: str) -> str:
    """``text`` with the words of cause taken out."""
    return _CAUSES.blank(text)


def states_cause(text: str) -> bool:
    """Whether ``text`` names something as the cause of something."""
    return _CAUSES.holds(_ALERT_BY_NAME.sub(" ", text)) or bool(_SO.search(text))


_REASON = re.compile(
    r"(?:原因[为是]|因|because of|with the reason) ?[\"“'‘]?"
    r"(?P<reason>[A-Za-z][^\"”’，。；,;]{5,160})",
    re.IGNORECASE,
)
_STATED_AFTER = re.compile(r"[:：=(（.] ?[\"']?\Z")
"""What a record writes before the error that it tells of."""


def repeats_reason(text: str, stored: Sequence[str]) -> bool:
    """Whether each word of cause in ``text`` stands before an error that a stored text gives word
    for word as such: 原因为 Connection reset by peer, over "断开：Connection reset by peer"."""
    records = list(map(fold, stored))
    found = list(_REASON.finditer(text))
    rest = _REASON.sub(" ", text)
    return (
        bool(found)
        and not states_cause(rest)
        and all(
            any(_is_stated(fold(match["reason"].strip(" .")), record) for record in records)
            for match in found
        )
    )


def _is_stated(reason: str, record: str) -> bool:
    at = record.find(reason)
    return at > 0 and bool(_STATED_AFTER.search(record[max(0, at - 3) : at]))
