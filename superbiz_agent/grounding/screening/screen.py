"""The filter: what of an attempt the composer may see (contract section 6).

Claims go by the table ``destination``; what a model wrote and nobody checked (hypotheses, gaps,
actions) goes by ``screened``. Everything withheld is listed with a reason and without its text.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from superbiz_agent.contracts.base import Language, Verdict
from superbiz_agent.contracts.composer import (
    AllowedClaim,
    ComposerInput,
    ScreenOutcome,
    Withheld,
)
from superbiz_agent.contracts.gatekeeper import GatekeeperOutcome
from superbiz_agent.contracts.verifier import VerifierResult
from superbiz_agent.grounding.evidence.stored import read_invocations
from superbiz_agent.grounding.gatekeeping.executor_schema import read_executor_output
from superbiz_agent.grounding.screening.claims import screen_claims
from superbiz_agent.grounding.screening.gaps import source_gaps, undated_gaps
from superbiz_agent.grounding.screening.items import screen_items
from superbiz_agent.grounding.screening.templates import TEMPLATES, fill, join
from superbiz_agent.grounding.screening.unused_lines import unused_gaps
from superbiz_agent.grounding.wording import language_of


def screen(
    executor_output: object,
    outcome: GatekeeperOutcome,
    verifier_result: VerifierResult,
    *,
    original_query: str,
    invocations: Sequence[Mapping[str, Any]],
    language: Language | None = None,
) -> ScreenOutcome:
    """Filter one attempt into the composer's input and the list of what was withheld.

    ``executor_output`` is raw text, a dict, or None; ``invocations`` are rows of
    ``tool_invocation``. Lines that code writes are in ``language``, the question's where none
    was asked for. Never raises:
    where screening itself fails, nothing that a model wrote is let through.
    """
    question = original_query.encode("utf-8", "replace").decode()
    spoken = language or language_of(question)
    try:
        return _screen(executor_output, outcome, verifier_result, question, invocations, spoken)
    except Exception:  # fail closed: what could not be screened is not shown
        return _nothing(outcome, verifier_result.effective_verdict, question, spoken)


def _screen(
    executor_output: object,
    outcome: GatekeeperOutcome,
    result: VerifierResult,
    question: str,
    invocations: Sequence[Mapping[str, Any]],
    language: Language,
) -> ScreenOutcome:
    rows = read_invocations(invocations)
    value = read_executor_output(executor_output)[0] or {}
    claims = screen_claims(value, outcome, result, rows, language, question)
    items = screen_items(value, outcome, result.effective_verdict, rows, question)
    withheld = [*claims.withheld, *items.withheld]
    told = {claim.claim_id for claim in claims.allowed}
    cited = {each.matched_text for each in outcome.verified_evidence if each.claim_id in told}
    unused = unused_gaps(rows, cited, language)
    gaps = [*items.gaps, *claims.gaps, *unused, *undated_gaps(cited, language)]
    gaps += source_gaps(rows, language, question)
    if result.effective_verdict == "LOW_CONFID" and not gaps:
        gaps = [TEMPLATES["missing.default"][language]]
    material = ComposerInput(
        original_query=question,
        verdict=result.effective_verdict,
        allowed_claims=claims.allowed,
        allowed_hypotheses=[*claims.hypotheses, *items.hypotheses],
        missing_info=list(dict.fromkeys(gaps)),
        recommended_actions=items.actions,
        rationale=_rationale(outcome, result.effective_verdict, claims.allowed, withheld, language),
    )
    return ScreenOutcome(composer_input=material, withheld=withheld)


def _rationale(
    outcome: GatekeeperOutcome,
    verdict: Verdict,
    allowed: Sequence[AllowedClaim],
    withheld: Sequence[Withheld],
    language: Language,
) -> str:
    statuses = [claim.status for claim in allowed]
    rules = join([str(rule) for rule in outcome.gatekeeper_result.failed_rules], language)
    return fill(
        "rationale",
        language,
        verdict=verdict,
        confirmed=statuses.count("confirmed"),
        inferred=statuses.count("inferred"),
        documented=statuses.count("documented"),
        withheld=len(withheld),
        rules=rules or TEMPLATES["rationale.no_rules"][language],
    )


def _nothing(
    outcome: GatekeeperOutcome, verdict: Verdict, question: str, language: Language
) -> ScreenOutcome:
    lowered: Verdict = "LOW_CONFID" if verdict == "PASS" else verdict
    withheld = [
        Withheld(kind="claim", id=claim.claim_id, reason="screening failed; report this")
        for claim in outcome.verified_executor_output.claims
    ]
    material = ComposerInput(
        original_query=question,
        verdict=lowered,
        allowed_claims=[],
        allowed_hypotheses=[],
        missing_info=[TEMPLATES["missing.default"][language]],
        recommended_actions=[],
        rationale=_rationale(outcome, lowered, [], withheld, language),
    )
    return ScreenOutcome(composer_input=material, withheld=withheld)
