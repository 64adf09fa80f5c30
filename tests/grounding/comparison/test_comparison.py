"""A fact passes only if its sources carry it, of the same entity, or code recomputes it."""

import pytest

from superbiz_agent.grounding.comparison.engine import content_terms, fact_gaps, fold, occurs_in

ALERT = (
    "HighMemoryUsage firing, service=order-service, current=91%, duration=15m, "
    "severity=critical, since=2026-07-07T10:00:23Z"
)
POOL = (
    "2026-07-07T10:01:05Z ERROR order-service HikariPool-1 - Connection is not available, request "
    "timed out after 30000ms (total=50, active=50/50, idle=0, waiting=12) (PoolBase.java:42)"
)
TWO = "order-service at 91%, payment-service at 35%"
ALERT_TWO = "HighMemoryUsage firing, service=payment-service, current=35%, duration=5m"
SEARCH = (
    'search for "timeout", service=payment-service in demo logs, window '
    "2026-07-07T09:00:00Z to 2026-07-07T11:00:00Z: matched=0, truncated=no, answered=yes"
)
HIKARI = SEARCH.replace('"timeout", service=payment-service', '"HikariCP", service=order-service')


DISK = "payment-db disk usage 78% on /var/lib/mysql, 22 GB free of 100 GB"
CPU = "pod checkout-7d9f cpu limit=250m, cpu usage=248m, restarts=3"
QUEUE = "order-service queue depth grew from 120 to 480 in 5 minutes"
CONTEXT = (
    "service=order-service",
    "source=app.log",
    "window 2026-07-07T09:00:00Z to 2026-07-07T11:00:00Z",
    "matched=3",
)


def gaps(text: str, *sources: str, names: tuple[str, ...] = ()) -> list[str]:
    return [text[fact.span[0] : fact.span[1]] for fact in fact_gaps(text, sources, names=names)]


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("order-service memory is at 91 %", (ALERT,)),
        ("order-service 内存使用率达到百分之91，已持续15分钟", (ALERT,)),
        ("order-service 内存使用率 91%，持续 15 分钟", (ALERT, ALERT_TWO)),
        ("91% on order-service and 35% on payment-service", (TWO,)),
        ("payment-service is at 35%, order-service at 91%", (TWO,)),
        ("order-service and payment-service are at 91% and 35% respectively", (TWO,)),
        ("order-service 和 payment-service 分别为 91% 和 35%", (TWO,)),
        ("HighMemoryUsage fires on order-service", (ALERT, ALERT_TWO)),
        ("HighMemoryUsage has been firing since 2026-07-07 18:00 +08:00", (ALERT,)),
        ("firing since 10:00Z on 2026-07-07", (ALERT,)),
        ("自 2026年7月7日 起", (ALERT,)),
        ("order-service 的请求在 30 秒后超时", (POOL,)),
        ("order-service 连接池已耗尽（active=50/50，等待 12）", (POOL,)),
        ("all 50 connections are in use: 100%", (POOL,)),
        ('the log says "request timed out after 30000ms"', (POOL,)),
        ("`Connection is not available`", (POOL,)),
        ("PoolBase.java:42", (POOL,)),
        ("订单服务 91%", (ALERT,)),
        ("1. order-service: 91%\n2. duration: 15m", (ALERT,)),
        ("| order-service | 91% | 15m |", (ALERT,)),
        ("the search window was 09:00 to 11:00 UTC and matched 0 lines", (SEARCH,)),
        ("90.6%", ("order-service current=90.58%",)),
        ("1.5 GiB", ("order-service rss=1536MiB",)),
        ("91%", ("order-service memory_usage_ratio=0.91",)),
        ("memory doubled on order-service", ("order-service 40%, later 80%",)),
        ("order-service rose by 40 pp", ("order-service 40%, later 80%",)),
        ("up 100 %", ("order-service 40%, later 80%",)),
        ("over 90%", (ALERT,)),
        ("超过 90%", (ALERT,)),
        ("at least 15 minutes", (ALERT,)),
        ("8 errors in total", ("a-svc errors=5", "b-svc errors=3")),
        ("共 8 个错误，合计 8", ("a-svc errors=5", "b-svc errors=3")),
        ("both services", ("a-svc is up", "b-svc is up")),
        (
            "order-service 的 HikariCP 连接池 HikariPool-1 已耗尽：active=50/50，等待 12",
            (POOL, ALERT, HIKARI),
        ),
        ("in the window 09:00-11:00 UTC", (SEARCH,)),
        ("all three: a-svc, b-svc, c-svc", ("a-svc, b-svc, c-svc",)),
        ("45 of 50 connections, 90% used", ("used=45, total=50",)),
        ("it lasted 65 seconds", ("start 10:00:00Z", "end 10:01:05Z")),
        ("from 10:00:00Z to 10:01:05Z, that is 65 s", ("at 10:00:00Z", "and 10:01:05Z")),
        ("the first error was at 10:00:00Z", ("error at 10:00:00Z", "error at 10:01:05Z")),
        ("HTTP 500", ('10.0.0.1 "GET /v2/servers HTTP/1.1" 500',)),
        ("5xx on a-svc", ("a-svc status=503",)),
        ("connection-pool timeouts", (POOL + " connection pool",)),
        ("checkout has 5 errors", ("service=checkout, errors=5", "service=cart, errors=7")),
        ("12 requests are waiting on order-service", (POOL,)),
        ("order-service 有 12 个请求在等待", (POOL,)),
        ("payment-db has 22 GB free of 100 GB", (DISK,)),
        ("payment-db 磁盘已用 78%，剩余 22 GB", (DISK,)),
        ("payment-db uses 78 GB", (DISK,)),
        ("checkout-7d9f uses 0.248 cores of 0.25 cores cpu", (CPU,)),
        ("checkout-7d9f restarted 3 times", (CPU,)),
        ("3 records matched", (POOL, *CONTEXT)),
        ("匹配 3 条日志", (POOL, *CONTEXT)),
        ("both errors concern order-service", (POOL, POOL.replace("10:01", "10:02"), *CONTEXT)),
        ("两个告警：order-service 91%，payment-service 35%", (ALERT, ALERT_TWO, *CONTEXT)),
        ("the search window was 2 hours long", (POOL, *CONTEXT)),
        ("order-service queue depth rose to 480 from 120", (QUEUE,)),
        ("order-service 队列深度由 120 变为 480", (QUEUE,)),
        ("order-service 内存达到百分之玖拾壹", (ALERT,)),
        ("order-service 的一半内存", ("order-service memory 50%",)),
        ("order-service was slow all day", ("order-service 全天 slow",)),
    ],
)
def test_what_the_sources_carry_is_no_gap(text: str, sources: tuple[str, ...]) -> None:
    assert gaps(text, *sources) == []


@pytest.mark.parametrize(
    ("text", "sources", "expected"),
    [
        ("order-service is at 19%", (ALERT,), ["19%"]),
        ("payment-service 91 %", (TWO,), ["91 %"]),
        ("order-service is at 35%", (TWO,), ["35%"]),
        ("91% on payment-service and 35% on order-service", (TWO,), ["91%", "35%"]),
        ("payment-service 内存 91%", (ALERT, ALERT_TWO), ["91%"]),
        ("payment-service 持续 15 分钟", (ALERT, ALERT_TWO), ["15 分钟"]),
        (
            "order-service and payment-service are at 35% and 91% respectively",
            (TWO,),
            ["35%", "91%"],
        ),
        ("cart-service is at 91%", (ALERT,), ["cart-service", "91%"]),
        ("checkout-canary", ("checkout is slow",), ["checkout-canary"]),
        ("orders-db-2", ("orders-db-1",), ["orders-db-2"]),
        ("15M", (ALERT,), ["15M"]),
        ("15h", (ALERT,), ["15h"]),
        ("at 10:00:24Z", (ALERT,), ["10:00:24Z"]),
        ("at 10:00+08:00", (ALERT,), ["10:00+08:00"]),
        ("at 10:00:23", (ALERT,), ["10:00:23"]),
        ("at 10:00:23.5Z", (ALERT,), ["10:00:23.5Z"]),
        ("on 2026-07-08", (ALERT,), ["2026-07-08"]),
        ("waiting=50", (POOL,), ["50"]),
        ("等待 50，active 12", (POOL,), ["50", "12"]),
        ("waiting 50 connections", ("active=50, waiting=12",), ["50"]),
        ("active=50/500", (POOL,), ["50/500"]),
        ("the pool is exhausted", ("order-service active=49/50",), ["exhausted"]),
        (
            "payment-service 连接池耗尽",
            ("order-service active=50/50", "payment-service active=3/50"),
            ["耗尽"],
        ),
        ("91%", ("order-service current=90.6%",), ["91%"]),
        ("1.25 %", ("errors at 12.5 %",), ["1.25 %"]),
        ("tripled", ("order-service 40%, later 80%",), ["tripled"]),
        ("up 50 %", ("order-service 40%, later 80%",), ["up 50 %"]),
        ("over 92%", (ALERT,), ["over 92%"]),
        ("doubled", (ALERT,), ["doubled"]),
        ("all four: a-svc, b-svc, c-svc", ("a-svc, b-svc, c-svc",), ["all four"]),
        ("三次重试", (ALERT,), ["三次"]),
        ("8 errors", ("a-svc errors=5", "b-svc errors=3"), ["8"]),
        (
            '"request timed out after 3000ms"',
            (POOL,),
            ['"request timed out after 3000ms"', "3000ms"],
        ),
        ("orders\u200b-db-1", ("orders-db-1",), ["orders\u200b-db-1"]),
        (
            "the first error was at 10:01:05Z",
            ("error at 10:00:00Z", "error at 10:01:05Z"),
            ["the first"],
        ),
        ("NullPointerException on order-service", (POOL,), ["NullPointerException"]),
        ("HTTP 502", ("a-svc status=503",), ["HTTP 502"]),
        ("v2.14.8", ("v2.14.3",), ["v2.14.8"]),
        ("支付服务 91%", (ALERT,), ["支付", "91%"]),
        ("cart has 5 errors", ("service=checkout, errors=5", "service=cart, errors=7"), ["5"]),
        ("the error rate is 91%", (ALERT,), ["91%"]),
        ("CPU 91%", (ALERT,), ["91%"]),
        ("from 09:00 to 10:30 UTC", (SEARCH,), ["10:30 UTC"]),
        ("HighMemoryUsage fires on payment-service", (ALERT, TWO), ["HighMemoryUsage"]),
        ("order-service restarted 4 times", (POOL, *CONTEXT), ["4"]),
        ("order-service 重启了五次", (POOL, *CONTEXT), ["五次"]),
        ("order-service restarted 3 times", (POOL, *CONTEXT), ["3"]),
        ("3 users of order-service complained", (POOL, *CONTEXT), ["3"]),
        ("two customers of order-service timed out", (POOL, POOL[:-1]), ["two"]),
        ("HighMemoryUsage fires for 2 hours on order-service", (ALERT, *CONTEXT), ["2 hours"]),
        ("order-service 持续 2 小时", (ALERT, *CONTEXT), ["2 小时"]),
        ("12 requests of order-service timed out", (POOL,), ["12"]),
        ("order-service 重启了 12 次", (POOL,), ["12"]),
        ("12 of 50 connections of order-service are in use", (POOL,), ["12 of 50"]),
        ("payment-db has 100 GB free", (DISK,), ["100 GB"]),
        ("payment-db 磁盘已用 22 GB", (DISK,), ["22 GB"]),
        ("payment-db 磁盘空闲 78%", (DISK,), ["78%"]),
        ("payment-db 磁盘剩余 78 GB", (DISK,), ["78 GB"]),
        ("the order-service threshold is 91%", (ALERT,), ["91%"]),
        ("order-service 可用性为 91%", (ALERT,), ["91%"]),
        ("order-service peaked at 91%", (ALERT,), ["91%"]),
        ("91% of the requests of order-service failed", (ALERT,), ["91%"]),
        ("checkout-7d9f cpu limit is 250 minutes", (CPU,), ["250 minutes"]),
        ("order-service queue depth went from 480 to 120", (QUEUE,), ["120"]),
        ("order-service queue depth: 480 -> 120", (QUEUE,), ["120"]),
        ("order-service 队列深度由 480 变为 120", (QUEUE,), ["120"]),
        ("order-service queue depth fell to 120 from 480", (QUEUE,), ["fell to", "480"]),
        ("order-service 内存 玖拾贰%", (ALERT,), ["玖拾贰%"]),
        ("order-service 内存用了三分之二", (ALERT,), ["三分之二"]),
        ("half of the order-service requests", (ALERT,), ["half of"]),
        ("order-service timed out twice", (POOL, *CONTEXT), ["twice"]),
        ("order-service 内存从昨天起一直 91%", (ALERT,), ["昨天", "一直"]),
        ("order-service at 91% since Wednesday, all day", (ALERT,), ["Wednesday", "all day"]),
        ("dozens of order-service requests", (POOL,), ["dozens"]),
        ("order-service 大部分请求超时", (POOL,), ["大部分"]),
        ("HighMemoryUsage fires on pod-9", (ALERT, "pod=pod-9"), ["HighMemoryUsage"]),
    ],
)
def test_what_the_sources_do_not_carry_is_a_gap(
    text: str, sources: tuple[str, ...], expected: list[str]
) -> None:
    assert gaps(text, *sources) == expected


def test_known_names_bind_values() -> None:
    sources = ["checkout at 91%, cart at 35%"]
    assert gaps("cart at 91%", *sources, names=("checkout", "cart")) == ["91%"]
    assert gaps("checkout at 91%", *sources, names=("checkout", "cart")) == []


def test_without_sources_every_fact_is_a_gap() -> None:
    assert gaps("order-service at 91%") == ["order-service", "91%"]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Order-Service  IS down", "order-service is down"),
        ("内存：９１％", "内存:91%"),
        ("“quoted”", '"quoted"'),
        ("５０　connections", "50 connections"),
        ("5 Pods", "5 pods"),
    ],
)
def test_folding_ignores_case_width_space_and_quotes(left: str, right: str) -> None:
    assert fold(left) == fold(right)


@pytest.mark.parametrize(
    ("left", "right"), [("15M", "15m"), ("10²", "102"), ("5 MB", "5 Mb"), ("a\u200bb", "ab")]
)
def test_folding_keeps_units_superscripts_and_hidden_characters(left: str, right: str) -> None:
    assert fold(left) != fold(right)


@pytest.mark.parametrize(
    ("part", "whole", "stands"),
    [
        ("active=50/50", "x active=50/50, y", True),
        ("active=50/50", "active=50/500", False),
        ("checkout", "checkout-canary", False),
        ("内存", "当前内存高", True),
        ("", "anything", False),
    ],
)
def test_a_part_stands_only_at_token_bounds(part: str, whole: str, stands: bool) -> None:
    assert occurs_in(part, whole) is stands


def test_content_terms_leave_stop_words_out() -> None:
    assert content_terms("The pool of order-service IS exhausted") == {
        "pool",
        "order-service",
        "exhausted",
    }
    assert "连接" in content_terms("数据库连接池")
    assert "的内" not in content_terms("服务的内存")
