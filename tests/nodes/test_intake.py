"""What intake makes of a caller's question, ``since`` and ``at`` (contract section 1)."""

from datetime import UTC, datetime
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from superbiz_agent.errors import InvalidInputError
from superbiz_agent.nodes.intake import intake
from superbiz_agent.nodes.services import Services
from superbiz_agent.nodes.step import Scope
from superbiz_agent.settings import Settings
from superbiz_agent.state import DiagnosisContext, DiagnosisInput

NOW = datetime(2026, 7, 7, 10, 0, tzinfo=UTC)


class Rows:
    """A store that keeps the rows of the sessions that were opened."""

    def __init__(self) -> None:
        self.opened: list[dict[str, Any]] = []

    def create_session(self, **row: Any) -> None:
        self.opened.append(row)


def opened(timezone: str | None = "UTC", **given: Any) -> dict[str, Any]:
    """Run intake and return its update of the state; ``timezone`` null: no setting names it."""
    rows: Any = Rows()
    settings = Settings(timezone=timezone) if timezone else Settings()
    services = Services(given_settings=settings, given_store=rows, clock=lambda: NOW)
    scope = Scope(services, DiagnosisContext(), {}, "", 0, lambda event: None)
    step = intake(DiagnosisInput(**given), scope)
    effect: Any = next(step)
    effect.call()
    with pytest.raises(StopIteration) as done:
        step.send(None)
    update = done.value.value
    assert [row["session_id"] for row in rows.opened] == [update["session_id"]]
    return update


@pytest.mark.parametrize(
    ("since", "at", "window", "now"),
    [
        (None, None, (None, None), "10:00"),
        ("1h", None, ("09:00", None), "10:00"),
        ("1h", "2026-07-07T09:30:00Z", ("08:30", "09:30"), "09:30"),
        (None, "2026-07-07T09:30:00Z", (None, "09:30"), "09:30"),
        ("15m", "now", ("09:45", "10:00"), "10:00"),
    ],
)
def test_the_instant_asked_about_ends_the_window(
    since: str | None, at: str | None, window: tuple[str | None, str | None], now: str
) -> None:
    state = opened(query="why do orders fail?", since=since, at=at)
    ends = tuple(f"2026-07-07T{end}:00Z" if end else None for end in window)
    assert (state["window"]["since"], state["window"]["until"]) == ends
    assert state["now"] == f"2026-07-07T{now}:00+00:00"


def test_times_without_a_zone_are_in_the_zone_of_the_settings() -> None:
    state = opened("Asia/Shanghai", query="17:10 到 17:20 发生了什么", at="2026-07-07 17:30")
    assert state["now"] == "2026-07-07T09:30:00+00:00"
    assert state["window"] == {"since": "2026-07-07T09:10:00Z", "until": "2026-07-07T09:20:00Z"}


@pytest.mark.parametrize(
    ("timezone", "since"),
    [(None, "2026-07-07T07:00:00Z"), ("UTC", "2026-07-06T15:00:00Z")],
)
def test_the_offset_of_the_instant_is_the_askers_where_no_setting_names_a_zone(
    timezone: str | None, since: str
) -> None:
    state = opened(timezone, query="errors since 3pm", at="2026-07-07T17:30:00+08:00")
    assert state["now"] == "2026-07-07T09:30:00+00:00"
    assert state["window"] == {"since": since, "until": "2026-07-07T09:30:00Z"}


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"since": "0m"}, "the window is empty"),
        ({"since": "soon"}, "since 'soon' is no time"),
        ({"at": "later"}, "'later' is no time"),
        ({"since": "2026-07-07T09:00:00Z", "at": "2026-07-07T08:00:00Z"}, "after now"),
    ],
)
def test_a_window_that_makes_no_sense_opens_no_session(given: dict[str, str], reason: str) -> None:
    with pytest.raises(InvalidInputError, match=reason) as refused:
        opened(query="why?", **given)
    assert "\n" not in str(refused.value)


def test_the_last_human_message_is_asked_unless_it_has_its_answer() -> None:
    asked = [HumanMessage("first"), AIMessage("answer"), HumanMessage("errors at 09:14?")]
    state = opened(messages=asked)
    assert state["question"] == "errors at 09:14?"
    assert state["window"]["since"] == "2026-07-07T08:59:00Z"
    with pytest.raises(InvalidInputError, match="no question was given"):
        opened(messages=asked[:2])
