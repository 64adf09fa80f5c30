"""The messages of each role: its prompt, and one human message that is one JSON object.

JSON quoting is the fence around hostile text: a log line inside a JSON string cannot end the
string, and no state is ever pasted into prose.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from superbiz_agent.contracts.base import Language, Role
from superbiz_agent.contracts.composer import ComposerInput
from superbiz_agent.contracts.schema import SchemaFinding
from superbiz_agent.contracts.session import RetryContext
from superbiz_agent.contracts.verifier import VerifierInput
from superbiz_agent.prompts.loader import load_prompt
from superbiz_agent.prompts.requests import CLOSING_REQUEST, REPAIR_REQUEST

MAX_REPAIR_FINDINGS = 30
"""Findings that a repair turn lists; more would not help a model."""


def planner_messages(
    language: Language,
    *,
    question: str,
    earlier_turns: Sequence[Mapping[str, Any]],
    tools: Sequence[Mapping[str, Any]],
    window: Mapping[str, Any],
    now: str,
) -> list[BaseMessage]:
    """Ask for a plan. ``earlier_turns``: [{question, answer}]; ``tools``: [{name, description,
    sources, arguments}]; ``window``: {since, until} and ``now``: ISO 8601 instants in UTC."""
    request = {
        "question": question,
        "earlier_turns": [dict(turn) for turn in earlier_turns],
        "tools": [dict(tool) for tool in tools],
        "window": dict(window),
        "now": now,
    }
    return _messages("planner", language, request)


def executor_messages(
    language: Language,
    *,
    question: str,
    plan: Mapping[str, Any],
    window: Mapping[str, Any],
    now: str,
    retry_context: RetryContext | None,
    stored_evidence: Sequence[Mapping[str, Any]],
    left_out: int = 0,
) -> list[BaseMessage]:
    """Start an attempt. ``stored_evidence``: this question's references that the store holds,
    [{source_invocation_id, tool_name, raw_path, text}]; empty on the first attempt. ``left_out``:
    how many of them are not shown, since they do not fit."""
    request = {
        "question": question,
        "plan": dict(plan),
        "window": dict(window),
        "now": now,
        "retry_context": retry_context.model_dump(mode="json") if retry_context else None,
        "stored_evidence": [dict(reference) for reference in stored_evidence],
        **({"stored_evidence_left_out": left_out} if left_out else {}),
    }
    return _messages("executor", language, request)


def verifier_messages(language: Language, verifier_input: VerifierInput) -> list[BaseMessage]:
    """Ask for checks; the model sees the fields of contract section 5 and nothing else."""
    return _messages("verifier", language, verifier_input.model_dump(mode="json"))


def composer_messages(language: Language, composer_input: ComposerInput) -> list[BaseMessage]:
    """Ask for the answer; the model sees the fields of contract section 6 and nothing else."""
    return _messages("composer", language, composer_input.model_dump(mode="json"))


def repair_message(language: Language, findings: Sequence[SchemaFinding]) -> HumanMessage:
    """Ask once more, quoting the findings, which hold no text of the reply."""
    listed = [finding.model_dump() for finding in findings[:MAX_REPAIR_FINDINGS]]
    return HumanMessage(_json({"request": REPAIR_REQUEST[language], "findings": listed}))


def closing_message(language: Language) -> HumanMessage:
    """Ask the executor for its findings over the stored evidence, with no more tool calls."""
    return HumanMessage(_json({"request": CLOSING_REQUEST[language]}))


def _messages(role: Role, language: Language, request: Mapping[str, Any]) -> list[BaseMessage]:
    return [SystemMessage(load_prompt(role, language).text), HumanMessage(_json(request))]


def _json(value: Mapping[str, Any]) -> str:
    # A lone surrogate cannot be sent as UTF-8; written as \udXXX it is JSON for the same string.
    text = json.dumps(value, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
