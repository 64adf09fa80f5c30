"""The verifier's claims in batches that fit its model, and their replies as one.

A claim is judged with all of its own evidence or not at all: one that does not fit by itself gets
no check, which the normalisation reads as unsupported (contract section 5).
"""

from collections.abc import Callable, Collection, Sequence

from superbiz_agent.contracts.base import VERDICT_ORDER, JsonObject
from superbiz_agent.contracts.gatekeeper import VerifiedExecutorOutput
from superbiz_agent.contracts.verifier import VerifierInput

MAX_RATIONALE = 2000


def in_batches(
    asked: VerifierInput, *, room: int | None, tokens: Callable[[VerifierInput], int]
) -> list[VerifierInput]:
    """Split ``asked`` by claims, in their order, so that each part takes ``room`` tokens at most;
    ``tokens`` says what a part takes. One part where all fits, or nothing bounds it."""
    if room is None or tokens(asked) <= room:
        return [asked]
    parts: list[VerifierInput] = []
    claim_ids: list[str] = []
    for claim in asked.verified_executor_output.claims:
        grown = part_of(asked, [*claim_ids, claim.claim_id])
        if tokens(grown) <= room:
            claim_ids = [*claim_ids, claim.claim_id]
            parts = [*(parts[:-1] if len(claim_ids) > 1 else parts), grown]
            continue
        alone = part_of(asked, [claim.claim_id])
        claim_ids = [claim.claim_id] if tokens(alone) <= room else []
        parts = [*parts, alone] if claim_ids else parts
    return parts


def part_of(asked: VerifierInput, claim_ids: Collection[str]) -> VerifierInput:
    """The input over some claims alone, with their evidence and their part of the audit."""
    claims = asked.verified_executor_output.claims
    audit = asked.gatekeeper_audit
    bindings = [each for each in audit.checked_bindings if each.claim_id in claim_ids]
    return asked.model_copy(
        update={
            "verified_executor_output": VerifiedExecutorOutput(
                claims=[claim for claim in claims if claim.claim_id in claim_ids]
            ),
            "verified_evidence": [
                item for item in asked.verified_evidence if item.claim_id in claim_ids
            ],
            "gatekeeper_audit": audit.model_copy(update={"checked_bindings": bindings}),
        }
    )


def merged(replies: Sequence[JsonObject]) -> JsonObject | None:
    """One reply of several sound ones: all checks, and the lowest verdict. Null if there is none.

    Score and counts are left to code, which computes them anyway.
    """
    if len(replies) < 2:
        return replies[0] if replies else None
    rationale = " ".join(filter(None, (str(reply.get("rationale", "")) for reply in replies)))
    return {
        "verdict": min((reply["verdict"] for reply in replies), key=VERDICT_ORDER.index),
        "claim_checks": [check for reply in replies for check in reply["claim_checks"]],
        "rationale": rationale[:MAX_RATIONALE],
    }
