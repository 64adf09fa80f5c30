"""What the commands print, as lines: pure functions of what was stored or found."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, cast

from pydantic import ValidationError

from superbiz_agent.contracts.base import Language
from superbiz_agent.contracts.evidence import ToolInvocation
from superbiz_agent.contracts.session import DiagnosisSession, VerifierEvaluation
from superbiz_agent.settings import Settings, variable_of
from superbiz_agent.terminal.console import Line, Style, one_line

UNVERIFIED = "(model text, unverified)"
ID_SHOWN = 8
"""Characters of a session id that a list for people shows; ``show`` takes any unique beginning."""

_VERDICT_LABEL: dict[Language, str] = {"en": "Verdict: ", "zh": "判定："}
_VERDICT_STYLES: dict[str | None, Style] = {
    "PASS": "good",
    "LOW_CONFID": "warning",
    "REJECT": "bad",
}


class Difference(Protocol):
    """One place where the store and its replay do not agree (audit/replay.py)."""

    @property
    def path(self) -> str: ...
    @property
    def stored(self) -> str: ...
    @property
    def replayed(self) -> str: ...


def answer_lines(result: Mapping[str, Any]) -> list[Line]:
    """The verdict, if there is one, and the answer with its references."""
    verdict = result["verdict"]
    answer = Line(result["answer"])
    if verdict is None:
        return [answer]
    label = _VERDICT_LABEL["zh" if result["language"] == "zh" else "en"]
    return [Line(label + verdict, _VERDICT_STYLES.get(verdict, "plain")), Line(), answer]


_PROGRESS: dict[str, tuple[str, ...]] = {
    "node": ("node",),
    "tool": ("tool_name", "evidence_status"),
    "gate": ("status",),
    "verdict": ("effective_verdict",),
}
"""Type of an event -> those of its data that come first; the others follow in brackets."""

_PROGRESS_SUBJECT = {"gate": "gatekeeper", "verdict": "verifier"}
_UNTOLD = frozenset({"invocation_id"})
_NOTHING_TO_SAY: tuple[object, ...] = (None, "", [], False, "none")


def progress_line(event: Mapping[str, Any]) -> Line | None:
    """One event of the custom stream (contract section 1) for whoever waits; null for none."""
    kind: str = event.get("type", "")
    data: Mapping[str, Any] = event.get("data", {})
    if kind == "run":
        return Line(f"  session {one_line(str(event.get('session_id')))}", "faint")
    if kind not in _PROGRESS:
        return None
    first = [str(data.get(key)) for key in _PROGRESS[kind]]
    subject = [_PROGRESS_SUBJECT[kind]] if kind in _PROGRESS_SUBJECT else []
    text = ": ".join([*subject, *first]) + _in_brackets(data, _UNTOLD.union(_PROGRESS[kind]))
    return Line(f"  {one_line(text, 200)}", "faint")


def _in_brackets(data: Mapping[str, Any], told: frozenset[str]) -> str:
    shown = [
        f"{key.replace('_', ' ')} {_text(value)}"
        for key, value in data.items()
        if key not in told and value not in _NOTHING_TO_SAY
    ]
    return f" ({', '.join(shown)})" if shown else ""


def session_list_lines(rows: Sequence[DiagnosisSession], *, full_ids: bool) -> list[Line]:
    """One line a session: id, instant, status or verdict, question."""
    return [
        Line(
            f"{row.id if full_ids else row.id[:ID_SHOWN]}  {row.created_at[:19]}Z  "
            f"{row.verdict or row.status:<10}  {one_line(row.original_query, 120)}"
        )
        for row in rows
    ]


def session_list(rows: Sequence[DiagnosisSession]) -> list[dict[str, str | None]]:
    """The same for a program: whole ids and questions, instants in UTC."""
    return [
        {
            "id": row.id,
            "created_at": row.created_at,
            "status": row.status,
            "verdict": row.verdict,
            "query": row.original_query,
        }
        for row in rows
    ]


def session_lines(row: DiagnosisSession, invocations: Sequence[ToolInvocation]) -> list[Line]:
    """One session with its evidence, checks and audit (contract section 8)."""
    evaluation, problem = _evaluation(row)
    return [
        *_head_lines(row),
        Line(),
        *_evidence_lines(invocations),
        Line(),
        *_check_lines(evaluation),
        Line(),
        *_audit_lines(evaluation, problem),
    ]


def _evaluation(row: DiagnosisSession) -> tuple[VerifierEvaluation | None, str | None]:
    """The audit, if there is one, and what is wrong: somebody may have made it unreadable."""
    stored: Any = (row.self_evaluation or {}).get("verifier_evaluation")
    if not stored:
        return None, None
    try:
        evaluation = VerifierEvaluation.model_validate(stored)
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"])) or "verifier_evaluation"
        return None, f"the audit is unreadable at {place}; 'superbiz verify' says more"
    return evaluation, evaluation.problem


def _head_lines(row: DiagnosisSession) -> list[Line]:
    verdict = _VERDICT_STYLES.get(row.verdict, "plain")
    return [
        Line(f"Session {row.id}", "heading"),
        Line(f"Thread   {row.thread_id}"),
        Line(f"Asked    {row.created_at}, last changed {row.updated_at}"),
        Line(f"Status   {row.status}"),
        Line(f"Verdict  {row.verdict or 'none'}", verdict),
        Line(),
        Line("Question", "heading"),
        Line(row.original_query),
        Line(),
        Line("Answer", "heading"),
        Line(row.answer if row.answer is not None else "none"),
    ]


def _evidence_lines(invocations: Sequence[ToolInvocation]) -> Iterable[Line]:
    yield Line("Evidence, as stored", "heading")
    if not invocations:
        yield Line("none: no tool was called")
    for call in invocations:
        asked = ", ".join(f"{key}={value}" for key, value in call.arguments.items())
        yield Line(
            f"#{call.id} {call.tool_name}({one_line(asked, 200)}): {call.evidence_status}, "
            f"attempt {call.attempt}, {call.started_at}, {call.duration_ms} ms"
        )
        if call.error:
            yield Line(f"    failed: {one_line(call.error)}", "bad")
        for reference in call.retrieval_details.evidence_refs:
            yield Line(f"    {reference.raw_path}  {reference.text}")


def _check_lines(evaluation: VerifierEvaluation | None) -> Iterable[Line]:
    yield Line("Checks", "heading")
    gate = evaluation.gatekeeper_result if evaluation else None
    if gate is None:
        yield Line("gatekeeper: not run")
    else:
        yield Line(f"gatekeeper: {gate.status}, severity {gate.severity}")
        for finding in [*gate.errors, *gate.warnings]:
            yield Line(f"    {finding.rule_id} at {finding.target}: {finding.message}")
    for check in evaluation.claim_checks if evaluation else ():
        yield Line(f"{check.claim_id} ({check.claim_type}): {check.verification}")
        yield Line(f"    {UNVERIFIED} {one_line(check.claim_text)}", "faint")
        if check.detail:
            yield Line(f"    {UNVERIFIED} {one_line(check.detail)}", "faint")
        for reference in check.evidence_refs:
            yield Line(f"    #{reference.source_invocation_id} {reference.raw_path}")


_AUDIT_VALUES = (
    "model_verdict",
    "computed_verdict",
    "verdict_ceiling",
    "effective_verdict",
    "groundedness_score",
    "critical_fact_count",
)


def _audit_lines(evaluation: VerifierEvaluation | None, problem: str | None) -> Iterable[Line]:
    yield Line("Audit", "heading")
    for name in _AUDIT_VALUES:
        value = getattr(evaluation, name, None)
        yield Line(f"{name.replace('_', ' ')}: {'none' if value is None else value}")
    if evaluation is not None:
        yield from _decision_lines(evaluation)
    else:
        yield Line("composer: not called")
    if problem:
        yield Line(f"verifier: {one_line(problem)}", "warning")


def _decision_lines(evaluation: VerifierEvaluation) -> Iterable[Line]:
    for attempt in evaluation.attempts:
        selected = ", selected" if attempt.selected else ""
        yield Line(
            f"attempt {attempt.attempt}: executor output {attempt.parse_status}, "
            f"{attempt.verified_claims} verified claims, "
            f"verdict {attempt.effective_verdict or 'none'}{selected}"
        )
    for item in evaluation.withheld:
        yield Line(f"withheld {item.kind} {item.id}: {item.reason}")
    output = evaluation.composer_output
    detail = f": {one_line(output.detail)}" if output and output.detail else ""
    yield Line(f"composer: {output.status if output else 'not called'}{detail}")
    if evaluation.rationale:
        yield Line(f"rationale {UNVERIFIED} {one_line(evaluation.rationale)}", "faint")


def difference_lines(session_id: str, differences: Sequence[Difference]) -> list[Line]:
    """What ``verify`` found."""
    if not differences:
        return [Line(f"session {session_id}: everything replays as it was stored", "good")]
    if [each.path for each in differences] == ["status"]:
        status = differences[0].stored
        return [
            Line(f"session {session_id}: {status}; it holds no answer to replay", "warning"),
            Line(
                f"`superbiz show {session_id}` tells what is stored of it; ask the question again"
            ),
        ]
    return [
        Line(f"session {session_id}: differs in {_places(len(differences))}", "bad"),
        *(
            Line(f"{each.path}: stored {one_line(each.stored)}, replayed {one_line(each.replayed)}")
            for each in differences
        ),
    ]


def _places(count: int) -> str:
    return "1 place" if count == 1 else f"{count} places"


def settings_lines(settings: Settings) -> list[Line]:
    """Every setting as the user writes it, secrets masked."""
    masked = settings.masked()
    width = max(len(variable_of(field)) for field in masked)
    return [
        Line(f"{variable_of(field):<{width}}  {_text(value)}") for field, value in masked.items()
    ]


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, cast("list[object]", value))) or "(none)"
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False) if value else "(none)"
    if isinstance(value, bool):
        return str(value).lower()
    return "(unset)" if value is None else str(value)
