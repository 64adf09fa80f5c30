"""The nouns that values belong to, one in both languages: the closed tables of section 7."""

import re
from functools import lru_cache

from superbiz_agent.grounding.facts.folding import content_terms
from superbiz_agent.grounding.facts.tables import words

NOUNS: dict[str, str] = {
    "waiting": "等待 排队 在等 排着 等着", "active": "活跃", "idle": "空闲",
    "total": "总数 总计 总共",
    "memory": "内存", "cpu": "处理器", "heap": "堆内存", "disk": "磁盘", "network": "网络",
    "bandwidth": "带宽", "latency": "延迟", "errors": "错误 失败率", "traffic": "流量",
    "connections": "连接", "requests": "请求", "threads": "线程", "queue": "队列", "quota": "配额",
    "replicas": "副本", "retries": "重试", "restarts": "重启", "timeout": "超时",
    "duration": "持续 时长", "depth": "深度", "threshold": "阈值", "current": "当前",
    "maximum": "最大", "minimum": "最小", "average": "平均", "limit": "上限 限制",
    "failed": "失败 未能 没能 无法",
    "used": "已用 使用 用了 占用", "free": "剩余", "since": "开始 起始",
    "users": "用户 客户", "times": "次", "pods": "容器组", "instances": "实例",
    "services": "服务", "hosts": "主机 设备", "nodes": "节点", "availability": "可用性 可用率",
    "hits": "命中率", "alerts": "告警 警报",
    "records": "条 记录 现象 线索 迹象 证据 日志 匹配 命中 结果",
    "warnings": "警告", "exceptions": "异常", "crashes": "崩溃",
    "window": "窗口", "search": "检索 搜索 查询", "mails": "邮件 延迟邮件",
}  # fmt: skip
"""English nouns of values and the Chinese words for them."""

SPELLINGS: dict[str, str] = {
    "error": "errors", "max": "maximum", "min": "minimum", "avg": "average", "mean": "average",
    "mem": "memory", "latencies": "latency", "connection": "connections", "request": "requests",
    "thread": "threads", "retry": "retries", "retried": "retries", "restart": "restarts",
    "restarted": "restarts", "wait": "waiting", "pending": "waiting", "limits": "limit",
    "lasted": "duration", "lasting": "duration",
    "mail": "mails",
    "attempt": "times", "attempts": "times", "tries": "times",
    "queued": "waiting", "blocked": "waiting", "waits": "waiting", "waiters": "waiting",
    "peak": "maximum", "peaked": "maximum", "peaks": "maximum", "maximal": "maximum",
    "averaged": "average", "averages": "average", "averaging": "average",
    "failure": "failed", "failures": "failed", "fail": "failed", "fails": "failed",
    "use": "used", "uses": "used", "usage": "used", "using": "used", "available": "free",
    "remaining": "free", "left": "free", "user": "users", "customer": "users",
    "customers": "users", "time": "times", "pod": "pods", "instance": "instances",
    "service": "services", "host": "hosts", "node": "nodes", "hit": "hits",
    "record": "records", "line": "records", "lines": "records", "entry": "records",
    "entries": "records", "result": "records", "results": "records", "log": "records",
    "logs": "records", "signals": "records", "symptoms": "records", "findings": "records",
    "facts": "records", "match": "records", "matches": "records", "matched": "records",
    "alert": "alerts", "disks": "disk", "cpus": "cpu",
    "networks": "network", "warning": "warnings", "warn": "warnings", "exception": "exceptions",
    "crash": "crashes", "crashed": "crashes", "thresholds": "threshold",
    "windows": "window", "searched": "search", "query": "search",
}  # fmt: skip
"""Other spellings of those nouns."""

METRICS = words(
    "memory cpu disk heap network bandwidth latency errors traffic temperature swap inode"
)
"""Nouns that say what was measured: a value under one needs a source that names it."""

COUNTED = words(
    "requests errors restarts retries threads users pods instances times failed crashes replicas "
    "services hosts nodes alerts warnings exceptions"
)
"""Nouns of things that are counted: the number under another key is not theirs."""

ENTITY_NOUNS = words("pods instances services hosts nodes alerts")
"""Those that stand beside a name (订单服务 91%) as often as they are counted."""

ASPECTS = words("users availability hits threshold average maximum minimum limit free restarts")
"""Nouns that say which of several values it is: a source that has it must name each of them."""

SAME_NOUNS: tuple[frozenset[str], ...] = (
    words("free idle"),
    words("waiting queue"),
    words("used active busy"),
    words("maximum limit total"),
    words("errors failed"),
)
"""Nouns that one value may be given under alike."""

_TAKEN, _LEFT = words("used active busy"), words("free idle")
OPPOSITES = (
    (_TAKEN, _LEFT | {"total"}),
    (_LEFT, _TAKEN | {"total"}),
    (words("things"), words("times records")),
)
"""A value under one of the second nouns alone is none under the first: 100 GB in all, 22 free; 64
records are not 64 machines."""

NUMBERED: tuple[frozenset[str], ...] = (
    words("process pid 进程"),
    words("migration 迁移"),
    words("relation"),
    words("partition 分区"),
    words("port 端口"),
    words("task 任务"),
    words("revision"),
)
"""Nouns of things that go by a number."""

SEARCH_NOUNS = words("window search")
"""Where a text speaks of these, it may repeat what a search was asked for."""

IN_USE = words("used active busy depth")
"""Nouns of a part that "45 of 50" need not repeat; 12 waiting are no part of the pool."""

WHOLES = words("total maximum limit size capacity quota 容量 总量")
"""Nouns of a value that another can be a part of."""

_CHINESE_NOUNS = {chinese: noun for noun, row in NOUNS.items() for chinese in row.split()}
_CHINESE_NOUN = re.compile("|".join(sorted(_CHINESE_NOUNS, key=len, reverse=True)))
_HUMP = re.compile("(?<=[a-z0-9])(?=[A-Z])")
_SEPARATOR = re.compile("[_.-]")


@lru_cache(maxsize=4096)
def canonical_terms(text: str) -> frozenset[str]:
    """Content terms in which the nouns of the tables are one, in both languages."""
    terms = {_CHINESE_NOUNS[noun] for noun in _CHINESE_NOUN.findall(text)}
    for term in content_terms(text):
        terms.update(SPELLINGS.get(word, word) for word in _SEPARATOR.split(term) if word)
    return frozenset(terms)


@lru_cache(maxsize=4096)
def all_terms(text: str) -> frozenset[str]:
    """The canonical terms of ``text``, also those within HighMemoryUsage or cpu_usage."""
    return canonical_terms(_HUMP.sub(" ", text))


def named_metrics(text: str) -> frozenset[str]:
    """The metrics that ``text`` names, also as a part of HighMemoryUsage or cpu_usage."""
    return all_terms(text) & METRICS


@lru_cache(maxsize=1024)
def like(noun: str) -> frozenset[str]:
    """``noun`` and the nouns that its value may be given under alike."""
    return frozenset({noun}.union(*(group for group in SAME_NOUNS if noun in group)))
