"""What the gatekeeper finds and lets through (contract section 4)."""

from typing import Literal

from pydantic import Field

from superbiz_agent.contracts.base import ClaimType, Payload, RuleId, Severity, Verdict
from superbiz_agent.contracts.evidence import VerifiedEvidence


class CheckedBinding(Payload):
    """One binding and how its check ended.

    ``outcome`` is ``passed`` (the excerpt stands verbatim), ``passed_folded`` (it stands with case,
    white space, width or quotes folded), or names the fault.
    """

    target: str
    claim_id: str | None
    source_invocation_id: int | None
    tool_name: str | None
    raw_path: str | None
    outcome: str
    auto_filled: bool = False


class GateWarning(Payload):
    """A finding that costs nothing."""

    rule_id: RuleId
    target: str
    message: str


class GateError(Payload):
    """A finding that lowers the ceiling."""

    rule_id: RuleId
    severity: Severity
    target: str
    message: str


class GatekeeperResult(Payload):
    """Every finding of one pass; persisted under ``verifier_evaluation.gatekeeper_result``."""

    status: Literal["pass", "warn", "fail"]
    severity: Severity
    checked_bindings: list[CheckedBinding] = Field(default_factory=list[CheckedBinding])
    failed_rules: list[RuleId] = Field(default_factory=list[RuleId])
    warnings: list[GateWarning] = Field(default_factory=list[GateWarning])
    errors: list[GateError] = Field(default_factory=list[GateError])


class VerifiedBinding(Payload):
    """A passing binding as the verifier sees it: no excerpt, no model text."""

    tool_name: str
    source_invocation_id: int
    raw_path: str


class VerifiedClaim(Payload):
    """A claim with its passing bindings alone."""

    claim_id: str
    claim_text: str
    claim_type: ClaimType
    evidence_bindings: list[VerifiedBinding]


class VerifiedExecutorOutput(Payload):
    """The claims that have at least one passing binding."""

    claims: list[VerifiedClaim] = Field(default_factory=list[VerifiedClaim])


class GatekeeperOutcome(Payload):
    """What ``check_executor_output`` returns.

    ``verdict_ceiling`` is null on severity ``reject``. ``capped_claims`` are the ids of claims
    whose bindings pass but that an ``evidence.scope`` or ``evidence.coverage`` finding holds at a
    hypothesis (contract section 6, first row).
    """

    gatekeeper_result: GatekeeperResult
    verified_executor_output: VerifiedExecutorOutput
    verified_evidence: list[VerifiedEvidence]
    verdict_ceiling: Verdict | None
    capped_claims: list[str] = Field(default_factory=list[str])
