"""What a claim's evidence can carry: ``evidence.scope`` and ``evidence.coverage`` (section 4).

A claim with one of these findings keeps its bindings and is held at a hypothesis. Word rules leave
out words that stand in the bound stored texts: those are evidence, no claim of ours. The line of a
``$.search`` is not among these texts: it repeats the query, and that is a model's own wording.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from superbiz_agent.contracts.base import ClaimType
from superbiz_agent.contracts.evidence import SEARCH_PATH
from superbiz_agent.grounding.comparison.engine import fact_gaps, fold
from superbiz_agent.grounding.evidence.stored import StoredInvocation
from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.facts.group_text import group_mark, is_read_in_part, without_count
from superbiz_agent.grounding.gatekeeping.known_ends import without_known_ends
from superbiz_agent.grounding.gatekeeping.search_subjects import tells_weaker_words
from superbiz_agent.grounding.wording import (
    language_of,
    quantifies,
    rules_out,
    states_absence,
)
from superbiz_agent.grounding.wording.counted_wholes import counts_whole, tells_end
from superbiz_agent.grounding.wording.polarity_reading import words_of_absence

INCIDENT_STATES = (
    "currently",
    "at present",
    "right now",
    "at the moment",
    "now",
    "today",
    "this morning",
    "our",
    "we see",
    "we saw",
    "this incident",
    "this outage",
    "in this case",
    "当前",
    "目前",
    "现在",
    "今天",
    "线上",
    "我们的",
    "此次",
    "本次",
    "这次",
    "该故障",
    "正在",
    "已经",
)
"""Words by which a knowledge claim speaks of this incident instead of in general."""

SOURCE_WORDS: Mapping[str, tuple[str, ...]] = {
    "query_logs": ("log", "logs", "日志"),
    "query_metrics": ("metric", "metrics", "alert", "alerts", "指标", "告警", "监控"),
    "lookup_knowledge": ("runbook", "runbooks", "knowledge base", "手册", "知识库", "预案"),
}
"""How a question names the source behind a built-in tool."""


_WHOLE = re.compile(r": matched=0, truncated=no, answered=yes(?: \[demo\])?\Z")
_OTHERWISE = re.compile(r"answered=no|truncated=yes|matched=[1-9]")
"""How the line of a search says that it was whole and found nothing, and that it was not."""


@dataclass(frozen=True)
class BoundText:
    """One passing binding of a claim: its invocation, path and stored text."""

    invocation: StoredInvocation
    raw_path: str
    text: str


def scope_faults(
    claim_text: str, claim_type: ClaimType, bound: Sequence[BoundText], *, names: Sequence[str]
) -> Iterator[str]:
    """``evidence.scope``: incident claims need incident evidence, knowledge claims state none."""
    general = [each for each in bound if each.invocation.kind == "knowledge"]
    if claim_type != "knowledge":
        if bound and len(general) == len(bound):
            yield "scope_knowledge_only"
        return
    texts = [each.text for each in general]
    if (
        not general
        or _speaks_of_now(claim_text, texts)
        or fact_gaps(claim_text, texts, names=names)
    ):
        yield "scope_states_incident"


def coverage_faults(
    claim_text: str, claim_type: ClaimType, bound: Sequence[BoundText]
) -> Iterator[str]:
    """``evidence.coverage`` of one claim: wholes and absences need a whole, answered search."""
    stored = [each.text for each in bound if each.raw_path != SEARCH_PATH]
    is_negative = is_negative_claim(claim_text, claim_type, stored)
    incomplete = any(_is_incomplete(each) for each in bound)
    is_told_whole = incomplete and (
        is_negative or _tells_whole(_with_open_ends(claim_text, bound), stored)
    )
    if is_told_whole or (not is_negative and _passes_over_weaker(claim_text, bound, stored)):
        yield "coverage_incomplete"
    if is_negative and not any(shows_absence(each) for each in bound):
        yield "coverage_unsearched"


def _is_incomplete(bound: BoundText) -> bool:
    row = bound.invocation
    return row.is_cut_off or row.is_partial or is_read_in_part(bound.text)


def _passes_over_weaker(claim_text: str, bound: Sequence[BoundText], stored: Sequence[str]) -> bool:
    """Whether a whole is told on a search for words that it found side by side alone, or on a
    record of it. A group counts the records of its form."""
    searched = [each.invocation for each in bound if group_mark(each.text) is None]
    is_narrow = any(tells_weaker_words(claim_text, row) for row in searched)
    if not is_narrow or not _tells_whole(_with_open_ends(claim_text, bound), stored):
        return False
    return tells_end(claim_text, stored) or not _counts_lines(claim_text, len(stored))


_EACH = re.compile(r"(?<![a-z])(?:each|all|both)(?![a-z])|都|均|各|每", re.IGNORECASE)
_ONLY = re.compile(r"(?<![a-z])(?:only|just|no more|total)(?![a-z])|仅|只|总共|一共", re.IGNORECASE)


def _counts_lines(claim_text: str, lines: int) -> bool:
    """Whether a claim's number is that of the lines it cites: "in each of 3 pods" over three."""
    is_of_each = lines > 1 and _EACH.search(claim_text) and not _ONLY.search(claim_text)
    return bool(is_of_each) and any(fact.number == lines for fact in extract_facts(claim_text))


def _with_open_ends(claim_text: str, bound: Sequence[BoundText]) -> str:
    """``claim_text`` without the first and last that the evidence itself establishes."""
    return without_known_ends(
        claim_text, [(each.invocation, each.raw_path, each.text) for each in bound]
    )


def _tells_whole(claim_text: str, stored: Sequence[str]) -> bool:
    """Whether a claim speaks of all, of how many in all, or of an end."""
    return (
        quantifies(claim_text, stored=stored)
        or counts_whole(claim_text, [without_count(text) for text in stored])
        or tells_end(claim_text, stored)
    )


def run_faults(invocations: Sequence[StoredInvocation], question: str) -> Iterator[str]:
    """``evidence.coverage`` of the run: what failed, of all or of what the question names."""
    if invocations and all(row.failed for row in invocations):
        yield "coverage_all_failed"
    elif any(_is_named(row, question) for row in lasting_failures(invocations)):
        yield "coverage_source_failed"


def is_negative_claim(claim_text: str, claim_type: ClaimType, stored: Sequence[str]) -> bool:
    """Whether a claim is an absence, by its type or by its own wording."""
    if claim_type == "negative_observation":
        return True
    return not _translates_knowledge(claim_text, claim_type, stored) and states_absence(
        claim_text, stored=stored
    )


def _translates_knowledge(claim_text: str, claim_type: ClaimType, stored: Sequence[str]) -> bool:
    """Whether a claim says in one language what a runbook that denies something says in the other;
    their words cannot be compared, and no search is spoken of."""
    language = language_of(claim_text)
    return claim_type == "knowledge" and any(
        words_of_absence(text) for text in stored if language_of(text) != language
    )


def shows_absence(bound: BoundText) -> bool:
    """Whether a binding is the ``$.search`` of a whole, answered search that matched nothing."""
    row = bound.invocation
    if bound.raw_path != SEARCH_PATH or row.failed or row.evidence_status != "no_evidence":
        return False
    if row.is_cut_off or row.is_partial or not (row.total is None or _is_zero(row.total)):
        return False
    if row.searches:
        return not _OTHERWISE.search(_tail(bound.text)) and all(
            _is_zero(search.get("matched")) and search.get("answered") is True
            for search in row.searches
        )
    return bool(_WHOLE.search(_tail(bound.text)))


def shows_nothing(row: StoredInvocation) -> bool:
    """Whether the search of ``row`` matched nothing, whole or not."""
    matched = [search.get("matched") for search in row.searches]
    return all(map(_is_zero, matched)) if matched else row.evidence_status == "no_evidence"


def lasting_failures(invocations: Sequence[StoredInvocation]) -> list[StoredInvocation]:
    """Calls that failed or answered in part, without those that a later call made good."""
    return [
        row
        for row in invocations
        if (row.failed or row.is_partial) and not is_made_good(row, invocations)
    ]


def is_made_good(row: StoredInvocation, invocations: Sequence[StoredInvocation]) -> bool:
    """Whether a later call of the same tool with the same query was whole."""
    return any(_makes_good(later, row) for later in invocations)


def overstates_absence(claim_text: str, stored: Sequence[str]) -> bool:
    """Whether "ruled out", "never" or 不存在 is said where the stored texts say no such thing."""
    folded = fold(claim_text)
    return rules_out(claim_text) and not any(
        rules_out(text) or folded in fold(text) for text in stored
    )


def _makes_good(later: StoredInvocation, row: StoredInvocation) -> bool:
    query = row.arguments.get("query")
    same = later.tool_name == row.tool_name and later.arguments.get("query") == query
    return bool(query) and same and later.id > row.id and not (later.failed or later.is_partial)


def _tail(line: str) -> str:
    """What a search line says after its query, which is a model's own wording."""
    return line[line.rfind('"') + 1 :]


def _is_zero(count: object) -> bool:
    return isinstance(count, int) and not isinstance(count, bool) and count == 0


def _speaks_of_now(claim_text: str, stored: Sequence[str]) -> bool:
    folded, known = fold(claim_text), [fold(text) for text in stored]
    said = [word for word in INCIDENT_STATES if _holds(word, folded)]
    return any(not any(_holds(word, text) for text in known) for word in said)


def _is_named(row: StoredInvocation, question: str) -> bool:
    """Whether ``question`` names the source of a failed call, by its own or its tool's name."""
    sources = row.failed_sources or row.sources
    words = (*sources, row.tool_name, *(SOURCE_WORDS.get(row.tool_name, ()) if row.failed else ()))
    folded = fold(question)
    return any(_holds(fold(word), folded) for word in words)


def _holds(word: str, folded: str) -> bool:
    """Whether ``word`` stands in ``folded`` text, a Latin one as a whole word."""
    escaped = re.escape(word.lower())
    before = r"(?<![a-z0-9_])" if word[:1].isascii() else ""
    after = r"(?![a-z0-9_])" if word[-1:].isascii() else ""
    return bool(re.search(f"{before}{escaped}{after}", folded.lower(), re.ASCII))
