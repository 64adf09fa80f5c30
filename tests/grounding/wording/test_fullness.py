"""``n/n`` makes "full", "all in use" and "exhausted" recomputable for what has it (section 7)."""

import pytest

from superbiz_agent.grounding.comparison.engine import fact_gaps
from superbiz_agent.grounding.wording import full_ratios, polarity_conflict

FULL = (
    "2026-07-07T10:02:38.902Z ERROR order-service [http-nio-8080-exec-7] "
    "com.zaxxer.hikari.pool.HikariPool HikariPool-1 - Connection is not available, request timed "
    "out after 30000ms (total=50, active=50/50, idle=0, waiting=12) (order-service.log:21)"
)
PARTLY_USED = FULL.replace("50/50", "12/50").replace("idle=0", "idle=38")
OTHER = (
    "2026-07-07T10:02:40Z ERROR payment-service HikariPool-2 - pool stats (total=50, active=12/50, "
    "idle=38, waiting=0) (payment-service.log:3)"
)
NAMES = ("order-service", "payment-service")


def is_carried(text: str, *sources: str) -> bool:
    gaps = fact_gaps(text, sources, names=NAMES)
    return not gaps and not polarity_conflict(text, sources)


PROVEN = [
    "HikariPool-1 of order-service is exhausted.",
    "The connection pool of order-service is exhausted.",
    "HikariPool-1 is full.",
    "All 50 connections of HikariPool-1 are in use.",
    "None of the 50 connections of order-service HikariPool-1 is free.",
    "There are no free connections in HikariPool-1 of order-service.",
    "order-service HikariPool-1 has zero idle connections.",
    "order-service's pool is saturated (50 of 50 active).",
    "The root cause in order-service is the exhausted pool, active=50/50.",
    "order-service 的连接池已耗尽。",
    "连接池已满。",
    "HikariPool-1 已占满，50 个连接全部在用。",
    "order-service 连接池空闲连接为 0。",
    "order-service 连接池已耗尽（active=50/50），12 个请求在等待。",
]


@pytest.mark.parametrize("text", PROVEN)
@pytest.mark.parametrize("sources", [(FULL,), (FULL, OTHER)], ids=["alone", "beside another"])
def test_a_full_ratio_anywhere_in_the_record_proves_it(text: str, sources: tuple[str, ...]) -> None:
    assert is_carried(text, *sources)


@pytest.mark.parametrize("text", PROVEN)
def test_a_ratio_that_is_not_full_does_not(text: str) -> None:
    assert not is_carried(text, PARTLY_USED)


@pytest.mark.parametrize(
    ("text", "is_full"),
    [
        ("used_memory=1536MB, maxmemory=1536MB", True),
        ("pool_in_use=4 and pool_max=4", True),
        ("used_memory=1.99G, maxmemory=2.00G", False),
        ("used=20MB, max=20GB", False),
        ("used=2, max=2%", False),
    ],
)
def test_a_part_as_large_as_its_whole_is_full_in_any_unit(text: str, is_full: bool) -> None:
    assert bool(full_ratios(text)) is is_full


@pytest.mark.parametrize(
    "text",
    [
        "memory is exhausted",
        "The memory of order-service is exhausted.",
        "The disk is full.",
        "The thread pool of order-service is exhausted.",
        "磁盘已满。",
        "order-service 内存耗尽。",
        "order-service 线程池耗尽。",
        # another entity
        "payment-service's pool is exhausted",
        "HikariPool-2 is exhausted.",
        "payment-service 的连接池已耗尽。",
        # the opposite, in either language
        "HikariPool-1 is not exhausted.",
        "Not all 50 connections of HikariPool-1 are in use.",
        "order-service HikariPool-1 未耗尽。",
        "连接池并未占满。",
    ],
)
@pytest.mark.parametrize("sources", [(FULL,), (FULL, OTHER)], ids=["alone", "beside another"])
def test_it_proves_nothing_of_another_resource_or_entity(
    text: str, sources: tuple[str, ...]
) -> None:
    assert not is_carried(text, *sources)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("The thread pool is full.", "worker threads busy=200/200"),
        ("线程池已满。", "worker threads busy=200/200"),
        ("内存耗尽。", "heap used 512/512"),
        ("队列已满。", "queue=1000/1000, memory 12/50"),
    ],
)
def test_each_resource_has_its_own_ratio(text: str, source: str) -> None:
    assert is_carried(text, source)
    assert not is_carried("连接池已耗尽。", source)


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("(total=5, active=5, idle=0, waiting=39)", ["5"]),
        ("active=5, idle=0, total=5", ["5"]),
        ("total=50, active=5, idle=45", []),
        ("total=0, active=0", []),
        ("active=50/50", ["50"]),
        ("total=5, waiting=5", []),
        ("total=5; later active=5", []),
        ("total=5, active=50", []),
    ],
)
def test_a_part_as_large_as_its_whole_is_full(text: str, sizes: list[str]) -> None:
    assert full_ratios(text) == sizes


@pytest.mark.parametrize(
    ("source", "is_carried"),
    [
        ("orders HikariPool-1 (total=5, active=5, idle=0)", True),
        ("orders HikariPool-1 (total=5, active=4, idle=1)", False),
    ],
)
@pytest.mark.parametrize(
    "text", ["orders: the connection pool is exhausted, 5 of 5 in use", "orders 的连接池耗尽"]
)
def test_exhausted_follows_from_a_total_that_is_all_active(
    text: str, source: str, is_carried: bool
) -> None:
    held = not fact_gaps(text, [source]) and not polarity_conflict(text, [source])
    assert held is is_carried
