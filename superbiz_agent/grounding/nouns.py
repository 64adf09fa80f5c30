"""The nouns that values belong to, one in both languages: the closed tables of section 7."""

import re
from functools import lru_cache

from superbiz_agent.grounding.facts.tables import words
from superbiz_agent.grounding.folding import content_terms

NOUNS: dict[str, str] = {
    "waiting": "等待", "active": "活跃", "idle": "空闲", "total": "总数 总计 总共",
    "memory": "内存", "cpu": "处理器", "heap": "堆内存", "disk": "磁盘", "network": "网络",
    "bandwidth": "带宽", "latency": "延迟", "errors": "错误 失败率", "traffic": "流量",
    "connections": "连接", "requests": "请求", "threads": "线程", "queue": "队列",
    "replicas": "副本", "retries": "重试", "restarts": "重启", "timeout": "超时",
    "duration": "持续 时长", "threshold": "阈值", "current": "当前", "maximum": "最大",
    "minimum": "最小", "average": "平均", "limit": "上限 限制", "failed": "失败",
    "used": "已用", "free": "剩余", "since": "开始 起始",
}  # fmt: skip
"""English nouns of values and the Chinese words for them."""

SPELLINGS: dict[str, str] = {
    "error": "errors", "max": "maximum", "min": "minimum", "avg": "average", "mean": "average",
    "mem": "memory", "latencies": "latency", "connection": "connections", "request": "requests",
    "thread": "threads", "retry": "retries", "retried": "retries", "restart": "restarts",
    "restarted": "restarts", "wait": "waiting", "pending": "waiting", "limits": "limit",
    "lasted": "duration", "lasting": "duration",
}  # fmt: skip
"""Other spellings of those nouns."""

METRICS = words(
    "memory cpu disk heap network bandwidth latency errors traffic temperature swap inode"
)
"""Nouns that say what was measured: a value under one needs a source that names it."""

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
def named_metrics(text: str) -> frozenset[str]:
    """The metrics that ``text`` names, also as a part of HighMemoryUsage or cpu_usage."""
    return canonical_terms(_HUMP.sub(" ", text)) & METRICS
