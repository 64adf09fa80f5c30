"""Executor outputs with one citation or claim made false, over a verifier that agrees to all."""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.evals.trust import edits, phrases
from superbiz_agent.evals.trust.edits import Edits, Stock
from superbiz_agent.evals.trust.faithful import Changes, Scene
from superbiz_agent.evals.trust.incidents import Case, RunClaim, Swap
from superbiz_agent.evals.trust.mutant import (
    CANARY,
    Judge,
    Mutant,
    does_not_pass,
    is_not_told,
    status_of,
)
from superbiz_agent.evals.trust.playing import Played

BindingEdit: TypeAlias = Callable[[JsonObject, Scene], JsonObject]


def agreeing(reply: JsonObject, scene: Scene) -> JsonObject:
    """A verifier that calls everything direct and passes it: code alone must hold."""
    del scene
    checks = [check | {"verification": "direct_observation"} for check in reply["claim_checks"]]
    return reply | {"verdict": "PASS", "claim_checks": checks}


def executor_mutants(
    case: Case, faithful: Played, earlier: Played, stock: Stock
) -> Iterator[Mutant]:
    """Mutants of the claims that a faithful run may state. ``earlier``: a session before it."""
    for claim in case.run.claims:
        if status_of(claim.claim_id, faithful) is None:
            continue
        for kind, what, edit in _citation_edits(earlier):
            yield _cited_wrongly(case, claim, kind, what, edit, fabricates=True)
        for kind, change in _EXCERPT_EDITS.items():
            for what, excerpt in _excerpts(faithful, claim, change, stock):
                edit = _with_excerpt(excerpt)
                yield _cited_wrongly(case, claim, kind, what, edit, fabricates=True)
        yield from _broken_claims(case, claim)
    yield from _broken_outputs(case)
    yield from _extra_claims(case, stock)


def claim_swaps(case: Case, swaps: Sequence[Swap], *, held_out: bool) -> Iterator[Mutant]:
    """The incident's hand-written false claims, over an agreeing verifier."""
    for place, swap in enumerate(swaps):
        if swap.target != "answer":
            name = f"{case.name}/swap/{place}: {swap.text}"
            changes = Changes(executor=saying(swap.target, swap.text), verifier=agreeing)
            judge = is_not_told(swap.target, only_confirmed=swap.kind in _OF_CERTAINTY)
            yield Mutant("swap", swap.kind, name, changes, judge, held_out)


_OF_CERTAINTY = ("certainty", "cause", "hypothesis_as_fact")
"""Swaps of how sure a claim is: an inferred claim with its hedge is not what was swapped in."""


def saying(claim_id: str, text: str) -> Callable[[JsonObject, Scene], JsonObject]:
    """The faithful output with another text of one claim."""
    return _on_claim(claim_id, lambda claim: claim | {"claim_text": text})


def _on_claim(
    claim_id: str, change: Callable[[JsonObject], JsonObject]
) -> Callable[[JsonObject, Scene], JsonObject]:
    def changed(reply: JsonObject, _: Scene) -> JsonObject:
        claims = [
            change(each) if each["claim_id"] == claim_id else each for each in reply["claims"]
        ]
        return reply | {"claims": claims}

    return changed


def _is_withheld(claim_id: str) -> Judge:
    """Not told, and the run as a whole does not pass."""
    not_told = is_not_told(claim_id)
    return lambda played: not_told(played) and does_not_pass(played)


def _cited_wrongly(
    case: Case, claim: RunClaim, kind: str, what: str, edit: BindingEdit, *, fabricates: bool
) -> Mutant:
    def change(reply: JsonObject, scene: Scene) -> JsonObject:
        def rebound(each: JsonObject) -> JsonObject:
            return each | {"evidence_bindings": [edit(b, scene) for b in each["evidence_bindings"]]}

        return _on_claim(claim.claim_id, rebound)(reply, scene)

    name = f"{case.name}/{claim.claim_id}/{kind}: {what}"
    changes = Changes(executor=change, verifier=agreeing)
    judge = _is_withheld(claim.claim_id)
    return Mutant("executor", kind, name, changes, judge, fabricates=fabricates)


def _citation_edits(earlier: Played) -> Iterator[tuple[str, str, BindingEdit]]:
    last = max(call.id for call in earlier.invocations)
    for number in (last + 4217, 0, 10**9):
        yield "invented_id", str(number), lambda b, _, n=number: b | {"source_invocation_id": n}
    ids = [call.id for call in earlier.invocations]
    for number in ids[:3]:
        yield "other_session", str(number), lambda b, _, n=number: b | {"source_invocation_id": n}
    for tool in ("query_metrics", "query_logs", "lookup_knowledge", "query_traces"):
        yield (
            "wrong_tool",
            tool,
            lambda b, _, t=tool: b | {"tool_name": _another(t, b["tool_name"])},
        )
    for path in ("$.logs[77]", "$.alerts[-1]", "$.logs[00]", "$.items[0]"):
        yield "wrong_path", path, lambda b, _, p=path: b | {"raw_path": p}
    for tail in (".description", ".labels.service", "[0]", "..text"):
        yield "deep_path", tail, lambda b, _, t=tail: b | {"raw_path": b["raw_path"] + t}


def _another(tool: str, own: str) -> str:
    return "query_metrics_v2" if tool == own else tool


_EXCERPT_EDITS: Mapping[str, Callable[[str, Stock], Edits]] = {
    "excerpt_digit": edits.changed_numbers,
    "excerpt_unit": edits.changed_units,
    "excerpt_sign": edits.changed_signs,
    "excerpt_zone": edits.changed_zones,
    "excerpt_entity": edits.changed_names,
    "excerpt_last_character": edits.changed_last_characters,
    "excerpt_stitched": lambda text, _: _stitched(text),
}
"""Excerpt kind -> edits of a stored line (whole) that make another excerpt of it."""


def _stitched(text: str) -> Edits:
    words = text.split(" ")
    for cut in (3, 4, 5):
        if len(words) >= 3 * cut:
            yield f"{cut} words left out", " ".join(words[:cut] + words[2 * cut :])
            yield f"{cut} words elided", " ".join(words[:cut]) + " ... " + " ".join(words[-cut:])


def _excerpts(
    faithful: Played, claim: RunClaim, change: Callable[[str, Stock], Edits], stock: Stock
) -> Edits:
    for line in cited_lines(faithful, claim):
        yield from change(line, stock)


def cited_lines(faithful: Played, claim: RunClaim) -> list[str]:
    """The excerpts that the faithful run cites for a claim, one a binding."""
    calls = [call for call in faithful.invocations if call.attempt == 1]
    lines: list[str] = []
    for binding in claim.bindings:
        details = calls[binding.call].retrieval_details
        texts = {ref.raw_path: ref.text for ref in details.evidence_refs} if details else {}
        lines.append(binding.excerpt or texts.get(binding.path, ""))
    return lines


def _with_excerpt(excerpt: str) -> BindingEdit:
    return lambda binding, _: binding | {"evidence_excerpt": excerpt}


def _broken_claims(case: Case, claim: RunClaim) -> Iterator[Mutant]:
    for field in ("claim_text", "claim_type", "evidence_bindings"):
        without = _without(field)
        changes = Changes(executor=_on_claim(claim.claim_id, without), verifier=agreeing)
        name = f"{case.name}/{claim.claim_id}/missing_field: {field}"
        judge = _is_withheld(claim.claim_id)
        yield Mutant("executor", "missing_field", name, changes, judge)


def _without(field: str) -> Callable[[JsonObject], JsonObject]:
    return lambda claim: {key: value for key, value in claim.items() if key != field}


def _broken_outputs(case: Case) -> Iterator[Mutant]:
    """Outputs of an older form: their verdict is capped, whatever the verifier says."""
    for field in ("diagnosis_summary", "user_facing_answer"):
        for text in ("", f"{CANARY} is the cause"):
            changes = Changes(executor=_with(field, text), verifier=agreeing)
            name = f"{case.name}/removed_field: {field} {text}"
            yield Mutant("executor", "removed_field", name, changes, does_not_pass)


def _with(field: str, value: Any) -> Callable[[JsonObject, Scene], JsonObject]:
    return lambda reply, _: reply | {field: value}


def _extra_claims(case: Case, stock: Stock) -> Iterator[Mutant]:
    """A confident claim without ground, bound to a line that is real."""
    name = stock.name_in(case.question)
    for place, template in enumerate(phrases.EXTRA_CLAIMS[case.language]):
        text = template.replace("{stranger}", stock.stranger(place)).replace("{name}", name)
        kind = "root_cause" if "root cause" in text or "根因" in text else "observation"
        change = _with_extra_claim(text, kind)
        changes = Changes(executor=change, verifier=agreeing)
        label = f"{case.name}/extra_claim: {text}"
        yield Mutant("executor", "extra_claim", label, changes, is_not_told("claim-99"))


def _with_extra_claim(text: str, kind: str) -> Callable[[JsonObject, Scene], JsonObject]:
    def change(reply: JsonObject, _: Scene) -> JsonObject:
        bindings = copy.deepcopy(reply["claims"][0]["evidence_bindings"])
        extra = {
            "claim_id": "claim-99",
            "claim_text": text,
            "claim_type": kind,
            "evidence_bindings": bindings,
        }
        hypothesis = {"hypothesis_id": "h-99", "hypothesis_text": f"{CANARY} may be the cause."}
        return reply | {
            "claims": [*reply["claims"], extra],
            "hypotheses": [*reply["hypotheses"], hypothesis],
        }

    return change
