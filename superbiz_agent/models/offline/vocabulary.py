"""Word tables by which the offline model reads a question. Extend them here."""

import re
from typing import Final


def _words(table: str) -> tuple[str, ...]:
    return tuple(table.split())


FUNCTION_WORDS: Final = frozenset(
    _words("""
    a about after an and any anything are as at be been being between but by can check could did do
    does doing during find for from get give go going had happen happened happening happens has
    have how i in into is it its just list look may me might my now of on or our out over past
    please really right say says see should show since so still summarise summarize summary
    tell than that the their them then there these they this those to today tomorrow tried try under
    until up us was we were what whats when where whether which while who why will with would
    yesterday you your
    """)
)
"""English words that hold a sentence together, or only ask: they name nothing, ever."""

EVIDENCE_WORDS: Final = frozenset(
    _words("""
    alert alerts alerting silenced muted inhibited error errors exception exceptions event events
    fatal line lines log logged logs
    message messages metric metrics record records runbook runbooks warn warning warnings demo
    """)
)
"""English words for what is read: they are asked for so often that no source is meant by them."""

STOP_WORDS: Final = (
    FUNCTION_WORDS
    | EVIDENCE_WORDS
    | frozenset(
        _words("""
    affected affecting bad blew break breaks broke broken cause caused causes causing confirm
    current currently diagnose
    down explain fail failed failing fails failure failures fine health healthy incident incidents
    issue issues outage outages latest normal ok okay operating problem problems reason recent
    recently related root
    running state status trouble unhealthy verify wrong
    active alive all anybody anyone available do each ever every everybody everyone fetch find
    firing handle keep keeps kept long mean meaning means nobody offline online reach reachable
    respond responding somebody someone start started starting successfully take takes took
    unavailable unreachable use used using work working works
    day days hour hours last minute minutes second seconds first many much often times
    app application cluster container database deployment host instance job namespace node pod
    pods server servers service services system systems not no
    hi hello hey thanks thank don didn doesn isn aren wasn weren hasn haven hadn couldn wouldn won
    me them something everything somewhere anywhere nothing thing things one ones
    before during until ago earlier later afterwards again already yet ever lately meanwhile
    between within because due via per across also but if or then once
    address addresses
    unusual strange weird odd abnormal anomaly anomalies anomalous suspicious notable interesting
    some most more less few several other others another same both whose whom
    cannot possible possibly trying
    slowest fastest quickest highest lowest largest smallest biggest longest shortest busiest worst
    fewest least earliest hardest loudest
    number count total exactly roughly moment ongoing situation overview today tonight
    """)
    )
)
"""English words that say nothing about what to search for."""

ASKING_VERBS: Final = frozenset(
    _words("""
    connect connects connected connecting return returns returned returning behind case run runs ran
    running write writes wrote written writing produce produces produced occur occurs occurred
    occurring begin begins began begun need needs want wants know known knows think help gave gives
    given report reports reported reporting appear appears appeared contain contains exist exists
    existing saw seen sees seeing fire fires fired successful getting got gets goes gone went come
    comes came turn turned fix fixes
    fixing solve solved resolve mitigate mitigated remedy repair recover deal avoid prevent search
    searches next step steps advise recommend recommended suggest behave behaves behaving affect
    affects impact impacts impacted unable able please kindly talk talks talked complain complains
    complaining suffer suffers suffering trigger triggers triggered compare compared comparing joke
    jokes weather poem song name morning evening bye goodbye cheers test testing
    notify notified inform informed hit hits
    """)
)
"""English verbs that ask, or that tell of anything at all: no topic, but a service may be called so
(``report``, ``search``)."""

PAST_VERBS: Final = frozenset(
    _words("""
    ran went broke fell began became lost kept took sent held hit threw got had came saw died stuck
    froze hung shut left made gave grew rose sank spoke stood wrote
    """)
)
"""Verbs of the past that no ending tells from a name: "which service ran into a limit"."""

ENDING_WORDS: Final = frozenset(
    _words("""
    stop stops stopped end ends ended cease ceased subside subsided clear cleared recover recovered
    resolve resolved disappear disappeared 停 停下 停掉 停止 结束 恢复 消失
    """)
)
"""What trouble does when it is over: in a question of when it did, no topic."""

CARRIERS: Final = frozenset(
    _words(
        "request requests call calls user users customer customers client clients 请求 用户 调用"
    )
)
"""To whom things happen: worth a search only where nothing says what happened."""

STOP_PHRASES: Final = _words("""
    为什么 为何 怎么样 怎么回事 怎么 怎样 什么 哪些 哪个 哪里 何时 是不是 是否 有没有 现在 目前 当前
    最近 刚才 今天 昨天 情况 状态 问题 原因 根因 根本 出现 发生 存在 请问 帮我 帮忙 查一下 看一下
    查看 查询 看看 分析 排查 处理 解决 应对 如何 需要 含义 意思 遭到 遭受 受到 可达 可用 在线 一下
    日志 告警 报警 静默 事故 错误 报错 异常 失败 故障 警告 运行手册 手册 服务 集群
    节点 数据库 主机 实例 容器 命名空间 正常 健康 到底 究竟 多少 分钟 小时 过去 以来 之前 之后
    之间 之中 之内 以内 前后 至今
    导致 引起 怎 吗 呢 吧 了 的 么 过 被 我们 你们 系统
    写了 写出 写下 记录 产生 打印 输出 开始 结束 给我 告诉 列出 显示 统计 一共 总共 总数 共有
    正在 已经 仍然 还在 刚刚 刚才 期间 这个 这些 那个 那些 这 那 哪台 哪一个 哪个 哪种 哪里 哪儿
    持续 什么时候 时候 时间 几点 该 应该 怎么办 步骤 方法 办法 措施 不对劲 动静 有何 有啥 啥 咋 东西
    一些 所有 全部 任何 大概 具体 详细 概况 概述 总结 汇总 概览 说说 讲讲 介绍 关于 以及 并且
    因为 所以 如果 另外 还有 上述 上面 刚发生 触发 引发 造成 影响 搜索 检索 查找 找出 找到 帮
    多长时间 多长 多久 多少次 多少个 多少条 多少台 一个 一次 一条 一台 最后一次 没能 连上 连得上
    最慢 最快 最大 最小 最长 最短 最久 最严重 最频繁 哪次 哪一次 哪条
    麻烦 谢谢 你好 您好 再 又 天气 笑话 名字 返回 最多 最少 最高 最早 最晚 第一次 最后 对比 比较
    能做 会做 可以 你 您 我 谁 它 有人 没人 反复 机器 服务器 来自 恢复
    """)
"""Chinese words and particles that part a question into what is worth searching for."""

STOP_CHARACTERS: Final = ("请(?!求)", "会(?![话议员])")
"""The same where the neighbour decides: 请 asks, 请求 is a request. Patterns."""

CHINESE_WORDS: Final = _words("""
    删除 移除 创建 新建 构建 启动 拉起 停止 关闭 销毁 终止 完成 提交 读取 写入 保存 加载 发送
    接收 收到 传输 复制 分配 释放 注册 选举 校验 验证 调度 更新 升级 扫描 迁移 挂载 绑定 监听
    跳过 丢弃 丢失 广播 尝试 提供 同步 备份 连接 断开 重试 订阅 消费 推送 拉取 数据块 任务 作业
    变量 快照 分区 端口 密码 执行器 副本 会话 租约 文件 目录 队列 缓存 线程 订单 支付 接口
    请求 响应 镜像 证书
""")
"""Chinese words that are searched for by themselves where they are written together: 数据块校验."""

EDGE_PARTICLES: Final = "来去是有在和与或还都也能要从到对里中上下个"
"""Characters dropped at either end of a Chinese search term."""

MEASURES: Final = frozenset(
    _words("""
    active idle waiting wait pending total usage used free ratio rate percent pct latency duration
    elapsed took time seconds ms bytes memory mem cpu heap load depth lag backlog connections
    requests threads retries restarts queue errors failures timeout timeouts value rt cost
    """)
)
"""Words of a label that say that its number measures something."""

PLAIN_NOUNS: Final = MEASURES | frozenset(
    _words("""
    response request size length number count amount limit level volume speed average maximum
    minimum threshold capacity reply message record line entry event query call session client
    user address account connection error failure timeout retry restart thread byte
    """)
)
"""Nouns, in the singular, of what systems measure and exchange: none is a name by itself."""

PREPOSITIONS: Final = frozenset(_words("in of after for at to from is was by"))
"""Words before a number that do not name it."""

SMALL_TALK: Final = re.compile(
    r"(?<![a-z])(?:thanks?|thank you|thx|ok|okay|great|good|nice|cool|perfect|hello|hi|hey|bye"
    r"|goodbye|cheers|got it|i see|yes|no|very much|a lot|so much|well done|you|there)(?![a-z])"
    r"|谢谢你?|多谢|感谢|好的|好吧|好|明白了?|知道了|收到|辛苦了|再见|你好|您好|嗯|哦|了|啊|呀",
    re.IGNORECASE,
)
"""What is said between questions: a text of nothing else goes on with no subject."""

ENTITY_NOUNS: Final = (
    "service|pod|host|node|namespace|job|deployment|container|app|instance|server|database|cluster"
)
"""English nouns that make the word beside them the name of an entity."""

CHINESE_ENTITY_NOUNS: Final = "服务|节点|主机|实例|容器|集群|数据库|命名空间|应用|组件|模块"
"""Chinese nouns that make the English word before them the name of an entity."""

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
    r"(?<![a-z])(?:fail\w{0,5}|wrong|br(?:eak(?:s|ing)?|oke)|blew|issues?|problems?|trouble|broken|unhealthy|bad|incident|unusual"
    r"|strange|weird|odd|abnormal|anomal\w{1,5}|suspicious|misbehav\w{1,3})(?![a-z])"
    r"|不对劲|反常|失败|问题|异常|故障|出错|报错|错误|不正常",
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
    r"|多久|多长|多少|多[深大高]|耗时|延迟|时长",
    re.IGNORECASE,
)
"""A question that asks for a measured value."""

MEANING_QUESTION: Final = re.compile(
    r"(?<![a-z])(?:mean(?:s|ing)?|what is)(?![a-z])|含义|意思|什么是|是什么", re.IGNORECASE
)
"""A question that asks what something is."""

ALERT_QUESTION: Final = re.compile(
    r"(?<![a-z])(?:alert(?:s|ing)?|alarms?|firing|silenced|muted|inhibited)(?![a-z])|告警|报警|警报|静默",
    re.IGNORECASE,
)
"""A question that asks for alerts."""

_ALERTS: Final = "(?<![a-z])(?:alert|alarm)s?|告警|报警|警报"
_RECORDS: Final = (
    "(?:errors?|exceptions?|warnings?|failures?|logs?|(?:log )?records?)(?![a-z])"
    "|报错|错误|异常|警告|日志|记录"
)
_JOINED: Final = (
    r"(?:,? (?:and|or|as well as|nor)(?: any| the| also)? | ?[/,、] ?"
    "|[和与或及跟]|或者|还是|以及|还有)"
)
ALERTS_AND_RECORDS: Final = re.compile(
    rf"(?:{_ALERTS}){_JOINED}(?:{_RECORDS})"
    rf"|(?<![a-z])(?:{_RECORDS}){_JOINED}(?:alert|alarm|告警|报警|警报)",
    re.IGNORECASE,
)
"""A question that asks for alerts and for records, side by side: "any alerts or errors"."""

PRIORITY_QUESTION: Final = re.compile(
    r"(?<![a-z])(?:what|which|anything|who)(?![a-z]).{0,40}(?<![a-z])"
    r"(?:needs? (?:\S+ )?(?:attention|action|handling"
    r"|looking at|fixing|to be (?:handled|fixed|done))|(?:most )?(?:urgent|pressing|important)"
    r"|(?:on fire|burning)|look at first|handle first|fix first|deal with first)(?![a-z])"
    r"|(?:最|首先|优先|急需|现在)(?:需要|应该|该|要|得)?(?:先)?(?:处理|关注|解决|看)的?(?:是什么|有什么|哪|什么)"
    r"|(?:最|先)(?:需要|应该|该|要)(?:处理|关注|解决)|(?:什么|哪个|哪些)(?:问题)?最(?:紧急|严重|要紧|急)"
    r"|最(?:紧急|要紧|急)的",
    re.IGNORECASE,
)
"""A question after whatever is most urgent: alerts that fire and errors on record."""

ASKS_OF_NOW: Final = re.compile(
    r"(?<![a-z])(?<!were )(?<!was )(?:firing|active|now|currently)(?![a-z])"
    r"|正在|在触发|触发中|现在|目前|当前",
    re.IGNORECASE,
)
"""A question that asks for what is so now, and not for what was."""

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
    r"(?<![a-z])(?:mitigat\w{0,5}|resol\w{0,6}|fix|remed\w{0,8}|steps?|procedures?|how to)(?![a-z])"
    r"|处理|缓解|修复|解决|步骤|操作|流程|方法",
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

ADDRESSES_READER: Final = re.compile(
    r"(?<![a-z])(?:language model|system (?:message|prompt)|assistant|your (?:task|role)"
    r"|instructions?|ignore|disregard|verdict)(?![a-z])|语言模型|系统(?:消息|提示)|忽略|指令",
    re.IGNORECASE,
)
"""Words with which a text may speak to the reader: prose that is no finding is not quoted then."""
