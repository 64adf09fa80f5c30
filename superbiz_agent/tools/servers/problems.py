"""What went wrong at a server, in one line: source, query, window, status, and what mends it.

What the server itself says is hostile text: it is quoted, bounded and redacted.
"""

import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, cast

from superbiz_agent.errors import FaultKind, SourceError, SourceFault
from superbiz_agent.tools.known_secrets import KnownSecrets
from superbiz_agent.tools.rendering import plain_or_quoted
from superbiz_agent.tools.text import bounded_line, cut_line

_MOST_SAID = 300
_MOST_QUERY = 200
_SAID_KEYS = ("error", "message", "reason", "detail", "msg")


@dataclass(frozen=True)
class Asked:
    """What a request is for, as its errors tell it: the query, and the window as ``A to B``."""

    query: str
    window: str = ""

    @property
    def told(self) -> str:
        """Where in an error the query and the window stand."""
        window = f", window {self.window}" if self.window else ""
        return f"query {plain_or_quoted(cut_line(self.query, _MOST_QUERY))}{window}"


class RefusedQueryError(SourceError):
    """The server answers, and says that the query itself is wrong: ``said`` are its words."""

    def __init__(self, message: str, *, source: str, status: int, said: str) -> None:
        super().__init__(message, source=source, fault=SourceFault("status", status))
        self.status = status
        self.said = said


@dataclass(frozen=True)
class Teller:
    """Words the faults of one source: its ``name`` in the settings, its ``kind`` and address, and
    the setting that holds the ``address``. ``secrets`` are those that were sent to it, which no
    fault shows."""

    name: str
    kind: str
    url: str
    address: str = "url"
    secrets: KnownSecrets = field(default_factory=KnownSecrets, compare=False, repr=False)

    def setting(self, field: str) -> str:
        """A setting of this source as the user writes it."""
        return f"sources.{self.name}.{self.address if field == 'url' else field}"

    def fault(
        self, asked: Asked, what: str, remedy: str, kind: FaultKind = "foreign"
    ) -> SourceError:
        """Return the error for ``what`` happened; ``remedy`` says which setting mends it."""
        line = self._line(asked, what, remedy)
        return SourceError(line, source=self.name, fault=SourceFault(kind))

    def tried(self, error: SourceError, tries: int) -> SourceError:
        """Return the error of a request that failed so many times, with the setting for that."""
        if tries > 1 and error.fault:
            line = f"{error}; tried {tries} times, {self.setting('retries')} lowers that"
            fault = replace(error.fault, tries=tries)
            return SourceError(bounded_line(line), source=self.name, fault=fault)
        return error

    def refused(self, asked: Asked, status: int, body: bytes) -> SourceError:
        """Return the error for an answer whose status is no success."""
        said = said_by(body, self.secrets.hide)
        what = f"HTTP {status}" + (f", {plain_or_quoted(said)}" if said else "")
        line = self._line(asked, what, self._remedy(status))
        if status in (400, 422):
            return RefusedQueryError(line, source=self.name, status=status, said=said)
        return SourceError(line, source=self.name, fault=SourceFault("status", status))

    def _line(self, asked: Asked, what: str, remedy: str) -> str:
        place = f"{self.name}: {self.kind} at {self.url}"
        line = self.secrets.hide(f"{place}: {what}; {remedy} ({asked.told})")
        return bounded_line(line)

    def _remedy(self, status: int) -> str:
        status = min(500, status)
        return _REMEDIES.get(status, "mend {url}").format_map(_Settings(self))


class _Settings(dict[str, str]):
    """Field -> the setting's name."""

    def __init__(self, teller: Teller) -> None:
        super().__init__()
        self._teller = teller

    def __missing__(self, field: str) -> str:
        return self._teller.setting(field)


_REMEDIES = {
    400: "mend the query",
    401: "give {token}, or {username} and {password}, or {tenant} if it has tenants",
    403: "let its user read this, or mend {token} or {tenant}",
    407: "mend {proxy}",
    422: "mend the query",
    429: "ask later, or raise {retries}",
    500: "see the server's own log; {timeout} and {retries} bound it",
}
"""HTTP status -> what to do, with the settings that mend it; 500 stands for all above it."""


def said_by(body: bytes, hide: Callable[[str], str] = str) -> str:
    """Return what an error's body says, one short line; of a page of HTML only that it is one.
    ``hide`` takes secrets out, before anything is cut."""
    text = body[: 8 * _MOST_SAID].decode("utf-8", "replace").strip()
    if is_html(text):
        return "a page of HTML"
    with contextlib.suppress(ValueError, RecursionError):
        text = _innermost(json.loads(body)) or text
    return cut_line(bounded_line(hide(text)), _MOST_SAID)


def short(text: str) -> str:
    """Return a reason as one short line."""
    return " ".join(text.split())[:120] or "no reason is given"


def is_html(text: str) -> bool:
    """Whether a body is a page for a browser: a proxy's, or one to log in."""
    head = text[:500].lstrip().lower()
    return head.startswith(("<!doctype", "<html", "<head", "<?xml", "<body"))


def _innermost(value: Any) -> str:
    for _ in range(5):
        if isinstance(value, str):
            return value
        if not isinstance(value, dict):
            return ""
        fields = cast(dict[str, Any], value)
        value = next((fields[key] for key in _SAID_KEYS if fields.get(key)), None)
    return ""
