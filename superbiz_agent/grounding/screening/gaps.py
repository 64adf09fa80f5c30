"""What is missing, said by code: one line for each source that failed, answered in part, was cut
off or could not answer (contract section 6)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from superbiz_agent.contracts.base import ClaimType, JsonObject, Language
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS, SEARCH_PATH, ServerCount
from superbiz_agent.grounding.evidence.hostile import as_object, as_text, as_texts
from superbiz_agent.grounding.evidence.stored import StoredInvocation
from superbiz_agent.grounding.facts.alert_lines import alert_line
from superbiz_agent.grounding.facts.server_counts import changes_counted, counts_stored
from superbiz_agent.grounding.gatekeeping.coverage import is_made_good
from superbiz_agent.grounding.screening.source_reasons import reasons_of
from superbiz_agent.grounding.screening.templates import (
    CLAIM_TYPE_NAMES,
    OPEN_ENDS,
    RANGE_SIGNS,
    TEMPLATES,
    fill,
    join,
    told_changes,
)
from superbiz_agent.grounding.wording.source_names import (
    MAX_NAME,
    quoted_source,
    reads_as_sentence,
)

MAX_SPANS = 3
MAX_NEAREST = 3

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:/-]{0,79}")

OPTIONS: Mapping[str, tuple[str, str]] = {
    "query_metrics": ("--alerts, --source", "SUPERBIZ_ALERTS"),
    "query_logs": ("--logs, --source", "SUPERBIZ_LOGS"),
    "lookup_knowledge": ("--runbooks", "SUPERBIZ_RUNBOOKS"),
}
"""Tool -> the option and the setting that give it a source."""


def source_gaps(rows: Sequence[StoredInvocation], language: Language, question: str) -> list[str]:
    """The lines for all invocations of the question, without repetition, in their order."""
    lines = [line for row in rows for line in _gaps_of(row, rows, language, question)]
    return list(
        dict.fromkeys(
            [
                *_unused_windows(rows, language),
                *lines,
                *_unconfigured(rows, language),
                *_counted(rows, language),
            ]
        )
    )


def undated_gaps(told: Iterable[str], language: Language) -> list[str]:
    """One line where a told alert is of an export that does not say when it was taken."""
    lines = filter(None, map(alert_line, told))
    is_so = any(line.fields.get("exported") == "undated" for line in lines)
    return [TEMPLATES["missing.undated"][language]] if is_so else []


def _counted(rows: Sequence[StoredInvocation], language: Language) -> Iterator[str]:
    """What a server counts of more than it handed over, as its first such search tells it."""
    first: dict[str, ServerCount] = {}
    for search in (each for row in rows for each in row.searches):
        for counted in counts_stored(search):
            first.setdefault(counted.source, counted)
    for counted in first.values():
        yield fill(
            "missing.counted",
            language,
            source=_shown(counted.source, language),
            count=sum(counted.counts),
            of=TEMPLATES[f"counted.{counted.of}"][language],
            first=_printable(counted.first),
            last=_printable(counted.last),
            changes=told_changes(changes_counted(counted), language),
        )


def claim_gap(claim_type: ClaimType, rows: Sequence[StoredInvocation], language: Language) -> str:
    """The line for a claim that is withheld: its type, tools and sources, no word of it."""
    name = CLAIM_TYPE_NAMES[claim_type][language]
    return fill("missing.claim", language, claim_type=name, sources=origin(rows, language))


def origin(rows: Sequence[StoredInvocation], language: Language) -> str:
    """The tools that were asked and their sources, such as ``query_logs (app.log)``."""
    names = dict.fromkeys(_tool_with_sources(row, rows, language) for row in rows)
    return join(list(names), language) or TEMPLATES["tool.unknown"][language]


def _gaps_of(
    row: StoredInvocation, rows: Sequence[StoredInvocation], language: Language, question: str
) -> Iterator[str]:
    tool = _tool_with_sources(row, rows, language)
    if not row.configured:
        return
    if row.failed or row.is_partial:
        if not is_made_good(row, rows):
            yield from _failures(row, tool, rows, language)
    elif held := _held(row).replace(" to ", RANGE_SIGNS[language]):
        yield fill("missing.window", language, tool=_tool(row, rows, language), held=held)
    elif any(search.get("answered") is False for search in row.searches):
        yield from _unanswered(row, rows, language, question)
    if row.is_cut_off:
        yield fill("missing.cut_off", language, source=tool)


def _unconfigured(rows: Sequence[StoredInvocation], language: Language) -> Iterator[str]:
    """One line for the tools without a source: of one, which option and setting give it one."""
    names = dict.fromkeys(row.tool_name for row in rows if not row.configured)
    tools = {_tool(row, rows, language): row.tool_name for row in rows if row.tool_name in names}
    known = [tool for tool, name in tools.items() if name in OPTIONS]
    for tool in (each for each in tools if each not in known):
        yield fill("missing.unconfigured", language, source=tool)
    if len(known) == 1:
        option, setting = OPTIONS[tools[known[0]]]
        values = {"source": known[0], "option": option, "setting": setting}
        yield fill("missing.unconfigured_option", language, **values)
    elif known:
        named = [f"{tool} ({OPTIONS[tools[tool]][0].partition(',')[0]})" for tool in known]
        yield fill("missing.unconfigured", language, source=join(named, language))


def _unanswered(
    row: StoredInvocation, rows: Sequence[StoredInvocation], language: Language, question: str
) -> Iterator[str]:
    """Which name no source knows, as far as the question or the stored evidence holds it; which
    source has no instants.
    A name that another search of the tool was answered for is known to it."""
    unknown = [name for search in row.searches for name in as_texts(search.get("unknown"))]
    asked = [
        name
        for name in unknown
        if not _is_known(name, row.tool_name, rows)
        and (name in _metrics_of(row) or not any(name in _metrics_of(other) for other in rows))
    ]
    if unknown and not asked:
        return
    untimed = [
        _shown(each, language)
        for search in row.searches
        for each in as_texts(search.get("untimed"))
    ]
    reasons = list(_reasons(row, rows, language))
    if asked and (names := list(_unknown_names(row, asked, rows, language, question))):
        yield from names
    elif untimed:
        yield fill("missing.untimed", language, sources=join(untimed, language))
    elif reasons:
        yield from reasons
    else:
        tool = _tool_with_sources(row, rows, language)
        yield fill("missing.unanswered", language, source=tool)


def _unknown_names(
    row: StoredInvocation,
    asked: Sequence[str],
    rows: Sequence[StoredInvocation],
    language: Language,
    question: str,
) -> Iterator[str]:
    """What no source knows: metrics, and other names, with the nearest that they do know."""
    tool = _tool(row, rows, language)
    metrics = _metrics_of(row)
    told = [name for name in asked if _is_told(name, rows, question)]
    for template, names in (
        ("missing.unknown_metric", [name for name in told if name in metrics]),
        ("missing.unknown_name", [name for name in told if name not in metrics]),
    ):
        if names:
            shown = [_with_nearest(name, row, language) for name in names]
            yield fill(template, language, tool=tool, names=join(shown, language))
    if not told and metrics.intersection(asked):
        yield fill("missing.unknown_measure", language, tool=tool)


def _metrics_of(row: StoredInvocation) -> set[str]:
    """The metrics that a call asked for."""
    filters = (as_object(search.get("filters")) or {} for search in row.searches)
    return {(as_text(each.get("metric")) or "").strip('"') for each in filters} - {""}


def _with_nearest(name: str, row: StoredInvocation, language: Language) -> str:
    """A name with the nearest that are known, as far as they are written as names are."""
    known = [
        each
        for search in row.searches
        for each in as_texts((as_object(search.get("nearest")) or {}).get(name))
        if _NAME.fullmatch(each)
    ]
    quoted = f'"{_printable(name)}"'
    if not known:
        return quoted
    nearest = join([f'"{each}"' for each in known[:MAX_NEAREST]], language)
    return fill("names.nearest", language, name=quoted, nearest=nearest)


def _reasons(
    row: StoredInvocation, rows: Sequence[StoredInvocation], language: Language
) -> Iterator[str]:
    """One line for each source of which is stored why it could not answer."""
    for source in dict.fromkeys(filter(None, (as_text(x.get("source")) for x in row.reasons))):
        if told := join(list(reasons_of(row.reasons, source, language)), language):
            name = f"{_tool(row, rows, language)} ({_shown(source, language)})"
            yield fill("missing.unanswered_why", language, source=name, reason=told)


def _is_known(name: str, tool: str, rows: Sequence[StoredInvocation]) -> bool:
    """Whether a search of the tool within ``name`` was answered, or its source knows the name."""
    for search in (each for row in rows if row.tool_name == tool for each in row.searches):
        filters = as_object(search.get("filters")) or {}
        is_of_name = (as_text(filters.get("service")) or "").casefold() == name.casefold()
        if is_of_name and (search.get("answered") is True or filters.get("service_known") == "yes"):
            return True
    return _is_found(name, (row for row in rows if row.tool_name == tool))


def _is_found(name: str, rows: Iterable[StoredInvocation]) -> bool:
    """Whether evidence that a tool found holds ``name``, whole."""
    whole = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", re.IGNORECASE)
    texts = (text for row in rows for path, text in (row.refs or {}).items() if path != SEARCH_PATH)
    return any(whole.search(text) for text in texts)


def _is_told(name: str, rows: Sequence[StoredInvocation], question: str) -> bool:
    """Whether a name that was searched for stands in the question, or in what another search found:
    the pod of an alert. A model's own word is not shown."""
    texts = (text for row in rows for path, text in (row.refs or {}).items() if path != SEARCH_PATH)
    folded = name.casefold()
    return folded in question.casefold() or any(folded in text.casefold() for text in texts)


def _unused_windows(rows: Sequence[StoredInvocation], language: Language) -> Iterator[str]:
    """What the question named and no search could use, and what each tool searched instead."""
    for row in rows:
        for search in row.searches:
            unused = as_object(search.get("unused_window")) or {}
            template = f"unused.{unused.get('reason')}"
            if template in TEMPLATES:
                tool, searched = _tool(row, rows, language), _searched(search, language)
                asked = _span(unused, language)
                yield fill(template, language, asked=asked, tool=tool, searched=searched)


def _searched(search: JsonObject, language: Language) -> str:
    """The window of a search, else the first and last instant of each source."""
    window = _span(search, language)
    if search.get("since") and search.get("until"):
        return window
    held = as_object(search.get("held")) or {}
    spans = [f"{_shown(name, language)} {as_text(span) or ''}" for name, span in held.items()]
    shown = join(spans[:MAX_SPANS], language).replace(" to ", RANGE_SIGNS[language])
    return shown or window or TEMPLATES["searched.whole"][language]


def _span(window: JsonObject, language: Language) -> str:
    ends = [as_text(window.get(key)) for key in ("since", "until")]
    since, until = (_printable(end) if end else "" for end in ends)
    if since == until or not until:
        return since
    return f"{since or OPEN_ENDS[language][0]}{RANGE_SIGNS[language]}{until}"


def _held(row: StoredInvocation) -> str:
    """The first and last instant of what a search missed with its window, as code stored them."""
    filters = [as_object(search.get("filters")) or {} for search in row.searches]
    held = next((text for each in filters if (text := as_text(each.get("holds")))), "")
    return "".join(character for character in held if character.isprintable())


def _failures(
    row: StoredInvocation, tool: str, rows: Sequence[StoredInvocation], language: Language
) -> Iterator[str]:
    lacking = [name for each in row.reasons for name in as_texts(each.get("missing"))]
    if row.failed and lacking:
        names = join([f'"{_printable(name)}"' for name in lacking], language)
        yield fill("missing.not_asked", language, tool=tool, names=names)
    elif row.failed and not row.failed_sources:
        yield fill("missing.failed", language, source=tool)
    elif not row.failed_sources:
        yield fill("missing.partial", language, source=tool)
    template = "missing.failed" if row.failed else "missing.partial"
    for source in row.failed_sources:
        name = f"{_tool(row, rows, language)} ({_shown(source, language)})"
        name = tool if source == row.tool_name else name
        reason = next(reasons_of(row.reasons, source, language), "")
        why = "_why" if reason else ""
        yield fill(f"{template}{why}", language, source=name, reason=reason)


def _tool_with_sources(
    row: StoredInvocation, rows: Sequence[StoredInvocation], language: Language
) -> str:
    tool, sources = _tool(row, rows, language), [_shown(source, language) for source in row.sources]
    return f"{tool} ({join(sources, language)})" if sources else tool


def _tool(row: StoredInvocation, rows: Sequence[StoredInvocation], language: Language) -> str:
    """The tool's name, unless it may be one that a model made up: those never succeeded."""
    is_real = row.registered or any(
        other.tool_name == row.tool_name and not other.failed for other in rows
    )
    if row.tool_name in EVIDENCE_LISTS:
        return row.tool_name
    return _shown(row.tool_name, language) if is_real else TEMPLATES["tool.unknown"][language]


def _shown(source: str, language: Language) -> str:
    """A name of a source, quoted where it is not plain. One that reads as a sentence is not told:
    a gap may be cited, and what a file is called is no evidence."""
    if reads_as_sentence(source):
        return TEMPLATES["source.unnamed"][language]
    return quoted_source(source)


def _printable(text: str) -> str:
    printable = "".join(character for character in text if character.isprintable())
    return printable if len(printable) <= MAX_NAME else f"{printable[:MAX_NAME]}..."
