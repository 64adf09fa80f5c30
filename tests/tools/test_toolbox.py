"""Which tools a deployment has, and what they are asked."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings import Settings
from superbiz_agent.tools.base import EvidenceTool, ToolContext, ToolOutcome
from superbiz_agent.tools.function_tool import FunctionTool
from superbiz_agent.tools.toolbox import build_tools

CONTEXT = ToolContext(window=TimeWindow(), now=datetime(2026, 7, 7, 10, 20, tzinfo=UTC))
BUILT_IN = ["query_metrics", "query_logs", "lookup_knowledge"]


def run(tool: EvidenceTool, query: str) -> ToolOutcome:
    return tool.run(tool.arguments.model_validate({"query": query}), CONTEXT)


def own_tool(name: str) -> FunctionTool:
    return FunctionTool(lambda query: {"a": []}, name=name, description="d", list_name="a")


@pytest.fixture
def sources(tmp_path: Path) -> dict[str, Any]:
    (tmp_path / "a=b.log").write_text("2026-07-07T10:00:00Z ERROR disk full\n", encoding="utf-8")
    alert = {"labels": {"alertname": "A", "service": "s"}, "startsAt": "2026-07-07T10:00:00Z"}
    (tmp_path / "alerts.json").write_text(json.dumps([alert]), encoding="utf-8")
    (tmp_path / "disk.md").write_text("# Disk full\n\nFree the disk.\n", encoding="utf-8")
    return {
        "logs": [f"checkout={tmp_path / 'a=b.log'}"],
        "alerts": [tmp_path / "alerts.json"],
        "runbooks": [tmp_path / "disk.md"],
    }


def test_without_any_source_the_demo_incident_is_served() -> None:
    tools = build_tools(Settings())
    assert list(tools) == BUILT_IN
    for name, query in zip(BUILT_IN, ["alerts", "HikariCP", "connection pool"], strict=True):
        outcome = run(tools[name], query)
        assert outcome.demo, name
        assert outcome.evidence_status == "found", name


@pytest.mark.parametrize("given", ["logs", "alerts", "runbooks"])
def test_any_real_source_switches_the_demo_off(sources: dict[str, Any], given: str) -> None:
    for demo in (None, True, False):
        tools = build_tools(Settings(**{given: sources[given]}, demo=demo))
        for tool in tools.values():
            assert not run(tool, "disk s").demo


@pytest.mark.parametrize("given", ["logs", "alerts", "runbooks"])
def test_the_home_of_a_user_that_nobody_knows_is_a_source_that_fails(given: str) -> None:
    for tool in build_tools(Settings(**{given: ["~nobody-of-that-name/there"]})).values():
        outcome = run(tool, "disk")
        assert (outcome.evidence_status, outcome.demo) == ("error", False)


def test_real_sources_are_read(sources: dict[str, Any]) -> None:
    tools = build_tools(Settings(**sources))
    assert "A " in run(tools["query_metrics"], "alerts").items["alerts"][0].text
    log = run(tools["query_logs"], "disk full").items["logs"][0].text
    assert "ERROR checkout" in log
    assert "a=b.log:1" in log
    assert "Disk full" in run(tools["lookup_knowledge"], "disk").items["evidence_blocks"][0].text


@pytest.mark.parametrize(
    ("tool", "setting"),
    [("query_metrics", "alerts"), ("query_logs", "logs"), ("lookup_knowledge", "runbooks")],
)
def test_a_tool_without_a_source_names_the_setting(
    sources: dict[str, Any], tool: str, setting: str
) -> None:
    given = {name: value for name, value in sources.items() if name != setting}
    for settings in (Settings(**given), Settings(demo=False)):
        outcome = run(build_tools(settings)[tool], "disk")
        assert (outcome.evidence_status, outcome.search) == ("error", None)
        assert list(outcome.failed_sources) == []
        assert outcome.error == (
            f"no source configured for {setting}; set SUPERBIZ_{setting.upper()} or --{setting}"
        )


def test_building_opens_nothing(tmp_path: Path) -> None:
    missing = tmp_path / "none"
    tools = build_tools(Settings(logs=[str(missing)], alerts=[missing], runbooks=[missing]))
    for tool in tools.values():
        outcome = run(tool, "disk")
        assert outcome.evidence_status == "error"
        assert outcome.error is not None
        assert "none" in outcome.error


def test_tools_of_the_operator_stand_beside_the_built_in_ones() -> None:
    tools = build_tools(Settings(), [own_tool("list_deploys")])
    assert list(tools) == [*BUILT_IN, "list_deploys"]


def test_a_name_that_is_taken_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="given twice"):
        build_tools(Settings(), [own_tool("x"), own_tool("x")])


def test_a_tool_of_another_class_is_held_to_the_same_rules() -> None:
    shadow = own_tool("x")
    shadow.name = "query_logs"
    with pytest.raises(ConfigurationError, match="built-in"):
        build_tools(Settings(), [shadow])
