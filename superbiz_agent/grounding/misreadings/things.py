"""Nouns of things: what many records may tell of one and the same (section 7). Extend the table.

A row is one kind of thing in both languages; a count of records, of failures or of requests is no
count of any of them.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from superbiz_agent.grounding.wording.lexicon import words

_ROWS = words(
    """
client | 客户端
thread | 线程
user, customer, visitor, guest, traveller, person, people, employee | 用户 客户 访客 旅客 顾客 员工
seat | 座位
page | 页面 网页
node | 节点
provider, vendor, supplier | 供应商 提供商 服务商
account | 账户 账号
server, machine, host, computer, box, device, terminal | 服务器 机器 主机 设备 终端
tracker | 追踪器
sensor | 传感器
printer | 打印机
scanner | 扫描仪 扫描机
gate | 闸机
pod | 容器组 pod
container | 容器
instance | 实例
service, application | 服务 应用
database | 数据库
disk, volume | 磁盘 硬盘 卷
queue | 队列
topic | 主题
partition | 分区
album | 相册
certificate | 证书
rate | 汇率
| SQL
table | 数据表
link, line, circuit | 线路 链路 专线
store, shop, branch | 门店 店铺
till | 收银机
order, booking | 订单
bank | 银行
country, region, site, datacenter | 国家 地区 机房
cluster | 集群
failover, switchover | 主备切换
tenant | 租户
consumer, worker | 消费者
vehicle, truck, crane, robot | 车辆 货车 机器人
mailbox, recipient | 邮箱 收件人
file | 文件
pool | 连接池
lane | 车道
peer | 对端
""".replace("|", "§")
)

KINDS: tuple[tuple[frozenset[str], frozenset[str]], ...] = tuple(
    (
        frozenset(filter(None, (word.strip() for word in row.partition("§")[0].split(",")))),
        frozenset(row.partition("§")[2].split()),
    )
    for row in _ROWS
)
"""English nouns, in the singular, and Chinese ones of each kind of thing."""

_IRREGULAR = {"people": "people", "person": "people"}


def plural(noun: str) -> str:
    """The plural of an English noun of the table."""
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


PLURALS: dict[str, int] = {
    plural(noun): row for row, (english, _) in enumerate(KINDS) for noun in english
}
SINGULARS: dict[str, int] = {
    noun: row for row, (english, _) in enumerate(KINDS) for noun in english
}
CHINESE: dict[str, int] = {noun: row for row, (_, chinese) in enumerate(KINDS) for noun in chinese}
"""Noun -> the row of ``KINDS`` that it stands in."""

HAN_NOUN = "|".join(sorted(map(re.escape, CHINESE), key=len, reverse=True))
ENGLISH_PLURAL = "|".join(sorted(PLURALS, key=len, reverse=True))
ENGLISH_SINGULAR = "|".join(sorted(SINGULARS, key=len, reverse=True))


_LISTED = re.compile("; with ([^;]+)")
"""The values that the records of a group have at one place (contract section 4)."""


@lru_cache(maxsize=512)
def designators(row: int, sources: tuple[str, ...]) -> frozenset[str]:
    """What ``sources`` name a thing of one kind by: ``client=10.9.1.4``, printer p-12, and the
    further names that a group of records lists for it."""
    english, chinese = KINDS[row]
    nouns = "|".join(map(re.escape, [*english, *chinese]))
    pattern = re.compile(
        rf"(?<![A-Za-z])(?:{nouns})(?:=\"?| "
        rf"|/)?(?P<name>(?=[^\s,;=]*[0-9A-Z.-])[A-Za-z0-9][\w./-]*\w)",
        re.ASCII,
    )
    return frozenset(
        name
        for text in sources
        for found in pattern.finditer(text)
        for name in _listed_with(found["name"].lower(), text.lower())
    )


def _listed_with(name: str, text: str) -> Iterator[str]:
    yield name
    for values in _LISTED.findall(text):
        if name in (listed := values.split(", ")):
            yield from listed


def rows_near(text: str, start: int, end: int) -> Iterator[int]:
    """The kinds that are named beside ``text[start:end]``: right behind it, or as its key."""
    behind = re.split(
        r"[,;:，。；：(（]| (?:of|for|in|on|at|to|from|by|with) ", text[end : end + 48]
    )[0]
    for word in re.findall("[A-Za-z]+", behind)[:4]:
        for table in (PLURALS, SINGULARS):
            if word.lower() in table:
                yield table[word.lower()]
    for noun in re.findall(HAN_NOUN, behind[:16]):
        yield CHINESE[noun]
    key = re.search(
        r"([A-Za-z]+)(?:[=:]| (?:is|was|are|were) )\Z", text[max(0, start - 24) : start]
    )
    if key and (row := PLURALS.get(key[1].lower(), SINGULARS.get(key[1].lower()))) is not None:
        yield row
