"""A value is an average, a median, a percentile or a peak where its line says so."""

import pytest

from superbiz_agent.grounding.misreadings.table import misreads

LATENCY = "2026-08-14T09:00:00Z WARN api-gw latency 300ms"
MEAN = "2026-08-14T09:00:00Z WARN api-gw mean_latency=300ms p95=900ms"
PAUSE = "2026-08-14T09:00:00Z WARN api-gw gc pause 230ms, then 270ms"
MEMORY = "HighMemory firing, service=api-gw, current=91%"
PODS = "2026-08-14T09:00:00Z WARN 91% of the pods of api-gw are not ready"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("The average latency of api-gw is 300ms.", LATENCY),
        ("api-gw 的平均延迟为 300ms。", LATENCY),
        ("The median latency of api-gw is 300ms.", LATENCY),
        ("api-gw 的延迟中位数为 300ms。", MEAN),
        ("The p99 latency of api-gw is 300ms.", LATENCY),
        ("The p99 latency of api-gw is 900ms.", MEAN),
        ("The latency of api-gw peaked at 300ms.", LATENCY),
        ("api-gw 延迟峰值为 300ms。", LATENCY),
        ("api-gw paused for 230ms in total.", PAUSE),
        ("91% of the pods of api-gw use too much memory.", MEMORY),
        ("api-gw 91% 的容器占用过高。", MEMORY),
    ],
)
def test_a_statistic_that_no_line_names_is_a_misreading(text: str, source: str) -> None:
    assert misreads(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("The average latency of api-gw is 300ms.", MEAN),
        ("api-gw 的平均延迟为 300ms。", MEAN),
        ("The p95 latency of api-gw is 900ms.", MEAN),
        ("The latency of api-gw is 300ms.", LATENCY),
        ("api-gw paused for 500ms in total.", PAUSE),
        ("api-gw 的停顿平均为 250ms。", PAUSE),
        ("api-gw uses 91% of its memory.", MEMORY),
        ("91% of the pods of api-gw are not ready.", PODS),
    ],
)
def test_a_statistic_that_a_line_names_or_comes_to_is_told(text: str, source: str) -> None:
    assert not misreads(text, [source])
