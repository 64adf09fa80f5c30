"""A composer input that the tests of answers share, and ways to vary it."""

from typing import Any

POOL = "order-service HikariPool-1 is exhausted: active=50/50, waiting=12."
CAUSE = (
    "order-service requests timed out after 30000ms because the connection pool of order-service "
    "was exhausted."
)
ABSENCE = (
    'Searched app.log for "OOM", window 2026-07-07T10:00:00Z to 2026-07-07T10:15:00Z: '
    "matched no record."
)
RUNBOOK = "Compare pool size with traffic when the HikariCP pool is exhausted."
LEAK = "A connection leak in order-service likely keeps connections."
CLAIMS = {
    "claim-1": (
        "HighMemoryUsage is firing for order-service at 91% for 15m.",
        "observation",
        "confirmed",
    ),
    "claim-2": (POOL, "observation", "confirmed"),
    "claim-3": (CAUSE, "root_cause", "confirmed"),
    "claim-4": (ABSENCE, "negative_observation", "confirmed"),
    "claim-5": (LEAK, "inference", "inferred"),
    "claim-6": (RUNBOOK, "knowledge", "documented"),
}
HYPOTHESIS = "A slow query may hold connections."
GAP = "query_metrics (prometheus) failed; its evidence is missing."
ACTION = ("Collect thread dumps of order-service", "to see who holds connections")


def claim(claim_id: str, text: str, claim_type: str, status: str) -> dict[str, str]:
    return {
        "claim_id": claim_id,
        "claim_text": text,
        "claim_type": claim_type,
        "status": status,
    }


def composer_input(verdict: str = "PASS", **changes: Any) -> dict[str, Any]:
    """The material under a verdict, as the filter would leave it; ``changes`` replace fields."""
    claims = [claim(claim_id, *rest) for claim_id, rest in CLAIMS.items()]
    material = {
        "original_query": "Why is order-service slow?",
        "verdict": verdict,
        "allowed_claims": [
            each for each in claims if verdict == "PASS" or each["claim_type"] != "root_cause"
        ],
        "allowed_hypotheses": []
        if verdict == "REJECT"
        else [{"hypothesis_id": "h-1", "hypothesis_text": HYPOTHESIS}],
        "missing_info": [GAP],
        "recommended_actions": [{"action_text": ACTION[0], "reason": ACTION[1]}],
        "rationale": "Verdict.",
    }
    return material | changes


def reply(
    text: str, *, summary: str | None = None, actions: list[tuple[str, str]] | None = None
) -> dict[str, Any]:
    """A composer's reply with ``text`` as its answer."""
    return {
        "answer_summary": text if summary is None else summary,
        "recommended_actions": [
            {"action_text": action, "reason": reason} for action, reason in actions or []
        ],
        "user_facing_answer": text,
    }
