"""Reading hostile formats in a process of its own, which may take so much time and memory.

One process reads one document after the other. It says when it is ready, gets ``<format> <length>``
and the bytes, and answers with one line of JSON: a page, or why there is none
(``converter_process.py``).
"""

import subprocess
import sys
import threading
from types import TracebackType
from typing import Final

from pydantic import BaseModel, ValidationError

from superbiz_agent.tools.knowledge.page import Page

SECONDS: Final = 10.0
"""Time that one document may take."""

MAX_REPLY: Final = 64 * 1024 * 1024

READY: Final = b"ready\n"

_PROCESS: Final = "superbiz_agent.tools.knowledge.converter_process"


class Reply(BaseModel):
    """What the process answers: a page, or a reason in words for the operator."""

    page: Page | None = None
    reason: str = ""


class Converter:
    """Starts its process when the first document needs it, and again after one that broke it.

    A context manager; safe to leave without it ever having started. One thread at a time.
    """

    def __init__(self, *, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Converter":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()

    def convert(self, kind: str, content: bytes) -> tuple[Page | None, str]:
        """Return the page that ``content`` holds, or null and why there is none."""
        try:
            process = self._running()
        except OSError as error:
            return None, f"cannot be converted: no process can be started ({error.strerror})"
        too_slow = threading.Event()

        def stop() -> None:
            too_slow.set()
            process.kill()

        timer = threading.Timer(self._seconds, stop)
        timer.start()
        try:
            line = _asked(process, kind, content)
        finally:
            timer.cancel()
        reply = _reply(line)
        if reply is None:
            self._stop()
            if too_slow.is_set():
                return None, f"takes more than {self._seconds:g} s to convert"
            return None, "cannot be converted: it is broken, or takes too much memory"
        return reply.page, reply.reason

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is None:
            self._process = subprocess.Popen(  # noqa: S603  (our own module)
                [sys.executable, "-P", "-m", _PROCESS],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            if self._process.stdout is not None:
                self._process.stdout.readline()  # loading its libraries is no document's time
        return self._process

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:  # what could not be written any more
                    continue
        process.wait()


def _asked(process: "subprocess.Popen[bytes]", kind: str, content: bytes) -> bytes:
    """Return the process's answer, empty if it ended before it gave one."""
    assert process.stdin is not None  # noqa: S101  (both are pipes)
    assert process.stdout is not None  # noqa: S101
    try:
        process.stdin.write(f"{kind} {len(content)}\n".encode() + content)
        process.stdin.flush()
        return process.stdout.readline(MAX_REPLY)
    except (OSError, ValueError):
        return b""


def _reply(line: bytes) -> Reply | None:
    try:
        return Reply.model_validate_json(line)
    except ValidationError:
        return None
