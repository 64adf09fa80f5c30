"""An MCP server that is called by streamable HTTP, each of its answers bounded."""

import contextlib
import ssl
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass
from typing import Any

import anyio
import httpx
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.message import SessionMessage

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.added.mcp_heard import Deliver, Heard, Read, Write, is_answer


@dataclass(frozen=True)
class HttpCalls:
    """Where a server is called, and what signs each request."""

    url: str
    headers: dict[str, str]
    auth: httpx.Auth | None
    tls: ssl.SSLContext
    proxy: str | None
    timeout: float


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


async def _relay(incoming: Read, deliver: Deliver) -> None:
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
