"""What a sentence says of the one before it: that it came later, at once, or of it (section 7).

A word of order at the head of a sentence is read over the first instants of what both sentences
cite; a word of cause there needs a cause that is verified. Extend the words here.
"""

import re
from collections.abc import Iterator, Sequence

from superbiz_agent.grounding.answer_checks.material import Item, Statement
from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.misreadings.order import starts
from superbiz_agent.grounding.wording import Sentence, is_hedged

_BEGINS = r"(?:fired|started|began|triggered|came|followed|happened|occurred|set in)"
_LATER = cued(
    r"\A\W*(?:(?:and )?(?:then|later|afterwards?|next|after (?:that|this|which)|subsequently"
    r"|thereafter|second(?:ly)?|third(?:ly)?|finally|lastly)(?![a-z-])(?! than)"
    r"|(?:接着|随后|之后|此后|然后|后来|其次|最后|再后来|紧接着))"
    rf"|(?<![a-z])(?:then|later|subsequently|afterwards) {_BEGINS}(?![a-z])"
    rf"|(?<![a-z]){_BEGINS} (?:second|next|last|later|afterwards|after that)(?![a-z])(?! than)"
    r"|\A[^在]*(?:接着|随后|后来|然后)(?:才|也|又)?(?:开始)?(?:触发|发生|出现|告警)",
    re.IGNORECASE | re.DOTALL,
)
_EARLIER = cued(
    r"\A\W*(?:(?:before (?:that|this)|earlier|previously|first(?= of all))(?![a-z-])(?! than)"
    r"|(?:在此之前|此前|早些时候|更早))",
    re.IGNORECASE | re.DOTALL,
)
_TOGETHER = cued(
    r"\A\W*(?:(?:at (?:exactly )?the same (?:time|moment|instant)|simultaneously)(?=.*(?<![a-z])"
    rf"{_BEGINS}(?![a-z]))|(?:与此)?同时(?=.*(?:开始|发生|出现|(?<!正在)(?<!处于)触发)))",
    re.IGNORECASE | re.DOTALL,
)
_MADE = cued(
    r"\A\W*(?:this|that|it|which) (?:has |had |then |in turn |also )*(?:made|makes|led to|leads to"
    r"|caus(?:ed|es)|result(?:ed|s) in|brought|drove|forced|triggered(?! (?:at|on|since|for|when"
    r"|by|in)(?![a-z])))(?![a-z])|\A\W*(?:[这此那它](?:才|又|也)?(?:使|让|导致|造成|引发|触发了?(?=.)|致使)"
    r"|由此(?:导致|引发|造成)?)",
    re.IGNORECASE | re.DOTALL,
)

PATTERNS = [_LATER, _EARLIER, _TOGETHER, _MADE]
_READABLE = 400
"""Characters of a sentence that are read for these words; they stand at its head."""


def sequence_faults(
    read: Sequence[tuple[Sentence, tuple[Item, ...]]],
) -> Iterator[tuple[str, str, str]]:
    """Rule id, sentence and message of each sentence that misplaces what the one before it tells,
    or calls it a cause. ``read`` are the sentences of a text in order, with what they rest on."""
    before: list[str] = []
    for sentence, items in read:
        told = [text for item in items if _is_told(item) for text in item.texts]
        if not told:
            continue
        text = sentence.text[:_READABLE]
        if before and _is_new_cause(text, items):
            yield "answer.cause", sentence.text, "takes what stands before it for a cause"
        if before and _contradicts(text, told, before):
            yield "answer.new_fact", sentence.text, "tells another order than the instants have"
        before = told


def _is_told(item: Item) -> bool:
    """Whether an item tells of something that began; an absence and a document do not."""
    return item.kind == "claim" and item.status == "confirmed" and "negative" not in item.claim_type


def _is_new_cause(text: str, items: tuple[Item, ...]) -> bool:
    if not _MADE.search(text) or is_hedged(text) or Statement(text, items).is_repeated:
        return False
    return not any(item.claim_type == "root_cause" for item in items)


def _contradicts(text: str, told: Sequence[str], before: Sequence[str]) -> bool:
    """Whether each pair of what both sentences rest on stands against the word of order."""
    if _LATER.search(text):
        wrong = {1}
    elif _EARLIER.search(text):
        wrong = {-1}
    elif _TOGETHER.search(text):
        wrong = {1, -1}
    else:
        return False
    signs = [_sign(one, other) for one in before for other in told if one != other]
    return bool(signs) and all(sign in wrong for sign in signs)


def _sign(one: str, other: str) -> int | None:
    """1 where ``one`` began after ``other``, -1 before it, 0 at once; None where it is open."""
    first, second = starts(one, other)
    if first is None or second is None:
        return None
    return (first > second) - (first < second)
