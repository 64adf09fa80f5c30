"""Taking in one record: whether it is asked for, and what that says of its source."""

from collections.abc import Sequence

from superbiz_agent.tools.logs.findings import LogFindings, SourceSearch
from superbiz_agent.tools.logs.implied_levels import implied_level, may_have_level
from superbiz_agent.tools.logs.levels import SEVERITY, Level
from superbiz_agent.tools.logs.needles import holds_any, searched
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.repeats import Repeat
from superbiz_agent.tools.logs.scope import Scope
from superbiz_agent.tools.logs.service_filter import name_pattern


def take(record: LogRecord, source: SourceSearch, findings: LogFindings, scope: Scope) -> None:
    """Put a record to the findings if it is asked for."""
    if repeat := scope.known(record):
        _take_repeat(record, repeat, source, findings)
        return
    search, lowered = findings.search, record.text.lower()
    is_judged = source.with_level or not search.level
    if scope.is_open and is_judged and not holds_any(lowered, scope.pieces):
        source.in_scope += 1
        return
    text = searched(record.text)
    if findings.unseen_names:
        findings.unseen_names = still_unseen(findings.unseen_names, text.folded)
    if not findings.services.admits(record, text.folded, scope.names):
        return
    source.in_scope += 1
    if not search.in_window(record.instant):
        return
    if search.level and not _passes_level(record, lowered, source, search.level):
        return
    if search.regex and not search.regex.search(record.text):
        return
    hit = scope.query.match(text)
    if hit:
        findings.collector.add(record, hit)
        scope.learn(record, text.folded, hit)


def _take_repeat(
    record: LogRecord, repeat: Repeat, source: SourceSearch, findings: LogFindings
) -> None:
    """Put a record to the findings whose shape is asked for; its digits may decide otherwise."""
    search = findings.search
    source.in_scope += 1
    if not search.in_window(record.instant):
        return
    source.with_level += bool(search.level)
    if search.regex is None or search.regex.search(record.text):
        findings.collector.add_repeat(record, repeat)


def still_unseen(names: Sequence[str], folded: str) -> list[str]:
    """Return those of ``names`` that no ``folded`` text has shown yet."""
    return [
        name
        for name in names
        if name not in folded or not name_pattern(name, pods=True).search(folded)
    ]


def _passes_level(record: LogRecord, lowered: str, source: SourceSearch, least: Level) -> bool:
    """Whether the record's level, or the one that its words stand for, is severe enough."""
    if not may_have_level(lowered):
        source.without_level += 1
        return False
    level = record.details.level
    if level:
        source.with_level += 1
    else:
        source.without_level += 1
        level = implied_level(record.body)
    return level is not None and SEVERITY[level] >= SEVERITY[least]
