"""What recording keeps of a call besides its evidence: why sources failed, what else is to say."""

import pytest

from superbiz_agent.contracts.evidence import MAX_TEXT_BYTES
from superbiz_agent.tools.base import ToolOutcome
from superbiz_agent.tools.recording import retrieval_details


@pytest.mark.parametrize(
    "reasons", [{"a.json": "is empty", "b.json": "is a folder"}, {"a.json": "is empty"}, {}]
)
def test_a_failed_source_keeps_the_reason_that_its_tool_gives_and_no_other(
    reasons: dict[str, str],
) -> None:
    outcome = ToolOutcome(
        evidence_status="error",
        failed_sources=["a.json", "b.json"],
        failure_reasons=reasons,
        error="RuntimeError: whatever somebody else's code says",
    )
    assert retrieval_details(None, {}, outcome).failure_reasons == reasons


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
