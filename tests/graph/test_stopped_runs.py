"""A diagnosis that reaches a budget ends with what it has, and says so."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.audit.replay import replay_session
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.graph import build_graph
from superbiz_agent.settings import load_settings
from superbiz_agent.store import open_store
from superbiz_agent.testing import ScriptedChatModel
from tests.graph.conftest import FAITHFUL, Bench
from tests.graph.endpoint_script import FAITHFUL as OVER_HTTP
from tests.graph.endpoint_script import play
from tests.loopback import Endpoint

MakeBench = Callable[..., Bench]
ENGLISH = "Is the memory of order-service too high?"
CHINESE = "order-service 的内存是不是过高？"
STOPPED = {"en": "this diagnosis stopped at its budget", "zh": "本次诊断因达到"}


@pytest.mark.parametrize(("question", "language"), [(ENGLISH, "en"), (CHINESE, "zh")])
@pytest.mark.parametrize(
    ("calls", "asked", "verdict"),
    [
        (1, ["planner"], "LOW_CONFID"),
        (2, ["planner", "executor"], "LOW_CONFID"),
        (3, ["planner", "executor", "executor"], "LOW_CONFID"),
        (4, ["planner", "executor", "executor", "verifier"], "PASS"),
    ],
)
def test_a_run_that_is_stopped_ends_with_what_it_has_and_says_so(
    bench: MakeBench, question: str, language: str, calls: int, asked: list[str], verdict: str
) -> None:
    chain = bench(settings={"max_model_calls": calls})
    result = chain.ask(question)
    assert [call.role for call in chain.model.calls] == asked
    assert result["verdict"] == verdict
    assert STOPPED[language] in result["answer"]
    session = chain.store.session(result["session_id"])
    assert session.status == "completed"
    assert session.run_record is not None
    assert session.run_record["spent"]["stopped_by"] == "calls"
    assert session.run_record["spent"]["calls"] == calls


def test_a_run_within_its_budget_says_nothing_of_it(bench: MakeBench) -> None:
    chain = bench(settings={"max_model_calls": 5})
    result = chain.ask()
    assert (result["verdict"], result["composer_status"]) == ("PASS", "valid")
    assert STOPPED["en"] not in result["answer"]


@pytest.mark.parametrize(
    ("settings", "kind"), [({"max_tokens": 100}, "tokens"), ({"max_model_calls": 1}, "calls")]
)
def test_the_custom_stream_tells_what_stopped_the_run(
    bench: MakeBench, settings: dict[str, Any], kind: str
) -> None:
    chain = bench(settings=settings)
    events = list(chain.graph.stream({"query": ENGLISH}, stream_mode="custom"))
    stopped = [event["data"] for event in events if event["data"].get("status") == "stopped"]
    assert {each["budget"] for each in stopped} == {kind}


def test_each_question_of_a_thread_has_the_whole_budget(bench: MakeBench) -> None:
    from langgraph.checkpoint.memory import InMemorySaver

    scripts = {role: list(script) * 2 for role, script in FAITHFUL.items()}
    chain = bench(settings={"max_model_calls": 5}, checkpointer=InMemorySaver(), **scripts)
    config = {"configurable": {"thread_id": "t"}}
    verdicts = [chain.graph.invoke({"query": ENGLISH}, config)["verdict"] for _ in range(2)]
    assert verdicts == ["PASS", "PASS"]


def test_time_is_the_clock_s_since_the_question_came(tmp_path: Path) -> None:
    now = [datetime(2026, 7, 7, 10, tzinfo=UTC)]

    def clock() -> datetime:
        now[0] += timedelta(seconds=5)
        return now[0]

    url = f"sqlite:///{tmp_path / 's.db'}"
    with open_store(url) as store:
        graph = build_graph(
            load_settings(demo=True, database_url=url, max_seconds=30.0),
            model=ScriptedChatModel(FAITHFUL),
            evidence_store=store,
            clock=clock,
        )
        result = graph.invoke({"query": ENGLISH, "at": "2026-07-07T10:05:00Z"})
        assert "its budget of time" in result["answer"]
        assert replay_session(store, result["session_id"]) == []


PRICED = "[models.m]\ninput = 1000000\noutput = 1000000\n"


@pytest.fixture
def over_http(endpoint: Endpoint, tmp_path: Path) -> Iterator[Callable[..., dict[str, Any]]]:
    with open_store(f"sqlite:///{tmp_path / 's.db'}") as store:

        def ask(**settings: Any) -> dict[str, Any]:
            play(endpoint, OVER_HTTP)
            chosen = load_settings(
                model="m", openai_base_url=endpoint.url, demo=True, model_timeout=20.0, **settings
            )
            result = build_graph(chosen, evidence_store=store).invoke({"query": ENGLISH})
            record = store.session(result["session_id"]).run_record
            assert record is not None and replay_session(store, result["session_id"]) == []
            return {**result, "spent": record["spent"]}

        yield ask


@pytest.mark.server
def test_money_is_counted_by_the_operator_s_prices(
    over_http: Callable[..., dict[str, Any]],
) -> None:
    Path("prices.toml").write_text(PRICED)
    result = over_http(prices=Path("prices.toml"), max_cost=1e9)
    spent = result["spent"]
    assert spent["cost"] == spent["input_tokens"] + spent["output_tokens"] > 0
    assert over_http(prices=Path("prices.toml"), max_cost=0.01)["spent"]["stopped_by"] == "money"
    assert over_http()["spent"]["cost"] is None


@pytest.mark.server
def test_a_budget_of_money_needs_the_price_of_each_model(
    over_http: Callable[..., dict[str, Any]],
) -> None:
    Path("prices.toml").write_text("[models.other]\ninput = 1\noutput = 1\n")
    with pytest.raises(ConfigurationError, match="no price of the model 'm'"):
        over_http(prices=Path("prices.toml"), max_cost=1.0)


@pytest.mark.server
def test_what_the_endpoint_counts_is_counted(
    endpoint: Endpoint, over_http: Callable[..., dict[str, Any]]
) -> None:
    endpoint.usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
    spent = over_http()["spent"]
    calls = len(endpoint.requests)
    assert (spent["calls"], spent["input_tokens"], spent["output_tokens"]) == (
        calls,
        7 * calls,
        3 * calls,
    )
