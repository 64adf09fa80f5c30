"""Playing an incident's run: the real graph, tools and store, with scripted models."""

# LangGraph types its graphs only in part.
# pyright: reportUnknownMemberType=false

import uuid
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import StateSnapshot

from superbiz_agent.contracts.base import JsonObject, Role
from superbiz_agent.contracts.evidence import ToolInvocation
from superbiz_agent.evals.trust.faithful import Changes, script
from superbiz_agent.evals.trust.incidents import Case
from superbiz_agent.evals.trust.stage_store import StageStore
from superbiz_agent.graph import DiagnosisGraph, build_graph
from superbiz_agent.settings import load_settings
from superbiz_agent.testing import ScriptedChatModel


@dataclass(frozen=True)
class Played:
    """What a run came to."""

    result: JsonObject
    audit: JsonObject
    composer_input: JsonObject
    invocations: list[ToolInvocation] = field(default_factory=list[ToolInvocation])


@dataclass
class Theatre:
    """One incident's graph and store. Each play is a new session over the same sources, or, where
    only the last roles change anything, a new end of a session that was rehearsed once."""

    case: Case
    store: StageStore
    graph: DiagnosisGraph
    rehearsed: DiagnosisGraph
    """The same graph, which keeps its state after each node."""
    model: "_Players"
    _starts: dict[Role, StateSnapshot | None] = field(
        default_factory=dict[Role, StateSnapshot | None], init=False
    )

    def play(self, changes: Changes | None = None) -> Played:
        """Run the faithful script with ``changes``, and read back what was stored."""
        changes = changes or Changes()
        first = _first_changed(changes)
        start = self._start_of(first) if first else None
        self.model.play(script(self.case, changes))
        if start is None:
            result = self.graph.invoke(self._question())
        else:
            self.store.rewind(start.values["session_id"], attempt=start.values["attempt"])
            result = self.rehearsed.invoke(None, start.config)
        return self._played(result)

    def _question(self) -> JsonObject:
        given: JsonObject = {"query": self.case.question}
        return given | {"at": self.case.incident.at} if self.case.incident.at else given

    def _start_of(self, role: Role) -> StateSnapshot | None:
        """The state of a faithful run when it first came to ``role``, if it did; a session for each
        role, since each sets its own back."""
        if role not in self._starts:
            config: RunnableConfig = {"configurable": {"thread_id": str(uuid.uuid4())}}
            self.model.play(script(self.case, Changes()))
            self.rehearsed.invoke(self._question(), config)
            before = [
                snapshot
                for snapshot in self.rehearsed.get_state_history(config)
                if snapshot.next == (role,)
            ]
            self._starts[role] = before[-1] if before else None
        return self._starts[role]

    def _played(self, result: JsonObject) -> Played:
        session = self.store.session(result["session_id"])
        evaluation: JsonObject = session.self_evaluation or {}
        record: JsonObject = session.run_record or {}
        return Played(
            result=result,
            audit=evaluation.get("verifier_evaluation", {}),
            composer_input=record.get("composer_input") or {},
            invocations=self.store.invocations(session.id),
        )


def _first_changed(changes: Changes) -> Role | None:
    """The role from which on a run must be played, if those before it are faithful."""
    if changes.executor is not None:
        return None
    if changes.verifier is not None:
        return "verifier"
    return None if changes.composer is None else "composer"


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
    graph, rehearsed = (
        build_graph(settings, model=model, evidence_store=store, checkpointer=checkpointer)
        for checkpointer in (None, InMemorySaver())
    )
    return Theatre(case, store, graph, rehearsed, model)
