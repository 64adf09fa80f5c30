"""``superbiz eval grounding``: read, measure, print."""

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from superbiz_agent.evals.grounding.measure import Counts, measure
from superbiz_agent.evals.grounding.public_texts import HALVES, TextSet, read_sets
from superbiz_agent.evals.grounding.report import Figures, Part, as_json, report_lines
from superbiz_agent.terminal import console
from superbiz_agent.terminal.json_file import write_json

CHUNK = 4
"""Texts that a worker takes at a time; texts over one source stand side by side in a set."""


def evaluate_grounding(
    folder: Path,
    *,
    only: Iterable[str] = (),
    limit: int | None = None,
    jobs: int = 1,
    json_file: Path | None = None,
) -> None:
    """Measure the sets in ``folder``; the table goes to stdout, progress to stderr, figures to
    ``json_file``. ``limit`` is of texts a set.

    Raises ``ConfigurationError`` or ``SourceError`` for what cannot be read or written.
    """
    sets = read_sets(folder, only=only, limit=limit)
    parts = [
        part
        for each in sets
        for part in measured(each, jobs=jobs, told=lambda text: console.tell(console.Line(text)))
    ]
    console.write(list(report_lines(parts)))
    if json_file is not None:
        write_json(json_file, as_json(parts))


def measured(each: TextSet, *, jobs: int, told: Callable[[str], None]) -> list[Part]:
    """The figures of a set: of each half that has texts."""
    counted: list[Figures] = []
    for figures in _all_figures(each, jobs):
        counted.append(figures)
        if len(counted) % 25 == 0 or len(counted) == len(each.texts):
            told(f"{each.name}: {len(counted)} of {len(each.texts)} texts")
    parts: list[Part] = []
    for half in HALVES:
        own = [f for text, f in zip(each.texts, counted, strict=True) if text.half == half]
        if own:
            parts.append(Part(each.name, half, len(own), summed(own)))
    return parts


def summed(figures: Sequence[Figures]) -> Figures:
    """The sum of the counts of several texts."""
    return {
        judge: {
            kind: sum((each[judge][kind] for each in figures), Counts())
            for kind in figures[0][judge]
        }
        for judge in figures[0]
    }


def _all_figures(each: TextSet, jobs: int) -> Iterator[Figures]:
    if jobs == 1:
        yield from map(measure, each.texts)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        yield from pool.map(measure, each.texts, chunksize=CHUNK)
