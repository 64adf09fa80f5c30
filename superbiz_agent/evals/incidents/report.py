"""The figures as a table for a terminal and as JSON."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from superbiz_agent.evals.incidents.playing import Asked
from superbiz_agent.evals.table import Column, Table, figure
from superbiz_agent.terminal.console import Line

TABLE: Final = Table(
    (
        Column("incident", 40),
        figure("facts", 7),
        figure("wrong", 5),
        Column("verdict", 10),
        figure("calls", 5),
        figure("seconds", 7),
    ),
    behind="missing, wrong",
)

PARTS: Final = {"log incidents": ("logs",), "other incidents": ("kubernetes", "rds")}
"""How the totals are split."""


def row(asked: Asked) -> Line:
    """One incident: facts of those required, forbidden conclusions, verdict, calls, seconds."""
    judged, answered = asked.judged, asked.answered
    return TABLE.row(
        asked.incident.name,
        judged.share,
        len(judged.wrong),
        answered.verdict,
        answered.calls,
        f"{answered.seconds:.1f}",
        behind=judged.faults,
        style="plain" if judged.is_met else "warning",
    )


def totals(every: Sequence[Asked]) -> Iterator[Line]:
    """How many incidents are told as they must be, and what was concluded wrongly."""
    for name, groups in PARTS.items():
        own = [asked for asked in every if asked.incident.group in groups]
        if own:
            yield Line(f"{name}: {_sums(own)}", "heading")


def _sums(every: Sequence[Asked]) -> str:
    found, required = _facts(every)
    return (
        f"{sum(not asked.judged.missing for asked in every)} of {len(every)} with every required "
        f"fact, {found} of {required} facts, {_wrong(every)} forbidden conclusions, "
        f"{sum(asked.answered.seconds for asked in every):.1f} s"
    )


def _facts(every: Iterable[Asked]) -> tuple[int, int]:
    pairs = [(len(asked.judged.found), len(asked.judged.missing)) for asked in every]
    found = sum(each for each, _ in pairs)
    return found, found + sum(each for _, each in pairs)


def _wrong(every: Iterable[Asked]) -> int:
    return sum(len(asked.judged.wrong) for asked in every)


def as_json(every: Sequence[Asked]) -> dict[str, Any]:
    """The same with questions and answers, for machines."""
    return {
        "incidents": [_entry(asked) for asked in every],
        "totals": {
            name: {
                "incidents": len(own),
                "with_every_fact": sum(not asked.judged.missing for asked in own),
                "facts_found": _facts(own)[0],
                "facts_required": _facts(own)[1],
                "forbidden_conclusions": _wrong(own),
                "seconds": round(sum(asked.answered.seconds for asked in own), 2),
            }
            for name, groups in PARTS.items()
            if (own := [asked for asked in every if asked.incident.group in groups])
        },
    }


def _entry(asked: Asked) -> dict[str, Any]:
    return {
        "incident": asked.incident.name,
        "group": asked.incident.group,
        "question": asked.incident.question,
        "found": list(asked.judged.found),
        "missing": list(asked.judged.missing),
        "forbidden": list(asked.judged.wrong),
        "verdict": asked.answered.verdict,
        "tool_calls": asked.answered.calls,
        "seconds": round(asked.answered.seconds, 2),
        "answer": asked.answered.answer,
    }
