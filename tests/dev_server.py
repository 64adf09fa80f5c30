"""``langgraph dev`` on a free loopback port, without a key."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.real_servers import free_port

ROOT = Path(__file__).parents[1]
START_WITHIN = 120.0  # seconds; a bound for a broken start, not a measurement

ONLY_LOOPBACK = """
import socket

real = socket.socket.connect, socket.getaddrinfo


def is_here(host):
    return not isinstance(host, str) or host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "")


def check(host):
    if not is_here(host):
        with open({log!r}, "a") as file:
            print(host, file=file)
        raise OSError("no network in this test")


def connect(self, address):
    check(address[0] if isinstance(address, tuple) else None)
    return real[0](self, address)


def getaddrinfo(host, *arguments, **options):
    check(host)
    return real[1](host, *arguments, **options)


socket.socket.connect, socket.getaddrinfo = connect, getaddrinfo
"""
"""A ``sitecustomize`` that refuses, and notes, whatever leaves this machine."""


@pytest.fixture(scope="session")
def dev_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """The dev server with the demo incident, cut off from every network."""
    folder = tmp_path_factory.mktemp("dev")
    reached = folder / "reached"
    guard = ONLY_LOOPBACK.format(log=str(reached))
    (folder / "sitecustomize.py").write_text(guard, encoding="utf-8")
    with started_dev_server(folder, SUPERBIZ_DEMO="true") as client:
        yield client
        assert not reached.exists(), reached.read_text()


@contextmanager
def started_dev_server(folder: Path, **environment: str) -> Iterator[httpx.Client]:
    """The dev server on a free loopback port with these settings, ended by its process id.

    What it imports first, stores and prints lies in ``folder``.
    """
    port = free_port()
    command = [str(Path(sys.executable).parent / "langgraph"), "dev", "--no-browser", "--no-reload"]
    command += ["--host", "127.0.0.1", "--port", str(port)]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={
                **{name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ},
                "HOME": str(folder),
                "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]),
                "SUPERBIZ_DATABASE_URL": f"sqlite:///{folder / 'sessions.db'}",
                "LANGSMITH_TRACING": "false",
                "LANGGRAPH_NO_VERSION_CHECK": "true",
                "LANGGRAPH_CLI_NO_ANALYTICS": "1",
                **environment,
            },
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False)
    try:
        with client:
            wait_for(client, process, folder / "log")
            yield client
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


def wait_for(client: httpx.Client, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_WITHIN
    while time.monotonic() < deadline:
        assert process.poll() is None, log.read_text()[-3000:]
        try:
            if client.get("/ok").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.3)
    raise AssertionError(f"no server within {START_WITHIN} s: {log.read_text()[-3000:]}")
