"""What is known of a record by its shape changes no result (tools/logs/repeats.py)."""

import re
from datetime import UTC, datetime
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from superbiz_agent.tools.base import ToolOutcome
from superbiz_agent.tools.logs import FileLogBackend, LogRequest, SourceReport
from superbiz_agent.tools.logs.query import Hit
from superbiz_agent.tools.logs.repeats import Repeats

MODULE = "superbiz_agent.tools.logs.repeats"
NOW = datetime(2026, 7, 7, 12, tzinfo=UTC)
SHAPES = (
    "2026-07-0#T1#:0#:0#Z WARN pay [exec-##] slow query, took ###ms, rows=#",
    "2026-07-0# 1#:0#:0# ERROR host=web-# upstream returned #0# after #.#s, pool=#/##",
    "2026-07-07T10:00:0#.###Z INFO GET /orders/## HTTP/1.1 #0# ## slow",
    "2026-##-## ##:##:## slow query by job ####",
    "2026-07-07 10:00:0# +0#:00 WARN slow code=## E### took #h",
    "2026-07-07 10:00:0# -## WARN slow",
    "Jul  # 10:00:0# web-# app[###]: slow query ### rows",
    "Jul  # 10:00:0# web-# app-# slow: host=web-#",
    "E070# 10:00:00.###### # pool.go:##] slow, status=#",
    "[## exec] 2026-07-07T10:00:0#Z WARN slow",
    "<##>Jul  7 10:00:0# web-# app: slow query",
    "10.0.0.# - - [0#/Jul/2026:10:00:0# +0000] \"GET /slow HTTP/1.1\" #0# ##",
    "web-# | 2026-07-07T10:00:0#Z service=pay-# version v1.#.# slow WARN#",
    "2026-07-07T10:00:0#Z stdout F slow ##",
    '2026-07-07T10:00:0#Z stdout F {"level":#0,"msg":"slow"}',
    '{"time":"2026-07-07T10:00:0#Z","level":#0,"message":"slow #"}',
    "2026-07-07T10:00:0#Z WARN 查询超时，耗时 ## 毫秒，订单 #### slow",
    "2026-07-07T10:00:0#Z pod=order-service-7f9dd8b6c4-x7gr# slow order-service-#",
    "2026-07-07T10:00:0#Z revision=# slow <> ## <*> x#",
    "2026-07-07T10:00:0#Z slow #\n\tat com.example.Pool.get(Pool.java:##)",
    "\tat com.example.Pool.put(Pool.java:##)",
    "171878340# slow, id=##",
)  # fmt: skip
QUERIES = (
    "slow", '"slow query"', "slow query", "slow web-1", "query 503", "*", "jul", "slow host pool",
    "order-service slow", "pay slow",
)  # fmt: skip
FILTERS: tuple[dict[str, str], ...] = (
    {},
    {},
    {"level": "WARN"},
    {"service": "web"},
    {"service": "web-1"},
    {"service": "order-service", "level": "INFO"},
    {"since": "2026-07-07T10:00:02Z", "until": "2026-07-07T10:00:06Z"},
    {"regex": "[1-4](ms|0)"},
)


def without_shapes(search, path: Path, query: str, **filters: str) -> ToolOutcome:
    with mock.patch.object(Repeats, "find", return_value=None):
        return search(path, query, **filters)


@st.composite
def repeated(draw: st.DrawFn) -> list[str]:
    """Lines of a few shapes, each time with other digits."""
    shapes = draw(st.lists(st.sampled_from(SHAPES), min_size=1, max_size=3))
    digits = iter(draw(st.text("0123456789", min_size=900, max_size=900)))
    return [
        re.sub("#", lambda _: next(digits), draw(st.sampled_from(shapes)))
        for _ in range(draw(st.integers(1, 30)))
    ]


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=300
)
@given(repeated(), st.sampled_from(QUERIES), st.sampled_from(FILTERS))
@example([f"2026-07-07T10:00:0{n}Z slow <> {n} <*> x{n}" for n in range(5)], "slow", {})
@example([f"2026-07-07T10:00:0{n}Z ERROR slow, returned 50{n % 2}" for n in range(6)], "slow", {})
@example([f"2026-07-07T10:00:0{n}Z slow host=web-{n % 2} up" for n in range(6)], "slow", {})
def test_a_search_finds_what_one_that_reads_each_record_finds(
    search, tmp_path_factory, lines: list[str], query: str, filters: dict[str, str]
) -> None:
    path = tmp_path_factory.mktemp("logs") / "app.log"
    path.write_text("\n".join(lines))
    assert search(path, query, **filters) == without_shapes(search, path, query, **filters)


def known(log, shape: str, *others: str) -> list[bool]:
    """Whether the shape of each of ``others`` is known after ``shape`` was seen with two digits."""
    path = log(shape.replace("#", "1"), shape.replace("#", "2"), *others)
    request = LogRequest("*", None, None, None, NOW)
    first, second, *rest = FileLogBackend(None, path).records(request, SourceReport())
    repeats = Repeats()
    for record in (first, second):
        repeats.learn(record, Hit(2, 1))
    return [repeats.find(record) is not None for record in rest]


PLAIN = "2026-07-07T10:00:0#Z WARN host=web-# took #ms"


@pytest.mark.parametrize(
    ("shape", "other", "is_known"),
    [
        (PLAIN, "2026-07-07T10:00:07Z WARN host=web-9 took 8ms", True),
        (PLAIN, "2026-07-07T10:00:07Z WARN host=web-9 took 18ms", False),
        (PLAIN, "2026-07-07T10:00:07Z WARN host=web-9 took 8 ms", False),
        ("Jul  # 10:00:00 web-1 app[#]: x", "Jul  9 10:00:00 web-7 app[9]: x", True),
        ("<13>Jul  # 10:00:00 web app: x", "<14>Jul  9 10:00:00 web app: x", False),
        ("2026-07-07T10:00:0#Z w-# host=w-# x", "2026-07-07T10:00:07Z w-3 host=w-4 x", False),
        ('{"time":"2026-07-07T10:00:0#Z"}', '{"time":"2026-07-07T10:00:07Z"}', False),
        (f"{PLAIN} {'x' * 1000}", f"{PLAIN} {'x' * 1000}".replace("#", "3"), False),
    ],
)  # fmt: skip
def test_a_shape_is_known_where_digits_decide_nothing_but_numbers(
    log, shape: str, other: str, is_known: bool
) -> None:
    assert known(log, shape, other) == [is_known]


def test_few_shapes_are_kept(log) -> None:
    lines = [f"2026-07-07T10:00:00Z slow {'x' * n} {m}" for n in range(9) for m in range(3)]
    with mock.patch(f"{MODULE}._MOST", 2):
        repeats = Repeats()
        request = LogRequest("*", None, None, None, NOW)
        for record in FileLogBackend(None, log(*lines)).records(request, SourceReport()):
            repeats.learn(record, Hit(2, 1))
            assert len(repeats._known) <= 2
