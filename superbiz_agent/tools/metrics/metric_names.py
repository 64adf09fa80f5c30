"""What the names of metrics tell: closed tables of topics, units and kinds.

They choose what to ask for; whether evidence supports a statement is decided elsewhere. To extend:
add words to a topic, parts to its pattern, or a row.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from superbiz_agent.grounding.facts.series_summary import SeriesUnit

MetricKind: TypeAlias = Literal["gauge", "counter", "histogram", "part"]
"""``part``: the sum, count or creation time that belongs to a histogram or summary."""


@dataclass(frozen=True)
class Topic:
    """What a question calls it, and how metrics of it are named."""

    name: str
    words: re.Pattern[str]
    names: re.Pattern[str]


def _topic(name: str, english: str, chinese: str, names: str) -> Topic:
    asked = rf"(?<![a-z])(?:{english})(?![a-z])|{chinese}"
    return Topic(name, re.compile(asked, re.IGNORECASE), re.compile(names, re.IGNORECASE))


TOPICS: Final[tuple[Topic, ...]] = (
    _topic("memory", "memory|mem|ram|heap|oom|out of memory|swap|freeable", "内存|堆",
           r"memory|_mem_|(?:^|_)mem(?:_|$)|heap|_rss|swap"),
    _topic("cpu", "cpu|processor|load average|throttl[a-z]{0,5}", "处理器|负载",
           r"cpu|(?:^|_)load[0-9]{1,2}$|throttl"),
    _topic("latency", "latency|latencies|response times?|slow[a-z]{0,4}|durations?|p9[059]",
           "延迟|时延|响应时间|耗时|变慢|响应慢|慢",
           r"latency|duration|response_time|(?:read|write)_time|elapsed|request_seconds"),
    _topic("errors", "errors?|error rate|failures?|failed|5xx|exceptions?",
           "错误|失败|报错|异常|错误率", r"error|fail|exception|5xx|abort|dropped|reject"),
    _topic("restarts", "restart(?:s|ed|ing)?|crash(?:es|ed|ing)?", "重启|崩溃", r"restart|crash"),
    _topic("traffic", "traffic|requests?|throughput|qps|rps|request rate", "流量|请求|吞吐",
           r"requests?_total|http_requests|_qps|_rps|throughput|(?:receive|transmit)_bytes"),
    _topic("connections", "connections?|connection pool|pool|sessions", "连接|连接池|会话",
           r"connection|(?:^|_)pool|sessions?(?:_|$)|numbackends|hikaricp"),
    _topic("disk", "disk|storage|filesystem|file system|volume|disk space|inodes?",
           "磁盘|硬盘|存储|文件系统|磁盘空间|空间",
           r"disk|filesystem|storage|volume|inode|(?:^|_)fs_"),
    _topic("io", "iops|i/o|io|reads?|writes?", "读写",
           r"iops|(?:^|_)io(?:_|$)|(?:reads?|writes?)_(?:total|completed|bytes)|_ops"),
    _topic("network", "network|bandwidth|packets?|packet loss", "网络|带宽|丢包",
           r"network|bandwidth|packet|(?:receive|transmit)_"),
    _topic("queue", "queues?|backlog|lag|consumer lag|pending", "队列|积压|堆积|滞后",
           r"queue|backlog|(?:^|_)lag(?:_|$)|pending|waiting"),
    _topic("replication", "replication|replica lag|replica", "复制|主从|副本",
           r"replica"),
    _topic("gc", "gc|garbage collection", "垃圾回收", r"(?:^|_)gc_"),
    _topic("threads", "threads?|goroutines?", "线程|协程", r"thread|goroutine"),
    _topic("availability", "up|down|availability|unreachable|reachable", "宕机|不可达|失联|可用性",
           r"^up$|probe_success|_up$"),
)  # fmt: skip
"""In the order in which an overview shows them."""

OVERVIEW: Final = re.compile(
    r"(?<![a-z])(?:overview|all metrics|any metric|metrics|\*)(?![a-z])|概况|指标", re.IGNORECASE
)
"""What asks for no topic but for whatever there is."""

REQUEST_COUNTERS: Final = re.compile(r"(?:requests?|responses?)(?:_total)?\Z", re.IGNORECASE)
"""Counters of requests or responses, those that failed among them."""

STATUS_LABELS: Final = (
    "status", "code", "status_code", "http_status", "http_code", "http_status_code",
    "response_code", "http_response_status_code",
)  # fmt: skip
"""Labels in which such a counter tells the HTTP status."""

FAILED_STATUS: Final = re.compile(r"5(?:[0-9]{2}|xx)", re.IGNORECASE)
"""What the server failed at."""

_PARTS: Final = re.compile(r"_(?:sum|count|created)\Z")
_LIMITS: Final = re.compile(
    r"(?:_spec_|_limits?(?:_|\Z)|_requests(?:_bytes|_cores)\Z|_info\Z|scrape_|_build_|go_memstats_"
    r"|prometheus_|promhttp_|_created\Z|last_seen|_start_time|vm_|flag\Z)"
)
"""Metrics that tell of a setting or of the collecting itself: asked by their names alone."""

_EVENTS: Final = re.compile(r"restart|oom|crash|evict|deadlock|kill|reset", re.IGNORECASE)
"""Counters of events so rare that their number says more than their rate."""

_UNITS: Final[tuple[tuple[re.Pattern[str], SeriesUnit], ...]] = (
    (re.compile(r"timestamp|start_time|boot_time|created"), ""),
    (re.compile(r"_bytes(?:_total)?\Z|_bytes_"), "B"),
    (re.compile(r"_seconds(?:_total)?\Z|_seconds_bucket\Z"), "s"),
    (re.compile(r"_(?:percent|percentage|pct)(?:_total)?\Z"), "%"),
    (re.compile(r"_cores\Z"), "cores"),
)
_NAMED_UNITS: Final[Mapping[str, SeriesUnit]] = {
    "bytes": "B", "byte": "B", "seconds": "s", "second": "s", "percent": "%", "cores": "cores",
}  # fmt: skip
_WORD: Final = re.compile(r"[a-z0-9]+")


def topics_in(text: str) -> list[Topic]:
    """Return the topics that ``text`` names, in the order of the table."""
    return [topic for topic in TOPICS if topic.words.search(text)]


def asks_failed_requests(text: str) -> bool:
    """Whether ``text`` asks for errors, of which counters of requests tell by their status, too."""
    return any(topic.name == "errors" for topic in topics_in(text))


def asks_overview(text: str) -> bool:
    """Whether ``text`` asks for whatever metrics there are."""
    return OVERVIEW.search(text) is not None


def metrics_about(text: str, known: Iterable[str]) -> list[str]:
    """Return the ``known`` metrics that ``text`` speaks of: by a topic of the table, else all whose
    names hold each of its words; those of the topic named first come first."""
    names = [name for name in known if is_shown(name)]
    found = [name for topic in topics_in(text) for name in names if topic.names.search(name)]
    words = _WORD.findall(text.casefold())
    if not found and words:
        found = [name for name in names if all(word in name.casefold() for word in words)]
    return list(dict.fromkeys(found))


def is_shown(name: str) -> bool:
    """Whether a metric is asked for by what it is about; another is by its very name alone."""
    return not (_LIMITS.search(name) or _PARTS.search(name))


def in_order(names: Sequence[str]) -> list[str]:
    """Return metrics such that each topic has its first before any has its second."""
    places: dict[str, int] = {}
    ranked: list[tuple[int, int, str]] = []
    for name in sorted(names, key=lambda each: (len(each), each)):
        topic = next((i for i, each in enumerate(TOPICS) if each.names.search(name)), len(TOPICS))
        place = places.get(str(topic), 0)
        places[str(topic)] = place + 1
        ranked.append((place, topic, name))
    return [name for _, _, name in sorted(ranked)]


def kind_of(name: str, stated: str, known: frozenset[str]) -> MetricKind:
    """Return what a metric is, by the type that the server states, else by its name."""
    if name.endswith("_bucket"):
        return "histogram"
    if _PARTS.search(name) and (stated in ("histogram", "summary") or _has_whole(name, known)):
        return "part"
    if stated == "counter" or (not stated and name.endswith("_total")):
        return "counter"
    return "gauge"


def _has_whole(name: str, known: frozenset[str]) -> bool:
    base = _PARTS.sub("", name)
    return base in known or f"{base}_bucket" in known


def counts_events(name: str) -> bool:
    """Whether a counter is told by its number, not by its rate."""
    return _EVENTS.search(name) is not None


def unit_of(name: str, stated: str) -> SeriesUnit:
    """Return the unit of a metric's own values: as the server states it, else by its name."""
    if stated in _NAMED_UNITS:
        return _NAMED_UNITS[stated]
    for pattern, unit in _UNITS:
        if pattern.search(name):
            return unit
    return ""


def rate_unit(name: str, unit: SeriesUnit) -> SeriesUnit:
    """Return the unit of a counter's rate per second."""
    if unit == "B":
        return "B/s"
    if unit == "s":
        return "cores" if "cpu" in name else ""
    return "/s" if unit == "" else ""
