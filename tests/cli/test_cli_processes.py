"""The command as a process: how fast it answers, Ctrl-C, pipes."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from superbiz_agent.store import open_store

PROCESS = Path(__file__).with_name("cli_process.py")
ROOT = Path(__file__).parents[2]


def command(*arguments: str, graph: str = "real") -> list[str]:
    return [sys.executable, "-W", "error", str(PROCESS), graph, *arguments]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def run(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=environment(**more),
    )


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'a.db'}"


@pytest.mark.parametrize("name", ["", "ask", "sessions", "show", "verify", "doctor", "config"])
def test_help_loads_no_agent_model_or_database_library(name: str) -> None:
    code = (
        "import json, sys\n"
        "from superbiz_agent.cli import main\n"
        "code = main(sys.argv[1:])\n"
        "heavy = 'langchain', 'langchain_core', 'langgraph', 'sqlalchemy', 'alembic', 'openai', "
        "'rich', 'jsonschema', 'bm25s', 'numpy', 'httpx'\n"
        "print(json.dumps([code, [name for name in heavy if name in sys.modules]]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *filter(None, [name]), "--help"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=environment(),
    )
    assert json.loads(done.stdout.splitlines()[-1]) == [0, []], done.stderr
    assert f"Usage: superbiz {name}".strip() in done.stdout


def test_importing_the_store_loads_no_database_library() -> None:
    code = "import sys, superbiz_agent.store; print('sqlalchemy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment()
    )
    assert done.stdout == "False\n"


def interrupted(graph: str, ready: str, database: str) -> subprocess.CompletedProcess[str]:
    process = subprocess.Popen(
        command("ask", "why?", graph=graph),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(SUPERBIZ_DATABASE_URL=database),
    )
    assert process.stderr is not None
    assert ready in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return subprocess.CompletedProcess([], process.returncode, out, err)


def test_ctrl_c_cancels_the_session_and_says_how_to_see_it(database: str) -> None:
    done = interrupted("hanging", "session s-hanging", database)
    assert done.returncode == 130
    assert done.stdout == ""
    assert done.stderr == (
        "superbiz: interrupted: session s-hanging is cancelled with the evidence recorded so far; "
        "'superbiz show s-hanging' prints it\n"
    )
    with open_store(database) as store:
        assert store.session("s-hanging").status == "cancelled"


def test_ctrl_c_before_a_session_keeps_nothing(database: str) -> None:
    done = interrupted("early", "waiting", database)
    assert done.returncode == 130
    assert done.stderr == ("superbiz: interrupted before a session was opened: nothing was kept\n")


def test_a_reader_that_goes_away_is_no_error() -> None:
    process = subprocess.Popen(
        command("config"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(timeout=60) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command("config"),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
            env=environment(),
        )
    assert done.returncode == 1
    assert done.stderr == "superbiz: the output cannot be written: No space left on device\n"


def test_an_encoding_that_lacks_a_character_stops_nothing(database: str) -> None:
    from datetime import UTC, datetime

    with open_store(database) as store:
        now = datetime(2026, 7, 7, tzinfo=UTC)
        store.create_session(
            session_id="s1", thread_id="t", original_query="连接池 😀", language="zh", at=now
        )
    for encoding in ("ascii", "latin-1", "utf-8"):
        settings = {"SUPERBIZ_DATABASE_URL": database, "PYTHONIOENCODING": encoding}
        assert run("sessions", **settings).returncode == 0
        shown = run("show", "s1", "--json", **settings)
        assert json.loads(shown.stdout)["session"]["original_query"] == "连接池 😀"
