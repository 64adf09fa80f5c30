"""Several processes on one database, and processes that die."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from superbiz_agent.store import open_store

WORKER = Path(__file__).with_name("store_worker.py")
SESSIONS = 25


def start(command: str, path: Path, name: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "error", str(WORKER), command, f"sqlite:///{path}", name],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )


def kill_once_recorded(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == "recorded\n"
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)


def test_processes_that_start_at_once_migrate_once_and_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    workers = [start("write", path, name) for name in ("a", "b", "c")]
    for worker in workers:
        _, complaints = worker.communicate(timeout=120)
        assert (worker.returncode, complaints) == (0, "")
    with open_store(f"sqlite:///{path}") as store:
        rows = store.sessions(1000)
        assert len(rows) == 3 * SESSIONS
        assert {row.status for row in rows} == {"completed"}
        for row in rows:
            (invocation,) = store.invocations(row.id)
            assert invocation.retrieval_details.evidence_refs[0].text == f"line of {row.id}"


def test_a_killed_process_leaves_a_running_session_with_its_evidence(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    kill_once_recorded(start("hang", path, "victim"))
    with open_store(f"sqlite:///{path}") as store:
        row = store.session("victim")
        assert (row.status, row.verdict, row.answer, row.run_record) == ("running", *[None] * 3)
        assert len(store.invocations("victim")) == 1


@pytest.mark.parametrize("round_number", range(3))
def test_a_kill_at_any_moment_leaves_no_half_completed_session(
    tmp_path: Path, round_number: int
) -> None:
    path = tmp_path / "a.db"
    kill_once_recorded(start("loop", path, f"k{round_number}"))
    with open_store(f"sqlite:///{path}") as store:
        rows = store.sessions(100_000)
        assert len(rows) >= 3
        for row in rows:
            complete = row.status == "completed"
            assert (row.answer is not None) is complete
            assert (row.run_record is not None) is complete
            assert row.status in ("running", "completed")
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_forked_child_opens_connections_of_its_own(tmp_path: Path) -> None:
    code = (
        "import os, sys; sys.path.insert(0, sys.argv[2])\n"
        "from store_worker import ask\n"
        "from superbiz_agent.store import open_store\n"
        "store = open_store(sys.argv[1]); ask(store, 'parent-1')\n"
        "child = os.fork()\n"
        "ask(store, 'child' if child == 0 else 'parent-2')\n"
        "if child == 0: os._exit(0)\n"
        "assert os.waitpid(child, 0)[1] == 0\n"
        "print(sorted(row.id for row in store.sessions(9))); store.close()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, f"sqlite:///{tmp_path / 'a.db'}", str(WORKER.parent)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert done.stdout == "['child', 'parent-1', 'parent-2']\n", done.stderr
