"""Two questions in one: what the second of them is, and whether it was answered."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from superbiz_agent.models.offline.endings import asks_ending
from superbiz_agent.models.offline.kinds import asked_by
from superbiz_agent.models.offline.question import Question

_JOINED: Final = re.compile(
    r"(?:,\s{0,3}| )(?:and|or|but)(?: also)?,? (?=(?:is|are|was|were|do|does|did|has|have|had|why"
    r"|how|when|what|which|who|where) (?:[a-z]|\S+ ))"
    r"|[?？]\s{0,3}(?=\S)"
    r"|[，,]\s{0,3}(?:并且|而且|还有|以及|另外|那)?"
    r"(?=[^，。？?]{1,20}(?:吗|没有?|什么|多少)[？?]?\s{0,3}\Z)",
    re.IGNORECASE,
)
_ASKS: Final = re.compile(
    r"\A\W{0,3}(?:is|are|was|were|do|does|did|has|have|had|can|why|how|when|what|which|who|where"
    r"|since|any|errors?)(?![a-z])|[吗么呢谁哪几]|什么|多少|怎么|为什么|为何|是否|有没有",
    re.IGNORECASE,
)


_INSTANT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}")
_TOLD: Final = (
    (asked_by("when|what time", "什么时候|啥时候|何时|几点|什么时间"), _INSTANT),
    (
        asked_by("who", "谁"),
        re.compile(r"(?<![a-z])by [A-Za-z]|(?<![a-z])(?:user|actor|author)[=:]|由\s?\S", re.I),
    ),
    (
        asked_by(
            "what does (?:it|the (?:runbook|page)) say|what is in it",
            "写了什么|怎么[说写]的?|内容是",
        ),
        re.compile(r"\AThe runbook |\A运行手册|\A手册"),
    ),
)
"""How a second question is asked -> what a claim that leads holds where it is told already."""


def is_told(second: str, claims: Sequence[str]) -> bool:
    """Whether the claim that leads tells what the ``second`` question asks for, too."""
    lead = claims[0] if claims else ""
    return any(asked.search(second) and told.search(lead) for asked, told in _TOLD)


def second_question(text: str) -> str:
    """Return what ``text`` asks after its first question ("..., and did that help?"), or nothing.
    Both halves ask: "which of them failed and recovered" is one question."""
    for joint in _JOINED.finditer(text):
        first, second = text[: joint.start()], text[joint.end() :]
        if _ASKS.search(first) and _ASKS.search(second):
            return second.strip()
    return ""


def ending_asked_too(question: Question) -> Question | None:
    """Return the second question if it asks whether the trouble of the first is over, else null."""
    second = second_question(question.text)
    if not second or asks_ending(second) is None:
        return None
    return replace(question, text=second, asks_cause=False, kind="yes_no")
