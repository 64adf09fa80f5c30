"""Putting the graph together: nodes, edges, the executor's subgraph, public schemas."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import wraps
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.retrievers import BaseRetriever
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from superbiz_agent.contracts.base import ROLES, Role
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.graph.diagnosis_graph import DiagnosisGraph
from superbiz_agent.graph.routing import (
    LABELS,
    after_composer,
    after_gatekeeper,
    after_planner,
    after_verifier,
)
from superbiz_agent.nodes import executor as executor_steps
from superbiz_agent.nodes.adapter import as_node, as_subgraph_node
from superbiz_agent.nodes.composer import composer
from superbiz_agent.nodes.executor_turns import ExecutorState, ExecutorUpdate
from superbiz_agent.nodes.fallback import fallback
from superbiz_agent.nodes.filter import filter_material
from superbiz_agent.nodes.gatekeeper import gatekeeper
from superbiz_agent.nodes.intake import intake
from superbiz_agent.nodes.planner import planner
from superbiz_agent.nodes.record import record
from superbiz_agent.nodes.reply import reply
from superbiz_agent.nodes.services import Services
from superbiz_agent.nodes.step import NodeFunction
from superbiz_agent.nodes.trace_client import use_safe_client
from superbiz_agent.nodes.tracing import RUN_NAME
from superbiz_agent.nodes.verifier import verifier
from superbiz_agent.settings import Settings
from superbiz_agent.state import (
    DiagnosisContext,
    DiagnosisInput,
    DiagnosisOutput,
    DiagnosisState,
)
from superbiz_agent.store.base import EvidenceStore
from superbiz_agent.tools.base import EvidenceTool
from superbiz_agent.tools.instants import utc_now

RECURSION_LIMIT = 200
"""More steps than any run can take: attempts times tool calls, plus the chain."""

NODES: dict[str, NodeFunction] = {
    "planner": planner,
    "reply": reply,
    "gatekeeper": gatekeeper,
    "verifier": verifier,
    "filter": filter_material,
    "composer": composer,
    "fallback": fallback,
    "record": record,
}


def build_graph(
    settings: Settings | None = None,
    *,
    model: BaseChatModel | None = None,
    models: Mapping[Role, BaseChatModel] | None = None,
    evidence_store: EvidenceStore | None = None,
    tools: Sequence[EvidenceTool] | None = None,
    retrievers: Mapping[str, BaseRetriever] | None = None,
    checkpointer: BaseCheckpointSaver[Any] | bool | None = None,
    clock: Callable[[], datetime] = utc_now,
) -> DiagnosisGraph:
    """Compile the diagnosis graph (contract section 9). Opens nothing until the first run,
    but for the process's LangSmith client where runs are traced.

    ``settings`` default to the environment's. ``model`` plays all roles, ``models`` single ones
    and wins over it; roles with neither follow the settings. ``tools`` are added to the built-in
    three, ``retrievers`` to the sources of runbooks, by the name that the user is told.
    ``checkpointer`` is the embedder's own. ``clock`` gives aware UTC instants.
    Raises ``ConfigurationError`` for an unknown role.
    """
    unknown = set(models or {}) - set(ROLES)
    if unknown:
        raise ConfigurationError(f"models: unknown role {sorted(unknown)}; use {', '.join(ROLES)}")
    by_role: dict[Role, BaseChatModel] = dict.fromkeys(ROLES, model) if model else {}
    services = Services(
        given_settings=settings,
        given_models=by_role | dict(models or {}),
        given_store=evidence_store,
        extra_tools=tuple(tools or ()),
        retrievers=dict(retrievers or {}),
        clock=clock,
    )
    use_safe_client(settings)
    compiled = _wired(services).compile(checkpointer=checkpointer, name=RUN_NAME)
    return DiagnosisGraph.of(compiled).with_config(
        run_name=RUN_NAME, tags=["superbiz"], recursion_limit=RECURSION_LIMIT
    )


def _wired(services: Services) -> StateGraph[Any, Any, Any, Any]:
    graph = StateGraph(
        DiagnosisState,
        context_schema=DiagnosisContext,
        input_schema=DiagnosisInput,
        output_schema=DiagnosisOutput,
    )
    graph.add_node("intake", as_node(intake, services, name="intake"), input_schema=DiagnosisInput)
    tools_loop = as_subgraph_node(_executor(services), name="executor")
    graph.add_node("executor", tools_loop, input_schema=DiagnosisState)
    for name, function in NODES.items():
        node = as_node(function, services, name=name)
        graph.add_node(name, node, input_schema=DiagnosisState)
    graph.add_edge(START, "intake")
    graph.add_edge("intake", "planner")
    _branch(graph, "planner", after_planner)
    graph.add_edge("reply", "record")
    graph.add_edge("executor", "gatekeeper")
    _branch(graph, "gatekeeper", after_gatekeeper)
    _branch(graph, "verifier", after_verifier)
    graph.add_edge("filter", "composer")
    _branch(graph, "composer", after_composer)
    graph.add_edge("fallback", "record")
    graph.add_edge("record", END)
    return graph


def _executor(services: Services) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The tools loop: a subgraph with messages of its own."""
    steps: dict[str, NodeFunction] = {
        "prepare": executor_steps.prepare,
        "model": executor_steps.ask,
        "tools": executor_steps.call_tools,
        "conclude": executor_steps.conclude,
    }
    graph = StateGraph(ExecutorState, context_schema=DiagnosisContext, output_schema=ExecutorUpdate)
    for name, function in steps.items():
        node = as_node(function, services, name=name)
        graph.add_node(name, node, input_schema=ExecutorState)
    graph.add_edge(START, "prepare")
    graph.add_edge("prepare", "model")
    _branch(graph, "model", executor_steps.after_model)
    graph.add_edge("tools", "model")
    _branch(graph, "conclude", executor_steps.after_conclude)
    return graph.compile(name="executor")


def _branch(
    graph: StateGraph[Any, Any, Any, Any], source: str, route: Callable[[Any], str]
) -> None:
    """Leave ``source`` for where ``route`` says; in the drawing each way has its label."""
    labels = LABELS[source]

    @wraps(route)
    def labelled(state: Any) -> str:
        return labels[route(state)]

    graph.add_conditional_edges(source, labelled, {label: node for node, label in labels.items()})
