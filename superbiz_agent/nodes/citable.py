"""The lines that the executor may cite, listed with id and path; and citations of no such line."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.evidence import ToolInvocation
from superbiz_agent.contracts.schema import SchemaFinding

UNRECORDED = "cites no recorded line: take source_invocation_id and raw_path from stored_evidence"


def citable_lines(invocations: Iterable[ToolInvocation]) -> list[JsonObject]:
    """Every stored line of this question: [{source_invocation_id, tool_name, raw_path, text}]."""
    return [
        {
            "source_invocation_id": invocation.id,
            "tool_name": invocation.tool_name,
            **reference.model_dump(),
        }
        for invocation in invocations
        for reference in invocation.retrieval_details.evidence_refs
    ]


def unrecorded_citations(
    output: JsonObject, invocations: Sequence[ToolInvocation]
) -> list[SchemaFinding]:
    """Each binding of a claim whose id and path are no recorded pair. A finding for a repair turn
    alone: the gatekeeper judges what is left in the end. Never raises on any ``output``."""
    lines = citable_lines(invocations)
    known = {(str(line["source_invocation_id"]), line["raw_path"]) for line in lines}
    return [
        SchemaFinding(path=f"claims[{claim}].evidence_bindings[{number}]", message=UNRECORDED)
        for claim, number, binding in _bindings(output)
        if (str(binding.get("source_invocation_id")), binding.get("raw_path")) not in known
    ]


def _bindings(output: JsonObject) -> Iterator[tuple[int, int, JsonObject]]:
    for index, claim in enumerate(_items(output.get("claims"))):
        for number, binding in enumerate(_items(_object(claim).get("evidence_bindings"))):
            yield index, number, _object(binding)


def _items(value: object) -> list[Any]:
    return cast(list[Any], value) if isinstance(value, list) else []


def _object(value: object) -> JsonObject:
    return cast(JsonObject, value) if isinstance(value, dict) else {}
