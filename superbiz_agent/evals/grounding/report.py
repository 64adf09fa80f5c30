"""The figures as a table for a terminal and as JSON."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeAlias

from superbiz_agent.evals.grounding.measure import Counts
from superbiz_agent.evals.table import Column, Table, figure
from superbiz_agent.terminal.console import Line

Figures: TypeAlias = Mapping[str, Mapping[str, Counts]]
"""Judge -> number, name or all -> counts."""

TABLE: Final = Table(
    (
        Column("set", 20),
        Column("half", 9),
        Column("judge", 9),
        figure("caught of errors", 18),
        figure("recall", 7),
        figure("precision", 9),
        figure("false alarms", 14),
        figure("rate", 6),
    ),
    behind="numbers, names: recall",
)


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
    yield TABLE.heading()
    for part in parts:
        for judge, figures in part.figures.items():
            yield _row(part, judge, figures)
    met = [part for part in parts if meets_aim(part)]
    yield Line(
        f"more errors caught at no more false alarms than the baseline: {len(met)} of {len(parts)}",
        "heading",
    )
    for part in parts:
        if part not in met:
            yield Line(f"not so: {part.set_name}, {part.half}", "warning")


def _row(part: Part, judge: str, figures: Mapping[str, Counts]) -> Line:
    every = figures["all"]
    return TABLE.row(
        part.set_name,
        part.half,
        judge,
        f"{every.caught}/{every.errors}",
        f"{every.recall:.1%}",
        f"{every.precision:.1%}",
        f"{every.false_alarms}/{every.sound}",
        f"{every.false_alarm_rate:.1%}",
        behind=f"{figures['number'].recall:.1%}, {figures['name'].recall:.1%}",
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
