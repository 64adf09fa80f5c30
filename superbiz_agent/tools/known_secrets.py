"""Secrets that we sent ourselves, hidden in whatever comes back, by their value.

A server may repeat what signed a request, as it stood or written as JSON, in an address, in a page
or in base64. Whoever reads an answer hides it here before anything else sees it.
"""

import base64
import html
import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from threading import Lock
from typing import Any, Final, cast
from urllib.parse import quote, quote_plus, unquote, urlsplit

HIDDEN: Final = "[redacted:secret]"
SHORTEST: Final = 6
"""Characters: a shorter value is hidden by no search; it stands in ordinary words, too."""

MAX_KEPT: Final = 256
"""Secrets that are remembered; the ones read last, since they may be renewed all day."""

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,31} +(\S.*)")
_ASSIGNED: Final = re.compile(r"[^\s=;,\"]{1,128}=\"?([^;,\"\s]+)")
_NEEDLESS_ESCAPE: Final = re.compile(
    rb"\\(?:u00(2[013-9a-fA-F]|[3467][0-9a-fA-F]|5[0-9abd-fABD-F])|/|(\\))"
)
"""An escape of a character of ASCII that JSON wants none for; or a pair of backslashes, so that the
second one starts nothing."""

_HEX: Final = re.compile(r"(?<=%)[0-9A-F]{2}|(?<=\\u)[0-9a-f]{4}")


class KnownSecrets:
    """Remembers secrets and hides them. Safe in several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: dict[str, None] = {}
        self._forms: tuple[str, ...] = ()

    def keep(self, values: Iterable[str]) -> None:
        """Remember ``values`` as secrets; those that are too short to be searched are not."""
        with self._lock:
            before = dict(self._kept)
            for value in values:
                if len(value) >= SHORTEST:
                    self._kept.pop(value, None)
                    self._kept[value] = None
            while len(self._kept) > MAX_KEPT:
                del self._kept[next(iter(self._kept))]
            if self._kept.keys() != before.keys():
                found = {form for value in self._kept for form in secret_forms(value)}
                self._forms = tuple(sorted(found, key=len, reverse=True))

    def hide(self, text: str, placeholder: str = HIDDEN) -> str:
        """Return ``text`` with ``placeholder`` for every form of a secret."""
        for form in self._forms:
            text = text.replace(form, placeholder)
        return text

    def hide_body(self, body: bytes) -> bytes:
        """Return the body of an answer as UTF-8 with every form of a secret hidden; JSON stays JSON
        of the same values otherwise."""
        if not self._forms:
            return body
        encoding = json.detect_encoding(body)
        if not encoding.startswith("utf-8"):
            body = body.decode(encoding, "replace").encode("utf-8", "replace")
        body = _plainly_escaped(body)
        for form in self._forms:
            body = body.replace(form.encode("utf-8", "surrogatepass"), HIDDEN.encode())
        return body

    def hide_all(self, value: Any) -> Any:
        """Return a JSON value with every secret hidden, in keys as in values. Keys that are equal
        then are told apart by a number."""
        return self._all(value) if self._forms else value

    def _all(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.hide(value)
        if isinstance(value, dict):
            hidden: dict[str, Any] = {}
            for key, item in cast("dict[Any, Any]", value).items():
                hidden[_untaken(self.hide(str(key)), hidden)] = self._all(item)
            return hidden
        if isinstance(value, list | tuple):
            return [self._all(item) for item in cast("Iterable[Any]", value)]
        return value


@lru_cache(maxsize=1024)
def secret_forms(secret: str) -> frozenset[str]:
    """Return the texts that stand for ``secret``: itself and what is secret within it, each also as
    JSON, an address, a page and base64 write it; none of them shorter than ``SHORTEST``."""
    values = {value for value in (secret, *_within(secret)) if len(value) >= SHORTEST}
    return frozenset(form for value in values for form in _written(value) if len(form) >= SHORTEST)


def _within(secret: str) -> Iterator[str]:
    """What is secret in a header's value or an address: credentials behind their scheme, the values
    of cookies, and user and password."""
    scheme = _SCHEME.fullmatch(secret)
    if scheme:
        yield scheme[1]
        yield from _login(scheme[1])
    if scheme or ";" in secret:
        yield from _ASSIGNED.findall(secret)
    if "://" in secret:
        yield from _signed_address(secret)


def _login(credentials: str) -> Iterator[str]:
    """User and password that base64 holds."""
    try:
        text = base64.b64decode(credentials, validate=True).decode()
    except ValueError:
        return
    if text.isprintable() and ":" in text:
        yield from (text, text.partition(":")[2])


def _signed_address(address: str) -> Iterator[str]:
    try:
        parts = urlsplit(address)
    except ValueError:
        return
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if password:
        yield from (password, f"{user}:{password}")
    elif user:  # a token in the place of a user
        yield user


def _written(value: str) -> Iterator[str]:
    for text in _escaped(value):
        yield text
        yield _HEX.sub(lambda match: match[0].swapcase(), text)
    raw = value.encode("utf-8", "surrogatepass")
    yield base64.b64encode(raw).decode().rstrip("=")
    yield base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _escaped(value: str) -> Iterator[str]:
    yield value
    for as_json in (json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1]):
        yield as_json
        yield json.dumps(as_json)[1:-1]
    raw = value.encode("utf-8", "surrogatepass")
    yield from (quote(raw, safe=""), quote(raw), quote_plus(raw))
    page = html.escape(value)
    yield page
    yield page.replace("&quot;", "&#34;").replace("&#x27;", "&#39;")


def _plainly_escaped(body: bytes) -> bytes:
    r"""Write characters of JSON that need no escape (``\u0041``, ``\/``) as they are, so that a
    secret is found however it is escaped."""
    return _NEEDLESS_ESCAPE.sub(_unescaped, body)


def _unescaped(match: re.Match[bytes]) -> bytes:
    if match[2]:
        return match[0]
    return bytes([int(match[1], 16)]) if match[1] else b"/"


def _untaken(key: str, taken: dict[str, Any]) -> str:
    number, free = 1, key
    while free in taken:
        number += 1
        free = f"{key} ({number})"
    return free
