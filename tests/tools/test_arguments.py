"""The window of a search: the question's, which a tool's arguments may narrow."""

from datetime import UTC, datetime

import pytest

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.errors import InvalidInputError
from superbiz_agent.tools.arguments import IncidentArguments
from superbiz_agent.tools.base import ToolContext

CONTEXT = ToolContext(
    window=TimeWindow(since="2026-07-07T08:00:00Z", until="2026-07-07T10:00:00Z"),
    now=datetime(2026, 7, 7, 10, 0, tzinfo=UTC),
)


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        (None, None, ("08:00", "10:00")),
        ("1h", None, ("09:00", "10:00")),
        (None, "2026-07-07T09:00:00Z", ("08:00", "09:00")),
        ("2026-07-07T07:00:00Z", "2026-07-07T23:00:00Z", ("08:00", "10:00")),
    ],
)
def test_arguments_narrow_the_questions_window_and_never_widen_it(
    since: str | None, until: str | None, expected: tuple[str, str]
) -> None:
    window = IncidentArguments(query="x", since=since, until=until).window(CONTEXT)
    assert window == TimeWindow(
        since=f"2026-07-07T{expected[0]}:00Z", until=f"2026-07-07T{expected[1]}:00Z"
    )


def test_a_window_outside_of_the_questions_is_refused() -> None:
    asked = IncidentArguments(query="x", until="2026-07-07T07:00:00Z")
    with pytest.raises(InvalidInputError, match="lies outside the one asked about"):
        asked.window(CONTEXT)
