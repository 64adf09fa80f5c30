"""Whole incidents, each a folder that one can read, asked in both languages, offline."""

import json
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.audit.replay import replay_session
from superbiz_agent.graph import build_graph
from superbiz_agent.settings import load_settings
from superbiz_agent.store import open_store

FOLDERS = sorted(path.parent for path in Path(__file__).parent.glob("*/incident.json"))
CASES = [
    pytest.param(folder, language, id=f"{folder.name}-{language}")
    for folder in FOLDERS
    for language in ("en", "zh")
]


def named_path(folder: Path, source: str) -> str:
    name, equals, path = source.rpartition("=")
    return f"{name}{equals}{folder / path}"


@pytest.mark.parametrize(("folder", "language"), CASES)
def test_an_incident_is_answered_from_its_own_evidence(
    folder: Path, language: str, tmp_path: Path
) -> None:
    incident: dict[str, Any] = json.loads((folder / "incident.json").read_text(encoding="utf-8"))
    settings = load_settings(
        database_url=f"sqlite:///{tmp_path / 'sessions.db'}",
        logs=[named_path(folder, source) for source in incident["logs"]],
        alerts=[folder / path for path in incident["alerts"]],
        runbooks=[folder / path for path in incident["runbooks"]],
        **incident.get("settings", {}),
    )
    with open_store(settings.database_url) as store:
        graph = build_graph(settings, evidence_store=store)
        result = graph.invoke({"query": incident["questions"][language]})
        assert result["language"] == language
        assert result["verdict"] in incident["verdicts"]
        assert [part for part in incident["required"] if part not in result["answer"]] == []
        body = result["answer"].split("References:")[0].split("参考证据:")[0]
        assert [part for part in incident["forbidden"] if part in body] == []
        assert replay_session(store, result["session_id"]) == []
