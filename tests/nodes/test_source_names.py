"""What the planner's model and a greeting are told of the operator's sources."""

from pathlib import Path

from superbiz_agent.nodes.source_names import names_for_model, source_names
from superbiz_agent.settings import Settings

SERVERS = {
    "prod-metrics": {"kind": "prometheus", "url": "http://localhost:9090"},
    "pager": {"kind": "alertmanager", "url": "http://localhost:9093"},
    "prod-logs": {"kind": "loki", "url": "http://localhost:3100", "services": ["checkout"]},
}


def test_servers_stand_beside_files_under_the_tool_that_asks_them(tmp_path: Path) -> None:
    settings = Settings(sources=SERVERS, alerts=[tmp_path / "alerts.json"], logs=["a.log"])
    assert source_names(settings) == {
        "query_metrics": ["alerts.json", "prod-metrics", "pager"],
        "query_logs": ["a.log", "prod-logs"],
        "lookup_knowledge": [],
    }


def test_a_model_is_told_what_else_a_server_answers_to() -> None:
    names = names_for_model(Settings(sources=SERVERS))["query_logs"]
    assert list(names) == ["prod-logs", "checkout"]
