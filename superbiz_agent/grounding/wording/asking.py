"""Sentences that only repeat what was asked (contract section 7, the mark ``[q]``)."""

from superbiz_agent.grounding.wording.lexicon import Lexicon, words

ASKING = words("""
asked | asks | ask | asking | question | questions | query | about | concerning | concerns | regards
regarding | covers | looked at | looks at | window | time | range | period | scope | user | names
named | mentions | mentioned | between | since | until | from | subject | interested
问题 | 提问 | 询问 | 所问 | 问的是 | 问到 | 问及 | 关于 | 针对 | 涉及 | 有关 | 您 | 用户 | 时间窗口
时间范围 | 时间段 | 窗口 | 时段 | 范围 | 期间 | 提到 | 对象 | 之间
""")
"""Words for asking, and for the names and the window of a question."""

_ASKING = Lexicon(ASKING)


def without_asking(text: str) -> str:
    """``text`` with the words of asking blanked: what is left, the question must hold."""
    return _ASKING.blank(text)
