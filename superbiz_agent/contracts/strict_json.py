"""The one parser for what models return: strict JSON, then the payload's JSON Schema.

``parse_json`` is the strict core: RFC 8259 to the letter, and refusal of everything on which
parsers disagree. ``read_reply`` reads one model reply with it. Neither repairs, completes or
guesses anything: a reply that has two readings has none. Messages never hold a model's text.
"""

import contextlib
import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.schema import ROOT_PATH, SchemaFinding, schema_findings

JsonValue: TypeAlias = dict[str, Any] | list[Any] | str | int | float | bool | None

MAX_LENGTH = 1_048_576
"""Longest text that is read, in characters."""

MAX_DEPTH = 64
"""Deepest nesting of lists and objects."""

MAX_INTEGER = 2**63 - 1
"""Largest absolute integer: what the session store can hold."""

REASONING_TAGS = ("think", "thinking", "thought", "reasoning")
"""Tags that models put around their reasoning when the endpoint does not take it out."""

AMBIGUOUS = "AMBIGUOUS: after its first object the reply holds another one, or a stray brace"

_WHITE_SPACE = " \t\n\r"
_BYTE_ORDER_MARK = "\ufeff"
_STRING_OR_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)
_BRACE = re.compile("[{}]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_OPENING_TAG = re.compile(rf"\s*<({'|'.join(REASONING_TAGS)})>", re.IGNORECASE)
_CLOSING_TAG = re.compile(rf"</({'|'.join(REASONING_TAGS)})>", re.IGNORECASE)


class StrictJsonError(ValueError):
    """The text is not one strict JSON value.

    ``message`` is a template without text of the input; ``position`` is the offset of the fault
    in characters, or None where the parser does not know it.
    """

    def __init__(self, message: str, position: int | None = None) -> None:
        super().__init__(message if position is None else f"{message} (character {position})")
        self.message = message
        self.position = position


@dataclass(frozen=True)
class ParsedReply:
    """What one reply says.

    ``value`` is the reply's object, or None where no single object could be read. ``findings``
    are all faults in one pass; with a ``value`` they are schema findings.
    """

    value: JsonObject | None
    findings: list[SchemaFinding] = field(default_factory=list[SchemaFinding])

    @property
    def is_valid(self) -> bool:
        """True if there is a value and it obeys its schema."""
        return self.value is not None and not self.findings


def parse_json(text: str) -> JsonValue:
    """Read ``text`` as exactly one JSON value (white space around it is allowed).

    Raises StrictJsonError for whatever RFC 8259 does not allow, and for duplicate keys, numbers
    that do not fit (NaN, Infinity, 1e400, integers beyond 64 bits), lone surrogates, a byte order
    mark, nesting deeper than MAX_DEPTH and text longer than MAX_LENGTH. Never RecursionError.
    """
    _check_text(text)
    start = len(text) - len(text.lstrip(_WHITE_SPACE))
    value, end = _value_at(text, start)
    rest = text[end:].lstrip(_WHITE_SPACE)
    if rest:
        raise StrictJsonError("more text after the JSON value", len(text) - len(rest))
    return value


def read_reply(text: str, schema: str, *, fenced: bool) -> ParsedReply:
    """Read a model's reply as one object of the payload ``schema`` ("executor_output", ...).

    Reasoning blocks before the answer are cut. Without ``fenced`` nothing else may stand around
    the object (contract section 7); with it, prose and a Markdown fence may. Two objects that
    differ are a failure, whatever they say. Never raises on any ``text``.
    """
    try:
        _check_text(text)
        answer = _without_reasoning(text)
        value = _single_object(answer) if fenced else parse_json(answer)
    except StrictJsonError as error:
        return ParsedReply(None, [SchemaFinding(path=ROOT_PATH, message=str(error))])
    if not isinstance(value, dict):
        return _refused("the reply is not a JSON object")
    if any("\0" in string for string in _strings(value)):
        return _refused("a string holds the character U+0000")
    return ParsedReply(value, schema_findings(schema, value))


def _refused(message: str) -> ParsedReply:
    return ParsedReply(None, [SchemaFinding(path=ROOT_PATH, message=message)])


# --- the strict core -----------------------------------------------------------------------------


def _value_at(text: str, start: int) -> tuple[JsonValue, int]:
    """Return the JSON value that starts at ``start``, and where it ends."""
    _check_depth(text, start)
    try:
        value, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        raise StrictJsonError(f"not JSON: {error.msg.partition(':')[0]}", error.pos) from None
    if any(_SURROGATE.search(string) for string in _strings(value)):
        raise StrictJsonError("a string holds half a surrogate pair")
    return value, end


def _check_text(text: str) -> None:
    if len(text) > MAX_LENGTH:
        raise StrictJsonError(f"longer than {MAX_LENGTH} characters")
    if text.startswith(_BYTE_ORDER_MARK):
        raise StrictJsonError("starts with a byte order mark", 0)


def _check_depth(text: str, start: int) -> None:
    """Refuse deep nesting before the recursive parser sees it; stops where the value ends."""
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text, start):
        character = match.group()[0]
        if character in "[{":
            depth += 1
        elif character in "]}":
            depth -= 1
            if depth <= 0:
                return
        if depth > MAX_DEPTH:
            raise StrictJsonError(f"nested deeper than {MAX_DEPTH}", match.start())


def _strings(value: JsonValue) -> Iterator[str]:
    """Every string in ``value``, keys included."""
    pending: list[Any] = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, list):
            pending.extend(cast(list[Any], item))
        elif isinstance(item, dict):
            pending.extend(cast(JsonObject, item).keys())
            pending.extend(cast(JsonObject, item).values())


def _object(pairs: list[tuple[str, Any]]) -> JsonObject:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise StrictJsonError("an object holds the same key twice")
    return members


def _integer(literal: str) -> int:
    # The length first: int() itself refuses, or takes quadratic time over, very long literals.
    if len(literal) > len(str(-MAX_INTEGER)) or abs(int(literal)) > MAX_INTEGER:
        raise StrictJsonError("an integer does not fit into 64 bits")
    return int(literal)


def _real(literal: str) -> float:
    number = float(literal)
    significand = literal.lower().partition("e")[0]
    vanished = number == 0.0 and any(digit in "123456789" for digit in significand)
    if vanished or not math.isfinite(number):
        raise StrictJsonError("a number is out of the range of a double")
    return number


def _constant(_name: str) -> float:
    raise StrictJsonError("NaN and Infinity are not JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_real, parse_constant=_constant
)


# --- what stands around the object ---------------------------------------------------------------


def _without_reasoning(text: str) -> str:
    """Cut the reasoning blocks that open a reply.

    A block whose opening tag the endpoint swallowed is cut as well, unless an object stands in
    it: then it could be the answer, and what follows the tag could be quoted from a log.
    """
    start = 0
    while opening := _OPENING_TAG.match(text, start):
        closing = _CLOSING_TAG.search(text, opening.end())
        if closing is None:
            raise StrictJsonError("the reasoning block is not closed", opening.start())
        start = closing.end()
    closing = _CLOSING_TAG.search(text, start)
    if closing is not None and "{" not in text[start : closing.start()]:
        start = closing.end()
    return text[start:]


def _single_object(text: str) -> JsonValue:
    """Find the one object of a reply that may be fenced or come with prose.

    The first ``{`` must open it, so that no part of a broken or larger object is taken for the
    whole, and no brace may stand after it, save in verbatim repetitions.
    """
    with contextlib.suppress(StrictJsonError):
        return parse_json(text)
    start = text.find("{")
    if start < 0:
        raise StrictJsonError("the reply holds no JSON object")
    value, end = _value_at(text, start)
    before, rest = text[:start].rstrip(), text[end:]
    if _BRACE.search(rest.replace(text[start:end], "")):
        raise StrictJsonError(AMBIGUOUS)
    if before.endswith("[") or rest.lstrip().startswith("]"):
        raise StrictJsonError("the object is an item of a list", start)
    return value
