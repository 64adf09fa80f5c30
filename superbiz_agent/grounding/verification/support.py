"""How far a claim is carried by its matched texts, decided by code (contract section 5).

Every typed fact and the polarity of a claim are compared with the stored texts; the hedge of an
inference and the cause relation of an inference or root cause are not.

A ``$.search`` line needs care: its query is a model's own words. They say what was looked for, so
an absence may repeat them, but they are no evidence that it is there.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from superbiz_agent.contracts.base import ClaimType, Verification
from superbiz_agent.contracts.evidence import SEARCH_PATH, VerifiedEvidence
from superbiz_agent.contracts.gatekeeper import GatekeeperOutcome, VerifiedClaim
from superbiz_agent.grounding.comparison.engine import content_terms, fact_gaps
from superbiz_agent.grounding.evidence.hostile import as_object, as_text, as_texts
from superbiz_agent.grounding.evidence.names import stored_names
from superbiz_agent.grounding.evidence.stored import StoredInvocation
from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.facts.alert_lines import alert_line
from superbiz_agent.grounding.gatekeeping.coverage import overstates_absence, shows_nothing
from superbiz_agent.grounding.misreadings.table import misreads
from superbiz_agent.grounding.verification.absence_scope import (
    exceeds_searches,
    queries_of,
    without_queries,
)
from superbiz_agent.grounding.verification.imitations import imitates_alert, imitates_search
from superbiz_agent.grounding.verification.lent_subject import lends_subject
from superbiz_agent.grounding.verification.named_causes import drops_hedge, names_unknown_fault
from superbiz_agent.grounding.wording import polarity_conflict, states_absence
from superbiz_agent.grounding.wording.addressed import without_orders
from superbiz_agent.grounding.wording.alert_states import claims_firing
from superbiz_agent.grounding.wording.new_words import tells_new_words
from superbiz_agent.grounding.wording.strangers import names_a_stranger

CONTEXT_FILTERS = ("service", "namespace", "pod", "source")
"""Filters of an answered search that say where its records come from."""

_SOURCE = "source="
COUNT_FILTERS = (*CONTEXT_FILTERS, "level", "levels")
"""Filters of an answered search that say which of them it counts."""


@dataclass(frozen=True)
class ClaimEvidence:
    """The verified evidence of one claim.

    ``texts`` are its matched texts without ``$.search`` lines and without what speaks to a model
    that reads them, ``search_lines`` those lines,
    ``context`` what code says of the searches behind them (source, service, window; of a cited
    search also the count), ``queries`` what these were asked for, ``cited`` the invocations whose
    search is cited. ``has_matches`` and
    ``has_empties`` say whether a cited search matched something, or nothing; ``question`` is what
    was asked of the agent.
    """

    verified: Sequence[VerifiedEvidence]
    texts: Sequence[str]
    search_lines: Sequence[str]
    context: Sequence[str]
    queries: Sequence[str]
    cited: Sequence[StoredInvocation]
    names: Sequence[str]
    has_matches: bool
    has_empties: bool
    question: str


def claim_evidence(
    outcome: GatekeeperOutcome, invocations: Sequence[StoredInvocation], question: str
) -> dict[str, ClaimEvidence]:
    """The evidence of every verified claim, by claim id."""
    rows = {row.id: row for row in invocations}
    names = stored_names(invocations)
    verified: dict[str, list[VerifiedEvidence]] = defaultdict(list)
    for each in outcome.verified_evidence:
        verified[each.claim_id].append(each)
    return {
        claim.claim_id: _evidence_of(claim, verified[claim.claim_id], rows, names, question)
        for claim in outcome.verified_executor_output.claims
    }


def supported_level(
    text: str, evidence: ClaimEvidence, claim_type: ClaimType = "observation"
) -> tuple[Verification, str]:
    """The best check that the stored texts can carry, and why it is no better."""
    if names_unknown_fault(text, claim_type, _naming_texts(evidence)):
        return (
            "external_unknown",
            "lowered by code: no evidence of the claim names the fault or cause that it names",
        )
    if lacks_support(text, evidence):
        return (
            "external_unknown",
            "lowered by code: a fact or the polarity of the claim is not in its evidence",
        )
    if overstates_absence(text, evidence.texts):
        return (
            "unsupported",
            "lowered by code: nothing found is neither ruled out nor proof of absence",
        )
    if drops_hedge(text, evidence.texts):
        return (
            "overstated",
            "lowered by code: its evidence says so as a possibility only",
        )
    if not _shares_anything(text, evidence) or tells_new_words(
        text, [*evidence.texts, *evidence.search_lines], evidence.names
    ):
        return (
            "reasonable_inference",
            "lowered by code: its evidence does not say so in its words",
        )
    return "direct_observation", ""


def lacks_support(text: str, evidence: ClaimEvidence) -> bool:
    """Whether ``text`` has a typed fact or a polarity that its evidence does not have."""
    if names_a_stranger(text, [*evidence.texts, *evidence.context, *evidence.search_lines]):
        return True
    is_absence = states_absence(without_queries(text, evidence.queries))
    answer_fits = evidence.has_empties if is_absence else evidence.has_matches
    if evidence.search_lines and not evidence.texts and not answer_fits:
        return True
    if polarity_conflict(text, evidence.texts) or misreads(text, evidence.texts):
        return True
    if (
        _imitates(text, evidence)
        or _exceeds_searches(text, evidence)
        or lends_subject(text, evidence.texts, evidence.names)
    ):
        return True
    sources = [*evidence.texts, *_context_of_finding(evidence)]
    if is_absence:
        sources += evidence.search_lines
        return bool(fact_gaps(text, sources, names=evidence.names))
    return bool(fact_gaps(without_queries(text, evidence.queries), sources, names=evidence.names))


def _exceeds_searches(text: str, evidence: ClaimEvidence) -> bool:
    return bool(evidence.search_lines) and exceeds_searches(
        text, evidence.cited, evidence.texts, question=evidence.question
    )


def _imitates(text: str, evidence: ClaimEvidence) -> bool:
    """Whether ``text`` tells of an alert or a search what a record or a row alone says of it."""
    own = [each for each in evidence.verified if each.raw_path != SEARCH_PATH]
    has_alert = any(alert_line(each.matched_text) and _is_alert(each) for each in own)
    told = [each.matched_text for each in own if each.tool_name != "lookup_knowledge"]
    is_of_alert = bool(own) and claims_firing(text)
    if not has_alert and (is_of_alert or imitates_alert(text, told)):
        return True
    return not evidence.search_lines and imitates_search(text, evidence.texts)


def _is_alert(evidence: VerifiedEvidence) -> bool:
    return evidence.tool_name == "query_metrics" and evidence.raw_path.startswith("$.alerts[")


def _context_of_finding(evidence: ClaimEvidence) -> list[str]:
    """What the search says of a record that it found: where several sources were searched, their
    list does not say which one has it, and the record itself does."""
    if not evidence.texts or evidence.search_lines:
        return list(evidence.context)
    sources = [line for line in evidence.context if line.startswith(_SOURCE)]
    return [line for line in evidence.context if len(sources) == 1 or line not in sources]


def _naming_texts(evidence: ClaimEvidence) -> list[str]:
    """The texts that may name a fault: an absence, and a sentence about a search, may repeat what
    was asked for."""
    return [*evidence.texts, *(evidence.queries if evidence.search_lines else ())]


def _shares_anything(text: str, evidence: ClaimEvidence) -> bool:
    matched = [*evidence.texts, *evidence.search_lines]
    terms = content_terms(text)
    if any(terms & content_terms(source) for source in matched):
        return True
    facts = extract_facts(text, names=evidence.names)
    return len(fact_gaps(text, matched, names=evidence.names)) < len(facts)


def _evidence_of(
    claim: VerifiedClaim,
    every: Sequence[VerifiedEvidence],
    rows: Mapping[int, StoredInvocation],
    names: Sequence[str],
    question: str,
) -> ClaimEvidence:
    """What a claim rests on. General knowledge carries nothing of this incident beside evidence of
    it; alone it makes a hypothesis at most (``evidence.scope``)."""
    of_incident = [each for each in every if not _is_general(each, rows)]
    own = every if claim.claim_type == "knowledge" else of_incident or every
    searches = [each for each in own if each.raw_path == SEARCH_PATH]
    used = _rows_of(own, rows)
    cited = _rows_of(searches, rows)
    # An empty search lends its filters to an absence alone, by its line: nothing has an owner there
    empties = [row for row in used if shows_nothing(row)] if len(own) > len(searches) else []
    return ClaimEvidence(
        verified=own,
        texts=[without_orders(each.matched_text) for each in own if each.raw_path != SEARCH_PATH],
        search_lines=[each.matched_text for each in searches],
        context=[
            *(line for row in used if row not in empties for line in search_context(row)),
            *(line for row in cited if row not in empties for line in _counts(row)),
        ],
        queries=[query for row in cited for query in queries_of(row)],
        cited=cited,
        names=names,
        has_matches=not all(map(shows_nothing, cited)),
        has_empties=any(map(shows_nothing, cited)),
        question=question,
    )


def _is_general(verified: VerifiedEvidence, rows: Mapping[int, StoredInvocation]) -> bool:
    row = rows.get(verified.source_invocation_id)
    return row is not None and row.kind == "knowledge"


def _rows_of(
    verified: Sequence[VerifiedEvidence], rows: Mapping[int, StoredInvocation]
) -> list[StoredInvocation]:
    ids = dict.fromkeys(each.source_invocation_id for each in verified)
    return [rows[identifier] for identifier in ids if identifier in rows]


def search_context(row: StoredInvocation) -> list[str]:
    """Source, service and window of an invocation's search, as texts; never its query.

    Filters count only if the source knew what it was asked for.
    """
    if not row.searches:
        return _without_quotes((row.refs or {}).get(SEARCH_PATH, ""))
    lines: list[str] = [f"tool={row.tool_name}"]
    for search in row.searches:
        filters = as_object(search.get("filters")) or {}
        if search.get("answered") is True:
            lines += [
                f"{key}={filters[key]}" for key in CONTEXT_FILTERS if as_text(filters.get(key))
            ]
        lines += [f"{_SOURCE}{source}" for source in as_texts(search.get("sources"))]
        window = [as_text(search.get(end)) for end in ("since", "until")]
        lines += [f"window {' to '.join(filter(None, window))}"]
    return lines


def _counts(row: StoredInvocation) -> list[str]:
    """How many each search matched, with the service and the level that it was narrowed to."""
    lines: list[str] = []
    for search in row.searches:
        filters = (as_object(search.get("filters")) or {}) if search.get("answered") is True else {}
        kept = [f"{key}={filters[key]}" for key in COUNT_FILTERS if as_text(filters.get(key))]
        lines.append(" ".join([*kept, f"matched={search.get('matched')}"]))
    return lines


def _without_quotes(line: str) -> list[str]:
    """A search line without everything from its first to its last quote sign."""
    if '"' not in line:
        return [line] if line else []
    return [line[: line.index('"')], line[line.rindex('"') + 1 :]]
