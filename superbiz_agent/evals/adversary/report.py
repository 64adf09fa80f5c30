"""The summary as lines for a terminal."""

from collections.abc import Iterator
from typing import Final

from superbiz_agent.evals.adversary.summary import TABLES, Summary
from superbiz_agent.evals.table import Column, Table, figure
from superbiz_agent.terminal.console import Line

TABLE: Final = Table(
    (Column("false", 9), Column("kind", 14), figure("told as fact", 18), figure("as inferred", 12))
)


def report_lines(summary: Summary) -> Iterator[Line]:
    """One row a table and kind, the sums, and the true rows that were refused."""
    yield TABLE.heading()
    for each in summary.kinds:
        style = "warning" if each.told else "plain"
        told = f"{each.told} of {each.all}"
        yield TABLE.row(each.table, each.kind, told, each.inferred, style=style)
    for table in TABLES:
        own = [each for each in summary.kinds if each.table == table]
        every, told = sum(each.all for each in own), sum(each.told for each in own)
        inferred = sum(each.inferred for each in own)
        shown = f"{told} of {every} ({_share(told, every)})"
        yield TABLE.row(table, "all", shown, inferred, style="heading")
    for each in summary.true:
        refused = f"{each.refused} of {each.all} ({_share(each.refused, each.all)})"
        yield Line(f"true {each.table} refused: {refused}", "heading")


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"
