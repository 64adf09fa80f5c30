"""Word what one stored line says, the fullest wording first.

A wording is a template around facts that stand in the line; the first that the rules let through
is taken.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.facts.escapes import stored_lines
from superbiz_agent.models.offline.drafts import MAX_QUOTE, quote
from superbiz_agent.models.offline.evidence import OVER, SILENCED, Kind, Line
from superbiz_agent.models.offline.phrases import CLAIMS, fill
from superbiz_agent.models.offline.series_text import series_wordings
from superbiz_agent.models.offline.vocabulary import ADDRESSES_READER

ALERT_LABELS: Final = (
    "service", "pod", "container", "instance", "mountpoint", "job", "node", "namespace",
    "severity", "current", "value", "duration", "since", "pending_since", "until",
    "precision", "as_of", "exported", "was", "silenced_by", "silenced_until", "inhibited_by",
)  # fmt: skip
"""Labels of an alert that a claim repeats, in this order; the rest stays in the reference."""

MESSAGE_LENGTHS: Final = (200, 120, 60)
"""Characters of a message that are quoted, the rest stays in the reference; less where more would
tell the facts of the sentence apart from those of the line."""

LIST_SIGNS: Final[Mapping[Language, str]] = {"en": ", ", "zh": "、"}
"""What stands between the items of a list."""

LEAST_QUOTED: Final = 12
_FIELD: Final = re.compile(r",? (?=[A-Za-z_][A-Za-z0-9_.-]{0,40}=)")
"""Where the fields of a structured record begin behind its message."""

_ZERO: Final = re.compile(r",? [A-Za-z_][A-Za-z0-9_.-]{0,40}=0(?![0-9.])")

SINGLE: Final = ("record", "record_undated")
"""Phrases of a single record."""


def wordings_of(line: Line, language: Language) -> tuple[str, ...]:
    """What an alert, a record, a group or another line says, the fullest wording first."""
    worded = _WORDINGS.get(line.kind)
    return (*(worded(line, language) if worded else ()), *_on_record(line, language))


def alert_since(line: Line, language: Language) -> list[str]:
    labels = [f"{x}={line.fields[x]}" for x in ALERT_LABELS if x in line.fields and x != "since"]
    since = line.fields.get("since")
    if not (since and labels) or line.state in (*SILENCED, *OVER):
        return []  # it is the alert's start, not that of its silence or its end
    values = {"name": line.name, "state": line.state, "since": since}
    is_exact = line.state == "pending" or "pending_since" in line.fields
    name = "alert_since" if is_exact else "alert_active_since"
    return [fill(CLAIMS, name, language, **values, labels=", ".join(labels))]


def quotes_of(line: Line, language: Language) -> list[str]:
    """What a record says, the fullest first: its first line, with what is behind it if a trace
    names that."""
    parts = [*(quote(line.message, length) for length in MESSAGE_LENGTHS), *_without_zero(line)]
    said = list(dict.fromkeys(parts))
    if not line.reason or line.reason in said[0]:
        return said
    reason = quote(line.reason)
    head = _FIELD.split(line.message, maxsplit=1)[0]
    if line.reason in line.message and len(head) >= LEAST_QUOTED:
        told = [quote(head, MESSAGE_LENGTHS[0])]
        return [fill(CLAIMS, "reasoned", language, quote=told[0], reason=reason), *said]
    return [fill(CLAIMS, "reasoned", language, quote=said[0], reason=reason), *said]


def _without_zero(line: Line) -> list[str]:
    """The words of a record before its first value of zero, which beside other words of a sentence
    would read as an absence."""
    zero = _ZERO.search(line.message)
    return [quote(line.message[: zero.start()])] if zero and zero.start() >= LEAST_QUOTED else []


_OWN_LEVEL: Final = re.compile(
    r"(?<![A-Za-z0-9_.-])(?:PANIC|EMERG|EMERGENCY|ALERT|CRIT|CRITICAL|SEVERE|NOTICE)(?![A-Za-z0-9_-])"
    r"|\[(?:[a-z_]{1,20}:)?(?:panic|emerg|alert|crit|critical|severe|notice)\]"
    r"|(?:level|severity|priority)=\"?(?:panic|emerg|alert|crit|critical|severe|notice)(?![a-z])"
)


def level_of(line: Line, language: Language) -> str:
    """The level as it stands before a noun, if the line has one. One that the record writes in a
    word of its own (PANIC) is told by the quotation: ours for it (FATAL) is not in the log."""
    if _OWN_LEVEL.search(line.sample):
        return ""
    before = " " if language == "zh" else ""
    return f"{before}{line.level} " if line.level else ""


def variation_of(line: Line, language: Language) -> str:
    """What varies within a group: ranges of what is measured, and the addresses named."""
    told = "".join(
        fill(
            CLAIMS,
            "range" if each.label else "bare_range",
            language,
            label=each.label,
            least=each.least,
            greatest=each.greatest,
        )
        for each in line.ranges
    )
    if line.turns:
        turns = (fill(CLAIMS, "turn", language, name=x.name, at=x.at) for x in line.turns)
        told += fill(CLAIMS, "turns", language, turns=LIST_SIGNS[language].join(turns))
    if len(line.addresses) > 1:
        joined = LIST_SIGNS[language].join(line.addresses)
        name = "some_addresses" if line.has_more_addresses else "addresses"
        told += fill(CLAIMS, name, language, addresses=joined)
    return told


def _alert(line: Line, language: Language) -> list[str]:
    told_of = set(line.fields) - ({"duration"} if "exported" in line.fields else set[str]())
    labels = [f"{label}={line.fields[label]}" for label in ALERT_LABELS if label in told_of]
    if not (line.name and line.state and labels):
        return []
    values = {"name": line.name, "state": line.state, "labels": ", ".join(labels)}
    told = [fill(CLAIMS, "alert", language, **values)]
    if not line.message:
        return told
    values["quote"] = quote(line.message, MESSAGE_LENGTHS[0])
    names = ("alert_told", "alert_saying")
    more = line.annotations.get("description", "")
    is_told = more not in ("", line.message) and "\\" not in more
    if is_told and not ADDRESSES_READER.search(more):
        values["more"] = quote(more, MESSAGE_LENGTHS[0])
        names = ("alert_saying_more", *names)
    return [*(fill(CLAIMS, name, language, **values) for name in names), *told]


def _record(line: Line, language: Language) -> list[str]:
    """Wordings of a record or a group, the fullest first: what varies goes before the message."""
    if not (line.owner and line.message):
        return []
    values = {
        "service": line.owner,
        "level": level_of(line, language),
        "first": line.first,
        "last": line.last,
        "at": line.at,
        "count": str(line.count),
    }
    quotes = quotes_of(line, language)
    return [
        fill(CLAIMS, name, language, **values, quote=told, more=more)
        for names in (_group_templates(line), _record_templates(line))
        for told in quotes
        for name in names
        for more in dict.fromkeys((variation_of(line, language) if name not in SINGLE else "", ""))
    ]


def _group_templates(line: Line) -> tuple[str, ...]:
    """The phrases that fit a group, the fullest first."""
    if not line.count:
        return ()
    if not (line.first and line.last):
        return ("group_undated",)
    if line.first == line.last:
        return ("group_at_once", "quoted_group", "bare_group")
    return ("group", "quoted_group", "bare_group")


def _record_templates(line: Line) -> tuple[str, ...]:
    """The phrases that tell of one record; several are never told as one."""
    if line.count > 1:
        return ()
    return SINGLE if line.at else SINGLE[1:]


def _on_record(line: Line, language: Language) -> list[str]:
    """Quote the stored line: whole if it is short, else the record that it starts with."""
    is_short = len(line.body) <= MAX_QUOTE and len(stored_lines(line.body)) == 1
    told = [line.body] if line.count and is_short else []
    return [
        fill(CLAIMS, "quote", language, quote=quote(text))
        for text in (*told, *stored_lines(line.sample or line.body)[:1])
    ]


_WORDINGS: Final[Mapping[Kind, Callable[[Line, Language], list[str]]]] = {
    "alert": _alert,
    "log": _record,
    "series": series_wordings,
}
