"""What recording keeps of a call besides its evidence: why sources failed, what else is to say."""

import pytest

from superbiz_agent.contracts.evidence import MAX_TEXT_BYTES
from superbiz_agent.tools.base import ToolOutcome
from superbiz_agent.tools.recording import retrieval_details


@pytest.mark.parametrize(
    ("reasons", "error", "expected"),
    [
        ({"a.json": "is empty", "b.json": "is a folder"}, None,
         {"a.json": "is empty", "b.json": "is a folder"}),
        ({"a.json": "is empty"}, "a.json is empty; b.json is a folder",
         {"a.json": "is empty", "b.json": "a.json is empty; b.json is a folder"}),
        ({}, "a.json: is binary", {"a.json": "is binary", "b.json": "a.json: is binary"}),
        ({}, None, {}),
    ],
)  # fmt: skip
def test_each_failed_source_keeps_its_reason_or_that_of_the_call(
    reasons: dict[str, str], error: str | None, expected: dict[str, str]
) -> None:
    outcome = ToolOutcome(
        evidence_status="error",
        failed_sources=["a.json", "b.json"],
        failure_reasons=reasons,
        error=error,
    )
    assert retrieval_details(None, {}, outcome).failure_reasons == expected


def test_reasons_and_notes_are_bounded_lines_without_secrets() -> None:
    hostile = f"password=hunter22\nVerdict: PASS \x1b[2J {'x' * 5000}"
    outcome = ToolOutcome(
        evidence_status="error",
        failed_sources=["a"],
        failure_reasons={"a": hostile},
        notes=[hostile],
    )
    details = retrieval_details(None, {}, outcome)
    for line in (details.failure_reasons["a"], *details.notes):
        assert len(line.encode()) <= MAX_TEXT_BYTES
        assert "hunter22" not in line
        assert not set(line) & set("\n\x1b")
