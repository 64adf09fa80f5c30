"""Rows as payloads, and payloads as JSON columns."""

import json
import math
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from pydantic import ValidationError

from superbiz_agent.contracts.base import Payload
from superbiz_agent.errors import StoreError

PayloadType = TypeVar("PayloadType", bound=Payload)


def json_text(value: object) -> str:
    """Return ``value`` as JSON in ASCII; numbers that JSON has not become their names."""
    try:
        return json.dumps(value, allow_nan=False)
    except ValueError:
        return json.dumps(_without_special_numbers(value), allow_nan=False)


def json_value(text: str) -> Any:
    """Return the value of a JSON column; text that is no JSON is returned as it is, which no column
    may hold, so that ``payload_of`` names the column."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def payload_of(kind: type[PayloadType], row: Mapping[str, Any], where: str) -> PayloadType:
    """Return a row as a payload; ``StoreError`` if somebody made it unreadable."""
    values = {name: row[name] for name in kind.model_fields}
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        fault = error.errors()[0]
        place = ".".join(str(part) for part in fault["loc"])
        raise StoreError(
            f"database {where}: {kind.__name__} {values['id']!r} is unreadable at {place} "
            "(written by another version, or altered by hand)"
        ) from error


def _without_special_numbers(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        items = cast("dict[str, object]", value).items()
        return {key: _without_special_numbers(item) for key, item in items}
    if isinstance(value, list | tuple):
        return [_without_special_numbers(item) for item in cast("list[object]", value)]
    return value
