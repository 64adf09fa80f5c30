"""``superbiz verify`` finds whatever was altered by hand in the SQLite file of a session."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.audit.replay import replay_session
from superbiz_agent.cli import main
from superbiz_agent.errors import StoreError
from superbiz_agent.nodes.reply import REPLIES
from superbiz_agent.store import open_store
from superbiz_agent.testing import tool_calls
from tests.graph.conftest import DEMO_PLAN, cited, claim
from tests.traps.stage import alert_claim, faithful, open_stage

CALLS = tool_calls(
    ("query_metrics", {"query": "order-service"}),
    ("query_logs", {"query": "HikariPool", "service": "order-service"}),
)
HYPOTHESIS = {"hypothesis_id": "h-1", "hypothesis_text": "Possibly the pool is too small."}
ACTION = {"action_text": "Read the earlier logs of order-service.", "reason": "to see the start"}


def _full(messages: Any) -> Any:
    line = cited(messages, "active=50/50", "query_logs")
    second = claim(2, "order-service has active=50/50 connections.", line)
    fields = {"hypotheses": [HYPOTHESIS], "recommended_actions": [ACTION]}
    return alert_claim("en", second, **fields)(messages)


SCRIPTS = {
    "worded": faithful() | {"executor": [CALLS, _full]},
    "template": faithful() | {"executor": [CALLS, _full], "composer": ["no JSON"]},
    "rejected": faithful("zh", "REJECT"),
    "small talk": faithful() | {"planner": [{"intent": "small_talk", "steps": []}]},
}
QUERIES = {"rejected": "order-service 的内存是不是过高？", "small talk": "Hello!"}


@dataclass(frozen=True)
class Recorded:
    """A database with one session of each kind of SCRIPTS, and their ids."""

    path: Path
    ids: dict[str, str]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    folder = tmp_path_factory.mktemp("recorded")
    ids: dict[str, str] = {}
    with open_stage(folder) as stage:
        for name, script in SCRIPTS.items():
            query = QUERIES.get(name, "Is the memory of order-service too high?")
            run = stage.play({"planner": [DEMO_PLAN], **script}, query)
            ids[name] = run.session.id
    return Recorded(folder / "sessions.db", ids)


class Altered:
    """A copy of the recorded database that is altered by hand."""

    def __init__(self, recorded: Recorded, name: str, folder: Path) -> None:
        self.path = folder / "altered.db"
        self.id = recorded.ids[name]
        shutil.copy(recorded.path, self.path)

    def invocations(self) -> list[int]:
        """The ids of the session's invocations, oldest first."""
        rows = self.execute("SELECT id FROM tool_invocation WHERE session_id = ? ORDER BY id")
        return [row[0] for row in rows]

    def execute(self, statement: str, *values: Any) -> list[Any]:
        """Run one statement; the session's id is its last parameter."""
        with closing(sqlite3.connect(self.path)) as connection, connection:
            return connection.execute(statement, (*values, self.id)).fetchall()

    def set(self, column: str, value: Any) -> None:
        """Overwrite a column of the session."""
        self.execute(f"UPDATE diagnosis_session SET {column} = ? WHERE id = ?", value)

    def edit(self, column: str, change: Callable[[Any], Any]) -> None:
        """Change the JSON of a column of the session in place."""
        [[text]] = self.execute(f"SELECT {column} FROM diagnosis_session WHERE id = ?")
        value = json.loads(text)
        change(value)
        self.set(column, json.dumps(value))

    def set_call(self, number: int, column: str, value: Any) -> None:
        """Overwrite a column of the session's invocation with this number, from 0."""
        where = f"UPDATE tool_invocation SET {column} = ? WHERE id = ? AND session_id = ?"
        self.execute(where, value, self.invocations()[number])

    def edit_call(self, number: int, change: Callable[[Any], Any]) -> None:
        """Change what the invocation with this number retrieved."""
        chosen = "SELECT retrieval_details FROM tool_invocation WHERE id = ? AND session_id = ?"
        [[text]] = self.execute(chosen, self.invocations()[number])
        value = json.loads(text)
        change(value)
        self.set_call(number, "retrieval_details", json.dumps(value))

    def paths(self) -> list[str]:
        """Where the replay differs; of invocations the number instead of the id."""
        store = open_store(f"sqlite:///{self.path}")
        try:
            texts = tuple(REPLIES.values())
            differences = replay_session(store, self.id, reply_texts=texts)
        finally:
            store.close()
        return [difference.path for difference in differences]


def _into_small_talk(altered: Altered) -> None:
    """A diagnosis without its attempts and words, answered by the greeting."""

    def emptied(value: Any) -> None:
        value.update(attempts=[], selected_attempt=None, composer_input=None, composer_output=None)
        value.update(references=[])

    altered.edit("run_record", emptied)
    altered.set("answer", REPLIES["en"])
    altered.set("verdict", None)


def record(*keys: Any, to: Any) -> Callable[[Altered], None]:
    """Set a value deep in the run record."""
    return lambda altered: altered.edit("run_record", _setter(keys, to))


def audit(*keys: Any, to: Any) -> Callable[[Altered], None]:
    """Set a value deep in the audit."""
    return lambda altered: altered.edit(
        "self_evaluation", _setter(("verifier_evaluation", *keys), to)
    )


def call(number: int, *keys: Any, to: Any) -> Callable[[Altered], None]:
    """Set a value deep in what an invocation retrieved."""
    return lambda altered: altered.edit_call(number, _setter(keys, to))


def column(name: str, to: Any) -> Callable[[Altered], None]:
    """Set a column of the session."""
    return lambda altered: altered.set(name, to)


def call_column(name: str, to: Any) -> Callable[[Altered], None]:
    """Set a column of the session's first invocation."""
    return lambda altered: altered.set_call(0, name, to)


def _setter(keys: tuple[Any, ...], to: Any) -> Callable[[Any], None]:
    def change(value: Any) -> None:
        for key in keys[:-1]:
            value = value[key]
        assert value[keys[-1]] != to, "nothing would be altered"
        value[keys[-1]] = to

    return change


def drop_call(altered: Altered) -> None:
    altered.execute(
        "DELETE FROM tool_invocation WHERE id = ? AND session_id = ?", altered.invocations()[1]
    )


def add_call(altered: Altered) -> None:
    names = "session_id, run_id, attempt, tool_name, arguments, status, evidence_status"
    rest = "retrieval_details, error, started_at, duration_ms"
    altered.execute(
        f"INSERT INTO tool_invocation ({names}, {rest}) SELECT {names}, {rest} "
        "FROM tool_invocation WHERE id = ? AND session_id = ?",
        altered.invocations()[0],
    )


def reworded(altered: Altered) -> None:
    """The answer, and the words that it was rendered from: alike, but unfounded."""
    words = ("run_record", "composer_output", "user_facing_answer")
    altered.edit(words[0], lambda value: _replace(value["composer_output"], words[2]))
    [[answer]] = altered.execute("SELECT answer FROM diagnosis_session WHERE id = ?")
    altered.set("answer", answer.replace("current=91%", "current=97%", 1))


def _replace(value: Any, key: str) -> None:
    assert "current=91%" in value[key]
    value[key] = value[key].replace("current=91%", "current=97%")


ATTEMPT = ("attempts", 0)
CLAIM = (*ATTEMPT, "executor_output", "claims", 0)
GATE = "gatekeeper_result"

ALTERATIONS: tuple[tuple[str, str, Callable[[Altered], None], str], ...] = (
    # what was found
    ("a cited excerpt", "worded", call(0, "evidence_refs", 0, "text", to="x"), "tool_invocation["),
    ("its outcome", "worded", call(0, "evidence_refs", 0, "text", to="x"), "attempts[0].outcome"),
    ("an uncited excerpt", "worded", call(1, "evidence_refs", -1, "text", to="x"), "tool_invoc"),
    ("a path", "worded", call(0, "evidence_refs", 0, "raw_path", to="$.alerts[9]"), "attempts[0]."),
    ("details", "worded", call(0, "details", 0, "fields", "service", to="97%"), "tool_invocation["),
    ("a cut-off", "worded", call(1, "truncated", to="yes"), "tool_invocation["),
    ("the demo flag", "worded", call(0, "demo", to=False), "tool_invocation["),
    ("a failed source", "worded", call(0, "failed_sources", to=["prod"]), "answer"),
    ("the tool", "worded", call_column("tool_name", "query_logs"), "attempts[0].outcome"),
    ("arguments", "worded", call_column("arguments", '{"query": "x"}'), "tool_invocation["),
    ("a call's status", "worded", call_column("status", "error"), "attempts[0].outcome"),
    ("its evidence", "worded", call_column("evidence_status", "partial"), "tool_invocation["),
    ("its error", "worded", call_column("error", "down"), "tool_invocation["),
    ("its instant", "worded", call_column("started_at", "2026-01-01T00:00:00Z"), "tool_invocation"),
    ("its attempt", "worded", call_column("attempt", 2), "attempts[0].outcome"),
    ("a call left out", "worded", drop_call, "tool_invocation["),
    ("a call made up", "worded", add_call, "tool_invocation["),
    ("its digest", "worded", record("invocation_digests", to={}), "tool_invocation["),
    # what was asked and answered
    ("the question", "worded", column("original_query", "Is payment-service up?"), "composer_inp"),
    ("the language", "worded", column("language", "zh"), "answer"),
    ("the status", "worded", column("status", "failed"), "status"),
    ("the verdict", "worded", column("verdict", "LOW_CONFID"), "verdict"),
    ("no verdict", "worded", column("verdict", None), "verdict"),
    ("a better verdict", "rejected", column("verdict", "PASS"), "verdict"),
    ("the answer", "worded", column("answer", "All is well."), "answer"),
    ("a template's answer", "template", column("answer", "All is well."), "answer"),
    ("the thread", "worded", column("thread_id", "another"), "thread_id"),
    ("its beginning", "worded", column("created_at", "2026-01-01T00:00:00.000000Z"), "created_at"),
    ("its end", "worded", column("updated_at", "2026-01-01T00:00:00.000000Z"), "updated_at"),
    ("no instant", "rejected", column("created_at", "yesterday"), "created_at"),
    ("a diagnosis made a small talk", "worded", _into_small_talk, "tool_invocation"),
    ("a question made a small talk", "worded", _into_small_talk, "attempts"),
    ("a small talk's thread", "small talk", column("thread_id", "another"), "thread_id"),
    (
        "a small talk's question",
        "small talk",
        column("original_query", "another"),
        "original_query",
    ),
    ("its stamp", "worded", record("session", to=None), "run_record.session"),
    ("a small talk", "small talk", column("answer", "order-service is down."), "answer"),
    ("a small talk's verdict", "small talk", column("verdict", "PASS"), "verdict"),
    ("words and answer", "worded", reworded, "composer_output.user_facing_answer"),
    ("a reference", "worded", record("references", 0, "text", to="x"), "references"),
    ("a number", "worded", record("references", 0, "n", to=7), "references"),
    # what the models said
    ("a claim", "worded", record(*CLAIM, "claim_text", to="It is at 97%."), "attempts[0].outcome"),
    ("a binding", "worded", record(*CLAIM, "evidence_bindings", to=[]), "attempts[0].outcome"),
    ("no output", "worded", record(*ATTEMPT, "executor_output", to=None), "attempts[0].outcome"),
    (
        "a model's check",
        "rejected",
        record(*ATTEMPT, "verifier_reply", to=None),
        "attempts[0].verifier_result",
    ),
    (
        "a model's verdict",
        "worded",
        record(*ATTEMPT, "verifier_reply", "verdict", to="REJECT"),
        "attempts[0].verifier_result",
    ),
    (
        "a template's words",
        "template",
        record("composer_output", "user_facing_answer", to="All is well."),
        "composer_output",
    ),
    (
        "a template's id",
        "template",
        record("composer_output", "template_id", to="reject.en"),
        "composer_output.template_id",
    ),
    ("no words", "worded", record("composer_output", to=None), "answer"),
    # what code decided
    (
        "a severity",
        "worded",
        record(*ATTEMPT, "outcome", GATE, "severity", to="reject"),
        "attempts[0].outcome",
    ),
    (
        "verified evidence",
        "worded",
        record(*ATTEMPT, "outcome", "verified_evidence", 0, "matched_text", to="x"),
        "attempts[0].outcome",
    ),
    (
        "a claim check",
        "rejected",
        record(
            *ATTEMPT,
            "verifier_result",
            "claim_checks",
            0,
            "verification",
            to="direct_observation",
        ),
        "attempts[0].verifier_result",
    ),
    ("the choice", "rejected", record("selected_attempt", to=0), "selected_attempt"),
    ("an impossible choice", "worded", record("selected_attempt", to=7), "selected_attempt"),
    ("no choice", "worded", record("selected_attempt", to=None), "selected_attempt"),
    ("no attempts", "worded", record("attempts", to=[]), "selected_attempt"),
    (
        "an allowed claim",
        "worded",
        record("composer_input", "allowed_claims", 0, "claim_text", to="It is at 97%."),
        "composer_input",
    ),
    ("the material", "worded", record("composer_input", "missing_info", to=["x"]), "composer_inp"),
    ("its verdict", "rejected", record("composer_input", "verdict", to="PASS"), "composer_input"),
    ("no material", "worded", record("composer_input", to=None), "composer_input"),
    # the audit
    ("its severity", "worded", audit(GATE, "severity", to="reject"), f"verifier_evaluation.{GATE}"),
    (
        "its claim check",
        "worded",
        audit("claim_checks", 0, "verification", to="contradicted"),
        "verifier_evaluation.claim_checks",
    ),
    ("its score", "worded", audit("groundedness_score", to=0.5), "verifier_evaluation.grounded"),
    ("its verdict", "worded", audit("effective_verdict", to="REJECT"), "verifier_evaluation.eff"),
    ("what is withheld", "rejected", audit("withheld", to=[]), "verifier_evaluation.withheld"),
    ("an attempt", "rejected", audit("attempts", to=[]), "verifier_evaluation.attempts"),
    ("a key of no use", "worded", audit("composer_output", "detail", to="x"), "verif"),
    ("a small talk's audit", "small talk", audit("groundedness_score", to=1.0), "verifier_eval"),
    ("no audit of a small talk", "small talk", column("self_evaluation", None), "verifier_eval"),
    (
        "a key beside it",
        "worded",
        lambda altered: altered.edit("self_evaluation", lambda value: value.update(x=1)),
        "self_evaluation.x",
    ),
    ("no audit", "worded", column("self_evaluation", None), "verifier_evaluation."),
    ("no record", "worded", column("run_record", None), "run_record"),
    ("an unreadable record", "worded", column("run_record", '{"attempts": 7}'), "run_record"),
)
"""What is altered, in which session, how, and where the difference must show (its beginning)."""


@pytest.mark.parametrize("name", SCRIPTS)
def test_an_untouched_session_replays_without_difference(
    recorded: Recorded, tmp_path: Path, name: str
) -> None:
    assert Altered(recorded, name, tmp_path).paths() == []


@pytest.mark.parametrize(
    ("name", "session", "alter", "expected"), ALTERATIONS, ids=[row[0] for row in ALTERATIONS]
)
def test_an_alteration_by_hand_is_found(
    recorded: Recorded,
    tmp_path: Path,
    name: str,
    session: str,
    alter: Callable[[Altered], None],
    expected: str,
) -> None:
    altered = Altered(recorded, session, tmp_path)
    alter(altered)
    assert any(path.startswith(expected) for path in altered.paths()), altered.paths()


def test_the_command_exits_1_and_names_the_difference(
    recorded: Recorded,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    altered = Altered(recorded, "worded", tmp_path)
    monkeypatch.setenv("SUPERBIZ_DATABASE_URL", f"sqlite:///{altered.path}")
    assert main(["verify", altered.id]) == 0
    altered.set("answer", "All is well.")
    capsys.readouterr()
    assert main(["verify", altered.id]) == 1
    assert "answer" in capsys.readouterr().out


def test_a_row_of_no_known_form_is_one_clear_line(recorded: Recorded, tmp_path: Path) -> None:
    altered = Altered(recorded, "worded", tmp_path)
    altered.set("run_record", "[]")
    with pytest.raises(StoreError, match="run_record"):
        altered.paths()


JSON_COLUMNS = (
    ("diagnosis_session", "self_evaluation"),
    ("diagnosis_session", "run_record"),
    ("tool_invocation", "arguments"),
    ("tool_invocation", "retrieval_details"),
)


@pytest.mark.parametrize("text", ["{bad", "", "[" * 5000, "[1]", "7", '{"a": 1} {"a": 2}'])
@pytest.mark.parametrize(("table", "name"), JSON_COLUMNS, ids=[name for _, name in JSON_COLUMNS])
@pytest.mark.parametrize("command", ["verify", "show", "sessions"])
def test_a_json_column_that_cannot_be_read_is_one_line(
    recorded: Recorded,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    table: str,
    name: str,
    text: str,
) -> None:
    altered = Altered(recorded, "worded", tmp_path)
    key = "id" if table == "diagnosis_session" else "session_id"
    altered.execute(f"UPDATE {table} SET {name} = ? WHERE {key} = ?", text)
    monkeypatch.setenv("SUPERBIZ_DATABASE_URL", f"sqlite:///{altered.path}")
    if command == "sessions":
        assert main([command]) == (2 if table == "diagnosis_session" else 0)
    else:
        assert main([command, altered.id]) == 2
    said = capsys.readouterr().err
    assert "internal error" not in said
    assert said.count("\n") == (0 if command == "sessions" and table == "tool_invocation" else 1)
    assert f"is unreadable at {name}" in said or not said


@pytest.mark.parametrize(
    "audit_part",
    [5, [], {"gatekeeper_result": 3}, {"claim_checks": [{}]}, {"gatekeeper_result": {}}],
)
@pytest.mark.parametrize(("command", "code"), [("verify", 1), ("show", 0)])
def test_an_audit_of_another_shape_is_told_and_breaks_nothing(
    recorded: Recorded,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    audit_part: Any,
    command: str,
    code: int,
) -> None:
    altered = Altered(recorded, "worded", tmp_path)
    altered.edit("self_evaluation", lambda value: value.update(verifier_evaluation=audit_part))
    monkeypatch.setenv("SUPERBIZ_DATABASE_URL", f"sqlite:///{altered.path}")
    assert main([command, altered.id]) == code
    assert capsys.readouterr().err == ""


def test_another_session_is_not_blamed(recorded: Recorded, tmp_path: Path) -> None:
    altered = Altered(recorded, "worded", tmp_path)
    altered.set("answer", "All is well.")
    altered.id = recorded.ids["template"]
    assert altered.paths() == []
