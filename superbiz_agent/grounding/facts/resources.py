"""What can be used up, and which of it a place in a text speaks of (contract section 7).

``n/n`` of a connection pool does not make the memory, the disk or the thread pool exhausted.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from superbiz_agent.grounding.facts.characters import HAN
from superbiz_agent.grounding.facts.tables import phrases, words

CONNECTION_POOL = "connection pool"

RESOURCES: tuple[tuple[str, str, str], ...] = (
    (
        CONNECTION_POOL,
        "pool|pools|hikari|hikaripool|hikaricp|connection|connections|conn|conns",
        "连接池|连接",
    ),
    (
        "memory",
        "memory|heap|heap space|ram|memory pool|oom|oomkilled|buffer|buffers|cache",
        "内存池|内存|堆|缓冲区|缓存",
    ),
    (
        "disk",
        "disk|disks|storage|volume|volumes|filesystem|space left|device|enospc",
        "磁盘|存储|硬盘",
    ),
    ("processor", "cpu|cpus|core|cores|processor", "处理器|核"),
    ("thread", "thread pool|thread|threads|worker|workers|worker pool|executor", "线程池|线程"),
    ("queue", "queue|queues|backlog", "队列"),
    ("quota", "quota|quotas", "配额|额度"),
    ("descriptor", "descriptor|descriptors|inode|inodes", "句柄|描述符"),
    ("network", "bandwidth|network|port|ports", "带宽|端口"),
    (
        "licence",
        "licence|licences|license|licenses|seat|seats|permit|permits",
        "许可证|许可|授权|席位",
    ),
    ("session", "session|sessions|channel|channels", "会话|通道"),
    ("slot", "slot|slots|token|tokens|lease|leases|semaphore|semaphores", "槽位|令牌|信号量"),
    ("balance", "balance|credit|credits", "余额|积分"),
    ("task", "task|tasks|job|jobs", "任务|作业"),
)
"""Resource -> its English and Chinese words. The longest fits: "thread pool" is no pool."""

COUNTED = frozenset({CONNECTION_POOL, "thread", "queue", "descriptor"})
"""Resources counted in pieces: an ``n/n`` under no resource's name may be theirs."""

_BY_WORD = {
    word: name
    for name, english, chinese in RESOURCES
    for word in phrases(english) + phrases(chinese)
}
_LONGEST_FIRST = sorted(_BY_WORD, key=len, reverse=True)


def _any_of(words: Sequence[str]) -> str:
    """A pattern of one of ``words``, tried only where one of their first characters stands."""
    firsts = "".join(sorted({word[0] for word in words}))
    return f"(?=[{firsts}])(?:{'|'.join(map(re.escape, words))})"


_WORD = re.compile(
    rf"(?<![a-z]){_any_of([word for word in _LONGEST_FIRST if word.isascii()])}(?![a-z])"
    rf"|{_any_of([word for word in _LONGEST_FIRST if not word.isascii()])}"
)
_ANYWHERE = re.compile(_any_of(_LONGEST_FIRST))
_HUMP = re.compile("(?<=[a-z0-9])(?=[A-Z])")
_END = re.compile(
    r"[,;，；。!?！？\n]|\.(?=\s|$)|(?<= )(?:and|but|while|whereas|however)(?= )|而|但|以及|并且"
)
_VALUES = re.compile(
    r"(?:[A-Za-z_.]{1,20}[=:] ?[^\s,;()=]{1,20}[, ]{1,2}){0,4}(?:[A-Za-z_.]{1,20}[=:] ?)?\Z"
)
"""The list of values that a value ends: ``total=50, active=``."""

_MAX_LIST, _MAX_KEY = 200, 20
"""No list of values that the pattern reads is longer, and no key in it."""

_KEY_RUN = re.compile(r"[A-Za-z_.]++(?=[=:])")
"""A list begins with a key: nowhere else is it looked for."""

_KEY = re.compile(r"[A-Za-z_.]{1,20}[=:]")
_UNKNOWN = re.compile(rf"(?<![A-Za-z0-9.-])(?:[a-z]{{3,40}}|[{HAN}]{{2,12}})[ :]{{0,2}}\Z")
_TELLING = words(
    "with has had now here state status stats usage use exhausted saturated full is are"
)
"""Words before a list of values that name nothing."""

OTHER = "another"
"""What no row of the table knows: licences of a kind that only their own record names."""

_REACH = 400
"""Characters before a place in which its resource is looked for."""


@lru_cache(maxsize=4096)
def resources_of(text: str) -> tuple[str, ...]:
    """The resources that ``text`` names, in order; ``HikariPool`` and ``MemoryUsage`` count."""
    return tuple(_BY_WORD[word] for word in _WORD.findall(_HUMP.sub(" ", text).lower()))


@lru_cache(maxsize=1024)
def _names_any(text: str) -> bool:
    """Whether a word of the table stands in ``text`` or in a part of it, however it is cut."""
    return bool(_ANYWHERE.search(_HUMP.sub(" ", text).lower()))


def resources_at(text: str, start: int, end: int) -> frozenset[str]:
    """The resources that ``text[start:end]`` is about: those before its list of values, else those
    of its clause, else the last one that is named before it."""
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    if listed := _before_list(before, text[start:end]):
        return listed
    if not _names_any(text):
        return frozenset()
    clause = f"{_END.split(before)[-1]} {text[start:end]} {_END.split(after, 1)[0]}"
    return frozenset(resources_of(clause)) or frozenset(resources_of(before)[-1:])


def _before_list(before: str, value: str) -> frozenset[str]:
    """What a list of values counts: what its clause names before it, though the table may not
    know it (``OTHER``). Empty for a value in no list, and for a list that stands apart."""
    start = _list_start(before) if _may_end_list(before) else len(before)
    if start == len(before) and not _KEY.match(value):
        return frozenset()
    head = _END.split(before[:start])[-1]
    if named := resources_of(head):
        return frozenset(named)
    word = _UNKNOWN.search(head)
    return frozenset({OTHER} if word and word[0].strip(" :") not in _TELLING else ())


def _list_start(before: str) -> int:
    """Where the list of values begins that ``before`` ends with; its length if there is none."""
    tail = before[-_MAX_LIST:]
    for key in _KEY_RUN.finditer(tail):
        at = max(key.start(), key.end() - _MAX_KEY)
        if _VALUES.match(tail, at):
            return len(before) - len(tail) + at
    return len(before)


def _may_end_list(before: str) -> bool:
    """A list of values holds a key's sign and ends in one, or in what divides it."""
    return before[-1:] in (" ", ",", "=", ":") and ("=" in before or ":" in before)


def may_be_same(named: frozenset[str], having: frozenset[str]) -> bool:
    """Whether a text that names ``named`` may speak of what a source says of ``having``."""
    if named and not having:
        return bool(named & COUNTED)
    return not named or bool(named & having)
