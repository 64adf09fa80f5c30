"""Words by which a sentence says that something is not known (contract section 7).

A sentence that rests on a gap says that something is missing; ``answered``, ``deployed`` or "the
evidence is complete" over the same gap is a new statement.
"""

import re

from superbiz_agent.grounding.wording.lexicon import Lexicon, words

LACKS = words("""
missing | unknown | not known | unclear | unanswered | unverified | unconfirmed | uncertain
failed | fails | failing | cut off | truncated | incomplete | partial | partially | in part
lacks | lack | lacking | lacked | without | no | not | none | nothing | cannot | can't | couldn't
insufficient | unavailable | whether | need | needs | needed | required | pending | remains
remaining | gap | gaps | absent | misses | missed | outside | only as far
is open | are open | remains open | remain open | left open
outstanding | yet to | still | to be | more records
unreadable | not readable | unable | not at hand | left out | silent on | silent about
缺 | 未 | 无法 | 没有 | 没能 | 不足 | 不完整 | 不全 | 失败 | 截断 | 部分 | 尚 | 是否 | 不明 | 不清
有待 | 需 | 仅 | 待 | 不能 | 不够 | 无 | 多于 | 不详 | 不在
读不出 | 读不了 | 看不到 | 取不到 | 查不到 | 读不到 | 拿不到 | 没拿到 | 看不出 | 没写 | 没看
不可读 | 读取不了 | 无从读取 | 不含 | 没提 | 没读 | 没查 | 搜不到 | 找不到
""")
"""What is not there, not known or still to be done."""

NOT_LACKING = words("""
no gap | no gaps | no missing | nothing is missing | nothing missing | nothing was missing
not missing | no lack | none missing | not incomplete | without gaps | without a gap
无缺 | 没有缺 | 不缺 | 未缺 | 无遗漏 | 没有遗漏 | 未遗漏 | 无需 | 无不足
""")
"""Longer phrases that say the opposite."""

OPEN = words("""
unknown | not known | not yet known | unclear | not clear | whether | unconfirmed | not confirmed
not yet confirmed | unverified | uncertain | not certain | cannot tell | open question | unanswered
is open | are open | is still open | remains open | remain open | left open | not recorded
not on record | not in any log | in no log
未知 | 不清楚 | 尚不清楚 | 不明 | 是否 | 未确认 | 尚未确认 | 无法确认 | 不确定 | 不得而知 | 未证实
""")
"""What leaves a question open: neither yes nor no is known."""

MISSING = words("""
missing | lacking | unknown | not known | unclear | unavailable | not available | what is missing
not at hand | not to be had | unreadable | not readable | unable to read | unable to get
not found in any | no source holds | in no source | in none of the sources | not recorded
no record says
left out | not shown | not every | not all | incomplete | cut off
we lack | we have no | we had no | nowhere to be found | silent on
none of the sources has it | no source has it
缺少 | 缺失 | 缺乏 | 未知 | 不清楚 | 不可读 | 读取不了 | 无从读取
读不到 | 拿不到 | 没有拿到 | 没拿到 | 看不出来 | 看不出 | 没写 | 没提到 | 没有提到
手头缺少 | 手头没有
手头
日志里没有 | 日志中没有 | 没有日志 | 没有全部 | 不完整 | 没有显示 | 没有展示 | 截掉
没有来源 | 均不含 | 都不含 | 没有数据 | 没有记录可查 | 找不到 | 查不到
没有数据源 | 所有数据源都没有 | 所有数据源里都没有 | 数据源里都没有
""")
"""What is said of evidence alone; "has no" may be said of a system as well."""

_NONE = re.compile(
    r"(?<![a-z])(?:has|have|had|there (?:is|are|was|were)) (?:no|not any) "
    r"|没有(?:任何|发生|出现)|毫无|并无",
    re.IGNORECASE,
)
_READING = re.compile(
    "read|availab|figure|answer|collect|seen|shown|held|hold|source|record|log|metric|data|series"
    "|[读取获拿看供含]|可用|日志|指标|记录|数据",
    re.IGNORECASE,
)
"""What makes a lack one of evidence."""

_IS_NONE = re.compile(r"[:：] ?(?:没有|无|none|not available)[。.]?\s*\Z", re.IGNORECASE)
"""A label whose value is that there is none."""

_MISSING = Lexicon(MISSING)
_OPEN = Lexicon(OPEN)
_LACKS = Lexicon(LACKS, neutral=NOT_LACKING)


def names_a_lack(text: str) -> bool:
    """Whether ``text`` says that something is missing, unknown or still open."""
    return _LACKS.holds(text)


def leaves_open(text: str) -> bool:
    """Whether ``text`` says that it is not known if something is so."""
    return _OPEN.holds(text)


def says_missing(text: str) -> bool:
    """Whether ``text`` says in so many words that something is missing or unknown."""
    return _MISSING.holds(text) or bool(_IS_NONE.search(text))


def says_none(text: str) -> bool:
    """Whether ``text`` says of a system that it has none of something, and not that the evidence
    for it is missing."""
    return bool(_NONE.search(text)) and not _READING.search(text)


def without_missing_words(text: str) -> str:
    """``text`` without those words."""
    return _MISSING.blank(text)


def without_open_words(text: str) -> str:
    """``text`` with the words that leave something open blanked."""
    return _OPEN.blank(text)
