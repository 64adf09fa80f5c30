"""Word one finding as a claim: a template around facts that stand in the stored text."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.models.offline.causes import Cause
from superbiz_agent.models.offline.drafts import MAX_QUOTE, Draft, quote
from superbiz_agent.models.offline.evidence import Line, Search
from superbiz_agent.models.offline.line_wordings import (
    LIST_SIGNS,
    level_of,
    quotes_of,
    wordings_of,
)
from superbiz_agent.models.offline.phrases import CLAIMS, fill
from superbiz_agent.models.offline.search_phrases import OPEN_ENDS
from superbiz_agent.models.offline.signatures import Signature

KNOWLEDGE_LENGTHS: Final = (320, 160, 80, 48)
"""Characters of a runbook that are quoted, less where more would say two things at once."""

EVERYTHING: Final = "*"
"""The query that asks for every record."""

LEAST_PROSE: Final = 40
"""A runbook's words before its code with fewer characters only lead to it: the code is told too."""

_CODE: Final = re.compile(r"```[A-Za-z0-9_+-]{0,20}\s(?P<code>[^`]{1,2000}?)\s?(?:```|\Z)")

SHOWN_FILTERS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {"service": "service", "level": "level"},
    "zh": {"service": "服务", "level": "级别"},
}
"""Filters of a search that an absence repeats, since each narrows it, beside what was searched for;
what a tool adds by itself stays in the reference."""


def observation(line: Line, language: Language) -> Draft:
    """State what one alert, record, group or other line says."""
    return Draft("observation", wordings_of(line, language), (line,))


def sign(signature: Signature, line: Line, language: Language) -> Draft:
    """Answer by name what a record shows by itself: "signs of a full disk"."""
    plain = observation(line, language)
    if not (line.owner and line.at and line.message):
        return plain
    labels = dict.fromkeys((signature.label[language], signature.plain_label[language]))
    told = (
        fill(
            CLAIMS,
            "signature",
            language,
            service=line.owner,
            level=level_of(line, language),
            at=line.at,
            cause=label,
            quote=said,
        )
        for label in labels
        for said in quotes_of(line, language)
    )
    return Draft("observation", (*told, *plain.wordings), (line,))


def absence(line: Line, language: Language) -> Draft:
    """State that an answered, whole search matched nothing: where, and over which window."""
    search = _search_of(line)
    values = _search_values(search, language)
    is_by_level = values["query"] == EVERYTHING and bool(values["level"])
    service = search.filters.get("service", "")
    by_level = "negative_of_each" if service else "negative_level"
    names = (by_level, "negative") if is_by_level else ("negative",)
    names += ("negative_within",) if values["filters"] else ()
    wordings = tuple(fill(CLAIMS, name, language, **values, services=service) for name in names)
    return Draft("negative_observation", wordings, (line,))


def no_change(line: Line, thing: str, language: Language) -> Draft:
    """State that an answered, whole search for a change of ``thing`` matched nothing."""
    values = _search_values(_search_of(line), language)
    told = {key: values[key] for key in ("sources", "since", "until")}
    text = fill(CLAIMS, "negative_change", language, **told, thing=thing)
    return Draft("negative_observation", (text,), (line,))


def absences(lines: Sequence[Line], language: Language) -> Draft:
    """State of several services at once that a search of each matched nothing."""
    values = _search_values(_search_of(lines[0]), language)
    names = [_search_of(line).filters.get("service", "") for line in lines]
    told = fill(
        CLAIMS,
        "negative_of_each" if values["level"] else "negative_of_each_word",
        language,
        **{key: values[key] for key in ("query", "level", "sources", "since", "until")},
        services=LIST_SIGNS[language].join(names),
    )
    return Draft("negative_observation", (told,), tuple(lines))


def no_alert(line: Line, language: Language) -> Draft:
    """State that no alert was found that was asked for, where alerts were asked for: of a rule that
    is known and does not fire, or of whatever there is."""
    search, plain = _search_of(line), absence(line, language)
    values = _search_values(search, language)
    if values["level"] or search.filters.get("service", search.query) != search.query:
        return plain
    name = "negative_alerts" if search.query == EVERYTHING else "negative_alert"
    return replace(plain, wordings=(fill(CLAIMS, name, language, **values), *plain.wordings))


def _search_of(line: Line) -> Search:
    if line.search is None:
        raise ValueError("an absence is stated of a search line alone")
    return line.search


def _search_values(search: Search, language: Language) -> dict[str, str]:
    """What a search asked, of whom, over which window, as the phrases name it."""
    level = search.filters.get("levels", search.filters.get("level", ""))
    expression = search.filters.get("regex", "")
    query = expression if expression and search.query == EVERYTHING else search.query
    told = {**search.filters, "level": level} if level else search.filters
    filters = [
        f"{words} {told[name]}" for name, words in SHOWN_FILTERS[language].items() if told.get(name)
    ]
    return {
        "asked": ", ".join([f'"{query}"', *filters]),
        "query": query,
        "filters": LIST_SIGNS[language].join(filters),
        "level": level,
        "sources": search.sources,
        "since": OPEN_ENDS[language].get(search.since, search.since),
        "until": OPEN_ENDS[language].get(search.until, search.until),
    }


def knowledge(line: Line, language: Language) -> Draft:
    """Report a runbook's words as the runbook's, up to where its code begins, and the code where
    there is little else; never its fence, which would be markup of the answer."""
    title = quote(line.name, 120)
    wordings = [
        fill(CLAIMS, "knowledge", language, title=title, quote=said)
        for limit in KNOWLEDGE_LENGTHS
        for said in _runbook_quotes(line.message, limit)
    ]
    return Draft("knowledge", tuple(wordings), (line,))


def knowledge_said(line: Line, said: str, language: Language) -> Draft:
    """Report one sentence of a runbook as the runbook's."""
    title = quote(line.name, 120)
    told = fill(CLAIMS, "knowledge", language, title=title, quote=quote(said))
    return Draft("knowledge", (told,), (line,))


def _runbook_quotes(message: str, limit: int) -> list[str]:
    fenced = _CODE.search(message)
    if fenced is None:
        return [quote(message, limit)]
    prose, code = message[: fenced.start()].strip(), quote(fenced["code"], limit)
    if not prose:
        return [code]
    told = quote(prose, limit)
    return [told] if len(prose) >= LEAST_PROSE else [f"{told} {code}", told]


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


def matches(line: Line, language: Language) -> Draft:
    """State how many records an answered search matched."""
    search = line.search
    if search is None:
        raise ValueError("matches are counted of a search line alone")
    values = {**_search_values(search, language), "matched": str(search.matched)}
    return Draft("observation", (fill(CLAIMS, "matched", language, **values),), (line,))


def matches_level(line: Line, language: Language) -> Draft:
    """State how many records of a level of one service an answered search matched."""
    search = _search_of(line)
    values = {**_search_values(search, language), "matched": str(search.matched)}
    service = search.filters.get("service", "")
    text = fill(CLAIMS, "matched_level_of", language, **values, services=service)
    return Draft("observation", (text,), (line,))


def matched_more(first: Line, second: Line, language: Language) -> Draft:
    """State side by side how many records two searches of the same sources matched."""
    values, others = (_search_values(_search_of(line), language) for line in (first, second))
    counts = [str(_search_of(line).matched) for line in (first, second)]
    told = fill(
        CLAIMS,
        "more_matched",
        language,
        m=counts[0],
        a=values["query"],
        n=counts[1],
        b=others["query"],
        sources=LIST_SIGNS[language].join(filter(None, (values["sources"], values["filters"]))),
        since=values["since"],
        until=values["until"],
    )
    return Draft("observation", (told,), (first, second))


def total(lines: Sequence[Line], language: Language) -> Draft:
    """State how many records several groups of one owner hold together."""
    counts = [str(line.count) for line in lines]
    told = fill(
        CLAIMS,
        "total",
        language,
        total=str(sum(line.count for line in lines)),
        level=level_of(lines[0], language) if len({line.level for line in lines}) == 1 else "",
        service=lines[0].owner,
        counts=LIST_SIGNS[language].join(counts),
    )
    return Draft("observation", (told,), tuple(lines))


def elsewhere(draft: Draft, language: Language) -> Draft:
    """Say of a finding that it is about something else than was asked."""
    told = (fill(CLAIMS, "elsewhere", language, text=text) for text in draft.wordings)
    return replace(draft, wordings=tuple(told))


def also_firing(lines: Sequence[Line], language: Language) -> Draft:
    """Name alerts of others in one line."""
    return _named_alerts("also_firing", lines, language)


def also_silenced(lines: Sequence[Line], language: Language) -> Draft:
    """Name alerts of one state that notify nobody in one line."""
    return _named_alerts("also_silenced", lines, language)


def _named_alerts(phrase: str, lines: Sequence[Line], language: Language) -> Draft:
    named = [f"{line.name} ({line.owner})" if line.owner else line.name for line in lines]
    bare = [line.name for line in lines]
    wordings = (
        fill(
            CLAIMS,
            phrase,
            language,
            state=lines[0].state,
            alerts=LIST_SIGNS[language].join(names),
        )
        for names in (named, bare)
    )
    return Draft("observation", tuple(wordings), tuple(lines))
