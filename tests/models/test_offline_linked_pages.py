"""Which runbook is told of an alert: the page of its link, then that of its name."""

import json
import re
from pathlib import Path

import pytest

from superbiz_agent.graph import build_graph
from superbiz_agent.settings import load_settings

PAGES = {
    "LateFerry.md": "# LateFerry\n\n## Diagnosis\n\nLook at the berth plan of the harbour.\n\n"
    "## Mitigation\n\nMove the ferry to another berth.\n",
    "tide-table.md": "# Tides\n\n## Diagnosis\n\nCompare the tide table with the gauge of the pier."
    "\n\n## Mitigation\n\nWait for high water, then let the ferry leave.\n",
    "harbour.md": "# Harbour\n\n## Diagnosis\n\nA LateFerry alert fires when a ferry is late.\n",
    "码头.md": "# 码头\n\n## 排查步骤\n\nLateFerry 触发时先看码头的排班表和天气预报。\n",
}
LINK = "https://wiki.example.org/tide-table"


def told(folder: Path, question: str, *, link: str | None, state: str = "active") -> list[str]:
    """The pages that the answer quotes, in its order, each once."""
    for name, text in PAGES.items():
        (folder / name).write_text(text, encoding="utf-8")
    alert = {
        "labels": {"alertname": "LateFerry", "service": "pier-3", "severity": "critical"},
        "annotations": {"summary": "A ferry is late"} | ({"runbook_url": link} if link else {}),
        "startsAt": "2026-07-07T09:30:00Z",
        "endsAt": "2026-07-07T09:50:00Z" if state == "resolved" else "0001-01-01T00:00:00Z",
        "updatedAt": "2026-07-07T10:00:00Z",
        "status": {"state": "active", "silencedBy": [], "inhibitedBy": []},
    }
    (folder / "alerts.json").write_text(json.dumps([alert]))
    settings = load_settings(
        database_url=f"sqlite:///{folder / 's.db'}",
        alerts=[folder / "alerts.json"],
        runbooks=[folder],
    )
    asked = {"query": question, "at": "2026-07-07T10:00:00Z"}
    answer = build_graph(settings).invoke(asked)["answer"]
    body = re.split("\n(?:References|参考证据):", answer)[0]
    return list(dict.fromkeys(re.findall("[“]([^”>]{1,40}) > ", body)))


@pytest.mark.parametrize("state", ["active", "resolved"])
@pytest.mark.parametrize(
    "question",
    [
        "What does the runbook say about LateFerry?",
        "What should we do about LateFerry?",
        "LateFerry 的手册怎么说？",
        "LateFerry 怎么处理？",
    ],
)
def test_the_linked_page_is_told_first_and_then_the_page_of_the_alerts_name(
    tmp_path: Path, question: str, state: str
) -> None:
    assert told(tmp_path, question, link=LINK, state=state)[:2] == ["Tides", "LateFerry"]


@pytest.mark.parametrize("question", ["What is wrong with pier-3?", "pier-3 怎么了？"])
def test_of_a_service_the_page_that_its_alert_links_to_is_told(
    tmp_path: Path, question: str
) -> None:
    assert told(tmp_path, question, link=LINK) == ["Tides"]


@pytest.mark.parametrize("link", [None, "https://wiki.example.org/nowhere"])
@pytest.mark.parametrize(
    "question",
    ["What does the runbook say about LateFerry?", "LateFerry 怎么处理？", "pier-3 怎么了？"],
)
def test_without_a_linked_page_the_page_of_the_alerts_name_is_first(
    tmp_path: Path, question: str, link: str | None
) -> None:
    assert told(tmp_path, question, link=link)[0] == "LateFerry"
