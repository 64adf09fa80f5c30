"""What a reviewer sees of a run in LangSmith: tags and metadata of the diagnosis (off by default).

Tracing is LangSmith's own: ``LANGSMITH_TRACING`` switches it on, ``LANGSMITH_HIDE_INPUTS`` and
``LANGSMITH_HIDE_OUTPUTS`` hide what it would show.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from langchain_core.callbacks import BaseCallbackManager
from langchain_core.runnables import RunnableConfig
from langchain_core.tracers import LangChainTracer
from langsmith.run_helpers import get_current_run_tree
from langsmith.run_trees import RunTree

from superbiz_agent.contracts.base import ROLES, Verdict
from superbiz_agent.contracts.session import RunRecord

RUN_NAME = "superbiz-diagnosis"
"""Name of the run of one diagnosis; an embedder's own run may stand above it."""


def annotate_trace(
    config: RunnableConfig,
    state: Mapping[str, Any],
    run_record: RunRecord,
    verdict: Verdict | None,
) -> None:
    """Put session, verdict, severity, attempts and prompt versions on the diagnosis' run."""
    severity = state.get("gatekeeper_result", {}).get("severity")
    for run in _diagnosis_runs(config):
        run.add_metadata(
            {
                "session_id": state["session_id"],
                "roles": list(ROLES),
                "verdict": verdict,
                "severity": severity,
                "attempts": len(run_record.attempts),
                "prompt_versions": run_record.prompt_versions,
                "spent": run_record.spent.model_dump() if run_record.spent else None,
            }
        )
        run.add_tags([f"verdict:{verdict or 'none'}", f"severity:{severity or 'none'}"])


def _diagnosis_runs(config: RunnableConfig) -> Iterator[RunTree]:
    """The run of this diagnosis in each tracer that listens; none where nothing is traced."""
    current, callbacks = get_current_run_tree(), config.get("callbacks")
    if current is None or not isinstance(callbacks, BaseCallbackManager):
        return
    for tracer in callbacks.handlers:
        if isinstance(tracer, LangChainTracer):
            run = tracer.run_map.get(str(current.id))
            while run is not None and run.name != RUN_NAME:
                run = tracer.run_map.get(str(run.parent_run_id))
            if run is not None:
                yield run
