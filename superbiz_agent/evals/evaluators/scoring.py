"""The evaluators: plain functions of a run's outputs and what is known of the incident.

``outputs`` is what ``judged_run`` makes of a run, ``reference_outputs`` what ``expected`` makes of
an incident; both are plain JSON data. Each gives a key, a score from 0 to 1 and a comment.
``langsmith.evaluate`` hands over arguments by these names.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias, TypedDict

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.evidence import ToolInvocation
from superbiz_agent.evals.incidents.judging import above_references

_MARK: Final = re.compile(r"\[(?:(?P<number>[0-9]{1,3})|(?P<left>claim-[0-9]+))\]")
_QUOTED: Final = re.compile(r"“[^”]*”|「[^」]*」|\"[^\"\n]*\"|`[^`\n]*`")
"""A quotation is a source's words: "index out of range [3]" is no mark."""


class Scored(TypedDict):
    """One evaluator's judgement; ``comment`` names what is wrong, or is empty."""

    key: str
    score: float
    comment: str


def judged_run(result: Mapping[str, Any], stored: Sequence[ToolInvocation]) -> JsonObject:
    """What the evaluators read of a run: the graph's output and the session's stored lines."""
    keys = ("answer", "verdict", "composer_status", "references", "session_id")
    lines = [
        {
            "source_invocation_id": call.id,
            "tool_name": call.tool_name,
            "raw_path": ref.raw_path,
            "text": ref.text,
        }
        for call in stored
        for ref in call.retrieval_details.evidence_refs
    ]
    return {key: result[key] for key in keys} | {"stored": lines}


def expected(
    verdicts: Sequence[str], required: Sequence[str], forbidden: Sequence[str]
) -> JsonObject:
    """What is known of an incident: the verdicts that an answer may end with, what it must hold and
    must not hold, as they stand."""
    return {
        "verdicts": list(verdicts),
        "required": list(required),
        "forbidden": list(forbidden),
    }


def evidence_authenticity(outputs: JsonObject) -> Scored:
    """The share of references that stand in the store as they are quoted; none are none false."""
    fields = ("source_invocation_id", "tool_name", "raw_path", "text")
    stored = {tuple(line[field] for field in fields) for line in outputs["stored"]}
    references: list[JsonObject] = outputs["references"]
    false = [r for r in references if tuple(r[field] for field in fields) not in stored]
    told = [f"[{r['n']}] #{r['source_invocation_id']} {r['raw_path']}" for r in false]
    return _share("evidence_authenticity", told, len(references))


def verdict(outputs: JsonObject, reference_outputs: JsonObject) -> Scored:
    """Whether the run ended with a verdict that the incident allows."""
    allowed: list[str] = reference_outputs["verdicts"]
    told = outputs["verdict"]
    wrong = [] if told in allowed else [f"{told}, not {' or '.join(allowed)}"]
    return _share("verdict", wrong, 1)


def required_facts(outputs: JsonObject, reference_outputs: JsonObject) -> Scored:
    """The share of required texts that the answer holds, its quoted lines included."""
    required: list[str] = reference_outputs["required"]
    missing = [text for text in required if text not in outputs["answer"]]
    return _share("required_facts", missing, len(required))


def forbidden_facts(outputs: JsonObject, reference_outputs: JsonObject) -> Scored:
    """Whether the answer, above its quoted lines, holds nothing that is forbidden."""
    body = above_references(outputs["answer"])
    said = [text for text in reference_outputs["forbidden"] if text in body]
    return _share("forbidden_facts", said, 1)


def wording(outputs: JsonObject) -> Scored:
    """Whether the composer's words stood, and each mark of the answer names a reference."""
    status = outputs["composer_status"]
    wrong = [] if status == "valid" else [f"composer: {status}"]
    known = {str(reference["n"]) for reference in outputs["references"]}
    own_words = _QUOTED.sub("", above_references(outputs["answer"]))
    for mark in _MARK.finditer(own_words):
        if mark["number"] not in known:
            wrong.append(f"{mark.group()} names no reference")
    return _share("wording", wrong, 1)


Evaluator: TypeAlias = Callable[..., Scored]

EVALUATORS: Final[tuple[Evaluator, ...]] = (
    evidence_authenticity,
    verdict,
    required_facts,
    forbidden_facts,
    wording,
)


def _share(key: str, wrong: Sequence[str], of: int) -> Scored:
    score = 1.0 - min(len(wrong), of) / of if of else 1.0
    return {"key": key, "score": score, "comment": "; ".join(wrong)}
