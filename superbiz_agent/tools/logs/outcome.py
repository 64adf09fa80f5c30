"""What ``query_logs`` gives back: evidence, what the search was worth, and what was left out."""

from collections.abc import Sequence

from superbiz_agent.contracts.base import EvidenceStatus
from superbiz_agent.contracts.evidence import UnusedWindow
from superbiz_agent.tools.base import EvidenceItem, ToolOutcome
from superbiz_agent.tools.logs.collector import choose
from superbiz_agent.tools.logs.coverage import (
    doubts,
    has_gaps,
    reasons,
    searched_range,
)
from superbiz_agent.tools.logs.findings import LogFindings
from superbiz_agent.tools.logs.name_tally import NameTally, tally_item
from superbiz_agent.tools.logs.render import group_item
from superbiz_agent.tools.logs.search_details import details_of
from superbiz_agent.tools.logs.templates import RecordGroup
from superbiz_agent.tools.sources import reason_alone
from superbiz_agent.tools.text import bounded_line

_MOST_PROBLEMS = 8


def refused(reason: str, findings: LogFindings | None = None) -> ToolOutcome:
    failed = _reasons(findings) if findings else {}
    return ToolOutcome(
        evidence_status="error",
        failed_sources=list(failed),
        failure_reasons=failed,
        reasons=reasons(findings) if findings else [],
        notes=[] if findings else [reason.removeprefix("query_logs: ")],
        error=reason,
    )


def _reasons(findings: LogFindings) -> dict[str, str]:
    """Each source that failed, in order, with the first reason."""
    failed: dict[str, str] = {}
    for source, reason in findings.failures:
        failed.setdefault(source, reason_alone(reason, source))
    return failed


def outcome_of(
    query: str, findings: LogFindings, unused: UnusedWindow | None, *, limit: int
) -> ToolOutcome:
    collector = findings.collector
    groups = collector.kept
    shown = choose(groups, limit)
    demo = any(source.backend.demo for source in findings.sources)
    hidden = collector.matched - sum(group.count for group in shown)
    is_counted = isinstance(collector, NameTally)
    left_out = _left_out(findings, len(groups), len(shown), 0 if is_counted else hidden)
    if isinstance(collector, NameTally) and collector.matched:
        items = _counted(collector, findings, demo=demo, is_part=bool(left_out))
    else:
        items = [_item(group, findings, demo=demo) for group in shown]
    doubtful = doubts(findings)
    failed = _reasons(findings)
    status: EvidenceStatus = "found" if items else "no_evidence"
    return ToolOutcome(
        evidence_status="partial" if failed or left_out else status,
        items={"logs": items},
        search=details_of(query, findings, unused, is_cut=bool(left_out), answered=not doubtful),
        failed_sources=list(failed),
        failure_reasons=failed,
        reasons=reasons(findings),
        demo=demo,
        error=joined([*doubtful, *left_out]) or None,
    )


def _counted(
    tally: NameTally, findings: LogFindings, *, demo: bool, is_part: bool
) -> list[EvidenceItem]:
    """The line of counts; none where no record that matched names any."""
    level = findings.search.level
    item = tally_item(tally, findings.query, level, demo=demo, is_part=is_part)
    return [item] if item else []


def _item(group: RecordGroup, findings: LogFindings, *, demo: bool) -> EvidenceItem:
    searched = searched_range(findings, group.source)
    return group_item(group, searched, demo=demo, is_cut=has_gaps(findings, group.source))


def _left_out(findings: LogFindings, groups: int, shown: int, hidden: int) -> list[str]:
    lines = [
        f"{source.backend.name}: {gap}" for source in findings.sources for gap in source.report.gaps
    ]
    if hidden:
        lines.append(
            f"{shown} of {groups} forms are shown, the severest, rarest, newest and oldest; "
            f"{hidden} of {findings.collector.matched} matching records lie between them"
        )
    if ungrouped := findings.collector.ungrouped:
        rare = (
            "rare ones may be among them"
            if findings.collector.rare.unknown
            else "each of these forms came more than once"
        )
        lines.append(
            f"{ungrouped} records were of further forms than the {groups} that are kept apart: "
            f"{rare}; narrow the query, the level or the window"
        )
    characters = sum(source.report.left_out for source in findings.sources)
    if characters:
        lines.append(f"{characters} characters of overlong lines were not searched")
    return lines


def joined(lines: Sequence[str]) -> str:
    shown = list(lines[:_MOST_PROBLEMS])
    more = len(lines) - len(shown)
    return bounded_line("; ".join([*shown, *([f"and {more} more"] if more else [])]))
