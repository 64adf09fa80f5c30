"""Fields of an object, flattened: the words of the key's path, and the value as it reads."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from superbiz_agent.evals.grounding.field_names import key_words
from superbiz_agent.evals.grounding.source_formats import is_prose, words_of

MAX_NESTING = 6
NO_VALUE = frozenset({"", "n/a", "none", "null"})

_SHORT_TIME = re.compile(r"(?<![0-9:])(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{1,2})(?![0-9:])")
_AMERICAN_DATE = re.compile(r"(?P<month>[0-9]{2})_(?P<day>[0-9]{2})_(?P<year>[0-9]{2})")
_ISO_DATE = re.compile(r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})(?![0-9])")


@dataclass(frozen=True)
class Field:
    """One value and the words of its key, outermost first."""

    words: tuple[str, ...]
    value: str


def fields_of(
    value: Any, words: tuple[str, ...] = (), nesting: int = MAX_NESTING
) -> Iterator[Field]:
    """The scalar fields in ``value``, prose apart; what is nested deeper is left out."""
    if isinstance(value, Mapping) and nesting > 0:
        for key, part in cast("Mapping[Any, Any]", value).items():
            yield from fields_of(part, (*words, *key_words(str(key))), nesting - 1)
    elif isinstance(value, list) and nesting > 0:
        for part in cast("list[Any]", value):
            yield from fields_of(part, words, nesting - 1)
    elif (shown := shown_value(value, words)) and not is_prose(cast("object", value)):
        yield Field(tuple(dict.fromkeys(words)), shown)


def proses_of(value: Any, nesting: int = MAX_NESTING) -> Iterator[str]:
    """The running texts in ``value``, in order."""
    if isinstance(value, Mapping) and nesting > 0:
        for part in cast("Mapping[Any, Any]", value).values():
            yield from proses_of(part, nesting - 1)
    elif isinstance(value, list) and nesting > 0:
        for part in cast("list[Any]", value):
            yield from proses_of(part, nesting - 1)
    elif is_prose(text := cast("object", value)):
        yield text


def shown_value(value: Any, words: tuple[str, ...] = ()) -> str:
    """A scalar as a stored line shows it; empty if it says nothing.

    A percentage gets its sign, minutes their unit, a time its two digits, a date its ISO form and
    its weekday.
    """
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str | int | float):
        return ""
    text = words_of([str(value)])
    if text.lower() in NO_VALUE:
        return ""
    if words and words[-1] == "percentage" and text.replace(".", "", 1).isdigit():
        return f"{text}%"
    if words and words[-1] == "minutes" and text.isdigit():
        return f"{text} minutes"
    return _with_weekday(_SHORT_TIME.sub(_with_zero, text))


def _with_zero(match: re.Match[str]) -> str:
    """Minutes with their zero: 17:0 is 17:00."""
    return f"{match['hour']}:{match['minute']:0>2}"


def _with_weekday(text: str) -> str:
    match = _AMERICAN_DATE.fullmatch(text) or _ISO_DATE.match(text)
    if match is None:
        return text
    year = int(match["year"]) + (2000 if len(match["year"]) == 2 else 0)
    try:
        day = date(year, int(match["month"]), int(match["day"]))
    except ValueError:
        return text
    return f"{day.isoformat()}{text[match.end() :]} ({day:%A})"
