"""Sessions, retry context, audit and the public result (contract sections 1, 2, 8, 9)."""

from typing import Any, Literal, TypeAlias

from pydantic import Field

from superbiz_agent.contracts.base import (
    ClaimType,
    JsonObject,
    Language,
    Payload,
    RuleId,
    Verdict,
    Verification,
)
from superbiz_agent.contracts.composer import ComposerInput, ComposerOutput, Withheld
from superbiz_agent.contracts.evidence import Reference, UnusedWindow
from superbiz_agent.contracts.gatekeeper import GatekeeperOutcome, GatekeeperResult
from superbiz_agent.contracts.verifier import ClaimCheck, FactCheck, VerifierResult

SessionStatus: TypeAlias = Literal["running", "completed", "failed", "cancelled"]
ComposerStatus: TypeAlias = Literal["valid", "malformed", "fallback", "not_called"]
ParseStatus: TypeAlias = Literal["valid", "invalid", "absent"]


BudgetKind: TypeAlias = Literal["calls", "tokens", "seconds", "money"]


class TimeWindow(Payload):
    """A resolved window; ISO 8601 instants in UTC, either end open (null). ``named`` is the one
    instant within it that the question names, if it names one. ``unused`` is what the question
    named besides, which was not used and is told."""

    since: str | None = None
    until: str | None = None
    named: str | None = None
    unused: UnusedWindow | None = None


class RetryFailure(Payload):
    """A finding of the earlier attempt: ids and paths that the store knows, no text."""

    rule_id: RuleId
    tool_name: str | None = None
    source_invocation_id: int | None = None
    raw_path: str | None = None


class GapReference(Payload):
    """Evidence that a critical claim of the earlier attempt was bound to."""

    source_invocation_id: int
    tool_name: str
    raw_path: str


class CriticalGap(Payload):
    """A critical claim that was withheld or judged below inference."""

    claim_type: ClaimType | None
    verification: Verification | None
    refs: list[GapReference] = Field(default_factory=list[GapReference])


class RetryContext(Payload):
    """What a retry is told of the attempt before it; never evidence (contract section 1)."""

    attempt: int
    failures: list[RetryFailure]
    critical_gaps: list[CriticalGap]


class Attempt(Payload):
    """One attempt of the executor with everything that was decided about it."""

    attempt: int
    parse_status: ParseStatus
    executor_output: JsonObject | None
    outcome: GatekeeperOutcome
    verifier_reply: JsonObject | None = None
    verifier_result: VerifierResult | None = None


class AttemptSummary(Payload):
    """The trace of one attempt in the audit."""

    attempt: int
    parse_status: ParseStatus
    severity: str
    failed_rules: list[str]
    verified_claims: int
    effective_verdict: Verdict | None
    selected: bool


class VerifierEvaluation(Payload):
    """``self_evaluation.verifier_evaluation`` (contract section 8)."""

    gatekeeper_result: GatekeeperResult | None
    verdict_ceiling: Verdict | None
    model_verdict: Verdict | None
    computed_verdict: Verdict | None
    effective_verdict: Verdict | None
    groundedness_score: float
    critical_fact_count: int
    claim_checks: list[ClaimCheck]
    facts_checked: list[FactCheck]
    withheld: list[Withheld]
    attempts: list[AttemptSummary]
    composer_output: ComposerOutput | None
    rationale: str = ""
    problem: str | None = None
    trimmed: list[str] = Field(default_factory=list[str])
    """Names of the lists that were cut to keep the audit within its bound."""


class Spent(Payload):
    """What a run spent on models. ``cost`` is in the currency of the operator's prices, null where
    a call had none; ``stopped_by`` is the budget that left no room for another call."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0
    stopped_by: BudgetKind | None = None


class SessionStamp(Payload):
    """What a session's row says of itself that no rule can decide again. Instants are ISO 8601;
    ``question_digest`` is the SHA-256 of question and language."""

    thread_id: str
    question_digest: str
    created_at: str
    updated_at: str


class RunRecord(Payload):
    """``run_record``: what ``verify`` replays, parsed and never trimmed (contract section 8)."""

    version: Literal[1] = 1
    unverifiable: str | None = None
    """Set, and everything else but ``session`` empty, when the record went over its bound."""
    session: SessionStamp | None = None
    """Null in a record of an older version."""
    plan: JsonObject | None = None
    window: TimeWindow = TimeWindow()
    attempts: list[Attempt] = Field(default_factory=list[Attempt])
    selected_attempt: int | None = None
    composer_input: ComposerInput | None = None
    composer_reply: JsonObject | None = None
    """Null: ``composer_output`` holds the composer's words with their marks."""
    composer_output: ComposerOutput | None = None
    references: list[Reference] = Field(default_factory=list[Reference])
    spent: Spent | None = None
    """Null in a record of an older version."""
    prompt_versions: dict[str, str] = Field(default_factory=dict)
    settings: dict[str, Any] = Field(default_factory=dict)
    invocation_digests: dict[str, str] = Field(default_factory=dict)
    """Invocation id -> digest of its row, so that a later change of any evidence shows."""

    @property
    def composer_status(self) -> ComposerStatus:
        """What became of the composer: of small talk it is not asked."""
        return self.composer_output.status if self.composer_output else "not_called"


class DiagnosisSession(Payload):
    """One row of ``diagnosis_session``. Instants are ISO 8601 in UTC."""

    id: str
    thread_id: str
    original_query: str
    language: Language
    status: SessionStatus
    verdict: Verdict | None
    answer: str | None
    self_evaluation: JsonObject | None
    run_record: JsonObject | None
    created_at: str
    updated_at: str


class DiagnosisResult(Payload):
    """The output keys of the graph (contract section 9), ``messages`` aside."""

    answer: str
    verdict: Verdict | None
    session_id: str
    thread_id: str
    language: Language
    composer_status: ComposerStatus
    references: list[Reference]
