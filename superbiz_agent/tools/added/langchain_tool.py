"""LangChain tools and plain functions, synchronous and not (contract section 2).

The only place of ``tools/`` that knows LangChain: it is where its tools come in.
"""

import inspect
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from typing import Any, cast

import langsmith
from langchain_core.messages import ToolMessage
from langchain_core.tools import BaseTool, StructuredTool, ToolException
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import ValidationError

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings.tools import TOOL_NAME, ToolOptions
from superbiz_agent.tools.added.added_tool import AddedTool
from superbiz_agent.tools.added.arguments import offered_schema
from superbiz_agent.tools.added.background import background, in_own_thread
from superbiz_agent.tools.added.faults import ToolFaultError
from superbiz_agent.tools.added.names import one_line
from superbiz_agent.tools.added.secrets import Secrets

MAX_DESCRIPTION = 1000


class LangChainTool(AddedTool):
    """Makes evidence of what a LangChain tool returns, or a function: text, JSON text, an object, a
    list, content blocks or an artifact, read as ``options`` declare.

    The tool may be asynchronous, and must only read. Raises ``ConfigurationError`` if it cannot be
    offered to a chat model.
    """

    def __init__(self, tool: BaseTool | Callable[..., Any], options: ToolOptions) -> None:
        origin = LangChainOrigin(tool, options, setting="tools")
        name = options.name or origin.name
        if not TOOL_NAME.fullmatch(name):
            raise ConfigurationError(
                f"tool {one_line(name, 80)!r}: chat models refuse that name; give another",
                setting="tools",
            )
        super().__init__(name, options, origin)


class LangChainOrigin:
    """Calls a LangChain tool; ``setting`` is named where it cannot be used."""

    def __init__(
        self, tool: Any, options: ToolOptions, *, setting: str, secrets: Secrets | None = None
    ) -> None:
        self._tool = without_handlers(_as_tool(tool, options, setting))
        self._options = options
        self._secrets = secrets or Secrets(setting)
        self._schema = _schema(self._tool, options, setting, self._secrets)

    @property
    def name(self) -> str:
        """What the tool calls itself."""
        return self._tool.name

    @property
    def secrets(self) -> Secrets:
        """What no text may show."""
        return self._secrets

    def description(self) -> str:
        """The first lines of what the tool says of itself."""
        return one_line(self._secrets.hide(self._tool.description), MAX_DESCRIPTION)

    def schema(self) -> JsonObject:
        """The schema of its arguments."""
        return self._schema

    def call(self, arguments: JsonObject) -> tuple[Any, Any]:
        """Call the tool once, within its timeout. Raises ``ToolFaultError``, or what it raises."""
        try:
            return content_and_artifact(self._called(arguments))
        except TimeoutError:
            told = f"gave no answer within {self._options.timeout:g} s (its timeout)"
            raise ToolFaultError(told, source=self.name) from None
        except ToolException as error:
            told = "answered with an error"
            raise ToolFaultError(f"{told}: {error}", source=self.name, told=told) from None
        except ValidationError as error:
            problem = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(map(str, problem["loc"]))
            told = f"refused its arguments: {place} {problem['msg']}"
            raise ToolFaultError(told, source=self.name, told="refused its arguments") from None

    def _called(self, arguments: JsonObject) -> Any:
        given = call_input(self._tool, arguments)
        if _is_async_only(self._tool):
            return background.run(_invoked(self._tool, given), self._options.timeout)
        try:
            return in_own_thread(lambda: _invoke(self._tool, given), self._options.timeout)
        except NotImplementedError:
            return background.run(_invoked(self._tool, given), self._options.timeout)


def _as_tool(tool: Any, options: ToolOptions, setting: str) -> BaseTool:
    """The tool itself, or one made of a function."""
    if isinstance(tool, BaseTool):
        return tool
    if not callable(tool) or isinstance(tool, type):
        raise ConfigurationError(
            f"{setting}: {type(tool).__name__} is no LangChain tool and no function",
            setting=setting,
        )
    is_async = inspect.iscoroutinefunction(tool)
    name = str(getattr(tool, "__name__", type(tool).__name__))
    told = options.description or inspect.getdoc(tool) or f"The tool {name}."
    try:
        return StructuredTool.from_function(
            func=None if is_async else tool,
            coroutine=tool if is_async else None,
            name=name,
            description=told,
        )
    except Exception as error:  # whatever a signature holds
        raise ConfigurationError(
            f"{setting}: no tool can be made of {name} ({type(error).__name__}: {error})",
            setting=setting,
        ) from None


def without_handlers(tool: BaseTool) -> BaseTool:
    """The tool as it raises its errors: one that answers in words of its own would be evidence."""
    return tool.model_copy(update={"handle_tool_error": False, "handle_validation_error": False})


def _schema(tool: BaseTool, options: ToolOptions, setting: str, secrets: Secrets) -> JsonObject:
    try:
        function = convert_to_openai_tool(tool)["function"]
        return offered_schema(secrets.hide_all(function.get("parameters") or {}), options)
    except Exception as error:
        raise ConfigurationError(
            f"{setting}: the arguments of {one_line(tool.name, 80)} cannot be offered to a chat "
            f"model ({error})",
            setting=setting,
        ) from None


def _is_async_only(tool: BaseTool) -> bool:
    return getattr(tool, "coroutine", None) is not None and getattr(tool, "func", None) is None


def call_input(tool: BaseTool, arguments: JsonObject) -> Any:
    """A tool that hands over an artifact does so only where it is called by a message."""
    if tool.response_format == "content_and_artifact":
        return {"type": "tool_call", "id": "superbiz", "name": tool.name, "args": arguments}
    return arguments


def untraced() -> AbstractContextManager[None]:
    """No trace of a tool's own run: the node's run tells what was found, and what a tool returns is
    not sent anywhere before it is redacted."""
    return cast("Any", langsmith).tracing_context(enabled=False)


def _invoke(tool: BaseTool, given: Any) -> Any:
    with untraced():
        return tool.invoke(given)


def _invoked(tool: BaseTool, given: Any) -> Coroutine[Any, Any, Any]:
    async def work() -> Any:
        with untraced():
            return await tool.ainvoke(given)

    return work()


def content_and_artifact(returned: Any) -> tuple[Any, Any]:
    """Content and artifact of what a tool returned."""
    if isinstance(returned, ToolMessage):
        if returned.status == "error":
            raise ToolException(returned.text)
        return cast("Any", returned.content), returned.artifact
    return returned, None
