"""What the models of a faithful run say, and how a mutant changes it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from langchain_core.messages import BaseMessage

from superbiz_agent.contracts.base import JsonObject, Role
from superbiz_agent.contracts.executor import ANSWER_VERSION
from superbiz_agent.evals.trust.incidents import Binding, Case
from superbiz_agent.models.roles import request_of
from superbiz_agent.testing import tool_calls, tool_results

MAX_REPLIES = 12
"""More than a repair turn and a retry can ask of one role."""


@dataclass(frozen=True)
class Scene:
    """What a role was asked: its request, and the tool results it saw, in the order of calls."""

    request: JsonObject
    results: Sequence[JsonObject]


Change: TypeAlias = Callable[[JsonObject, Scene], Any]
"""Takes a faithful reply and its scene, and returns what the model sends instead."""


@dataclass(frozen=True)
class Changes:
    """What a mutant changes of the faithful replies: None leaves a role faithful."""

    executor: Change | None = None
    verifier: Change | None = None
    composer: Change | None = None


def script(case: Case, changes: Changes) -> Mapping[Role, Sequence[Any]]:
    """The replies of all roles, enough for a repair turn and a retry each."""
    calls = tool_calls(*((call.tool, call.arguments) for call in case.incident.calls))
    answer = _reply(lambda scene: executor_reply(case, scene), changes.executor)

    def executor(messages: Sequence[BaseMessage]) -> Any:
        return answer(messages) if tool_results(messages) else calls

    return {
        "planner": [_plan(case)],
        "executor": [executor] * MAX_REPLIES,
        "verifier": [_reply(lambda scene: verifier_reply(case, scene), changes.verifier)]
        * MAX_REPLIES,
        "composer": [_reply(lambda _: case.run.composer.model_dump(), changes.composer)],
    }


def executor_reply(case: Case, scene: Scene) -> JsonObject:
    """The faithful executor's answer, its citations bound to what was just recorded."""
    run = case.run
    return {
        "answer_version": ANSWER_VERSION,
        "claims": [
            {
                "claim_id": claim.claim_id,
                "claim_text": claim.claim_text,
                "claim_type": claim.claim_type,
                "evidence_bindings": [_cited(each, scene.results) for each in claim.bindings],
            }
            for claim in run.claims
        ],
        "hypotheses": [item.model_dump() for item in run.hypotheses],
        "recommended_actions": [item.model_dump() for item in run.recommended_actions],
        "missing_info": list(run.missing_info),
    }


def verifier_reply(case: Case, scene: Scene) -> JsonObject:
    """An honest verifier's judgement of the claims that it was shown."""
    honest = {claim.claim_id: claim.verification for claim in case.run.claims}
    claims = scene.request["verified_executor_output"]["claims"]
    return {
        "verdict": case.run.verdict,
        "groundedness_score": 1.0,
        "critical_fact_count": len(claims),
        "claim_checks": [
            {
                **{key: claim[key] for key in ("claim_id", "claim_text", "claim_type")},
                "verification": honest.get(claim["claim_id"], "unsupported"),
                "detail": "read against its lines",
                "evidence_refs": _references(claim["claim_id"], scene.request),
            }
            for claim in claims
        ],
        "facts_checked": [],
        "rationale": "each claim was read against its lines",
    }


def _references(claim_id: str, request: JsonObject) -> list[JsonObject]:
    keys = ("claim_id", "source_invocation_id", "tool_name", "raw_path")
    return [
        {key: item[key] for key in keys} | {"note": "as stored"}
        for item in request["verified_evidence"]
        if item["claim_id"] == claim_id
    ]


def _cited(binding: Binding, results: Sequence[JsonObject]) -> JsonObject:
    result = results[binding.call]
    stored = {ref["raw_path"]: ref["text"] for ref in result["evidence_refs"]}
    return {
        "tool_name": result["tool_name"],
        "source_invocation_id": result["invocation_id"],
        "raw_path": binding.path,
        "evidence_excerpt": binding.excerpt or stored.get(binding.path, ""),
    }


def _plan(case: Case) -> JsonObject:
    return {
        "intent": "diagnose",
        "steps": [
            {"tool_name": call.tool, "arguments": call.arguments} for call in case.incident.calls
        ],
    }


def _reply(
    faithful: Callable[[Scene], JsonObject], change: Change | None
) -> Callable[[Sequence[BaseMessage]], Any]:
    def say(messages: Sequence[BaseMessage]) -> Any:
        scene = Scene(request_of(messages) or {}, tool_results(messages))
        reply = faithful(scene)
        return reply if change is None else change(reply, scene)

    return say
