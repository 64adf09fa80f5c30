"""The summary as lines for a terminal."""

from collections.abc import Iterator

from superbiz_agent.evals.adversary.summary import TABLES, Summary
from superbiz_agent.terminal.console import Line


def report_lines(summary: Summary) -> Iterator[Line]:
    """One row a table and kind, the sums, and the true rows that were refused."""
    yield Line(f"{'false':9} {'kind':14} {'told as fact':>18} {'as inferred':>12}", "heading")
    for each in summary.kinds:
        style = "warning" if each.told else "plain"
        told, inferred = f"{each.told} of {each.all}", str(each.inferred)
        yield Line(f"{each.table:9} {each.kind:14} {told:>18} {inferred:>12}", style)
    for table in TABLES:
        own = [each for each in summary.kinds if each.table == table]
        every, told = sum(each.all for each in own), sum(each.told for each in own)
        inferred = str(sum(each.inferred for each in own))
        shown = f"{told} of {every} ({_share(told, every)})"
        yield Line(f"{table:9} {'all':14} {shown:>18} {inferred:>12}", "heading")
    for each in summary.true:
        refused = f"{each.refused} of {each.all} ({_share(each.refused, each.all)})"
        yield Line(f"true {each.table} refused: {refused}", "heading")


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"
