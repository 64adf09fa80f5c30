"""The verifier's reply: each claim judged by its own evidence (contract section 5)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from superbiz_agent.contracts.base import JsonObject, Verification
from superbiz_agent.contracts.evidence import SEARCH_PATH, VerifiedEvidence
from superbiz_agent.contracts.gatekeeper import VerifiedClaim
from superbiz_agent.contracts.verifier import ClaimCheck, EvidenceNote, VerifierInput
from superbiz_agent.grounding.comparison.engine import content_terms, fact_gaps
from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.facts.escapes import stored_parts
from superbiz_agent.grounding.verification.verdict import (
    GOOD,
    computed_verdict,
    critical_claims,
    fact_checks,
    groundedness_score,
    lowest,
)
from superbiz_agent.grounding.wording import (
    claims_certainty,
    has_polarity,
    is_hedged,
    polarity_conflict,
    states_absence,
    states_cause,
)
from superbiz_agent.models.offline.evidence import Line, names_of
from superbiz_agent.models.offline.openness import is_open
from superbiz_agent.models.offline.question import read_question
from superbiz_agent.models.offline.reporting import REPORTING_TERMS
from superbiz_agent.models.offline.signatures import signature_of
from superbiz_agent.models.offline.stored_text import read_line


@dataclass(frozen=True)
class Case:
    """One claim with the verified evidence that is its own."""

    claim: VerifiedClaim
    evidence: tuple[VerifiedEvidence, ...]
    names: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """What is claimed."""
        return self.claim.claim_text

    @property
    def sources(self) -> list[str]:
        """The stored texts it rests on."""
        return [item.matched_text for item in self.evidence]

    @property
    def shares(self) -> bool:
        """True if a typed fact or a term stands in the claim and in its evidence."""
        own = {fact.key for fact in extract_facts(self.text, names=self.names)}
        theirs = {
            fact.key for source in self.sources for fact in extract_facts(source, names=self.names)
        }
        return bool(own & theirs) or bool(content_terms(self.text) & self._source_terms)

    @property
    def own_words(self) -> frozenset[str]:
        """The claim's words that its evidence does not use. Reporting words, and the name of a
        failure whose signature the evidence carries, are not the claim's own."""
        named = [found[0].label for found in map(signature_of, self.sources) if found]
        labels = (content_terms(text) for label in named for text in label.values())
        return content_terms(self.text) - self._source_terms.union(REPORTING_TERMS, *labels)

    @property
    def conflicts(self) -> bool:
        """True if the claim says yes where the evidence says no, or the other way round."""
        return polarity_conflict(self.text, self.sources)

    @property
    def _source_terms(self) -> frozenset[str]:
        lines = (line for source in self.sources for line in (source, *stored_parts(source)))
        return frozenset[str]().union(*map(content_terms, lines))


@dataclass(frozen=True)
class Rule:
    """A judgement and when it is passed; ``detail`` says why without repeating the claim."""

    verification: Verification
    applies: Callable[[Case], bool]
    detail: str


def _lacks_silence(case: Case) -> bool:
    """An absence is claimed, and no answered, whole search that matched nothing stands for it."""
    is_absence = case.claim.claim_type == "negative_observation" or states_absence(
        case.text, stored=case.sources
    )
    return is_absence and not any(_is_silent(item) for item in case.evidence)


def _is_borne_out(case: Case) -> bool:
    """An absence, and every search it rests on was answered, whole, and matched nothing."""
    return states_absence(case.text) and all(map(_is_silent, case.evidence))


def _is_silent(item: VerifiedEvidence) -> bool:
    if item.raw_path != SEARCH_PATH:
        return False
    read = read_line(
        item.tool_name, item.source_invocation_id, item.raw_path, item.matched_text
    ).search
    return read is not None and read.found_nothing


def _says_the_opposite(case: Case) -> bool:
    """It speaks of the same thing in the same words, but for the words of yes and no."""
    return case.conflicts and case.shares and all(map(has_polarity, case.own_words))


def _overstates_cause(case: Case) -> bool:
    """A cause is named that no evidence carries as a signature or says itself."""
    claim_type = case.claim.claim_type
    if claim_type == "root_cause":
        return not any(signature_of(s) or states_cause(s) for s in case.sources)
    states = states_cause(case.text) and not any(map(states_cause, case.sources))
    return states and not (claim_type == "inference" and is_hedged(case.text))


def _overstates_certainty(case: Case) -> bool:
    return claims_certainty(case.text) and not any(map(claims_certainty, case.sources))


RULES: Final[tuple[Rule, ...]] = (
    Rule("unsupported", lambda c: not c.evidence, "no verified evidence is bound to the claim"),
    Rule(
        "external_unknown",
        lambda c: bool(fact_gaps(c.text, c.sources, names=c.names)),
        "the claim holds a fact that its evidence does not have",
    ),
    Rule("unsupported", _lacks_silence, "no answered, whole search stands for the absence"),
    Rule("direct_observation", _is_borne_out, "the searches matched nothing, as the claim says"),
    Rule("contradicted", _says_the_opposite, "the evidence says the opposite of the claim"),
    Rule("unsupported", lambda c: c.conflicts, "a yes or no of the claim is not in its evidence"),
    Rule("overstated", _overstates_certainty, "the claim is more certain than its evidence"),
    Rule("overstated", _overstates_cause, "the evidence does not carry the cause that is named"),
    Rule("unsupported", lambda c: not c.shares, "claim and evidence share no fact and no term"),
    Rule(
        "reasonable_inference",
        lambda c: c.claim.claim_type in ("inference", "root_cause"),
        "the evidence carries the facts; the conclusion is drawn from them",
    ),
    Rule(
        "reasonable_inference",
        lambda c: bool(c.own_words),
        "the facts stand in the evidence; some words go beyond it",
    ),
    Rule("direct_observation", lambda _: True, "the evidence states the facts of the claim"),
)
"""The first rule that applies judges the claim."""


def verify(request: Mapping[str, Any]) -> JsonObject:
    """Answer a verifier request: one check a claim, and the arithmetic of section 5 over them."""
    try:
        asked = VerifierInput.model_validate(request)
    except ValidationError:
        return {"verdict": "LOW_CONFID", "claim_checks": [], "rationale": "unreadable request"}
    claims = asked.verified_executor_output.claims
    names = names_of(_lines(asked.verified_evidence))
    checks = [_judged(Case(claim, _own(claim, asked), names)) for claim in claims]
    critical = critical_claims(claims, asked.diagnosis_context, [])
    is_answered = not _is_open(asked, checks)
    computed = computed_verdict(checks, critical)
    return {
        "verdict": computed if is_answered else lowest([computed, "LOW_CONFID"]),
        "groundedness_score": groundedness_score(checks, critical),
        "critical_fact_count": len(critical),
        "claim_checks": [check.model_dump(mode="json") for check in checks],
        "facts_checked": [fact.model_dump(mode="json") for fact in fact_checks(checks, critical)],
        "rationale": f"{len(checks)} claims judged by their own evidence, fact by fact; "
        f"the question is {'answered' if is_answered else 'left open'}",
    }


def _is_open(asked: VerifierInput, checks: Sequence[ClaimCheck]) -> bool:
    """Whether the claims that hold leave open what was asked."""
    held = {check.claim_id for check in checks if check.verification in GOOD}
    claims = [claim for claim in asked.verified_executor_output.claims if claim.claim_id in held]
    lines = _lines(each for each in asked.verified_evidence if each.claim_id in held)
    return is_open(read_question(asked.diagnosis_context), claims, lines)


def _lines(evidence: Iterable[VerifiedEvidence]) -> list[Line]:
    return [
        read_line(e.tool_name, e.source_invocation_id, e.raw_path, e.matched_text) for e in evidence
    ]


def _own(claim: VerifiedClaim, asked: VerifierInput) -> tuple[VerifiedEvidence, ...]:
    bound = {(b.tool_name, b.source_invocation_id, b.raw_path) for b in claim.evidence_bindings}
    return tuple(
        item
        for item in asked.verified_evidence
        if item.claim_id == claim.claim_id
        and (item.tool_name, item.source_invocation_id, item.raw_path) in bound
    )


def _judged(case: Case) -> ClaimCheck:
    rule = next(rule for rule in RULES if rule.applies(case))
    return ClaimCheck(
        claim_id=case.claim.claim_id,
        claim_text=case.text,
        claim_type=case.claim.claim_type,
        verification=rule.verification,
        detail=rule.detail,
        evidence_refs=[
            EvidenceNote(
                claim_id=item.claim_id,
                source_invocation_id=item.source_invocation_id,
                tool_name=item.tool_name,
                raw_path=item.raw_path,
            )
            for item in case.evidence
        ],
    )
