"""A loopback endpoint that plays all roles of a diagnosis over HTTP, one reply a call."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import HumanMessage

from superbiz_agent.contracts.base import Role
from superbiz_agent.models.roles import role_of
from tests.loopback import Endpoint, completion, tool_call

MEMORY_CLAIM = "HighMemoryUsage is firing for order-service, current=91%, duration=15m."
PLAN = {
    "intent": "diagnose",
    "steps": [{"tool_name": "query_metrics", "arguments": {"query": "order-service"}}],
}


def asked(request: Mapping[str, Any]) -> dict[str, Any]:
    """The request of a role within what was sent."""
    for message in request["messages"]:
        if message["role"] == "user" and role_of([HumanMessage(message["content"])]):
            return json.loads(message["content"])
    raise AssertionError("no request of a role")


def role_in(request: Mapping[str, Any]) -> Role:
    found = [
        role_of([HumanMessage(message["content"])])
        for message in request["messages"]
        if message["role"] == "user"
    ]
    return next(role for role in found if role)


def lines_in(request: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every citable line that the executor is shown, wherever it stands."""
    shown = list(asked(request).get("stored_evidence", []))
    for message in request["messages"]:
        if message["role"] == "tool":
            result = json.loads(message["content"])
            shown += [
                {
                    "source_invocation_id": result["invocation_id"],
                    "tool_name": result["tool_name"],
                    **line,
                }
                for line in result["evidence_refs"]
            ]
    return shown


def memory_output(request: Mapping[str, Any]) -> dict[str, Any]:
    """One claim over the firing alert."""
    line = next(each for each in lines_in(request) if "HighMemoryUsage firing" in each["text"])
    return findings(MEMORY_CLAIM, line)


def findings(text: str, line: Mapping[str, Any]) -> dict[str, Any]:
    binding = {key: line[key] for key in ("source_invocation_id", "tool_name", "raw_path")}
    claim = {
        "claim_id": "claim-1",
        "claim_text": text,
        "claim_type": "observation",
        "evidence_bindings": [binding | {"evidence_excerpt": line["text"]}],
    }
    return {
        "answer_version": "executor_evidence_v2",
        "claims": [claim],
        "hypotheses": [],
        "recommended_actions": [],
        "missing_info": [],
    }


def agreeing(request: Mapping[str, Any]) -> dict[str, Any]:
    """A verifier that takes every claim as observed."""
    given = asked(request)
    keys = ("claim_id", "source_invocation_id", "tool_name", "raw_path")
    return {
        "verdict": "PASS",
        "claim_checks": [
            {
                "claim_id": claim["claim_id"],
                "detail": "as stored",
                "verification": "direct_observation",
                "evidence_refs": [
                    {key: item[key] for key in keys}
                    for item in given["verified_evidence"]
                    if item["claim_id"] == claim["claim_id"]
                ],
            }
            for claim in given["verified_executor_output"]["claims"]
        ],
    }


def wording(request: Mapping[str, Any]) -> dict[str, Any]:
    lines = [f"{c['claim_text']} [{c['claim_id']}]" for c in asked(request)["allowed_claims"]]
    return {
        "answer_summary": lines[0],
        "recommended_actions": [],
        "user_facing_answer": "\n".join(lines),
    }


CALL = completion(
    finish_reason="tool_calls", **tool_call('{"query": "order-service"}', name="query_metrics")
)
FAITHFUL: dict[Role, list[Any]] = {
    "planner": [PLAN],
    "executor": [CALL, memory_output],
    "verifier": [agreeing],
    "composer": [wording],
}


def play(endpoint: Endpoint, script: Mapping[Role, Sequence[Any]]) -> None:
    """Let the endpoint follow a script: role -> replies, each an object to send as JSON, text, a
    whole completion, a (status, body), or a function of the request; the last one repeats."""
    turns: dict[Role, int] = {}

    def reply(request: dict[str, Any]) -> tuple[int, Any]:
        role = role_in(request)
        replies = script[role]
        turn = turns[role] = turns.get(role, -1) + 1
        given = replies[min(turn, len(replies) - 1)]
        given = given(request) if callable(given) else given
        if isinstance(given, tuple):
            return given
        if isinstance(given, dict) and "choices" in given:
            return 200, given
        return 200, completion(content=given if isinstance(given, str) else json.dumps(given))

    endpoint.replies = [reply] * 200


def requests_of(endpoint: Endpoint, role: Role) -> list[dict[str, Any]]:
    return [request for request in endpoint.requests if role_in(request) == role]
