"""One session with an MCP server, held open by a task of the background loop."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeAlias, cast

import httpx
from langchain_core.tools import BaseTool
from langchain_mcp_adapters.tools import load_mcp_tools
from mcp import ClientSession, McpError

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.added.background import background
from superbiz_agent.tools.added.faults import ToolFaultError
from superbiz_agent.tools.added.mcp_heard import Heard, Read, Write
from superbiz_agent.tools.added.names import one_line

Transport: TypeAlias = Callable[[Heard], AbstractAsyncContextManager[tuple[Read, Write]]]
"""What opens a way to the server."""

Work: TypeAlias = Callable[[Mapping[str, BaseTool]], Awaitable[Any]]
"""What is done with the server's tools, by name."""


class HeldSession:
    """One connection, held open by a task of the background loop until it is ended or lost."""

    def __init__(
        self, heard: Heard, transport: Transport, timeout: float, hide: Callable[[str], str]
    ) -> None:
        self._name = heard.source
        self._heard = heard
        self._transport = transport
        self._timeout = timeout
        self._hide = hide
        self._ended = asyncio.Event()
        self._opened: asyncio.Event = asyncio.Event()
        self._tools: Mapping[str, BaseTool] = {}
        self._lost: ToolFaultError | None = None
        self._future = background.start(self._hold())

    @property
    def is_over(self) -> bool:
        """Whether the connection was ended or lost."""
        return self._future.done()

    def end(self) -> None:
        """Close the connection; returns before it is closed."""
        self._future.cancel()

    async def over(self, work: Work, timeout: float) -> Any:
        """Await ``work`` while the connection lasts."""
        await self._opened.wait()
        if self._lost is not None:
            raise self._lost
        self._heard.unasked = 0
        doing = asyncio.ensure_future(work(self._tools))
        lasting = asyncio.ensure_future(self._ended.wait())
        try:
            await asyncio.wait(
                {doing, lasting}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED
            )
            if doing.done():
                return doing.result()
            raise self._lost or TimeoutError
        finally:
            doing.cancel()
            lasting.cancel()

    async def _hold(self) -> None:
        try:
            async with (
                self._transport(self._heard) as (read, write),
                ClientSession(read, write) as session,
            ):
                try:
                    async with asyncio.timeout(self._timeout):
                        await session.initialize()
                        loaded = await load_mcp_tools(session, server_name=self._name)
                except TimeoutError as error:  # told before the server is made to go
                    self._lose(error)
                    raise
                self._tools = {tool.name: tool for tool in loaded}
                self._opened.set()
                await asyncio.Event().wait()
        except BaseException as error:
            self._lose(error)
            if isinstance(error, asyncio.CancelledError):
                raise

    def _lose(self, error: BaseException) -> None:
        """Tell whoever waits, once, why there is no connection."""
        if self._lost is None:
            self._lost = self._fault(*_reason(_leaf(error), self._timeout))
        self._opened.set()
        self._ended.set()

    def _fault(self, reason: str, said: str = "") -> ToolFaultError:
        """Why the connection is lost, and what the server ``said`` or complained of."""
        complaint = self._hide(self._heard.complaint)[-400:]
        told = self._hide(f"the server {self._name} {reason}")
        more = one_line(self._hide(said) or complaint, 300)
        whole = ": ".join(filter(None, [told, more]))
        return ToolFaultError(whole, source=self._name, told=told)


def _leaf(error: BaseException) -> BaseException:
    """The error that tells most of a group: one of ours, else the first."""
    if not isinstance(error, BaseExceptionGroup):
        return error
    leaves = [_leaf(each) for each in cast("BaseExceptionGroup[BaseException]", error).exceptions]
    return next((leaf for leaf in leaves if isinstance(leaf, SourceError)), leaves[0])


def _reason(error: BaseException, timeout: float) -> tuple[str, str]:
    """Why a connection is lost, in words of ours, and what somebody else said of it."""
    said = str(error)
    match error:
        case SourceError():
            return said, ""
        case httpx.HTTPStatusError():
            told = f"answered HTTP {error.response.status_code}{_hint(error)}", ""
        case httpx.TransportError():
            told = f"cannot be reached ({type(error).__name__}); check url", said
        case asyncio.CancelledError():
            told = "was closed", ""
        case TimeoutError():
            told = f"did not open a session within {timeout:g} s (its timeout)", ""
        case OSError():
            told = f"cannot be started ({error.strerror or 'OSError'}); check command", ""
        case McpError():
            told = "refused the session", said
        case _:
            told = f"failed ({type(error).__name__})", said
    return told


def _hint(error: httpx.HTTPStatusError) -> str:
    match error.response.status_code:
        case 401 | 403:
            return "; check token and headers"
        case 300 | 301 | 302 | 303 | 307 | 308:
            return "; it sends elsewhere, which is not followed: check url"
        case 404 | 405:
            return "; check url"
        case _:
            return ""
