"""Tool arguments as endpoints send them: strict JSON objects, or marked as broken."""

import json
from collections.abc import Iterator
from typing import Any, cast

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.strict_json import StrictJsonError, parse_json

BROKEN = "{"
"""Stands for arguments that no strict reader accepts: LangChain makes an invalid call of it."""


def strict_arguments(completion: JsonObject) -> JsonObject:
    """Return a chat completion whose tool calls hold strict JSON objects, or ``BROKEN``.

    No arguments at all (null or empty text, for a tool without parameters) stay as they are; an
    object in place of text, which some servers send, is written as text. ``completion`` itself is
    changed: it is the client's own copy.
    """
    for function in _functions(completion):
        arguments = function.get("arguments")
        if arguments in (None, ""):
            continue
        if isinstance(arguments, dict):
            arguments = json.dumps(arguments)
        function["arguments"] = arguments if _is_strict_object(arguments) else BROKEN
    return completion


def _is_strict_object(arguments: object) -> bool:
    try:
        return isinstance(arguments, str) and isinstance(parse_json(arguments), dict)
    except StrictJsonError:
        return False


def _functions(completion: JsonObject) -> Iterator[JsonObject]:
    for choice in _objects(completion.get("choices")):
        message = choice.get("message")
        calls = cast(JsonObject, message).get("tool_calls") if isinstance(message, dict) else None
        for call in _objects(calls):
            if isinstance(call.get("function"), dict):
                yield call["function"]


def _objects(value: Any) -> list[JsonObject]:
    items = cast(list[Any], value) if isinstance(value, list) else []
    return [cast(JsonObject, item) for item in items if isinstance(item, dict)]
