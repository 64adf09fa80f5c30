"""Possibility: the words that hold a statement short of a fact (contract section 7)."""

from superbiz_agent.grounding.wording.lexicon import Lexicon, words

HEDGES = words("""
may | might | could | possible | possibly | possibility | perhaps | maybe | likely | unlikely
probable | probably | potential | potentially | presumably | apparently | seemingly
appears to | appear to | seems | seem | seemed | suggests | suggest | suggesting | suggestive
suspected | suspect | inferred | inference | infer | hypothesis | hypotheses | hypothesised
hypothesized | presumed | assumed | tentative | tentatively | candidate cause | consistent with
not confirmed | unconfirmed | not yet confirmed | not proven | unproven | cannot be confirmed
to be confirmed | is not certain | uncertain | not ruled out
可能 | 或许 | 也许 | 大概 | 疑似 | 怀疑 | 推断 | 推测 | 推定 | 似乎 | 看起来 | 看似 | 猜测 | 估计
或为 | 有待确认 | 待确认 | 待验证 | 尚未确认 | 未确认 | 未经确认 | 未证实 | 不排除 | 不能排除
无法排除 | 假设 | 假定 | 潜在 | 未必 | 不一定 | 不确定 | 初步判断 | 倾向于
""")
"""Any of them in a sentence makes it a possibility."""

HEDGE_NEUTRAL = words("""
could not | couldn't | as soon as possible | if possible | whenever possible | impossible
May 1 | May 2 | May 3 | May 4 | May 5 | May 6 | May 7 | May 8 | May 9 | may 2026 | in May | of May
不可能 | 尽可能 | 绝无可能 | 没有可能
""")
"""Longer words in which a hedge says nothing of that kind."""

_HEDGES = Lexicon(HEDGES, neutral=HEDGE_NEUTRAL)


def is_hedged(text: str) -> bool:
    """Whether ``text`` states a possibility rather than a fact."""
    return _HEDGES.holds(text)
