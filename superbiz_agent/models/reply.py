"""From a model's message to its text, stop reason first.

A reply that stopped for another reason than being done is no reply: its text may be half a
sentence, its JSON completed by a library, its tool arguments cut off.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from langchain_core.messages import AIMessage

CUT_OFF = "the model's reply was cut off at its length limit"
FILTERED = "the endpoint's content filter withheld the model's reply"
REFUSED = "the model refused to answer"
EMPTY = "the model's reply is empty"
BROKEN_TOOL_CALL = "the model called a tool with arguments that are not JSON"
TOOL_CALL_ONLY = "the model called a tool instead of answering"

STOP_KEYS = ("finish_reason", "stop_reason", "done_reason")
"""Where endpoints report why a model stopped."""

STOP_PROBLEMS: Mapping[str, str] = {
    "length": CUT_OFF,
    "max_tokens": CUT_OFF,
    "model_length": CUT_OFF,
    "model_context_window_exceeded": CUT_OFF,
    "incomplete": CUT_OFF,
    "content_filter": FILTERED,
    "safety": FILTERED,
    "recitation": FILTERED,
    "blocklist": FILTERED,
    "prohibited_content": FILTERED,
    "refusal": REFUSED,
}
"""Stop reason, in lower case -> what is wrong with the reply. Others are ordinary ends; should
one of them hide a cut, the strict parser refuses half a JSON value all the same."""


@dataclass(frozen=True)
class ReplyText:
    """The text of a reply, or the one line that says why there is none; never both."""

    text: str | None = None
    problem: str | None = None


def stop_problem(message: AIMessage) -> str | None:
    """Return why the message cannot be used at all, be it an answer or tool calls."""
    for key in STOP_KEYS:
        reason = message.response_metadata.get(key)
        problem = STOP_PROBLEMS.get(reason.lower()) if isinstance(reason, str) else None
        if problem is not None:
            return problem
    if message.additional_kwargs.get("refusal") or "refusal" in dict(_blocks(message)):
        return REFUSED
    return BROKEN_TOOL_CALL if message.invalid_tool_calls else None


def reply_text(message: AIMessage) -> ReplyText:
    """Return the answer that ``message`` holds: its text blocks joined, reasoning left out."""
    problem = stop_problem(message)
    if problem is not None:
        return ReplyText(problem=problem)
    text = "".join(text for kind, text in _blocks(message) if kind == "text")
    if text.strip():
        return ReplyText(text=text)
    return ReplyText(problem=TOOL_CALL_ONLY if message.tool_calls else EMPTY)


def _blocks(message: AIMessage) -> Iterator[tuple[str, str]]:
    """Yield the type and text of each content block; a plain string is a text block."""
    content: Any = message.content
    for block in cast(list[object], content) if isinstance(content, list) else [content]:
        if isinstance(block, str):
            yield "text", block
        elif isinstance(block, dict):
            fields = cast(dict[str, Any], block)
            text = fields.get("text")
            yield str(fields.get("type")), text if isinstance(text, str) else ""
