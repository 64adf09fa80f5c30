"""Sentences that only repeat what was asked (contract section 7, the mark ``[q]``)."""

from superbiz_agent.grounding.wording.lexicon import Lexicon, words

TELLING = words("""
asked | asks | ask | asking | question | questions | query | you want to know | you wonder
问题 | 提问 | 询问 | 所问 | 问的是 | 问到 | 问及 | 想知道
""")
"""Words that say that something was asked."""

ASKING = words("""
about | whether | concerning | concerns | regards
regarding | covers | looked at | looks at | window | time | range | period | scope | user | names
named | mentions | mentioned | between | since | until | from | subject | interested
关于 | 是否 | 是不是 | 针对 | 涉及 | 有关 | 您 | 用户 | 时间窗口
时间范围 | 时间段 | 窗口 | 时段 | 范围 | 期间 | 提到 | 对象 | 之间
""")
"""Words for the names and the window of a question."""

_TELLING = Lexicon(TELLING)
_ASKING = Lexicon((*TELLING, *ASKING))


def tells_of_asking(text: str) -> bool:
    """Whether ``text`` says that something was asked, not that it is so."""
    return _TELLING.holds(text)


def without_asking(text: str) -> str:
    """``text`` with the words of asking blanked: what is left, the question must hold."""
    return _ASKING.blank(text)
