"""``superbiz verify``: everything that code decided, decided again from the store alone.

Contract section 9. No model, no network: the gatekeeper, the verdict arithmetic, the filter, the
answer checks and the rendering run again over the stored invocations and the run record.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from superbiz_agent.audit.histograms import server_counts_otherwise, told_otherwise
from superbiz_agent.audit.name_counts import counts_told_otherwise
from superbiz_agent.audit.records import (
    build_self_evaluation,
    invocation_digest,
    question_digest,
    rendered,
    same_instant,
    selected,
)
from superbiz_agent.audit.series import summary_told_otherwise
from superbiz_agent.contracts.base import JsonObject, Language
from superbiz_agent.contracts.composer import Withheld
from superbiz_agent.contracts.evidence import SEARCH_PATH, ToolInvocation
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

MAX_SHOWN = 200
SERIES_PATH = "$.series["
EVALUATION = "verifier_evaluation"
"""The audit's one key in ``self_evaluation``."""


@dataclass(frozen=True)
class Difference:
    """One place where the store and the replay do not agree; values are shortened."""

    path: str
    stored: str
    replayed: str


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
    yield from _groups(invocations)
    yield from _counts(invocations)
    yield from _series(invocations)
    for index, attempt in enumerate(record.attempts):
        yield from _attempt(f"attempts[{index}]", attempt, session, invocations)
    chosen = better_attempt(record.attempts) if record.attempts else None
    yield from _compare("selected_attempt", record.selected_attempt, chosen)
    yield from _material(session, record, invocations)
    yield from _words(record, invocations, session.language)
    yield from _answer(session, record, invocations, reply_texts)


def _stamp(session: DiagnosisSession, record: RunRecord) -> Iterator[Difference]:
    stamp = record.session
    if stamp is None:
        yield Difference("run_record.session", "null", "question, thread and instants")
        return
    yield from _compare("thread_id", session.thread_id, stamp.thread_id)
    yield from _compare("original_query", question_digest(session), stamp.question_digest)
    for key in ("created_at", "updated_at"):
        stored, told = getattr(session, key), getattr(stamp, key)
        if not same_instant(stored, told):
            yield Difference(key, _shortened(stored), _shortened(told))


def _invocations(record: RunRecord, invocations: list[ToolInvocation]) -> Iterator[Difference]:
    found = {str(each.id): invocation_digest(each) for each in invocations}
    for key in sorted({*record.invocation_digests, *found}):
        path = f"tool_invocation[{key}]"
        yield from _compare(path, found.get(key), record.invocation_digests.get(key))


def _groups(invocations: list[ToolInvocation]) -> Iterator[Difference]:
    """Where the histogram stored with a group of records tells of other changes than its text."""
    for each in (row for row in invocations if row.tool_name == "query_logs"):
        texts = {ref.raw_path: ref.text for ref in each.retrieval_details.evidence_refs}
        for detail in each.retrieval_details.details:
            path = detail.get("path")
            text = texts.get(path) if isinstance(path, str) else None
            told = _told_otherwise(text, detail) if text else None
            if told is not None:
                yield Difference(f"tool_invocation[{each.id}].{path}", _shortened(text), told)


def _told_otherwise(text: str, detail: JsonObject) -> str | None:
    """What the line of a group, or of a search, should tell by the counts that are stored."""
    if detail.get("path") == SEARCH_PATH:
        return server_counts_otherwise(text, detail)
    told = told_otherwise(text, detail)
    changes = "".join(change.told for change in told or ())
    return None if told is None else f"tells{changes or ' of no change'}"


def _counts(invocations: list[ToolInvocation]) -> Iterator[Difference]:
    """Where the counts stored with a line of counted names give another line. A search's own line
    stores the counts of servers under the same word (``_groups``)."""
    for each in (row for row in invocations if row.tool_name == "query_logs"):
        details = {detail.get("path"): detail for detail in each.retrieval_details.details}
        for ref in each.retrieval_details.evidence_refs:
            if ref.raw_path == SEARCH_PATH:
                continue
            told = counts_told_otherwise(ref.text, details.get(ref.raw_path) or {})
            if told is not None:
                path = f"tool_invocation[{each.id}].{ref.raw_path}"
                yield Difference(path, _shortened(ref.text), _shortened(told))


def _series(invocations: list[ToolInvocation]) -> Iterator[Difference]:
    """Where the values stored with a metric series give another summary than its text."""
    for each in (row for row in invocations if row.tool_name == "query_metrics"):
        details = {detail.get("path"): detail for detail in each.retrieval_details.details}
        for ref in each.retrieval_details.evidence_refs:
            if not ref.raw_path.startswith(SERIES_PATH):
                continue
            told = summary_told_otherwise(ref.text, details.get(ref.raw_path) or {})
            if told is not None:
                path = f"tool_invocation[{each.id}].{ref.raw_path}"
                yield Difference(path, _shortened(ref.text), _shortened(told))


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
    yield from _compare(f"{path}.outcome", attempt.outcome, outcome)
    if attempt.verifier_result is not None:
        result = normalise_checks(
            attempt.verifier_reply,
            outcome,
            original_query=session.original_query,
            invocations=[each.model_dump(mode="json") for each in invocations],
        )
        stored = attempt.verifier_result
        yield from _compare(f"{path}.verifier_result", _decided(stored), _decided(result))


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
    yield from _compare("composer_input", record.composer_input, outcome.composer_input)
    yield from _audit(session, record, outcome.withheld)
    yield from _compare("verdict", session.verdict, outcome.composer_input.verdict)


def _audit(
    session: DiagnosisSession, record: RunRecord, withheld: Sequence[Withheld]
) -> Iterator[Difference]:
    evaluation = build_self_evaluation(record, withheld).model_dump(mode="json")
    whole = session.self_evaluation or {}
    stored = as_object(whole.get(EVALUATION)) or {}
    for key in sorted({*stored, *evaluation}):
        yield from _compare(f"{EVALUATION}.{key}", stored.get(key), evaluation.get(key))
    for key in sorted(set(whole) - {EVALUATION}):
        yield from _compare(f"self_evaluation.{key}", whole[key], None)


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
    yield from _compare("composer_output", words, chosen.reply.model_dump())
    yield from _compare("composer_output.template_id", output.template_id, chosen.template_id)


def _answer(
    session: DiagnosisSession,
    record: RunRecord,
    invocations: list[ToolInvocation],
    reply_texts: Sequence[str],
) -> Iterator[Difference]:
    if not record.attempts:
        yield from _small_talk(session, invocations)
        known = session.answer in (*reply_texts, *_greetings(session, record))
        yield from _compare("answer", session.answer, session.answer if known else "a fixed reply")
        yield from _compare("verdict", session.verdict, None)
        return
    answer = rendered(record, invocations, session.language, reply="")
    yield from _compare("answer", session.answer, answer.answer)
    yield from _compare(
        "references",
        [each.model_dump() for each in record.references],
        [each.model_dump() for each in answer.references],
    )


def _small_talk(
    session: DiagnosisSession, invocations: list[ToolInvocation]
) -> Iterator[Difference]:
    """A fixed reply: code found nothing to look for, and no tool was asked (section 1)."""
    yield from _compare("tool_invocation", len(invocations), 0)
    if concerns_incident(session.original_query):
        yield Difference("attempts", "none", "a diagnosis: the question names what to look for")


def _greetings(session: DiagnosisSession, record: RunRecord) -> list[str]:
    """The answer to small talk as the sources make it that the run recorded."""
    recorded = as_object((record.plan or {}).get("sources"))
    if recorded is None:
        return []
    sources = {tool: as_texts(names) for tool, names in recorded.items()}
    return [greeting(session.language, sources, demo=False)]


def _compare(path: str, stored: Any, replayed: Any) -> Iterator[Difference]:
    left, right = _plain(stored), _plain(replayed)
    if left != right:
        yield Difference(path, _shortened(left), _shortened(right))


def _plain(value: Any) -> Any:
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else value


def _shortened(value: Any) -> str:
    text = str(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."
