"""Evidence that says something else than the faithful run: the verdict must flip.

The incident's own files are edited in a copy, so that tools, store and rules see what they would
have seen. A *stale citation* keeps the excerpts of the unedited lines; a *stale claim* cites the
edited lines and tells the old number.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.evals.trust import edits
from superbiz_agent.evals.trust.edits import Stock
from superbiz_agent.evals.trust.executor_mutants import agreeing, cited_lines
from superbiz_agent.evals.trust.faithful import Change, Changes, Scene
from superbiz_agent.evals.trust.incidents import Case, RunClaim
from superbiz_agent.evals.trust.mutant import Judge, Mutant, status_of
from superbiz_agent.evals.trust.playing import Played

_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.:-])[0-9]{2,}(?:\.[0-9]+)?(?![A-Za-z0-9_.:-]*-[0-9])", re.ASCII
)
_COUNTED = re.compile(r"[0-9]+ records of this form|matched=[0-9]+", re.ASCII)
"""What the tools count: no edit of the files' digits makes it false."""


def evidence_mutants(case: Case, faithful: Played, stock: Stock) -> Iterator[Mutant]:
    """Mutants of each number that a claim and its cited lines share, found in the files."""
    files = source_texts(case)
    for claim in case.run.claims:
        if status_of(claim.claim_id, faithful) is None:
            continue
        lines = cited_lines(faithful, claim)
        for number in _shared_numbers(claim, lines, files):
            yield from _mutants(case, claim, number, lines, stock)


def source_texts(case: Case) -> Mapping[str, str]:
    """Relative path -> text of each source file of an incident that is text."""
    texts: dict[str, str] = {}
    for path in sorted(case.folder.rglob("*")):
        if path.is_file() and not re.match(
            r"(incident|(run|wordings|held_out)\.\w+)\.json$", path.name
        ):
            try:
                texts[str(path.relative_to(case.folder))] = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue
    return texts


def whole_number(number: str) -> re.Pattern[str]:
    """``number`` where it stands by itself, not within a clock time or a date; a full stop behind
    it ends a sentence."""
    return re.compile(rf"(?<![0-9.])(?<![0-9][:T-]){re.escape(number)}(?![0-9]|[.:-][0-9])")


def _shared_numbers(
    claim: RunClaim, lines: Sequence[str], files: Mapping[str, str]
) -> Iterator[str]:
    """Numbers of the claim that stand in a cited line and, as they are, in a file."""
    written = [_COUNTED.sub("", line) for line in lines]
    for match in edits.outside_marks(_NUMBER, claim.claim_text):
        whole = whole_number(match.group())
        if any(map(whole.search, written)) and any(map(whole.search, files.values())):
            yield match.group()


def _mutants(
    case: Case, claim: RunClaim, number: str, lines: Sequence[str], stock: Stock
) -> Iterator[Mutant]:
    other = next(
        (n for n in (_turned(number), f"{number}7") if n != number and not stock.holds(n)), None
    )
    if other is None:
        return
    edit = ((number, other),)
    judge = _flipped(claim)
    label = f"{case.name}/{claim.claim_id}/{number} -> {other}"
    stale = _citing(claim.claim_id, lines)
    for what, executor in (("stale_citation", stale), ("stale_claim", None)):
        changes = Changes(executor=executor, verifier=agreeing)
        yield Mutant("evidence", what, f"{label} {what}", changes, judge, source_edits=edit)


def _turned(number: str) -> str:
    whole, point, rest = number.partition(".")
    return whole[::-1].lstrip("0") + point + rest


def _citing(claim_id: str, lines: Sequence[str]) -> Change:
    """The claim cites what its lines were before the edit."""

    def change(reply: JsonObject, _: Scene) -> JsonObject:
        def stale(claim: JsonObject) -> JsonObject:
            bound = zip(claim["evidence_bindings"], lines, strict=False)
            return claim | {
                "evidence_bindings": [b | {"evidence_excerpt": line} for b, line in bound]
            }

        claims = [stale(c) if c["claim_id"] == claim_id else c for c in reply["claims"]]
        return reply | {"claims": claims}

    return change


def _flipped(claim: RunClaim) -> Judge:
    """The claim is told no longer; where the question hangs on it, the run does not pass."""

    def judge(played: Played) -> bool:
        is_told = status_of(claim.claim_id, played) is not None
        return not is_told and not (claim.critical and played.result["verdict"] == "PASS")

    return judge
