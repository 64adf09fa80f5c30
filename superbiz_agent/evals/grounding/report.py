"""The figures as a table for a terminal and as JSON."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from superbiz_agent.evals.grounding.measure import Counts
from superbiz_agent.terminal.console import Line

Figures: TypeAlias = Mapping[str, Mapping[str, Counts]]
"""Judge -> number, name or all -> counts."""


@dataclass(frozen=True)
class Part:
    """The figures of one set, or of one half of it."""

    set_name: str
    half: str
    texts: int
    figures: Figures


def meets_aim(part: Part) -> bool:
    """Whether the engine caught more errors than the baseline at no more false alarms."""
    engine, baseline = part.figures["engine"]["all"], part.figures["baseline"]["all"]
    return engine.caught > baseline.caught and engine.false_alarms <= baseline.false_alarms


def report_lines(parts: list[Part]) -> Iterator[Line]:
    """One row a half and judge, and whether the aim is met."""
    yield Line(
        f"{'set':20} {'half':9} {'judge':9} {'caught of errors':>18} {'recall':>7} "
        f"{'precision':>9} {'false alarms':>14} {'rate':>6}  numbers, names: recall",
        "heading",
    )
    for part in parts:
        for judge, figures in part.figures.items():
            yield Line(_row(part, judge, figures))
    met = [part for part in parts if meets_aim(part)]
    yield Line(
        f"more errors caught at no more false alarms than the baseline: {len(met)} of {len(parts)}",
        "heading",
    )
    for part in parts:
        if part not in met:
            yield Line(f"not so: {part.set_name}, {part.half}", "warning")


def _row(part: Part, judge: str, figures: Mapping[str, Counts]) -> str:
    every = figures["all"]
    caught, alarms = f"{every.caught}/{every.errors}", f"{every.false_alarms}/{every.sound}"
    return (
        f"{part.set_name[:20]:20} {part.half:9} {judge:9} {caught:>18} {every.recall:>7.1%} "
        f"{every.precision:>9.1%} {alarms:>14} {every.false_alarm_rate:>6.1%}  "
        f"{figures['number'].recall:.1%}, {figures['name'].recall:.1%}"
    )


def as_json(parts: list[Part]) -> dict[str, Any]:
    """The same with every count, for machines."""
    return {
        "sets": [
            {
                "set": part.set_name,
                "half": part.half,
                "texts": part.texts,
                "meets_aim": meets_aim(part),
                "figures": {
                    judge: {kind: _with_rates(counts) for kind, counts in figures.items()}
                    for judge, figures in part.figures.items()
                },
            }
            for part in parts
        ]
    }


def _with_rates(counts: Counts) -> dict[str, Any]:
    return {
        **asdict(counts),
        "false_alarms": counts.false_alarms,
        "recall": round(counts.recall, 4),
        "precision": round(counts.precision, 4),
        "false_alarm_rate": round(counts.false_alarm_rate, 4),
    }
