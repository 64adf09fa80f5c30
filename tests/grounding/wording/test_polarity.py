"""Polarity is neither lost nor gained (contract section 7)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.grounding.wording import has_polarity, polarity_conflict
from superbiz_agent.grounding.wording.polarity_words import AXES


@pytest.mark.parametrize(
    ("text", "source"),
    [
        # a negation lost or gained
        ("errors were found in checkout", "no errors were found in checkout"),
        ("no errors were found in checkout", "errors were found in checkout"),
        ("order-service restarted", "order-service did not restart"),
        ("order-service did not restart", "order-service restarted"),
        ("order-service deployed v2", "order-service failed to deploy v2"),
        ("checkout 中发现错误", "checkout 中未发现错误"),
        ("order-service 有连接", "order-service 没有连接"),
        ("a record matched", "matched no record"),
        # opposites and resultatives
        ("order-service is available", "order-service is not available"),
        ("order-service is reachable", "order-service is unreachable"),
        ("the upload of order-service succeeded", "the upload of order-service failed"),
        ("order-service memory decreased", "order-service memory increased"),
        ("order-service 已恢复", "order-service 未恢复"),
        ("order-service 内存下降", "order-service 内存上升"),
        ("the pool of order-service has free connections", "order-service pool is exhausted"),
        ("连接池有空闲连接", "连接池耗尽"),
        ("the alert is resolved", "the alert is firing"),
        # nothing found is not healthy
        ("order-service metrics are normal", "no anomaly was found in order-service"),
        ("order-service 正常", "order-service 未见异常"),
        ("order-service is healthy", "order-service memory is at 91%"),
        # what belongs to another entity, or to another resource
        ("pod-2 is running", "pod-1 is running, pod-2 is stopped"),
        ("pod-2 运行中", "pod-1 运行中，pod-2 停止"),
        ("order-service memory is exhausted", "order-service HikariPool active=50/50"),
        ("the pool is exhausted", "order-service HikariPool active=49/50"),
        ("the pool is exhausted", "order-service HikariPool active=0/0"),
        # good news is not added in any pair of languages
        ("order-service 已恢复", "order-service pool is exhausted"),
        ("order-service is healthy", "order-service 连接池耗尽"),
    ],
)
def test_a_turned_polarity_is_a_conflict(text: str, source: str) -> None:
    assert polarity_conflict(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("order-service is unavailable", "order-service is not available"),
        ("order-service has no free connections", "order-service pool is exhausted"),
        ("连接池无空闲连接", "连接池耗尽"),
        ("连接池全部占用", "连接池耗尽"),
        ("no record matched", "matched no record"),
        ("matched no record", "matched 0 records"),
        ("没有匹配的记录", "匹配到 0 条记录"),
        ("order-service failed to start", "order-service start failed"),
        ("the pool of order-service is full", "order-service HikariPool active=50/50"),
        ("order-service 连接池耗尽", "order-service 连接池 active=50/50"),
        ("pod-2 is stopped", "pod-1 is running, pod-2 is stopped"),
        ("the pool is exhausted with waiting=12", "the pool is exhausted, waiting=12"),
        ("waiting=12 in order-service", "order-service pool is exhausted, waiting=12"),
        ("HighMemoryUsage is firing at 91%", "HighMemoryUsage, current=91%"),
        ("errors were found in app.log", "app.log holds 5 errors"),
        # compared within one language
        ("order-service 连接池耗尽", "order-service connection pool exhausted"),
        ("请求超时", "Connection is not available, request timed out after 30000ms"),
        # a hedge is no negation
        ("order-service 可能泄漏连接（尚未确认）", "order-service 可能泄漏连接"),
        ("a leak in order-service is likely, not confirmed", "a leak in order-service is likely"),
    ],
)
def test_a_kept_polarity_is_none(text: str, source: str) -> None:
    assert not polarity_conflict(text, [source])


@pytest.mark.parametrize("axis", AXES, ids=lambda axis: axis.name)
def test_each_side_of_each_axis_contradicts_the_other(axis: object) -> None:
    positive, negative = axis.positive, axis.negative  # type: ignore[attr-defined]
    for good, bad in ((positive[0], negative[0]), (positive[-1], negative[-1])):
        assert polarity_conflict(f"worker-1 {bad}", [f"worker-1 {good}"])
        assert polarity_conflict(f"worker-1 {good}", [f"worker-1 {bad}"])


def test_no_word_stands_on_both_sides_of_an_axis() -> None:
    for axis in AXES:
        assert not set(axis.positive) & set(axis.negative), axis.name


@pytest.mark.parametrize("text", ["no-op", "read-only.d", "不同的服务", "未来三天", "非常慢的服务"])
def test_a_negator_inside_another_word_says_nothing(text: str) -> None:
    assert not has_polarity(text.replace("慢", ""))


@given(st.text(max_size=120))
def test_a_text_never_contradicts_itself(text: str) -> None:
    assert not polarity_conflict(text, [text])


@given(st.text(max_size=80), st.lists(st.text(max_size=80), max_size=3))
def test_any_text_is_compared_without_raising(text: str, sources: list[str]) -> None:
    assert polarity_conflict(text, sources) in (True, False)


HAN_REPORT = "流量不变而 active 上升，说明连接未归还"
REPORT = "Check that traffic is stable while `active` climbs, which means a connection not returned"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (f"The runbook says: “{REPORT}”", f"Pool > Diagnosis: {REPORT}. (pool.md)"),
        (f"手册记载：“{HAN_REPORT}”", f"连接池 > 排查: {HAN_REPORT}。(pool.md)"),
    ],
)
def test_a_quotation_word_for_word_is_read_in_the_clauses_of_its_source(
    text: str, source: str
) -> None:
    assert not polarity_conflict(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("the pool of order-service is “available”", "the pool of order-service is not available"),
        ("order-service logged “Connection”", "Connection is not available"),
        ("order-service has no “connection pool exhausted”", "connection pool exhausted"),
    ],
)
def test_no_quotation_hides_a_change_of_polarity(text: str, source: str) -> None:
    assert polarity_conflict(text, [source])


RUNNING = "2026-07-07T10:12:05Z INFO pod-1 is running, ready=true"
CRASHED = "2026-07-07T10:12:06Z ERROR pod-2 crashed, exit code 137"


@pytest.mark.parametrize(
    "text",
    [
        "pod-1 and pod-2 crashed.",
        "Both pod-1 and pod-2 crashed.",
        "pod-1, pod-2 are running.",
        "pod-1 与 pod-2 均崩溃。",
        "pod-1 崩溃，pod-2 运行中。",
        "pod-1 crashed, pod-2 is running.",
        "pod-2 正在运行。",
    ],
)
def test_each_entity_of_a_joint_subject_has_the_polarity_of_its_own_sources(text: str) -> None:
    assert polarity_conflict(text, [RUNNING, CRASHED])


@pytest.mark.parametrize(
    "text",
    ["pod-1 is running and pod-2 has crashed.", "pod-2 crashed.", "pod-2 崩溃，pod-1 正在运行。"],
)
def test_entities_that_differ_may_be_told_in_one_sentence(text: str) -> None:
    assert not polarity_conflict(text, [RUNNING, CRASHED])


@pytest.mark.parametrize("escape", [r"\t", r"\n"])
def test_a_tab_or_line_end_of_a_stored_text_ends_a_clause(escape: str) -> None:
    parts = ("ERROR order-service boot failed", "payment-service is down", "redis-1 recovered")
    source = escape.join(parts)
    for text in ("order-service recovered.", "payment-service recovered.", "redis-1 is down."):
        assert polarity_conflict(text, [source]), text
    assert not polarity_conflict("redis-1 recovered.", [source])
