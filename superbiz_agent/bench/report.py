"""The figures as lines for a terminal, and as JSON."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from superbiz_agent.bench.extraction import ExtractionFigures
from superbiz_agent.bench.grounding import PARTS, WHOLE, SizeFigures, growth
from superbiz_agent.bench.timing import Times
from superbiz_agent.terminal.console import Line

AIM_MEDIAN, AIM_P99 = 0.010, 0.020
"""Seconds of a whole run of size 1 on one core."""

LEGEND = (
    "cold: other text in every repetition and every cache empty; warm: the same run once more.",
    "p99 is the nearest rank: of fewer than 100 repetitions, the slowest.",
    "Size multiplies the stored lines and the characters of the answer. Claims stay 50 and their",
    "bindings at most 8, as the contract bounds them; beyond 15,000 characters: several answers.",
    "Not counted: models, tools, the database, and making the run up.",
)


def run_lines(
    machine: Mapping[str, str], figures: Sequence[SizeFigures], repeat: int
) -> Iterator[Line]:
    """The table of whole runs."""
    yield Line(_machine_text(machine), "faint")
    yield Line(
        f"one faithful run, one process, {repeat} repetitions, milliseconds of processor time",
        "heading",
    )
    for each in figures:
        yield Line(
            f"size {each.size}: 50 claims, {each.bindings} bindings, {each.stored_lines} stored "
            f"lines, {each.answers} answer(s) of {each.answer_characters} characters",
            "heading",
        )
        yield Line(f"{'':16}{'cold median':>13}{'cold p99':>13}{'warm median':>13}{'warm p99':>13}")
        for part in (*PARTS, WHOLE):
            cold, warm = each.cold[part], each.warm[part]
            shown = (cold.median, cold.p99, warm.median, warm.p99)
            yield Line(f"{part:16}" + "".join(f"{1000 * seconds:13.1f}" for seconds in shown))
        yield Line(f"cold median for one unit of size: {_ms(each.cold[WHOLE].median / each.size)}")
    yield from _growth_lines(figures)
    yield from _aim_lines(figures)
    for text in LEGEND:
        yield Line(text, "faint")


def extraction_lines(figures: Sequence[ExtractionFigures]) -> Iterator[Line]:
    """The table of long texts, the slowest first."""
    characters = max((each.characters for each in figures), default=0)
    yield Line(f"extract_facts over {characters} characters, caches empty", "heading")
    for each in sorted(figures, key=lambda each: -each.seconds):
        yield Line(f"{each.name:32}{each.seconds:9.2f} s{each.facts:10} facts")


def as_json(
    machine: Mapping[str, str],
    runs: Sequence[SizeFigures],
    extraction: Sequence[ExtractionFigures],
) -> dict[str, Any]:
    """Everything that was measured, in seconds."""
    return {
        "machine": dict(machine),
        "about": " ".join(LEGEND),
        "runs": [_size_json(each) for each in runs],
        "growth_exponent": growth(runs) if len(runs) > 1 else None,
        "extraction": [
            {
                "name": each.name,
                "characters": each.characters,
                "seconds": each.seconds,
                "facts": each.facts,
            }
            for each in extraction
        ],
    }


def _size_json(each: SizeFigures) -> dict[str, Any]:
    return {
        "size": each.size,
        "claims": 50,
        "bindings": each.bindings,
        "stored_lines": each.stored_lines,
        "answers": each.answers,
        "answer_characters": each.answer_characters,
        "cold": _times_json(each.cold),
        "warm": _times_json(each.warm),
    }


def _times_json(times: Mapping[str, Times]) -> dict[str, Any]:
    return {
        part: {"median": each.median, "p99": each.p99, "seconds": list(each.seconds)}
        for part, each in times.items()
    }


def _machine_text(machine: Mapping[str, str]) -> str:
    return (
        f"{machine['python']}, {machine['system']}, {machine['processor']}, "
        f"{machine['processors']} processors, one used"
    )


def _growth_lines(figures: Sequence[SizeFigures]) -> Iterator[Line]:
    if len(figures) < 2:
        return
    yield Line("growth of the cold median with size (exponent; 1 is linear)", "heading")
    for part, exponent in growth(figures).items():
        yield Line(f"{part:16}{'-' if exponent is None else f'{exponent:.2f}':>13}")


def _aim_lines(figures: Sequence[SizeFigures]) -> Iterator[Line]:
    for each in figures:
        if each.size == 1:
            whole = each.cold[WHOLE]
            holds = whole.median <= AIM_MEDIAN and whole.p99 <= AIM_P99
            yield Line(
                f"aim for size 1, cold: median {_ms(AIM_MEDIAN)}, p99 {_ms(AIM_P99)}: "
                + ("reached" if holds else f"missed ({_ms(whole.median)}, {_ms(whole.p99)})"),
                "good" if holds else "warning",
            )


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"
