"""The verifier's input, its reply, and what code makes of it (contract section 5)."""

from typing import Any, Literal, TypeAlias

from pydantic import Field

from superbiz_agent.contracts.base import (
    ClaimType,
    JsonObject,
    ModelReply,
    Payload,
    Verdict,
    Verification,
)
from superbiz_agent.contracts.evidence import VerifiedEvidence
from superbiz_agent.contracts.gatekeeper import GatekeeperResult, VerifiedExecutorOutput

FactVerification: TypeAlias = Literal[
    "direct_evidence", "indirect_support", "no_evidence", "contradicted"
]


class VerifierInput(Payload):
    """All that the verifier may see."""

    diagnosis_context: str
    verified_executor_output: VerifiedExecutorOutput
    verified_evidence: list[VerifiedEvidence]
    gatekeeper_audit: GatekeeperResult
    verdict_ceiling: Verdict
    retry_context: JsonObject | None = None


class ReplyEvidenceRef(ModelReply):
    """A reference in a model's check; dropped by code unless it is verified evidence."""

    claim_id: str
    source_invocation_id: int
    tool_name: str
    raw_path: str
    note: str = ""


class ReplyClaimCheck(ModelReply):
    """A model's judgement of one claim."""

    claim_id: str
    claim_text: str = ""
    claim_type: str = ""
    verification: Verification
    detail: str = ""
    evidence_refs: list[ReplyEvidenceRef]


class VerifierReply(ModelReply):
    """A verifier model's whole reply. What code recomputes anyway is optional here."""

    verdict: Verdict
    groundedness_score: float | int | None = None
    critical_fact_count: int | None = None
    claim_checks: list[ReplyClaimCheck]
    facts_checked: list[Any] = Field(default_factory=list[Any])
    rationale: str = ""


class EvidenceNote(Payload):
    """A reference that survived normalisation."""

    claim_id: str
    source_invocation_id: int
    tool_name: str
    raw_path: str
    note: str = ""


class ClaimCheck(Payload):
    """One normalised check a verified claim; text and type are the executor's."""

    claim_id: str
    claim_text: str
    claim_type: ClaimType
    verification: Verification
    detail: str
    evidence_refs: list[EvidenceNote]


class FactCheck(Payload):
    """The compatibility view of a check, made by code."""

    claim_id: str
    fact: str
    is_critical: bool
    verification: FactVerification
    detail: str
    evidence_refs: list[EvidenceNote]


class VerifierResult(Payload):
    """What ``normalise_checks`` returns. ``problem`` says why a reply was unusable."""

    claim_checks: list[ClaimCheck] = Field(default_factory=list[ClaimCheck])
    facts_checked: list[FactCheck] = Field(default_factory=list[FactCheck])
    model_verdict: Verdict | None
    computed_verdict: Verdict | None
    effective_verdict: Verdict
    groundedness_score: float
    critical_fact_count: int
    rationale: str = ""
    problem: str | None = None
