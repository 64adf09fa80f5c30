"""Whatever is printed, stored, kept or traced: no key of a model is in it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.cli import main
from superbiz_agent.contracts.base import ROLES
from tests.graph.endpoint_script import FAITHFUL, play
from tests.loopback import KEY, Endpoint

pytestmark = pytest.mark.server

KEYS = ("OPENAI_API_KEY", "AZURE_OPENAI_API_KEY", *(f"SUPERBIZ_API_KEY_{r.upper()}" for r in ROLES))
Run = Callable[..., str]


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint
) -> Run:
    """Run a command with a key in every setting that takes one; return all that it printed."""
    for variable in KEYS:
        monkeypatch.setenv(variable, f"{KEY}-{variable.lower()}")
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url.replace("http://", f"http://user:{KEY}@"))
    monkeypatch.setenv("SUPERBIZ_MODEL", "m")
    monkeypatch.setenv("SUPERBIZ_MODEL_RETRIES", "0")
    monkeypatch.setenv("SUPERBIZ_DATABASE_URL", "sqlite:///s.db")

    def command(*arguments: str) -> str:
        main(list(arguments))
        return "".join(capsys.readouterr())

    return command


def test_no_command_prints_or_leaves_a_key(run: Run, endpoint: Endpoint, tmp_path: Path) -> None:
    play(endpoint, FAITHFUL)
    printed = [
        run("config"),
        run("config", "--json"),
        run("ask", "Is the memory of order-service too high?"),
        run("ask", "--json", "Is the memory of order-service too high?"),
        run("sessions"),
    ]
    session = printed[-1].split()[0]
    printed += [run("show", session), run("show", session, "--json"), run("verify", session)]
    assert all(printed)
    assert KEY not in "".join(printed)
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert kept
    assert [path for path in kept if KEY.encode() in path.read_bytes()] == []
    assert all(request["key"] for request in endpoint.requests)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 500, 0])
def test_no_failure_prints_or_leaves_a_key(
    run: Run, endpoint: Endpoint, tmp_path: Path, status: int
) -> None:
    body: Any = {"error": {"message": f"no such key: {KEY}", "code": KEY}} if status else 0
    endpoint.replies = [(status, body)] * 20
    printed = [run("doctor"), run("ask", "Is the memory of order-service too high?")]
    assert all(printed)
    assert KEY not in "".join(printed)
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path for path in kept if KEY.encode() in path.read_bytes()] == []
