"""Claims in batches: each once, with its own evidence, and the lowest verdict of all."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.contracts.evidence import VerifiedEvidence
from superbiz_agent.contracts.gatekeeper import (
    CheckedBinding,
    GatekeeperResult,
    VerifiedClaim,
    VerifiedExecutorOutput,
)
from superbiz_agent.contracts.verifier import VerifierInput
from superbiz_agent.nodes.batches import in_batches, merged


def asked(sizes: list[int]) -> VerifierInput:
    """A claim for each size, whose evidence takes so many tokens."""
    ids = [f"claim-{number}" for number in range(1, len(sizes) + 1)]
    where: dict[str, Any] = {
        "source_invocation_id": 17,
        "tool_name": "query_logs",
        "raw_path": "$.logs[0]",
    }
    return VerifierInput(
        diagnosis_context="q",
        verified_executor_output=VerifiedExecutorOutput(
            claims=[
                VerifiedClaim(
                    claim_id=i, claim_text="t", claim_type="observation", evidence_bindings=[]
                )
                for i in ids
            ]
        ),
        verified_evidence=[
            VerifiedEvidence(claim_id=i, matched_text="x" * size, **where)
            for i, size in zip(ids, sizes, strict=True)
        ],
        gatekeeper_audit=GatekeeperResult(
            status="pass",
            severity="none",
            checked_bindings=[
                CheckedBinding(target="t", claim_id=i, outcome="passed", **where) for i in ids
            ],
        ),
        verdict_ceiling="PASS",
    )


def tokens(part: VerifierInput) -> int:
    return 10 + sum(len(item.matched_text) for item in part.verified_evidence)


@given(st.lists(st.integers(0, 120), max_size=12), st.integers(0, 200))
def test_each_claim_that_fits_is_judged_once_in_order_with_its_own_material(
    sizes: list[int], room: int
) -> None:
    whole = asked(sizes)
    parts = in_batches(whole, room=room, tokens=tokens)
    judged = [c.claim_id for part in parts for c in part.verified_executor_output.claims]
    fitting = [f"claim-{n}" for n, size in enumerate(sizes, start=1) if 10 + size <= room]
    assert judged == fitting
    for part in parts:
        ids = {claim.claim_id for claim in part.verified_executor_output.claims}
        assert tokens(part) <= room
        assert {item.claim_id for item in part.verified_evidence} == ids
        assert {each.claim_id for each in part.gatekeeper_audit.checked_bindings} == ids


def test_without_a_bound_all_claims_are_judged_at_once() -> None:
    whole = asked([1_000] * 3)
    assert in_batches(whole, room=None, tokens=tokens) == [whole]


def reply(verdict: str, *claim_ids: str) -> dict[str, Any]:
    checks = [{"claim_id": i, "verification": "unsupported"} for i in claim_ids]
    return {"verdict": verdict, "claim_checks": checks, "rationale": verdict}


def test_one_reply_stays_as_it_is_and_none_is_null() -> None:
    alone = reply("PASS", "claim-1")
    assert merged([alone]) is alone
    assert merged([]) is None


def test_several_replies_are_one_with_the_lowest_verdict() -> None:
    whole = merged([reply("PASS", "claim-1"), reply("REJECT", "claim-2"), reply("LOW_CONFID")])
    assert whole is not None
    assert whole["verdict"] == "REJECT"
    assert [check["claim_id"] for check in whole["claim_checks"]] == ["claim-1", "claim-2"]
