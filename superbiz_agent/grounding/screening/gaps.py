"""What is missing, said by code: one line for each source that failed, answered in part, was cut
off or could not answer (contract section 6)."""

from collections.abc import Iterator, Sequence

from superbiz_agent.contracts.base import ClaimType, Language
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS
from superbiz_agent.grounding.evidence.hostile import as_object, as_text
from superbiz_agent.grounding.evidence.stored import StoredInvocation
from superbiz_agent.grounding.gatekeeping.coverage import is_made_good
from superbiz_agent.grounding.screening.templates import (
    CLAIM_TYPE_NAMES,
    RANGE_SIGNS,
    TEMPLATES,
    fill,
    join,
)

MAX_NAME = 100


def source_gaps(rows: Sequence[StoredInvocation], language: Language) -> list[str]:
    """The lines for all invocations of the question, without repetition, in their order."""
    lines = (line for row in rows for line in _gaps_of(row, rows, language))
    return list(dict.fromkeys(lines))


def claim_gap(claim_type: ClaimType, rows: Sequence[StoredInvocation], language: Language) -> str:
    """The line for a claim that is withheld: its type, tools and sources, no word of it."""
    name = CLAIM_TYPE_NAMES[claim_type][language]
    return fill("missing.claim", language, claim_type=name, sources=origin(rows, language))


def origin(rows: Sequence[StoredInvocation], language: Language) -> str:
    """The tools that were asked and their sources, such as ``query_logs (app.log)``."""
    names = dict.fromkeys(_tool_with_sources(row, rows, language) for row in rows)
    return join(list(names), language) or TEMPLATES["tool.unknown"][language]


def _gaps_of(
    row: StoredInvocation, rows: Sequence[StoredInvocation], language: Language
) -> Iterator[str]:
    tool = _tool_with_sources(row, rows, language)
    if not row.configured:
        yield fill("missing.unconfigured", language, source=tool)
    elif row.failed or row.is_partial:
        if not is_made_good(row, rows):
            yield from _failures(row, tool, rows, language)
    elif held := _held(row).replace(" to ", RANGE_SIGNS[language]):
        yield fill("missing.window", language, tool=_tool(row, rows, language), held=held)
    elif any(search.get("answered") is False for search in row.searches):
        yield fill("missing.unanswered", language, source=tool)
    if row.is_cut_off:
        yield fill("missing.cut_off", language, source=tool)


def _held(row: StoredInvocation) -> str:
    """The first and last instant of what a search missed with its window, as code stored them."""
    filters = [as_object(search.get("filters")) or {} for search in row.searches]
    held = next((text for each in filters if (text := as_text(each.get("holds")))), "")
    return "".join(character for character in held if character.isprintable())


def _failures(
    row: StoredInvocation, tool: str, rows: Sequence[StoredInvocation], language: Language
) -> Iterator[str]:
    if row.failed and not row.failed_sources:
        yield fill("missing.failed", language, source=tool)
    elif not row.failed_sources:
        yield fill("missing.partial", language, source=tool)
    template = "missing.failed" if row.failed else "missing.partial"
    for source in row.failed_sources:
        name = f"{_tool(row, rows, language)} ({_shown(source)})"
        yield fill(template, language, source=name)


def _tool_with_sources(
    row: StoredInvocation, rows: Sequence[StoredInvocation], language: Language
) -> str:
    tool, sources = _tool(row, rows, language), [_shown(source) for source in row.sources]
    return f"{tool} ({join(sources, language)})" if sources else tool


def _tool(row: StoredInvocation, rows: Sequence[StoredInvocation], language: Language) -> str:
    """The tool's name, unless it may be one that a model made up: those never succeeded."""
    is_real = row.tool_name in EVIDENCE_LISTS or any(
        other.tool_name == row.tool_name and not other.failed for other in rows
    )
    return row.tool_name if is_real else TEMPLATES["tool.unknown"][language]


def _shown(source: str) -> str:
    printable = "".join(character for character in source if character.isprintable())
    return printable if len(printable) <= MAX_NAME else f"{printable[:MAX_NAME]}..."
