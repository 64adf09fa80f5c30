"""The chat model under trial: the agent's own client, with what it was asked and said kept."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import PrivateAttr

from superbiz_agent.contracts.base import JsonObject, Role
from superbiz_agent.evals.live.methods import Method, bound_by_suite
from superbiz_agent.models.roles import request_of, role_of

KEPT_CHARACTERS = 6000
"""Of each reply, in the results."""


@dataclass(frozen=True)
class Exchange:
    """One call of the real model: what it cost, how it ended, and its reply as it came."""

    role: Role | None
    seconds: float
    prompt_tokens: int
    completion_tokens: int
    ended: str
    tools_called: int
    text: str


@dataclass
class Exchanges:
    """The calls of one trial, oldest first."""

    kept: list[Exchange] = field(default_factory=list[Exchange])


class LiveChatModel(BaseChatModel):
    """Asks ``client`` by ``method``, with a seed, and keeps what came back.

    ``opening``, if there is one, is what the executor's first turn is instead of the model's: the
    tool calls of the incident. So a model that calls no tool still has evidence to write about.
    """

    _client: BaseChatModel = PrivateAttr()
    _method: Method = PrivateAttr()
    _seed: int = PrivateAttr()
    _opening: Callable[[], AIMessage] | None = PrivateAttr()
    _exchanges: Exchanges = PrivateAttr()

    def __init__(
        self,
        client: BaseChatModel,
        *,
        method: Method,
        seed: int,
        exchanges: Exchanges,
        opening: Callable[[], AIMessage] | None = None,
    ) -> None:
        super().__init__()
        self._client, self._method, self._seed = client, method, seed
        self._opening, self._exchanges = opening, exchanges

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
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002 - of the interface
        **kwargs: Any,
    ) -> ChatResult:
        role = role_of(messages)
        if self._opening is not None and _is_first_turn(role, messages):
            return _result(self._opening())
        asked = (bound_by_suite(role, self._method) if role else {}) | kwargs
        started = time.monotonic()
        try:
            reply = self._client.invoke(messages, stop=stop, seed=self._seed, **asked)
        except Exception as error:
            self._keep(role, started, AIMessage(""), f"{type(error).__name__}: {error}"[:300])
            raise
        self._keep(role, started, reply, str(reply.response_metadata.get("finish_reason")))
        return _result(reply)

    def _keep(self, role: Role | None, started: float, reply: AIMessage, ended: str) -> None:
        usage = reply.usage_metadata
        self._exchanges.kept.append(
            Exchange(
                role=role,
                seconds=round(time.monotonic() - started, 1),
                prompt_tokens=usage["input_tokens"] if usage else 0,
                completion_tokens=usage["output_tokens"] if usage else 0,
                ended=ended,
                tools_called=len(reply.tool_calls),
                text=str(reply.text)[:KEPT_CHARACTERS],
            )
        )


def _is_first_turn(role: Role | None, messages: Sequence[BaseMessage]) -> bool:
    """Whether the executor has no evidence yet: none of this attempt, none of an earlier one."""
    request = request_of(messages) if role == "executor" else None
    has_results = any(isinstance(message, ToolMessage) for message in messages)
    return request is not None and not has_results and not request["stored_evidence"]


def _result(message: AIMessage) -> ChatResult:
    return ChatResult(generations=[ChatGeneration(message=message)])
