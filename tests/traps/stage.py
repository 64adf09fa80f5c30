"""One graph over the demo incident whose model plays a new script each time, and its scripts.

Every session that a stage plays to its end is replayed at once: what ``superbiz verify`` says of
it must hold for whatever the models sent.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from langchain_core.messages import AIMessage, BaseMessage

from superbiz_agent.audit.replay import replay_session
from superbiz_agent.contracts.base import Role
from superbiz_agent.contracts.session import DiagnosisSession
from superbiz_agent.graph import DiagnosisGraph, build_graph
from superbiz_agent.nodes.reply import REPLIES
from superbiz_agent.settings import load_settings
from superbiz_agent.store import open_store
from superbiz_agent.store.base import EvidenceStore
from superbiz_agent.terminal.asking import RESULT_KEYS
from superbiz_agent.testing import ScriptedChatModel, ScriptedReply, tool_call
from superbiz_agent.tools.function_tool import FunctionTool
from tests.graph.conftest import DEMO_PLAN, MEMORY_CLAIM, QUESTION, cited, claim, output, request

Script: TypeAlias = dict[Role, list[Any]]
Way: TypeAlias = Literal["invoke", "stream"]

QUESTIONS: Mapping[str, str] = {"en": QUESTION, "zh": "order-service 的内存是不是过高？"}
CLAIM_TEXTS: Mapping[str, str] = {
    "en": MEMORY_CLAIM,
    "zh": "order-service 的 HighMemoryUsage 告警正在触发，current=91%，duration=15m。",
}
CALL = tool_call("query_metrics", query="order-service")


class StageModel(ScriptedChatModel):
    """A scripted model that takes a new script for each question, and keeps what it said."""

    def __init__(self) -> None:
        super().__init__({})
        self._said: list[str] = []

    @property
    def said(self) -> str:
        """Everything that was replied so far, errors included, as one text."""
        return "\n".join(self._said)

    def play(self, script: Mapping[Role, Sequence[Any]]) -> None:
        """Forget the earlier question; from here on reply by ``script``."""
        self._script = {role: tuple(map(self._noted, script[role])) for role in script}
        self._calls, self._said = [], []

    def _noted(self, reply: ScriptedReply) -> ScriptedReply:
        def say(messages: Sequence[BaseMessage]) -> Any:
            plain = reply(messages) if callable(reply) else reply
            self._said.append(f"{plain!r}")
            return plain

        return say


@dataclass
class Run:
    """What one question came to."""

    session: DiagnosisSession
    result: dict[str, Any] = field(default_factory=dict[str, Any])
    events: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    @property
    def audit(self) -> dict[str, Any]:
        """The audit under ``verifier_evaluation``."""
        return (self.session.self_evaluation or {})["verifier_evaluation"]


@dataclass
class Stage:
    """A graph, the model that plays its roles, and the store it writes to."""

    graph: DiagnosisGraph
    model: StageModel
    store: EvidenceStore
    url: str

    def play(
        self,
        script: Mapping[Role, Sequence[Any]],
        query: str = QUESTION,
        *,
        way: Way = "invoke",
        **given: Any,
    ) -> Run:
        """Ask one question with a script; the session is replayed and must hold."""
        self.model.play(script)
        events: list[dict[str, Any]] = []
        result: Any = None
        if way == "invoke":
            result = self.graph.invoke({"query": query, **given})
        else:
            modes = ["custom", "values"]
            for mode, chunk in self.graph.stream({"query": query, **given}, stream_mode=modes):
                if mode == "custom":
                    events.append(chunk)
                else:
                    result = {key: chunk[key] for key in RESULT_KEYS if key in chunk}
        return Run(self.replayed(result["session_id"]), result, events)

    def replayed(self, session_id: str) -> DiagnosisSession:
        """The session, once its replay showed no difference."""
        differences = replay_session(self.store, session_id, reply_texts=tuple(REPLIES.values()))
        assert differences == []
        return self.store.session(session_id)

    def newest(self) -> DiagnosisSession:
        """The session of the question asked last."""
        return self.store.sessions(1)[0]


@contextmanager
def open_stage(folder: Path, tools: Sequence[FunctionTool] = ()) -> Iterator[Stage]:
    """A stage over a new database in ``folder``, with ``tools`` besides the embedded ones."""
    url = f"sqlite:///{folder / 'sessions.db'}"
    model, store = StageModel(), open_store(url)
    settings = load_settings(demo=True, database_url=url)
    try:
        yield Stage(
            build_graph(settings, model=model, evidence_store=store, tools=tools), model, store, url
        )
    finally:
        store.close()


def faithful(language: str = "en", verdict: str = "PASS") -> Script:
    """A script that ends in ``verdict``, long enough for a repair turn and a retry."""
    executor = [CALL, alert_claim(language)]
    if verdict == "REJECT":
        return {
            "planner": [DEMO_PLAN],
            "executor": executor * 2,
            "verifier": [judging("contradicted", "REJECT")] * 2,
            "composer": [wording],
        }
    return {
        "planner": [DEMO_PLAN],
        "executor": executor * 2,
        "verifier": [judging(verdict=verdict)] * 2,
        "composer": [wording],
    }


def alert_claim(language: str = "en", *more: Any, **fields: Any) -> Any:
    """An executor's reply: the claim over the alert, ``more`` claims, and other ``fields``."""

    def reply(messages: Sequence[BaseMessage]) -> dict[str, Any]:
        first = claim(1, CLAIM_TEXTS[language], alert(messages))
        others = [each(messages) if callable(each) else each for each in more]
        return output(first, *others, **fields)

    return reply


def alert(messages: Sequence[BaseMessage]) -> dict[str, Any]:
    """The binding of the demo alert; on a retry it may be known from the first attempt alone."""
    return cited(messages, "HighMemoryUsage firing, service=order-service")


def judging(
    verification: str = "direct_observation",
    verdict: str = "PASS",
    *,
    of: Mapping[str, str] | None = None,
    **fields: Any,
) -> Callable[[Sequence[BaseMessage]], dict[str, Any]]:
    """A verifier's reply: one check a claim, those of ``of`` by claim id; other ``fields``."""

    def reply(messages: Sequence[BaseMessage]) -> dict[str, Any]:
        asked = request(messages)
        keys = ("claim_id", "source_invocation_id", "tool_name", "raw_path")
        checks = [
            {
                **{key: each[key] for key in ("claim_id", "claim_text", "claim_type")},
                "verification": (of or {}).get(each["claim_id"], verification),
                "detail": "as stored",
                "evidence_refs": [
                    {key: item[key] for key in keys} | {"note": "as stored"}
                    for item in asked["verified_evidence"]
                    if item["claim_id"] == each["claim_id"]
                ],
            }
            for each in asked["verified_executor_output"]["claims"]
        ]
        return {
            "verdict": verdict,
            "groundedness_score": 1.0,
            "critical_fact_count": 1,
            "claim_checks": checks,
            "facts_checked": [],
            "rationale": "as stored",
            **fields,
        }

    return reply


OPENINGS: Mapping[bool, str] = {
    False: "The current evidence cannot support a reliable conclusion.",
    True: "当前证据不足以支持可靠结论。",
}


def wording(messages: Sequence[BaseMessage]) -> dict[str, Any]:
    """A composer's reply: each allowed claim and gap as it stands, with its mark."""
    asked = request(messages)
    lines = [f"{each['claim_text']} [{each['claim_id']}]" for each in asked["allowed_claims"]]
    lines += [f"{gap} [m-{n}]" for n, gap in enumerate(asked["missing_info"], start=1)]
    if asked["verdict"] == "REJECT":
        lines.insert(0, OPENINGS[not asked["original_query"].isascii()])
    return {
        "answer_summary": lines[0],
        "recommended_actions": [],
        "user_facing_answer": "\n\n".join(lines),
    }


def played(reply: Any, messages: Sequence[BaseMessage]) -> Any:
    """What a scripted reply comes to."""
    return reply(messages) if callable(reply) else reply


def beside(text: str, call: AIMessage) -> AIMessage:
    """A message that calls a tool and says ``text`` beside it."""
    return call.model_copy(update={"content": text}, deep=True)
