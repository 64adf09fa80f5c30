"""Words of a whole (all, only, every) and of certainty (sole, proven): sections 4, 6 and 7. Extend
the tables here.
"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.facts.words import ONLY_SO_MUCH
from superbiz_agent.grounding.wording.language import language_of
from superbiz_agent.grounding.wording.lexicon import Lexicon, words

QUANTIFIERS = words("""
all | every | everything | everyone | each | any | only | solely | sole | none | no other | entire
entirely | whole | always | never | first | last | earliest | latest | both | neither | nothing
the most | the least | exclusively | throughout | without exception | everywhere | nowhere
所有 | 全部 | 全体 | 全都 | 一切 | 任何 | 每个 | 每次 | 每条 | 每一 | 各个 | 唯一 | 只有 | 仅 | 仅有
首次 | 首个 | 首条 | 第一 | 第一次 | 最后 | 最早 | 最新 | 最初 | 末次 | 始终 | 总是 | 从未 | 均 | 都
完全 | 整个 | 无一 | 没有任何 | 无任何 | 毫无
""")
"""Claims over a whole: true only if the whole was seen (contract section 4)."""

QUANTIFIER_NEUTRAL = words("""
last 1 | last 5 | last 10 | last 15 | last 30 | last 24 | last 60 | last hour | last minute
last day | last week | at last | first of all | at all | in all | all told | not only
after all | all in use
all connections in use
全部占用 | 全部在用 | 全部被占用 | 首都 | 成都 | 平均 | 均值 | 均衡 | 不仅 | 不仅仅 | 最后一小时
最新版本
""")

WHOLE = words("""
all | every | everything | everyone | only | solely | sole | no other | entire | entirely | always
exclusively | without exception | everywhere | nothing but | nobody but | none but
所有 | 全部 | 全体 | 全都 | 一切 | 每个 | 每次 | 每条 | 唯一 | 只有 | 仅有 | 始终 | 总是 | 无一
""")
"""The quantifiers that an answer may not add to its items."""

CERTAINTY = words("""
the sole | sole | solely | the only | confirmed | confirmed as | has been confirmed | definitely
definitively | certainly | undoubtedly | without doubt | no doubt | beyond doubt | proven | proved
conclusively | unquestionably | for certain | must be | is certain | it is established | nothing but
唯一 | 唯一的 | 已确认 | 确认 | 确定 | 已确定 | 可以确定 | 肯定 | 必然 | 必定 | 一定是 | 毫无疑问
确实 | 证实 | 已证实 | 确凿 | 无疑 | 就是因为 | 确实是
""")

CERTAINTY_NEUTRAL = words("""
unconfirmed | not confirmed | not yet confirmed | cannot be confirmed | not be confirmed
to be confirmed | unproven | not proven | no confirmed
未确认 | 尚未确认 | 未经确认 | 无法确认 | 不能确认 | 待确认 | 有待确认 | 不足以确认 | 需确认
需要确认
不确定 | 无法确定 | 不能确定 | 未证实 | 不一定 | 不肯定 | 确认一下 | 没有确认
可能就是因为 | 或许就是因为 | 大概就是因为 | 很可能就是因为
""")

_QUANTIFIERS = Lexicon(QUANTIFIERS, neutral=QUANTIFIER_NEUTRAL)

_WHOLE = Lexicon(WHOLE, neutral=QUANTIFIER_NEUTRAL)

_CERTAINTY = Lexicon(CERTAINTY, neutral=CERTAINTY_NEUTRAL)

_SOFTENED = Lexicon(
    words("""
the sole | sole | solely | confirmed as | confirmed | definitely | certainly | undoubtedly
proven | conclusively | 唯一的 | 唯一 | 已确认 | 确认 | 已确定 | 确定 | 肯定 | 已证实 | 证实
毫无疑问
"""),
    neutral=CERTAINTY_NEUTRAL,
)

_EACH_OF_THEM = re.compile(
    r"(?<=[,，;；(（ ])(?:each|every time)(?= |,)|每[次个条台](?= ?[0-9一二两三四五六七八九十])",
    re.ASCII | re.IGNORECASE,
)
"""Each of those just counted: "twice, each after 30 s"."""

_WINDOW = re.compile(
    r"(?<![A-Za-z])(?:last|past|first)[ \t]{1,3}[0-9]{1,6}[ \t]{0,3}[A-Za-z]{1,8}"
    r"|(?:最近|近|过去)[ \t]?[0-9一二三四五六七八九十]{1,6}",
    re.ASCII | re.IGNORECASE,
)


def quantifies_whole(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` speaks of all, every or only where no source of its language does; a
    source in the other language must then speak of a whole in its own words."""
    bare = ONLY_SO_MUCH.sub(" ", _EACH_OF_THEM.sub(" ", _WINDOW.sub(" ", text)))
    added = _WHOLE.outside(bare, sources)
    language = language_of(text)
    other = [source for source in sources if language_of(source) != language]
    return bool(added) and not any(map(_WHOLE.holds, other))


def quantifies(text: str, *, stored: Sequence[str] = ()) -> bool:
    """Whether ``text`` speaks of all, only, the first, the last, none; a window such as "the last
    15 minutes" is none of these. Words that stand in the ``stored`` texts do not count."""
    return bool(_QUANTIFIERS.outside(_WINDOW.sub(" ", text), stored))


def claims_certainty(text: str) -> bool:
    """Whether ``text`` calls something sole, confirmed or beyond doubt."""
    return _CERTAINTY.holds(text)


def soften(text: str) -> str:
    """``text`` without "sole", "confirmed", 唯一, 确认 and their like."""
    pieces: list[str] = []
    position = 0
    for hit in _SOFTENED.find(text):
        pieces.append(text[position : hit.start])
        position = hit.end
    pieces.append(text[position:])
    return re.sub(r"[ \t]{2,8}", " ", "".join(pieces)).strip()
