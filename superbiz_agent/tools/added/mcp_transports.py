"""The two ways to an MCP server, both bounded: a process that is started, a URL that is called.

The library's own client of a process reads lines of any length and lets the server write on our
terminal; so the process is read here. Whatever the transport, only answers reach the session: what
else a server sends is of no use for reading, and the library would print some of it.
"""

import asyncio
import contextlib
import ssl
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import anyio
import httpx
from anyio.abc import ByteReceiveStream, Process
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.client.stdio import get_default_environment
from mcp.client.streamable_http import streamable_http_client
from mcp.os.posix.utilities import terminate_posix_process_tree
from mcp.shared.message import SessionMessage
from mcp.types import JSONRPCError, JSONRPCMessage, JSONRPCRequest, JSONRPCResponse

from superbiz_agent.errors import SourceError

GRACE = 1.0
"""Seconds that a process may take to end after its input was closed."""

MAX_STRAY_LINES = 100
"""Lines of a process that are no messages, such as a log on the wrong stream."""

STDERR_KEPT = 2048

Read: TypeAlias = MemoryObjectReceiveStream[SessionMessage | Exception]
Write: TypeAlias = MemoryObjectSendStream[SessionMessage]


@dataclass
class Heard:
    """What is known of a server besides its answers. ``unasked`` are bytes since the last call."""

    source: str
    max_bytes: int
    unasked: int = 0
    stray: int = 0
    stderr: bytearray = field(default_factory=bytearray)
    fault: SourceError | None = None
    is_broken: asyncio.Event = field(default_factory=asyncio.Event)

    def break_off(self, error: Exception) -> None:
        """Note that an answer will not come to its end: the library waits for it all the same."""
        is_ours = isinstance(error, SourceError)
        told = f"broke its answer off ({type(error).__name__})"
        self.fault = error if is_ours else SourceError(told, source=self.source)
        self.is_broken.set()

    def count(self, size: int) -> None:
        """Note bytes that came; more than four answers' worth for one call are a flood."""
        self.unasked += size
        if self.unasked > 4 * self.max_bytes:
            raise self.flood(4 * self.max_bytes)

    def flood(self, bound: int) -> SourceError:
        """What is raised where the server sends more than ``bound`` bytes."""
        return SourceError(
            f"sent more than {bound} bytes (its max_bytes); ask for less, or raise it",
            source=self.source,
        )


@dataclass(frozen=True)
class HttpCalls:
    """Where a server is called, and what signs each request."""

    url: str
    headers: dict[str, str]
    auth: httpx.Auth | None
    tls: ssl.SSLContext
    proxy: str | None
    timeout: float


def is_answer(message: JSONRPCMessage) -> bool:
    """Whether a message is for the session: an answer to a number, or a sign of life asked for."""
    root = message.root
    if isinstance(root, JSONRPCResponse | JSONRPCError):
        return isinstance(root.id, int)
    return isinstance(root, JSONRPCRequest) and root.method == "ping"


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
    deliver: MemoryObjectSendStream[SessionMessage | Exception],
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


async def _deliver(
    line: bytes, deliver: MemoryObjectSendStream[SessionMessage | Exception], heard: Heard
) -> None:
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
            heard.stderr = (heard.stderr + chunk)[-STDERR_KEPT:]


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


@contextlib.asynccontextmanager
async def called(calls: HttpCalls, heard: Heard) -> AsyncGenerator[tuple[Read, Write]]:
    """Speak with a server by streamable HTTP."""
    client = _client(calls, heard)
    deliver, read = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    async with (
        client,
        streamable_http_client(calls.url, http_client=client) as (incoming, write, _),
        anyio.create_task_group() as group,
    ):
        group.start_soon(_relay, incoming, deliver)
        group.start_soon(_watch, heard)
        try:
            yield read, write
        finally:
            group.cancel_scope.cancel()
            for stream in (deliver, read):
                stream.close()


async def _watch(heard: Heard) -> None:
    await heard.is_broken.wait()
    raise heard.fault or SourceError("broke its answer off", source=heard.source)


async def _relay(
    incoming: Read, deliver: MemoryObjectSendStream[SessionMessage | Exception]
) -> None:
    """Pass answers on; a message that cannot be read ends the connection."""
    async with incoming, deliver:
        async for message in incoming:
            if isinstance(message, Exception):
                raise message
            if is_answer(message.message):
                await deliver.send(message)


def _client(calls: HttpCalls, heard: Heard) -> httpx.AsyncClient:
    """A client whose every answer is bounded as it comes in."""

    async def bound(response: httpx.Response) -> None:
        if response.headers.get("content-encoding", "identity") != "identity":
            raise SourceError(
                "packs its answers though it was asked not to, so that they have no bound",
                source=heard.source,
            )
        stream: Any = response.stream
        is_answer = response.request.method == "POST"
        response.stream = _BoundedStream(stream, heard, is_answer=is_answer)

    return httpx.AsyncClient(
        headers={**calls.headers, "accept-encoding": "identity"},
        auth=calls.auth,
        verify=calls.tls,
        proxy=calls.proxy,
        trust_env=False,
        # How long an answer may take is the call's own timeout; a stream may be silent for long.
        timeout=httpx.Timeout(calls.timeout, read=None),
        event_hooks={"response": [bound]},
    )


class _BoundedStream(httpx.AsyncByteStream):
    """The body of one answer, up to its bound."""

    def __init__(self, stream: httpx.AsyncByteStream, heard: Heard, *, is_answer: bool) -> None:
        self._stream, self._heard, self._is_answer = stream, heard, is_answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        try:
            async for chunk in self._stream:
                size += len(chunk)
                if size > self._heard.max_bytes:
                    raise self._heard.flood(self._heard.max_bytes)
                yield chunk
        except Exception as error:
            if self._is_answer:
                self._heard.break_off(error)
            raise

    async def aclose(self) -> None:
        """Close the body."""
        await self._stream.aclose()
