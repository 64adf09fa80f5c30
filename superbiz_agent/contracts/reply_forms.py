"""The forms that a model's reply is held to by endpoints that can: JSON Schemas, small and closed.

OpenAI's strict ``json_schema`` mode, and the engines that copy it, want every object closed and
every field required and typed, and know few keywords. A form asks for what a role must say and
for nothing that code computes anyway; whatever may be cited is listed, so that an endpoint which
enforces the form cannot invent a reference. What comes back is judged by the gatekeeper and by
``schema.schema_findings`` all the same: a reply in its form is as untrusted as any other.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast, get_args

from superbiz_agent.contracts.base import VERDICT_ORDER, ClaimType, JsonObject, Verification
from superbiz_agent.contracts.evidence import VerifiedEvidence
from superbiz_agent.contracts.executor import ANSWER_VERSION
from superbiz_agent.contracts.gatekeeper import VerifiedClaim

MAX_STEPS = 6
MAX_ASKED_CLAIMS = 8
MAX_ASKED_BINDINGS = 4
MAX_ASKED_ITEMS = 3
"""Lengths that a form allows: enough for an answer, too few for a model that goes in circles."""

MAX_ASKED_QUERY = 200
MAX_ASKED_TEXT = 400
MAX_ASKED_EXCERPT = 1000
MAX_ASKED_ANSWER = 3000
"""Characters of a text, likewise: a model that does not stop loses the end of one text and not the
whole reply. Short of what our own schemas take."""

MAX_LISTED_PATHS = 600
"""References that the executor's form lists; endpoints bound their number (OpenAI: 1,000)."""


@dataclass(frozen=True)
class ReplyForm:
    """A form: the ``name`` that endpoints want, and its JSON Schema."""

    name: str
    schema: JsonObject


def plan_form(tool_names: Sequence[str]) -> ReplyForm:
    """The planner's form: intent, and steps that name known tools."""
    step = _object(
        tool_name=_one_of(tool_names),
        arguments=_object(
            query=_text(MAX_ASKED_QUERY),
            service={"type": ["string", "null"], "maxLength": MAX_ASKED_QUERY},
        ),
    )
    schema = _object(intent=_one_of(["diagnose", "small_talk"]), steps=_list(step, MAX_STEPS))
    return ReplyForm("plan", schema)


def executor_form(lines: Iterable[Mapping[str, Any]]) -> ReplyForm:
    """The executor's form. ``lines`` are the recorded references that it is shown, each with
    ``source_invocation_id``, ``tool_name`` and ``raw_path``; no other can be written. Where there
    is none, a binding names none, and the gatekeeper withholds the claim."""
    claim = _object(
        claim_id=_one_of(_ids("claim", MAX_ASKED_CLAIMS)),
        claim_text=_TEXT,
        claim_type=_one_of(get_args(ClaimType)),
        evidence_bindings=_list(
            _reference(lines, evidence_excerpt=_text(MAX_ASKED_EXCERPT)), MAX_ASKED_BINDINGS, 1
        ),
    )
    hypothesis = _object(hypothesis_id=_one_of(_ids("h", MAX_ASKED_ITEMS)), hypothesis_text=_TEXT)
    return ReplyForm(
        "executor_evidence",
        _object(
            answer_version=_one_of([ANSWER_VERSION]),
            claims=_list(claim, MAX_ASKED_CLAIMS),
            hypotheses=_list(hypothesis, MAX_ASKED_ITEMS),
            recommended_actions=_list(_ACTION, MAX_ASKED_ITEMS),
            missing_info=_list(_TEXT, MAX_ASKED_ITEMS),
        ),
    )


def verifier_form(
    claims: Sequence[VerifiedClaim], evidence: Sequence[VerifiedEvidence]
) -> ReplyForm:
    """The verifier's form: one check a claim, which refers to that claim's evidence alone. What
    code computes (score, counts, facts) is not asked for."""
    checks = [
        _object(
            claim_id=_one_of([claim.claim_id]),
            detail=_TEXT,
            verification=_one_of(get_args(Verification)),
            evidence_refs=_list(
                _reference(
                    [item.model_dump() for item in evidence if item.claim_id == claim.claim_id],
                    claim_id=_one_of([claim.claim_id]),
                ),
                MAX_ASKED_BINDINGS * 2,
            ),
        )
        for claim in claims
    ]
    schema = _object(
        claim_checks=_list(_any_of(checks), len(checks), len(checks)),
        verdict=_one_of(VERDICT_ORDER),
    )
    return ReplyForm("verdict", schema)


def composer_form() -> ReplyForm:
    """The composer's form: its three fields."""
    schema = _object(
        answer_summary=_TEXT,
        recommended_actions=_list(_ACTION, MAX_ASKED_ITEMS),
        user_facing_answer=_text(MAX_ASKED_ANSWER),
    )
    return ReplyForm("answer", schema)


def without(schema: Any, bounds: Collection[str]) -> Any:
    """The same form for an endpoint that refuses these ``bounds``, or may."""
    if isinstance(schema, dict):
        fields = cast(JsonObject, schema)
        return {key: without(each, bounds) for key, each in fields.items() if key not in bounds}
    if isinstance(schema, list):
        return [without(item, bounds) for item in cast(list[Any], schema)]
    return schema


LIST_BOUNDS: Final = frozenset({"minItems", "maxItems"})
TEXT_BOUNDS: Final = frozenset({"maxLength"})


def _object(**fields: JsonObject) -> JsonObject:
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def _text(longest: int) -> JsonObject:
    return {"type": "string", "maxLength": longest}


_TEXT: JsonObject = _text(MAX_ASKED_TEXT)
_ACTION: JsonObject = _object(action_text=_TEXT, reason=_TEXT)


def _one_of(values: Iterable[str]) -> JsonObject:
    return {"type": "string", "enum": list(values)}


def _list(item: JsonObject, longest: int, shortest: int = 0) -> JsonObject:
    bounds = {"minItems": shortest, "maxItems": longest} if shortest else {"maxItems": longest}
    return {"type": "array", "items": item, **bounds}


def _any_of(options: Sequence[JsonObject]) -> JsonObject:
    return options[0] if len(options) == 1 else {"anyOf": list(options)}


def _ids(kind: str, count: int) -> list[str]:
    return [f"{kind}-{number}" for number in range(1, count + 1)]


def _reference(lines: Iterable[Mapping[str, Any]], **more: JsonObject) -> JsonObject:
    """A reference to one of ``lines``: for each invocation its tool and its paths, so that an id
    goes with its own paths alone."""
    paths: dict[tuple[int, str], list[str]] = {}
    for count, line in enumerate(lines):
        if count < MAX_LISTED_PATHS:
            key = (line["source_invocation_id"], line["tool_name"])
            if line["raw_path"] not in paths.setdefault(key, []):
                paths[key].append(line["raw_path"])
    if not paths:
        nothing: JsonObject = {"type": "null"}
        return _object(tool_name=_TEXT, source_invocation_id=nothing, raw_path=nothing, **more)
    return _any_of(
        [
            _object(
                source_invocation_id={"type": "integer", "enum": [invocation_id]},
                tool_name=_one_of([tool_name]),
                raw_path=_one_of(known),
                **more,
            )
            for (invocation_id, tool_name), known in paths.items()
        ]
    )
