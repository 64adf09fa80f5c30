"""An operator's own function as an evidence tool (contract section 2)."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

import superbiz_agent
import superbiz_agent.tools
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS, MAX_TEXT_BYTES
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.tools.base import ToolContext, ToolOutcome, search_text
from superbiz_agent.tools.function_tool import FunctionTool

CONTEXT = ToolContext(window=TimeWindow(), now=datetime(2026, 7, 7, tzinfo=UTC))
DEPLOYS = {"deploys": [{"service": "order-service", "version": "2.14.3", "note": "by hand, late"}]}


def make(function: Callable[..., Any], **changes: Any) -> FunctionTool:
    declared: dict[str, Any] = {
        "name": "list_deploys",
        "description": "Deployments of a service.",
        "list_name": "deploys",
    }
    return FunctionTool(function, **{**declared, **changes})


def run(function: Callable[..., Any], **changes: Any) -> ToolOutcome:
    tool = make(function, **changes)
    return tool.run(tool.arguments.model_validate({"query": "order-service"}), CONTEXT)


def test_each_item_of_the_declared_list_becomes_evidence() -> None:
    outcome = run(lambda query: DEPLOYS)
    (item,) = outcome.items["deploys"]
    assert outcome.evidence_status == "found"
    assert item.text == 'service=order-service, version=2.14.3, note="by hand, late"'
    assert item.fields["service"] == "order-service"


def test_the_search_says_what_was_asked() -> None:
    class Arguments(BaseModel):
        service: str
        since: str | None = None
        token: str = "hunter22"

    tool = make(lambda service, since, token: {"deploys": []}, arguments=Arguments)
    outcome = tool.run(Arguments(service="order-service"), CONTEXT)
    assert outcome.evidence_status == "no_evidence"
    assert outcome.search is not None
    assert outcome.search.answered
    text = search_text(outcome.search)
    assert 'search for "list_deploys", service=order-service' in text
    assert "hunter22" not in text


@pytest.mark.parametrize(
    ("item", "text"),
    [
        ("plain", "value=plain"),
        (5, "value=5"),
        (None, "value=null"),
        (["a", 1], 'value="[\\"a\\", 1]"'),
        ({}, ""),
        ({"a": None, "b": True, "c": 0.5}, "a=null, b=true, c=0.5"),
        ({"at": datetime(2026, 7, 7, tzinfo=UTC)}, 'at="2026-07-07 00:00:00+00:00"'),
        ({"x": "1, y=2"}, 'x="1, y=2"'),
        ({"password": "hunter22"}, 'password="[redacted:password]"'),
    ],
)
def test_items_are_rendered_by_code(item: Any, text: str) -> None:
    (found,) = run(lambda query: {"deploys": [item]}).items["deploys"]
    assert found.text == text


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (None, "returned NoneType, not an object"),
        ([1], "returned list, not an object"),
        ("text", "returned str, not an object"),
        ({}, 'returned no list "deploys"; its keys are: none'),
        ({"items": []}, 'returned no list "deploys"; its keys are: items'),
        ({"deploys": "text"}, 'returned no list "deploys"'),
        ({"deploys": {"a": 1}}, 'returned no list "deploys"'),
    ],
)
def test_a_result_of_another_shape_is_a_failed_call(result: Any, reason: str) -> None:
    outcome = run(lambda query: result)
    assert (outcome.status, outcome.search, dict(outcome.items)) == ("error", None, {})
    assert outcome.failed_sources == ["list_deploys"]
    assert outcome.error is not None
    assert reason in outcome.error


def test_an_exception_is_a_failed_call() -> None:
    def broken(query: str) -> Any:
        raise RuntimeError("no\nroute")

    def endless(query: str) -> Any:
        result: dict[str, Any] = {}
        result["deploys"] = [result]
        return result

    assert run(broken).error == "list_deploys failed (RuntimeError: no\nroute)"
    assert run(endless).status == "error"


async def test_an_async_function_is_refused_and_a_coroutine_is_no_result() -> None:
    async def later(query: str) -> Any:
        return DEPLOYS

    with pytest.raises(ConfigurationError, match="async"):
        make(later)
    assert run(lambda query: later(query)).status == "error"  # noqa: PLW0108


def test_more_items_than_shown_are_counted() -> None:
    outcome = run(lambda query: {"deploys": list(range(60))})
    assert outcome.evidence_status == "partial"
    assert len(outcome.items["deploys"]) == 50
    assert outcome.error == "50 of 60 items are shown"
    assert outcome.search is not None
    assert (outcome.search.matched, outcome.search.truncated) == (60, True)


@pytest.mark.parametrize(
    ("stated", "matched", "truncated"),
    [
        ({}, 2, False),
        ({"total": 2}, 2, False),
        ({"total": 9}, 9, True),
        ({"total": 1}, 2, False),
        ({"total": True}, 2, False),
        ({"total": "9"}, 2, False),
        ({"truncated": True}, 2, True),
        ({"truncated": "yes"}, 2, False),
    ],
)
def test_a_function_may_say_that_its_result_was_cut_off(
    stated: dict[str, Any], matched: int, truncated: bool
) -> None:
    search = run(lambda query: {"deploys": [1, 2], **stated}).search
    assert search is not None
    assert (search.matched, search.truncated) == (matched, truncated)


def test_an_item_with_too_many_fields_says_so() -> None:
    (item,) = run(lambda query: {"deploys": [{f"k{n}": n for n in range(70)}]}).items["deploys"]
    assert item.text.endswith("k63=63, 6 more fields left out")


@pytest.mark.parametrize(
    "changes",
    [
        *({"name": name} for name in EVIDENCE_LISTS),
        {"name": ""},
        {"name": "has blank"},
        {"name": "x" * 65},
        {"list_name": "search"},
        {"list_name": "logs"},
        {"list_name": "alerts"},
        {"list_name": "series"},
        {"list_name": "evidence_blocks"},
        {"list_name": "a.b"},
        {"list_name": "a[0]"},
        {"list_name": ""},
        {"kind": "rumour"},
        {"description": " "},
    ],
)
def test_a_declaration_that_cannot_stand_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError) as caught:
        make(lambda query: DEPLOYS, **changes)
    assert "\n" not in str(caught.value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(st.lists(json_values, max_size=4))
def test_any_items_give_bounded_lines(items: list[Any]) -> None:
    outcome = run(lambda query: {"deploys": items})
    assert len(outcome.items["deploys"]) == len(items)
    for item in outcome.items["deploys"]:
        assert "\n" not in item.text
        assert len(item.text.encode()) <= MAX_TEXT_BYTES


def test_the_class_is_public() -> None:
    assert superbiz_agent.FunctionTool is superbiz_agent.tools.FunctionTool is FunctionTool
