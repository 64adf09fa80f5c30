"""The words that claim a state of an alert, and the states that carry them (contract section 7).

A closed table, English and Chinese. The words of one row claim the same; the first row that holds
at a place of a text counts.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from superbiz_agent.grounding.facts.cued_pattern import cued

StateClaim: TypeAlias = Literal[
    "again", "not_firing", "over", "firing", "fired", "not_kept", "silenced", "inhibited",
    "suppressed", "not_pending", "pending", "inactive",
]  # fmt: skip

_NOT: Final = r"(?:not|never|n't|no longer)(?: yet| been| being| currently| now| even)*"

_WORDS: Final[Mapping[StateClaim, tuple[str, str]]] = {
    "again": (
        (r"(?:fires?|fired|firing|triggered|active|alerting) (?:again|anew|repeatedly|twice)"
        r"|re-?fires?|re-?fired|flapping|flaps|flapped"),
        r"(?:再次|重新|反复|再度|多次)(?:触发|告警|报警)|抖动",
    ),
    "over": (
        (r"(?:is|are|was|now|already) over(?! [0-9~<>])|resolved|resolves|ended|ends"
        r"|recovered|has cleared|was cleared|is cleared"
        r"|stopped firing|(?:no longer|stopped being|ceased to be) (?:firing|active|alerting)"
        r"|no longer fires|ceased firing"),
        (r"(?<![未没不无])(?<!尚未)(?<!没有)(?:已经?)?(?:恢复|解除|消除|结束)|不再(?:触发|告警|报警)"
        r"|停止(?:触发|告警|报警)"),
    ),
    "not_firing": (
        rf"{_NOT} (?:firing|fired?|active|alerting|triggered)",
        r"(?:尚?未|没有?|并未|从未|未曾)(?:被|在|曾)?(?:触发|告警|报警|激活)",
    ),
    "fired": (
        (r"(?:was|were|had been) (?:still |then |already )?"
        r"(?:firing|active|alerting|triggered|ringing)"
        r"|(?:began|begun|started) (?:to fire|firing)|(?<!wire )fired|went off|triggered"),
        (r"曾经?(?:被?触发|告警|报警)|开始(?:触发|告警|报警)|已告警"
        r"|触发(?![中时]|阈值|条件|器|值|规则|原因|[^，。]{0,4}的)"),
    ),
    "firing": (
        (rf"{_NOT} (?:resolved|over|ended|recovered|cleared)|unresolved"
        r"|firing|fires(?! (?:when|if|once|above|over|whenever)(?![a-z]))"
        r"|to fire|will fire|alerting"
        r"|(?:is|are|be|been|remains?|stays?|still|currently|now|being) "
        r"(?:still |now |currently |again )?active|active alerts?|goes off|going off|ringing"
        r"|(?:is|are) (?:still |now |currently )?triggered|goes on|ongoing"),
        (r"(?:[仍还尚]?未|没有)(?:恢复|解除|结束|消除)|正在(?:触发|告警|报警|持续)|(?:触发|告警|报警)中"
        r"|(?:[仍还]然?|一直|持续|依然|依旧)[在处]?(?:于)?(?:触发|告警|报警|持续|活跃|激活)"
        r"|处于(?:触发|告警|报警|活跃|激活)|(?<!正常)在告警"),
    ),
    "not_kept": (
        rf"{_NOT} (?:silenced|muted|inhibited|suppressed)|unsilenced|unmuted",
        r"(?:[未没不]|没有|不再)被?(?:静默|静音|抑制|屏蔽)",
    ),
    "silenced": (r"silenced|muted", r"静默|静音"),
    "inhibited": (r"inhibited", r"(?:被|受到?|处于|告警)[^，。；]{0,20}抑制|抑制(?:状态|中)"),
    "suppressed": (r"suppressed", r"压制|屏蔽"),
    "not_pending": (rf"{_NOT} pending", r"(?:未|不再|没有)(?:待触发|等待触发)"),
    "pending": (
        (r"(?:is|are|was|were|still|only|state|status|remains?|been|and|but|state=|as) pending"
        r"|pending(?= alerts?(?![a-z])|:)"),
        r"待触发|等待触发|待定|的状态[是为]\s?pending",
    ),
    "inactive": (r"inactive", r"非活跃|未激活"),
}  # fmt: skip

CARRIED: Final[Mapping[str, frozenset[StateClaim]]] = {
    "firing": frozenset({"firing", "fired", "not_kept", "not_pending"}),
    "pending": frozenset({"pending", "not_firing", "not_kept"}),
    "silenced": frozenset({"silenced", "suppressed", "not_pending"}),
    "inhibited": frozenset({"inhibited", "suppressed", "not_pending"}),
    "suppressed": frozenset({"suppressed", "inhibited", "not_pending"}),
    "resolved": frozenset({"over", "fired", "not_firing", "not_kept", "not_pending", "inactive"}),
    "inactive": frozenset({"inactive", "not_firing", "not_kept", "not_pending"}),
    "unknown": frozenset(),
}
"""What may be said of an alert in each state. A silenced or inhibited one fires as well, where the
sentence says both (``alert_states``)."""

AS_TOLD: Final[Mapping[StateClaim, frozenset[StateClaim]]] = {
    "firing": CARRIED["firing"],
    "fired": frozenset({"fired"}),
    "over": CARRIED["resolved"],
    "not_firing": frozenset({"not_firing", "inactive", "over"}),
    "silenced": CARRIED["silenced"],
    "inhibited": CARRIED["inhibited"],
    "suppressed": frozenset({"suppressed", "silenced", "inhibited"}),
    "pending": CARRIED["pending"],
    "inactive": CARRIED["inactive"],
}
"""What may be said of an alert of which a claim says so."""

KEPT: Final[frozenset[StateClaim]] = frozenset({"silenced", "inhibited", "suppressed"})


class Claimed(NamedTuple):
    """A state that a text claims, and where."""

    claim: StateClaim
    start: int
    end: int


_PATTERN: Final = cued(
    "|".join(
        rf"(?P<{claim}>(?<![A-Za-z0-9_=.-])(?:{english})(?![A-Za-z0-9_=-])|{chinese})"
        for claim, (english, chinese) in _WORDS.items()
    ),
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def claimed_states(text: str) -> tuple[Claimed, ...]:
    """The states that ``text`` claims, in order."""
    return tuple(_claimed_in(text))


def _claimed_in(text: str) -> Iterator[Claimed]:
    for match in _PATTERN.finditer(text):
        for claim in _WORDS:
            if match[claim] is not None:
                yield Claimed(claim, *match.span())
