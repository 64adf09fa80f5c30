"""Starting a server's program, waiting until it answers, and ending it."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx

from superbiz_agent.errors import ConfigurationError, SourceError

PATIENCE: Final = 60.0
_PLACES: Final = "/usr/bin:/usr/sbin:/usr/local/bin:/lib/systemd:/usr/lib/systemd"


def program(name: str) -> str:
    """Return the path of a server's program. Raises ``ConfigurationError`` where it is missing."""
    found = shutil.which(name, path=os.environ.get("PATH", "") + os.pathsep + _PLACES)
    if found is None:
        raise ConfigurationError(
            f"{name} is not installed: run .ci/servers as root, or install it yourself"
        )
    return found


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def answers(url: str) -> Callable[[], bool]:
    """Return a check that ``url`` answers with success."""

    def check() -> bool:
        try:
            return httpx.get(url, timeout=2, trust_env=False).is_success
        except httpx.HTTPError:
            return False

    return check


def wait_for(check: Callable[[], bool], what: str, *, patience: float = PATIENCE) -> None:
    """Wait until ``check`` holds. Raises ``SourceError`` with ``what`` if it never does."""
    end = time.monotonic() + patience
    while not check():
        if time.monotonic() > end:
            raise SourceError(f"{what} within {patience:g} s", source=what)
        time.sleep(0.05)


@contextmanager
def started(
    command: Sequence[str], ready: Callable[[], bool], folder: Path
) -> Generator["subprocess.Popen[bytes]"]:
    """Run a server until the block ends; what it prints lies in ``folder``/NAME.log.

    Raises ``SourceError`` if it ends at once or never gets ready.
    """
    name = Path(command[0]).name
    log = folder / f"{name}.log"
    with log.open("ab") as output:
        process = subprocess.Popen(  # noqa: S603  (a program's path, with our own options)
            command, cwd=folder, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL
        )
        try:
            wait_for(lambda: process.poll() is not None or ready(), f"{name} is not ready")
            if process.poll() is not None:
                said = log.read_text(errors="replace")[-2000:]
                raise SourceError(f"{name} ended at once: {said}", source=name)
            yield process
        finally:
            _end(process)


def run(command: Sequence[str | Path]) -> None:
    """Run a program to its end. Raises ``SourceError`` with what it said if it fails."""
    done = subprocess.run(  # noqa: S603  (a program's path, with our own options)
        command, capture_output=True, text=True, check=False, timeout=10 * PATIENCE
    )
    if done.returncode:
        name = Path(command[0]).name
        raise SourceError(f"{name} says: {done.stderr[-2000:]}", source=name)


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
