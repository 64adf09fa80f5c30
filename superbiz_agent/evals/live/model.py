"""The chat model under trial, where the agent has no setting for structured replies yet: its own
client, asked by the suite's method."""

from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import PrivateAttr

from superbiz_agent.contracts.base import JsonObject, Role
from superbiz_agent.evals.live.methods import Method, bound_by_suite
from superbiz_agent.models.roles import request_of, role_of


class LiveChatModel(BaseChatModel):
    """Asks ``client`` by ``method``, with a seed.

    ``opening`` is what the executor's first turn is instead of the model's: the tool calls of the
    incident. So a model that calls no tool still has evidence to write about.
    """

    _client: BaseChatModel = PrivateAttr()
    _method: Method = PrivateAttr()
    _seed: int = PrivateAttr()
    _opening: Callable[[], AIMessage] = PrivateAttr()

    def __init__(
        self,
        client: BaseChatModel,
        *,
        method: Method,
        seed: int,
        opening: Callable[[], AIMessage],
    ) -> None:
        super().__init__()
        self._client, self._method, self._seed = client, method, seed
        self._opening = opening

    @property
    def _llm_type(self) -> str:
        return "superbiz-live"

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Hand the tools on to the client."""
        chosen: JsonObject = {} if tool_choice is None else {"tool_choice": tool_choice}
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools], **chosen, **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        role = role_of(messages)
        if _is_first_turn(role, messages):
            return _result(self._opening())
        asked = (bound_by_suite(role, self._method) if role else {}) | kwargs
        config = RunnableConfig(callbacks=run_manager.inheritable_handlers if run_manager else [])
        return _result(self._client.invoke(messages, config, stop=stop, seed=self._seed, **asked))


def _is_first_turn(role: Role | None, messages: Sequence[BaseMessage]) -> bool:
    """Whether the executor has no evidence yet: none of this attempt, none of an earlier one."""
    request = request_of(messages) if role == "executor" else None
    has_results = any(isinstance(message, ToolMessage) for message in messages)
    return request is not None and not has_results and not request["stored_evidence"]


def _result(message: AIMessage) -> ChatResult:
    return ChatResult(generations=[ChatGeneration(message=message)])
