"""The embedded model asked about the metric series of a real server, in both languages."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from superbiz_agent.cli import main
from tests.servers.measuring import Measuring

pytestmark = pytest.mark.server

Captured = pytest.CaptureFixture[str]
Ask = Callable[..., dict[str, Any]]


@pytest.fixture(params=["prometheus", "victoria"])
def ask(request: pytest.FixtureRequest, measuring: Measuring, capsys: Captured) -> Ask:
    """Ask of one server; whatever is answered, the session replays as it was stored."""
    source = f"prometheus={getattr(measuring, request.param)}"

    def run(question: str, *options: str) -> dict[str, Any]:
        at = ["--at", measuring.now.isoformat()]
        assert main(["ask", question, "--source", source, *at, *options, "--json"]) == 0
        result = json.loads(capsys.readouterr().out)
        assert main(["verify", result["session_id"]]) == 0
        capsys.readouterr()
        return result

    return run


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("How did the memory of order-service develop?", ["rose from 1.25 GiB", "to 3.75 GiB"]),
        ("order-service 的内存怎么变化？", ["的 1.25 GiB 升到", "的 3.75 GiB"]),
        ("Why is order-service slow?", ["histogram_quantile", "0.2425 s", "to 2.425 s"]),
        ("order-service 为什么变慢？", ["histogram_quantile", "0.2425 s", "的 2.425 s"]),
        ("Did order-service restart?", ["rose from 2 at", "to 5 at"]),
        ("What is wrong with order-service?", ["2.425 s", "3.75 GiB"]),
    ],
)
def test_a_question_is_answered_with_the_values_of_its_series(
    ask: Ask, question: str, says: list[str]
) -> None:
    result = ask(question)
    assert [each for each in says if each not in result["answer"]] == []
    assert "payment" not in result["answer"]
    assert {each["raw_path"].partition("[")[0] for each in result["references"]} == {"$.series"}


@pytest.mark.parametrize(
    "question", ["What is the memory of order-servce?", "order-servce 的内存是多少？"]
)
def test_a_name_that_nobody_knows_is_no_health(ask: Ask, question: str) -> None:
    result = ask(question)
    assert result["verdict"] == "LOW_CONFID"
    assert result["references"] == []
    assert "order-servce" in result["answer"]
    assert "GiB" not in result["answer"]


def test_a_window_narrows_the_series(ask: Ask) -> None:
    result = ask("How did the memory of order-service develop?", "--since", "20m")
    assert "rose from 2.5 GiB" in result["answer"]


@pytest.mark.parametrize(
    "question",
    ["What was the memory of order-service at {}?", "order-service 在 {} 的内存是多少？"],
)
def test_a_value_at_an_instant_is_the_one_of_that_instant(
    ask: Ask, measuring: Measuring, question: str
) -> None:
    at = measuring.before(minutes=20)
    result = ask(question.format(f"{at:%H:%M}"))
    assert result["verdict"] == "PASS"
    assert f"{at:%Y-%m-%dT%H:%M:%SZ}" in result["answer"]
    assert "2.5 GiB" in result["answer"].partition(";")[0].partition("；")[0]
    (line,) = (each["text"] for each in result["references"])
    assert f"asked_for=2.5 GiB at {at:%Y-%m-%dT%H:%M:%SZ}" in line


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("What was the peak memory of order-service?", "had its maximum of 3.75 GiB at"),
        ("order-service 的内存峰值是多少？", "达到峰值 3.75 GiB"),
        ("order-service 的内存最高是多少？", "达到峰值 3.75 GiB"),
    ],
)
def test_a_peak_is_told_in_both_languages(ask: Ask, question: str, says: str) -> None:
    result = ask(question)
    assert result["verdict"] == "PASS"
    assert says in result["answer"]


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("gc pause of payment-service", 'No source of query_metrics has a metric called "gc".'),
        ("payment-service 的 GC 停顿是多少？", '没有名为 "gc" 的指标'),
        (
            "queue_dept of worker-1",
            'has a metric called "queue_dept" (the nearest names are "queue_depth"',
        ),
    ],
)
def test_a_metric_that_nobody_has_is_told_as_such(ask: Ask, question: str, says: str) -> None:
    result = ask(question)
    assert result["verdict"] == "LOW_CONFID"
    assert result["references"] == []
    assert says in result["answer"]
