"""The same records, through files and through a server: what must not differ."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.tools.base import ToolContext, ToolOutcome
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.logs import LogBackend, LogsArguments, LogsTool

NOW = datetime(2026, 7, 7, 12, 0, tzinfo=UTC)
START = datetime(2026, 7, 7, 10, 0, tzinfo=UTC)
WINDOW = {"since": "2026-07-07T09:30:00Z", "until": "2026-07-07T11:30:00Z"}

CHECKOUT = {"namespace": "prod", "pod": "checkout-7d9f8c6b5-x2x4z", "container": "app"}
ORDERS = {"namespace": "prod", "pod": "orders-5b6c7d8f9-k2k4m", "container": "app"}
DATABASE = {"namespace": "data", "pod": "db-0", "container": "postgres"}

STREAMS: Sequence[tuple[Mapping[str, str], Sequence[str]]] = [
    (
        CHECKOUT,
        [
            "INFO started in 3.1 s",
            "WARN HikariPool-1 - active=50/50 waiting=12",
            "ERROR HikariPool-1 - Connection is not available, request timed out after 30000ms.",
            "java.sql.SQLTransientConnectionException: HikariPool-1 - timed out",
            "\tat com.zaxxer.hikari.pool.HikariPool.get(HikariPool.java:128)",
            "Caused by: java.net.SocketTimeoutException: Read timed out",
            "\t... 12 more",
            "ERROR 数据库连接池耗尽，等待线程 12",
            "INFO GET /cart 503 in 30001 ms for order-503",
            "INFO user=İbrahim paid with \x1b[31mV\x1b[0mISA",
        ],
    ),
    (
        ORDERS,
        [
            '{"level":"error","msg":"checkout failed","status":503,"trace_id":"4bf92f3577b34da6"}',
            '{"level":"info","msg":"订单 已创建","quote":"a \\"b\\" c"}',
            '{"level":"warn","msg":"retrying in 200ms","attempt":2}',
            "panic: runtime error: index out of range [3]",
            "goroutine 7 [running]:",
            "main.main()",
            "\t/app/main.go:12 +0x1d",
        ],
    ),
    (
        DATABASE,
        [
            "LOG:  checkpoint complete",
            "FATAL:  remaining connection slots are reserved",
            'ERROR:  relation "orders" does not exist',
            "log level: [x](y)|z.*? $^ {brace} back\\slash `tick`",
        ],
    ),
]

QUERIES: Mapping[str, dict[str, object]] = {
    "every record": {"query": "*"},
    "a word": {"query": "Hikari"},
    "a phrase": {"query": '"request timed out after 30000ms"'},
    "a number": {"query": "503"},
    "chinese": {"query": "连接池耗尽"},
    "two characters": {"query": "订单"},
    "a chinese term with english wordings": {"query": "数据库连接池"},
    "the cause within a trace": {"query": "SocketTimeoutException"},
    "a frame of a trace": {"query": "main.go"},
    "punctuation": {"query": "[x](y)|z.*?"},
    "a back slash and a tick": {"query": "back\\slash `tick`"},
    "nothing there": {"query": "kafka rebalance"},
    "a service": {"query": "*", "service": "checkout"},
    "a pod": {"query": "timed out", "service": ORDERS["pod"]},
    "a name of a stream in the query": {"query": "checkout timed out"},
    "an unknown service": {"query": "*", "service": "chekout"},
    "a level": {"query": "*", "level": "ERROR"},
    "a level and a service": {"query": "*", "level": "WARN", "service": "orders"},
    "a level and words": {"query": "HikariPool", "level": "ERROR"},
    "a regex": {"query": "*", "regex": "active=[0-9]+/50"},
    "a regex and words": {"query": "Hikari", "regex": "waiting=\\d+"},
    "a short window": {
        "query": "*",
        "since": "2026-07-07T10:00:02Z",
        "until": "2026-07-07T10:00:04Z",
    },
    "a trace id": {"query": "4bf92f3577b34da6"},
    "capitals that shrink": {"query": "ibrahim"},
    "colours amid a word": {"query": "visa"},
}


CONTINUED = re.compile(r"\t|java\.|Caused by|goroutine|main\.")


def ask(backends: Sequence[LogBackend], **arguments: object) -> ToolOutcome:
    """Ask ``query_logs`` over ``backends``, in the window of the records if no other is given."""
    asked = LogsArguments.model_validate({"query": "*", **WINDOW, **arguments})
    return LogsTool(list(backends)).run(asked, ToolContext(window=TimeWindow(), now=NOW))


def instants_of(lines: Sequence[str]) -> list[datetime]:
    """When each line of a stream was written: those of a stack trace at once."""
    at, instants = START, list[datetime]()
    for line in lines:
        at += timedelta(milliseconds=1) if CONTINUED.match(line) else timedelta(seconds=3)
        instants.append(at)
    return instants


def write_pods(folder: Path) -> Path:
    """Write the streams as the files of their pods, as a container's runtime does."""
    for labels, lines in STREAMS:
        name = f"{labels['namespace']}_{labels['pod']}_0123456789abcdef0123456789abcdef"
        file = folder / name / labels["container"] / "0.log"
        file.parent.mkdir(parents=True)
        stamped = zip(instants_of(lines), lines, strict=True)
        texts = (f"{format_instant(at)} stdout F {line}\n" for at, line in stamped)
        file.write_text("".join(texts), encoding="utf-8")
    return folder


def essence(outcome: ToolOutcome) -> list[tuple[object, ...]]:
    """What must be the same: each group's text without its place, its fields, counts, instants."""
    found = [
        (
            re.sub(r" \([^()]*\)(?=;|,|$)", "", item.text, count=1),
            sorted((key, value) for key, value in item.fields.items()),
            *(item.values[key] for key in ("count", "first", "last", "ranges", "names")),
            item.values["histogram"],
        )
        for item in outcome.items.get("logs", [])
    ]
    return sorted(found, key=str)
