"""An operator's own function as an evidence tool (contract section 2)."""

import inspect
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from superbiz_agent.contracts.base import EvidenceKind, JsonObject
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS, SearchDetails
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.tools.arguments import SearchArguments
from superbiz_agent.tools.base import EvidenceItem, EvidenceTool, ToolContext, ToolOutcome
from superbiz_agent.tools.redaction import redact
from superbiz_agent.tools.rendering import (
    as_list,
    as_object,
    evidence_line,
    pair,
    redacted_fields,
    scalar_text,
    stored_fields,
)

MAX_ITEMS = 50
"""Most items of one result that become evidence; the search says how many there were."""

MAX_ITEM_FIELDS = 64
RESERVED_LISTS = frozenset(
    {"search", *(name for lists, _ in EVIDENCE_LISTS.values() for name in lists)}
)
"""List names that are evidence paths already: an alert or a log line is what the built-in tools say
it is."""

_TOOL_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
_LIST_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_KINDS = ("incident", "knowledge")


class FunctionTool:
    """Makes evidence of what ``function`` returns: an object with one list, ``{list_name: [...]}``.

    ``function`` gets the fields of ``arguments`` by keyword and must only read. Each item of its
    list, an object or a plain value, becomes ``$.<list_name>[i]``, rendered as ``key=value``. Its
    result may also say ``"truncated": true`` and ``"total": n``. A result of another shape and any
    exception are failed calls, never evidence. ``kind`` says whether the items speak of the current
    incident or are general knowledge.

    Raises ``ConfigurationError`` if the declaration cannot be registered.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        name: str,
        description: str,
        list_name: str,
        kind: EvidenceKind = "incident",
        arguments: type[BaseModel] = SearchArguments,
    ) -> None:
        self.name = name
        self.description = description
        self.lists: tuple[str, ...] = (list_name,)
        self.kind: EvidenceKind = kind
        self.arguments = arguments
        self._function = function
        if inspect.iscoroutinefunction(function):
            raise _refused(name, "its function is async; give a plain function")
        check_declaration(self)

    def run(self, arguments: BaseModel, context: ToolContext) -> ToolOutcome:
        """Call the function once and render what it returns."""
        del context  # the function has its own sense of time
        given = {name: getattr(arguments, name) for name in type(arguments).model_fields}
        try:
            result = _json_object(self._function(**given))
            items = _items(result, self.lists[0])
        except Exception as error:  # whatever an operator's function does, the run goes on
            reason = str(error) if isinstance(error, _BadShapeError) else _reason(error)
            told = reason if isinstance(error, _BadShapeError) else f"raised {type(error).__name__}"
            return ToolOutcome(
                evidence_status="error",
                failed_sources=[self.name],
                failure_reasons={self.name: told},
                error=f"{self.name} {reason}",
            )
        return self._outcome(given, result, items)

    def _outcome(self, given: JsonObject, result: JsonObject, items: list[Any]) -> ToolOutcome:
        shown = items[:MAX_ITEMS]
        stated = result.get("total")
        total = stated if type(stated) is int and stated >= len(items) else len(items)
        truncated = result.get("truncated") is True or total > len(shown)
        asked = {key: scalar_text(value) for key, value in given.items() if value is not None}
        return ToolOutcome(
            evidence_status="partial" if truncated else "found" if shown else "no_evidence",
            items={self.lists[0]: [_item(item) for item in shown]},
            search=SearchDetails(
                sources=[self.name],
                query=redact(asked.pop("query", self.name)),
                filters=redacted_fields(asked),
                matched=total,
                truncated=truncated,
                answered=True,
            ),
            error=f"{len(shown)} of {total} items are shown" if truncated else None,
        )


def check_declaration(tool: EvidenceTool) -> None:
    """Raise ``ConfigurationError`` if ``tool`` cannot stand beside the built-in ones."""
    if not _TOOL_NAME.fullmatch(tool.name):
        raise _refused(tool.name, "a tool's name has letters, digits, _ and - only")
    if tool.name in EVIDENCE_LISTS:
        raise _refused(tool.name, "that is the name of a built-in tool; choose another")
    if not tool.description.strip():
        raise _refused(tool.name, "it has no description to be chosen by")
    if tool.kind not in _KINDS:
        raise _refused(tool.name, f"its kind must be one of {', '.join(_KINDS)}")
    if not tool.lists:
        raise _refused(tool.name, "it declares no list of evidence")
    for name in tool.lists:
        if name in RESERVED_LISTS or not _LIST_NAME.fullmatch(name):
            raise _refused(
                tool.name, f"its list cannot be called {json.dumps(name)}; choose another"
            )


class _BadShapeError(ValueError):
    """A result that is no object with the declared list; the message completes "<tool> ..."."""


def _refused(name: str, reason: str) -> ConfigurationError:
    return ConfigurationError(f"tool {json.dumps(name)[:80]}: {reason}", setting="tools")


def _reason(error: Exception) -> str:
    return f"failed ({type(error).__name__}: {str(error)[:500]})"


def _json_object(result: Any) -> JsonObject:
    """Return a function's result as plain JSON values; what JSON has no type for becomes text."""
    if inspect.iscoroutine(result):
        result.close()
    if not isinstance(result, Mapping):
        raise _BadShapeError(f"returned {type(result).__name__}, not an object with one list")
    return json.loads(json.dumps(dict(result), default=str))  # pyright: ignore[reportUnknownArgumentType]


def _items(result: JsonObject, list_name: str) -> list[Any]:
    items = as_list(result.get(list_name))
    if items is None:
        keys = ", ".join(map(scalar_text, list(result)[:5])) or "none"
        raise _BadShapeError(f'returned no list "{list_name}"; its keys are: {keys[:200]}')
    return items


def _item(value: Any) -> EvidenceItem:
    given = as_object(value)
    named = {"value": value} if given is None else given
    texts = {key: scalar_text(named[key]) for key in list(named)[:MAX_ITEM_FIELDS]}
    fields = redacted_fields(texts)
    pairs = [pair(key, text) for key, text in fields.items()]
    left_out = len(named) - len(fields)
    if left_out:
        pairs.append(f"{left_out} more fields left out")
    return EvidenceItem(text=evidence_line(pairs, demo=False), fields=stored_fields(fields))
