"""A plan's arguments as the tools take them."""

from typing import Any

import pytest

from superbiz_agent.nodes.executor_turns import fitting_arguments
from superbiz_agent.nodes.planner import default_plan
from superbiz_agent.settings.tools import ToolOptions
from superbiz_agent.tools.added.langchain_tool import LangChainTool
from superbiz_agent.tools.logs import LogsTool


def deploys(app: str, text: str = "", limit: int = 3) -> dict[str, Any]:
    """Deployments of a service."""
    return {"deploys": []}


def on_call(team: str) -> dict[str, Any]:
    """Who is on call."""
    return {"people": []}


ADDED = LangChainTool(deploys, ToolOptions(list_name="deploys"))


@pytest.mark.parametrize(
    ("planned", "sent"),
    [
        ({"query": "rollout", "service": "checkout"}, {"text": "rollout", "app": "checkout"}),
        ({"query": "rollout", "service": None}, {"text": "rollout"}),
        ({"app": "orders", "service": "checkout", "limit": 1}, {"app": "orders", "limit": 1}),
        ({"unknown": 1}, {}),
    ],
)
def test_words_and_service_are_put_where_an_added_tool_takes_them(
    planned: dict[str, Any], sent: dict[str, Any]
) -> None:
    assert fitting_arguments(planned, ADDED) == sent


def test_a_built_in_tool_gets_what_it_knows() -> None:
    planned = {"query": "x", "service": None, "nonsense": 1}
    assert fitting_arguments(planned, LogsTool([])) == {"query": "x"}


def test_the_default_plan_asks_no_tool_that_needs_more_than_words() -> None:
    tools = {
        "query_logs": LogsTool([]),
        "deploys": LangChainTool(deploys, ToolOptions(list_name="d", arguments={"app": "a"})),
        "on_call": LangChainTool(on_call, ToolOptions(list_name="people")),
    }
    plan = default_plan("Why does checkout fail?", tools)
    assert [step.tool_name for step in plan.steps] == ["query_logs", "deploys"]
    assert list(plan.steps[1].arguments) == ["text"]
