"""The summary as lines for a terminal."""

from collections.abc import Iterator

from superbiz_agent.evals.trust.suite import CaseOutcome
from superbiz_agent.evals.trust.summary import ClassCount, Count, Summary, shown
from superbiz_agent.terminal.console import Line


def progress_line(done: int, total: int, outcome: CaseOutcome) -> Line:
    """One line after each case."""
    wrong = sum(not each.right for each in outcome.mutants)
    run = outcome.faithful
    text = (
        f"[{done}/{total}] {run.case}: {run.verdict}, composer {run.composer_status}, "
        f"{len(outcome.mutants)} mutants, {wrong} wrong"
    )
    return Line(text, "faint" if wrong == 0 else "plain")


def report_lines(summary: Summary) -> Iterator[Line]:
    """The whole table: classes, faithful runs, rates, bars that do not hold."""
    yield Line(f"{summary.cases} runs, {summary.mutants} mutants", "heading")
    yield Line(f"{'class':38} {'caught or passed':>20} {'held out':>20}  en / zh", "heading")
    for each in summary.classes:
        yield Line(_class_text(each), "plain" if each.all.rate >= 0.99 else "warning")
    yield Line("faithful runs", "heading")
    for name, count in summary.faithful.items():
        yield Line(f"{name:50} {shown(count):>20}")
    yield Line("what must not happen", "heading")
    for name, count in summary.rates.items():
        yield Line(f"{name:50} {_occurred(count):>20}")
    missed = [bar for bar in summary.bars if not bar.holds]
    yield Line(f"bars: {len(summary.bars) - len(missed)} of {len(summary.bars)} hold", "heading")
    for bar in missed:
        yield Line(f"not held: {bar.name}: {bar.value}, wanted {bar.demand}", "bad")


def _class_text(each: ClassCount) -> str:
    held_out = shown(each.held_out) if each.held_out.total else "-"
    languages = " / ".join(f"{each.by_language[name].rate:.1%}" for name in each.by_language)
    return f"{each.group + ': ' + each.kind:38} {shown(each.all):>20} {held_out:>20}  {languages}"


def _occurred(count: Count) -> str:
    share = count.right / count.total if count.total else 0.0
    return f"{count.right}/{count.total} ({share:.1%})"
