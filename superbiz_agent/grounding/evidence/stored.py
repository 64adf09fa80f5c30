"""A defensive view of the stored invocations: what of a row may be relied on (contract section 2).

Rows are plain dicts as ``ToolInvocation.model_dump`` gives them, of this version or an older one,
or damaged. What a row does not say is read in the way that lets less through.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

from superbiz_agent.contracts.base import EvidenceKind, JsonObject
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS, MAX_TEXT_BYTES, SEARCH_PATH
from superbiz_agent.grounding.evidence.hostile import as_id, as_list, as_object, as_text, as_texts

MAX_STORED = 4 * MAX_TEXT_BYTES
"""Characters; a longer text was not stored by us and is no evidence."""

_ITEM_PATH = re.compile(r"\$\.([A-Za-z_][A-Za-z0-9_]{0,63})\[(?:0|[1-9][0-9]{0,8})\]")


@dataclass(frozen=True)
class Place:
    """Where a stored text stands."""

    invocation_id: int
    raw_path: str

    def __str__(self) -> str:
        return f"invocation {self.invocation_id} at {self.raw_path}"


@dataclass(frozen=True)
class StoredInvocation:
    """One recorded call.

    ``refs`` maps evidence paths to stored texts; it is None for a row of an older version, which
    has no ``evidence_refs``. ``searches`` are the ``details`` entries of ``$.search``; ``reasons``
    say why a source failed or could not answer (``SourceReason``).
    """

    id: int
    session_id: str
    tool_name: str
    kind: EvidenceKind
    failed: bool
    configured: bool
    evidence_status: str
    refs: Mapping[str, str] | None
    truncated: bool
    total: object
    sources: tuple[str, ...]
    failed_sources: tuple[str, ...]
    reasons: tuple[JsonObject, ...]
    query: str
    arguments: JsonObject
    window: JsonObject
    details: tuple[JsonObject, ...] = field(default=())

    @cached_property
    def searches(self) -> list[JsonObject]:
        """The structured fields behind ``$.search``; empty where the row has none."""
        return [entry for entry in self.details if entry.get("path") == SEARCH_PATH]

    @property
    def is_cut_off(self) -> bool:
        """Whether more matched than was kept, by the row or by its search."""
        return self.truncated or any(
            search.get("truncated", False) is not False for search in self.searches
        )

    @property
    def is_partial(self) -> bool:
        """Whether some source failed or answered in part; a result that was only cut off is not."""
        named = bool(self.failed_sources)
        return named or (self.evidence_status == "partial" and not self.is_cut_off)


def read_invocations(rows: object) -> list[StoredInvocation]:
    """Read every row that has an id, a session and a tool; of two with one id, the first."""
    found: dict[int, StoredInvocation] = {}
    for row in _items(rows):
        invocation = _read_invocation(row)
        if invocation is not None:
            found.setdefault(invocation.id, invocation)
    return list(found.values())


def is_supported_path(raw_path: str, tool_name: str) -> bool:
    """Whether ``raw_path`` is ``$.search`` or ``$.<list>[i]`` with a list of the tool."""
    if raw_path == SEARCH_PATH:
        return True
    match = _ITEM_PATH.fullmatch(raw_path)
    if match is None:
        return False
    return tool_name not in EVIDENCE_LISTS or match.group(1) in EVIDENCE_LISTS[tool_name][0]


def _items(rows: object) -> Iterator[object]:
    if isinstance(rows, Iterable) and not isinstance(rows, str | bytes | Mapping):
        yield from cast(Iterable[object], rows)


def _read_invocation(row: object) -> StoredInvocation | None:
    values = as_object(row)
    if values is None:
        return None
    identifier = as_id(values.get("id"))
    session_id, tool_name = as_text(values.get("session_id")), as_text(values.get("tool_name"))
    if identifier is None or not session_id or not tool_name:
        return None
    details = as_object(values.get("retrieval_details")) or {}
    failed = values.get("status") != "ok" or values.get("evidence_status") == "error"
    return StoredInvocation(
        id=identifier,
        session_id=session_id,
        tool_name=tool_name,
        kind=_kind(tool_name, details),
        failed=failed,
        configured=details.get("configured") is not False,
        evidence_status=as_text(values.get("evidence_status")) or "",
        refs={} if failed else _read_refs(details),
        truncated=details.get("truncated") not in (False, None),
        total=details.get("total"),
        sources=as_texts(details.get("sources")),
        failed_sources=as_texts(details.get("failed_sources")),
        reasons=tuple(filter(None, map(as_object, as_list(details.get("reasons")) or []))),
        query=as_text(details.get("query")) or "",
        arguments=as_object(values.get("arguments")) or {},
        window=as_object(details.get("window")) or {},
        details=tuple(filter(None, map(as_object, as_list(details.get("details")) or []))),
    )


def _kind(tool_name: str, details: JsonObject) -> EvidenceKind:
    if tool_name in EVIDENCE_LISTS:
        return EVIDENCE_LISTS[tool_name][1]
    return "knowledge" if details.get("kind") == "knowledge" else "incident"


def _read_refs(details: JsonObject) -> dict[str, str] | None:
    entries = as_list(details.get("evidence_refs"))
    if entries is None:
        return None
    refs: dict[str, str] = {}
    for entry in map(as_object, entries):
        raw_path, text = as_text((entry or {}).get("raw_path")), as_text((entry or {}).get("text"))
        if raw_path is not None and text and len(text) <= MAX_STORED:
            refs.setdefault(raw_path, text)
    return refs
