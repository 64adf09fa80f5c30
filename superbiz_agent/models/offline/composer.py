"""The composer's reply: the allowed material as an answer one can read (contract section 7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from superbiz_agent.contracts.base import JsonObject, Language, Verdict
from superbiz_agent.contracts.composer import ActionItem, AllowedClaim, ComposerInput
from superbiz_agent.grounding.wording import (
    REJECT_OPENING,
    is_hedged,
    language_of,
    split_sentences,
    states_cause,
    without_quotes,
)
from superbiz_agent.models.offline.phrases import FRAMES, fill

MAX_FINDINGS: Final = 12
MAX_OTHERS: Final = 5
MAX_ANSWER: Final = 15000
SHORT: Final = 3
"""Up to so many passages are one paragraph; more are headed lists."""

SECTIONS: Final = ("cause", "confirmed", "inferred", "documented", "possible", "missing")
"""Order of an answer's parts; the phrase of the same name heads each."""


@dataclass(frozen=True)
class Passage:
    """One item of the material in marked sentences, and the part of the answer it belongs to."""

    section: str
    text: str


def compose(request: Mapping[str, Any]) -> JsonObject:
    """Answer a composer request: the most telling passage first, the rest by kind.

    Each sentence repeats one allowed item and carries its mark; what is inferred is hedged, what
    a runbook says is reported as such. Nothing is added but headings and frame sentences.
    """
    try:
        material = ComposerInput.model_validate(request)
    except ValidationError:
        return {"answer_summary": "", "recommended_actions": [], "user_facing_answer": ""}
    language = language_of(material.original_query)
    passages = _passages(material, language)
    opening = _opening(material, passages, language)
    lead = passages[0] if passages and passages[0].section in SECTIONS[:4] else None
    rest = passages[1:] if lead else passages
    head = "\n\n".join(filter(None, (opening, lead.text if lead else "")))
    return {
        "answer_summary": head or passages[0].text if passages else opening,
        "recommended_actions": _actions(material.recommended_actions),
        "user_facing_answer": "\n\n".join(filter(None, (head, _laid_out(rest, language)))),
    }


def _opening(material: ComposerInput, passages: Sequence[Passage], language: Language) -> str:
    if material.verdict == "REJECT":
        return REJECT_OPENING[language]
    if not any(passage.section in SECTIONS[:4] for passage in passages):
        return FRAMES["nothing_confirmed"][language]
    return ""


def _passages(material: ComposerInput, language: Language) -> list[Passage]:
    claims = [
        Passage(_section(claim), _claim_text(claim, material.verdict, language))
        for claim in material.allowed_claims
        if material.verdict != "REJECT" or not _names_cause(claim)
    ]
    hypotheses = [
        Passage("possible", _marked(h.hypothesis_text, h.hypothesis_id, language, hedged=True))
        for h in material.allowed_hypotheses[:MAX_OTHERS]
    ]
    gaps = [
        Passage("missing", _marked(text, f"m-{n}", language))
        for n, text in enumerate(material.missing_info[:MAX_OTHERS], start=1)
    ]
    ordered = sorted(claims, key=lambda passage: SECTIONS.index(passage.section))[:MAX_FINDINGS]
    return [passage for passage in (*ordered, *hypotheses, *gaps) if passage.text]


def _section(claim: AllowedClaim) -> str:
    return "cause" if claim.claim_type == "root_cause" else claim.status


def _names_cause(claim: AllowedClaim) -> bool:
    return claim.claim_type == "root_cause" or states_cause(claim.claim_text)


def _claim_text(claim: AllowedClaim, verdict: Verdict, language: Language) -> str:
    may_state_cause = claim.claim_type == "root_cause" and verdict == "PASS"
    own_words = without_quotes(claim.claim_text)
    hedged = claim.status == "inferred" or (states_cause(own_words) and not may_state_cause)
    return _marked(
        claim.claim_text,
        claim.claim_id,
        language,
        hedged=hedged,
        documented=claim.status == "documented",
    )


def _marked(
    text: str, mark: str, language: Language, *, hedged: bool = False, documented: bool = False
) -> str:
    """Repeat ``text`` with ``mark`` on each sentence, hedged or reported where it must be."""
    sentences = [sentence.text for sentence in split_sentences(" ".join(text.split()))]
    worded = (_worded(sentence, language, hedged, documented) for sentence in sentences if sentence)
    return " ".join(f"{sentence} [{mark}]" for sentence in worded)


def _worded(sentence: str, language: Language, hedged: bool, documented: bool) -> str:
    if documented and not any(word in sentence.lower() for word in FRAMES["reporting"].values()):
        sentence = fill(FRAMES, "reported", language, text=sentence)
    if hedged and not is_hedged(sentence):
        sentence = fill(FRAMES, "hedged", language, text=sentence)
    return sentence


def _laid_out(passages: Sequence[Passage], language: Language) -> str:
    """A few passages as one paragraph each; more as lists under headings, in order."""
    if len(passages) < SHORT:
        gaps = " ".join(passage.text for passage in passages if passage.section == "missing")
        texts = [passage.text for passage in passages if passage.section != "missing"]
        return _bounded("\n\n".join(filter(None, (*texts, gaps))))
    parts: list[str] = []
    for section in SECTIONS:
        texts = [passage.text for passage in passages if passage.section == section]
        if texts:
            bullets = "\n".join(f"- {text}" for text in texts)
            parts.append(f"**{FRAMES[section][language]}**\n\n{bullets}")
    return _bounded("\n\n".join(parts))


def _bounded(text: str) -> str:
    """Drop whole lines at the end of what is too long for an answer."""
    while len(text) > MAX_ANSWER:
        text = text.rpartition("\n")[0]
    return text


def _actions(actions: Sequence[ActionItem]) -> list[JsonObject]:
    return [
        {"action_text": f"{action.action_text} [a-{n}]", "reason": f"{action.reason} [a-{n}]"}
        for n, action in enumerate(actions[:MAX_OTHERS], start=1)
    ]
