"""Asking one incident the way a user does: the graph, its settings and its store, nothing less."""

# LangGraph types its graphs only in part.
# pyright: reportUnknownMemberType=false

import tempfile
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, get_args

from superbiz_agent.contracts.base import JsonObject, Role
from superbiz_agent.evals.incidents.cases import Incident
from superbiz_agent.evals.incidents.evidence import read_evidence
from superbiz_agent.evals.incidents.files import ALERT, is_measured, write_evidence
from superbiz_agent.evals.incidents.judging import Conclusions, Judged, conclusions_of, judge
from superbiz_agent.evals.incidents.serving import Part, serving, taken_by
from superbiz_agent.graph import build_graph
from superbiz_agent.settings import OFFLINE_MODEL, load_settings
from superbiz_agent.store import open_store
from superbiz_agent.tools.instants import format_instant

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


def ask(incident: Incident, folder: Path, *, servers: Sequence[str] = ()) -> Asked:
    """Ask the offline model about one incident below ``folder``, in a store that is thrown away.
    ``servers``: kinds of real servers (``serving.KINDS``) that take what of its evidence they are
    made for; the rest is read from files.

    Raises ``SuperBizError`` for evidence that cannot be read.
    """
    path = folder / incident.path
    with tempfile.TemporaryDirectory(prefix="superbiz-incident-") as name, ExitStack() as running:
        sources, window = dict(sources_of(incident, path, Path(name))), dict[str, str]()
        if servers:
            logs = [log for log in sources["logs"] if not is_measured(log)]
            evidence = read_evidence(path, sources["alerts"], logs)
            own = running.enter_context(serving(evidence, servers, Path(name)))
            sources = left_to_files(sources, taken_by(servers)) | {"sources": own}
            window = {"at": format_instant(evidence.asked_at)}
        answered = answer_of(incident.question, sources, **window)
    judged = judge(incident, answered.answer, answered.conclusions)
    return Asked(incident, answered, judged)


def left_to_files(sources: Mapping[str, Any], taken: Collection[Part]) -> dict[str, Any]:
    """What of the options of a user stays where servers take some parts of the evidence."""
    measured = [log for log in sources["logs"] if is_measured(log)]
    others = [log for log in sources["logs"] if not is_measured(log)]
    return {
        **sources,
        "logs": [
            *([] if "records" in taken else others),
            *([] if "series" in taken else measured),
        ],
        "alerts": [] if "alerts" in taken else sources["alerts"],
    }


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
