"""What can be used up, and which of it a place in a text speaks of (contract section 7).

``n/n`` of a connection pool does not make the memory, the disk or the thread pool exhausted.
"""

import re
from functools import lru_cache

from superbiz_agent.grounding.facts.tables import phrases

RESOURCES: tuple[tuple[str, str, str], ...] = (
    (
        "connection pool",
        "pool|pools|hikari|hikaripool|hikaricp|connection|connections|conn|conns",
        "连接池|连接",
    ),
    ("memory", "memory|heap|ram|memory pool", "内存池|内存|堆"),
    ("disk", "disk|disks|storage|volume|volumes|filesystem", "磁盘|存储|硬盘"),
    ("processor", "cpu|cpus|core|cores|processor", "处理器|核"),
    ("thread", "thread pool|thread|threads|worker|workers|worker pool|executor", "线程池|线程"),
    ("queue", "queue|queues|backlog", "队列"),
    ("quota", "quota|quotas", "配额|额度"),
    ("descriptor", "descriptor|descriptors|inode|inodes", "句柄|描述符"),
    ("network", "bandwidth|network|port|ports", "带宽|端口"),
)
"""Resource -> its English and Chinese words. The longest fits: "thread pool" is no pool."""

COUNTED = frozenset({"connection pool", "thread", "queue", "descriptor"})
"""Resources counted in pieces: an ``n/n`` under no resource's name may be theirs."""

_BY_WORD = {
    word: name
    for name, english, chinese in RESOURCES
    for word in phrases(english) + phrases(chinese)
}
_WORD = re.compile(
    "|".join(
        rf"(?<![a-z]){re.escape(word)}(?![a-z])" if word.isascii() else re.escape(word)
        for word in sorted(_BY_WORD, key=len, reverse=True)
    )
)
_HUMP = re.compile("(?<=[a-z0-9])(?=[A-Z])")
_END = re.compile(
    r"[,;，；。!?！？\n]|\.(?=\s|$)|(?<= )(?:and|but|while|whereas|however)(?= )|而|但|以及|并且"
)
_REACH = 400
"""Characters before a place in which its resource is looked for."""


@lru_cache(maxsize=4096)
def resources_of(text: str) -> tuple[str, ...]:
    """The resources that ``text`` names, in order; ``HikariPool`` and ``MemoryUsage`` count."""
    return tuple(_BY_WORD[word] for word in _WORD.findall(_HUMP.sub(" ", text).lower()))


def resources_at(text: str, start: int, end: int) -> frozenset[str]:
    """The resources that ``text[start:end]`` is about: those of its clause, else the last one that
    is named before it."""
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    clause = f"{_END.split(before)[-1]} {text[start:end]} {_END.split(after)[0]}"
    if named := resources_of(clause):
        return frozenset(named)
    return frozenset(resources_of(before)[-1:])


def may_be_same(named: frozenset[str], having: frozenset[str]) -> bool:
    """Whether a text that names ``named`` may speak of what a source says of ``having``."""
    if named and not having:
        return bool(named & COUNTED)
    return not named or bool(named & having)
