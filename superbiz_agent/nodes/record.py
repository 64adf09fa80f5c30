"""record: renders the answer, writes the audit and closes the session in one transaction."""

from collections.abc import Sequence

from langchain_core.messages import AIMessage

from superbiz_agent.audit.records import (
    bounded,
    build_run_record,
    build_self_evaluation,
    rendered,
    rule_settings,
    session_stamp,
)
from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.composer import Withheld
from superbiz_agent.contracts.evidence import ToolInvocation
from superbiz_agent.contracts.session import DiagnosisResult, RunRecord, SessionStamp
from superbiz_agent.grounding.citations import RenderedAnswer
from superbiz_agent.nodes.step import Blocking, Scope, Step
from superbiz_agent.nodes.tracing import annotate_trace
from superbiz_agent.prompts import prompt_versions
from superbiz_agent.state import DiagnosisState


def record(state: DiagnosisState, scope: Scope) -> Step:
    """Store what the run decided, then hand out the answer (contract section 8)."""
    store, session_id = scope.services.store, state["session_id"]
    stored = yield Blocking(lambda: store.invocations(session_id))
    opened = yield Blocking(lambda: store.session(session_id))
    completed_at = scope.services.clock()
    stamp = session_stamp(opened, completed_at)
    run_record, answer = _run_and_answer(state, scope, stored, stamp)
    evaluation = build_self_evaluation(
        run_record, [Withheld.model_validate(item) for item in state["withheld"]]
    )
    verdict = evaluation.effective_verdict
    yield Blocking(
        lambda: store.complete_session(
            session_id,
            verdict=verdict,
            answer=answer.answer,
            self_evaluation={"verifier_evaluation": evaluation.model_dump(mode="json")},
            run_record=bounded(run_record).model_dump(mode="json"),
            at=completed_at,
        )
    )
    result = DiagnosisResult(
        answer=answer.answer,
        verdict=verdict,
        session_id=state["session_id"],
        thread_id=state["conversation_id"],
        language=state["language"],
        composer_status=run_record.composer_status,
        references=answer.references,
    )
    annotate_trace(
        scope.config,
        state,
        run_record,
        verdict,
        groundedness=evaluation.groundedness_score if run_record.attempts else None,
        feedback=scope.services.settings.trace_feedback,
    )
    scope.services.kept_answers.end(session_id)
    scope.emit("answer", verdict=verdict, composer_status=result.composer_status)
    return _update(result, scope.session_id)


def _run_and_answer(
    state: DiagnosisState, scope: Scope, stored: Sequence[ToolInvocation], stamp: SessionStamp
) -> tuple[RunRecord, RenderedAnswer]:
    """What the run decided, with the references of the answer that it comes to."""
    run_record = build_run_record(
        state,
        stored,
        session=stamp,
        prompt_versions=prompt_versions(state["language"]),
        settings=rule_settings(state["max_retries"], composer=scope.services.settings.composer),
    )
    answer = rendered(run_record, stored, state["language"], reply=state.get("answer", ""))
    return run_record.model_copy(update={"references": answer.references}), answer


def _update(result: DiagnosisResult, session_id: str) -> JsonObject:
    return result.model_dump(mode="json") | {
        "messages": [AIMessage(result.answer)],
        "diagnosis_session": {"id": session_id, "status": "completed"},
    }
