"""An operator's own function as an evidence tool (contract section 2)."""

import inspect
import json
from collections.abc import Callable, Mapping
from typing import Any, cast

from pydantic import BaseModel

from superbiz_agent.contracts.base import EvidenceKind, JsonObject
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings.tools import LIST_NAME, RESERVED_LISTS, TOOL_NAME, ToolOptions
from superbiz_agent.tools.added.outcomes import failed_outcome, found_outcome
from superbiz_agent.tools.added.results import ResultError, read_items
from superbiz_agent.tools.arguments import SearchArguments
from superbiz_agent.tools.base import EvidenceTool, ToolContext, ToolOutcome

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
        self._options = ToolOptions(list_name=list_name, kind=kind)

    def run(self, arguments: BaseModel, context: ToolContext) -> ToolOutcome:
        """Call the function once and render what it returns."""
        del context  # the function has its own sense of time
        given = {name: getattr(arguments, name) for name in type(arguments).model_fields}
        try:
            items = read_items(_mapping(self._function(**given)), None, self._options)
        except ResultError as error:
            return failed_outcome(self.name, str(error))
        except Exception as error:  # whatever an operator's function does, the run goes on
            told = f"raised {type(error).__name__}"
            return failed_outcome(self.name, _reason(error), told=told)
        return found_outcome(self.name, items, self._options, asked=given)


def check_declaration(tool: EvidenceTool) -> None:
    """Raise ``ConfigurationError`` if ``tool`` cannot stand beside the built-in ones."""
    if not TOOL_NAME.fullmatch(tool.name):
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
        if name in RESERVED_LISTS or not LIST_NAME.fullmatch(name):
            raise _refused(
                tool.name, f"its list cannot be called {json.dumps(name)}; choose another"
            )


def _refused(name: str, reason: str) -> ConfigurationError:
    return ConfigurationError(f"tool {json.dumps(name)[:80]}: {reason}", setting="tools")


def _reason(error: Exception) -> str:
    return f"failed ({type(error).__name__}: {str(error)[:500]})"


def _mapping(result: Any) -> JsonObject:
    if inspect.iscoroutine(result):
        result.close()
    if not isinstance(result, Mapping):
        raise ResultError(f"returned {type(result).__name__}, not an object with one list")
    return dict(cast("Mapping[str, Any]", result))
