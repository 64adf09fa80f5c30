"""Playing rows through the real rules, with a verifier that agrees with everything."""

from collections.abc import Iterator, Sequence

from superbiz_agent.bench.workload import make_reply
from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.composer import ComposerInput, ComposerReply
from superbiz_agent.contracts.evidence import SEARCH_PATH
from superbiz_agent.contracts.executor import ANSWER_VERSION
from superbiz_agent.evals.adversary.summary import Fate, Played
from superbiz_agent.evals.adversary.tables import AnswerRow, ClaimRow, Status, StoredLine
from superbiz_agent.grounding import check_answer, check_executor_output, normalise_checks, screen
from superbiz_agent.grounding.wording import REJECT_OPENING

SESSION = "adversary"
CLAIM = "claim-1"

_FATES: dict[Status | None, Fate] = {
    "confirmed": "told",
    "documented": "told",
    "inferred": "inferred",
}


def play_all(claims: Sequence[ClaimRow], answers: Sequence[AnswerRow]) -> Iterator[Played]:
    """What becomes of each row."""
    yield from map(_play_claim, claims)
    yield from map(_play_answer, answers)


def _play_claim(row: ClaimRow) -> Played:
    status = told_status(row)
    fate = _FATES.get(status, "refused")
    return Played(
        table="claims",
        id=row.id,
        language=row.language,
        kind=row.kind,
        text=row.claim_text,
        why=row.why,
        fate=fate,
        is_wrong=status not in (row.deserves, "confirmed") if row.is_true else fate == "told",
        detail=status or "not told",
    )


def _play_answer(row: AnswerRow) -> Played:
    broken = broken_rules(row)
    return Played(
        table="answers",
        id=row.id,
        language=row.language,
        kind=row.kind,
        text=row.answer,
        why=row.why,
        fate="refused" if broken else "told",
        is_wrong=bool(broken) == row.is_true,
        detail=", ".join(broken) or "passed",
    )


def told_status(row: ClaimRow) -> Status | None:
    """The status with which the claim may be told; None if it may not be told as a claim."""
    rows = list(_invocations(row.evidence))
    output, question = _executor_output(row), row.question
    outcome = check_executor_output(output, rows, session_id=SESSION, original_query=question)
    result = normalise_checks(
        make_reply(outcome), outcome, original_query=question, invocations=rows
    )
    screened = screen(output, outcome, result, original_query=question, invocations=rows)
    allowed = screened.composer_input.allowed_claims
    return next((claim.status for claim in allowed if claim.claim_id == CLAIM), None)


def broken_rules(row: AnswerRow) -> list[str]:
    """The ids of the rules that the answer breaks; none if it passes.

    What the form of the answer asks for besides the sentence is put to it: the fixed opening
    under REJECT, a gap under LOW_CONFID.
    """
    material = ComposerInput(
        original_query=row.question,
        verdict=row.verdict,
        allowed_claims=row.claims,
        allowed_hypotheses=row.hypotheses,
        missing_info=row.missing_info,
        recommended_actions=row.actions,
        rationale="",
    )
    text = _whole(row)
    reply = ComposerReply(answer_summary=text, recommended_actions=[], user_facing_answer=text)
    found = check_answer(material, reply, names=row.names)
    return sorted({finding.rule_id for finding in found})


def _whole(row: AnswerRow) -> str:
    if row.verdict == "REJECT":
        return f"{REJECT_OPENING[row.language]}\n\n{row.answer}"
    if row.verdict == "LOW_CONFID" and row.missing_info and "[m-" not in row.answer:
        return f"{row.answer}\n\n{row.missing_info[0]} [m-1]"
    return row.answer


def _executor_output(row: ClaimRow) -> JsonObject:
    claim = {
        "claim_id": CLAIM,
        "claim_text": row.claim_text,
        "claim_type": row.claim_type,
        "evidence_bindings": [
            {
                "tool_name": line.tool_name,
                "source_invocation_id": line.call,
                "raw_path": line.raw_path,
                "evidence_excerpt": line.text,
            }
            for line in row.evidence
            if line.cited
        ],
    }
    return {
        "answer_version": ANSWER_VERSION,
        "claims": [claim],
        "hypotheses": [],
        "recommended_actions": [],
        "missing_info": [],
    }


def _invocations(lines: Sequence[StoredLine]) -> Iterator[JsonObject]:
    """The rows of ``tool_invocation`` that hold ``lines``, by call."""
    for call in sorted({line.call for line in lines}):
        own = [line for line in lines if line.call == call]
        searches = [line.details for line in own if line.raw_path == SEARCH_PATH]
        search: JsonObject = searches[0] if searches else {}
        is_empty = len(own) == len(searches) and search.get("matched") == 0
        yield {
            "id": call,
            "session_id": SESSION,
            "run_id": "run",
            "attempt": 1,
            "tool_name": own[0].tool_name,
            "arguments": {"query": search.get("query", "")},
            "status": "ok",
            "evidence_status": "no_evidence" if is_empty else "found",
            "retrieval_details": {
                "evidence_refs": [{"raw_path": line.raw_path, "text": line.text} for line in own],
                "truncated": bool(search.get("truncated", False)),
                "total": search.get("matched"),
                "sources": search.get("sources", []),
                "query": search.get("query", ""),
                "window": {"since": search.get("since"), "until": search.get("until")},
                "details": [{"path": line.raw_path} | line.details for line in own],
            },
            "error": None,
            "started_at": "2026-01-01T00:00:00Z",
            "duration_ms": 1,
        }
