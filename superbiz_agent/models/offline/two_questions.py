"""Two questions in one: what the second of them is, and whether it was answered."""

import re
from dataclasses import replace
from typing import Final

from superbiz_agent.models.offline.endings import asks_ending
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
