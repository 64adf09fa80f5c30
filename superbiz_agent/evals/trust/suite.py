"""Playing all cases and their mutants, in worker processes, and counting what became of them."""

import multiprocessing
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from superbiz_agent.evals.trust.composer_mutants import composer_mutants, swap_mutants
from superbiz_agent.evals.trust.edits import Stock
from superbiz_agent.evals.trust.evidence_mutants import evidence_mutants, source_texts, whole_number
from superbiz_agent.evals.trust.executor_mutants import claim_swaps, executor_mutants
from superbiz_agent.evals.trust.incidents import Case
from superbiz_agent.evals.trust.mutant import CANARY, Mutant, Outcome, statuses
from superbiz_agent.evals.trust.paraphrases import paraphrase_mutants, written_paraphrases
from superbiz_agent.evals.trust.playing import Played, Theatre, open_theatre, theatre_of
from superbiz_agent.evals.trust.verifier_mutants import verifier_mutants
from superbiz_agent.grounding.evidence.names import evidence_names

REFERENCE_HEADINGS = ("References:", "参考证据：", "参考证据:")
"""What stands above the stored lines that an answer quotes."""


@dataclass(frozen=True)
class FaithfulOutcome:
    """How a faithful run ended, beside what its incident says of it."""

    case: str
    expected_verdict: str
    verdict: str
    composer_status: str
    expected_claims: int
    told_claims: int
    leaked: bool
    seconds: float


@dataclass(frozen=True)
class CaseOutcome:
    """One case: its faithful run and all of its mutants."""

    faithful: FaithfulOutcome
    mutants: list[Outcome]


def play_all(
    cases: Sequence[Case],
    *,
    jobs: int,
    per_kind: int,
    told: Callable[[int, int, CaseOutcome], None],
) -> list[CaseOutcome]:
    """Play every case in ``jobs`` processes; ``told`` hears (done, of, outcome) after each.

    ``per_kind``: mutants of one kind that code makes of one run, at most.
    """
    if jobs == 1:
        return list(_one_by_one(cases, per_kind, told))
    outcomes: dict[str, CaseOutcome] = {}
    # Spawned, not forked: the parent's threads and SQLite handles stay its own.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        futures = [pool.submit(play_case, case, per_kind) for case in cases]
        for done, future in enumerate(as_completed(futures), start=1):
            outcome = future.result()
            outcomes[outcome.faithful.case] = outcome
            told(done, len(cases), outcome)
    return [outcomes[case.name] for case in cases]


def _one_by_one(
    cases: Sequence[Case], per_kind: int, told: Callable[[int, int, CaseOutcome], None]
) -> Iterator[CaseOutcome]:
    for done, case in enumerate(cases, start=1):
        outcome = play_case(case, per_kind)
        told(done, len(cases), outcome)
        yield outcome


def play_case(case: Case, per_kind: int) -> CaseOutcome:
    """Play one case: an earlier session, the faithful run, then every mutant."""
    with tempfile.TemporaryDirectory() as folder, open_theatre(case, Path(folder)) as theatre:
        earlier = theatre.play()
        start = time.perf_counter()
        faithful = theatre.play()
        result = _faithful_outcome(case, faithful, time.perf_counter() - start)
        outcomes: list[Outcome] = []
        for mutant in mutants_of(case, faithful, earlier, per_kind):
            start = time.perf_counter()
            played = _played(mutant, theatre)
            outcomes.append(_outcome(case, mutant, played, time.perf_counter() - start))
    return CaseOutcome(result, outcomes)


def mutants_of(case: Case, faithful: Played, earlier: Played, per_kind: int) -> Iterator[Mutant]:
    """Mutants that code makes, a few of each kind, and all that were written by hand."""
    stock = stock_of(faithful)
    made = chain(
        executor_mutants(case, faithful, earlier, stock),
        evidence_mutants(case, faithful, stock),
        verifier_mutants(case, faithful, stock),
        composer_mutants(case, faithful, stock),
        paraphrase_mutants(case, faithful),
    )
    yield from _a_few_of_each_kind(made, per_kind)
    for wordings, held_out in ((case.wordings, False), (case.held_out, True)):
        yield from swap_mutants(case, wordings.swaps, held_out=held_out)
        yield from claim_swaps(case, wordings.swaps, held_out=held_out)
        yield from written_paraphrases(case, faithful, wordings.paraphrases, held_out=held_out)


def _a_few_of_each_kind(mutants: Iterable[Mutant], per_kind: int) -> Iterator[Mutant]:
    """``per_kind`` of each kind, spread evenly over claims and variants."""
    kinds: dict[tuple[str, str], list[Mutant]] = {}
    for mutant in mutants:
        kinds.setdefault((mutant.group, mutant.kind), []).append(mutant)
    for made in kinds.values():
        few = min(per_kind, len(made))
        yield from (made[place * len(made) // few] for place in range(few))


def stock_of(played: Played) -> Stock:
    """The stored lines of a run and the names in their structured fields."""
    rows = [invocation.model_dump(mode="json") for invocation in played.invocations]
    lines = [
        reference.text
        for invocation in played.invocations
        if invocation.retrieval_details
        for reference in invocation.retrieval_details.evidence_refs
    ]
    return Stock(tuple(dict.fromkeys(lines)), evidence_names(rows))


def _played(mutant: Mutant, theatre: Theatre) -> Played:
    if not mutant.source_edits:
        return theatre.play(mutant.changes)
    with tempfile.TemporaryDirectory() as parent:
        copy = edited_copy(theatre.case, mutant.source_edits, Path(parent))
        return theatre_of(copy, theatre.store).play(mutant.changes)


def edited_copy(case: Case, edits: Sequence[tuple[str, str]], parent: Path) -> Case:
    """The case over a copy of its files in ``parent``, each old number replaced by its new one."""
    folder = parent / case.folder.name
    shutil.copytree(case.folder, folder)
    for name, text in source_texts(case).items():
        for old, new in edits:
            text = whole_number(old).sub(new, text)  # noqa: PLW2901
        (folder / name).write_text(text, encoding="utf-8")
    return replace(case, folder=folder)


def _faithful_outcome(case: Case, played: Played, seconds: float) -> FaithfulOutcome:
    told = statuses(played)
    hypotheses = {item["hypothesis_id"] for item in played.composer_input["allowed_hypotheses"]}
    as_expected = [
        claim
        for claim in case.run.claims
        if told.get(claim.claim_id) == claim.expected
        or (claim.expected == "hypothesis" and claim.claim_id in hypotheses)
    ]
    return FaithfulOutcome(
        case=case.name,
        expected_verdict=case.run.verdict,
        verdict=played.result["verdict"],
        composer_status=played.result["composer_status"],
        expected_claims=len(case.run.claims),
        told_claims=len(as_expected),
        leaked=_leaks(case, played),
        seconds=seconds,
    )


def _outcome(case: Case, mutant: Mutant, played: Played, seconds: float) -> Outcome:
    right = mutant.is_right(played)
    return Outcome(
        case=case.name,
        group=mutant.group,
        kind=mutant.kind,
        name=mutant.name,
        language=case.language,
        right=right,
        verdict=played.result["verdict"],
        composer_status=played.result["composer_status"],
        held_out=mutant.held_out,
        fabricated_accepted=mutant.fabricates and not right,
        leaked=_leaks(case, played),
        seconds=seconds,
    )


def _leaks(case: Case, played: Played) -> bool:
    """A canary anywhere, or a planted marker outside the stored lines that the answer quotes."""
    answer: str = played.result["answer"]
    words = answer
    for heading in REFERENCE_HEADINGS:
        words = words.split(heading)[0]
    return CANARY in answer or any(marker in words for marker in case.incident.markers)
