"""Starting the real servers that evidence comes from, on free loopback ports.

The programs are Debian's (``.ci/servers`` installs them). A test that lacks one is skipped and says
so; where ``SUPERBIZ_TEST_SERVERS=required`` is set, as in CI, it fails.
"""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

_PLACES = "/usr/bin:/usr/sbin:/usr/local/bin:/lib/systemd:/usr/lib/systemd"
_PATIENCE = 60.0
REQUIRED = os.environ.get("SUPERBIZ_TEST_SERVERS") == "required"


def program(name: str) -> str:
    """Return the path of a server's program, or skip the test loudly."""
    found = shutil.which(name, path=os.environ.get("PATH", "") + os.pathsep + _PLACES)
    if found is None:
        reason = f"{name} is not installed: run .ci/servers as root, or install it yourself"
        (pytest.fail if REQUIRED else pytest.skip)(reason)
    return found


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def answers(url: str) -> Callable[[], bool]:
    """Return a check that ``url`` answers with success."""

    def check() -> bool:
        try:
            return httpx.get(url, timeout=2, trust_env=False).is_success
        except httpx.HTTPError:
            return False

    return check


def wait_for(check: Callable[[], bool], what: str, *, patience: float = _PATIENCE) -> None:
    """Wait until ``check`` holds; fail the test with ``what`` if it never does."""
    end = time.monotonic() + patience
    while not check():
        if time.monotonic() > end:
            pytest.fail(f"{what} within {patience:g} s")
        time.sleep(0.05)


@contextmanager
def started(
    command: Sequence[str], ready: Callable[[], bool], folder: Path
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server until the block ends; what it prints lies in ``folder``/NAME.log."""
    log = folder / f"{Path(command[0]).name}.log"
    with log.open("ab") as output:
        process = subprocess.Popen(
            command, cwd=folder, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL
        )
        try:
            wait_for(lambda: process.poll() is not None or ready(), f"{command[0]} is not ready")
            if process.poll() is not None:
                pytest.fail(
                    f"{command[0]} ended at once: {log.read_text(errors='replace')[-2000:]}"
                )
            yield process
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
