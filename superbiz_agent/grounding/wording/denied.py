"""What a negator is taken to deny: the few words behind it, or before "is not" (section 7)."""

import re
from functools import lru_cache

from superbiz_agent.grounding.facts.folding import ENGLISH_STOP_WORDS, fold, stem
from superbiz_agent.grounding.wording.language import HAN
from superbiz_agent.grounding.wording.polarity_reading import PART_END, negators_of
from superbiz_agent.grounding.wording.polarity_words import (
    FAILING,
)

_PART = 80
"""Characters behind a negator that are read, at most."""

_DENIED = 4
"""Words after a negator that it is taken to deny."""

_SUBJECT = 1
"""Plain words before "is not" that it is said of."""

_VERB = re.compile(
    r"(?<![A-Za-z])(?:is|was|are|were|be|been|has|have|had|do|does|did|can|could|will|would) ?\Z"
    r"|n't\Z",
    re.IGNORECASE,
)
"""Between a subject and "not"."""

_STEMS = re.compile(rf"[A-Za-z0-9_./:@-]*[A-Za-z0-9]|[{HAN}]{{1,8}}")


@lru_cache(maxsize=4096)
def denied_in(clause: str) -> frozenset[str]:
    """The stems of the few words after each negator of ``clause``, and of those before "is not":
    what it denies."""
    found: set[str] = set()
    for hit in negators_of(clause):
        reach = 1 if hit.term in FAILING else _DENIED
        found.update(_stems(part_behind(clause, hit.end))[:reach])
        if _VERB.search(before := PART_END.split(clause[: hit.start])[-1][-80:]):
            found.update([word for word in _stems(before) if word.isalpha()][-_SUBJECT:])
    return frozenset(found)


def part_behind(clause: str, at: int) -> str:
    """What a negator before ``at`` can reach: up to a colon, a cause, or out of a quotation."""
    part = PART_END.split(clause[at : at + _PART])[0]
    inner, sign, _ = part.partition("»")
    return inner if sign and "«" not in inner else part


@lru_cache(maxsize=4096)
def stems_in(clause: str) -> frozenset[str]:
    """The stems of the words of ``clause``, light words out, and its Chinese bigrams."""
    return frozenset(_stems(clause))


def _stems(text: str) -> list[str]:
    found: list[str] = []
    for word in _STEMS.findall(fold(text)):
        if word.isascii():
            found += [stem(word)] if word not in ENGLISH_STOP_WORDS else []
        else:
            found += [word[at : at + 2] for at in range(max(1, len(word) - 1))]
    return found
