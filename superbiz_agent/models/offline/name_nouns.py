"""How questions call the kinds of names by which records are counted (``count_by``)."""

import re
from collections.abc import Mapping
from typing import Final


def table(text: str) -> frozenset[str]:
    """Return the words of ``text``."""
    return frozenset(text.split())


NOUNS: Final[Mapping[str, tuple[str, str]]] = {
    "address": (
        "(?:client|source|src|remote)?[ _-]?(?:ip|address)(?:[ _-]?address)?(?:e?s)?|clients?",
        "(?:客户端|来源|源|攻击者?的?) ?(?:IP|ip|地址)|IP(?: ?地址)?|ip(?: ?地址)?|地址|客户端",
    ),
    "user": (
        r"(?:user ?name|user|account|login name|customer|username)s?",
        "用户名?|账号|账户|帐号",
    ),
    "pod": ("pods?", "pod|Pod|POD|容器组"),
    "host": ("(?:host(?:name)?|node|server|machine|box)(?:e?s)?", "主机|机器|节点|服务器"),
    "path": (
        r"(?:(?:request|http|api)[ _-]?)?(?:path|url|uri|endpoint|route|page|api)s?",
        "接口|路径|URL|url|页面|端点|API|api",
    ),
    "status": (
        r"(?:http|response)?[ _-]?status(?:[ _-]?codes?|es)?|(?:http|response)[ _-]codes?",
        "状态码|返回码|响应码",
    ),
}
"""Kind of name -> how a question calls it."""

LABELS: Final = (
    "job|queue|topic|block|container|stage|task|session|order|tenant|device|table|thread|partition"
    "|consumer|executor|volume|region|zone|instance|worker|shard|datanode|namespace|deployment"
    "|cluster|database|broker|group|channel|bucket|file|command|method|domain"
)
"""Nouns that are labels of their own."""

CHINESE_LABELS: Final[Mapping[str, str]] = {
    "任务": "task", "作业": "job", "队列": "queue", "主题": "topic", "数据块": "block",
    "容器": "container", "订单": "order", "租户": "tenant", "设备": "device", "线程": "thread",
    "分区": "partition", "会话": "session", "实例": "instance", "命名空间": "namespace",
    "域名": "domain",
}  # fmt: skip

_ASKED_FOR: Final = (
    r"(?:which|what|what'?s|top|worst|busiest|noisiest|slowest|fastest|largest|biggest|highest|lowest)"
    r"(?: (?:is )?the)?(?: (?:slowest|fastest|largest|biggest|worst|busiest|single))? "
)
_IN_ENGLISH: Final = "|".join(english for english, _ in NOUNS.values())
_IN_CHINESE: Final = "|".join(chinese for _, chinese in NOUNS.values())
_NAMED: Final = (
    re.compile(rf"(?<![a-z]){_ASKED_FOR}(?P<noun>{_IN_ENGLISH})(?![a-z])", re.IGNORECASE),
    re.compile(rf"(?:哪(?:个|些|几个|几|台|一个)?|最[慢快大高忙]的?) ?(?P<noun>{_IN_CHINESE})"),
)


def nouns_asked(text: str) -> frozenset[str]:
    """The words by which ``text`` asks for names of a kind, in small letters: they say what is
    wanted, and stand in no record."""
    found = [each for pattern in _NAMED for each in pattern.finditer(text)]
    return frozenset(each["noun"].strip().lower() for each in found)
