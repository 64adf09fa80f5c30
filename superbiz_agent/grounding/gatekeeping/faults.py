"""The table of contract section 4: every fault the gatekeeper can find, and what it costs.

A rule names a row of ``FAULTS``; the row alone says which ``rule_id`` it falls under, how severe
it is (``none`` is a warning) and what is said. Messages are templates without executor text;
``{place}`` is a place that the store knows.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from superbiz_agent.contracts.base import SEVERITY_ORDER, RuleId, Severity
from superbiz_agent.contracts.gatekeeper import (
    CheckedBinding,
    GateError,
    GatekeeperResult,
    GateWarning,
)


class FaultRow(NamedTuple):
    """One row: the rule, the severity (``none``: a warning) and the message."""

    rule_id: RuleId
    severity: Severity
    message: str


_SCHEMA: RuleId = "schema.executor_v2"
_PRESENT: RuleId = "evidence.binding_present"
_REFERENCE: RuleId = "evidence.invocation_ref"
_PATH: RuleId = "evidence.raw_path"
_EXCERPT: RuleId = "evidence.excerpt"
_SCOPE: RuleId = "evidence.scope"
_COVERAGE: RuleId = "evidence.coverage"
_INTERNAL: RuleId = "gatekeeper.internal"

FAULTS: Mapping[str, FaultRow] = {
    # schema.executor_v2: the output as a whole; sound claims are still checked
    "output_absent": FaultRow(_SCHEMA, "low_confid", "the executor gave no output"),
    "output_not_json": FaultRow(_SCHEMA, "low_confid", "the output is not one JSON object"),
    "output_not_object": FaultRow(_SCHEMA, "low_confid", "the output is not a JSON object"),
    "version_wrong": FaultRow(
        _SCHEMA, "low_confid", 'answer_version must be "executor_evidence_v2"'
    ),
    "list_absent": FaultRow(_SCHEMA, "low_confid", "the field must be present and a list"),
    "field_removed": FaultRow(_SCHEMA, "low_confid", "the field was removed from this version"),
    "claims_too_many": FaultRow(
        _SCHEMA, "low_confid", "more than 50 claims; those beyond are withheld"
    ),
    "items_too_many": FaultRow(
        _SCHEMA, "low_confid", "more than 200 items; those beyond are withheld"
    ),
    "item_malformed": FaultRow(
        _SCHEMA, "low_confid", "a field is missing, of the wrong type or form, or too long"
    ),
    "item_id_duplicate": FaultRow(_SCHEMA, "low_confid", "another item has the same id"),
    "keys_unknown": FaultRow(_SCHEMA, "none", "holds keys that this version does not know"),
    # schema.executor_v2: one claim, which is withheld
    "claim_not_object": FaultRow(_SCHEMA, "low_confid", "the claim is not an object"),
    "claim_field_missing": FaultRow(_SCHEMA, "low_confid", "the claim lacks a required field"),
    "claim_field_type": FaultRow(_SCHEMA, "low_confid", "a field of the claim has the wrong type"),
    "claim_id_form": FaultRow(_SCHEMA, "low_confid", "claim_id must be claim-1 to claim-99"),
    "claim_id_duplicate": FaultRow(_SCHEMA, "low_confid", "another claim has the same claim_id"),
    "claim_type_unknown": FaultRow(_SCHEMA, "low_confid", "claim_type is none of the five types"),
    "claim_text_blank": FaultRow(_SCHEMA, "low_confid", "claim_text is blank"),
    "claim_text_too_long": FaultRow(
        _SCHEMA, "low_confid", "claim_text is longer than 1000 characters"
    ),
    "bindings_too_many": FaultRow(_SCHEMA, "low_confid", "the claim has more than 8 bindings"),
    "binding_not_object": FaultRow(_SCHEMA, "low_confid", "the binding is not an object"),
    "binding_tool_missing": FaultRow(_SCHEMA, "low_confid", "the binding names no tool"),
    "binding_field_type": FaultRow(
        _SCHEMA, "low_confid", "a field of the binding has the wrong type"
    ),
    "binding_id_form": FaultRow(
        _SCHEMA, "low_confid", "an invocation id must be an integer or a string of ASCII digits"
    ),
    "excerpt_too_long": FaultRow(
        _SCHEMA, "low_confid", "evidence_excerpt is longer than 2048 bytes"
    ),
    # evidence.binding_present
    "bindings_absent": FaultRow(_PRESENT, "low_confid", "the claim has no evidence binding"),
    # evidence.invocation_ref
    "session_absent": FaultRow(
        _REFERENCE, "low_confid", "there is no session to check the reference against"
    ),
    "id_missing": FaultRow(
        _REFERENCE,
        "low_confid",
        "source_invocation_id is missing and not exactly one invocation of that tool exists",
    ),
    "legacy_only": FaultRow(
        _REFERENCE,
        "low_confid",
        "only legacy source_invocation_ids; cite one source_invocation_id",
    ),
    "legacy_disagrees": FaultRow(
        _REFERENCE,
        "low_confid",
        "legacy source_invocation_ids disagree with source_invocation_id",
    ),
    "invocation_unknown": FaultRow(
        _REFERENCE, "reject", "the invocation id is not found in this session"
    ),
    "invocation_foreign": FaultRow(
        _REFERENCE, "reject", "the invocation belongs to another session"
    ),
    "tool_mismatch": FaultRow(_REFERENCE, "reject", "the invocation is of another tool"),
    "id_auto_filled": FaultRow(
        _REFERENCE,
        "none",
        "source_invocation_id was missing and filled from the only invocation of that tool",
    ),
    # evidence.raw_path
    "path_missing": FaultRow(_PATH, "low_confid", "raw_path is missing"),
    "refs_not_stored": FaultRow(
        _PATH, "low_confid", "the invocation was stored without evidence_refs (an older version)"
    ),
    "path_unsupported": FaultRow(_PATH, "reject", "raw_path is not a supported evidence path"),
    "path_not_stored": FaultRow(
        _PATH, "reject", "raw_path is not among the evidence of the invocation"
    ),
    # evidence.excerpt
    "excerpt_missing": FaultRow(_EXCERPT, "low_confid", "evidence_excerpt is missing"),
    "excerpt_too_short": FaultRow(
        _EXCERPT, "low_confid", "evidence_excerpt is too short to compare"
    ),
    "excerpt_generic": FaultRow(_EXCERPT, "low_confid", "evidence_excerpt is too generic"),
    "excerpt_cut": FaultRow(
        _EXCERPT, "low_confid", "evidence_excerpt cuts a token of the stored text"
    ),
    "excerpt_stitched": FaultRow(
        _EXCERPT, "low_confid", "evidence_excerpt is stitched or elided from the stored text"
    ),
    "excerpt_reworded": FaultRow(
        _EXCERPT, "low_confid", "evidence_excerpt adds or rewords words of the stored text"
    ),
    "excerpt_suspicious": FaultRow(
        _EXCERPT, "low_confid", "evidence_excerpt holds invisible characters or mixes scripts"
    ),
    "excerpt_new_fact": FaultRow(
        _EXCERPT,
        "reject",
        "evidence_excerpt holds a number, quantity, identifier or time that the stored text lacks",
    ),
    "excerpt_elsewhere": FaultRow(
        _EXCERPT, "reject", "evidence_excerpt is not in the cited text; it stands in {place}"
    ),
    # evidence.scope: the binding passes, the claim is a hypothesis at most
    "scope_knowledge_only": FaultRow(
        _SCOPE, "low_confid", "a claim about the incident rests on general knowledge alone"
    ),
    "scope_states_incident": FaultRow(
        _SCOPE, "low_confid", "a knowledge claim states a value, time or state of this incident"
    ),
    # evidence.coverage: the binding passes, the claim is a hypothesis at most
    "coverage_incomplete": FaultRow(
        _COVERAGE,
        "low_confid",
        "a claim of all, only, first, last, none or an absence, over a result that was cut off "
        "or partly failed",
    ),
    "coverage_unsearched": FaultRow(
        _COVERAGE,
        "low_confid",
        "an absence that is not bound to the $.search of a whole, answered search that matched "
        "nothing",
    ),
    "coverage_all_failed": FaultRow(_COVERAGE, "low_confid", "every call of the run failed"),
    "coverage_source_failed": FaultRow(
        _COVERAGE, "low_confid", "a source that the question names failed"
    ),
    # gatekeeper.internal
    "internal": FaultRow(
        _INTERNAL, "low_confid", "the gatekeeper failed; no binding passes; report this"
    ),
}

RULE_ORDER: tuple[RuleId, ...] = (
    _SCHEMA,
    _PRESENT,
    _REFERENCE,
    _PATH,
    _EXCERPT,
    _SCOPE,
    _COVERAGE,
    _INTERNAL,
)


@dataclass(frozen=True)
class Found:
    """One finding: a row of ``FAULTS`` at a ``target`` such as ``claims[0]``."""

    fault: str
    target: str
    place: str = ""

    @property
    def row(self) -> FaultRow:
        """The row of the table that was hit."""
        return FAULTS[self.fault]

    @property
    def message(self) -> str:
        """The row's message with the place filled in."""
        return self.row.message.format(place=self.place)


def worst_fault(found: Iterable[Found]) -> Found | None:
    """The first of the most severe findings; warnings do not count."""
    errors = [each for each in found if each.row.severity != "none"]
    return max(errors, key=lambda each: SEVERITY_ORDER.index(each.row.severity), default=None)


def gatekeeper_result(
    found: Iterable[Found], checked_bindings: list[CheckedBinding]
) -> GatekeeperResult:
    """Sum up the findings of one pass (contract section 4, the first paragraph)."""
    ordered = list(dict.fromkeys(found))
    errors = [each for each in ordered if each.row.severity != "none"]
    warnings = [each for each in ordered if each.row.severity == "none"]
    worst = worst_fault(errors)
    failed = {each.row.rule_id for each in errors}
    return GatekeeperResult(
        status="fail" if errors else "warn" if warnings else "pass",
        severity=worst.row.severity if worst else "none",
        checked_bindings=checked_bindings,
        failed_rules=[rule_id for rule_id in RULE_ORDER if rule_id in failed],
        warnings=[_warning(each) for each in warnings],
        errors=[_error(each) for each in errors],
    )


def _warning(found: Found) -> GateWarning:
    return GateWarning(rule_id=found.row.rule_id, target=found.target, message=found.message)


def _error(found: Found) -> GateError:
    row = found.row
    return GateError(
        rule_id=row.rule_id, severity=row.severity, target=found.target, message=found.message
    )
