"""The closed tables of units (contract section 7). Extend a table; no rule lives elsewhere.

Symbols are case-sensitive (``m`` is minutes, ``M`` is mega); words are not.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, TypeAlias

from superbiz_agent.grounding.facts.tables import words

UnitKind: TypeAlias = Literal["duration", "percentage", "quantity"]


@dataclass(frozen=True)
class Unit:
    """What one spelling means: ``factor`` times the base unit ``base`` of ``kind``."""

    kind: UnitKind
    base: str
    factor: Decimal


def _rows(kind: UnitKind, base: str, table: dict[str, str]) -> dict[str, Unit]:
    """Spellings, separated by spaces, to the factor in the table's key."""
    return {
        spelling: Unit(kind, base, Decimal(factor))
        for factor, spellings in table.items()
        for spelling in spellings.split()
    }


SYMBOLS: dict[str, Unit] = {
    **_rows(
        "duration",
        "s",
        {
            "0.000000001": "ns",
            "0.000001": "us",
            "0.001": "ms",
            "1": "s",
            "60": "m min",
            "3600": "h hr",
            "86400": "d",
            "604800": "w",
        },
    ),
    **_rows("percentage", "%", {"1": "%"}),
    **_rows(
        "quantity",
        "B",
        {
            "1": "B",
            "1000": "KB kB",
            "1000000": "MB",
            "1000000000": "GB",
            "1000000000000": "TB",
            "1024": "KiB Ki",
            "1048576": "MiB Mi",
            "1073741824": "GiB Gi",
            "1099511627776": "TiB Ti",
            "1125899906842624": "PiB",
            "1152921504606846976": "EiB",
        },
    ),
    **_rows(
        "quantity",
        "B/s",
        {
            "1": "B/s Bps",
            "1000": "KB/s kB/s KBps kBps",
            "1000000": "MB/s MBps",
            "1000000000": "GB/s GBps",
            "1024": "KiB/s",
            "1048576": "MiB/s",
            "1073741824": "GiB/s",
            "1099511627776": "TiB/s",
        },
    ),
    **_rows("quantity", "bit", {"1000": "Kb kb", "1000000": "Mb", "1000000000": "Gb"}),
    **_rows(
        "quantity",
        "bit/s",
        {
            "1": "bit/s bps",
            "1000": "Kbps kbps Kb/s kb/s Kbit/s kbit/s",
            "1000000": "Mbps Mb/s Mbit/s",
            "1000000000": "Gbps Gb/s Gbit/s",
        },
    ),
    **_rows("quantity", "/s", {"1": "rps RPS qps QPS tps TPS req/s ops/s IOPS iops /s"}),
    **_rows("quantity", "/min", {"1": "rpm RPM req/min ops/min /min"}),
    **_rows("quantity", "/h", {"1": "/h /hr"}),
    **_rows("quantity", "core", {"1": "vCPU vcpu"}),
    **_rows("quantity", "pp", {"1": "pp"}),
    **_rows("quantity", "", {"1000": "k K", "1000000": "M", "1000000000": "G"}),
}

WORDS: dict[str, Unit] = {
    **_rows(
        "duration",
        "s",
        {
            "0.000000001": "nanosecond nanoseconds 纳秒",
            "0.000001": "microsecond microseconds 微秒",
            "0.001": "millisecond milliseconds msec msecs 毫秒",
            "1": "second seconds sec secs 秒 秒钟",
            "60": "minute minutes mins 分钟",
            "3600": "hour hours hrs 小时 个小时 钟头 个钟头",
            "86400": "day days 天",
            "604800": "week weeks 周 星期 个星期",
        },
    ),
    **_rows("percentage", "%", {"1": "percent percents"}),
    **_rows("percentage", "%", {"10": "成"}),
    **_rows("quantity", "pp", {"1": "个百分点 百分点"}),
    **_rows(
        "quantity",
        "B",
        {"1": "byte bytes 字节 个字节", "1000000": "megabytes", "1000000000": "gigabytes"},
    ),
    **_rows("quantity", "core", {"1": "core cores 核", "0.001": "millicore millicores"}),
    **_rows("quantity", "/s", {"1": "次/秒 请求/秒"}),
}

RATE_WORDS: dict[str, Unit] = {
    **_rows("quantity", "/min", {"1": "minute 分钟"}),
    **_rows("quantity", "/h", {"1": "hour 小时"}),
}
"""Units of time that make a rate of the number beside them: "40 a minute", 每分钟 40 条."""

MILLI_CORE = Unit("quantity", "core", Decimal("0.001"))
"""What ``m`` means where the field is a CPU quantity."""

CPU_FIELDS = ("cpu", "core", "核", "处理器")
"""A key or word that holds one of these makes ``m`` milli-cores."""

CPU_ASPECTS = ("limit", "request", "usage", "quota", "used", "使用", "用量", "限制", "上限")
"""Words that may stand between the field and its value: "cpu limit=250m"."""

COMPOUND_WORDS: dict[str, Unit] = {
    "分": Unit("duration", "s", Decimal(60)),
    "时": Unit("duration", "s", Decimal(3600)),
}
"""Units that count only within a compound: 1 小时 30 分, 2 分 10 秒."""

MEASURE_WORDS = words(
    "个 次 台 条 项 种 类 名 行 份 笔 批 轮 页 组 套 张 位 件 段 层 路 例 副本 实例 节点 "
    "服务 线程 连接 请求 告警 错误 容器 主机 者"
)
"""Chinese words that follow a count: 五个, 三次, 两台."""
