"""The words with which a text tells of a metric series: which field of its summary each means."""

import re
from collections.abc import Mapping
from typing import Final

from superbiz_agent.grounding.facts.cued_pattern import CuedPattern, cued


def _said(english: str, chinese: str) -> CuedPattern:
    return cued(rf"(?<![A-Za-z0-9_./-])(?:{english})(?![A-Za-z0-9_])|{chinese}", re.IGNORECASE)


FIELD_WORDS: Final[Mapping[str, CuedPattern]] = {
    "first": _said(
        r"(?:began|begins|started|starts)(?! to | [a-z]+ing)|initial|initially|at first"
        r"|first (?:value|reading)|originally",
        r"最初|起初|初始|起始|一开始|开始(?:时|为|于|值)",
    ),
    "last": _said(
        r"(?:ended|ends|finished)(?= at| with| on| up| the)|at the end|finally|final"
        r"|last (?:value|reading|sample)|latest|most recent",
        r"最终|最后|最新|末尾|结束时",
    ),
    "max": _said(
        r"peak|peaks|peaked|peaking|maximum|maximal|max|highest|greatest|topped out|tops out",
        r"峰值|最高|最大|顶峰|高峰",
    ),
    "min": _said(
        r"lowest|minimum|minimal|(?<!per )(?<![0-9] )min|bottomed(?: out)?|trough|least value",
        r"谷值|最低|最小|低谷",
    ),
    "mean": _said(r"average|averages|averaged|averaging|mean", r"平均|均值"),
    "reached": _said(r"reached|reaches|hit|hits|touched", r"达到|触及|达"),
}
"""Field of the summary -> the verbs and nouns that mean it."""

FIELDS_MEANT: Final[Mapping[str, frozenset[str]]] = {
    **{field: frozenset({field}) for field in ("first", "last", "max", "min", "mean")},
    "reached": frozenset({"max", "last"}),
}
"""What is reached is the greatest value, or where the series ended."""

IS_OF_IT: Final = cued(
    r"\s*(?:\(|（)?(?:(?:at|on|as|in|by|is|was|were|being)\s+)?(?:(?:the|its|their|an?)\s+)?\Z"
    r"|\s*(?:为|是|的)\s*\Z",
    re.IGNORECASE,
)
"""Between a value and a word after it that is said of that value: "3.9 GiB at its peak"."""

NOW: Final = _said(
    r"now|currently|at present|at the moment|right now|as we speak|still|today|presently",
    r"现在|目前|当前|此刻|眼下|现已|如今|仍",
)

PRESENT: Final = _said(
    r"is|are|stands|sits|uses|use|consumes|takes|needs|runs|occupies", r"正使用|正占用"
)
"""What is so without an instant is so at the end of what was seen."""

CONSTANT: Final = _said(
    r"(?:constant|flat|unchanged|stable|constantly|always)"
    r"|(?:stood|stayed|remained|held|stays|remains)"
    r"(?! (?:below|above|under|over|within|between|near|around|close|at least|at most|less|more))"
    r"|all the time|throughout|(?:for )?the (?:whole|entire) \w+|all \w+ long",
    r"一直|始终|恒定|不变|稳定|全程|持平",
)
"""All values are the same."""

SINCE: Final = _said(r"since|until|till|by|throughout", r"以来|截至|截止|直到|一直到")

EACH: Final = _said(
    r"(?:both|all|each|every|either)(?: of)?(?: the| its| their)?(?: \w+)?"
    r" (?:pods?|instances?|replicas?|series|containers?|nodes?|hosts?|services?|them)"
    r"|both|each of them|all of them",
    r"(?:两个?|所有|全部|各个?|每个)\s?(?:[Pp]od|实例|副本|节点|容器|服务|主机)|两者|二者|都|(?<!平)均(?!值)",
)

WHOLE: Final = _said(
    r"together|in total|altogether|combined|as a whole|in sum|the (?:total|sum) of|the total",
    r"总共|合计|总计|总和|一共|共有|共计",
)
"""A value of several series added up."""

MULTIPLES: Final[Mapping[str, tuple[int, int]]] = {
    r"doubled|doubles|doubling|翻倍|翻番|翻了一番": (2, 1),
    r"tripled|trebled|triples|翻了两番的三倍|增至三倍|变为三倍": (3, 1),
    r"quadrupled|quadruples": (4, 1),
    r"halved|halves|减半": (1, 2),
}
"""How many times as much the later value is."""

COUNTED: Final[Mapping[str, CuedPattern]] = {
    "count": _said(
        r"samples?|points?|values?|measurements?|data points?", r"样本|采样|数据点|点|值"
    ),
    "gaps": _said(r"gaps?|holes?|interruptions?", r"缺口|间断|空档|断点|缺失"),
    "NaN": _said(r"nan", r"非数"),
    "resets": _said(r"resets?|restarts?|restarted", r"重置|归零|重启"),
}
"""Field that counts -> what it counts."""

STEP: Final = _said(r"step|steps|resolution|interval|every|sampled|per|apart", r"步长|间隔|每|采样")

OTHER_MEASURES: Final[Mapping[str, CuedPattern]] = {
    "limit": _said(r"limits?", r"限额|上限|限制"),
    "quota": _said(r"quotas?", r"配额"),
    "capacity": _said(r"capacity", r"容量"),
    "threshold": _said(r"thresholds?", r"阈值|门限"),
    "request": _said(r"requested(?= [0-9])", r"申请"),
    "swap": _said(r"swap|swapped|swapping", r"交换"),
    "throttl": _said(r"throttled|throttling", r"限流|节流"),
    "free": _said(r"free", r"空闲|剩余"),
    "idle": _said(r"idle", r"闲置"),
}
"""Part of a metric's name -> words for what such a metric measures and no other does."""

MORE_WAYS: Final[Mapping[int, CuedPattern]] = {
    1: _said(
        r"went up|goes up|soared|soars|leapt|leaped|mounted|expanded"
        r"|(?:rose|grew|climbed|increased)(?= (?:between|since|after|within))",
        r"扩大|变大|走高|爬升|上扬|涨到|涨至",
    ),
    -1: _said(
        r"went down|goes down|came down|sank|sinks|sunk|shrank|shrinks|shrunk|plunged|plummeted"
        r"|dipped|receded"
        r"|(?:fell|dropped|declined|decreased)(?= (?:between|since|after|within))",
        r"缩小|缩减|收缩|走低|变小|跌到|跌至|回落",
    ),
}
"""Words of rising and falling that are said of a measure and not of records."""

EXPRESSED: Final[Mapping[str, CuedPattern]] = {
    "sum": _said(r"sum|total|together|combined|added up", r"总|合计|之和"),
    "avg": _said(r"average|averaged|mean", r"平均|均值"),
    "count": _said(r"count|number|how many", r"数量|个数|数目"),
    "quantile": _said(r"quantile|percentile|median|p[0-9]{2}", r"分位|中位"),
    "stddev": _said(r"deviation|stddev", r"标准差"),
    "increase": _said(r"increase|increased|grew|rise|rose|new", r"增量|新增|增长|增加"),
    "delta": _said(r"delta|difference|change", r"差|变化"),
    "rate": _said(r"rate|per second|throughput", r"速率|每秒|频率"),
    "/": _said(r"ratio|share|percentage|percent|fraction|per", r"比例|占比|比率|百分比|每"),
}
"""Part of a model's own expression -> words for what it makes of a metric."""
