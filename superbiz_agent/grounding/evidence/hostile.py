"""Reading values that somebody else wrote: every function takes anything and raises nothing."""

import re
from typing import cast

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.strict_json import MAX_INTEGER

_DIGITS = re.compile(r"0*([0-9]{1,19})")


def as_object(value: object) -> JsonObject | None:
    """``value`` if it is a dict, else None."""
    return cast(JsonObject, value) if isinstance(value, dict) else None


def as_list(value: object) -> list[object] | None:
    """``value`` if it is a list, else None."""
    return cast(list[object], value) if isinstance(value, list) else None


def as_text(value: object) -> str | None:
    """``value`` if it is text that UTF-8 can hold (no half of a surrogate pair), else None."""
    if not isinstance(value, str):
        return None
    if value.isascii():
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        return None
    return value


def as_texts(value: object) -> tuple[str, ...]:
    """The texts of a list that are not blank, in order; an empty tuple for anything else."""
    texts = (as_text(item) for item in as_list(value) or [])
    return tuple(text for text in texts if text and text.strip())


def as_id(value: object) -> int | None:
    """An invocation id: an integer or a string of ASCII digits, within 64 bits; else None.

    Booleans, floats, signs, exponents and white space make no id (contract section 4).
    """
    if isinstance(value, str):
        digits = _DIGITS.fullmatch(value)
        value = int(digits.group(1)) if digits else None
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value <= MAX_INTEGER else None


def has_id_form(value: object) -> bool:
    """Whether ``value`` is written as an id, known or not, however large."""
    if isinstance(value, str):
        return value.isascii() and value.isdigit()
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
