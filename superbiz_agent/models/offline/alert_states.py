"""The states of alerts that a question asks for: each that it names, and no other."""

from collections.abc import Iterable
from typing import Final

from superbiz_agent.models.offline.evidence import SILENCED
from superbiz_agent.models.offline.kinds import asked_by

_STATES: Final = (
    (frozenset({"firing"}), asked_by("firing", "正在触发|在触发|触发中|正在告警")),
    (frozenset({"pending"}), asked_by("pending", "待触发|等待触发")),
    (frozenset(SILENCED), asked_by("silenced|muted|inhibited", "静默|抑制")),
    (frozenset({"resolved", "inactive"}), asked_by("resolved", "已恢复|已解决|已解除")),
)
_WORDS: Final = asked_by(
    "firing|pending|silenced|muted|inhibited|resolved|or|and",
    "待触发|触发|静默|抑制|[或和与及待被的已]",
)


def states_asked(text: str) -> frozenset[str]:
    """The states that ``text`` names, each of them wanted; empty where it names none."""
    return frozenset[str]().union(*(states for states, asked in _STATES if asked.search(text)))


def without_states(topics: Iterable[str]) -> list[str]:
    """``topics`` without those that only name a state of alerts, which no alert is called by."""
    return [topic for topic in topics if _WORDS.sub("", topic).strip()]
