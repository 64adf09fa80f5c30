"""Scripts of the four roles over the demo incident, and what is asked of a finished run."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, cast

from langchain_core.messages import BaseMessage

from superbiz_agent.testing import tool_call
from tests.graph.conftest import (
    MEMORY_CLAIM,
    Bench,
    cited,
    claim,
    judging,
    output,
    request,
)

QUESTION = "Why is order-service timing out, and is its memory high?"
CHINESE_QUESTION = "order-service 的内存是不是过高？"
REJECT_OPENING = {
    "en": "The current evidence cannot support a reliable conclusion.",
    "zh": "当前证据不足以支持可靠结论。",
}
COMPOSER_FIELDS = {
    "original_query",
    "verdict",
    "allowed_claims",
    "allowed_hypotheses",
    "missing_info",
    "recommended_actions",
    "rationale",
}

POOL_CLAIM = "HikariPool-1 of order-service has active=50/50."
CAUSE_CLAIM = (
    "The root cause in order-service is that the HikariCP connection pool is exhausted: "
    "HikariPool-1 active=50/50."
)
UNQUOTED = "717MiB"
"""Stands in the demo logs that ``COLLECT`` reads, and in no claim."""

COLLECT = [
    tool_call("query_metrics", query="order-service"),
    tool_call("query_logs", query="HikariPool"),
    tool_call("query_logs", query="memory usage", service="payment-service"),
]
"""What the executor asks for before it answers."""

MEMORY_LINE = "HighMemoryUsage firing"
POOL_LINE = "connection pool exhausted"

Named: TypeAlias = dict[str, Any]
Script: TypeAlias = Callable[[Sequence[BaseMessage]], Named]


def memory(messages: Sequence[BaseMessage], number: int = 1) -> Any:
    return claim(number, MEMORY_CLAIM, cited(messages, MEMORY_LINE))


def pool(messages: Sequence[BaseMessage], number: int = 2) -> Any:
    return claim(number, POOL_CLAIM, cited(messages, POOL_LINE))


def cause(messages: Sequence[BaseMessage], number: int = 3) -> Any:
    return claim(number, CAUSE_CLAIM, cited(messages, POOL_LINE), kind="root_cause")


def claiming(*makers: Callable[[Sequence[BaseMessage]], Any], **fields: Any) -> Script:
    """An executor's answer with these claims and other fields."""
    return lambda messages: output(*(make(messages) for make in makers), **fields)


def checking(verdict: str = "PASS", **levels: str) -> Script:
    """A verifier: ``claim_1="overstated"``; claims that are not named are direct."""

    def reply(messages: Sequence[BaseMessage]) -> dict[str, Any]:
        judged = judging(verdict=verdict)(messages)
        for check in judged["claim_checks"]:
            check["verification"] = levels.get(
                check["claim_id"].replace("-", "_"), check["verification"]
            )
        return judged

    return reply


def wording_everything(messages: Sequence[BaseMessage]) -> dict[str, Any]:
    """A composer that repeats every item it was given, each with its mark."""
    asked = request(messages)
    lines = [f"{each['claim_text']} [{each['claim_id']}]" for each in asked["allowed_claims"]]
    lines += [
        f"{each['hypothesis_text']} [{each['hypothesis_id']}]"
        for each in asked["allowed_hypotheses"]
    ]
    lines += [f"{gap} [m-{n}]" for n, gap in enumerate(asked["missing_info"], start=1)]
    opening = REJECT_OPENING["zh" if "内存" in asked["original_query"] else "en"]
    summary = opening if asked["verdict"] == "REJECT" else lines[0]
    said = [opening, *lines] if asked["verdict"] == "REJECT" else lines
    return {
        "answer_summary": summary,
        "recommended_actions": [
            {"action_text": f"{each['action_text']} [a-{n}]", "reason": f"{each['reason']} [a-{n}]"}
            for n, each in enumerate(asked["recommended_actions"], start=1)
        ],
        "user_facing_answer": "\n".join(said),
    }


def composing(text: str, **fields: Any) -> dict[str, Any]:
    """A composer's reply that says ``text`` in both prose fields."""
    return {
        "answer_summary": text,
        "recommended_actions": [],
        "user_facing_answer": text,
        **fields,
    }


def only_once(**scripts: Any) -> dict[str, Any]:
    """Arguments of ``bench`` for a run without a retry."""
    return {"settings": {"max_retries": 0}, "composer": [wording_everything], **scripts}


def collected(*makers: Callable[[Sequence[BaseMessage]], Any], **fields: Any) -> list[Any]:
    """An executor that collects evidence, then answers with these claims."""
    return [*COLLECT, claiming(*makers, **fields)]


def asked_of(chain: Bench, role: Any, number: int = -1) -> dict[str, Any]:
    """The JSON object that a role was asked with."""
    return request(chain.model.calls_of(role)[number].messages)


def evaluation_of(chain: Bench, result: Mapping[str, Any]) -> dict[str, Any]:
    """The stored ``self_evaluation.verifier_evaluation`` of a run."""
    stored = chain.store.session(result["session_id"]).self_evaluation
    assert stored is not None
    return stored["verifier_evaluation"]


def texts_of(value: Any) -> str:
    """Every key and text in ``value``, a line each, as they are: nothing is escaped."""
    if isinstance(value, dict):
        return "\n".join(f"{key}\n{texts_of(each)}" for key, each in cast(Named, value).items())
    if isinstance(value, list):
        return "\n".join(map(texts_of, cast(list[Any], value)))
    return str(value)


def stored_lines(chain: Bench, result: Mapping[str, Any]) -> list[str]:
    """Every citable line that the tools stored for a run."""
    return [
        line.text
        for row in chain.store.invocations(result["session_id"])
        for line in row.retrieval_details.evidence_refs
    ]


def claims_of(material: Mapping[str, Any]) -> dict[str, str]:
    """Allowed claims of a composer input: id -> status."""
    return {each["claim_id"]: each["status"] for each in material["allowed_claims"]}


def hypotheses_of(material: Mapping[str, Any]) -> list[str]:
    """Ids of the allowed hypotheses of a composer input."""
    return [each["hypothesis_id"] for each in material["allowed_hypotheses"]]
