"""Playing an incident's run: the real graph, tools and store, with scripted models."""

# LangGraph types its graphs only in part.
# pyright: reportUnknownMemberType=false

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from langchain_core.messages import BaseMessage

from superbiz_agent.contracts.base import JsonObject, Role
from superbiz_agent.contracts.evidence import ToolInvocation
from superbiz_agent.contracts.executor import ANSWER_VERSION
from superbiz_agent.evals.trust.incidents import Binding, Case
from superbiz_agent.graph import DiagnosisGraph, build_graph
from superbiz_agent.models.roles import request_of
from superbiz_agent.settings import load_settings
from superbiz_agent.store import SqlEvidenceStore
from superbiz_agent.testing import ScriptedChatModel, tool_calls, tool_results


@dataclass(frozen=True)
class Scene:
    """What a role was asked: its request, and the tool results it saw, in the order of calls."""

    request: JsonObject
    results: Sequence[JsonObject]


Change: TypeAlias = Callable[[JsonObject, Scene], Any]
"""Takes a faithful reply and its scene, and returns what the model sends instead."""


MAX_REPLIES = 12
"""More than a repair turn and a retry can ask of one role."""


@dataclass(frozen=True)
class Changes:
    """What a mutant changes of the faithful replies: None leaves a role faithful."""

    executor: Change | None = None
    verifier: Change | None = None
    composer: Change | None = None


@dataclass(frozen=True)
class Played:
    """What a run came to."""

    result: JsonObject
    audit: JsonObject
    composer_input: JsonObject
    invocations: list[ToolInvocation] = field(default_factory=list[ToolInvocation])


class StageStore(SqlEvidenceStore):
    """The real store, which reads the calls of a session no more often than they are recorded:
    seven nodes ask for them."""

    def __init__(self, database_url: str) -> None:
        super().__init__(database_url)
        self.database_url = database_url
        self._recorded: dict[str, list[ToolInvocation]] = {}

    def record_invocation(self, *, session_id: str, **values: Any) -> ToolInvocation:
        """Record a call, and forget what was read before."""
        self._recorded.pop(session_id, None)
        return super().record_invocation(session_id=session_id, **values)

    def invocations(self, session_id: str) -> list[ToolInvocation]:
        """The calls of a session, as they were read last."""
        if session_id not in self._recorded:
            self._recorded = {session_id: super().invocations(session_id)}
        return list(self._recorded[session_id])


@dataclass
class Theatre:
    """One incident's graph and store; each play is a new session over the same sources."""

    case: Case
    store: StageStore
    graph: DiagnosisGraph
    model: "_Players"

    def play(self, changes: Changes | None = None) -> Played:
        """Run the faithful script with ``changes``, and read back what was stored."""
        self.model.play(script(self.case, changes or Changes()))
        given: JsonObject = {"query": self.case.question}
        if self.case.incident.at:
            given["at"] = self.case.incident.at
        result = self.graph.invoke(given)
        session = self.store.session(result["session_id"])
        evaluation: JsonObject = session.self_evaluation or {}
        record: JsonObject = session.run_record or {}
        return Played(
            result=result,
            audit=evaluation.get("verifier_evaluation", {}),
            composer_input=record.get("composer_input") or {},
            invocations=self.store.invocations(session.id),
        )


class _Players(ScriptedChatModel):
    """A scripted model that takes a new script for each run."""

    def __init__(self) -> None:
        super().__init__({})

    def play(self, script: Mapping[Role, Sequence[Any]]) -> None:
        self._script = {role: tuple(replies) for role, replies in script.items()}
        self._calls = []


@contextmanager
def open_theatre(case: Case, folder: Path) -> Generator[Theatre]:
    """A theatre over a new database in ``folder``."""
    with StageStore(f"sqlite:///{folder / 'sessions.db'}") as store:
        yield theatre_of(case, store)


def theatre_of(case: Case, store: StageStore) -> Theatre:
    """A theatre over a database that others play in, too."""
    model = _Players()
    settings = load_settings(database_url=store.database_url, demo=False, **case.settings())
    return Theatre(case, store, build_graph(settings, model=model, evidence_store=store), model)


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
