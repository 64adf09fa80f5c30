"""``superbiz doctor``: one line each, and the setting that mends what does not work."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.cli import main
from superbiz_agent.models.abilities import (
    abilities_path,
    bounds_texts,
    calls_tools,
    forget_abilities,
    keep_abilities,
    method_of,
)
from superbiz_agent.settings import load_settings
from tests.loopback import KEY, Endpoint, completion, tool_call

Captured = pytest.CaptureFixture[str]

ALERTS = [
    {
        "labels": {"alertname": name, "service": "order-service"},
        "annotations": {},
        "startsAt": "2026-07-07T09:45:00Z",
        "endsAt": "0001-01-01T00:00:00Z",
        "fingerprint": name,
        "status": {"state": "active", "silencedBy": [], "inhibitedBy": []},
    }
    for name in ("HighMemoryUsage", "HighErrorRate")
]


def diagnosed(capsys: Captured) -> tuple[int, dict[str, str], dict[str, str]]:
    """Run the doctor; return its exit code and, by subject, each status and each detail."""
    code = main(["doctor"])
    out, err = capsys.readouterr()
    assert err == ""
    lines = [line.split(maxsplit=1) for line in out.splitlines()]
    parts = [(status, *rest.split(": ", 1)) for status, rest in lines]
    statuses = {subject: status for status, subject, _ in parts}
    return code, statuses, {subject: detail for _, subject, detail in parts}


def test_the_defaults_are_healthy(capsys: Captured) -> None:
    code, statuses, details = diagnosed(capsys)
    assert code == 0
    assert set(statuses.values()) == {"ok"}
    assert "superbiz.db can be read and written" in details["database"]
    assert "embedded incident" in details["demo data"]
    assert details["verifier model offline"] == "embedded, needs nothing"


def test_each_source_says_how_much_it_holds(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("app.log").write_text(
        "2026-07-07 10:00:00 ERROR pool exhausted\n2026-07-07 10:00:01 INFO ok\n"
    )
    Path("alerts.json").write_text(json.dumps(ALERTS))
    Path("docs").mkdir()
    Path("docs/a.md").write_text("# Pool\n\nCheck the pool.\n")
    Path("docs/b.md").write_text("# Memory\n\nCheck the memory.\n")
    monkeypatch.setenv("SUPERBIZ_LOGS", "checkout=app.log")
    monkeypatch.setenv("SUPERBIZ_ALERTS", "alerts.json")
    monkeypatch.setenv("SUPERBIZ_RUNBOOKS", "docs")
    monkeypatch.setenv("SUPERBIZ_DEMO", "true")
    code, statuses, details = diagnosed(capsys)
    assert code == 0
    assert details["logs checkout=app.log"] == "2 records can be read"
    assert details["alerts alerts.json"] == "2 alerts can be read"
    assert details["runbooks docs"].startswith("2 pages can be read (2 blocks, index at ")
    assert statuses["demo data"] == "warning"


def test_a_source_that_fails_names_its_file_and_setting(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("binary.log").write_bytes(bytes(range(256)) * 64)
    Path("empty").mkdir()
    for name, value in (("LOGS", "a=nosuch.log:binary.log"), ("ALERTS", "nosuch.json")):
        monkeypatch.setenv(f"SUPERBIZ_{name}", value)
    monkeypatch.setenv("SUPERBIZ_RUNBOOKS", "empty")
    code, statuses, details = diagnosed(capsys)
    assert code == 1
    for subject, setting in (
        ("logs a=nosuch.log", "SUPERBIZ_LOGS"),
        ("logs binary.log", "SUPERBIZ_LOGS"),
        ("alerts nosuch.json", "SUPERBIZ_ALERTS"),
        ("runbooks empty", "SUPERBIZ_RUNBOOKS"),
    ):
        assert statuses[subject] == "failed"
        assert setting in details[subject]


def test_a_source_that_fails_in_part_is_a_warning(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("logs").mkdir()
    Path("logs/app.log").write_text("2026-07-07 10:00:00 ERROR pool exhausted\n")
    Path("logs/binary.log").write_bytes(bytes(range(256)) * 64)
    monkeypatch.setenv("SUPERBIZ_LOGS", "logs")
    code, statuses, details = diagnosed(capsys)
    assert (code, statuses["logs logs"]) == (0, "warning")
    assert details["logs logs"].startswith("1 records can be read; ")
    assert "binary.log" in details["logs logs"]


def test_no_source_at_all_is_a_failure(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUPERBIZ_DEMO", "false")
    code, statuses, details = diagnosed(capsys)
    assert (code, statuses["sources"]) == (1, "failed")
    assert "SUPERBIZ_LOGS" in details["sources"]


def test_a_database_that_fails_does_not_stop_the_other_checks(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUPERBIZ_DATABASE_URL", "sqlite:////no/such/folder/a.db")
    code, statuses, details = diagnosed(capsys)
    assert (code, statuses["database"], statuses["planner model offline"]) == (1, "failed", "ok")
    assert details["database"].count("SUPERBIZ_DATABASE_URL") == 1


def test_a_misspelt_variable_is_a_warning(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUPERBIZ_MAX_RETRYS", "1")
    code, statuses, _ = diagnosed(capsys)
    assert (code, statuses["SUPERBIZ_MAX_RETRYS"]) == (0, "warning")


def test_a_model_without_a_key_names_the_setting(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUPERBIZ_MODEL_VERIFIER", "gpt-x")
    code, statuses, details = diagnosed(capsys)
    assert code == 1
    assert statuses["verifier model gpt-x"] == "failed"
    assert "OPENAI_API_KEY" in details["verifier model gpt-x"]
    assert statuses["planner model offline"] == "ok"


def played(
    request: dict[str, Any], *, holds: str, calls_tools: bool = True, longest: str = "held"
) -> tuple[int, Any]:
    """An endpoint that holds replies by one method, and ignores or refuses the others. The longest
    texts of a form it holds to, ignores or refuses."""
    form = request.get("response_format", {})
    function = request.get("tools", [{}])[0].get("function", {})
    if form and form["type"] == "json_schema" and holds != "json_schema":
        return 400, {"error": {"message": "response_format is not supported"}}
    if "maxLength" in json.dumps(form) and longest == "refused":
        return 400, {"error": {"message": "maxLength is not permitted"}}
    reply: dict[str, Any] = {"content": "ok"}
    if form and holds == form["type"]:
        reply = {"content": json.dumps(allowed(form["json_schema"]["schema"], longest))}
    elif form and holds == "json_mode":
        reply = {"content": '{"ok": true}'}
    elif function.get("name") == "query_logs" and calls_tools:
        reply = tool_call('{"query": "timeout"}')
    elif function.get("name") == "probe" and holds == "function_calling":
        reply = tool_call(json.dumps(allowed(function["parameters"])), name="probe")
    return 200, completion(**reply)


def allowed(schema: dict[str, Any], longest: str = "held") -> dict[str, Any]:
    """An object that the probe's form allows, but for a text that is not held to its length."""
    [(name, field)] = schema["properties"].items()
    letters = "abcdefgh"[: field.get("maxLength") if longest == "held" else None]
    return {name: field["enum"][0] if "enum" in field else letters}


@pytest.fixture
def playing(monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint) -> Callable[..., Endpoint]:
    """Make the loopback endpoint play one kind, and set it for all roles."""

    def play(**kind: Any) -> Endpoint:
        endpoint.replies = [lambda request: played(request, **kind)] * 50
        monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
        monkeypatch.setenv("SUPERBIZ_MODEL", "gpt-x")
        return endpoint

    return play


@pytest.mark.server
@pytest.mark.parametrize("holds", ["json_schema", "json_mode", "function_calling", "plain"])
def test_how_an_endpoint_holds_a_reply_is_found_out_once_and_kept(
    capsys: Captured, playing: Callable[..., Endpoint], holds: str
) -> None:
    endpoint = playing(holds=holds)
    code, statuses, details = diagnosed(capsys)
    assert code == 0
    assert statuses["executor model gpt-x"] == "ok"
    assert details["executor model gpt-x"] == f"answers; its replies are asked for as {holds}"
    asked = len(endpoint.requests)
    assert asked <= 6  # one for all roles, and one a method
    of_verifier = "plain" if holds == "function_calling" else holds
    settings = load_settings()
    assert method_of(settings.role_model("composer")) == holds
    assert method_of(settings.role_model("verifier")) == of_verifier
    assert details["verifier model gpt-x"].endswith(f" {of_verifier}")
    assert len(endpoint.requests) == asked
    assert calls_tools(settings.role_model("executor"))


@pytest.mark.server
def test_a_method_that_was_set_and_does_not_work_is_a_warning(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, playing: Callable[..., Endpoint]
) -> None:
    playing(holds="json_mode")
    monkeypatch.setenv("SUPERBIZ_STRUCTURED_OUTPUT_VERIFIER", "json_schema")
    _, statuses, details = diagnosed(capsys)
    assert statuses["verifier model gpt-x"] == "warning"
    assert "SUPERBIZ_STRUCTURED_OUTPUT" in details["verifier model gpt-x"]
    assert statuses["planner model gpt-x"] == "ok"


@pytest.mark.server
def test_an_executor_that_calls_no_tools_is_a_warning(
    capsys: Captured, playing: Callable[..., Endpoint]
) -> None:
    playing(holds="json_schema", calls_tools=False)
    code, statuses, details = diagnosed(capsys)
    assert (code, statuses["executor model gpt-x"]) == (0, "warning")
    assert "the plan is carried out" in details["executor model gpt-x"]
    assert not calls_tools(load_settings().role_model("executor"))
    assert statuses["composer model gpt-x"] == "ok"


@pytest.mark.server
@pytest.mark.parametrize("longest", ["held", "ignored", "refused"])
def test_the_longest_texts_are_told_to_an_endpoint_that_holds_to_them(
    capsys: Captured, playing: Callable[..., Endpoint], longest: str
) -> None:
    playing(holds="json_schema", longest=longest)
    code, _, _ = diagnosed(capsys)
    executor = load_settings().role_model("executor")
    assert (code, method_of(executor)) == (0, "json_schema")
    assert bounds_texts(executor) is (longest == "held")
    forget_abilities(executor)
    assert (method_of(executor), bounds_texts(executor)) == ("plain", False)


@pytest.mark.server
def test_each_endpoint_is_probed_for_itself(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, playing: Callable[..., Endpoint]
) -> None:
    endpoint = playing(holds="json_schema")
    monkeypatch.setenv("SUPERBIZ_MODEL_VERIFIER", "gpt-y")
    code, _, _ = diagnosed(capsys)
    assert code == 0
    assert [r["model"] for r in endpoint.requests] == ["gpt-x"] * 4 + ["gpt-y"] * 4


@pytest.mark.server
def test_a_fault_that_passes_tells_nothing_of_what_an_endpoint_can_do(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    monkeypatch.setenv("SUPERBIZ_MODEL", "gpt-x")
    endpoint.replies = [(200, completion(content="ok")), (429, {}), (200, completion())]
    code, _, _ = diagnosed(capsys)
    assert code == 0
    assert not abilities_path().exists()


@pytest.mark.parametrize(
    "kept", ["", "[]", "{", '{"a": 1, "a": 2}', "[" * 100_000, '{"x": {"structured_output": 7}}']
)
def test_a_file_of_findings_that_is_not_understood_counts_as_none(kept: str) -> None:
    settings = load_settings(model="gpt-x", openai_api_key="k")
    abilities_path().parent.mkdir(parents=True, exist_ok=True)
    abilities_path().write_text(kept)
    assert method_of(settings.role_model("planner")) == "plain"
    keep_abilities(settings.role_model("planner"), "json_mode", calls_tools=True)
    assert method_of(settings.role_model("planner")) == "json_mode"


@pytest.mark.server
def test_a_refused_key_names_the_setting_and_is_nowhere_printed_or_kept(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint
) -> None:
    endpoint.replies = [(401, {"error": {"message": f"no such key: {KEY}"}})] * 4
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("SUPERBIZ_MODEL", "gpt-x")
    code, statuses, details = diagnosed(capsys)
    assert (code, statuses["executor model gpt-x"]) == (1, "failed")
    assert "OPENAI_API_KEY" in details["executor model gpt-x"]
    assert [r["model"] for r in endpoint.requests] == ["gpt-x"]
    assert KEY not in json.dumps(details)


@pytest.mark.server
def test_a_dead_endpoint_names_the_setting(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("SUPERBIZ_MODEL", "gpt-x")
    code, _, details = diagnosed(capsys)
    assert code == 1
    assert "OPENAI_BASE_URL" in details["planner model gpt-x"]
    for role in ("planner", "executor", "verifier", "composer"):
        assert details[f"{role} model gpt-x"].startswith(f"{role}: model 'gpt-x': ")


@pytest.mark.parametrize(
    ("setting", "program", "status", "detail"),
    [
        ("auto", "rg", "ok", "ripgrep 99.1 at "),
        ("auto", None, "ok", "built-in; ripgrep makes large logs faster: pip install"),
        ("auto", "broken", "warning", "built-in: "),
        ("off", "rg", "ok", "built-in (SUPERBIZ_RIPGREP is off)"),
    ],
)
def test_it_tells_which_search_is_used(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, setting, program, status, detail
) -> None:
    Path("app.log").write_text("2026-07-07 10:00:00 ERROR pool exhausted\n")
    for name, script in (("rg", "echo ripgrep 99.1 '(rev x)'"), ("broken", "exit 3")):
        Path(name).write_text(f"#!/bin/sh\n{script}\n")
        Path(name).chmod(0o755)
    found = str(Path(program).resolve()) if program else None
    monkeypatch.setattr("superbiz_agent.tools.logs.ripgrep.program", lambda: found)
    monkeypatch.setenv("SUPERBIZ_LOGS", "app.log")
    monkeypatch.setenv("SUPERBIZ_RIPGREP", setting)
    code, statuses, details = diagnosed(capsys)
    assert code == 0
    assert statuses["log search"] == status
    assert details["log search"].startswith(detail)


@pytest.mark.server
def test_the_endpoint_of_embeddings_is_asked_on_the_path_of_a_lookup(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint
) -> None:
    monkeypatch.setenv("SUPERBIZ_EMBEDDING_MODEL", "bge-m3")
    monkeypatch.setenv("SUPERBIZ_EMBEDDING_BASE_URL", endpoint.url)
    monkeypatch.setenv("SUPERBIZ_EMBEDDING_API_KEY", KEY)
    endpoint.replies = [(200, {"data": [{"index": 0, "embedding": [0.1, 0.2]}]}), (401, {})]
    code, statuses, details = diagnosed(capsys)
    assert (code, statuses["embeddings bge-m3"]) == (0, "ok")
    assert details["embeddings bge-m3"] == f"{endpoint.url} answers with vectors of 2 numbers"
    code, statuses, details = diagnosed(capsys)
    assert (code, statuses["embeddings bge-m3"]) == (1, "failed")
    assert "HTTP 401 (setting SUPERBIZ_EMBEDDING_API_KEY)" in details["embeddings bge-m3"]
    assert KEY not in str(details)
