"""What a mutant is, and what became of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from superbiz_agent.evals.trust.faithful import Changes
from superbiz_agent.evals.trust.playing import Played

Group: TypeAlias = Literal["executor", "evidence", "verifier", "composer", "swap", "paraphrase"]
Judge: TypeAlias = Callable[[Played], bool]

CANARY = "leak-canary-7731"
"""A name that only mutants write: it never reaches an answer."""


@dataclass(frozen=True)
class Mutant:
    """One change of a faithful run. ``is_right`` says of a played mutant whether it was caught or,
    for a paraphrase, whether it passed. ``fabricates`` marks an invented citation."""

    group: Group
    kind: str
    name: str
    changes: Changes
    is_right: Judge
    held_out: bool = False
    fabricates: bool = False
    source_edits: tuple[tuple[str, str], ...] = ()
    """Texts replaced in the incident's own files before the run, old and new."""


@dataclass(frozen=True)
class Outcome:
    """What became of one mutant; plain values, so that worker processes can send it."""

    case: str
    group: Group
    kind: str
    name: str
    language: str
    right: bool
    verdict: str
    composer_status: str
    held_out: bool = False
    fabricated_accepted: bool = False
    leaked: bool = False
    seconds: float = 0.0


def does_not_pass(played: Played) -> bool:
    """Whether the run ended below PASS."""
    return played.result["verdict"] != "PASS"


def is_not_told(claim_id: str, *, only_confirmed: bool = False) -> Judge:
    """Whether a claim may not be told as one; inferred ones aside if ``only_confirmed``."""
    hedged = {"inferred"} if only_confirmed else set[str]()
    return lambda played: status_of(claim_id, played) in {None, *hedged}


def status_of(claim_id: str, played: Played) -> str | None:
    """``confirmed``, ``inferred`` or ``documented``; None if the claim may not be told as such."""
    return statuses(played).get(claim_id)


def statuses(played: Played) -> Mapping[str, str]:
    """Claim id -> status of everything that was allowed as a claim."""
    allowed: Sequence[Mapping[str, str]] = played.composer_input.get("allowed_claims", [])
    return {claim["claim_id"]: claim["status"] for claim in allowed}
