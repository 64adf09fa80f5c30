"""Possibility: the words that hold a statement short of a fact (contract section 7)."""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.wording.language import language_of
from superbiz_agent.grounding.wording.lexicon import Lexicon, words
from superbiz_agent.grounding.wording.overlap import best_cover, shape, tokens
from superbiz_agent.grounding.wording.sentences import split_sentences

HEDGES = words("""
may | might | could | possible | possibly | possibility | perhaps | maybe | likely | unlikely
probable | probably | potential | potentially | presumably | apparently | seemingly
appears to | appear to | seems | seem | seemed | suggests | suggest | suggesting | suggestive
suspected | suspect | inferred | inference | infer | hypothesis | hypotheses | hypothesised
hypothesized | presumed | assumed | tentative | tentatively | candidate cause | consistent with
not confirmed | unconfirmed | not yet confirmed | not proven | unproven | cannot be confirmed
to be confirmed | is not certain | uncertain | not ruled out
likelihood | probability | plausible | plausibly | conceivably | supposedly | arguably | suspicion
chances are | looks like | look like | looked like | assumption | believed to | thought to
可能 | 或许 | 也许 | 大概 | 疑似 | 怀疑 | 推断 | 推测 | 推定 | 似乎 | 看起来 | 看似 | 猜测 | 估计
多半 | 看来 | 想必 | 大抵 | 或为 | 有待确认 | 待确认 | 待验证 | 尚未确认 | 未确认 | 未经确认
未证实 | 不排除 | 不能排除
好像 | 像是 | 恐怕 | 说不定 | 兴许 | 貌似 | 应该是 | 十有八九 | 料想
无法排除 | 假设 | 假定 | 潜在 | 未必 | 不一定 | 不确定 | 初步判断 | 倾向于
""")
"""Any of them in a sentence makes it a possibility."""

HEDGE_NEUTRAL = words("""
could not | couldn't | as soon as possible | if possible | whenever possible | impossible
May 1 | May 2 | May 3 | May 4 | May 5 | May 6 | May 7 | May 8 | May 9 | may 2026 | in May | of May
whether or not it is probable | whether or not it is likely | whether or not it is possible
可能有人 | 也许有人 | 或许有人
as suspected | as inferred | as we suspected | as we inferred | as assumed | not merely likely
not just likely | not only likely | not merely possibly | not just possibly | beyond possibility
hypothesis is true | hypothesis holds | hypothesis is confirmed | hypothesis is correct
suspicion is confirmed | suspect is caught | inference is confirmed
unlikely to be anything else | unlikely to be anyone else
不可能 | 尽可能 | 绝无可能 | 没有可能 | 不只是可能 | 不仅是可能 | 已不只是可能 | 正如推断 | 正如推测
如推断 | 如推测 | 如猜测 | 正如猜测 | 假设成立 | 假设属实 | 推断成立 | 推断属实 | 推断已坐实
推断已证实 | 假设已证实 | 推测成立 | 不是推测 | 并非推测 | 不是推断 | 并非猜测
""")
"""Longer words in which a hedge says nothing of that kind."""

LEAD_INS = words("""
likely | probably | possibly | possible | perhaps | maybe | inferred | inference | presumably
not confirmed | confirmed | finding | yes | no | in short | in summary | however | also | so
in addition | on record | the runbook says | the documentation says | according to the runbook
it is likely that | it is possible that | evidence | note | answer
推断 | 推测 | 可能 | 疑似 | 或许 | 初步判断 | 未确认 | 尚未确认 | 已确认 | 确认 | 结论 | 另外
此外 | 同时
是的 | 是 | 否 | 不是 | 有 | 没有 | 对 | 证据 | 证据记录 | 注意 | 总之 | 据此推断 | 运行手册记载
手册记载 | 文档记载 | 根据文档 | 根据手册 | 运行手册指出 | 文档指出
""")
"""What may stand before a repeated sentence without changing what it says."""

REPORTING_NOUNS = words("""
runbook | runbooks | playbook | documentation | document | documents | knowledge base | guide
手册 | 文档 | 知识库 | 预案 | 运维指南
""")
REPORTING_VERBS = words("""
says | say | states | notes | describes | documents | documented | recommends | advises | suggests
mentions | explains | lists | covers | reads | gives | shows | according to | as per | from | in the
记载 | 指出 | 说明 | 建议 | 提到 | 写明 | 描述 | 显示 | 介绍 | 根据 | 按照 | 依据 | 列出 | 要求
按 | 照 | 解释 | 中说 | 称 | 写道 | 写着 | 写有 | 提示 | 规定
""")
"""Only with a noun and a verb of these is a documented claim said as the runbook's."""

_HEDGES = Lexicon(HEDGES, neutral=HEDGE_NEUTRAL)
_NOUNS = Lexicon(REPORTING_NOUNS)
_VERBS = Lexicon(REPORTING_VERBS)
_AS_HEAD = re.compile(
    r"[^A-Za-z\u4e00-\u9fff]{0,4}(?:[A-Za-z]{2,12} )?[A-Za-z\u4e00-\u9fff]{2,12} ?[:：]"
)
"""A runbook before a colon at the head: 手册：..."""

_MAX_LEAD_INS = 3
_LEAD_IN = re.compile(
    rf"[\s*_>-]{{0,8}}(?:{'|'.join(sorted(map(re.escape, LEAD_INS), key=len, reverse=True))})"
    r"[*_]{0,4}[ \t]?[:：,，][*_]{0,4}[ \t]{0,4}",
    re.ASCII | re.IGNORECASE,
)


_AND_IT_SAYS = re.compile(
    r"it (?:also|further) (?:says|states|notes|adds|recommends|advises) "
    r"|[它其](?:还|也)(?:写道|写明|说|指出|建议)",
    re.IGNORECASE,
)
"""At the head of a sentence: a document goes on."""


def is_reported(text: str) -> bool:
    """Whether ``text`` is told as what a runbook or document says."""
    is_named = _NOUNS.holds(text) and (_VERBS.holds(text) or bool(_AS_HEAD.match(text)))
    return is_named or bool(_AND_IT_SAYS.match(text))


def without_reporting(text: str) -> str:
    """``text`` without the words by which a document is quoted ("the runbook says")."""
    return _VERBS.blank(_NOUNS.blank(text)) if is_reported(text) else text


def without_lead_in(text: str) -> str:
    """``text`` without "Likely:", "Yes,", 推断： and their like at its start."""
    for _ in range(_MAX_LEAD_INS):
        match = _LEAD_IN.match(text)
        if match is None or not text[match.end() :].strip():
            break
        text = text[match.end() :]
    return text


def hedged_in(text: str, sources: Sequence[str]) -> bool:
    """Whether the sentences of ``sources`` that ``text`` is about hold a hedge, in its language."""
    language = language_of(text)
    said = [
        shape(sentence.text)
        for source in sources
        if language_of(source) == language
        for sentence in split_sentences(source)
    ]
    return any(map(is_hedged, best_cover(tokens(text), said).best))


def is_hedged(text: str) -> bool:
    """Whether ``text`` states a possibility rather than a fact."""
    return _HEDGES.holds(text)
