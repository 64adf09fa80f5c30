"""The embedded chat model: deterministic, stateless, no network; the default of the product."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool

from superbiz_agent.models.offline.composer import compose
from superbiz_agent.models.offline.conversation import Conversation, read_conversation
from superbiz_agent.models.offline.executor import BoundTool, ToolRequest, execute, read_bound_tools
from superbiz_agent.models.offline.planner import plan
from superbiz_agent.models.offline.verifier import verify

MODEL_NAME: Final = "offline"
UNKNOWN_REQUEST: Final = (
    "The offline model answers the planner, executor, verifier and composer requests "
    "of SuperBiz Agent; this conversation holds none of them."
)


class OfflineChatModel(BaseChatModel):
    """Plans, collects, judges and words by rule, in the language of the question.

    It reads the same messages as any other model and answers with the same JSON, so nothing
    around it knows that it is not a language model. It keeps no state: equal messages give equal
    replies, from any thread, ``invoke`` and ``ainvoke`` alike.
    """

    @property
    def _llm_type(self) -> str:
        return "superbiz-offline"

    @property
    def _identifying_params(self) -> Mapping[str, Any]:
        return {"model": MODEL_NAME}

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,  # noqa: ARG002 - it calls what it needs
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Bind the tools that the executor may call."""
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools], **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 - part of the interface
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **kwargs: Any,
    ) -> ChatResult:
        reply = _reply(read_conversation(messages), read_bound_tools(kwargs.get("tools")))
        return ChatResult(generations=[ChatGeneration(message=reply)])


def _reply(conversation: Conversation | None, tools: Sequence[BoundTool]) -> AIMessage:
    if conversation is None:
        return _message(UNKNOWN_REQUEST)
    match conversation.role:
        case "planner":
            return _message(_json(plan(conversation.request)))
        case "verifier":
            return _message(_json(verify(conversation.request)))
        case "composer":
            return _message(_json(compose(conversation.request, conversation.language)))
        case "executor":
            step = execute(conversation, tools)
            return _calls(step, conversation) if isinstance(step, list) else _message(_json(step))


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _message(content: str) -> AIMessage:
    return AIMessage(
        content=content,
        response_metadata={"model_name": MODEL_NAME, "finish_reason": "stop"},
    )


def _calls(requests: Sequence[ToolRequest], conversation: Conversation) -> AIMessage:
    first = len(conversation.calls) + 1
    return AIMessage(
        content="",
        tool_calls=[
            {
                "id": f"call-{first + n}",
                "name": r.tool_name,
                "args": r.arguments,
                "type": "tool_call",
            }
            for n, r in enumerate(requests)
        ],
        response_metadata={"model_name": MODEL_NAME, "finish_reason": "tool_calls"},
    )
