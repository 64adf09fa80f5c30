"""The answer checks: may this reply be shown over this material? (contract section 7)"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from superbiz_agent.contracts.base import Language
from superbiz_agent.contracts.composer import ComposerInput, ComposerReply, Finding
from superbiz_agent.contracts.schema import schema_findings
from superbiz_agent.contracts.strict_json import read_reply
from superbiz_agent.grounding.answer_checks.fields import check_fields
from superbiz_agent.grounding.answer_checks.material import material_of
from superbiz_agent.grounding.evidence.hostile import as_object, as_text

SCHEMA = "answer.schema"
INTERNAL = "answer.internal"


def check_answer(
    composer_input: ComposerInput | Mapping[str, Any],
    composer_output: object,
    *,
    names: Sequence[str] = (),
    language: Language | None = None,
) -> list[Finding]:
    """Every way in which ``composer_output`` says more than ``composer_input`` allows.

    ``composer_output`` is a model's raw text or its parsed object, with marks; ``names`` are entity
    names from the evidence's structured fields, ``language`` is the answer's where another than the
    question's was asked for. An empty list is a pass. Never raises: what cannot
    be read is a finding.
    """
    try:
        return list(_findings(composer_input, composer_output, names, language))
    except Exception:  # fail closed: what could not be checked is not shown
        return [_unreadable(INTERNAL, "composer_output", "the checks failed; report this")]


def _findings(
    composer_input: ComposerInput | Mapping[str, Any],
    output: object,
    names: Sequence[str],
    language: Language | None,
) -> Iterator[Finding]:
    try:
        given = ComposerInput.model_validate(composer_input)
    except ValidationError:
        yield _unreadable(SCHEMA, "composer_input", "is not a composer input")
        return
    reply = read_composer_reply(output)
    if isinstance(reply, ComposerReply):
        texts = [name for name in names if isinstance(name, str) and name.strip()]  # pyright: ignore[reportUnnecessaryIsInstance]
        yield from check_fields(reply, material_of(given, texts, language))
    else:
        yield from reply


def read_composer_reply(output: object) -> ComposerReply | list[Finding]:
    """The reply, or what is wrong with its form: JSON and nothing around it, the three fields and
    no others, text that UTF-8 can hold."""
    if isinstance(output, ComposerReply):
        output = output.model_dump()
    if isinstance(output, str):
        parsed = read_reply(output, "composer_reply", fenced=False)
        value, faults = parsed.value, parsed.findings
    else:
        value = as_object(output)
        faults = schema_findings("composer_reply", value) if value is not None else []
    if value is None or faults:
        paths = [fault.path for fault in faults] or ["$"]
        return [_unreadable(SCHEMA, path, "is not a composer reply") for path in paths[:20]]
    try:
        reply = ComposerReply.model_validate(value)
    except ValidationError:
        return [_unreadable(SCHEMA, "$", "is not a composer reply")]
    if as_text(reply.model_dump_json()) is None:  # raises for half a surrogate pair
        return [_unreadable(SCHEMA, "$", "holds text that is no Unicode")]
    return reply


def _unreadable(rule_id: str, field: str, message: str) -> Finding:
    return Finding(rule_id=rule_id, field=field, sentence="", message=message)
