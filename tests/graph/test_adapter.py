"""One adapter drives every node, synchronously and asynchronously (ARCHITECTURE.md)."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel

from superbiz_agent.errors import ConfigurationError, ModelUnavailableError
from superbiz_agent.graph import build_graph
from superbiz_agent.nodes.adapter import as_node
from superbiz_agent.nodes.services import Services
from superbiz_agent.settings import load_settings
from superbiz_agent.store import open_store
from superbiz_agent.testing import ScriptedChatModel, tool_call
from superbiz_agent.tools.function_tool import FunctionTool
from tests.graph.conftest import FAITHFUL, MEMORY_CLAIM, Bench, memory_output


def test_a_node_must_be_a_generator_function() -> None:
    with pytest.raises(TypeError, match="planner"):
        as_node(lambda state, scope: {}, Services(), name="planner")  # type: ignore[arg-type]


async def test_tools_and_rules_run_off_the_event_loop(bench: Callable[..., Bench]) -> None:
    threads: list[int] = []

    def search(query: str) -> dict[str, Any]:
        threads.append(threading.get_ident())
        return {"tickets": [{"title": query}]}

    tool = FunctionTool(
        name="query_tickets", description="Tickets.", list_name="tickets", function=search
    )
    chain = bench(
        tools=[tool],
        executor=[
            tool_call("query_tickets", query="order-service"),
            tool_call("query_metrics", query="order-service"),
            memory_output,
        ],
    )
    result = await chain.graph.ainvoke({"query": MEMORY_CLAIM})
    assert result["verdict"] == "PASS"
    assert threads
    assert threading.get_ident() not in threads


async def test_questions_asked_at_once_do_not_mix(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 's.db'}"
    with open_store(url) as store:
        graph = build_graph(load_settings(demo=True, database_url=url), evidence_store=store)
        questions = ["Why is order-service timing out?", "payment-service 正常吗？"] * 2
        results = await asyncio.gather(*(graph.ainvoke({"query": each}) for each in questions))
        assert len({result["session_id"] for result in results}) == 4
        for question, result in zip(questions, results, strict=True):
            assert store.session(result["session_id"]).original_query == question
        assert results[0]["answer"].split("#")[0] == results[2]["answer"].split("#")[0]


def test_a_model_that_takes_no_tools_is_an_outage_that_names_the_setting(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 's.db'}"
    scripted = ScriptedChatModel(FAITHFUL)
    models: Any = {"executor": FakeListChatModel(responses=["x"]), "planner": scripted}
    with open_store(url) as store:
        settings = load_settings(demo=True, database_url=url)
        graph = build_graph(settings, models=models, evidence_store=store)
        with pytest.raises(ModelUnavailableError, match="SUPERBIZ_MODEL"):
            graph.invoke({"query": MEMORY_CLAIM})
        assert [session.status for session in store.sessions(2)] == ["failed"]


def test_a_wrong_setting_is_named_when_the_graph_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUPERBIZ_MAX_RETRIES", "many")
    with pytest.raises(ConfigurationError, match="SUPERBIZ_MAX_RETRIES"):
        build_graph().invoke({"query": "Why is order-service timing out?"})
