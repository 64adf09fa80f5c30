"""``superbiz verify``: everything that code decided, decided again from the store alone.

Contract section 9. No model, no network: the gatekeeper, the verdict arithmetic, the filter, the
answer checks and the rendering run again over the stored invocations and the run record.
"""

from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from superbiz_agent.audit.differences import Difference, compare, shortened
from superbiz_agent.audit.records import (
    build_self_evaluation,
    invocation_digest,
    question_digest,
    rendered,
    same_instant,
    selected,
)
from superbiz_agent.audit.stored_lines import line_differences
from superbiz_agent.contracts.base import JsonObject, Language
from superbiz_agent.contracts.composer import Withheld
from superbiz_agent.contracts.evidence import ToolInvocation
from superbiz_agent.contracts.session import Attempt, DiagnosisSession, RunRecord
from superbiz_agent.contracts.verifier import VerifierResult
from superbiz_agent.grounding.answer_checks.answer import check_answer
from superbiz_agent.grounding.evidence.hostile import as_object, as_texts
from superbiz_agent.grounding.evidence.names import evidence_names
from superbiz_agent.grounding.fallback import fallback_reply
from superbiz_agent.grounding.gatekeeping.gatekeeper import check_executor_output
from superbiz_agent.grounding.greeting import greeting
from superbiz_agent.grounding.question import concerns_incident
from superbiz_agent.grounding.retry import better_attempt
from superbiz_agent.grounding.screening.screen import screen
from superbiz_agent.grounding.verification.normalisation import normalise_checks
from superbiz_agent.store.base import EvidenceStore

EVALUATION = "verifier_evaluation"
"""The audit's one key in ``self_evaluation``."""


def replay_session(
    store: EvidenceStore, session_id: str, *, reply_texts: Sequence[str] = ()
) -> list[Difference]:
    """Replay one session; an empty list means that everything holds.

    ``reply_texts`` are the fixed answers to small talk. Raises ``SessionNotFoundError``.
    """
    session = store.session(session_id)
    if session.status != "completed":
        return [Difference("status", session.status, "completed")]
    try:
        record = RunRecord.model_validate(session.run_record)
    except ValidationError as error:
        return [Difference("run_record", f"unreadable ({error.error_count()} problems)", "valid")]
    if record.unverifiable:
        return [Difference("run_record", f"unverifiable: {record.unverifiable}", "complete")]
    invocations = store.invocations(session.id)
    return list(_differences(session, record, invocations, reply_texts))


def _differences(
    session: DiagnosisSession,
    record: RunRecord,
    invocations: list[ToolInvocation],
    reply_texts: Sequence[str],
) -> Iterator[Difference]:
    yield from _stamp(session, record)
    yield from _invocations(record, invocations)
    yield from line_differences(invocations)
    for index, attempt in enumerate(record.attempts):
        yield from _attempt(f"attempts[{index}]", attempt, session, invocations)
    chosen = better_attempt(record.attempts) if record.attempts else None
    yield from compare("selected_attempt", record.selected_attempt, chosen)
    yield from _material(session, record, invocations)
    yield from _words(record, invocations, session.language)
    yield from _answer(session, record, invocations, reply_texts)


def _stamp(session: DiagnosisSession, record: RunRecord) -> Iterator[Difference]:
    stamp = record.session
    if stamp is None:
        yield Difference("run_record.session", "null", "question, thread and instants")
        return
    yield from compare("thread_id", session.thread_id, stamp.thread_id)
    yield from compare("original_query", question_digest(session), stamp.question_digest)
    for key in ("created_at", "updated_at"):
        stored, told = getattr(session, key), getattr(stamp, key)
        if not same_instant(stored, told):
            yield Difference(key, shortened(stored), shortened(told))


def _invocations(record: RunRecord, invocations: list[ToolInvocation]) -> Iterator[Difference]:
    found = {str(each.id): invocation_digest(each) for each in invocations}
    for key in sorted({*record.invocation_digests, *found}):
        path = f"tool_invocation[{key}]"
        yield from compare(path, found.get(key), record.invocation_digests.get(key))


def _attempt(
    path: str, attempt: Attempt, session: DiagnosisSession, invocations: list[ToolInvocation]
) -> Iterator[Difference]:
    known = [
        each.model_dump(mode="json") for each in invocations if each.attempt <= attempt.attempt
    ]
    outcome = check_executor_output(
        attempt.executor_output,
        known,
        session_id=session.id,
        original_query=session.original_query,
    )
    yield from compare(f"{path}.outcome", attempt.outcome, outcome)
    if attempt.verifier_result is not None:
        result = normalise_checks(
            attempt.verifier_reply,
            outcome,
            original_query=session.original_query,
            invocations=[each.model_dump(mode="json") for each in invocations],
        )
        stored = attempt.verifier_result
        yield from compare(f"{path}.verifier_result", _decided(stored), _decided(result))


def _decided(result: VerifierResult) -> JsonObject:
    """A verifier result without the cause of a model's failure, which no replay can know."""
    return result.model_dump(mode="json", exclude={"problem"})


def _material(
    session: DiagnosisSession, record: RunRecord, invocations: list[ToolInvocation]
) -> Iterator[Difference]:
    attempt = selected(record)
    if attempt is None:
        yield from _audit(session, record, ())
        return
    rows = [each.model_dump(mode="json") for each in invocations]
    query = session.original_query
    result = attempt.verifier_result or normalise_checks(
        None, attempt.outcome, original_query=query, invocations=rows
    )
    outcome = screen(
        attempt.executor_output,
        attempt.outcome,
        result,
        original_query=query,
        invocations=rows,
        language=session.language,
    )
    yield from compare("composer_input", record.composer_input, outcome.composer_input)
    yield from _audit(session, record, outcome.withheld)
    yield from compare("verdict", session.verdict, outcome.composer_input.verdict)


def _audit(
    session: DiagnosisSession, record: RunRecord, withheld: Sequence[Withheld]
) -> Iterator[Difference]:
    evaluation = build_self_evaluation(record, withheld).model_dump(mode="json")
    whole = session.self_evaluation or {}
    stored = as_object(whole.get(EVALUATION)) or {}
    for key in sorted({*stored, *evaluation}):
        yield from compare(f"{EVALUATION}.{key}", stored.get(key), evaluation.get(key))
    for key in sorted(set(whole) - {EVALUATION}):
        yield from compare(f"self_evaluation.{key}", whole[key], None)


def _words(
    record: RunRecord, invocations: list[ToolInvocation], language: Language
) -> Iterator[Difference]:
    material, output = record.composer_input, record.composer_output
    if material is None or output is None:
        return
    words = output.model_dump(
        include={"answer_summary", "recommended_actions", "user_facing_answer"}
    )
    if output.status == "valid":
        names = evidence_names([each.model_dump(mode="json") for each in invocations])
        for finding in check_answer(material, words, names=names, language=language):
            yield Difference(f"composer_output.{finding.field}", "valid", finding.rule_id)
        return
    chosen = fallback_reply(material, language)
    yield from compare("composer_output", words, chosen.reply.model_dump())
    yield from compare("composer_output.template_id", output.template_id, chosen.template_id)


def _answer(
    session: DiagnosisSession,
    record: RunRecord,
    invocations: list[ToolInvocation],
    reply_texts: Sequence[str],
) -> Iterator[Difference]:
    if not record.attempts:
        yield from _small_talk(session, invocations)
        known = session.answer in (*reply_texts, *_greetings(session, record))
        yield from compare("answer", session.answer, session.answer if known else "a fixed reply")
        yield from compare("verdict", session.verdict, None)
        return
    answer = rendered(record, invocations, session.language, reply="")
    yield from compare("answer", session.answer, answer.answer)
    yield from compare(
        "references",
        [each.model_dump() for each in record.references],
        [each.model_dump() for each in answer.references],
    )


def _small_talk(
    session: DiagnosisSession, invocations: list[ToolInvocation]
) -> Iterator[Difference]:
    """A fixed reply: code found nothing to look for, and no tool was asked (section 1)."""
    yield from compare("tool_invocation", len(invocations), 0)
    if concerns_incident(session.original_query):
        yield Difference("attempts", "none", "a diagnosis: the question names what to look for")


def _greetings(session: DiagnosisSession, record: RunRecord) -> list[str]:
    """The answer to small talk as the sources make it that the run recorded."""
    recorded = as_object((record.plan or {}).get("sources"))
    if recorded is None:
        return []
    sources = {tool: as_texts(names) for tool, names in recorded.items()}
    return [greeting(session.language, sources, demo=False)]
