"""The composer's reply: the allowed material as an answer one can read (contract section 7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pydantic import ValidationError

from superbiz_agent.contracts.base import JsonObject, Language, Verdict
from superbiz_agent.contracts.composer import ActionItem, AllowedClaim, ComposerInput
from superbiz_agent.grounding.screening.templates import TEMPLATES
from superbiz_agent.grounding.wording import (
    REJECT_OPENING,
    is_hedged,
    split_sentences,
    states_cause,
    without_quotes,
)
from superbiz_agent.models.offline.phrases import CLAIMS, FRAMES, GAPS, fill
from superbiz_agent.models.offline.question import Question, read_question
from superbiz_agent.models.offline.yes_or_no import yes_or_no

MAX_FINDINGS: Final = 16
MAX_OTHERS: Final = 5
MAX_ANSWER: Final = 15000
ELSEWHERE: Final = tuple(text.partition("{")[0] for text in CLAIMS["elsewhere"].values())
"""What claims about something else than was asked start with."""

UNNAMED: Final = tuple(
    text.partition("{")[0] for phrase in ("unnamed", "unmeasured") for text in GAPS[phrase].values()
)
"""What the gap starts with that answers where nothing is known of what was asked."""

UNUSED: Final = tuple(
    text.partition("{")[0]
    for rule, texts in TEMPLATES.items()
    if rule.startswith("unused.")
    for text in texts.values()
)
"""What the gap starts with that tells of a window which was not used."""

SHORT: Final = 3
"""Up to so many passages are one paragraph; more are headed lists."""

SECTIONS: Final = ("cause", "confirmed", "inferred", "documented", "possible", "missing")
"""Order of an answer's parts; the phrase of the same name heads each."""


@dataclass(frozen=True)
class Passage:
    """One item of the material in marked sentences, and the part of the answer it belongs to.
    ``claim`` is what it repeats, if it is a claim; ``is_answer``: it leads though it is a gap."""

    section: str
    text: str
    claim: AllowedClaim | None = None
    is_answer: bool = False

    @property
    def is_sighting(self) -> bool:
        """True for a claim that something was seen of what was asked."""
        if self.claim is None or self.claim.claim_type == "negative_observation":
            return False
        return not self.claim.claim_text.startswith(ELSEWHERE)


def compose(request: Mapping[str, Any], language: Language | None = None) -> JsonObject:
    """Answer a composer request, in ``language`` or the question's: the most telling passage
    first, the rest by kind.

    Each sentence repeats one allowed item and carries its mark; what is inferred is hedged, what
    a runbook says is reported as such. Nothing is added but headings and frame sentences.
    """
    try:
        material = ComposerInput.model_validate(request)
    except ValidationError:
        return {"answer_summary": "", "recommended_actions": [], "user_facing_answer": ""}
    question = read_question(material.original_query)
    question = replace(question, language=language or question.language)
    language = question.language
    passages = _in_answer_order(_passages(material, language))
    is_led = bool(passages) and (passages[0].section in SECTIONS[:4] or passages[0].is_answer)
    lead, rest = (passages[:1], passages[1:]) if is_led else ([], passages)
    said = _yes_or_no(material, question, lead)
    opening = "" if said else _opening(material, question, passages)
    first = said + "".join(passage.text for passage in lead)
    head = "\n\n".join(filter(None, (opening, first)))
    return {
        "answer_summary": head or passages[0].text if passages else opening,
        "recommended_actions": _actions(material.recommended_actions),
        "user_facing_answer": "\n\n".join(filter(None, (head, _laid_out(rest, language)))),
    }


def _in_answer_order(passages: Sequence[Passage]) -> list[Passage]:
    """Where nothing was seen of what was asked, the first gap answers, before what was searched."""
    if any(passage.is_sighting for passage in passages):
        return list(passages)
    gap = next((passage for passage in passages if passage.text.startswith(UNNAMED)), None)
    if gap is None or not any(passage.section in SECTIONS[:4] for passage in passages):
        return list(passages)
    return [replace(gap, is_answer=True), *(each for each in passages if each is not gap)]


def _yes_or_no(material: ComposerInput, question: Question, lead: Sequence[Passage]) -> str:
    """Yes or no, where the claim that leads decides it."""
    if material.verdict == "REJECT" or not lead or lead[0].claim is None:
        return ""
    if any(gap.startswith(UNUSED) for gap in material.missing_info):
        return ""  # what was seen is of another time than was asked about
    decided = yes_or_no(question, lead[0].claim, material.allowed_claims)
    return FRAMES[decided][question.language] if decided else ""


def _opening(material: ComposerInput, question: Question, passages: Sequence[Passage]) -> str:
    language = question.language
    if material.verdict == "REJECT":
        return REJECT_OPENING[language]
    if question.asks_change:
        return FRAMES["reads_only"][language]
    if not any(passage.section in SECTIONS[:4] for passage in passages):
        return FRAMES["nothing_confirmed"][language]
    is_seen = any(passage.is_sighting for passage in passages)
    is_undecided = question.kind == "yes_no" and material.verdict == "LOW_CONFID" and not is_seen
    return FRAMES["neither"][language] if is_undecided else ""


def _passages(material: ComposerInput, language: Language) -> list[Passage]:
    claims = [
        Passage(_section(claim), _claim_text(claim, material.verdict, language), claim)
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
    ordered = _ordered(claims)[:MAX_FINDINGS]
    return [passage for passage in (*ordered, *hypotheses, *gaps) if passage.text]


def _ordered(claims: Sequence[Passage]) -> list[Passage]:
    """By sections, what is certain before what is inferred; a cause leads, else the first claim,
    which is what was asked for, unless it is inferred and something certain is there."""
    ordered = sorted(claims, key=lambda passage: SECTIONS.index(passage.section))
    if ordered and ordered[0].section != "cause" and claims[0].section != "inferred":
        ordered = [claims[0], *(each for each in ordered if each is not claims[0])]
    return ordered


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
