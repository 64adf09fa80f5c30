"""Starting the model's server as a process of its own, and ending it."""

import contextlib
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.evals.live.packages import model_file

SERVING: Final = Path(__file__).with_name("serving.py")
START_SECONDS: Final = 60.0
END_SECONDS: Final = 10.0


@dataclass(frozen=True)
class Endpoint:
    """Where a model answers: ``url`` ends in ``/v1``."""

    url: str
    model: str
    process_id: int


@contextlib.contextmanager
def serve(
    packages: Path, *, context: int, reply_tokens: int, log: Path | None = None
) -> Generator[Endpoint]:
    """Serve the model of ``packages`` while the block runs; what the server says goes to ``log``.
    ``context`` bounds the tokens of a request and its reply, ``reply_tokens`` those of a reply.

    Raises ConfigurationError if the server does not start.
    """
    model = model_file(packages)
    command = [sys.executable, str(SERVING), str(model)]
    command += ["--context", str(context), "--reply-tokens", str(reply_tokens)]
    with contextlib.ExitStack() as stack:
        errors = stack.enter_context(log.open("ab")) if log else subprocess.DEVNULL
        process = subprocess.Popen(  # noqa: S603 - our own file, with numbers and a path
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env={**os.environ, "PYTHONPATH": str(packages)},
        )
        try:
            address = _first_line(process.stdout)
            if not address.startswith("http://127.0.0.1:"):
                raise ConfigurationError(
                    f"the model's server did not start from {packages}: remove that folder and "
                    "run make live again" + (f"; {log} says why" if log else "")
                )
            yield Endpoint(f"{address}/v1", model.stem, process.pid)
        finally:
            _end(process)


def _first_line(stream: IO[bytes] | None) -> str:
    """The process's first line; empty if it says none in time."""
    lines: queue.Queue[bytes] = queue.Queue()
    if stream is not None:
        threading.Thread(target=lambda: lines.put(stream.readline()), daemon=True).start()
    with contextlib.suppress(queue.Empty):
        return lines.get(timeout=START_SECONDS).decode("utf-8", "replace").strip()
    return ""


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End the process by its id."""
    process.terminate()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()
