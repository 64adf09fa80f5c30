"""The tool calls of a model's message, whatever the model made of them.

A call whose arguments are broken, whose id is missing or taken, or whose name no endpoint would
take back is a call all the same: it is answered, and sent on in a form that endpoints accept.
"""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from langchain_core.messages import AIMessage, BaseMessage

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.models.reply import BROKEN_TOOL_CALL, stop_problem

_NOT_OF_A_NAME = re.compile(r"[^a-zA-Z0-9_-]")
MAX_NAME = 64


@dataclass(frozen=True)
class Call:
    """One call: ``arguments`` are null where they are broken; ``id`` is unique in its message."""

    id: str
    name: str
    arguments: JsonObject | None


def calls_of(message: BaseMessage) -> list[Call]:
    """Return the calls of ``message``; none where it was cut off or refused, since half of what
    was meant is something else."""
    if not isinstance(message, AIMessage) or stop_problem(message) not in (None, BROKEN_TOOL_CALL):
        return []
    return all_calls(message)


def all_calls(message: AIMessage) -> list[Call]:
    """Return every call that the message holds, meant or not."""
    found: list[Call] = []
    for call in [*message.tool_calls, *message.invalid_tool_calls]:
        given: Any = call.get("id")
        taken = {other.id for other in found}
        names = itertools.chain([str(given or "")], (f"call-{n}" for n in itertools.count(1)))
        own_id = next(name for name in names if name and name not in taken)
        args: Any = call.get("args")
        is_read = call.get("type") != "invalid_tool_call" and isinstance(args, dict)
        arguments = cast(JsonObject, args) if is_read else None
        found.append(Call(own_id, str(call.get("name") or ""), arguments))
    return found


def sendable(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """Return the messages as any endpoint takes them back."""
    return [_sendable(m) if isinstance(m, AIMessage) else m for m in messages]


def _sendable(message: AIMessage) -> AIMessage:
    calls = [
        {
            "id": call.id,
            "name": _NOT_OF_A_NAME.sub("_", call.name)[:MAX_NAME] or "unknown",
            "args": call.arguments or {},
            "type": "tool_call",
        }
        for call in all_calls(message)
    ]
    if calls == message.tool_calls and not message.invalid_tool_calls:
        return message
    return message.model_copy(update={"tool_calls": calls, "invalid_tool_calls": []})
