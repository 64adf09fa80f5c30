"""Words that turn a whole sentence round, or set it outside of what happened (section 7).

"False: the pool is exhausted" and "in a drill, the pool is exhausted" hold the same facts as the
line they cite and do not say the same. Extend the tables here.
"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.wording.clauses import clauses
from superbiz_agent.grounding.wording.lexicon import Lexicon, words
from superbiz_agent.grounding.wording.polarity_reading import holds_negator

_DENIALS = Lexicon(
    words("""
    false | falsely | untrue | not true | a myth | hoax | fiction | fictional | fictitious | fake
    prank | a joke | a lie | a rumour | a rumor | contrary to
    假的 | 谣言 | 谣传 | 误传 | 虚构 | 捏造 | 玩笑 | 并非事实 | 与事实相反
    """),
    neutral=words("false alarm | false positive | 误报"),
)
_SETTINGS = Lexicon(
    words("""
    drill | fire drill | game day | rehearsal | simulated | simulation | mock | hypothetical
    hypothetically | in theory | theoretically | imagined | as a test | in a test | during a test
    演练 | 演习 | 模拟 | 假想 | 假设 | 理论上 | 测试中 | 测试环境中 | 彩排
    """)
)
_UNLIKELY = cued(
    r"(?<![a-z])(?:unlikely|improbable|not (?:very )?(?:likely|probable)|hardly likely)(?![a-z])"
    "|不太?可能|不大可能|未必",
    re.IGNORECASE,
)
"""What turns a possibility round."""

_NOT_CAUSED = cued(
    r"(?<![a-z])(?:not|never) "
    r"(?:because|due to|caused by|the (?:root )?cause|the reason|triggered by)"
    r"(?![a-z])|[不非](?:是)?(?:因为|由于|原因)|(?:原因|起因)(?:并不是|不是|并非)",
    re.IGNORECASE,
)
"""A cause that is denied: no source says so unless in these words."""

_SAME_OF = cued(
    r"(?:\A|[.;,] )(?:and )?so (?:is|was|are|were|has|had|have|did|does|do) |也是如此|亦然|也一样",
    re.IGNORECASE,
)
"""What was said of another, said of this one in no word of its own: "so was GuestPool"."""

_DENIED_STATE = cued("[没未]有?被 ?(?P<state>[A-Z][A-Za-z]{3,40})(?![A-Za-z0-9_.-])")
"""A state by its name, denied in Chinese: 没有被 OOMKilled."""


def turns_round(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` denies, or sets elsewhere, what its sources tell plainly; or tells plainly
    what each of them sets in a drill."""
    for lexicon in (_DENIALS, _SETTINGS):
        if lexicon.holds(text) and not any(map(lexicon.holds, sources)):
            return True
    if _UNLIKELY.search(text) and not any(map(_UNLIKELY.search, sources)):
        return True
    if _SAME_OF.search(text) and not any(map(_SAME_OF.search, sources)):
        return True
    if _NOT_CAUSED.search(text) and not any(map(_NOT_CAUSED.search, sources)):
        return True
    if any(_is_plain_in(match["state"], sources) for match in _DENIED_STATE.finditer(text)):
        return True
    return bool(sources) and not _SETTINGS.holds(text) and all(map(_SETTINGS.holds, sources))


def _is_plain_in(state: str, sources: Sequence[str]) -> bool:
    """Whether sources name a state, and none of their clauses that does so denies anything."""
    naming = [clause for source in sources for clause in clauses(source) if state in clause]
    return bool(naming) and not any(map(holds_negator, naming))
