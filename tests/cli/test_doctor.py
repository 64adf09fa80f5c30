"""``superbiz doctor``: one line each, and the setting that mends what does not work."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from superbiz_agent.cli import main

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
    assert details["runbooks docs"] == "2 pages can be read"
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


class ChatEndpoint(BaseHTTPRequestHandler):
    """Answers like OpenAI's chat completions; a key of ``bad`` is refused."""

    asked: list[str] = []  # noqa: RUF012

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append(body["model"])
        refused = self.headers["Authorization"] == "Bearer bad"
        message = {"role": "assistant", "content": "ok"}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        reply = {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": body["model"],
            "choices": [choice],
        }
        text = json.dumps({"error": {"message": "no"}} if refused else reply).encode()
        self.send_response(401 if refused else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Keep quiet."""


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[ChatEndpoint]]:
    ChatEndpoint.asked = []
    server = HTTPServer(("127.0.0.1", 0), ChatEndpoint)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{server.server_port}/v1")
    monkeypatch.setenv("SUPERBIZ_MODEL", "gpt-x")
    yield ChatEndpoint
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.server
def test_a_model_is_asked_once_for_all_its_roles(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, endpoint: type[ChatEndpoint]
) -> None:
    monkeypatch.setenv("SUPERBIZ_MODEL_VERIFIER", "gpt-y")
    code, _, details = diagnosed(capsys)
    assert code == 0
    assert endpoint.asked == ["gpt-x", "gpt-y"]
    assert details["composer model gpt-x"] == "answers"
    assert details["verifier model gpt-y"] == "answers"


@pytest.mark.server
def test_a_refused_key_names_the_setting(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, endpoint: type[ChatEndpoint]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "bad")
    code, statuses, details = diagnosed(capsys)
    assert (code, statuses["executor model gpt-x"]) == (1, "failed")
    assert "OPENAI_API_KEY" in details["executor model gpt-x"]
    assert endpoint.asked == ["gpt-x"]


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
