"""Words of operations in Chinese and English: the tables behind searching in two languages.

They help a question find evidence; they never decide whether evidence supports a statement.
To extend: add a form to its concept, or a row. Forms are lower case; English forms are whole
words or phrases, Chinese forms match anywhere in a run of Chinese characters.
"""

CONCEPTS: tuple[tuple[str, ...], ...] = (
    ("memory", "mem", "内存"),
    ("out of memory", "out-of-memory", "outofmemory", "oom", "oomkilled", "内存溢出", "内存不足"),
    ("heap", "堆内存", "堆"),
    ("cpu", "processor", "处理器"),
    ("disk", "filesystem", "file system", "磁盘", "硬盘", "文件系统"),
    ("space", "磁盘空间", "空间"),
    ("network", "网络"),
    ("packet loss", "丢包"),
    ("node", "节点", "主机"),
    ("pod", "容器组"),
    ("container", "容器"),
    ("cluster", "集群"),
    ("database", "db", "数据库"),
    ("connection pool", "数据库连接池", "连接池"),
    ("connection", "连接"),
    ("hikaricp", "hikaripool", "hikari"),
    ("exhausted", "exhaustion", "saturated", "耗尽", "用尽", "打满"),
    ("leak", "leaked", "泄漏", "泄露"),
    (
        "full",
        "filling up",
        "out of space",
        "almost out",
        "写满",
        "占满",
        "爆满",
        "满了",
        "快满",
        "不足",
    ),
    ("timeout", "timed out", "time out", "超时"),
    ("latency", "slow", "延迟", "响应慢", "变慢", "慢查询"),
    ("thread", "线程"),
    ("queue", "backlog", "队列", "积压", "堆积"),
    ("cache", "缓存"),
    ("certificate", "cert", "tls", "证书"),
    ("expire", "expiration", "expiry", "过期", "到期"),
    ("crash", "crashloop", "crashloopbackoff", "crash looping", "崩溃"),
    ("restart", "重启"),
    ("unreachable", "down", "宕机", "不可达", "失联", "挂了"),
    ("replica", "副本数", "副本"),
    ("replication", "主从复制", "复制"),
    ("deployment", "rollout", "部署", "发布", "上线"),
    ("rollback", "回滚"),
    ("traffic", "流量"),
    ("throttling", "throttled", "限流", "节流"),
    ("usage", "utilization", "使用率", "利用率", "占用率", "占用"),
    ("quota", "配额"),
    ("threshold", "阈值"),
    ("clock skew", "clock", "时钟偏移", "时钟"),
    ("synchronized", "synchronising", "synchronizing", "synced", "同步"),
    ("inconsistent", "mismatch", "不一致", "不匹配"),
    ("target", "目标"),
    ("scrape", "scraping", "抓取", "采集"),
    ("persistent volume", "persistentvolume", "pvc", "持久卷", "存储卷"),
    ("backup", "备份"),
    ("election", "leader", "选主", "主节点"),
    ("configuration", "config", "配置"),
    ("reload", "重载", "重新加载"),
    ("permission", "forbidden", "权限"),
    ("authentication", "login", "认证", "登录"),
    ("error rate", "5xx", "错误率"),
    ("order", "orders", "订单"),
    ("payment", "payments", "支付"),
    ("silenced", "静默"),
    ("inhibited", "抑制"),
    ("resolved", "已恢复", "恢复"),
    ("pending", "待触发"),
)
"""Each row is one concept: forms that mean the same to a search."""

SECTIONS: tuple[tuple[str, ...], ...] = (
    ("meaning", "symptom", "description", "含义", "意思", "现象"),
    ("impact", "影响"),
    ("diagnosis", "diagnose", "investigate", "troubleshoot", "troubleshooting", "check", "排查",
     "诊断", "定位", "检查", "分析"),
    ("mitigation", "mitigate", "remediation", "remedy", "fix", "resolve", "handle", "handling",
     "处理", "处置", "解决", "修复", "补救", "怎么办"),
)  # fmt: skip
"""What the sections of a runbook are for: a question that asks for one is answered by it first."""

GENERIC_ENGLISH: frozenset[str] = frozenset(
    """
    a about after again all also am an and any anything are as at be because been before being but
    by can cause caused causes check could current currently did do does doing done during each
    evidence explain fail failed failing failure find firing for from get give had happen happened
    happening happens has have healthy help here how i if in incident incidents into is issue issues
    it its just last latest list look me metric metrics monitor monitoring my no normal not now of
    ok okay on or our out over please possible problem problems query reason recent recently related
    remediation remedy report reported root say says search see service services should show since
    so some state status still system tell than that the their them then there these they this those
    to today trigger triggered under unhealthy up us was we were what whats when where whether which
    while who why will with wrong would yesterday you your minute minutes hour hours day days alert
    alerts alarm alarms alerting runbook runbooks document documentation guide knowledge procedure
    playbook investigate diagnose diagnosis troubleshoot troubleshooting handle fix resolve mitigate
    mitigation steps step
    """.split()  # noqa: SIM905  (a list of two hundred quoted words reads worse)
)
"""Words that ask without saying about what. They select nothing and exclude nothing."""

NAMES_TOO: frozenset[str] = frozenset(
    """
    check find query report reports reported search system monitor monitoring metrics status state
    alerts document documentation guide knowledge help
    """.split()  # noqa: SIM905
)
"""Generic words that services and jobs are called by: they are names where a source knows them."""

GENERIC_CHARACTERS = (
    "该应的了吗呢吧啊是在有没无不和与或及对从到把被给就都也还又再很太最更请查看我你它他们这那哪个些"
    "会能要想让说上下里中内外前后时点分秒年月日号天高低大小多少好坏"
)
"""Chinese characters that say nothing by themselves."""

GENERIC_CHINESE: tuple[str, ...] = (
    *"""
    告警 报警 警报 监控 指标 异常 故障 问题 情况 状态 状况 原因 根因 事故 事件 现象 影响 证据 日志
    为什么 为何 怎么办 怎么样 怎么 怎样 如何 什么 哪些 哪个 哪里 多少 是不是 有没有 是否 能否 可否
    当前 现在 目前 最近 过去 今天 昨天 刚才 分钟 小时 系统 服务 应用 正常 健康 一下 帮我 请问 帮忙
    分析 诊断 排查 定位 查询 查看 检查 处理 解决 修复 步骤 手册 文档 知识 预案 流程 方法 触发 发生
    出现 导致 引起 造成 存在 正在 已经 一直 仍然 关于 相关 可能 应该 需要 告诉 显示 列出 所有 全部
    任何 以及 还是 或者 并且 因为 所以 如果 之后 之前 以来 期间 时候 时间 报错 错误 失败
    开始 响应 反复 一些 需不需要 应该 应当 怎么做 怎样做 怎么处理 如何处理 处置 办法 该怎么
    """.split(),  # noqa: SIM905  (a list of two hundred quoted words reads worse)
    *GENERIC_CHARACTERS,
)
"""Chinese words that ask without saying about what, the longer ones matched first."""
