"""The commands, in this process, over a small fake of the graph."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage

import superbiz_agent
from superbiz_agent.cli import main
from superbiz_agent.contracts.evidence import EvidenceReference, RetrievalDetails
from superbiz_agent.errors import InvalidInputError, ModelUnavailableError
from superbiz_agent.settings import Settings
from superbiz_agent.store import EvidenceStore, SqlEvidenceStore
from superbiz_agent.terminal import reports
from superbiz_agent.testing import fixed_clock

NOW = datetime(2026, 7, 7, 10, 0, tzinfo=UTC)
HOSTILE = "\x1b[31m[bold red]\u202eevil\u200b[/] \x9b2J"
REFERENCE = {
    "n": 1,
    "claim_id": "claim-1",
    "tool_name": "query_logs",
    "source_invocation_id": 1,
    "raw_path": "$.logs[0]",
    "text": f"ERROR active=50/50 {HOSTILE}",
}


class FakeGraph:
    """Plays one diagnosis: a session, the events, and the values that ``outcome`` decides."""

    def __init__(self, outcome: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        self._outcome = outcome
        self.given: dict[str, Any] = {}
        self.settings: Settings | None = None

    def build(self, settings: Settings, *, evidence_store: EvidenceStore) -> "FakeGraph":
        self.settings, self._store = settings, evidence_store
        return self

    def stream(self, given: dict[str, Any], *, stream_mode: list[str]) -> Iterator[Any]:
        assert stream_mode == ["custom", "values"]
        self.given = given
        self._store.create_session(
            session_id="s-1", thread_id="t", original_query=given["query"], language="en", at=NOW
        )
        yield "custom", event("run", thread_id="t")
        yield "custom", event("node", node="executor", attempt=1)
        yield (
            "custom",
            event("tool", tool_name="query_logs", evidence_status="found", evidence_refs=2),
        )
        yield "custom", event("gate", status="pass", severity="none", failed_rules=[])
        yield "custom", event("verdict", effective_verdict="PASS", groundedness_score=1.0)
        yield "custom", {"type": "of another version"}
        yield "values", {"answer": "", "internal": "UNSEEN"}
        yield "values", self._outcome(given)


def event(kind: str, **data: Any) -> dict[str, Any]:
    return {"v": 1, "type": kind, "session_id": "s-1", "seq": 1, "at": "2026", "data": data}


def answered(given: dict[str, Any]) -> dict[str, Any]:
    answer = f"The pool is exhausted [1]. {HOSTILE}\n\nReferences\n[1] {REFERENCE['text']}"
    return {
        "internal": "UNSEEN",
        "answer": answer,
        "verdict": "PASS",
        "session_id": "s-1",
        "thread_id": "t",
        "language": "en",
        "composer_status": "valid",
        "references": [REFERENCE],
        "messages": [HumanMessage(given["query"]), AIMessage(answer)],
    }


Played = Callable[..., FakeGraph]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Played:
    monkeypatch.setenv("SUPERBIZ_DATABASE_URL", f"sqlite:///{tmp_path / 'a.db'}")

    def played(outcome: Callable[[dict[str, Any]], dict[str, Any]] = answered) -> FakeGraph:
        graph = FakeGraph(outcome)
        monkeypatch.setitem(vars(superbiz_agent), "build_graph", graph.build)
        return graph

    return played


@pytest.fixture
def store(play: Played, tmp_path: Path) -> Iterator[SqlEvidenceStore]:
    with SqlEvidenceStore(f"sqlite:///{tmp_path / 'a.db'}") as opened:
        yield opened


Captured = pytest.CaptureFixture[str]


def raising(error: BaseException) -> Callable[[dict[str, Any]], dict[str, Any]]:
    def outcome(_: dict[str, Any]) -> dict[str, Any]:
        raise error

    return outcome


def test_ask_prints_the_verdict_and_the_answer_to_stdout_and_progress_to_stderr(
    play: Played, capsys: Captured
) -> None:
    play()
    assert main(["ask", "why?"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Verdict: PASS\n\nThe pool is exhausted [1]. ")
    assert "References\n[1] ERROR active=50/50" in out
    assert err.splitlines() == [
        "  session s-1",
        "  executor (attempt 1)",
        "  query_logs: found (evidence refs 2)",
        "  gatekeeper: pass",
        "  verifier: PASS (groundedness score 1.0)",
    ]


def test_hostile_text_stays_text(play: Played, capsys: Captured) -> None:
    play()
    main(["ask", "why?"])
    out = capsys.readouterr().out
    assert "[31m[bold red]evil[/] 2J" in out
    assert not set(out) & set("\x1b\u202e\u200b\x9b")


def test_json_is_the_result_object_and_nothing_else(play: Played, capsys: Captured) -> None:
    play()
    assert main(["ask", "why?", "--json"]) == 0
    out = capsys.readouterr().out
    result = json.loads(out)
    expected = answered({"query": "why?"})
    assert list(result) == [
        "answer",
        "verdict",
        "session_id",
        "thread_id",
        "language",
        "composer_status",
        "references",
        "messages",
    ]
    assert result["answer"] == expected["answer"]
    assert result["references"] == [REFERENCE]
    assert result["messages"] == [
        {"role": "user", "content": "why?"},
        {"role": "assistant", "content": expected["answer"]},
    ]
    assert not set(out) & set("\x1b\u202e\u200b\x9b")


def test_small_talk_has_no_verdict_line(play: Played, capsys: Captured) -> None:
    play(lambda given: answered(given) | {"verdict": None, "answer": "你好", "language": "zh"})
    assert main(["ask", "你好"]) == 0
    assert capsys.readouterr().out == "你好\n"


def test_a_chinese_answer_has_a_chinese_verdict_line(play: Played, capsys: Captured) -> None:
    play(lambda given: answered(given) | {"language": "zh", "verdict": "REJECT", "answer": "无"})
    main(["ask", "为什么?"])
    assert capsys.readouterr().out == "判定：REJECT\n\n无\n"


def test_options_override_settings_and_become_the_graphs_input(
    play: Played, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("a.log", "b.log", "alerts.json", "more.json"):
        Path(name).write_text("x")
    Path("docs").mkdir()
    monkeypatch.setenv("SUPERBIZ_LOGS", "ignored.log")
    monkeypatch.setenv("SUPERBIZ_MAX_RETRIES", "3")
    graph = play()
    options = "--logs checkout=a.log --logs b.log --alerts alerts.json --alerts more.json"
    more = "--runbooks docs --since 1h --at 2026-07-07T10:00:00Z --thread t-9"
    assert main(["ask", "why?", *options.split(), *more.split()]) == 0
    assert graph.settings is not None
    assert graph.settings.logs == ["checkout=a.log", "b.log"]
    assert graph.settings.alerts == [Path("alerts.json"), Path("more.json")]
    assert graph.settings.runbooks == [Path("docs")]
    assert graph.settings.max_retries == 3
    assert graph.given == {
        "query": "why?",
        "thread_id": "t-9",
        "since": "1h",
        "at": "2026-07-07T10:00:00Z",
    }


def test_without_options_the_settings_hold(play: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUPERBIZ_LOGS", "mine.log")
    graph = play()
    main(["ask", "why?"])
    assert graph.settings is not None
    assert graph.settings.logs == ["mine.log"]
    assert graph.given == {"query": "why?"}


FAILURES: list[tuple[BaseException, int, str]] = [
    (
        InvalidInputError("--since: '1 fortnight' is no span"),
        2,
        "--since: '1 fortnight' is no span",
    ),
    (
        ModelUnavailableError("executor: refused; set OPENAI_API_KEY", role="executor", reason="x"),
        1,
        "executor: refused; set OPENAI_API_KEY",
    ),
    (ValueError("secret sk-123\nsecond line"), 1, "internal error (ValueError at "),
]


@pytest.mark.parametrize(("error", "code", "expected"), FAILURES)
def test_every_failure_is_one_line_and_ends_its_session(
    play: Played,
    store: SqlEvidenceStore,
    capsys: Captured,
    error: BaseException,
    code: int,
    expected: str,
) -> None:
    play(raising(error))
    assert main(["ask", "why?", "--json"]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[-1].startswith(f"superbiz: {expected}")
    assert "sk-123" not in err
    assert "Traceback" not in err
    assert store.session("s-1").status == "failed"


def test_an_internal_error_names_the_place_in_the_package_where_it_arose(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr("superbiz_agent.settings.load_settings", lambda: fixed_clock("2026-07-07"))
    assert main(["config"]) == 1
    assert "internal error (ValueError at testing.py:" in capsys.readouterr().err


def test_debug_shows_the_whole_trace(play: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUPERBIZ_DEBUG", "1")
    play(raising(ValueError("what it was")))
    with pytest.raises(ValueError, match="what it was"):
        main(["ask", "why?"])


def test_a_completed_session_stays_completed_when_the_end_is_interrupted(
    play: Played, store: SqlEvidenceStore, capsys: Captured
) -> None:
    def outcome(_: dict[str, Any]) -> dict[str, Any]:
        store.complete_session(
            "s-1", verdict=None, answer="a", self_evaluation={}, run_record={}, at=NOW
        )
        raise KeyboardInterrupt

    play(outcome)
    assert main(["ask", "why?"]) == 130
    assert "session s-1 is completed" in capsys.readouterr().err


def test_a_run_that_was_through_when_it_is_interrupted_prints_its_answer(
    play: Played, store: SqlEvidenceStore, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def outcome(given: dict[str, Any]) -> dict[str, Any]:
        store.complete_session(
            "s-1", verdict="PASS", answer="a", self_evaluation={}, run_record={}, at=NOW
        )
        return answered(given)

    def interrupted(_: Any) -> None:
        raise KeyboardInterrupt

    play(outcome)
    monkeypatch.setattr(reports, "progress_line", interrupted)
    assert main(["ask", "why?"]) == 130
    out, err = capsys.readouterr()
    assert "The pool is exhausted [1]." in out
    assert err.splitlines()[-1].startswith("superbiz: interrupted when session s-1 was completed")


USAGE: list[tuple[list[str], str]] = [
    (["ask"], "Missing argument 'QUESTION' (see 'superbiz ask --help')"),
    (["ask", "a", "b"], "superbiz ask --help"),
    (["ask", "a", "--nosuch"], "No such option: --nosuch"),
    (["ask", "a", "--logs", "x=nosuch.log"], "'nosuch.log' does not exist"),
    (["ask", "a", "--alerts", "nosuch.json"], "'nosuch.json' does not exist"),
    (["ask", "a", "--runbooks", "nosuch"], "'nosuch' does not exist"),
    (["ask", "a", "--logs"], "superbiz ask --help"),
    (["nosuch"], "No such command 'nosuch'"),
    (["serve"], "No such command 'serve'"),
    (["no\x1b[31m\nsuch"], "superbiz --help"),
    (["sessions", "--limit", "0"], "superbiz sessions --help"),
    (["show"], "Missing argument 'ID'"),
    (["show", "nobody"], "no session 'nobody'"),
    (["show", "\udcff"], "no session"),
]


@pytest.mark.parametrize(("arguments", "expected"), USAGE)
def test_wrong_usage_is_one_line_and_exit_code_2(
    store: SqlEvidenceStore, capsys: Captured, arguments: list[str], expected: str
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("superbiz: ")
    assert err.count("\n") == 1
    assert "\x1b" not in err
    assert expected in err


@pytest.mark.parametrize("command", [["ask", "a"], ["sessions"], ["doctor"], ["config"]])
def test_a_wrong_setting_is_exit_code_2_with_its_name(
    play: Played, monkeypatch: pytest.MonkeyPatch, capsys: Captured, command: list[str]
) -> None:
    play()
    monkeypatch.setenv("SUPERBIZ_MAX_RETRIES", "many")
    assert main(command) == 2
    assert capsys.readouterr().err.startswith("superbiz: SUPERBIZ_MAX_RETRIES: ")


@pytest.mark.parametrize("command", [["ask", "a"], ["sessions"], ["show", "x"]])
def test_a_database_that_cannot_be_used_is_exit_code_2(
    play: Played, monkeypatch: pytest.MonkeyPatch, capsys: Captured, command: list[str]
) -> None:
    play()
    monkeypatch.setenv("SUPERBIZ_DATABASE_URL", "sqlite:////no/such/folder/a.db")
    assert main(command) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "/no/such/folder/a.db" in err
    assert "SUPERBIZ_DATABASE_URL" in err


def test_no_arguments_print_the_help(capsys: Captured) -> None:
    assert main([]) == 0
    out = capsys.readouterr().out
    for command in ("ask", "sessions", "show", "verify", "doctor", "config", "eval", "bench"):
        assert f"\n  {command} " in out
    assert "serve" not in out.split()


def test_the_version_is_printed(capsys: Captured) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"superbiz-agent {superbiz_agent.__version__}\n"


def stored_session(store: SqlEvidenceStore) -> None:
    store.create_session(
        session_id="s-1", thread_id="t", original_query=f"why? {HOSTILE}", language="en", at=NOW
    )
    reference = EvidenceReference(raw_path="$.logs[0]", text="ERROR active=50/50")
    for error in (None, "app.log does not exist"):
        store.record_invocation(
            session_id="s-1",
            run_id="r",
            attempt=1,
            tool_name="query_logs",
            arguments={"query": "HikariCP"},
            status="error" if error else "ok",
            evidence_status="error" if error else "found",
            retrieval_details=RetrievalDetails(evidence_refs=[] if error else [reference]),
            error=error,
            started_at=NOW,
            duration_ms=5,
        )
    store.complete_session(
        "s-1",
        verdict="LOW_CONFID",
        answer="The pool may be exhausted [1].",
        self_evaluation={"verifier_evaluation": EVALUATION},
        run_record={"version": 1},
        at=NOW,
    )


EVALUATION: dict[str, Any] = {
    "gatekeeper_result": {
        "status": "fail",
        "severity": "low_confid",
        "checked_bindings": [],
        "failed_rules": ["evidence.coverage"],
        "warnings": [],
        "errors": [
            {
                "rule_id": "evidence.coverage",
                "severity": "low_confid",
                "target": "claims[0]",
                "message": "over a result that was cut off",
            }
        ],
    },
    "verdict_ceiling": "LOW_CONFID",
    "model_verdict": "PASS",
    "computed_verdict": "PASS",
    "effective_verdict": "LOW_CONFID",
    "groundedness_score": 0.6,
    "critical_fact_count": 1,
    "claim_checks": [
        {
            "claim_id": "claim-1",
            "claim_text": "MODELCLAIM",
            "claim_type": "observation",
            "verification": "reasonable_inference",
            "detail": "MODELDETAIL",
            "evidence_refs": [
                {
                    "claim_id": "claim-1",
                    "source_invocation_id": 1,
                    "tool_name": "query_logs",
                    "raw_path": "$.logs[0]",
                    "note": "",
                }
            ],
        }
    ],
    "facts_checked": [],
    "withheld": [{"kind": "hypothesis", "id": "h-1", "reason": "a fact not in evidence"}],
    "attempts": [
        {
            "attempt": 1,
            "parse_status": "valid",
            "severity": "low_confid",
            "failed_rules": ["evidence.coverage"],
            "verified_claims": 1,
            "effective_verdict": "LOW_CONFID",
            "selected": True,
        }
    ],
    "composer_output": {
        "status": "fallback",
        "answer_summary": "",
        "recommended_actions": [],
        "user_facing_answer": "",
        "detail": "a check failed",
        "template_id": "LOW_CONFID.en",
    },
    "rationale": "MODELRATIONALE",
    "problem": None,
    "trimmed": [],
}


def test_sessions_lists_what_was_asked(store: SqlEvidenceStore, capsys: Captured) -> None:
    stored_session(store)
    assert main(["sessions"]) == 0
    assert capsys.readouterr().out == (
        "s-1  2026-07-07T10:00:00Z  LOW_CONFID  why? [31m[bold red]evil[/] 2J\n"
    )


def test_sessions_as_json_are_whole_and_nothing_else(
    store: SqlEvidenceStore, capsys: Captured
) -> None:
    stored_session(store)
    assert main(["sessions", "--json"]) == 0
    (listed,) = json.loads(capsys.readouterr().out)
    assert listed == {
        "id": "s-1",
        "created_at": "2026-07-07T10:00:00.000000Z",
        "status": "completed",
        "verdict": "LOW_CONFID",
        "query": store.session("s-1").original_query,
    }


def test_no_sessions_print_nothing_to_stdout(store: SqlEvidenceStore, capsys: Captured) -> None:
    assert main(["sessions"]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert "no sessions yet" in err


def test_show_prints_evidence_checks_and_audit_and_labels_model_text(
    store: SqlEvidenceStore, capsys: Captured
) -> None:
    stored_session(store)
    assert main(["show", "s-"]) == 0
    out = capsys.readouterr().out
    for expected in (
        "Session s-1",
        "The pool may be exhausted [1].",
        "#1 query_logs(query=HikariCP): found, attempt 1",
        "$.logs[0]  ERROR active=50/50",
        "failed: app.log does not exist",
        "evidence.coverage at claims[0]: over a result that was cut off",
        "claim-1 (observation): reasonable_inference",
        "groundedness score: 0.6",
        "withheld hypothesis h-1: a fact not in evidence",
        "composer: fallback: a check failed",
    ):
        assert expected in out
    for line in out.splitlines():
        assert ("(model text, unverified)" in line) is ("MODEL" in line)
    assert "\x1b" not in out


def test_show_json_is_the_stored_session_exactly(store: SqlEvidenceStore, capsys: Captured) -> None:
    stored_session(store)
    assert main(["show", "s-1", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown == {
        "session": store.session("s-1").model_dump(mode="json"),
        "invocations": [call.model_dump(mode="json") for call in store.invocations("s-1")],
    }


@pytest.mark.parametrize("status", ["running", "failed", "cancelled"])
def test_show_prints_a_session_without_an_answer(
    store: SqlEvidenceStore, capsys: Captured, status: Any
) -> None:
    store.create_session(session_id="s-1", thread_id="t", original_query="q", language="en", at=NOW)
    if status != "running":
        store.close_session("s-1", status, at=NOW)
    assert main(["show", "s-1"]) == 0
    assert f"Status   {status}" in capsys.readouterr().out


def test_config_prints_every_setting_and_no_secret(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-hunter2")
    monkeypatch.setenv("SUPERBIZ_DATABASE_URL", "postgresql://u:hunter2@h/db")
    assert main(["config"]) == 0
    out = capsys.readouterr().out
    assert "hunter2" not in out
    assert "postgresql://u:***@h/db" in out
    assert len(out.splitlines()) == len(Settings.model_fields)
    assert main(["config", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["openai_api_key"] == "***"
