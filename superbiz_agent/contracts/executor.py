"""The executor's output, ``executor_evidence_v2`` (contract section 3)."""

from typing import Any, Literal

from pydantic import Field, field_validator

from superbiz_agent.contracts.base import ClaimType, ModelReply

ANSWER_VERSION = "executor_evidence_v2"
REMOVED_FIELDS = ("diagnosis_summary", "user_facing_answer")
MAX_CLAIMS = 50
MAX_BINDINGS = 8
MAX_TEXT = 1000
MAX_EXCERPT_BYTES = 2048
CLAIM_ID = r"^claim-[1-9][0-9]?$"
HYPOTHESIS_ID = r"^h-[1-9][0-9]?$"


class EvidenceBinding(ModelReply):
    """What a claim rests on. Everything here is a model's word until the gatekeeper checked it.

    ``source_invocation_id`` may be absent (auto-fill), an integer or a string of ASCII digits;
    the gatekeeper decides, so the type is open here.
    """

    tool_name: str = ""
    source_invocation_id: Any = None
    raw_path: Any = None
    evidence_excerpt: Any = None


class Claim(ModelReply):
    """One fact with the evidence it is bound to."""

    claim_id: str = Field(pattern=CLAIM_ID)
    claim_text: str = Field(min_length=1, max_length=MAX_TEXT)
    claim_type: ClaimType
    evidence_bindings: list[EvidenceBinding] = Field(max_length=MAX_BINDINGS)

    @field_validator("claim_text")
    @classmethod
    def _not_blank(cls, text: str) -> str:
        if not text.strip():
            raise ValueError("claim_text is blank")
        return text


class Hypothesis(ModelReply):
    """A possible direction. Its bindings are read, never trusted."""

    hypothesis_id: str = Field(pattern=HYPOTHESIS_ID)
    hypothesis_text: str = Field(min_length=1, max_length=MAX_TEXT)
    evidence_bindings: list[EvidenceBinding] = Field(default_factory=list[EvidenceBinding])


class RecommendedAction(ModelReply):
    """A next step of evidence collection, never a remediation."""

    action_text: str = Field(min_length=1, max_length=MAX_TEXT)
    reason: str = Field(max_length=MAX_TEXT)


class ExecutorOutput(ModelReply):
    """The executor's whole reply."""

    answer_version: Literal["executor_evidence_v2"]
    claims: list[Claim] = Field(max_length=MAX_CLAIMS)
    hypotheses: list[Hypothesis]
    recommended_actions: list[RecommendedAction]
    missing_info: list[str]
