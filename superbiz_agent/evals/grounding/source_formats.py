"""What form a source has, told from its text alone: an object, a list of fields, or prose."""

import ast
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeGuard, cast

Tree: TypeAlias = Mapping[str, Any]

MAX_LITERAL = 200_000
"""Characters of a Python literal that is read: the reader of literals is slow on more."""

LONG_TEXT = 160
"""A string of more characters, or of several lines, is prose and no value of a field."""

_FIELD = re.compile(r"\s*[-*] (?P<key>[^:\n]{1,80}): ?(?P<value>[^\n]{1,2000})")
_RULE = re.compile(r"\s*-{3,}\s*")
_PASSAGE = re.compile(r"(?:^|\n)\s*(?=passage [0-9]{1,4}:)", re.IGNORECASE)


@dataclass(frozen=True)
class FieldList:
    """A title and the fields below it; a key may stand several times."""

    title: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Prose:
    """Passages of running text."""

    passages: tuple[str, ...]


def read_source(text: str) -> Tree | FieldList | Prose:
    """``text`` as the object, the list of fields or the prose that it is. Never raises."""
    tree = _tree(text)
    if tree is not None:
        return tree
    return _field_list(text) or Prose(passages_of(text))


def is_prose(value: object) -> TypeGuard[str]:
    """True for a string that is text rather than the value of a field."""
    return isinstance(value, str) and (len(value) > LONG_TEXT or "\n" in value.strip())


def passages_of(text: str) -> tuple[str, ...]:
    """The passages of running text: those that are numbered, else its paragraphs."""
    parts = _PASSAGE.split(text) if _PASSAGE.search(text) else re.split(r"\n\s*\n", text)
    return tuple(part.strip() for part in parts if part.strip())


def _tree(text: str) -> Tree | None:
    if not text.lstrip().startswith("{"):
        return None
    value: Any = None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = _literal(text)
    if not isinstance(value, dict):
        return None
    return {str(key): part for key, part in cast("dict[Any, Any]", value).items()}


def _literal(text: str) -> Any:
    """A dictionary as Python prints it; ``literal_eval`` runs no code."""
    if len(text) > MAX_LITERAL:
        return None
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return None


def _field_list(text: str) -> FieldList | None:
    """A title, perhaps a rule, then ``- key: value`` lines, which are most of the text."""
    lines = [line for line in text.splitlines() if line.strip() and not _RULE.fullmatch(line)]
    matches = [_FIELD.fullmatch(line) for line in lines]
    fields = tuple((m["key"].strip(), m["value"].strip()) for m in matches if m)
    if not fields or matches[0] is not None or len(fields) < len(lines) - 1:
        return None
    return FieldList(lines[0].strip(), fields)


def words_of(parts: Iterable[str]) -> str:
    """Strings as one line, white space folded."""
    return " ".join(" ".join(parts).split())
