"""Calling a tool and recording the call before a model sees its result (contract section 2)."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice
from typing import Any, cast

from pydantic import BaseModel, ValidationError

from superbiz_agent.contracts.base import EvidenceStatus, JsonObject
from superbiz_agent.contracts.evidence import (
    SEARCH_PATH,
    EvidenceReference,
    RetrievalDetails,
    SourceReason,
    ToolInvocation,
)
from superbiz_agent.store.base import EvidenceStore
from superbiz_agent.tools.base import EvidenceTool, ToolContext, ToolOutcome, search_text
from superbiz_agent.tools.redaction import redact
from superbiz_agent.tools.text import bounded_line

MAX_NAME = 64
MAX_ARGUMENT = 1000
MAX_ARGUMENTS = 32


@dataclass(frozen=True)
class Recorder:
    """Records the calls of one attempt of one question."""

    store: EvidenceStore
    session_id: str
    run_id: str
    attempt: int
    clock: Callable[[], datetime]

    def call(
        self, tool: EvidenceTool | None, name: str, arguments: Any, context: ToolContext
    ) -> ToolInvocation:
        """Run ``tool`` once and store what came of it; a failure is stored too, never raised.

        ``tool`` is null where the model asked for a ``name`` that does not exist.
        """
        started, clock = self.clock(), time.monotonic()
        outcome, used = _run(tool, name, arguments, context)
        return self.store.record_invocation(
            session_id=self.session_id,
            run_id=self.run_id,
            attempt=self.attempt,
            tool_name=tool.name if tool else bounded_line(name)[:MAX_NAME],
            arguments=used,
            status=outcome.status,
            evidence_status=outcome.evidence_status,
            retrieval_details=retrieval_details(tool, used, outcome),
            error=bounded_line(outcome.error) if outcome.error else None,
            started_at=started.astimezone(UTC),
            duration_ms=round((time.monotonic() - clock) * 1000),
        )


def _run(
    tool: EvidenceTool | None, name: str, arguments: Any, context: ToolContext
) -> tuple[ToolOutcome, JsonObject]:
    used = _storable(arguments)
    if tool is None:
        shown = bounded_line(name)[:MAX_NAME]
        return _failed(f"there is no tool named {json.dumps(shown, ensure_ascii=False)}"), used
    try:
        validated = tool.arguments.model_validate(arguments)
    except ValidationError as error:
        failed = _failed(f"{tool.name}: {_first_problem(error)}")
        return replace(failed, reasons=_missing(tool, used)), used
    used = _storable(validated.model_dump(mode="json", exclude_none=True))
    try:
        return tool.run(validated, context), used
    except Exception as error:  # a tool that breaks is a failed source, not a crash
        return _failed(f"{tool.name} failed ({type(error).__name__}: {error})"), used


def _missing(tool: EvidenceTool, given: JsonObject) -> list[SourceReason]:
    """Say which arguments the tool insists on and was not given."""
    needed = cast("list[str]", tool.arguments.model_json_schema().get("required", []))
    missing = [name for name in needed if given.get(name) is None]
    return [SourceReason(source=tool.name, kind="arguments", missing=missing)] if missing else []


def _failed(message: str) -> ToolOutcome:
    return ToolOutcome(evidence_status="error", error=bounded_line(message))


def _first_problem(error: ValidationError) -> str:
    problem = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in problem["loc"]) or "arguments"
    return f"argument {place}: {problem['msg']}"


def _storable(arguments: Any) -> JsonObject:
    """Arguments as a small JSON object without secrets, whatever a model sent."""
    if not isinstance(arguments, dict):
        return {}
    given = cast(dict[object, object], arguments)
    return {
        bounded_line(str(key))[:MAX_NAME]: _storable_value(value)
        for key, value in islice(given.items(), MAX_ARGUMENTS)
    }


def _storable_value(value: Any) -> str | int | float | bool | None:
    if value is None or isinstance(value, bool | int | float):
        return value
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    # Half a surrogate pair, which no encoding can hold, becomes visible.
    return redact(text)[:MAX_ARGUMENT].encode("utf-8", "backslashreplace").decode()


def retrieval_details(
    tool: EvidenceTool | None, arguments: JsonObject, outcome: ToolOutcome
) -> RetrievalDetails:
    """Lay out what a call found as citable references with their structured fields."""
    found = [
        (f"$.{list_name}[{index}]", item)
        for list_name, items in outcome.items.items()
        for index, item in enumerate(items)
    ]
    references = [EvidenceReference(raw_path=path, text=bounded_line(i.text)) for path, i in found]
    details: list[JsonObject] = [
        {"path": path, "fields": item.fields, **item.values} for path, item in found
    ]
    search = outcome.search
    if search is not None and outcome.status == "ok":
        text = search_text(search) + (" [demo]" if outcome.demo else "")
        references.append(EvidenceReference(raw_path=SEARCH_PATH, text=bounded_line(text)))
        details.append(search.model_dump(mode="json"))
    return RetrievalDetails(
        evidence_refs=references,
        truncated=bool(search and search.truncated),
        total=search.matched if search else None,
        sources=list(search.sources) if search else [],
        query=str(arguments.get("query", "")),
        window={"since": search.since, "until": search.until} if search else {},
        demo=outcome.demo,
        details=details,
        kind=tool.kind if tool else "incident",
        registered=tool is not None,
        configured=outcome.is_configured,
        failed_sources=[bounded_line(source) for source in outcome.failed_sources],
        failure_reasons=_reasons(outcome),
        reasons=[
            each.model_copy(update={"source": bounded_line(each.source)})
            for each in outcome.reasons
        ],
        notes=[bounded_line(note) for note in outcome.notes],
    )


def _reasons(outcome: ToolOutcome) -> dict[str, str]:
    """Why each failed source failed, as far as the tool says so source by source: these words
    reach the user, and the text of an error that somebody else's code raised does not."""
    known = {source: outcome.failure_reasons.get(source, "") for source in outcome.failed_sources}
    return {
        bounded_line(source): bounded_line(reason) for source, reason in known.items() if reason
    }


def tool_message(invocation: ToolInvocation) -> str:
    """What the executor's model is told of a call: one JSON object (contract section 2)."""
    details = invocation.retrieval_details
    status: EvidenceStatus = invocation.evidence_status
    return json.dumps(
        {
            "invocation_id": invocation.id,
            "tool_name": invocation.tool_name,
            "evidence_status": status,
            "evidence_refs": [reference.model_dump() for reference in details.evidence_refs],
            "truncated": details.truncated,
            "error": invocation.error,
        },
        ensure_ascii=False,
    )


def tool_schema(tool: EvidenceTool) -> JsonObject:
    """The tool as a chat model is offered it (OpenAI function format)."""
    return {
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": json.loads(_parameters(tool.arguments)),
        },
    }


@lru_cache(maxsize=64)
def _parameters(arguments: type[BaseModel]) -> str:
    """As text, since whoever gets the schema may change it."""
    return json.dumps(_without_asides(arguments.model_json_schema()))


_ASIDES = frozenset({"title", "default", "maxLength", "minLength"})


def _without_asides(schema: Any) -> Any:
    """The schema without what a model does not need to call the tool: code checks and fills it.
    An argument that may be null is one that may be left out."""
    if not isinstance(schema, dict):
        return schema
    fields = cast(JsonObject, schema)
    kept = {k: v for k, v in fields.items() if k not in _ASIDES and k not in _NESTED}
    options = [_without_asides(each) for each in fields.get("anyOf", [])]
    given = [option for option in options if option != {"type": "null"}]
    if len(given) == 1:
        return given[0] | kept
    nested = {
        key: {name: _without_asides(each) for name, each in fields[key].items()}
        for key in ("properties", "$defs")
        if key in fields
    }
    items = {"items": _without_asides(fields["items"])} if "items" in fields else {}
    return kept | nested | items | ({"anyOf": options} if options else {})


_NESTED = frozenset({"anyOf", "properties", "$defs", "items"})
