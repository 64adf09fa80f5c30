"""For tests of whoever embeds the agent: a chat model that follows a script, and a fixed clock.

One scripted model can play all four roles; which one is asked is read from the request:

>>> from superbiz_agent.prompts import planner_messages
>>> model = ScriptedChatModel({"planner": [{"intent": "small_talk", "steps": []}]})
>>> request = planner_messages(
...     "en", question="Hi!", earlier_turns=[], tools=[], window={}, now="2026-07-07T10:00:00Z"
... )
>>> model.invoke(request).content
'{"intent": "small_talk", "steps": []}'
>>> [call.role for call in model.calls]
['planner']

The executor's script usually calls a tool first, then answers. A reply may be computed from the
messages, for instance to cite the invocation that the tool just got:

>>> def answer(messages):
...     found = tool_results(messages)[-1]
...     return {"answer_version": "executor_evidence_v2", "cited": found["invocation_id"]}
>>> script = {"executor": [tool_call("query_logs", query="HikariPool"), answer]}
>>> graph_model = ScriptedChatModel(script)  # build_graph(model=graph_model)
"""

import itertools
import json
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias, cast

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import PrivateAttr

from superbiz_agent.contracts.base import ROLES, JsonObject, Role
from superbiz_agent.models.roles import role_of

PlainReply: TypeAlias = str | Mapping[str, Any] | AIMessage | Exception
ScriptedReply: TypeAlias = PlainReply | Callable[[Sequence[BaseMessage]], PlainReply]
"""Text as the model sends it, an object to send as JSON, a whole message, an exception to raise,
or a function of the messages that returns one of these."""

_call_ids = itertools.count(1)


class ScriptError(AssertionError):
    """The script does not say what to reply: it is used up, or the role has none."""


@dataclass(frozen=True)
class ScriptedCall:
    """One call of the model: who was asked, with what, and which tools were bound."""

    role: Role
    messages: tuple[BaseMessage, ...]
    tools: tuple[str, ...] = ()


class ScriptedChatModel(BaseChatModel):
    """Replies by a script, one reply a call, and keeps what it was asked in ``calls``.

    ``script`` maps a role to its replies in order. A call beyond them raises ScriptError, which
    the graph takes for a model outage; ``assert_used_up`` tells the two apart. Safe to share
    between threads; each thread gets the next reply.
    """

    _script: dict[Role, tuple[ScriptedReply, ...]] = PrivateAttr()
    _calls: list[ScriptedCall] = PrivateAttr(default_factory=list[ScriptedCall])
    _lock: Any = PrivateAttr(default_factory=threading.Lock)

    def __init__(self, script: Mapping[Role, Sequence[ScriptedReply]]) -> None:
        super().__init__()
        unknown = set(script) - set(ROLES)
        if unknown:
            raise ScriptError(f"no such role: {', '.join(sorted(unknown))}")
        self._script = {role: tuple(replies) for role, replies in script.items()}

    @property
    def calls(self) -> list[ScriptedCall]:
        """All calls so far, oldest first, those beyond the script included."""
        with self._lock:
            return list(self._calls)

    def calls_of(self, role: Role) -> list[ScriptedCall]:
        """The calls of one role, oldest first."""
        return [call for call in self.calls if call.role == role]

    def assert_used_up(self) -> None:
        """Raise ScriptError unless every scripted reply was asked for, and none beyond."""
        asked = Counter(call.role for call in self.calls)
        expected = {role: len(replies) for role, replies in self._script.items() if replies}
        if dict(asked) != expected:
            raise ScriptError(f"scripted {expected}, but asked for {dict(asked)}")

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,  # noqa: ARG002 - the script decides
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Note the tools in each call; the script alone decides whether they are called."""
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools], **kwargs)

    @property
    def _llm_type(self) -> str:
        return "superbiz-scripted"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 - part of the interface
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **kwargs: Any,
    ) -> ChatResult:
        reply = self._next_reply(messages, _tool_names(kwargs.get("tools")))
        plain = reply(messages) if callable(reply) else reply
        return ChatResult(generations=[ChatGeneration(message=_message(plain))])

    def _next_reply(self, messages: Sequence[BaseMessage], tools: tuple[str, ...]) -> ScriptedReply:
        role = role_of(messages)
        if role is None:
            raise ScriptError("the messages hold no request of a role of SuperBiz Agent")
        with self._lock:
            position = sum(call.role == role for call in self._calls)
            self._calls.append(ScriptedCall(role, tuple(messages), tools))
        replies = self._script.get(role, ())
        if position >= len(replies):
            raise ScriptError(f"the {role} is asked once more than its {len(replies)} replies")
        return replies[position]


def tool_call(name: str, /, **arguments: Any) -> AIMessage:
    """Return a message that calls one tool.

    >>> tool_call("query_logs", query="timeout").tool_calls[0]["args"]
    {'query': 'timeout'}
    """
    return tool_calls((name, arguments))


def tool_calls(*calls: tuple[str, Mapping[str, Any]]) -> AIMessage:
    """Return a message that calls several tools at once: (name, arguments) each."""
    return AIMessage(
        content="",
        tool_calls=[
            {
                "name": name,
                "args": dict(arguments),
                "id": f"call-{next(_call_ids)}",
                "type": "tool_call",
            }
            for name, arguments in calls
        ],
        response_metadata={"finish_reason": "tool_calls"},
    )


def tool_results(messages: Sequence[BaseMessage]) -> list[JsonObject]:
    """Return the decoded tool messages: invocation_id, evidence_refs and so on, oldest first."""
    return [
        json.loads(str(cast(Any, message).content))
        for message in messages
        if isinstance(message, ToolMessage)
    ]


def fixed_clock(at: str | datetime) -> Callable[[], datetime]:
    """Return a clock that stands at ``at``, an aware datetime or ISO 8601 text with a zone.

    >>> fixed_clock("2026-07-07T18:00:00+08:00")().isoformat()
    '2026-07-07T10:00:00+00:00'
    """
    instant = datetime.fromisoformat(at) if isinstance(at, str) else at
    if instant.tzinfo is None:
        raise ValueError(f"the clock needs a time zone: {at}")
    utc = instant.astimezone(UTC)
    return lambda: utc


def _message(reply: PlainReply) -> AIMessage:
    if isinstance(reply, Exception):
        raise reply
    if isinstance(reply, AIMessage):
        # A copy, since LangChain writes an id into it: used twice, a message would replace itself.
        return reply.model_copy(deep=True)
    content = reply if isinstance(reply, str) else json.dumps(dict(reply), ensure_ascii=False)
    return AIMessage(content=content, response_metadata={"finish_reason": "stop"})


def _tool_names(tools: Sequence[JsonObject] | None) -> tuple[str, ...]:
    return tuple(tool["function"]["name"] for tool in tools or ())
