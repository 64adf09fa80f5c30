"""Word one finding as a claim: a template around facts that stand in the stored text."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.facts.escapes import stored_lines
from superbiz_agent.models.offline.causes import Cause
from superbiz_agent.models.offline.drafts import MAX_QUOTE, Draft, quote
from superbiz_agent.models.offline.evidence import Kind, Line, Search
from superbiz_agent.models.offline.phrases import CLAIMS, fill
from superbiz_agent.models.offline.signatures import Signature

ALERT_LABELS: Final = (
    "service", "pod", "container", "instance", "mountpoint", "job", "node", "namespace",
    "severity", "current", "value", "duration", "since",
)  # fmt: skip
"""Labels of an alert that a claim repeats, in this order; the rest stays in the reference."""


KNOWLEDGE_LENGTHS: Final = (320, 160, 80, 48)
"""Characters of a runbook that are quoted, less where more would say two things at once."""

MESSAGE_LENGTHS: Final = (200, 120, 60)
"""Characters of a message that are quoted, the rest stays in the reference; less where more would
tell the facts of the sentence apart from those of the line."""

LIST_SIGNS: Final[Mapping[Language, str]] = {"en": ", ", "zh": "、"}
"""What stands between the items of a list."""

SINGLE: Final = ("record", "record_undated")
"""Phrases of a single record."""

EVERYTHING: Final = "*"
"""The query that asks for every record."""

CODE_FENCE: Final = "```"

SHOWN_FILTERS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {"service": "service", "level": "level"},
    "zh": {"service": "服务", "level": "级别"},
}
"""Filters of a search that an absence repeats; what a tool adds by itself stays in the
reference."""

OPEN_ENDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {},
    "zh": {"start": "开始", "end": "结束"},
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
    labels = dict.fromkeys((signature.label[language], signature.plain_label[language]))
    told = (
        fill(
            CLAIMS,
            "signature",
            language,
            service=line.name,
            level=_level(line, language),
            first=line.first,
            cause=label,
            quote=said,
        )
        for label in labels
        for said in _quotes(line, language)
    )
    return Draft("observation", (*told, *plain.wordings), (line,))


def absence(line: Line, language: Language) -> Draft:
    """State that an answered, whole search matched nothing: where, and over which window."""
    search = line.search
    if search is None:
        raise ValueError("an absence is stated of a search line alone")
    values = _search_values(search, language)
    is_by_level = search.query == EVERYTHING and bool(values["level"])
    names = ("negative_level", "negative") if is_by_level else ("negative",)
    wordings = tuple(fill(CLAIMS, name, language, **values) for name in names)
    return Draft("negative_observation", wordings, (line,))


def _search_values(search: Search, language: Language) -> dict[str, str]:
    """What a search asked, of whom, over which window, as the phrases name it."""
    filters = [
        f"{words} {search.filters[name]}"
        for name, words in SHOWN_FILTERS[language].items()
        if search.filters.get(name, search.query) != search.query
    ]
    return {
        "asked": ", ".join([f'"{search.query}"', *filters]),
        "level": search.filters.get("level", ""),
        "sources": search.sources,
        "since": OPEN_ENDS[language].get(search.since, search.since),
        "until": OPEN_ENDS[language].get(search.until, search.until),
    }


def knowledge(line: Line, language: Language) -> Draft:
    """Report a runbook's words as the runbook's, up to where its code begins."""
    prose = line.message.partition(CODE_FENCE)[0] or line.message
    wordings = (
        fill(
            CLAIMS,
            "knowledge",
            language,
            title=quote(line.name, 120),
            quote=quote(prose, limit),
        )
        for limit in KNOWLEDGE_LENGTHS
    )
    return Draft("knowledge", tuple(wordings), (line,))


def root_cause(cause: Cause, language: Language) -> Draft:
    """Name the cause that a line carries as a signature, with the effect that is on record: in the
    words of the signature as far as the line carries them, by whole lines as far as they are
    short."""
    labels = dict.fromkeys((cause.signature.label[language], cause.signature.plain_label[language]))
    named = [_sized(label, cause.size, language) for label in labels] if cause.size else []
    wordings = [
        fill(
            CLAIMS,
            "cause_told" if cause.effect in cause.sign else "cause",
            language,
            cause=label,
            service=cause.line.owner,
            quote=sign,
            effect=effect,
        )
        for label in (*named, *labels)
        for sign, effect in _shown_parts(cause)
    ]
    lines = (cause.line, cause.effect_line)
    return Draft("root_cause", tuple(dict.fromkeys(wordings)), tuple(dict.fromkeys(lines)))


def _sized(label: str, size: str, language: Language) -> str:
    return fill(CLAIMS, "cause_sized", language, cause=label, size=size)


def _shown_parts(cause: Cause) -> list[tuple[str, str]]:
    """Quotations of sign and effect: whole lines, else the clauses that show them."""
    whole, narrow = (cause.sign, cause.effect), (cause.narrow_sign, cause.narrow_effect)
    fits = all(len(text) <= MAX_QUOTE for text in whole)
    parts = (whole, (cause.sign, cause.narrow_effect), narrow) if fits else (narrow,)
    return [(quote(sign), quote(effect)) for sign, effect in parts]


def beginning(line: Line, language: Language) -> Draft:
    """Say first when something began."""
    plain = observation(line, language)
    if line.kind == "alert":
        return replace(plain, wordings=(*_alert_since(line, language), *plain.wordings))
    if not (line.name and line.message and line.first):
        return plain
    name = "begun_group" if line.count and line.first != line.last else "begun"
    values = {
        "service": line.name,
        "level": _level(line, language),
        "first": line.first,
        "last": line.last,
        "count": str(line.count),
    }
    told = [
        fill(CLAIMS, name, language, **values, quote=said, more=more)
        for said in _quotes(line, language)
        for more in dict.fromkeys((_more(line, language), ""))
    ]
    return replace(plain, wordings=(*told, *plain.wordings))


def change(line: Line, trouble: Line, language: Language) -> Draft:
    """Report a change before the trouble began, in time order, and nothing of a cause."""
    told = fill(
        CLAIMS,
        "before",
        language,
        first=line.first,
        then=trouble.first,
        service=line.name or line.owner,
        quote=quote(line.message or line.body),
    )
    plain = observation(line, language)
    return Draft("observation", (told, *plain.wordings), (line, trouble))


def matches(line: Line, language: Language) -> Draft:
    """State how many records a whole, answered search matched."""
    search = line.search
    if search is None:
        raise ValueError("matches are counted of a search line alone")
    values = {**_search_values(search, language), "matched": str(search.matched)}
    return Draft("observation", (fill(CLAIMS, "matched", language, **values),), (line,))


def total(lines: Sequence[Line], language: Language) -> Draft:
    """State how many records several groups of one owner hold together."""
    counts = [str(line.count) for line in lines]
    told = fill(
        CLAIMS,
        "total",
        language,
        total=str(sum(line.count for line in lines)),
        level=_level(lines[0], language) if len({line.level for line in lines}) == 1 else "",
        service=lines[0].name,
        counts=LIST_SIGNS[language].join(counts),
    )
    return Draft("observation", (told,), tuple(lines))


def elsewhere(draft: Draft, language: Language) -> Draft:
    """Say of a finding that it is about something else than was asked."""
    told = (fill(CLAIMS, "elsewhere", language, text=text) for text in draft.wordings)
    return replace(draft, wordings=tuple(told))


def also_firing(lines: Sequence[Line], language: Language) -> Draft:
    """Name alerts of others in one line."""
    named = [f"{line.name} ({line.owner})" if line.owner else line.name for line in lines]
    bare = [line.name for line in lines]
    wordings = (
        fill(CLAIMS, "also_firing", language, alerts=LIST_SIGNS[language].join(names))
        for names in (named, bare)
    )
    return Draft("observation", tuple(wordings), tuple(lines))


def _alert_since(line: Line, language: Language) -> list[str]:
    labels = [f"{x}={line.fields[x]}" for x in ALERT_LABELS if x in line.fields and x != "since"]
    since = line.fields.get("since")
    if not (since and labels):
        return []
    values = {"name": line.name, "state": line.state, "since": since}
    return [fill(CLAIMS, "alert_since", language, **values, labels=", ".join(labels))]


def _alert(line: Line, language: Language) -> list[str]:
    labels = [f"{label}={line.fields[label]}" for label in ALERT_LABELS if label in line.fields]
    if not (line.name and line.state and labels):
        return []
    values = {"name": line.name, "state": line.state, "labels": ", ".join(labels)}
    told = [fill(CLAIMS, "alert", language, **values)]
    if not line.message:
        return told
    summary = quote(line.message, MESSAGE_LENGTHS[0])
    return [fill(CLAIMS, "alert_told", language, **values, quote=summary), *told]


def _record(line: Line, language: Language) -> list[str]:
    """Wordings of a record or a group, the fullest first: what varies goes before the message."""
    if not (line.name and line.message):
        return []
    values = {
        "service": line.name,
        "level": _level(line, language),
        "first": line.first,
        "last": line.last,
        "count": str(line.count),
    }
    quotes = _quotes(line, language)
    return [
        fill(CLAIMS, name, language, **values, quote=told, more=more)
        for names in (_group_templates(line), _record_templates(line))
        for told in quotes
        for name in names
        for more in dict.fromkeys((_more(line, language) if name not in SINGLE else "", ""))
    ]


def _quotes(line: Line, language: Language) -> list[str]:
    """What a record says, the fullest first: its first line, with what is behind it if a trace
    names that."""
    said = list(dict.fromkeys(quote(line.message, length) for length in MESSAGE_LENGTHS))
    if not line.reason or line.reason in line.message:
        return said
    reason = quote(line.reason)
    return [fill(CLAIMS, "reasoned", language, quote=said[0], reason=reason), *said]


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
    """The phrases that tell of one record."""
    return SINGLE if line.first else SINGLE[1:]


def _more(line: Line, language: Language) -> str:
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
    if len(line.addresses) > 1:
        joined = LIST_SIGNS[language].join(line.addresses)
        told += fill(CLAIMS, "addresses", language, addresses=joined)
    return told


def _level(line: Line, language: Language) -> str:
    """The level as it stands before a noun, if the line has one."""
    before = " " if language == "zh" else ""
    return f"{before}{line.level} " if line.level else ""


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
}
