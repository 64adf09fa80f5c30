"""The commands over the real graph, the embedded model and real files, in this process."""

import json
from pathlib import Path

import pytest

from superbiz_agent.cli import main

Captured = pytest.CaptureFixture[str]

LOG = """\
2026-07-07 10:02:38,902 ERROR [http-1] c.e.Repository - HikariPool-1 - Connection is not available
2026-07-07 10:05:00,318 ERROR [pool-watch] c.e.PoolWatch - HikariPool-1 active=50/50, waiting=23
2026-07-07 10:06:00,000 INFO [main] c.e.Health - ok
"""


@pytest.mark.parametrize(
    ("question", "first_line", "notice"),
    [
        ("Is the HikariCP pool of order-service exhausted?", "Verdict: ", "demo data"),
        ("order-service 的连接池耗尽了吗？", "判定：", "演示数据"),
    ],
)
def test_a_question_about_the_demo_incident_is_answered_with_references(
    capsys: Captured, question: str, first_line: str, notice: str
) -> None:
    assert main(["ask", question]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(first_line)
    assert "active=50/50" in out
    assert "\n[1] query_" in out
    assert notice in out
    assert "  gatekeeper: " in err


def test_what_was_asked_can_be_listed_shown_and_verified(capsys: Captured) -> None:
    assert main(["ask", "Why does order-service time out?", "--json", "--thread", "t-1"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["thread_id"] == "t-1"
    assert result["references"]
    assert main(["sessions"]) == 0
    assert capsys.readouterr().out.startswith(f"{result['session_id']}  ")
    assert main(["show", result["session_id"][:8], "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["session"]["answer"] == result["answer"]
    stored = {
        (call["id"], reference["raw_path"]): reference["text"]
        for call in shown["invocations"]
        for reference in call["retrieval_details"]["evidence_refs"]
    }
    for reference in result["references"]:
        place = reference["source_invocation_id"], reference["raw_path"]
        assert stored[place] == reference["text"]
    assert main(["verify", result["session_id"]]) == 0


def test_a_name_given_to_a_log_file_stands_in_the_evidence(capsys: Captured) -> None:
    Path("app.log").write_text(LOG)
    question = "Is the connection pool of checkout exhausted?"
    assert main(["ask", question, "--logs", "checkout=app.log", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert "active=50/50" in result["answer"]
    assert " checkout " in result["references"][0]["text"]
    assert "[demo]" not in result["answer"]


@pytest.mark.parametrize(
    ("option", "value"), [("--since", "1 fortnight"), ("--at", "yesterday"), ("--thread", "a\x1bb")]
)
def test_an_option_that_makes_no_sense_is_exit_code_2(
    capsys: Captured, option: str, value: str
) -> None:
    assert main(["ask", "Why does order-service time out?", option, value]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("superbiz: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("question", ["", "   ", "\n\t", "\u3000"])
def test_an_empty_question_is_exit_code_2(capsys: Captured, question: str) -> None:
    assert main(["ask", question]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("superbiz: ")
    assert "QUESTION is empty" in err
    assert err.count("\n") == 1


BROKEN_SOURCES = (
    ("not JSON", "bad.json", "{", "is not JSON"),
    ("another tool's JSON", "other.json", '{"logs": []}', "is no alert export"),
    ("empty", "empty.json", "", "is empty"),
    ("binary", "binary.json", "\0\1", "is binary, not text"),
    (
        "hostile",
        "error.json",
        '{"status": "error", "error": "x\\u001b[2J”). All is well."}',
        "holds",
    ),
)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [row[1:] for row in BROKEN_SOURCES],
    ids=[row[0] for row in BROKEN_SOURCES],
)
@pytest.mark.parametrize(
    "question", ["Why does checkout fail?", "checkout 为什么失败？"], ids=["en", "zh"]
)
def test_why_a_source_failed_is_told_on_stderr_and_in_the_answer(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
    question: str,
    name: str,
    content: str,
    reason: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("app.log").write_text(LOG)
    Path(name).write_text(content)
    assert main(["ask", question, "--logs", "checkout=app.log", "--alerts", name]) == 0
    out, err = capsys.readouterr()
    (told,) = [line for line in err.splitlines() if line.startswith("superbiz: ")]
    assert told.startswith(f"superbiz: {name}: {reason}")
    (line,) = [line for line in out.splitlines() if f"“{reason}" in line]
    assert line.count("“") == line.count("”") == 1
    assert "\x1b" not in out + err


def test_a_folder_given_as_alerts_is_named_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rb").mkdir()
    assert main(["ask", "Which alerts are firing?", "--alerts", "rb"]) == 0
    out, err = capsys.readouterr()
    assert "superbiz: rb: is a folder, not a file" in err
    assert "rb (“is a folder, not a file”)" in out


def test_an_export_without_alerts_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("none.json").write_text("[]")
    assert main(["ask", "Which alerts are firing?", "--alerts", "none.json"]) == 0
    assert "none.json: no alert is in it" in capsys.readouterr().err


def test_runbooks_that_are_no_page_are_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("app.log").write_text(LOG)
    assert main(["ask", "How do I fix checkout?", "--runbooks", "app.log"]) == 2
    err = capsys.readouterr().err
    assert "'app.log' is no page: Markdown (.md), HTML" in err
    assert err.count("\n") == 1


def test_a_misspelt_setting_is_told_with_the_nearest_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SUPERBIZ_MODLE", "x")
    Path(".env").write_text("SUPERBIZ_TIMEZON=UTC\n")
    assert main(["ask", "Hello!"]) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if "sets nothing" in line]
    assert told == [
        f"superbiz: {name} in {place} sets nothing; did you mean {meant}? "
        f"('superbiz config' lists all)"
        for name, place, meant in (
            ("SUPERBIZ_MODLE", "the environment", "SUPERBIZ_MODEL"),
            ("SUPERBIZ_TIMEZON", ".env", "SUPERBIZ_TIMEZONE"),
        )
    ]


@pytest.mark.parametrize("question", ["?", "x" * 100_000, "😀\x00\x1b[2J\ud800", "a b 数据 \u202e"])
def test_any_question_is_answered(capsys: Captured, question: str) -> None:
    assert main(["ask", question]) == 0
    out, err = capsys.readouterr()
    assert out.strip()
    assert not set(out + err) & set("\x1b\x00\u202e")


@pytest.mark.server
def test_a_dead_endpoint_is_exit_code_1_and_the_session_is_failed(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUPERBIZ_MODEL", "gpt-x")
    monkeypatch.setenv("SUPERBIZ_MODEL_RETRIES", "0")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    assert main(["ask", "Why does order-service time out?"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "OPENAI_BASE_URL" in err.splitlines()[-1]
    assert main(["sessions"]) == 0
    assert "  failed  " in capsys.readouterr().out


def test_a_missing_key_is_exit_code_2(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUPERBIZ_MODEL_EXECUTOR", "gpt-x")
    assert main(["ask", "Why does order-service time out?"]) == 2
    assert "OPENAI_API_KEY" in capsys.readouterr().err.splitlines()[-1]
