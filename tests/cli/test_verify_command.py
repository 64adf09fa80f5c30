"""``superbiz verify``: what it prints of a replay, and how it exits."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from superbiz_agent.audit import replay
from superbiz_agent.audit.differences import Difference
from superbiz_agent.cli import main
from superbiz_agent.store import SqlEvidenceStore

NOW = datetime(2026, 7, 7, 10, 0, tzinfo=UTC)
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqlEvidenceStore]:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    monkeypatch.setenv("SUPERBIZ_DATABASE_URL", url)
    with SqlEvidenceStore(url) as opened:
        opened.create_session(
            session_id="s-1", thread_id="t", original_query="q", language="en", at=NOW
        )
        yield opened


@pytest.mark.parametrize(
    ("differences", "code", "expected"),
    [
        ([], 0, ["session s-1: everything replays as it was stored"]),
        (
            [Difference("verdict", "PASS", "LOW_CONFID"), Difference("answer", "a\x1b", "b")],
            1,
            [
                "session s-1: differs in 2 places",
                "verdict: stored PASS, replayed LOW_CONFID",
                "answer: stored a, replayed b",
            ],
        ),
    ],
)
def test_verify_lists_what_differs(
    store: SqlEvidenceStore,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
    differences: list[Difference],
    code: int,
    expected: list[str],
) -> None:
    monkeypatch.setattr(replay, "replay_session", lambda *_, **__: differences)
    assert main(["verify", "s-"]) == code
    assert capsys.readouterr().out.splitlines() == expected


def test_a_session_without_an_answer_has_none_to_replay(
    store: SqlEvidenceStore, capsys: Captured
) -> None:
    assert main(["verify", "s-1"]) == 1
    assert "running; it holds no answer to replay" in capsys.readouterr().out


def test_an_unknown_session_is_one_line(store: SqlEvidenceStore, capsys: Captured) -> None:
    assert main(["verify", "nobody"]) == 2
    assert capsys.readouterr().err.startswith("superbiz: no session 'nobody'")


@pytest.mark.parametrize("question", ["What is wrong with checkout?", "order-service 怎么了？"])
def test_a_session_that_was_just_asked_replays(
    store: SqlEvidenceStore, capsys: Captured, question: str
) -> None:
    assert main(["ask", question]) == 0
    capsys.readouterr()
    (session,) = (each for each in store.sessions(10) if each.status == "completed")
    assert main(["verify", session.id]) == 0
    assert capsys.readouterr().out.strip().endswith("everything replays as it was stored")
