"""What a run leaves behind: the compact audit and the record that ``verify`` replays.

Contract section 8. Pure: state and stored invocations in, contract models out.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from superbiz_agent.contracts.base import JsonObject, Language
from superbiz_agent.contracts.composer import ComposerReply, Withheld
from superbiz_agent.contracts.evidence import ToolInvocation
from superbiz_agent.contracts.session import (
    Attempt,
    AttemptSummary,
    DiagnosisSession,
    RunRecord,
    SessionStamp,
    VerifierEvaluation,
)
from superbiz_agent.grounding.citations import RenderedAnswer, render_answer

MAX_EVALUATION_BYTES = 64 * 1024
MAX_RUN_RECORD_BYTES = 1024 * 1024

MIN_AUDIT_ANSWER = 100
"""Characters of the answer that the audit keeps in any case."""


def size_of(value: Any) -> int:
    """Bytes of a value as stored JSON."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return len(text.encode("utf-8", "surrogatepass"))


def invocation_digest(invocation: ToolInvocation) -> str:
    """A digest of a stored invocation, so that a later change of any part of it shows."""
    canonical = json.dumps(invocation.model_dump(mode="json"), sort_keys=True)  # ASCII: any text
    return hashlib.sha256(canonical.encode()).hexdigest()


def question_digest(session: DiagnosisSession) -> str:
    """A digest of what was asked, and in which language."""
    asked = json.dumps([session.original_query, session.language])
    return hashlib.sha256(asked.encode()).hexdigest()


def rule_settings(max_retries: int, *, composer: bool) -> JsonObject:
    """The settings that the rules depend on."""
    return {"max_retries": max_retries, "composer": composer}


def build_run_record(
    state: Mapping[str, Any],
    invocations: Sequence[ToolInvocation],
    *,
    session: SessionStamp,
    prompt_versions: dict[str, str],
    settings: JsonObject,
) -> RunRecord:
    """Everything that ``verify`` replays, from the state of a finished run."""
    output = state.get("composer_output")
    attempts = state.get("attempts", [])
    return RunRecord.model_validate(
        {
            "session": session,
            "plan": state.get("plan"),
            "window": state["window"],
            "attempts": attempts,
            "selected_attempt": state["candidate"] if attempts else None,
            "composer_input": state.get("composer_input"),
            "composer_output": output,
            "spent": state.get("spent"),
            "prompt_versions": prompt_versions,
            "settings": settings,
            "invocation_digests": {str(each.id): invocation_digest(each) for each in invocations},
        }
    )


def bounded(record: RunRecord) -> RunRecord:
    """The record itself, or one that says it went over its bound and cannot be verified."""
    size = size_of(record.model_dump(mode="json"))
    if size <= MAX_RUN_RECORD_BYTES:
        return record
    return RunRecord(
        unverifiable=f"the run record has {size} bytes, over {MAX_RUN_RECORD_BYTES}",
        session=record.session,
    )


def session_stamp(session: DiagnosisSession, completed_at: datetime) -> SessionStamp:
    """What the row of a session that is completed at this instant (aware) will say of itself."""
    return SessionStamp(
        thread_id=session.thread_id,
        question_digest=question_digest(session),
        created_at=session.created_at,
        updated_at=completed_at.isoformat(),
    )


def same_instant(one: str, other: str) -> bool:
    """Whether two ISO 8601 texts name the same instant, each store having its own spelling."""
    try:
        return datetime.fromisoformat(one) == datetime.fromisoformat(other)
    except (ValueError, TypeError):
        return False


def selected(record: RunRecord) -> Attempt | None:
    """The attempt that counts; None where there is none, or where an altered record names none."""
    chosen = record.selected_attempt
    if chosen is None or not 0 <= chosen < len(record.attempts):
        return None
    return record.attempts[chosen]


def rendered(
    record: RunRecord, invocations: Sequence[ToolInvocation], language: Language, *, reply: str
) -> RenderedAnswer:
    """The answer as the user reads it; ``reply`` is the fixed text where nothing was diagnosed."""
    attempt, output, material = selected(record), record.composer_output, record.composer_input
    if attempt is None or output is None or material is None:
        return RenderedAnswer(answer=reply, references=[])
    words = ComposerReply.model_validate(
        {
            "answer_summary": output.answer_summary,
            "recommended_actions": [each.model_dump() for each in output.recommended_actions],
            "user_facing_answer": output.user_facing_answer,
        }
    )
    return render_answer(
        words,
        material,
        attempt.outcome.verified_evidence,
        language=language,
        failed_sources=failed_sources(invocations),
        demo=any(each.retrieval_details.demo for each in invocations),
        stopped_by=record.spent.stopped_by if record.spent else None,
    )


def failed_sources(invocations: Sequence[ToolInvocation]) -> dict[str, str]:
    """Sources that failed or answered in part, in order, each with the reason as the first call
    gave it (empty if it is not known)."""
    found: dict[str, str] = {}
    for each in invocations:
        details = each.retrieval_details
        for name in details.failed_sources:
            found[name] = found.get(name) or details.failure_reasons.get(name, "")
    return found


def told_problems(invocations: Sequence[ToolInvocation]) -> list[str]:
    """What the user should know of the sources besides the answer, each once, in order: why one
    failed, what a search is worth."""
    failures = [
        f"{source}: {reason}" for source, reason in failed_sources(invocations).items() if reason
    ]
    notes = (
        f"{each.tool_name}: {note}" for each in invocations for note in each.retrieval_details.notes
    )
    return list(dict.fromkeys([*failures, *notes]))


def build_self_evaluation(record: RunRecord, withheld: Sequence[Withheld]) -> VerifierEvaluation:
    """The audit under ``self_evaluation.verifier_evaluation``, trimmed visibly to its bound."""
    attempt = selected(record)
    result = attempt.verifier_result if attempt else None
    material = record.composer_input
    evaluation = VerifierEvaluation(
        gatekeeper_result=attempt.outcome.gatekeeper_result if attempt else None,
        verdict_ceiling=attempt.outcome.verdict_ceiling if attempt else None,
        model_verdict=result.model_verdict if result else None,
        computed_verdict=result.computed_verdict if result else None,
        effective_verdict=material.verdict if material else None,
        groundedness_score=result.groundedness_score if result else 0.0,
        critical_fact_count=result.critical_fact_count if result else 0,
        claim_checks=result.claim_checks if result else [],
        facts_checked=result.facts_checked if result else [],
        withheld=list(withheld),
        attempts=[_summary(record, index) for index in range(len(record.attempts))],
        composer_output=record.composer_output,
        rationale=result.rationale[:2000] if result else "",
        problem=result.problem if result else None,
    )
    return trimmed(evaluation)


def _summary(record: RunRecord, index: int) -> AttemptSummary:
    attempt = record.attempts[index]
    result = attempt.verifier_result
    return AttemptSummary(
        attempt=attempt.attempt,
        parse_status=attempt.parse_status,
        severity=attempt.outcome.gatekeeper_result.severity,
        failed_rules=list(attempt.outcome.gatekeeper_result.failed_rules),
        verified_claims=len(attempt.outcome.verified_executor_output.claims),
        effective_verdict=result.effective_verdict if result else None,
        selected=index == record.selected_attempt,
    )


def trimmed(evaluation: VerifierEvaluation) -> VerifierEvaluation:
    """The audit within 64 KiB: parts are halved in a fixed order and named in ``trimmed``."""
    for name, halve in TRIMMERS:
        while size_of(evaluation.model_dump(mode="json")) > MAX_EVALUATION_BYTES:
            update = halve(evaluation)
            if not update:
                break
            marks = list(dict.fromkeys([*evaluation.trimmed, name]))
            evaluation = evaluation.model_copy(update={**update, "trimmed": marks})
    return evaluation


def _halved_list(name: str) -> Callable[[VerifierEvaluation], JsonObject]:
    def halve(evaluation: VerifierEvaluation) -> JsonObject:
        kept = getattr(evaluation, name)
        return {name: kept[: len(kept) // 2]} if kept else {}

    return halve


def _halved_bindings(evaluation: VerifierEvaluation) -> JsonObject:
    result = evaluation.gatekeeper_result
    if result is None or not result.checked_bindings:
        return {}
    half = result.checked_bindings[: len(result.checked_bindings) // 2]
    return {"gatekeeper_result": result.model_copy(update={"checked_bindings": half})}


def _halved_answer(evaluation: VerifierEvaluation) -> JsonObject:
    output = evaluation.composer_output
    if output is None or len(output.user_facing_answer) < MIN_AUDIT_ANSWER:
        return {}
    half = output.user_facing_answer[: len(output.user_facing_answer) // 2] + " [...]"
    return {"composer_output": output.model_copy(update={"user_facing_answer": half})}


TRIMMERS: tuple[tuple[str, Callable[[VerifierEvaluation], JsonObject]], ...] = (
    ("facts_checked", _halved_list("facts_checked")),
    ("claim_checks", _halved_list("claim_checks")),
    ("withheld", _halved_list("withheld")),
    ("gatekeeper_result.checked_bindings", _halved_bindings),
    ("composer_output.user_facing_answer", _halved_answer),
)
"""Parts of the audit that are halved, in this order; ``run_record`` keeps them whole."""
