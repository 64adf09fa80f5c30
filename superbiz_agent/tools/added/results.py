"""From what a tool of the operator's returned to the items that become evidence.

Pure, and never surprised: whatever a tool returns is read by one of three declared rules or is a
``ResultError``, whose message completes "<tool> ..." and names what was there instead.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from typing import Any, Final, cast

from pydantic import BaseModel

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.settings.tools import ToolOptions
from superbiz_agent.tools.rendering import (
    as_list,
    as_object,
    scalar_text,
)

MAX_ITEMS: Final = 50
"""Most items of one result that become evidence; the search says how many there were."""

MAX_KEYS_SHOWN: Final = 8

_TOTALS: Final = ("total", "total_count", "totalCount")
_MORE: Final = ("truncated", "has_more", "hasMore", "incomplete_results")
_CURSORS: Final = ("next_cursor", "nextCursor", "next_page_token", "nextPageToken")
"""What the object that holds a list may say of the rest of it."""

_BLOCKS: Final = frozenset({"image", "image_url", "file", "audio", "video", "resource_link"})


class ResultError(ValueError):
    """A result that cannot be read as declared; the message completes "<tool> ..."."""


@dataclass(frozen=True)
class Items:
    """The items of one result, in order, and whether the tool says that there are more."""

    shown: Sequence[Any]
    total: int
    truncated: bool
    notes: Sequence[str] = ()


def _as_it_is(value: Any) -> Any:
    return value


def read_items(
    content: Any, artifact: Any, options: ToolOptions, hide: Callable[[Any], Any] = _as_it_is
) -> Items:
    """Return the items of a result: what a tool returned, or a message's ``content`` and
    ``artifact``. ``hide`` takes secrets out of a JSON value. Raises ``ResultError``."""
    text, left_out = _text_of(content)
    notes = [f"{left_out} parts of the result that are no text were left out"] if left_out else []
    if text is not None and len(text) > options.max_bytes:
        raise ResultError(
            f"returned {len(text)} characters, more than max_bytes ({options.max_bytes}); "
            "ask for less, or raise it"
        )
    if options.read == "lines":
        return _items(_lines(text, content, options, hide), {}, notes)
    values = [v for v in (_structured(artifact), *_values(content, text)) if v is not None]
    bounded = [hide(_plain(value, options.max_bytes)) for value in values]
    return _items(*_first(bounded, text, options), notes)


def _items(items: list[Any], holder: JsonObject, notes: Sequence[str]) -> Items:
    stated = [holder[key] for key in _TOTALS if type(holder.get(key)) is int]
    total = max([len(items), *stated])
    has_more = any(holder.get(key) is True for key in _MORE) or any(
        isinstance(holder.get(key), str) and holder[key] for key in _CURSORS
    )
    return Items(_ends(items), total, has_more or total > min(len(items), MAX_ITEMS), notes)


def _ends(items: list[Any]) -> list[Any]:
    """Both ends of a long list: whichever way it is sorted, the newest are among them."""
    if len(items) <= MAX_ITEMS:
        return items
    half = MAX_ITEMS // 2
    return [*items[:half], *items[-half:]]


def _structured(artifact: Any) -> Any:
    """What a tool hands over beside its text, an MCP server's structured content among it."""
    given = as_object(artifact)
    if given is not None and list(given) == ["structured_content"]:
        return given["structured_content"]
    return artifact


def _text_of(content: Any) -> tuple[str | None, int]:
    """The text of a result, and how many of its parts are none; null where it is no text at all."""
    if isinstance(content, str):
        return content, 0
    blocks = _content_blocks(content)
    if blocks is None:
        return None, 0
    texts = [block["text"] for block in blocks if block.get("type") == "text"]
    return "\n".join(texts), len(blocks) - len(texts)


def _content_blocks(content: Any) -> list[JsonObject] | None:
    """The blocks of a message's content; null where the list holds anything else."""
    blocks = [as_object(each) for each in as_list(content) or []]
    known = [block for block in blocks if block is not None and _is_block(block)]
    return known if known and len(known) == len(blocks) else None


def _is_block(block: JsonObject) -> bool:
    kind = block.get("type")
    return kind in _BLOCKS or (kind == "text" and isinstance(block.get("text"), str))


def _values(content: Any, text: str | None) -> Iterable[Any]:
    """The readings of a result as JSON values: what it is, what its text says, what the texts of
    its blocks say one by one."""
    if text is None:
        yield content
        return
    yield _parsed(text)
    blocks = _content_blocks(content) or []
    each = [_parsed(block["text"]) for block in blocks if block.get("type") == "text"]
    if len(each) > 1 and None not in each:
        yield each


def _parsed(text: str) -> Any:
    """The JSON value that ``text`` is, or null: keys that stand twice have no single reading."""
    try:
        return json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return None


def _once(pairs: list[tuple[str, Any]]) -> JsonObject:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _plain(value: Any, max_bytes: int) -> Any:
    """``value`` as plain JSON values; what JSON has no type for becomes text."""
    try:
        text = json.dumps(value, default=_default, skipkeys=True)
    except (ValueError, RecursionError, TypeError) as error:
        raise ResultError(f"returned what cannot be written as JSON ({error})") from None
    if len(text) > max_bytes:
        raise ResultError(
            f"returned {len(text)} bytes, more than max_bytes ({max_bytes}); "
            "ask for less, or raise it"
        )
    return json.loads(text)


def _default(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, Mapping):
        return dict(cast("Mapping[Any, Any]", value))
    if isinstance(value, set | frozenset | tuple):
        return sorted(cast("Iterable[Any]", value), key=str)
    return str(value)


def _first(
    values: Sequence[Any], text: str | None, options: ToolOptions
) -> tuple[list[Any], JsonObject]:
    """The items of the first reading that has them, and the object that they stand in."""
    problems: list[str] = []
    for value in values:
        for candidate in (value, _wrapped(value)):
            if candidate is not None:
                found = _at(candidate, options)
                if isinstance(found, tuple):
                    return found
                problems.append(found)
    if problems:
        raise ResultError(problems[0])
    if text is not None:
        told = "an empty text" if not text.strip() else "text that is no JSON"
        raise ResultError(f'returned {told}; read = "lines" makes evidence of text')
    raise ResultError("returned nothing")


def _wrapped(value: Any) -> Any:
    """What stands in ``{"result": ...}``, as servers wrap a result that is no object."""
    given = as_object(value)
    return given["result"] if given is not None and list(given) == ["result"] else None


def _at(value: Any, options: ToolOptions) -> tuple[list[Any], JsonObject] | str:
    """The items at the declared place of ``value``, or what is wrong with it."""
    name = options.list_name
    keys = options.path if options.path is not None else _default_path(value, options)
    holder: JsonObject = {}
    for depth, key in enumerate(keys):
        given = as_object(value)
        if given is None or key not in given:
            return _missing(value, name, keys[:depth], key)
        holder, value = given, given[key]
    if options.read == "object":
        is_object = as_object(value) is not None
        return ([value], {}) if is_object else f"returned {_kind(value)}, not an object"
    items = as_list(value)
    if items is None:
        return f'returned no list "{".".join(keys) or name}", but {_kind(value)}'
    return items, holder


def _default_path(value: Any, options: ToolOptions) -> list[str]:
    is_whole = options.read == "object" or as_object(value) is None
    return [] if is_whole else [options.list_name]


def _missing(value: Any, name: str, before: Sequence[str], key: str) -> str:
    place = f' at "{".".join(before)}"' if before else ""
    given = as_object(value)
    if given is None:
        return f"returned {_kind(value)}{place}, not an object"
    names = [scalar_text(each)[:40] for each in list(given)[:MAX_KEYS_SHOWN]]
    more = ", ..." if len(given) > len(names) else ""
    wanted = f'no list "{name}"' if key == name and not before else f'no "{key}"'
    return f"returned {wanted}; its keys{place} are: {', '.join(names) or 'none'}{more}"


def _kind(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    kinds = {"dict": "an object", "list": "a list", "str": "text"}
    return kinds.get(type(value).__name__, "a number")


def _lines(
    text: str | None, content: Any, options: ToolOptions, hide: Callable[[Any], Any]
) -> list[Any]:
    """The lines of the text, or of the text at ``path`` of the JSON that it is; blank ones left
    out."""
    if options.path:
        value = _plain(content if text is None else _parsed(text), options.max_bytes)
        for depth, key in enumerate(options.path):
            given = as_object(value)
            if given is None or key not in given:
                raise ResultError(_missing(hide(value), "", options.path[:depth], key))
            value = given[key]
        text = value if isinstance(value, str) else None
    if text is None:
        raise ResultError('returned no text to read as lines; leave read = "lines" out')
    return [line for line in hide(text).splitlines() if line.strip()]
