"""Word tables by which the offline model reads a question. Extend them here."""

import re
from typing import Final


def _words(table: str) -> tuple[str, ...]:
    return tuple(table.split())


STOP_WORDS: Final = frozenset(
    _words("""
    a about after an and any anything are as at be been being between but by can check could did do
    does doing during find for from get give go going had happen happened happening happens has
    have how i in into is it its just list look may me might my now of on or our out over past
    please really right say says see should show since so still summarise summarize summary
    tell than that the their them then there these they this those to today tomorrow tried try under
    until up us was we were what whats when where whether which while who why will with would
    yesterday you your
    affected affecting bad broken cause caused causes causing confirm current currently diagnose
    down explain fail failed failing fails failure failures fine health healthy incident issue
    issues latest normal ok okay operating problem problems reason recent recently related root
    running state status trouble unhealthy verify wrong
    active alive all anybody anyone available do each ever every everybody everyone fetch find
    firing handle keep keeps kept long mean meaning means nobody offline online reach reachable
    respond responding somebody someone start started starting successfully take takes took
    unavailable unreachable use used using work working works
    alert alerts error errors exception exceptions event events fatal line lines log logged logs
    message messages metric metrics record records runbook runbooks warn warning warnings
    day days hour hours last minute minutes second seconds first many much often times
    app application cluster container database deployment host instance job namespace node pod
    pods server service services system not no
    """)
)
"""English words that say nothing about what to search for."""

STOP_PHRASES: Final = _words("""
    为什么 为何 怎么样 怎么回事 怎么 怎样 什么 哪些 哪个 哪里 何时 是不是 是否 有没有 现在 目前 当前
    最近 刚才 今天 昨天 情况 状态 问题 原因 根因 根本 出现 发生 存在 请问 帮我 帮忙 查一下 看一下
    查看 查询 看看 分析 排查 处理 解决 应对 如何 需要 含义 意思 遭到 遭受 受到 可达 可用 在线 一下
    日志 告警 报警 错误 报错 异常 失败 故障 警告 运行手册 手册 服务 集群
    节点 数据库 主机 实例 容器 命名空间 正常 健康 到底 究竟 多少 分钟 小时 过去 以来 之前 之后
    导致 引起 怎 吗 呢 吧 了 的 么 过 被 我们 你们 系统
    """)
"""Chinese words and particles that part a question into what is worth searching for."""

STOP_CHARACTERS: Final = ("请(?!求)", "会(?![话议员])")
"""The same where the neighbour decides: 请 asks, 请求 is a request. Patterns."""

SPOKEN: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(rf"(?<![A-Za-z0-9_-])(?:{spoken})(?![A-Za-z0-9_-])", re.IGNORECASE), term)
    for spoken, term in (
        (r"(?:tim(?:e|es|ed|ing)[ -]out|timeout)s?", "timeout"),
        (r"(?:log(?:ged|ging)?|sign(?:ed|ing)?)[ -]?in successfully", "successful login"),
        (r"success(?:ful|fully)? log(?:ged|ging)?[ -]?ins?", "successful login"),
        (r"(?:log(?:s|ged|ging)?|sign(?:s|ed|ing)?)[ -]in", "login"),
        (r"(?:fill(?:s|ed|ing)?[ -]up|run(?:s|ning)? out of space)", "full"),
        (r"(?:crash(?:es|ed|ing)|crash[ -]loop(?:s|ed|ing)?)", "crash"),
        (r"restart(?:s|ed|ing)", "restart"),
        (r"brute[ -]forc(?:e|es|ed|ing)", "brute force"),
    )
)
"""What people say -> the term that tools look for."""

EDGE_PARTICLES: Final = "是有在和与或还都也能要从到对里中上下个"
"""Characters dropped at either end of a Chinese search term."""

MEASURES: Final = frozenset(
    _words("""
    active idle waiting wait pending total usage used free ratio rate percent pct latency duration
    elapsed took time seconds ms bytes memory mem cpu heap load depth lag backlog connections
    requests threads retries restarts queue errors failures timeout timeouts
    """)
)
"""Words of a label that say that its number measures something."""

PREPOSITIONS: Final = frozenset(_words("in of after for at to from is was by"))
"""Words before a number that do not name it."""

ENTITY_NOUNS: Final = (
    "service|pod|host|node|namespace|job|deployment|container|app|instance|server|database|cluster"
)
"""English nouns that make the word beside them the name of an entity."""

LEVELS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    ("FATAL", re.compile(r"(?<![a-z])fatals?(?![a-z])|致命", re.IGNORECASE)),
    (
        "ERROR",
        re.compile(r"(?<![a-z])(?:errors?|exceptions?)(?![a-z])|错误|报错|异常", re.IGNORECASE),
    ),
    ("WARN", re.compile(r"(?<![a-z])warn(?:ing)?s?(?![a-z])|警告", re.IGNORECASE)),
)
"""Level -> words of a question that ask for it; the first match counts."""

CONFIRMATION: Final = re.compile(
    r"是不是|是否|有没有|吗|^\s*(?:is|are|was|were|does|do|did|has|have|had|can|could)(?![a-z])"
    r"|(?<![a-z])(?:whether|confirm|verify)(?![a-z])",
    re.IGNORECASE,
)
"""A question that wants a yes or a no."""

CAUSE_QUESTION: Final = re.compile(
    r"(?<![a-z])(?:why|root cause|causes?|caused|causing|reason|explain)(?![a-z])"
    r"|为什么|为何|原因|根因|怎么回事|导致",
    re.IGNORECASE,
)
"""A question that asks for a cause."""

OPEN_QUESTION: Final = re.compile(
    r"(?<![a-z])(?:what|what's|whats|how|show|list|summari[sz]e|happen(?:ed|ing|s)?|status|wrong"
    r"|issues?|problems?|diagnose|all|health|healthy|ok|okay|fine)(?![a-z])"
    r"|什么|情况|状态|哪些|怎么样|问题|分析|排查|正常|健康",
    re.IGNORECASE,
)
"""A question that asks for the situation as a whole."""

TROUBLE_QUESTION: Final = re.compile(
    r"(?<![a-z])(?:fail\w{0,5}|wrong|issues?|problems?|trouble|broken|unhealthy|bad|incident)(?![a-z])"
    r"|失败|问题|异常|故障|出错|报错|错误|不正常",
    re.IGNORECASE,
)
"""A question that asks for what went wrong."""

STATUS_QUESTION: Final = re.compile(
    r"^\s{0,8}(?:is|are|was|were)\s(?:the\s)?(?!(?:you|it|this|that|there|everything|we|they|he|she)\s)"
    r"[A-Za-z0-9_.-]{2,80}\s(?:ok|okay|up|down|alive|working|fine|slow|broken|responding)(?![a-z])",
    re.IGNORECASE,
)
"""A question after the state of something by name, though the name is a plain word."""

MEASURE_QUESTION: Final = re.compile(
    r"(?<![a-z])(?:how (?:long|much|many|slow|fast|high)|times|durations?|latency)(?![a-z])"
    r"|多久|多长|多少|耗时|延迟|时长",
    re.IGNORECASE,
)
"""A question that asks for a measured value."""

MEANING_QUESTION: Final = re.compile(
    r"(?<![a-z])(?:mean(?:s|ing)?|what is)(?![a-z])|含义|意思|什么是|是什么", re.IGNORECASE
)
"""A question that asks what something is."""

ALERT_QUESTION: Final = re.compile(
    r"(?<![a-z])(?:alerts?|alarms?)(?![a-z])|告警|报警", re.IGNORECASE
)
"""A question that asks for alerts."""

DIAGNOSIS: Final = re.compile(
    r"(?<![a-z])(?:diagnos(?:is|e|ing)|investigat|troubleshoot|checks?)|排查|诊断|检查",
    re.IGNORECASE,
)
"""Headings of a runbook under which it says what to look at."""

MEANING: Final = re.compile(
    r"(?<![a-z])(?:meaning|description|symptoms?|overview)(?![a-z])|含义|意思|现象|说明",
    re.IGNORECASE,
)
"""Headings of a runbook under which it says what something is."""

MITIGATION: Final = re.compile(
    r"(?<![a-z])(?:mitigat\w{0,5}|resol\w{0,6}|fix|remed\w{0,8})(?![a-z])|处理|缓解|修复|解决",
    re.IGNORECASE,
)
"""Headings of a runbook under which it says what to do."""

INSTRUCTION: Final = re.compile(
    r"(?<![a-z])(?:ignore|disregard|forget|override)(?![a-z]).{0,40}"
    r"(?<![a-z])(?:instructions?|rules?|prompts?|above|previous|evidence)(?![a-z])"
    r"|(?<![a-z])(?:system|assistant|developer)\s{0,3}:\s{0,3}(?:you|ignore|always|say|answer|reply|set|mark|output)"
    r"|(?<![a-z])you are (?:now|an? (?:ai|assistant|language model))(?![a-z])"
    r"|(?<![a-z])(?:answer|respond|reply|report|set|return|say)(?![a-z]).{0,30}(?<![a-z])verdict(?![a-z])"
    r"|忽略.{0,20}(?:指令|规则|提示|说明|以上|之前)|(?:系统|助手)[:：]\s{0,3}(?:你|请|忽略)",
    re.IGNORECASE,
)
"""A line that speaks to the reader instead of reporting: never a finding, always only data."""
