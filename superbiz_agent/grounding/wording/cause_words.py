"""What can be a cause, and the words for it in both languages. Extend the table here."""

from superbiz_agent.grounding.wording.lexicon import words

CONCEPTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("connection pool", words("connection pool | pool | pools | hikari | hikaricp | 连接池")),
    (
        "exhaustion",
        words("""
        exhausted | exhaustion | exhausts | used up | saturated | saturation | full | depleted
        ran out | run out | 耗尽 | 用尽 | 用光 | 占满 | 打满 | 已满 | 饱和 | 枯竭 | 不足
        """),
    ),
    ("leak", words("leak | leaks | leaked | leaking | leakage | 泄漏 | 泄露")),
    ("memory", words("memory | heap | 内存 | 堆内存")),
    ("out of memory", words("oom | oomkilled | out of memory | outofmemoryerror | 内存溢出")),
    ("disk", words("disk | disks | filesystem | no space left | 磁盘 | 硬盘 | 文件系统")),
    ("processor", words("cpu | processor | throttling | throttled | 处理器 | 节流")),
    ("network", words("network | packet loss | partition | 网络 | 丢包 | 分区")),
    (
        "name resolution",
        words("""
        dns | name resolution | resolver | no such host | nxdomain | servfail | lookup | 域名解析
        """),
    ),
    ("certificate", words("certificate | certificates | tls | ssl | 证书")),
    ("deadlock", words("deadlock | deadlocks | deadlocked | 死锁")),
    ("lock", words("lock | locks | locking | lock contention | 锁 | 锁等待 | 锁竞争")),
    ("timeout", words("timeout | timeouts | timed out | time out | 超时")),
    (
        "deployment",
        words("deploy | deployment | release | rollout | published | 发布 | 部署 | 上线"),
    ),
    (
        "configuration",
        words("configuration | config | misconfiguration | misconfigured | setting | 配置"),
    ),
    (
        "traffic",
        words("""
        traffic | high load | heavy load | under load | overload | surge | 流量 | 负载 | 过载 | 突增
        """),
    ),
    ("garbage collection", words("garbage collection | gc | 垃圾回收")),
    ("slow query", words("slow query | slow queries | slow sql | 慢查询 | 慢 SQL | 慢SQL")),
    ("database", words("database | mysql | postgres | postgresql | 数据库")),
    ("cache", words("cache | redis | memcached | 缓存")),
    ("queue", words("queue | backlog | kafka | lag | lags | lagging | 队列 | 积压 | 落后 | 滞后")),
    ("thread", words("thread | threads | thread pool | 线程 | 线程池")),
    ("dependency", words("dependency | upstream | downstream | 依赖 | 上游 | 下游")),
    ("crash", words("crash | crashed | crashes | crashloopbackoff | 崩溃")),
    ("hardware", words("hardware | node failure | power | 硬件 | 断电 | 机房")),
    (
        "authentication",
        words(
            "authentication | authorization | password | credential | credentials"
            " | 认证 | 鉴权 | 密码 | 口令 | 凭证 | 凭据"
        ),
    ),
    ("attack", words("attack | ddos | brute force | intrusion | 攻击 | 入侵 | 暴力破解")),
    ("quota", words("quota | rate limit | rate limited | 配额 | 限流")),
    ("bug", words("bug | defect | regression | 缺陷 | 漏洞")),
    ("human error", words("human error | operator | mistake | 人为 | 误操作")),
)
"""Name of a cause -> its words. A sentence may use any word of a row that its item uses."""

FAULTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("leak", words("leak | leaks | leaked | leaking | leakage | 泄漏 | 泄露")),
    ("out of memory", words("oom | oomkilled | out of memory | outofmemoryerror | 内存溢出")),
    ("deadlock", words("deadlock | deadlocks | deadlocked | 死锁")),
    ("network fault", words("packet loss | network partition | partitioned | 丢包 | 网络分区")),
    ("certificate", words("certificate | certificates | tls | x509 | ssl | 证书")),
    ("garbage collection", words("garbage collection | full gc | gc pause | gc | 垃圾回收")),
    ("slow query", words("slow query | slow queries | slow sql | 慢查询 | 慢 SQL | 慢SQL")),
    (
        "crash",
        words("crash | crashed | crashes | crashing | crashloopbackoff | panic | panicked | 崩溃"),
    ),
    ("hardware fault", words("hardware failure | hardware fault | power outage | 硬件故障 | 断电")),
    (
        "attack",
        words("""
        attack | attacked | ddos | brute force | intrusion | hacker | hackers | hacked | compromised
        malware | ransomware | attacker | attackers | invalid user | authentication failure
        failed password | password authentication failed
        攻击 | 入侵 | 暴力破解 | 黑客 | 被黑 | 木马 | 勒索
        """),
    ),
    ("bug", words("bug | bugs | code defect | 代码缺陷 | 程序缺陷 | 严重缺陷")),
    (
        "human error",
        words("""
        human error | operator error | misconfiguration | misconfigured | mistake | typo
        typing error
        人为失误 | 误操作 | 误删 | 配置错误
        """),
    ),
    # changes: what somebody did to the system
    ("rollback", words("rolled back | rollback | roll back | reverted | 回滚 | 回退")),
    (
        "deployment",
        words("""
        deploy | deployed | deploys | deployment | deployments | redeployed | new release
        bad release | release | releases | rollout | rolled out | shipped | published
        发布 | 部署 | 上线 | 发版
        """),
    ),
    (
        "restart",
        words("restart | restarted | restarts | restarting | rebooted | reboot | 重启"),
    ),
    ("scaling", words("scaled up | scaled out | scaled down | autoscaled | 扩容 | 缩容")),
    (
        "upgrade",
        words("upgrade | upgraded | upgrades | downgraded | downgrade | replacing | 升级 | 降级"),
    ),
    ("revocation", words("revoked | revoke | revocation | 吊销 | 撤销")),
    (
        "hand",
        words("manually | by hand | operator | on-call | 手动 | 手工 | 人工 | 值班人员 | 运维人员"),
    ),
    ("rotation", words("rotated | rotation | 轮换")),
    ("fix", words("the fix | a fix | hotfix | patched | 补丁 | 热修复")),
    ("failover", words("failover | failed over | 故障转移 | 主从切换")),
    # damage: what happened to data and people
    (
        "data loss",
        words("""
        data loss | lost data | data was lost | data is lost | data were lost | data corruption
        lost their data | deleted | wiped | 数据丢失
        丢失数据 | 数据损坏 | 数据被删 | 删库
        """),
    ),
    (
        "data breach",
        words("data leak | data breach | breach | breached | stolen | 数据泄漏 | 数据泄露 | 被盗"),
    ),
    ("people", words("customer | customers | user | users | victim | 客户 | 用户 | 受害")),
    ("complaint", words("complaint | complaints | 投诉")),
    ("money", words("money | revenue | refunds | 资金 | 亏损")),
    # what goes wrong in a system
    ("surge", words("surge | surged | traffic spike | 突增 | 激增 | 暴涨 | 飙升")),
    ("eviction", words("evict | evicts | evicted | eviction | 驱逐")),
    ("overflow", words("overflow | overflows | overflowed | 队列溢出 | 栈溢出")),
    ("cascade", words("cascade | cascading | avalanche | 雪崩")),
    # what would have to be done about it
    (
        "dismissal",
        words("""
        ignore | ignored | can be dismissed | nothing to worry about | no action needed
        no action is needed | 忽略 | 无需处理 | 无需关注 | 不用管
        """),
    ),
    (
        "outage",
        words("""
        outage | is down | was down | are down | went down | unavailable | not available
        unreachable | offline | no route to host | connection refused | refused the connection
        refused connection | refused connections
        宕机 | 挂了 | 不可用 | 不可达 | 离线 | 停机
        """),
    ),
)
"""Faults, changes and damage that a sentence may name only if one of its items does, in any pair
of languages: no typed fact carries them, and no verifier sees what a composer adds."""

FAULT_NEUTRAL = words(
    "top user | went down to | is down to | was down to | are down to | were down to"
    " | 客户端 | 客户机 | 用户服务 | 用户中心 | 用户名 | user agent"
    " | user name"
)
"""Longer words in which a word of these rows says nothing of that kind."""

CARRIED_BY = (
    ("outage", "shut(?:s|ting)? ?down|stopp(?:ed|ing)|(?<!not )exited|关闭|停止运行|退出"),
    ("data loss", "remov(?:ed|al)|(?<![未没])(?:删除|删掉|移除)"),
)
"""Faults that a source names in a word that is no fault by itself."""

SHOWN = (("slow query", r"(?:query|sql|select) .{0,60}took [0-9].{0,60}threshold"),)
"""Faults that a record shows by its values, in none of their words."""

LIGHT_WORDS = words("""
incident | issue | issues | problem | problems | outage | symptom | symptoms | service | services
likely | probably | possibly | possible | may | might | could | inferred | inference | suspected
appears | seems | suggests | evidence | finding | findings | confirmed | main | primary | underlying
effect | effects | impact | here | behind | observed | seen | alert | error | errors | failure
failures | failed | failing | root | cause | causes | reason | requests | request | connections
connection | available | result | is that | was that | second | seconds | minute | minutes
millisecond | milliseconds | hour | hours | ms | time | after
秒 | 毫秒 | 分钟 | 小时 | 之后 | 后 | 其 | 已 | 均 | 都
事件 | 故障 | 问题 | 异常 | 本次 | 此次 | 服务 | 告警 | 错误 | 报错 | 失败 | 影响 | 现象 | 推断
可能
疑似 | 证据 | 显示 | 表明 | 确认 | 已确认 | 主要 | 直接 | 根本 | 请求 | 连接 | 是 | 为 | 了
出现 | 发生
""")
"""Words that name no cause themselves."""
