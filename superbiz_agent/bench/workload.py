"""One faithful run of a given size: what models wrote and what tools stored, made up from a seed.

The contract bounds a run: 50 claims, 8 bindings each, 16,000 characters an answer (sections 3, 7).
What is larger than that grows in the stored lines, and in the number of answers that are checked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from typing import Any, TypeVar

from superbiz_agent.bench.stored_lines import LISTS, TOOLS, StoredLine, make_line
from superbiz_agent.contracts.composer import ComposerInput
from superbiz_agent.contracts.executor import ANSWER_VERSION, MAX_BINDINGS, MAX_CLAIMS
from superbiz_agent.contracts.gatekeeper import GatekeeperOutcome

SESSION = "bench-session"
QUESTION = "Why is order-service slow, and which services answer with errors?"
STORED_LINES = 400
BINDINGS = 2
ANSWER_CHARACTERS = 4000
MAX_ANSWER = 15_000
"""Characters of one answer; the contract has 16,000."""

_LINES_OF_A_CALL = 50
_SHARES = {"query_logs": 0.8, "query_metrics": 0.15, "lookup_knowledge": 0.05}
_INCIDENT_TOOLS = ("query_logs", "query_metrics")


@dataclass(frozen=True)
class Workload:
    """The inputs of one run, and what of them the report names."""

    size: int
    invocations: list[dict[str, Any]]
    executor_output: dict[str, Any]
    bindings: int
    stored_lines: int


def make_workload(size: int, seed: int) -> Workload:
    """A run of ``size`` times 400 stored lines; 50 claims of 2 bindings, 8 at most with size."""
    random = Random(f"{size}/{seed}")  # noqa: S311  (no secret)
    lines = [line for tool in TOOLS for line in _lines(tool, size, random)]
    calls = _calls(lines)
    each = min(BINDINGS * size, MAX_BINDINGS)
    cited = random.sample(
        [place for place in _places(calls) if place[1].tool_name in _INCIDENT_TOOLS],
        min(MAX_CLAIMS * each, len(lines) // 2),
    )
    groups = _batched(list(islice(cycle(cited), MAX_CLAIMS * each)), each)
    claims = [_claim(number, group) for number, group in enumerate(groups, start=1)]
    return Workload(
        size=size,
        invocations=[_row(number, call) for number, call in enumerate(calls, start=1)],
        executor_output=_output(claims),
        bindings=sum(len(claim["evidence_bindings"]) for claim in claims),
        stored_lines=len(lines),
    )


def make_reply(outcome: GatekeeperOutcome) -> dict[str, Any]:
    """What an honest verifier says of the claims that passed the gatekeeper."""
    refs: dict[str, list[dict[str, Any]]] = {}
    for each in outcome.verified_evidence:
        ref = each.model_dump(exclude={"matched_text"}) | {"note": "as stored"}
        refs.setdefault(each.claim_id, []).append(ref)
    checks = [
        {
            "claim_id": claim.claim_id,
            "claim_text": claim.claim_text,
            "claim_type": claim.claim_type,
            "verification": "direct_observation",
            "detail": "the stored lines say so",
            "evidence_refs": refs.get(claim.claim_id, []),
        }
        for claim in outcome.verified_executor_output.claims
    ]
    return {
        "verdict": "PASS",
        "groundedness_score": 1.0,
        "critical_fact_count": len(checks),
        "claim_checks": checks,
        "facts_checked": [],
        "rationale": "Each claim follows from its lines.",
    }


def make_answers(material: ComposerInput, size: int) -> list[dict[str, Any]]:
    """Honest replies of ``size`` times 4,000 characters together, sentence by sentence marked; one
    sentence in three repeats its claim, the others are parts of it in other words."""
    wanted = ANSWER_CHARACTERS * size
    answers: list[dict[str, Any]] = []
    sentences = cycle(list(_sentences(material)))
    while wanted > 0:
        text = _fill(sentences, min(wanted, MAX_ANSWER))
        wanted -= len(text) + 200
        answers.append(
            {
                "answer_summary": text.partition("\n")[0],
                "recommended_actions": [],
                "user_facing_answer": text,
            }
        )
    return answers


def _lines(tool_name: str, size: int, random: Random) -> Iterator[StoredLine]:
    count = round(STORED_LINES * size * _SHARES[tool_name])
    return (make_line(tool_name, index, random) for index in range(count))


def _calls(lines: Sequence[StoredLine]) -> list[Sequence[StoredLine]]:
    """Calls of one tool with at most 50 lines each."""
    return [
        part
        for tool in TOOLS
        for part in _batched([line for line in lines if line.tool_name == tool], _LINES_OF_A_CALL)
    ]


T = TypeVar("T")


def _batched(items: Sequence[T], size: int) -> list[Sequence[T]]:
    return [items[start : start + size] for start in range(0, len(items), size)]


Place = tuple[int, StoredLine, int]
"""Number of the call, the line, its index in the call."""


def _places(calls: Sequence[Sequence[StoredLine]]) -> list[Place]:
    return [
        (number, line, index)
        for number, call in enumerate(calls, start=1)
        for index, line in enumerate(call)
    ]


def _path(line: StoredLine, index: int) -> str:
    return f"$.{LISTS[line.tool_name]}[{index}]"


def _claim(number: int, group: Sequence[Place]) -> dict[str, Any]:
    """A claim about its lines, every second one in Chinese; every third excerpt is a part."""
    texts = [line.chinese if number % 2 else line.english for _, line, _ in group]
    return {
        "claim_id": f"claim-{number}",
        "claim_text": " ".join(texts)[:1000],
        "claim_type": "observation",
        "evidence_bindings": [
            {
                "tool_name": line.tool_name,
                "source_invocation_id": call,
                "raw_path": _path(line, index),
                "evidence_excerpt": line.text if call % 3 else line.text.rpartition(" ")[0],
            }
            for call, line, index in group
        ],
    }


def _output(claims: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "answer_version": ANSWER_VERSION,
        "claims": claims,
        "hypotheses": [
            {
                "hypothesis_id": f"h-{number}",
                "hypothesis_text": "A slow query may hold connections of order-service.",
                "evidence_bindings": [],
            }
            for number in range(1, 4)
        ],
        "recommended_actions": [
            {
                "action_text": "Collect thread dumps of order-service",
                "reason": "to see who holds connections",
            }
        ],
        "missing_info": ["Thread dumps of order-service are missing."],
    }


def _row(number: int, call: Sequence[StoredLine]) -> dict[str, Any]:
    """A row of ``tool_invocation``, with the search itself as its last reference."""
    search = (
        f'search for "order-service" in bench source, window 2026-07-01T00:00:00Z to '
        f"2026-07-29T00:00:00Z: matched={len(call)}, truncated=no, answered=yes"
    )
    places = [(_path(line, index), line) for index, line in enumerate(call)]
    refs = [{"raw_path": path, "text": line.text} for path, line in places]
    return {
        "id": number,
        "session_id": SESSION,
        "run_id": "bench-run",
        "attempt": 1,
        "tool_name": call[0].tool_name,
        "arguments": {"query": "order-service"},
        "status": "ok",
        "evidence_status": "found",
        "retrieval_details": {
            "evidence_refs": [*refs, {"raw_path": "$.search", "text": search}],
            "truncated": False,
            "total": len(call),
            "sources": ["bench source"],
            "details": [{"path": path, "fields": line.fields} for path, line in places],
        },
        "error": None,
        "started_at": "2026-07-29T00:00:00Z",
        "duration_ms": 12,
    }


def _sentences(material: ComposerInput) -> Iterator[str]:
    for number, claim in enumerate(material.allowed_claims):
        text, mark = claim.claim_text, claim.claim_id
        if number % 3 == 0:
            yield f"{text} [{mark}]"
            continue
        end = "。" if "。" in text else ". "
        for part in (each.strip(" .") for each in text.split(end) if each.strip(" .")):
            lead = "记录显示：" if end == "。" else "According to the records, "
            yield f"{lead}{part}{end.strip()} [{mark}]"


def _fill(sentences: Iterator[str], characters: int) -> str:
    """As many of ``sentences`` as reach ``characters``, five to a paragraph."""
    taken: list[str] = []
    length = 0
    while length < characters - 200 or not taken:
        sentence = next(sentences)
        length += len(sentence) + 1
        taken.append(sentence)
    return "\n".join(" ".join(part) for part in _batched(taken, 5))
