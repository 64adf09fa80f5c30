"""Word one finding as a claim: a template around facts that stand in the stored text."""

from collections.abc import Callable, Mapping
from typing import Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.models.offline.causes import Cause
from superbiz_agent.models.offline.drafts import MAX_QUOTE, Draft, quote
from superbiz_agent.models.offline.evidence import Kind, Line
from superbiz_agent.models.offline.phrases import CLAIMS, fill
from superbiz_agent.models.offline.signatures import Signature

ALERT_LABELS: Final = (
    "service", "pod", "instance", "job", "node", "namespace", "severity",
    "current", "value", "duration", "since",
)  # fmt: skip
"""Labels of an alert that a claim repeats, in this order; the rest stays in the reference."""


KNOWLEDGE_LENGTHS: Final = (320, 160, 80, 48)
"""Characters of a runbook that are quoted, less where more would say two things at once."""

SHOWN_FILTERS: Final = ("service", "level")
"""Filters of a search that an absence repeats; what a tool adds by itself stays in the
reference."""

OPEN_ENDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {},
    "zh": {"start": "起点", "end": "终点"},
}
"""How the open ends of a window are called."""


def observation(line: Line, language: Language) -> Draft:
    """State what one alert, record, group or other line says."""
    worded = _WORDINGS.get(line.kind)
    wordings = worded(line, language) if worded else []
    return Draft("observation", (*wordings, *_on_record(line, language)), (line,))


def sign(signature: Signature, line: Line, language: Language) -> Draft:
    """Answer by name what a record shows by itself: "signs of a full disk"."""
    plain = observation(line, language)
    if not (line.name and line.first and line.message):
        return plain
    told = fill(
        CLAIMS,
        "signature",
        language,
        service=line.name,
        level=_level(line, language),
        first=line.first,
        cause=signature.label[language],
        quote=quote(line.message),
    )
    return Draft("observation", (told, *plain.wordings), (line,))


def absence(line: Line, language: Language) -> Draft:
    """State that an answered, whole search matched nothing: where, and over which window."""
    search = line.search
    if search is None:
        raise ValueError("an absence is stated of a search line alone")
    filters = [
        f"{name}={search.filters[name]}"
        for name in SHOWN_FILTERS
        if search.filters.get(name, search.query) != search.query
    ]
    values = {
        "asked": ", ".join([f'"{search.query}"', *filters]),
        "sources": search.sources,
        "since": OPEN_ENDS[language].get(search.since, search.since),
        "until": OPEN_ENDS[language].get(search.until, search.until),
    }
    told = fill(CLAIMS, "negative", language, **values)
    return Draft("negative_observation", (told,), (line,))


def knowledge(line: Line, language: Language) -> Draft:
    """Report a runbook's words as the runbook's."""
    wordings = (
        fill(
            CLAIMS,
            "knowledge",
            language,
            title=quote(line.name, 120),
            quote=quote(line.message, limit),
        )
        for limit in KNOWLEDGE_LENGTHS
    )
    return Draft("knowledge", tuple(wordings), (line,))


def root_cause(cause: Cause, language: Language) -> Draft:
    """Name the cause that a line carries as a signature, with the effect that is on record."""
    values = {
        "cause": cause.signature.label[language],
        "service": cause.line.owner,
        "quote": quote(cause.sign),
        "effect": quote(cause.effect),
    }
    lines = (cause.line, cause.effect_line)
    names = ("cause_told",) if cause.effect in cause.sign else ("cause", "cause_quoted")
    wordings = tuple(fill(CLAIMS, name, language, **values) for name in names)
    return Draft("root_cause", wordings, tuple(dict.fromkeys(lines)))


def _alert(line: Line, language: Language) -> list[str]:
    labels = [f"{label}={line.fields[label]}" for label in ALERT_LABELS if label in line.fields]
    if not (line.name and line.state and labels):
        return []
    values = {"name": line.name, "state": line.state, "labels": ", ".join(labels)}
    return [fill(CLAIMS, "alert", language, **values)]


def _record(line: Line, language: Language) -> list[str]:
    if not (line.name and line.first and line.message):
        return []
    values = {
        "service": line.name,
        "level": _level(line, language),
        "first": line.first,
        "last": line.last,
        "count": str(line.count),
        "quote": quote(line.message),
    }
    if not (line.count and line.last):
        return [fill(CLAIMS, "record", language, **values)]
    names = ("ranged_group", "group", "quoted_group") if line.ranges else ("group", "quoted_group")
    return [fill(CLAIMS, name, language, **values, ranges=line.ranges) for name in names]


def _level(line: Line, language: Language) -> str:
    """The level as it stands before a noun, if the line has one."""
    before = " " if language == "zh" else ""
    return f"{before}{line.level} " if line.level else ""


def _on_record(line: Line, language: Language) -> list[str]:
    """Quote the stored line: whole if it is short, else the record that it starts with."""
    told = [line.body] if line.count and len(line.body) <= MAX_QUOTE else []
    return [
        fill(CLAIMS, "quote", language, quote=quote(text))
        for text in (*told, line.sample or line.body)
    ]


_WORDINGS: Final[Mapping[Kind, Callable[[Line, Language], list[str]]]] = {
    "alert": _alert,
    "log": _record,
}
