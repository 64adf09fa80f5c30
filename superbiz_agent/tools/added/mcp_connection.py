"""One connection to an MCP server: opened at first use, kept, opened anew when it was lost.

All of it lives in the background loop; ``listed`` and ``call`` are for any other thread.
"""

import asyncio
import logging
import time
import weakref
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from threading import Lock
from typing import Any, Final, cast

import httpx
from langchain_core.tools import BaseTool
from langchain_mcp_adapters.tools import load_mcp_tools
from mcp import ClientSession, McpError

from superbiz_agent.errors import SourceError, SuperBizError
from superbiz_agent.setting_sources import expand_home
from superbiz_agent.tool_settings import McpServer
from superbiz_agent.tools.added.background import background
from superbiz_agent.tools.added.faults import ToolFaultError
from superbiz_agent.tools.added.mcp_transports import (
    Heard,
    HttpCalls,
    Read,
    Write,
    called,
    started,
)
from superbiz_agent.tools.added.names import one_line
from superbiz_agent.tools.added.secrets import Secrets
from superbiz_agent.tools.servers.connection import (
    basic_auth,
    proxy_address,
    signing_headers,
    tls_context,
)
from superbiz_agent.tools.servers.problems import Teller

RETRY_AFTER: Final = 60.0
"""Seconds in which a server that could not be reached is not tried again: a question would wait for
it at every turn."""

_GRACE: Final = 10.0
"""Seconds more than a server may take, in which it is made to go."""

logging.getLogger("mcp").addHandler(logging.NullHandler())
"""The library logs what a server sends; without a handler Python would print it."""

Transport = Callable[[Heard], AbstractAsyncContextManager[tuple[Read, Write]]]


class _Teller(Teller):
    """Names the settings of an MCP server."""

    def setting(self, field: str) -> str:
        """A setting of this server as the user writes it."""
        return f"mcp.{self.name}.{field}"


class _ForgottenError(ToolFaultError):
    """The server knows nothing of the session any more."""


class McpConnection:
    """A server of the operator's. Safe to use from any thread; it is closed when nothing refers to
    it any more, or with the process."""

    def __init__(self, name: str, server: McpServer) -> None:
        self.name = name
        self.server = server
        self.setting = f"mcp.{name}"
        self.secrets = Secrets(self.setting)
        self._lock = Lock()
        self._held: _Held | None = None
        self._failure: tuple[float, SuperBizError] | None = None

    def listed(self) -> Mapping[str, BaseTool]:
        """The server's tools by name. Raises ``SourceError`` if it cannot be reached, and
        ``ConfigurationError`` if a secret of it is missing."""
        if self._failure and time.monotonic() < self._failure[0]:
            raise self._failure[1]
        try:
            return self._run(_tools, self.server.timeout)
        except SuperBizError as error:
            self._failure = (time.monotonic() + RETRY_AFTER, error)
            raise

    def call(self, work: Callable[[Mapping[str, BaseTool]], Awaitable[Any]], timeout: float) -> Any:
        """Await ``work`` over the server's tools and return what it returns.

        Raises ``SourceError`` where the server cannot be reached, gives no answer within
        ``timeout`` seconds, or goes away; and what ``work`` raises otherwise.
        """
        if self._failure and time.monotonic() < self._failure[0]:
            raise self._failure[1]
        return self._run(work, timeout)

    def close(self) -> None:
        """End the connection, if there is one; a later use opens another."""
        held, self._held = self._held, None
        if held is not None:
            held.end()

    def _run(self, work: Callable[[Mapping[str, BaseTool]], Awaitable[Any]], timeout: float) -> Any:
        held = self._holding()
        try:
            return self._run_over(held, work, timeout)
        except _ForgottenError:  # nothing but reading is asked, so that asking again does no harm
            held.end()
            return self._run_over(self._holding(), work, timeout)

    def _run_over(
        self,
        held: "_Held",
        work: Callable[[Mapping[str, BaseTool]], Awaitable[Any]],
        timeout: float,
    ) -> Any:
        whole = self.server.timeout + timeout + _GRACE
        try:
            return background.run(held.over(work, timeout), whole)
        except TimeoutError:
            held.end()
            raise ToolFaultError(
                f"the server {self.name} gave no answer within {timeout:g} s (its timeout)",
                source=self.name,
            ) from None
        except McpError as error:
            kind = _ForgottenError if "Session terminated" in str(error) else ToolFaultError
            told = f"the server {self.name} answered with an error"
            said = self.secrets.hide(one_line(str(error), 300))
            raise kind(f"{told}: {said}", source=self.name, told=told) from None

    def _holding(self) -> "_Held":
        with self._lock:
            if self._held is None or self._held.is_over:
                self._held = _Held(self, self._transport())
                weakref.finalize(self, self._held.end)
            return self._held

    def _transport(self) -> Transport:
        """How to open a connection. What blocks (files, certificates) is done off the loop."""
        self.secrets.keep(self.server.secrets())
        return self._process() if self.server.url is None else self._calls(self.server.url)

    def _process(self) -> Transport:
        server, read = self.server, self.secrets.read
        env = {name: read(value, f"env.{name}") for name, value in server.env.items()}
        command = [server.command or "", *(read(arg, "args") for arg in server.args)]
        cwd = str(expand_home(server.cwd)) if server.cwd else None
        return lambda heard: started(command, env, cwd, heard)

    def _calls(self, url: str) -> Transport:
        source = self.server.http
        teller = _Teller(self.name, "mcp", url)
        signed = HttpCalls(
            url=url,
            headers=signing_headers(source, teller),
            auth=basic_auth(source, teller),
            tls=tls_context(source, teller),
            proxy=proxy_address(source, teller),
            timeout=self.server.timeout,
        )
        return lambda heard: called(signed, heard)

    def heard(self) -> Heard:
        """A new record of what comes from the server."""
        return Heard(self.name, self.server.max_bytes)


async def _tools(tools: Mapping[str, BaseTool]) -> Mapping[str, BaseTool]:
    return tools


class _Held:
    """One connection, held open by a task of the background loop until it is ended or lost."""

    def __init__(self, connection: McpConnection, transport: Transport) -> None:
        self._name = connection.name
        self._hide = connection.secrets.hide
        self._timeout = connection.server.timeout
        self._heard = connection.heard()
        self._transport = transport
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

    async def over(
        self, work: Callable[[Mapping[str, BaseTool]], Awaitable[Any]], timeout: float
    ) -> Any:
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
        complaint = self._heard.stderr.decode("utf-8", "replace")[-400:]
        told = self._hide(f"the server {self._name} {reason}")
        whole = ": ".join(filter(None, [told, self._hide(one_line(said or complaint, 300))]))
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
