"""What is heard of an MCP server, whatever the transport: only answers reach the session.

What else a server sends is of no use for reading, and the library would print some of it.
"""

import asyncio
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp.types import JSONRPCError, JSONRPCMessage, JSONRPCRequest, JSONRPCResponse

from superbiz_agent.errors import SourceError

Read: TypeAlias = MemoryObjectReceiveStream[SessionMessage | Exception]
Write: TypeAlias = MemoryObjectSendStream[SessionMessage]
Deliver: TypeAlias = MemoryObjectSendStream[SessionMessage | Exception]

STDERR_KEPT: Final = 2048


@dataclass
class Heard:
    """What is known of a server besides its answers. ``unasked`` are bytes since the last call."""

    source: str
    max_bytes: int
    unasked: int = 0
    stray: int = 0
    stderr: bytearray = field(default_factory=bytearray)
    is_stderr_cut: bool = False
    fault: SourceError | None = None
    is_broken: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def complaint(self) -> str:
        """The whole lines at the end of what the server complains of: half a line may hold half a
        secret, which no search finds."""
        text = self.stderr.decode("utf-8", "replace")
        return text.partition("\n")[2] if self.is_stderr_cut else text

    def complain(self, chunk: bytes) -> None:
        """Note what the server wrote on its standard error: the end of it is kept."""
        whole = self.stderr + chunk
        self.is_stderr_cut = self.is_stderr_cut or len(whole) > STDERR_KEPT
        self.stderr = whole[-STDERR_KEPT:]

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


def is_answer(message: JSONRPCMessage) -> bool:
    """Whether a message is for the session: an answer to a number, or a sign of life asked for."""
    root = message.root
    if isinstance(root, JSONRPCResponse | JSONRPCError):
        return isinstance(root.id, int) or root.id.isdecimal()
    return isinstance(root, JSONRPCRequest) and root.method == "ping"
