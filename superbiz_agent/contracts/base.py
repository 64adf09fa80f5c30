"""What all payload models share, and the closed vocabularies of the contract."""

from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

JsonObject: TypeAlias = dict[str, Any]

Role: TypeAlias = Literal["planner", "executor", "verifier", "composer"]
Language: TypeAlias = Literal["zh", "en"]
Verdict: TypeAlias = Literal["PASS", "LOW_CONFID", "REJECT"]
Severity: TypeAlias = Literal["none", "low_confid", "reject"]
EvidenceKind: TypeAlias = Literal["incident", "knowledge"]
EvidenceStatus: TypeAlias = Literal["found", "no_evidence", "partial", "error"]
ClaimType: TypeAlias = Literal[
    "observation", "negative_observation", "inference", "root_cause", "knowledge"
]
Verification: TypeAlias = Literal[
    "direct_observation",
    "reasonable_inference",
    "overstated",
    "unsupported",
    "external_unknown",
    "contradicted",
]
RuleId: TypeAlias = Literal[
    "schema.executor_v2",
    "evidence.binding_present",
    "evidence.invocation_ref",
    "evidence.raw_path",
    "evidence.excerpt",
    "evidence.scope",
    "evidence.coverage",
    "gatekeeper.internal",
]

ROLES: tuple[Role, ...] = ("planner", "executor", "verifier", "composer")

VERDICT_ORDER: tuple[Verdict, ...] = ("REJECT", "LOW_CONFID", "PASS")
"""Worst to best (contract section 5)."""

VERIFICATION_ORDER: tuple[Verification, ...] = (
    "contradicted",
    "external_unknown",
    "unsupported",
    "overstated",
    "reasonable_inference",
    "direct_observation",
)
"""Worst to best (contract section 5)."""

SEVERITY_ORDER: tuple[Severity, ...] = ("none", "low_confid", "reject")
"""Best to worst (contract section 4)."""


class Payload(BaseModel):
    """A payload written by our own code: closed, so that a misspelt key is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ModelReply(BaseModel):
    """A payload written by a model: unknown keys are let through and never used."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)
