"""What a reviewer sees of a run in LangSmith: tags, metadata and readable outputs.

Tracing is LangSmith's own and off by default: ``LANGSMITH_TRACING`` switches it on. What a reviewer
needs when contents are masked stands in metadata.
"""

import contextlib
import logging
from collections.abc import Generator, Iterator, Mapping
from typing import Any

from langchain_core.callbacks import BaseCallbackManager
from langchain_core.runnables import RunnableConfig
from langchain_core.tracers import LangChainTracer
from langsmith.run_helpers import get_current_run_tree
from langsmith.run_trees import RunTree

from superbiz_agent.contracts.base import ROLES, JsonObject, Verdict
from superbiz_agent.contracts.session import RunRecord
from superbiz_agent.nodes.trace_feedback import scores, send_feedback
from superbiz_agent.nodes.trace_texts import (
    ROLE_OF,
    readable_metadata,
    readable_outputs,
    tokens_between,
)
from superbiz_agent.prompts import prompt_versions

_LOG = logging.getLogger(__name__)

RUN_NAME = "superbiz-diagnosis"
"""Name of the run of one diagnosis; an embedder's own run may stand above it."""


def annotate_node(
    node: str, config: RunnableConfig, state: Mapping[str, Any], update: Mapping[str, Any]
) -> None:
    """Put role, prompt version, tokens and what was decided on the runs of a node that ends.

    Never raises: a trace must not stop a diagnosis.
    """
    with _told_once(f"the run of {node}"):
        for tracer, run in _traced(config):
            metadata = _node_metadata(node, state, update)
            for each in _of_node(tracer, run, node):
                each.add_metadata(metadata)
                each.add_outputs(readable_outputs(node, update))


def annotate_trace(
    config: RunnableConfig,
    state: Mapping[str, Any],
    run_record: RunRecord,
    verdict: Verdict | None,
    *,
    groundedness: float | None = None,
    feedback: bool = False,
) -> None:
    """Put session, verdict, severity, attempts, spending and prompt versions on the diagnosis' run;
    with ``feedback``, send its scores. Never raises."""
    with _told_once("the run of the diagnosis"):
        severity = state.get("gatekeeper_result", {}).get("severity")
        metadata = _diagnosis_metadata(state, run_record, verdict, severity, groundedness)
        for tracer, run in _diagnosis_runs(config):
            run.add_metadata(metadata)
            run.add_tags([f"verdict:{verdict or 'none'}", f"severity:{severity or 'none'}"])
            if feedback:
                told = scores(verdict, groundedness, run_record.composer_status)
                send_feedback(tracer.client, run, told)


@contextlib.contextmanager
def _told_once(what: str) -> Generator[None]:
    """Log what goes wrong within, the first time that it does, by its kind alone: its words may
    hold contents that are masked."""
    try:
        yield
    except Exception as error:
        fault = f"{what} could not be annotated in the trace: {type(error).__name__}"
        if fault not in _TOLD:
            _TOLD.add(fault)
            _LOG.warning(fault)


_TOLD: set[str] = set()


def _diagnosis_metadata(
    state: Mapping[str, Any],
    run_record: RunRecord,
    verdict: Verdict | None,
    severity: str | None,
    groundedness: float | None,
) -> JsonObject:
    return {
        "session_id": state["session_id"],
        "language": state["language"],
        "roles": list(ROLES),
        "verdict": verdict,
        "severity": severity,
        "groundedness": groundedness,
        "attempts": len(run_record.attempts),
        "composer_status": run_record.composer_status,
        "prompt_versions": run_record.prompt_versions,
        "spent": run_record.spent.model_dump() if run_record.spent else None,
    }


def _node_metadata(node: str, state: Mapping[str, Any], update: Mapping[str, Any]) -> JsonObject:
    metadata: JsonObject = {"node": node, **readable_metadata(node, update)}
    if session_id := state.get("session_id") or update.get("session_id"):
        metadata["session_id"] = session_id
    if attempt := update.get("attempt") or state.get("attempt"):
        metadata.setdefault("attempt", attempt)
    if role := ROLE_OF.get(node):
        metadata["role"] = role
        metadata["prompt_version"] = prompt_versions(state["language"])[role]
        metadata["spent"] = tokens_between(state.get("spent"), update["spent"])
    return metadata


def _traced(config: RunnableConfig) -> Iterator[tuple[LangChainTracer, RunTree]]:
    """The run under way in each tracer that listens; none where nothing is traced."""
    current, callbacks = get_current_run_tree(), config.get("callbacks")
    if current is None or not isinstance(callbacks, BaseCallbackManager):
        return
    for tracer in callbacks.handlers:
        if isinstance(tracer, LangChainTracer):
            run = tracer.run_map.get(str(current.id))
            if run is not None:
                yield tracer, run


def _of_node(tracer: LangChainTracer, run: RunTree, node: str) -> Iterator[RunTree]:
    """The run, and the one above it that LangGraph opens for the node under the same name."""
    yield run
    above = tracer.run_map.get(str(run.parent_run_id))
    if above is not None and above.name == node:
        yield above


def _diagnosis_runs(config: RunnableConfig) -> Iterator[tuple[LangChainTracer, RunTree]]:
    """The run of this diagnosis in each tracer that listens."""
    for tracer, current in _traced(config):
        run: RunTree | None = current
        while run is not None and run.name != RUN_NAME:
            run = tracer.run_map.get(str(run.parent_run_id))
        if run is not None:
            yield tracer, run
