"""What every test gets: no network, no settings of the machine, the public data if it is there."""

import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
import pytest_socket

from tests.dev_server import dev_server
from tests.langsmith_server import langsmith_server
from tests.loopback import endpoint
from tests.servers.alerting import alerting
from tests.servers.measuring import measuring

__all__ = ["alerting", "dev_server", "endpoint", "langsmith_server", "measuring"]

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("SUPERBIZ_TEST_DATA", ROOT.parent / "shared" / "data"))
"""Public data beside the checkout; read in place, never copied."""

PROFILE = os.environ.get("SUPERBIZ_TEST_PROFILE", "same")
hypothesis.settings.register_profile("same", deadline=None, derandomize=True)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=1000)
hypothesis.settings.load_profile(PROFILE)
"""``same`` tries the same examples in every run, so that a red run is the change's doing."""

FOREIGN_PREFIXES = ("SUPERBIZ_", "OPENAI_", "AZURE_OPENAI_", "LANGSMITH_", "LANGCHAIN_")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Close all sockets, but for tests that start a server of their own on loopback."""
    if item.get_closest_marker("server"):
        pytest_socket.enable_socket()
        pytest_socket.socket_allow_hosts(["127.0.0.1", "::1", "localhost"], allow_unix_socket=True)
    else:
        pytest_socket.disable_socket(allow_unix_socket=True)


@pytest.fixture(autouse=True)
def own_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A working folder, home and environment that hold no settings but the test's own."""
    for name in list(os.environ):
        if name.startswith(FOREIGN_PREFIXES):
            monkeypatch.delenv(name)
    monkeypatch.setenv("LANGSMITH_TRACING", "false")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return


@pytest.fixture(scope="session")
def public_data() -> Path:
    """The folder of public data; a test that needs it says so where it is missing."""
    if not DATA.is_dir():
        pytest.skip(f"public data is missing at {DATA}: set SUPERBIZ_TEST_DATA to its folder")
    return DATA
