"""Reading a verifier's reply: usable or not, and its checks one by one (contract section 5).

A reply without a valid verdict is unusable as a whole. A check that cannot be read counts as
``unsupported`` for its claim, so that a broken judgement is never better than a bad one.
"""

from dataclasses import dataclass, field
from typing import cast

from superbiz_agent.contracts.base import (
    VERDICT_ORDER,
    VERIFICATION_ORDER,
    JsonObject,
    Verdict,
    Verification,
)
from superbiz_agent.contracts.strict_json import read_reply
from superbiz_agent.contracts.verifier import EvidenceNote
from superbiz_agent.grounding.evidence.hostile import as_id, as_list, as_object, as_text

MAX_DETAIL = 500
MAX_RATIONALE = 1000
MAX_CHECKS = 500
MAX_REFS = 50


@dataclass(frozen=True)
class ReadCheck:
    """One check of a model, with its readable references."""

    verification: Verification
    detail: str
    refs: list[EvidenceNote]

    @property
    def rank(self) -> int:
        """Place in the order of verifications, the worst first."""
        return VERIFICATION_ORDER.index(self.verification)


@dataclass(frozen=True)
class UsableReply:
    """A reply with a valid verdict; ``checks`` by claim id, several where the model wrote them."""

    verdict: Verdict
    rationale: str
    checks: dict[str, list[ReadCheck]] = field(default_factory=dict[str, list[ReadCheck]])


def read_verifier_reply(output: object) -> tuple[UsableReply | None, str | None]:
    """Return the reply, or None with one line that says why there is no usable one."""
    value, problem = _read_object(output)
    if value is None:
        return None, problem
    verdict = value.get("verdict")
    if not isinstance(verdict, str) or verdict not in VERDICT_ORDER:
        return None, "the verifier's verdict is missing or none of PASS, LOW_CONFID, REJECT"
    checks = as_list(value.get("claim_checks"))
    if checks is None:
        return None, "the verifier's claim_checks are missing or no list"
    rationale = (as_text(value.get("rationale")) or "")[:MAX_RATIONALE]
    return UsableReply(verdict, rationale, _read_checks(checks)), None


def _read_object(output: object) -> tuple[JsonObject | None, str | None]:
    if output is None or (isinstance(output, str) and not output.strip()):
        return None, "the verifier gave no usable reply"
    if isinstance(output, str):
        value = read_reply(output, "verifier_reply", fenced=True).value
        return value, "the verifier's reply is not one JSON object"
    return as_object(output), "the verifier's reply is not a JSON object"


def _read_checks(items: list[object]) -> dict[str, list[ReadCheck]]:
    checks: dict[str, list[ReadCheck]] = {}
    for item in map(as_object, items[:MAX_CHECKS]):
        claim_id = as_text((item or {}).get("claim_id"))
        if item is not None and claim_id is not None:
            checks.setdefault(claim_id, []).append(_read_check(item))
    return checks


def _read_check(item: JsonObject) -> ReadCheck:
    verification = item.get("verification")
    known = isinstance(verification, str) and verification in VERIFICATION_ORDER
    refs = (_read_ref(ref) for ref in (as_list(item.get("evidence_refs")) or [])[:MAX_REFS])
    return ReadCheck(
        verification=cast(Verification, verification) if known else "unsupported",
        detail=(as_text(item.get("detail")) or "")[:MAX_DETAIL],
        refs=[ref for ref in refs if ref is not None],
    )


def _read_ref(value: object) -> EvidenceNote | None:
    ref = as_object(value) or {}
    claim_id, tool_name = as_text(ref.get("claim_id")), as_text(ref.get("tool_name"))
    raw_path, identifier = as_text(ref.get("raw_path")), as_id(ref.get("source_invocation_id"))
    if claim_id is None or tool_name is None or raw_path is None or identifier is None:
        return None
    return EvidenceNote(
        claim_id=claim_id,
        source_invocation_id=identifier,
        tool_name=tool_name,
        raw_path=raw_path,
        note=(as_text(ref.get("note")) or "")[:MAX_DETAIL],
    )
