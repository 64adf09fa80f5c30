"""JSON Schemas of every payload, and what a value does against them.

The pydantic models are the source; ``python -m superbiz_agent.contracts.schema`` exports them to
``contracts/schemas/<name>.json`` for readers in other languages, and a test catches drift.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, cast

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema

from superbiz_agent.contracts.base import JsonObject, Payload
from superbiz_agent.contracts.composer import (
    ComposerInput,
    ComposerOutput,
    ComposerReply,
    Finding,
    ScreenOutcome,
    Withheld,
)
from superbiz_agent.contracts.events import Event
from superbiz_agent.contracts.evidence import (
    Reference,
    RetrievalDetails,
    SearchDetails,
    ToolInvocation,
    VerifiedEvidence,
)
from superbiz_agent.contracts.executor import ExecutorOutput
from superbiz_agent.contracts.gatekeeper import (
    GatekeeperOutcome,
    GatekeeperResult,
    VerifiedExecutorOutput,
)
from superbiz_agent.contracts.plan import Plan
from superbiz_agent.contracts.session import (
    Attempt,
    DiagnosisResult,
    DiagnosisSession,
    RetryContext,
    RunRecord,
    TimeWindow,
    VerifierEvaluation,
)
from superbiz_agent.contracts.verifier import VerifierInput, VerifierReply, VerifierResult

REPLY_MODELS: Mapping[str, type[BaseModel]] = {
    "plan": Plan,
    "executor_output": ExecutorOutput,
    "verifier_reply": VerifierReply,
    "composer_reply": ComposerReply,
}
"""Payloads that models write."""

PAYLOAD_MODELS: Mapping[str, type[BaseModel]] = {
    **REPLY_MODELS,
    "attempt": Attempt,
    "composer_input": ComposerInput,
    "composer_output": ComposerOutput,
    "diagnosis_result": DiagnosisResult,
    "diagnosis_session": DiagnosisSession,
    "event": Event,
    "finding": Finding,
    "gatekeeper_outcome": GatekeeperOutcome,
    "gatekeeper_result": GatekeeperResult,
    "reference": Reference,
    "retrieval_details": RetrievalDetails,
    "retry_context": RetryContext,
    "run_record": RunRecord,
    "screen_outcome": ScreenOutcome,
    "search_details": SearchDetails,
    "time_window": TimeWindow,
    "tool_invocation": ToolInvocation,
    "verified_evidence": VerifiedEvidence,
    "verified_executor_output": VerifiedExecutorOutput,
    "verifier_evaluation": VerifierEvaluation,
    "verifier_input": VerifierInput,
    "verifier_result": VerifierResult,
    "withheld": Withheld,
}
"""Payload name -> model. The name is that of the exported file."""

SCHEMA_FOLDER = Path(__file__).parent / "schemas"
ROOT_PATH = "$"
"""Path of a finding about the payload as a whole."""

MAX_FINDINGS = 200
"""Findings that one pass lists at most; a hostile reply could hold a million."""


class SchemaFinding(Payload):
    """One fault of a payload: where (``claims[0].claim_id``, ``$`` for the whole), and what.

    ``message`` is a template over the schema alone; it never holds text of the payload.
    """

    path: str
    message: str


class _SchemaGenerator(GenerateJsonSchema):
    """Leaves out field titles: they only repeat the names."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002
        return False


def schema_of(name: str) -> JsonObject:
    """Return the JSON Schema (draft 2020-12) of the payload ``name``; KeyError if unknown."""
    schema = PAYLOAD_MODELS[name].model_json_schema(schema_generator=_SchemaGenerator)
    return {"$schema": _SchemaGenerator.schema_dialect, **schema}


def schema_findings(name: str, value: object) -> list[SchemaFinding]:
    """Return every fault of ``value`` against the payload ``name``, in one pass; [] is sound."""
    errors: Iterator[ValidationError] = _validator(name).iter_errors(value)
    return [
        SchemaFinding(path=_path(error.absolute_path), message=_message(error))
        for error in islice(errors, MAX_FINDINGS)
    ]


# --- validation ----------------------------------------------------------------------------------


def _required(
    _validator: object, names: list[str], instance: object, _schema: object
) -> Iterator[ValidationError]:
    """Like the stock keyword, but each finding points at the missing field."""
    if isinstance(instance, dict):
        for name in names:
            if name not in instance:
                yield ValidationError("", path=(name,))


def _pattern(
    _validator: object, pattern: str, instance: object, _schema: object
) -> Iterator[ValidationError]:
    """Match the whole text: to Python's search, ``$`` also matches before a last newline."""
    if isinstance(instance, str) and not re.fullmatch(pattern, instance):
        yield ValidationError("")


def _is_integer(_checker: object, instance: object) -> bool:
    """1.0 is an integer to JSON Schema and none to us: an id is written as one."""
    return isinstance(instance, int) and not isinstance(instance, bool)


@cache
def _validator(name: str) -> Any:
    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer)
    keywords = {"required": _required, "pattern": _pattern}
    extend = cast(Any, validators).extend
    return extend(Draft202012Validator, keywords, type_checker=types)(schema_of(name))


# --- messages ------------------------------------------------------------------------------------


def _one_of(options: list[JsonObject]) -> str:
    kinds = [str(option.get("type", "object")) for option in options]
    return f"must be {' or '.join(dict.fromkeys(kinds))}"


_MESSAGES: Mapping[str, Callable[[Any], str]] = {
    "additionalProperties": lambda _: "holds a key that is not allowed here",
    "anyOf": _one_of,
    "const": lambda expected: f"must be {json.dumps(expected)}",
    "enum": lambda allowed: f"must be one of {', '.join(map(json.dumps, allowed))}",
    "maxItems": lambda bound: f"must hold at most {bound} items",
    "maxLength": lambda bound: f"must be at most {bound} characters long",
    "minLength": lambda bound: f"must be at least {bound} characters long",
    "pattern": lambda pattern: f"must match {pattern}",
    "required": lambda _: "is missing",
    "type": lambda kind: f"must be {kind}",
}
"""Validator keyword -> message from the keyword's value in the schema.

jsonschema's own messages quote the value at fault, which is a model's text."""


def _message(error: ValidationError) -> str:
    template = _MESSAGES.get(str(error.validator))
    return template(error.validator_value) if template else "is not allowed by the schema"


def _path(steps: Any) -> str:
    parts = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps]
    return "".join(parts).removeprefix(".") or ROOT_PATH


# --- export --------------------------------------------------------------------------------------


def exported(name: str) -> str:
    """Return the text of the exported file of the payload ``name``."""
    return json.dumps(schema_of(name), ensure_ascii=False, indent=2) + "\n"


def export(folder: Path = SCHEMA_FOLDER) -> None:
    """Write every schema to ``folder``."""
    folder.mkdir(exist_ok=True)
    for name in PAYLOAD_MODELS:
        (folder / f"{name}.json").write_text(exported(name), encoding="utf-8")


if __name__ == "__main__":
    export()
