"""Making a request fit into a model's context: the least relevant lines are left out, and told.

What is left out here stays stored and may be checked; the model only does not see it.
"""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from langchain_core.messages import BaseMessage, ToolMessage

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.evidence import SEARCH_PATH
from superbiz_agent.grounding.question import question_terms
from superbiz_agent.models.tokens import estimated_tokens, message_tokens

SEVERE_WORDS = ("error", "fatal", "critical", "panic", "firing", "exception")
"""What makes a line more relevant besides the terms of the question: a rank, never a check."""

_WORD = re.compile(r"[\w.-]{3,}")

COMMA = 1
"""What stands between two listed lines, in tokens."""


@dataclass(frozen=True)
class Fitted:
    """The lines that fit, in their order, and how many do not."""

    lines: list[JsonObject]
    left_out: int = 0


def fit_lines(lines: Sequence[Mapping[str, Any]], *, question: str, room: int | None) -> Fitted:
    """Keep the most relevant of ``lines`` ({raw_path, text, ...}) within ``room`` tokens; all of
    them where there is no bound."""
    kept = _chosen(lines, question, room)
    return Fitted([dict(lines[index]) for index in sorted(kept)], len(lines) - len(kept))


def _chosen(lines: Sequence[Mapping[str, Any]], question: str, room: int | None) -> set[int]:
    if room is None:
        return set(range(len(lines)))
    terms = {term.lower() for term in question_terms(question)} | _words(question)
    ranked = sorted(range(len(lines)), key=lambda index: -_relevance(lines[index], terms))
    kept: set[int] = set()
    for index in ranked:
        cost = estimated_tokens(json.dumps(lines[index], ensure_ascii=False)) + COMMA
        if cost <= room:
            kept.add(index)
            room -= cost
    return kept


def _words(question: str) -> set[str]:
    return set(_WORD.findall(question.lower()))


def _relevance(line: Mapping[str, Any], terms: set[str]) -> int:
    """Terms of the question count most, then severity; a search is short and says what was asked,
    so that it stays longest."""
    text = str(line.get("text", "")).lower()
    if line.get("raw_path") == SEARCH_PATH:
        return 1000
    return 2 * sum(term in text for term in terms) + any(word in text for word in SEVERE_WORDS)


def fit_transcript(
    messages: Sequence[BaseMessage], *, question: str, room: int | None
) -> list[BaseMessage]:
    """Return the messages with so many lines of tool results left out that they fit ``room``.

    A result that lost lines says how many: ``left_out``.
    """
    if room is None or sum(map(message_tokens, messages)) <= room:
        return list(messages)
    results = {
        index: cast(JsonObject, json.loads(message.text))
        for index, message in enumerate(messages)
        if isinstance(message, ToolMessage)
    }
    places = [
        (index, position)
        for index, result in results.items()
        for position in range(len(result["evidence_refs"]))
    ]
    bare = [_with_lines(message, results.get(index), ()) for index, message in enumerate(messages)]
    left = max(0, room - sum(map(message_tokens, bare)))
    lines = [results[index]["evidence_refs"][position] for index, position in places]
    kept = {places[number] for number in _chosen(lines, question, left)}
    return [
        _with_lines(message, results.get(index), [at for where, at in kept if where == index])
        for index, message in enumerate(messages)
    ]


def _with_lines(
    message: BaseMessage, result: JsonObject | None, positions: Collection[int]
) -> BaseMessage:
    """A tool's message with the lines at ``positions`` alone; any other as it is."""
    if result is None or len(positions) == len(result["evidence_refs"]):
        return message
    shown = [result["evidence_refs"][position] for position in sorted(positions)]
    left_out = len(result["evidence_refs"]) - len(shown)
    told = result | {"evidence_refs": shown, "left_out": left_out}
    return message.model_copy(update={"content": json.dumps(told, ensure_ascii=False)})
