"""The stored line of an alert, read back: its name, its state and its fields (contract section 2).

``HighMemoryUsage firing, service=order-service, current=91%, ...``: the state is the word right
after the name, and nothing that a label or an annotation quotes is a state or a field.
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from superbiz_agent.grounding.facts.extraction import extract_facts

ALERT_STATES: Final = (
    "firing", "pending", "silenced", "inhibited", "suppressed", "resolved", "inactive", "unknown"
)  # fmt: skip

_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_HEAD: Final = re.compile(
    rf"\A(?P<name>{_QUOTED}|[^\s,=\"]{{1,160}}) (?P<state>{'|'.join(ALERT_STATES)})"
    r"(?=,|\Z| \[demo\])"
)
_FIELD: Final = re.compile(rf", (?P<key>[A-Za-z_][A-Za-z0-9_.]*)=(?P<value>{_QUOTED}|[^\s,\"]*)")
_MEASURES: Final = (
    "since", "pending_since", "until", "as_of", "duration", "precision", "silenced_until"
)  # fmt: skip
"""Fields that stand without quote signs: an annotation of such a name does not."""


class AlertLine(NamedTuple):
    """An alert as its line tells it; ``fields`` hold their values without quote signs."""

    name: str
    state: str
    fields: Mapping[str, str]
    text: str


@lru_cache(maxsize=1024)
def alert_line(source: str) -> AlertLine | None:
    """The alert that a stored line tells; None for any other text."""
    head = _HEAD.match(source)
    if head is None:
        return None
    fields: dict[str, str] = {}
    for match in _FIELD.finditer(source, head.end()):
        if not (match["key"] in _MEASURES and match["value"].startswith('"')):
            fields.setdefault(match["key"], match["value"].strip('"'))
    return AlertLine(head["name"].strip('"'), head["state"], fields, source)


def instant_of(line: AlertLine, key: str) -> Decimal | None:
    """The instant of a field in seconds of the epoch, if it has one."""
    return _number(line.fields.get(key, ""))


def last_known(line: AlertLine) -> Decimal | None:
    """The last instant of which an alert's line tells: its end, when it was exported, or its start
    and its duration."""
    for key in ("until", "as_of"):
        if (instant := instant_of(line, key)) is not None:
            return instant
    since, lasted = instant_of(line, "since"), _number(line.fields.get("duration", ""))
    return since + lasted if since is not None and lasted is not None else None


def _number(text: str) -> Decimal | None:
    found = [fact for fact in extract_facts(text) if fact.kind in ("timestamp", "duration")]
    return found[0].number if found else None
