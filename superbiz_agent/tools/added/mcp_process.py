"""An MCP server that is started, and spoken with over its standard streams, all bounded.

The library's own client of a process reads lines of any length and lets the server write on our
terminal; so the process is read here.
"""

import contextlib
import sys
from collections.abc import AsyncGenerator
from typing import Any

import anyio
from anyio.abc import ByteReceiveStream, Process
from anyio.streams.memory import MemoryObjectReceiveStream
from mcp.client.stdio import get_default_environment
from mcp.os.posix.utilities import terminate_posix_process_tree
from mcp.shared.message import SessionMessage
from mcp.types import JSONRPCMessage

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.added.mcp_heard import Deliver, Heard, Read, Write, is_answer

GRACE = 1.0
"""Seconds that a process may take to end after its input was closed."""

MAX_STRAY_LINES = 100
"""Lines of a process that are no messages, such as a log on the wrong stream."""


@contextlib.asynccontextmanager
async def started(
    command: list[str], env: dict[str, str], cwd: str | None, heard: Heard
) -> AsyncGenerator[tuple[Read, Write]]:
    """Start a server and speak with it over its standard streams; it ends with the context, by
    force where it does not go. Raises ``OSError`` if it cannot be started."""
    process = await anyio.open_process(
        command, env=get_default_environment() | env, cwd=cwd, start_new_session=True
    )
    deliver, read = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    write, outgoing = anyio.create_memory_object_stream[SessionMessage](0)
    async with anyio.create_task_group() as group:
        group.start_soon(_read_answers, process, deliver, heard)
        group.start_soon(_write_requests, process, outgoing)
        group.start_soon(_read_stderr, process.stderr, heard)
        try:
            yield read, write
        finally:
            with anyio.CancelScope(shield=True):
                await _end(process)
            for stream in (deliver, read, write, outgoing):
                stream.close()
            group.cancel_scope.cancel()


async def _read_answers(
    process: Process,
    deliver: Deliver,
    heard: Heard,
) -> None:
    buffer = bytearray()
    stdout: Any = process.stdout
    async with deliver:
        async for chunk in stdout:
            heard.count(len(chunk))
            buffer += chunk
            *lines, rest = buffer.split(b"\n") if b"\n" in chunk else [buffer]
            buffer = bytearray(rest)
            for line in lines:
                await _deliver(bytes(line), deliver, heard)
            if len(buffer) > heard.max_bytes:
                raise heard.flood(heard.max_bytes)
        await _tell_end(process, heard)


async def _deliver(line: bytes, deliver: Deliver, heard: Heard) -> None:
    if not line.strip():
        return
    if len(line) > heard.max_bytes:
        raise heard.flood(heard.max_bytes)
    try:
        message = JSONRPCMessage.model_validate_json(line)
    except ValueError:
        heard.stray += 1
        if heard.stray > MAX_STRAY_LINES:
            raise SourceError(
                "writes what is no message of the protocol", source=heard.source
            ) from None
        return
    if is_answer(message):
        with contextlib.suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
            await deliver.send(SessionMessage(message))


async def _tell_end(process: Process, heard: Heard) -> None:
    """Note why the answers ended, and end the session: nobody will answer any more."""
    with anyio.move_on_after(GRACE):
        await process.wait()
    code = process.returncode
    told = "closed its output" if code is None else f"ended with exit code {code}"
    raise SourceError(told, source=heard.source)


async def _write_requests(
    process: Process, outgoing: MemoryObjectReceiveStream[SessionMessage]
) -> None:
    stdin: Any = process.stdin
    async with outgoing:
        async for message in outgoing:
            text = message.message.model_dump_json(by_alias=True, exclude_none=True)
            with contextlib.suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
                await stdin.send(text.encode() + b"\n")


async def _read_stderr(stream: ByteReceiveStream | None, heard: Heard) -> None:
    """Keep the end of what the server complains of; it is never shown unredacted."""
    if stream is not None:
        async for chunk in stream:
            heard.complain(chunk)


async def _end(process: Process) -> None:
    """Close the input, as the protocol asks for; then make the process and its children go."""
    with contextlib.suppress(Exception):
        if process.stdin is not None:
            await process.stdin.aclose()
    with anyio.move_on_after(GRACE):
        await process.wait()
    if process.returncode is None:
        with contextlib.suppress(OSError):
            await _terminate(process)
    with contextlib.suppress(Exception):
        await process.aclose()


async def _terminate(process: Process) -> None:
    if sys.platform == "win32":
        process.kill()
    else:
        await terminate_posix_process_tree(process, GRACE)
