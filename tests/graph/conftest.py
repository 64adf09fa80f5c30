"""A graph over the demo incident with a scripted model, and the faithful script to vary."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import BaseMessage

from superbiz_agent.audit.replay import replay_session
from superbiz_agent.contracts.base import Role
from superbiz_agent.graph import DiagnosisGraph, build_graph
from superbiz_agent.nodes.reply import REPLIES
from superbiz_agent.settings import load_settings
from superbiz_agent.store import open_store
from superbiz_agent.store.base import EvidenceStore
from superbiz_agent.testing import ScriptedChatModel, tool_call, tool_results

QUESTION = "Is the memory of order-service too high?"
DEMO_PLAN = {
    "intent": "diagnose",
    "steps": [{"tool_name": "query_metrics", "arguments": {"query": "order-service"}}],
}


def cited(messages: Sequence[BaseMessage], needle: str, tool_name: str = "") -> dict[str, Any]:
    """The binding of the first stored line that holds ``needle``."""
    for result in tool_results(messages):
        for reference in result["evidence_refs"]:
            if needle in reference["text"] and tool_name in ("", result["tool_name"]):
                return {
                    "tool_name": result["tool_name"],
                    "source_invocation_id": result["invocation_id"],
                    "raw_path": reference["raw_path"],
                    "evidence_excerpt": reference["text"],
                }
    raise AssertionError(f"no tool result holds {needle!r}")


def claim(number: int, text: str, *bindings: dict[str, Any], kind: str = "observation") -> Any:
    return {
        "claim_id": f"claim-{number}",
        "claim_text": text,
        "claim_type": kind,
        "evidence_bindings": list(bindings),
    }


def output(*claims: Any, **fields: Any) -> dict[str, Any]:
    return {
        "answer_version": "executor_evidence_v2",
        "claims": list(claims),
        "hypotheses": [],
        "recommended_actions": [],
        "missing_info": [],
        **fields,
    }


MEMORY_CLAIM = "HighMemoryUsage is firing for order-service, current=91%, duration=15m."


def memory_output(messages: Sequence[BaseMessage]) -> dict[str, Any]:
    """The faithful reply: one claim over the alert."""
    return output(claim(1, MEMORY_CLAIM, cited(messages, "HighMemoryUsage firing")))


def judging(verification: str = "direct_observation", verdict: str = "PASS") -> Any:
    """A verifier that gives every claim the same check, with the evidence it was shown."""

    def reply(messages: Sequence[BaseMessage]) -> dict[str, Any]:
        asked = request(messages)
        keys = ("claim_id", "source_invocation_id", "tool_name", "raw_path")
        return {
            "verdict": verdict,
            "groundedness_score": 1.0,
            "critical_fact_count": 1,
            "claim_checks": [
                {
                    **{key: each[key] for key in ("claim_id", "claim_text", "claim_type")},
                    "verification": verification,
                    "detail": "as stored",
                    "evidence_refs": [
                        {key: item[key] for key in keys} | {"note": ""}
                        for item in asked["verified_evidence"]
                        if item["claim_id"] == each["claim_id"]
                    ],
                }
                for each in asked["verified_executor_output"]["claims"]
            ],
            "facts_checked": [],
            "rationale": "as stored",
        }

    return reply


def wording(messages: Sequence[BaseMessage]) -> dict[str, Any]:
    """A composer that repeats each allowed item with its mark."""
    asked = request(messages)
    lines = [f"{each['claim_text']} [{each['claim_id']}]" for each in asked["allowed_claims"]]
    return {
        "answer_summary": lines[0],
        "recommended_actions": [],
        "user_facing_answer": "\n".join(lines),
    }


def request(messages: Sequence[BaseMessage]) -> dict[str, Any]:
    """The JSON object that a role was asked with."""
    import json

    return next(json.loads(message.text) for message in messages if message.type == "human")


FAITHFUL: Mapping[Role, Sequence[Any]] = {
    "planner": [DEMO_PLAN],
    "executor": [tool_call("query_metrics", query="order-service"), memory_output],
    "verifier": [judging()],
    "composer": [wording],
}


@dataclass
class Bench:
    """A graph, the model that plays its roles, and the store it writes to."""

    graph: DiagnosisGraph
    model: ScriptedChatModel
    store: EvidenceStore
    config: dict[str, Any] = field(default_factory=dict)

    def ask(self, query: str = QUESTION, **given: Any) -> dict[str, Any]:
        return self.graph.invoke({"query": query, **given})


@pytest.fixture
def bench(tmp_path: Path) -> Callable[..., Bench]:
    """Make a bench; keyword arguments replace a role's script or a setting.

    When the test is done, every session that was completed must replay without difference.
    """

    def make(*, settings: Mapping[str, Any] | None = None, **scripts: Any) -> Bench:
        given = {k: scripts.pop(k) for k in ("checkpointer", "tools") if k in scripts}
        model = ScriptedChatModel({**FAITHFUL, **scripts})
        url = f"sqlite:///{tmp_path / 'sessions.db'}"
        chosen = load_settings(demo=True, database_url=url, **(settings or {}))
        store = open_store(url)
        stores.append(store)
        return Bench(build_graph(chosen, model=model, evidence_store=store, **given), model, store)

    stores: list[Any] = []
    yield make  # type: ignore[misc]
    for store in stores:
        for session in store.sessions(100):
            if session.status == "completed":
                assert replay_session(store, session.id, reply_texts=tuple(REPLIES.values())) == []
        store.close()
