"""Structured values as one line of evidence: ``key=value`` pairs, spans of time, offsets.

Rendering is by code alone (contract section 2): the same fields always give the same text.
"""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, cast

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.evidence import DEMO_SUFFIX
from superbiz_agent.grounding.facts.group_text import own_words
from superbiz_agent.tools.instants import format_instant, format_offset
from superbiz_agent.tools.redaction import redact
from superbiz_agent.tools.text import bounded_line

MAX_STORED_FIELDS = 64
"""Fields kept beside a text; what a line within its bound can show is far less."""

_PLAIN = re.compile(r"[^\s\",;=(){}\[\]'`]{1,256}")
_UNITS = (("d", 86400), ("h", 3600), ("m", 60))


def pair(key: str, value: str) -> str:
    """Return ``key=value``; anything that could be read as more than one value is quoted."""
    return f"{plain_or_quoted(key)}={plain_or_quoted(value)}"


def plain_or_quoted(text: str) -> str:
    """Return a single token as it is, everything else as a JSON string."""
    return text if _PLAIN.fullmatch(text) else quoted(text)


def quoted(text: str) -> str:
    """Return ``text`` as a JSON string, Chinese kept."""
    return json.dumps(text, ensure_ascii=False)


def scalar_text(value: Any) -> str:
    """Return a JSON value as text: strings as they are, null as ``null``, the rest compact.

    Lone surrogates, which no encoding can store, become ``?``.
    """
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text.encode("utf-8", "replace").decode("utf-8")


def as_object(value: Any) -> JsonObject | None:
    """Return a JSON object, or null for any other value."""
    return cast("JsonObject", value) if isinstance(value, dict) else None


def as_list(value: Any) -> list[Any] | None:
    """Return a JSON list, or null for any other value."""
    return cast("list[Any]", value) if isinstance(value, list) else None


def redacted_fields(fields: Mapping[str, str]) -> dict[str, str]:
    """Return ``fields`` without secrets, judged with their keys: ``password`` hides its value."""
    return {redact(key): _redacted_value(key, value) for key, value in fields.items()}


def _redacted_value(key: str, value: str) -> str:
    line, head = redact(f"{key}={value}"), f"{key}="
    return line.removeprefix(head) if line.startswith(head) else redact(value)


def stored_fields(fields: Mapping[str, str]) -> JsonObject:
    """Return ``fields`` as they are stored beside a text: the first ``MAX_STORED_FIELDS``, each key
    and value one bounded line."""
    kept = islice(fields.items(), MAX_STORED_FIELDS)
    return {bounded_line(key): bounded_line(value) for key, value in kept}


def instant_with_offset(at: datetime) -> str:
    """Return an aware instant in UTC and, where the source had another zone, its own offset:
    ``2026-07-07T10:00:00Z (zone +08:00)``."""
    return format_instant(at) + (f" (zone {format_offset(at)})" if at.utcoffset() else "")


def span(length: timedelta) -> str:
    """Return a span exactly, to the millisecond: ``15m``, ``3m30s``, ``2d5m``, ``8m57.9s``."""
    milliseconds = length // timedelta(milliseconds=1)
    parts: list[str] = []
    for unit, size in _UNITS:
        count, milliseconds = divmod(milliseconds, size * 1000)
        parts += [f"{count}{unit}"] if count else []
    seconds = f"{milliseconds / 1000:.3f}".rstrip("0").rstrip(".")
    return "".join([*parts, *([f"{seconds}s"] if milliseconds or not parts else [])])


def evidence_line(parts: Iterable[str], *, demo: bool) -> str:
    """Join ``parts`` to one bounded line that passes for no group of log records; demo data says so
    at its end (contract section 2)."""
    return bounded_line(own_words(", ".join(parts)) + (DEMO_SUFFIX if demo else ""))
