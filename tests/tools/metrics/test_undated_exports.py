"""An export that does not say when it was taken tells nothing of now, and its line says so."""

import json
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.graph import build_graph
from superbiz_agent.settings import load_settings

LABELS = {"alertname": "LoomJammed", "service": "loom", "severity": "critical"}
RULES = {"data": {"alerts": [{"labels": LABELS, "state": "firing"}]}}
RULES["data"]["alerts"][0]["activeAt"] = "2026-07-07T08:00:00Z"
SENT: list[dict[str, Any]] = [
    {
        "labels": LABELS,
        "startsAt": "2026-07-07T08:03:00Z",
        "updatedAt": "2026-07-07T09:00:00Z",
        "status": {"state": "active"},
    }
]
HELD = {"en": "when they were exported is not known", "zh": "何时导出没有说明"}


def ask(folder: Path, question: str, *exports: object) -> str:
    paths = [folder / f"alerts-{number}.json" for number in range(len(exports))]
    for path, export in zip(paths, exports, strict=True):
        path.write_text(json.dumps(export), encoding="utf-8")
    settings = load_settings(
        database_url=f"sqlite:///{folder / 's.db'}", alerts=list(map(str, paths))
    )
    asked = {"query": question, "since": "30m", "at": "2026-07-07T12:00:00Z"}
    return build_graph(settings).invoke(asked)["answer"]


@pytest.mark.parametrize(
    ("question", "language"), [("is loom ok now?", "en"), ("loom 现在正常吗？", "zh")]
)
def test_an_undated_export_decides_nothing_of_now(
    tmp_path: Path, question: str, language: str
) -> None:
    answer = ask(tmp_path, question, RULES)
    assert "exported=undated" in answer
    assert HELD[language] in answer
    assert not any(said in answer for said in ("No: ", "不是：", "Yes: ", "是的："))


def test_a_dated_export_of_the_same_alert_is_told_first(tmp_path: Path) -> None:
    answer = ask(tmp_path, "is loom ok now?", RULES, SENT)
    assert answer.index("as_of=2026-07-07T09:00:00Z") < answer.index("exported=undated")


def test_a_dated_export_needs_no_such_word(tmp_path: Path) -> None:
    answer = ask(tmp_path, "which alerts are firing?", SENT)
    assert "exported=undated" not in answer
