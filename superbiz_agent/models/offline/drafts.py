"""A claim in the making: several wordings, best first; the first that its evidence carries wins."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from superbiz_agent.contracts.base import ClaimType, JsonObject
from superbiz_agent.contracts.executor import MAX_TEXT
from superbiz_agent.grounding.comparison.engine import fact_gaps
from superbiz_agent.grounding.verification.named_causes import names_unknown_fault
from superbiz_agent.grounding.wording import polarity_conflict, quantifies, states_absence
from superbiz_agent.models.offline.evidence import Line

MAX_QUOTE: Final = 320
_QUOTES: Final = (("“", "”"), ('"', '"'), ("`", "`"), ("「", "」"))
_ITEM_NUMBER: Final = re.compile(r"[.。;；]? [0-9]{1,2}\Z")
_ABBREVIATION: Final = re.compile(r"(?<![A-Za-z])(?:e\.g|i\.e|etc|vs|cf|no)\Z", re.IGNORECASE)
_SENTENCE_ENDS: Final = (". ", "。", "; ", "；", "! ", "? ")
_WORD_ENDS: Final = (" ", ",", "，", "：")


@dataclass(frozen=True)
class Draft:
    """A claim before it has an id. ``lines`` are what it is bound to, the main one first."""

    claim_type: ClaimType
    wordings: tuple[str, ...]
    lines: tuple[Line, ...]


def settle(drafts: Iterable[Draft], limit: int, names: Sequence[str] = ()) -> list[JsonObject]:
    """Turn drafts into claims ``claim-1`` ...; one that no wording carries is left out. ``names``
    are those that the evidence gives to things, as its judge will know them."""
    claims: list[JsonObject] = []
    for draft in drafts:
        text = first_carried(draft, names)
        if text is not None and len(claims) < limit:
            claims.append(_claim(f"claim-{len(claims) + 1}", text, draft))
    return claims


def is_sayable(draft: Draft, names: Sequence[str] = ()) -> bool:
    """True if the evidence carries one of the wordings; ``names`` as for ``settle``."""
    return first_carried(draft, names) is not None


def first_carried(draft: Draft, names: Sequence[str]) -> str | None:
    """The first wording that the evidence carries; null for none."""
    sources = [line.text for line in draft.lines]
    test = denies if draft.claim_type == "negative_observation" else states
    return next((text for text in draft.wordings if test(text, sources, names)), None)


def states(text: str, sources: Sequence[str], names: Sequence[str] = ()) -> bool:
    """True if the sources hold every typed fact of ``text`` and its polarity, and ``text`` speaks
    of no whole and no absence in words of its own."""
    return (
        _has_its_facts(text, sources, names)
        and not names_unknown_fault(text, "observation", sources)
        and not polarity_conflict(text, sources)
        and not quantifies(text, stored=sources)
        and not states_absence(text, stored=sources)
    )


def denies(text: str, sources: Sequence[str], names: Sequence[str] = ()) -> bool:
    """True if ``text`` says that something is absent, with facts of its searches alone. That they
    matched nothing is the caller's to know."""
    return _has_its_facts(text, sources, names) and states_absence(text)


def _has_its_facts(text: str, sources: Sequence[str], names: Sequence[str]) -> bool:
    return len(text) <= MAX_TEXT and not fact_gaps(text, sources, names=names)


def _claim(claim_id: str, text: str, draft: Draft) -> JsonObject:
    return {
        "claim_id": claim_id,
        "claim_text": text,
        "claim_type": draft.claim_type,
        "evidence_bindings": [_binding(line) for line in draft.lines],
    }


def _binding(line: Line) -> JsonObject:
    return {
        "tool_name": line.tool_name,
        "source_invocation_id": line.invocation_id,
        "raw_path": line.raw_path,
        "evidence_excerpt": line.text,
    }


def quote(text: str, limit: int = MAX_QUOTE) -> str:
    """Quote ``text`` in signs that it does not hold, cut at a word's end where it is too long."""
    text = " ".join(text.split())
    shown = (text if len(text) <= limit else _whole_words(_cut(text, limit))).rstrip(".。:：")
    opening, closing = next(
        (pair for pair in _QUOTES if pair[0] not in shown and pair[1] not in shown), _QUOTES[0]
    )
    return f"{opening}{shown}{closing}"


def _last_end(text: str, ends: Sequence[str]) -> int:
    """Where the last of ``ends`` stands; the full stop of an abbreviation is none, and no sign
    within brackets."""
    at = max(text.rfind(end) for end in ends)
    while at > 0 and (_ABBREVIATION.search(text, max(0, at - 8), at) or _is_bracketed(text, at)):
        at = max(text.rfind(end, 0, at) for end in ends)
    return at


def _is_bracketed(text: str, at: int) -> bool:
    return text.rfind("(", 0, at) > text.rfind(")", 0, at)


def _whole_words(text: str) -> str:
    """Without a bracket that was opened and cut, and the signs that lead to what was cut."""
    opened = max(text.rfind(sign) for sign in "([{")
    is_open = opened > len(text) // 2 and not any(sign in text[opened:] for sign in ")]}")
    return (text[:opened] if is_open else text).rstrip(" ,;:=(-，；：")


def _cut(text: str, limit: int) -> str:
    """End at the last sentence within ``limit``, else at the last word."""
    head = text[:limit]
    for ends in (_SENTENCE_ENDS, _WORD_ENDS):
        at = _last_end(head, ends)
        if at > limit // 3:
            return _ITEM_NUMBER.sub("", head[:at])
    return head
