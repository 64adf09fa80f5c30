"""Asking one incident the way a user does: the graph, its settings and its store, nothing less."""

# LangGraph types its graphs only in part.
# pyright: reportUnknownMemberType=false

import tempfile
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, get_args

from superbiz_agent.contracts.base import JsonObject, Role
from superbiz_agent.evals.incidents.cases import Incident
from superbiz_agent.evals.incidents.files import ALERT, write_evidence
from superbiz_agent.evals.incidents.judging import Conclusions, Judged, conclusions_of, judge
from superbiz_agent.evals.incidents.measured import METRICS, asked_at, serving_metrics
from superbiz_agent.graph import build_graph
from superbiz_agent.settings import OFFLINE_MODEL, load_settings
from superbiz_agent.store import open_store

_MODELS: Final = ("model", *(f"model_{role}" for role in get_args(Role)))
"""The settings that name a model: an environment that names another one has no say."""


@dataclass(frozen=True)
class Answered:
    """What the offline model answered. ``calls`` are those of tools; ``seconds`` is wall time of
    the whole run."""

    verdict: str
    answer: str
    conclusions: Conclusions
    calls: int
    seconds: float


@dataclass(frozen=True)
class Asked:
    """One incident's answer, and what it is worth."""

    incident: Incident
    answered: Answered
    judged: Judged


def ask(incident: Incident, folder: Path, *, servers: bool = False) -> Asked:
    """Ask the offline model about one incident below ``folder``, in a store that is thrown away.
    ``servers``: its metric series are asked of a Prometheus, not read from a file.

    Raises ``SuperBizError`` for evidence that cannot be read.
    """
    path = folder / incident.path
    with tempfile.TemporaryDirectory(prefix="superbiz-incident-") as name, ExitStack() as running:
        sources, at = dict(sources_of(incident, path, Path(name))), None
        if servers and any(path.glob(METRICS)):
            url = running.enter_context(serving_metrics(path, Path(name)))
            kept = [log for log in sources["logs"] if Path(log).stem != "metrics"]
            sources |= {"logs": kept, "sources": {"metrics": {"kind": "prometheus", "url": url}}}
            at = asked_at(path)
        answered = answer_of(incident.question, sources, **({"at": at} if at else {}))
    judged = judge(incident, answered.answer, answered.conclusions)
    return Asked(incident, answered, judged)


def answer_of(question: str, sources: Mapping[str, Any], **window: str) -> Answered:
    """Ask the offline model over ``sources`` (the settings that name them) alone, in a store that
    is thrown away. ``window`` is what the asker gives of ``since`` and ``at``.

    Raises ``SuperBizError`` for evidence that cannot be read.
    """
    with tempfile.TemporaryDirectory(prefix="superbiz-store-") as name:
        settings = load_settings(
            **dict.fromkeys(_MODELS, OFFLINE_MODEL),
            database_url=f"sqlite:///{Path(name) / 'sessions.db'}",
            **sources,
        )
        started = time.perf_counter()
        with open_store(settings.database_url) as store:
            graph = build_graph(settings, evidence_store=store)
            result: JsonObject = graph.invoke({"query": question, **window})
            record = store.session(result["session_id"]).run_record or {}
            calls = len(store.invocations(result["session_id"]))
        seconds = time.perf_counter() - started
    conclusions = conclusions_of(record.get("composer_input") or {})
    return Answered(str(result["verdict"]), str(result["answer"]), conclusions, calls, seconds)


def sources_of(incident: Incident, path: Path, target: Path) -> Mapping[str, Any]:
    """The options that a user would give: a log under its pod's name, or the files of a folder."""
    if not path.is_dir():
        named = f"{incident.source}={path}" if incident.source else str(path)
        return {"logs": [named], "alerts": [], "runbooks": []}
    alert = path / ALERT
    return {
        "logs": write_evidence(path, target, incident.source),
        "alerts": [alert] if alert.is_file() else [],
        "runbooks": [],
    }
