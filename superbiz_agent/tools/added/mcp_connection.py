"""One connection to an MCP server: opened at first use, kept, opened anew when it was lost.

All of it lives in the background loop; ``listed`` and ``call`` are for any other thread.
"""

import logging
import time
import weakref
from collections.abc import Mapping
from threading import Lock
from typing import Any, Final

from langchain_core.tools import BaseTool
from mcp import McpError

from superbiz_agent.errors import SuperBizError
from superbiz_agent.settings.mcp import McpServer
from superbiz_agent.settings.values import expand_home
from superbiz_agent.tools.added.background import background
from superbiz_agent.tools.added.faults import ToolFaultError
from superbiz_agent.tools.added.mcp_heard import Heard
from superbiz_agent.tools.added.mcp_http import HttpCalls, called
from superbiz_agent.tools.added.mcp_process import started
from superbiz_agent.tools.added.mcp_session import HeldSession, Transport, Work
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
        self._held: HeldSession | None = None
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

    def call(self, work: Work, timeout: float) -> Any:
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

    def _run(self, work: Work, timeout: float) -> Any:
        held = self._holding()
        try:
            return self._run_over(held, work, timeout)
        except _ForgottenError:  # nothing but reading is asked, so that asking again does no harm
            held.end()
            return self._run_over(self._holding(), work, timeout)

    def _run_over(
        self,
        held: HeldSession,
        work: Work,
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
            said = one_line(self.secrets.hide(str(error)), 300)
            raise kind(f"{told}: {said}", source=self.name, told=told) from None

    def _holding(self) -> HeldSession:
        with self._lock:
            if self._held is None or self._held.is_over:
                self._held = HeldSession(
                    Heard(self.name, self.server.max_bytes),
                    self._transport(),
                    self.server.timeout,
                    self.secrets.hide,
                )
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
        teller = _Teller(self.name, "mcp", url, secrets=self.secrets)
        signed = HttpCalls(
            url=url,
            headers=signing_headers(source, teller),
            auth=basic_auth(source, teller),
            tls=tls_context(source, teller),
            proxy=proxy_address(source, teller),
            timeout=self.server.timeout,
        )
        return lambda heard: called(signed, heard)


async def _tools(tools: Mapping[str, BaseTool]) -> Mapping[str, BaseTool]:
    return tools
