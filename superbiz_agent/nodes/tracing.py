"""What a reviewer sees of a run in LangSmith: tags and metadata of its root (off by default).

Tracing is LangSmith's own: ``LANGSMITH_TRACING``, ``LANGSMITH_HIDE_INPUTS`` and
``LANGSMITH_HIDE_OUTPUTS`` switch it on and hide what it would show.
"""

from collections.abc import Mapping
from typing import Any

from langsmith.run_helpers import get_current_run_tree

from superbiz_agent.contracts.base import ROLES, Verdict
from superbiz_agent.contracts.session import RunRecord


def annotate_trace(
    state: Mapping[str, Any], run_record: RunRecord, verdict: Verdict | None
) -> None:
    """Put session, verdict, severity, attempts and prompt versions on the root run, if traced."""
    run = get_current_run_tree()
    while run is not None and run.parent_run is not None:
        run = run.parent_run
    if run is None:
        return
    severity = state.get("gatekeeper_result", {}).get("severity")
    run.add_metadata(
        {
            "session_id": state["session_id"],
            "roles": list(ROLES),
            "verdict": verdict,
            "severity": severity,
            "attempts": len(run_record.attempts),
            "prompt_versions": run_record.prompt_versions,
        }
    )
    run.add_tags([f"verdict:{verdict or 'none'}", f"severity:{severity or 'none'}"])
