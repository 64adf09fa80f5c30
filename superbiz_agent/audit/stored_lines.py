"""The lines of evidence that code computed, computed again from what is stored with them: changes
of a group, counts of names, counts of servers, summaries of metric series (contract section 2)."""

from collections.abc import Iterator, Sequence

from superbiz_agent.audit.differences import Difference, shortened
from superbiz_agent.audit.histograms import server_counts_otherwise, told_otherwise
from superbiz_agent.audit.name_counts import counts_told_otherwise
from superbiz_agent.audit.series import summary_told_otherwise
from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.evidence import SEARCH_PATH, ToolInvocation

SERIES_PATH = "$.series["


def line_differences(invocations: Sequence[ToolInvocation]) -> Iterator[Difference]:
    """Where a stored line does not follow from the values that are stored with it."""
    yield from _groups(invocations)
    yield from _counts(invocations)
    yield from _series(invocations)


def _groups(invocations: Sequence[ToolInvocation]) -> Iterator[Difference]:
    """Where the histogram stored with a group of records tells of other changes than its text."""
    for each in (row for row in invocations if row.tool_name == "query_logs"):
        texts = {ref.raw_path: ref.text for ref in each.retrieval_details.evidence_refs}
        for detail in each.retrieval_details.details:
            path = detail.get("path")
            text = texts.get(path) if isinstance(path, str) else None
            told = _told_otherwise(text, detail) if text else None
            if told is not None:
                yield Difference(f"tool_invocation[{each.id}].{path}", shortened(text), told)


def _told_otherwise(text: str, detail: JsonObject) -> str | None:
    """What the line of a group, or of a search, should tell by the counts that are stored."""
    if detail.get("path") == SEARCH_PATH:
        return server_counts_otherwise(text, detail)
    told = told_otherwise(text, detail)
    changes = "".join(change.told for change in told or ())
    return None if told is None else f"tells{changes or ' of no change'}"


def _counts(invocations: Sequence[ToolInvocation]) -> Iterator[Difference]:
    """Where the counts stored with a line of counted names give another line. A search's own line
    stores the counts of servers under the same word (``_groups``)."""
    for each in (row for row in invocations if row.tool_name == "query_logs"):
        details = {detail.get("path"): detail for detail in each.retrieval_details.details}
        for ref in each.retrieval_details.evidence_refs:
            if ref.raw_path == SEARCH_PATH:
                continue
            told = counts_told_otherwise(ref.text, details.get(ref.raw_path) or {})
            if told is not None:
                path = f"tool_invocation[{each.id}].{ref.raw_path}"
                yield Difference(path, shortened(ref.text), shortened(told))


def _series(invocations: Sequence[ToolInvocation]) -> Iterator[Difference]:
    """Where the values stored with a metric series give another summary than its text."""
    for each in (row for row in invocations if row.tool_name == "query_metrics"):
        details = {detail.get("path"): detail for detail in each.retrieval_details.details}
        for ref in each.retrieval_details.evidence_refs:
            if not ref.raw_path.startswith(SERIES_PATH):
                continue
            told = summary_told_otherwise(ref.text, details.get(ref.raw_path) or {})
            if told is not None:
                path = f"tool_invocation[{each.id}].{ref.raw_path}"
                yield Difference(path, shortened(ref.text), shortened(told))
