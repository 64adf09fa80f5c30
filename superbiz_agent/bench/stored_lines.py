"""Stored lines as the tools write them, each with claims about it that are true (both languages).

Everything is made up from a number, so that a run of one seed is always the same run and two seeds
share no text.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

TOOLS = ("query_metrics", "query_logs", "lookup_knowledge")
LISTS = {"query_metrics": "alerts", "query_logs": "logs", "lookup_knowledge": "evidence_blocks"}
_SERVICES = (
    *("order-service", "payment-service", "inventory-service", "user-service", "cart-service"),
    *("checkout-gateway", "shipping-worker", "search-api", "billing-db", "notify-queue"),
)
_ALERTS = ("HighMemoryUsage", "HighCpuUsage", "HighErrorRate", "SlowResponses", "DiskAlmostFull")
_PATHS = ("/api/v1/orders", "/api/v1/pay", "/api/v2/stock", "/login", "/healthz")


@dataclass(frozen=True)
class StoredLine:
    """One line of evidence, its structured fields, and a true claim about it in each language."""

    tool_name: str
    text: str
    fields: dict[str, str]
    english: str
    chinese: str


def make_line(tool_name: str, index: int, random: Random) -> StoredLine:
    """The line at ``index`` of a call of ``tool_name``."""
    makers = _MAKERS[tool_name]
    return makers[index % len(makers)](index, random)


def _alert(index: int, random: Random) -> StoredLine:
    service, alert = _service(random), _ALERTS[index % len(_ALERTS)]
    pod = f"{service}-{random.randrange(16**8):08x}-{random.randrange(36**4):05d}"
    current, minutes = random.randint(61, 99), random.randint(2, 90)
    return StoredLine(
        "query_metrics",
        f"{alert} firing, service={service}, current={current}%, duration={minutes}m, pod={pod}, "
        f"severity={random.choice(('critical', 'warning'))}, namespace=prod, "
        f"since={_instant(index, random)}",
        {"service": service, "pod": pod, "namespace": "prod"},
        f"{alert} is firing for {service} with current={current}% and duration={minutes}m.",
        f"{service} 的 {alert} 告警已触发，current={current}%，持续 {minutes} 分钟。",
    )


def _pool(index: int, random: Random) -> StoredLine:
    service, waiting = _service(random), random.randint(3, 180)
    size, timeout = random.choice((10, 20, 50, 100)), random.randint(5, 60) * 1000
    return _record(
        index,
        random,
        service,
        "ERROR",
        f"HikariPool-1 - Connection is not available, request timed out after {timeout}ms "
        f"(total={size}, active={size}/{size}, idle=0, waiting={waiting}) (PoolBase.java:212)",
        f"{service} logged active={size}/{size} and waiting={waiting} after {timeout}ms.",
        f"{service} 记录了 active={size}/{size}、waiting={waiting}，耗时 {timeout}ms。",
    )


def _request(index: int, random: Random) -> StoredLine:
    service, path = _service(random), random.choice(_PATHS)
    status, took = random.choice((200, 404, 500, 503)), random.randint(12, 9000)
    address = f"10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(1, 255)}:8080"
    return _record(
        index,
        random,
        service,
        "WARN",
        f"GET {path} status={status} upstream={address} took={took}ms "
        f"trace={random.randrange(16**16):016x} (access.go:{random.randint(10, 900)})",
        f"{service} answered GET {path} with status={status} and took={took}ms.",
        f"{service} 对 GET {path} 返回 status={status}，took={took}ms。",
    )


def _pause(index: int, random: Random) -> StoredLine:
    service, pause, used = _service(random), random.randint(40, 2900), random.randint(900, 3900)
    return _record(
        index,
        random,
        service,
        "INFO",
        f"[worker-{random.randint(1, 32)}] GC pause={pause}ms, heap used={used}MiB of 4096MiB, "
        "no full collection needed",
        f"{service} reported a GC with pause={pause}ms and used={used}MiB.",
        f"{service} 报告 GC pause={pause}ms，used={used}MiB。",
    )


def _lag(index: int, random: Random) -> StoredLine:
    service, lag = _service(random), random.randint(100, 99_999)
    topic = f"events.{service.partition('-')[0]}.v{random.randint(1, 9)}"
    return _record(
        index,
        random,
        service,
        "WARN",
        f"消费者延迟过高：topic={topic}，partition={random.randrange(64)}，lag={lag}，请检查下游",
        f"{service} logged lag={lag} on topic={topic}.",
        f"{service} 记录 topic={topic} 的 lag={lag}。",
    )


def _runbook(index: int, random: Random) -> StoredLine:
    kind, seconds = random.choice(("pool", "disk", "lag", "latency")), random.randint(10, 900)
    book = f"runbook-{kind}-{random.randrange(10**6):06d}"
    return StoredLine(
        "lookup_knowledge",
        f"{book} > Diagnosis {index}: 连接等待时先看 waiting 与 maximumPoolSize；run `SHOW "
        f"PROCESSLIST`, compare the slowest statements with connection_timeout={seconds}s and "
        "collect thread dumps before anything is changed.",
        {"source": book},
        f"The runbook says to compare the slowest statements with connection_timeout={seconds}s.",
        f"手册写明 connection_timeout={seconds}s，应先收集 thread dumps。",
    )


def _record(
    index: int,
    random: Random,
    service: str,
    level: str,
    message: str,
    english: str,
    chinese: str,
) -> StoredLine:
    text = f"{_instant(index, random)} {level} {service} {message}"
    return StoredLine("query_logs", text, {"service": service}, english, chinese)


def _instant(index: int, random: Random) -> str:
    minute, second = index % 60, random.randrange(60)
    return f"2026-07-{index % 28 + 1:02}T{index % 24:02}:{minute:02}:{second:02}Z"


def _service(random: Random) -> str:
    return random.choice(_SERVICES)


_MAKERS: dict[str, tuple[Callable[[int, Random], StoredLine], ...]] = {
    "query_metrics": (_alert,),
    "query_logs": (_pool, _request, _pause, _lag),
    "lookup_knowledge": (_runbook,),
}
