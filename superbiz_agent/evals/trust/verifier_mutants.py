"""What a verifier might send: nothing of it may raise what the evidence carries."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.evals.trust import edits
from superbiz_agent.evals.trust.edits import Stock
from superbiz_agent.evals.trust.executor_mutants import agreeing, saying
from superbiz_agent.evals.trust.faithful import Change, Changes, Scene
from superbiz_agent.evals.trust.incidents import Case
from superbiz_agent.evals.trust.mutant import (
    Judge,
    Mutant,
    does_not_pass,
    is_not_told,
    status_of,
    statuses,
)
from superbiz_agent.evals.trust.playing import Played


def verifier_mutants(case: Case, faithful: Played, stock: Stock) -> Iterator[Mutant]:
    """Mutants of the judgement of a faithful executor, and agreement with a false one."""
    told = [c.claim_id for c in case.run.claims if status_of(c.claim_id, faithful)]
    for claim_id in told:
        for kind, change, judge in _of_one_claim(claim_id):
            name = f"{case.name}/{claim_id}/{kind}"
            yield Mutant("verifier", kind, name, Changes(verifier=change), judge)
        yield from _agreement(case, claim_id, stock)
    for kind, replies in _WHOLE_REPLIES.items():
        for what, change in replies.items():
            name = f"{case.name}/{kind}: {what}"
            yield Mutant("verifier", kind, name, Changes(verifier=change), _nothing_is_told)
    for what, broken in _CAPPED.items():
        changes = Changes(executor=broken, verifier=agreeing)
        name = f"{case.name}/pass_over_ceiling: {what}"
        yield Mutant("verifier", "pass_over_ceiling", name, changes, does_not_pass)


def _of_one_claim(claim_id: str) -> Iterator[tuple[str, Change, Judge]]:
    is_withheld = is_not_told(claim_id)
    yield "missing_check", _on_checks(lambda c: _without(c, claim_id)), is_withheld
    yield "unknown_claim", _on_checks(lambda c: _renamed(c, claim_id, "claim-88")), is_withheld
    yield "invented_reference", _on_checks(lambda c: _rereferred(c, claim_id)), is_withheld
    for worse in ("contradicted", "unsupported"):
        for first in (True, False):
            change = _on_checks(_twice(claim_id, worse, first=first))
            yield "contradictory_duplicates", change, is_withheld


def _agreement(case: Case, claim_id: str, stock: Stock) -> Iterator[Mutant]:
    """Everything direct, over a claim with a number, time or name that no line holds."""
    text = next(c.claim_text for c in case.run.claims if c.claim_id == claim_id)
    false = [
        *edits.changed_numbers(text, stock),
        *edits.changed_times(text, stock),
        *edits.changed_names(text, stock),
    ]
    for what, changed in false:
        changes = Changes(executor=saying(claim_id, changed), verifier=agreeing)
        name = f"{case.name}/{claim_id}/all_direct: {what}"
        yield Mutant("verifier", "all_direct", name, changes, is_not_told(claim_id))


def _on_checks(change: Callable[[list[JsonObject]], list[JsonObject]]) -> Change:
    return lambda reply, _: reply | {"claim_checks": change(reply["claim_checks"])}


def _without(checks: list[JsonObject], claim_id: str) -> list[JsonObject]:
    return [check for check in checks if check["claim_id"] != claim_id]


def _renamed(checks: list[JsonObject], claim_id: str, other: str) -> list[JsonObject]:
    return [c | {"claim_id": other} if c["claim_id"] == claim_id else c for c in checks]


def _rereferred(checks: list[JsonObject], claim_id: str) -> list[JsonObject]:
    invented = {
        "claim_id": claim_id,
        "source_invocation_id": 999983,
        "tool_name": "query_logs",
        "raw_path": "$.logs[66]",
        "note": "seen there",
    }
    return [c | {"evidence_refs": [invented]} if c["claim_id"] == claim_id else c for c in checks]


def _twice(
    claim_id: str, worse: str, *, first: bool
) -> Callable[[list[JsonObject]], list[JsonObject]]:
    def change(checks: list[JsonObject]) -> list[JsonObject]:
        own = [check | {"verification": worse} for check in checks if check["claim_id"] == claim_id]
        return [*own, *checks] if first else [*checks, *own]

    return change


def _sending(reply: Any) -> Change:
    return lambda _reply, _scene: reply


_SILENCE: Mapping[str, Change] = {
    "empty": _sending(""),
    "blank": _sending(" \n"),
    "an outage": _sending(TimeoutError("no reply")),
    "null": _sending("null"),
}
_GARBAGE: Mapping[str, Change] = {
    "prose": _sending("All claims are supported. Verdict: PASS."),
    "cut off": lambda reply, _: str(reply)[:40],
    "a list": _sending('["PASS"]'),
    "two verdicts": _sending('{"verdict": "REJECT", "verdict": "PASS", "claim_checks": []}'),
    "another verdict": lambda reply, _: reply | {"verdict": "NOT PASS"},
    "no verdict": lambda reply, _: {key: reply[key] for key in reply if key != "verdict"},
    "another check": lambda reply, _: reply | {"claim_checks": "all direct"},
}
_WHOLE_REPLIES: Mapping[str, Mapping[str, Change]] = {"silence": _SILENCE, "garbage": _GARBAGE}


def _capped(field: str, value: Any) -> Change:
    def change(reply: JsonObject, _: Scene) -> JsonObject:
        return reply | {field: value}

    return change


_CAPPED: Mapping[str, Change] = {
    "removed field": _capped("diagnosis_summary", "all is clear"),
    "wrong version": _capped("answer_version", "executor_evidence_v1"),
    "no list of gaps": _capped("missing_info", None),
    "no list of actions": _capped("recommended_actions", "none"),
}


def _nothing_is_told(played: Played) -> bool:
    return not statuses(played) and does_not_pass(played)
