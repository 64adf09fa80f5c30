"""One item of an operator's tool as a line of evidence (contract section 2)."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.settings.tools import ToolOptions
from superbiz_agent.tools.base import EvidenceItem
from superbiz_agent.tools.rendering import (
    as_object,
    evidence_line,
    pair,
    redacted_fields,
    scalar_text,
    stored_fields,
)

MAX_ITEM_FIELDS: Final = 64


def evidence_item(
    value: Any, options: ToolOptions, hide: Callable[[str], str] = str
) -> EvidenceItem:
    """Render one item as ``key=value`` pairs, or as the line that it is (contract section 2)."""
    if options.read == "lines":
        line = hide(scalar_text(value))
        return EvidenceItem(text=evidence_line([line], demo=False), fields={})
    given = as_object(value)
    named = {"value": value} if given is None else given
    if options.fields is not None:
        named = _chosen(named, options.fields)
    texts = {hide(key): hide(scalar_text(named[key])) for key in list(named)[:MAX_ITEM_FIELDS]}
    fields = redacted_fields(texts)
    pairs = [pair(key, text) for key, text in fields.items()]
    left_out = len(named) - len(fields)
    if left_out:
        pairs.append(f"{left_out} more fields left out")
    return EvidenceItem(text=evidence_line(pairs, demo=False), fields=stored_fields(fields))


def _chosen(item: JsonObject, paths: Sequence[Sequence[str]]) -> JsonObject:
    """The declared fields that an item has, named by their paths."""
    found: JsonObject = {}
    for path in paths:
        value: Any = item
        for key in path:
            given = as_object(value)
            value = given.get(key, _ABSENT) if given is not None else _ABSENT
        if value is not _ABSENT:
            found[".".join(path)] = value
    return found


_ABSENT: Final = object()
