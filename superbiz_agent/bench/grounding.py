"""The rules over whole runs: gatekeeper, normalisation, filter and answer checks, timed apart."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from superbiz_agent.bench.timing import Times, clear_caches, growth_exponent, timed
from superbiz_agent.bench.workload import (
    QUESTION,
    SESSION,
    Workload,
    make_answers,
    make_reply,
    make_workload,
)
from superbiz_agent.errors import SuperBizError
from superbiz_agent.grounding import check_answer, check_executor_output, normalise_checks, screen
from superbiz_agent.grounding.evidence.names import evidence_names

PARTS = ("gatekeeper", "normalisation", "filter", "answer checks")
WHOLE = "whole run"


@dataclass(frozen=True)
class SizeFigures:
    """The times of one size, by part, in seconds.

    ``cold``: fresh text, every cache empty. ``warm``: the same run once more, as a replay does.
    """

    size: int
    stored_lines: int
    bindings: int
    answer_characters: int
    answers: int
    cold: dict[str, Times]
    warm: dict[str, Times]


Told = Callable[[str], None]


def measure_sizes(sizes: Sequence[int], repeat: int, told: Told) -> list[SizeFigures]:
    """Measure each size ``repeat`` times; every repetition is a run of other text."""
    return [_measure_size(size, repeat, told) for size in sizes]


def growth(figures: Sequence[SizeFigures]) -> dict[str, float | None]:
    """By part, how the cold median grows with the size."""
    return {
        part: growth_exponent([(each.size, each.cold[part].median) for each in figures])
        for part in (*PARTS, WHOLE)
    }


def _measure_size(size: int, repeat: int, told: Told) -> SizeFigures:
    cold: list[dict[str, float]] = []
    warm: list[dict[str, float]] = []
    run = make_workload(size, 0)
    answers: list[str] = []
    for seed in range(repeat):
        run = make_workload(size, seed)
        clear_caches()
        answers, first = _time_run(run)
        _, second = _time_run(run)
        cold.append(first)
        warm.append(second)
        told(
            f"size {size}, {seed + 1}/{repeat}: {1000 * first[WHOLE]:.1f} ms cold, "
            f"{1000 * second[WHOLE]:.1f} ms warm"
        )
    return SizeFigures(
        size=size,
        stored_lines=run.stored_lines,
        bindings=run.bindings,
        answer_characters=sum(map(len, answers)),
        answers=len(answers),
        cold=_by_part(cold),
        warm=_by_part(warm),
    )


def _by_part(samples: Sequence[dict[str, float]]) -> dict[str, Times]:
    return {part: Times(tuple(sample[part] for sample in samples)) for part in (*PARTS, WHOLE)}


def _time_run(run: Workload) -> tuple[list[str], dict[str, float]]:
    """The answers of one run and the seconds of each part. What the models would do is made up in
    between and not counted. Raises ``SuperBizError`` if the rules hold anything against the run:
    a refused run is cheap, and its time would say nothing."""
    rows, output = run.invocations, run.executor_output
    outcome, gatekeeper = timed(
        lambda: check_executor_output(output, rows, session_id=SESSION, original_query=QUESTION)
    )
    reply = make_reply(outcome)
    result, normalisation = timed(
        lambda: normalise_checks(reply, outcome, original_query=QUESTION, invocations=rows)
    )
    screened, filtering = timed(
        lambda: screen(output, outcome, result, original_query=QUESTION, invocations=rows)
    )
    material = screened.composer_input
    answers = make_answers(material, run.size)

    def check_all() -> list[str]:
        names = evidence_names(rows)
        return [
            finding.message
            for answer in answers
            for finding in check_answer(material, answer, names=names)
        ]

    findings, checking = timed(check_all)
    if result.effective_verdict != "PASS" or findings or screened.withheld:
        raise SuperBizError("the benchmark's run is faithful, but the rules refuse a part of it")
    seconds = dict(zip(PARTS, (gatekeeper, normalisation, filtering, checking), strict=True))
    texts = [answer["user_facing_answer"] for answer in answers]
    return texts, seconds | {WHOLE: sum(seconds.values())}
