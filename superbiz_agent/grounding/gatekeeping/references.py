"""Does a binding point at something that was stored for this question? (contract section 4)

The rules ``evidence.invocation_ref`` and ``evidence.raw_path``. Each rule is a function of one
binding and the evidence of the session, and yields the names of faults.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS
from superbiz_agent.grounding.evidence.hostile import as_id, as_list, as_text, has_id_form
from superbiz_agent.grounding.evidence.stored import (
    Place,
    StoredInvocation,
    is_supported_path,
    read_invocations,
)


@dataclass(frozen=True)
class SessionEvidence:
    """The stored invocations as seen from one session; ``session_id`` is None if there is none."""

    session_id: str | None
    rows: Sequence[StoredInvocation]

    @cached_property
    def by_id(self) -> dict[int, StoredInvocation]:
        """Every known invocation, those of other sessions included."""
        return {row.id: row for row in self.rows}

    @cached_property
    def own(self) -> list[StoredInvocation]:
        """The invocations of this session, all attempts and outcomes counted."""
        return [row for row in self.rows if row.session_id == self.session_id]

    @cached_property
    def texts(self) -> dict[Place, str]:
        """Every stored text of this session by its place."""
        return {
            Place(row.id, raw_path): text
            for row in self.own
            for raw_path, text in (row.refs or {}).items()
        }

    @cached_property
    def tool_names(self) -> frozenset[str]:
        """The built-in tools and those that were called in this session."""
        return frozenset((*EVIDENCE_LISTS, *(row.tool_name for row in self.own)))

    def knows_list(self, raw_path: str) -> bool:
        """Whether ``raw_path`` is well formed and of a list that a tool or the store knows: no
        such path can carry a model's own words."""
        if any(is_supported_path(raw_path, tool_name) for tool_name in EVIDENCE_LISTS):
            return True
        stored = {place.raw_path.partition("[")[0] for place in self.texts}
        return is_supported_path(raw_path, "") and raw_path.partition("[")[0] in stored


def read_evidence(rows: object, session_id: object) -> SessionEvidence:
    """Read the rows; a session id that is blank or no text is no session."""
    session = as_text(session_id)
    return SessionEvidence(session if session else None, read_invocations(rows))


@dataclass(frozen=True)
class Reference:
    """A binding read against the evidence.

    ``invocation`` is the row that the singular id names (in this session), or that was filled in;
    ``text`` is the stored text at ``raw_path``, None where the reference does not resolve.
    """

    binding: JsonObject
    tool_name: str | None
    cited_id: int | None
    invocation: StoredInvocation | None
    auto_filled: bool
    raw_path: str | None
    text: str | None


ReferenceRule: TypeAlias = Callable[[Reference, SessionEvidence], Iterator[str]]


def resolve(binding: JsonObject, evidence: SessionEvidence) -> Reference:
    """Read one binding; nothing is judged here."""
    tool_name, raw_path = as_text(binding.get("tool_name")), as_text(binding.get("raw_path"))
    filled = _auto_filled(binding, tool_name, evidence)
    cited_id = filled.id if filled else as_id(binding.get("source_invocation_id"))
    row = evidence.by_id.get(cited_id) if cited_id is not None else None
    invocation = row if row is not None and row.session_id == evidence.session_id else None
    path = raw_path if raw_path and raw_path.strip() else None
    text = _text_at(path, invocation)
    return Reference(binding, tool_name, cited_id, invocation, filled is not None, path, text)


def invocation_faults(reference: Reference, evidence: SessionEvidence) -> Iterator[str]:
    """``evidence.invocation_ref``: the id, the session and the tool."""
    if evidence.session_id is None:
        yield "session_absent"
        return
    singular, legacy = _singular(reference.binding), _legacy(reference.binding)
    if reference.auto_filled:
        yield "id_auto_filled"
    elif singular is None:
        yield "legacy_only" if legacy else "id_missing"
    elif has_id_form(singular):
        yield from _id_faults(as_id(singular), reference.tool_name, evidence)
    if singular is not None and legacy and {as_id(each) for each in legacy} != {as_id(singular)}:
        yield "legacy_disagrees"
    for each in filter(has_id_form, legacy):
        yield from _id_faults(as_id(each), reference.tool_name, evidence)


def path_faults(reference: Reference, evidence: SessionEvidence) -> Iterator[str]:
    """``evidence.raw_path``: supported, and among what the invocation stored."""
    invocation, path = reference.invocation, reference.raw_path
    if path is None:
        if not isinstance(reference.binding.get("raw_path"), list | dict | int | float):
            yield "path_missing"
    elif not is_supported_path(path, _path_tool(reference)):
        yield "path_unsupported"
    elif invocation is not None and invocation.refs is not None and path not in invocation.refs:
        yield "path_not_stored"
    if evidence.session_id is not None and invocation is not None and invocation.refs is None:
        yield "refs_not_stored"


REFERENCE_RULES: tuple[ReferenceRule, ...] = (invocation_faults, path_faults)


def _singular(binding: JsonObject) -> object:
    return binding.get("source_invocation_id")


def _legacy(binding: JsonObject) -> list[object]:
    return as_list(binding.get("source_invocation_ids")) or []


def _auto_filled(
    binding: JsonObject, tool_name: str | None, evidence: SessionEvidence
) -> StoredInvocation | None:
    """The one candidate for a missing id: never with legacy ids, never out of several."""
    if _singular(binding) is not None or binding.get("source_invocation_ids"):
        return None
    candidates = [row for row in evidence.own if row.tool_name == tool_name]
    return candidates[0] if len(candidates) == 1 else None


def _id_faults(
    identifier: int | None, tool_name: str | None, evidence: SessionEvidence
) -> Iterator[str]:
    row = evidence.by_id.get(identifier) if identifier is not None else None
    if row is None:
        yield "invocation_unknown"
    elif row.session_id != evidence.session_id:
        yield "invocation_foreign"
    elif tool_name and row.tool_name != tool_name:
        yield "tool_mismatch"


def _text_at(path: str | None, invocation: StoredInvocation | None) -> str | None:
    if path is None or invocation is None or not is_supported_path(path, invocation.tool_name):
        return None
    return (invocation.refs or {}).get(path)


def _path_tool(reference: Reference) -> str:
    """The stored tool decides which lists there are; the binding's word only without it."""
    return reference.invocation.tool_name if reference.invocation else reference.tool_name or ""
