"""The words of questions about incidents, in both languages: closed tables, to be extended here.

Each row is (canonical term, English forms, Chinese forms); forms are separated by ``|``. English
forms are whole words (a plural s is understood), Chinese forms match anywhere.
"""

from typing import TypeAlias

TermTable: TypeAlias = tuple[tuple[str, str, str], ...]

THINGS: TermTable = (
    ("connection-pool", "connection pool|hikaricp|hikaripool|hikari|datasource", "连接池"),
    ("database", "database|db|mysql|postgres|postgresql|oracle|mongodb", "数据库"),
    ("cache", "cache|redis|memcached", "缓存"),
    ("queue", "queue|kafka|rabbitmq|rocketmq|message broker", "队列|消息中间件"),
    ("disk", "disk|filesystem|file system|volume|inode", "磁盘|硬盘|文件系统"),
    ("network", "network|dns|tcp|packet|bandwidth", "网络|丢包|带宽|域名解析"),
    ("pod", "pod|container|kubernetes|k8s|docker", "容器|容器组"),
    ("node", "node|host|server|machine|vm", "节点|主机|服务器|机器"),
    ("thread", "thread|deadlock|goroutine", "线程|死锁"),
    ("certificate", "certificate|tls|ssl", "证书"),
    ("endpoint", "endpoint|api|gateway|ingress|nginx|load balancer", "接口|网关|负载均衡"),
    ("hdfs", "hdfs|hadoop|namenode|datanode|block|replica", "副本|数据块"),
    ("zookeeper", "zookeeper|quorum|leader election", "选主"),
    ("ssh", "ssh|sshd|openssh|login|password|authentication", "登录|密码|认证|鉴权"),
    ("spark", "spark|executor|driver", ""),
    ("job", "job|cron|cronjob|scheduled task|batch", "任务|定时任务|作业"),
)
"""Kinds of things that a question may be about without naming one."""

METRICS: TermTable = (
    ("memory", "memory|mem|heap|rss|highmemoryusage|ram", "内存|堆"),
    ("cpu", "cpu|load average|highcpuusage|throttling|throttled", "处理器|负载"),
    (
        "latency",
        "latency|slow|slowness|response time|p50|p90|p95|p99|delay",
        "延迟|变慢|很慢|慢|响应时间|耗时|卡顿",
    ),
    ("throughput", "throughput|qps|rps|tps|traffic", "吞吐|流量|请求量"),
    (
        "error-rate",
        "error rate|failure rate|success rate|availability",
        "错误率|失败率|成功率|可用率|可用性",
    ),
    ("usage", "usage|utilization|utilisation|saturation|capacity", "使用率|利用率|水位|容量|占用"),
    ("connections", "connection", "连接数|连接"),
    ("gc", "gc|garbage collection|full gc", "垃圾回收"),
    ("lag", "lag|backlog|replication", "积压|堆积|同步延迟|主从"),
    ("restarts", "restart|restarted|crashloop|crashloopbackoff|reboot", "重启|反复重启"),
)
"""What is measured."""

ERRORS: TermTable = (
    ("timeout", "timeout|timed out|time out|deadline exceeded", "超时"),
    ("exhausted", "exhausted|exhaustion|pool full|saturated|used up", "耗尽|打满|占满|用尽|满了"),
    (
        "out-of-memory",
        "oom|oomkilled|out of memory|outofmemoryerror|memory leak",
        "内存溢出|内存泄漏",
    ),
    ("exception", "exception|stack trace|stacktrace|traceback|panic|fatal", "异常|堆栈"),
    ("error", "error|err|5xx|500|502|503|504|4xx|404", "错误|报错"),
    ("failure", "failure|failed|failing|fail|fails|unable", "失败"),
    ("refused", "refused|connection reset|broken pipe|unreachable", "拒绝|不可达|连不上|断开"),
    ("crash", "crash|crashed|killed|exited|segfault|core dump", "崩溃|挂掉|挂了|宕机|退出"),
    ("unavailable", "unavailable|down|outage|offline", "不可用|中断|下线"),
    ("rate-limited", "rate limit|rate limited|quota", "限流|配额"),
    ("leak", "leak|leaking", "泄漏|泄露"),
    ("permission", "permission denied|forbidden|unauthorized|401|403", "权限|拒绝访问"),
)
"""How things fail."""

INCIDENT: TermTable = (
    ("incident", "incident|postmortem|on call|oncall|sev1|sev2|p0|p1", "故障|事故|事件|值班"),
    ("alert", "alert|alarm|alertmanager|prometheus|firing|paged|page", "告警|报警|警报"),
    ("log", "log|logs|logging|warning|warn", "日志|警告"),
    ("metric", "metric|monitoring|dashboard|grafana", "指标|监控"),
    ("cause", "root cause|cause|why|reason", "根因|原因|为什么|为何"),
    (
        "diagnose",
        "diagnose|diagnosis|troubleshoot|investigate|debug|analyse|analyze",
        "诊断|排查|分析|定位|检查",
    ),
    (
        "problem",
        "problem|issue|wrong|broken|broke|breaks|blew up|unhealthy|degraded|abnormal|anomaly",
        "问题|不正常|坏了|出错|出问题",
    ),
    ("runbook", "runbook|playbook|sop", "手册|预案|知识库"),
    (
        "deployment",
        "deploy|deployment|release|rollout|rollback|config change",
        "部署|发布|上线|回滚|变更",
    ),
    ("health", "health|healthy|status|running", "健康|状态|运行"),
    (
        "lifecycle",
        "terminated|stopped|expired|deleted|evicted|spawn|spawned|finished|retry|retried|retries",
        "过期|到期|终止|停止|删除|驱逐|重试",
    ),
    (
        "situation",
        (
            "going on|happening|happened|happen|unusual|strange|weird|odd|suspicious|anomalous|"
            "anomalies|what changed|what has changed|affected|impact|situation|misbehaving|"
            "acting up|trouble|is everything ok|is everything okay|everything fine|since when"
        ),
        (
            "发生了什么|发生什么|发生过什么|出什么事|出了什么|什么情况|啥情况|怎么回事|怎么了|咋了|咋回事|"
            "不对劲|有什么动静|受影响|影响范围|影响了|情况如何|从什么时候|从何时"
        ),
    ),
    (
        "change",
        "which version|version of|deployed|released|upgrade|upgraded|configuration|config|changed",
        "版本|升级|配置|改动|扩容|缩容",
    ),
    (
        "symptom",
        (
            "drop|dropped|dropping|full|filling up|fill up|out of space|stuck|hang|hanging|hung|"
            "freeze|frozen|lost|missing|corrupt|corrupted|rejected|overloaded|not responding|"
            "unresponsive|blocked|starved"
        ),
        "丢失|写满|满了|磁盘满|卡住|卡死|无响应|没反应|打不开|堵塞|阻塞|拒收|过载|损坏",
    ),
    ("work", "session|instance|task|process|request|transaction", "会话|实例|进程|请求|事务"),
)
"""Words of incident work that name nothing in particular."""

CHANGES_ENGLISH = (
    "restart|reboot|delete|remove|kill|stop|start|scale|roll back|rollback|redeploy|deploy|drain|"
    "cordon|evict|drop|truncate|patch|upgrade|downgrade|increase|raise|reduce|lower|disable|enable|"
    "silence|acknowledge|ack|fix|repair|clear|flush|purge|apply|terminate|shut down|shutdown|reset|"
    "rebuild|resize|expand|install|uninstall|fail over|failover|undo|revert|clean up"
)
CHANGES_CHINESE = (
    "重启|删除|删掉|移除|杀掉|停掉|停止|启动|扩容|缩容|回滚|重新部署|部署|发布|升级|降级|下线|上线|清理|清空|"
    "修复|修好|处理|执行|关闭|打开|开启|禁用|启用|静默|屏蔽|驱逐|迁移|切换|重置|调大|调小|恢复"
)
"""What is done to a system: an order to do it is answered by what the evidence shows, and by the
sentence that nothing is ever changed."""

REQUESTS_ENGLISH = (
    "please|pls|kindly|can you|could you|would you|will you|i want you to|i need you to|you must|"
    "go ahead and|you should"
)
REQUESTS_CHINESE = "请|帮我|帮忙|麻烦|给我|替我|帮|把|将"
"""How one asks for a thing to be done."""

LOOKING_CHINESE = (
    "看|查|分析|问|找|确认|解释|告诉|统计|排查|诊断|检查|定位|为什么|为何|怎么|怎样|如何|是否|有没有|说明|列出|"
    "总结|该"
)
"""Between a request and its verb: only to be looked at is what is asked for."""

HAPPENED_CHINESE = (
    "了|过|的|次数|原因|日志|记录|吗|告警|步骤|流程|失败|方法|时间|情况|是|后|之后|前|之前"
)
"""After a verb: that it happened, not that it shall be done."""

HAPPENED_ENGLISH = (
    "counts?|loops?|reasons?|times?|events?|history|errors?|failures?|failed|logs?|records?|policy|"
    "of|rates?|storm|alerts?"
)
"""After a verb that is a noun here: ``restart count``."""

KNOWLEDGE_ENGLISH = (
    "runbook|playbook|sop|documentation|documented|docs|knowledge base|best practice|how to|"
    "how do i|how do we|how should i|how should we|how can i|how can we|what should i do|"
    "what should we do|what to do|what does|what is the meaning|what is the procedure|"
    "procedure|recommended steps|troubleshooting steps|guide|who to notify|who to call|"
    "who to page|who to contact|who to inform|who should be notified|who should be called|"
    "who should be informed|who should be paged|who should i notify|who should we notify|"
    "who should i call|who should we call|who should i contact|who should we contact|"
    "whom to notify|whom to call|whom should i call|whom should we call|whom should i notify|"
    "whom should we notify|who must be notified|who must be informed"
)
KNOWLEDGE_CHINESE = (
    "手册|预案|文档|知识库|最佳实践|如何处理|如何排查|如何解决|如何应对|怎么处理|怎么排查|怎么解决|"
    "怎么回滚|如何回滚|怎样回滚|怎么重启|如何重启|怎么切换|如何切换|怎么扩容|如何扩容|怎么恢复|如何恢复|"
    "怎么操作|如何操作|操作方法|回滚步骤|恢复步骤|"
    "怎么办|怎样处理|怎样排查|处理步骤|排查步骤|处理流程|排查流程|操作步骤|什么意思|什么含义|是什么意思|含义|"
    "通知谁|联系谁|该找谁|应找谁|上报给谁|汇报给谁|通知哪些人|通知哪个|联系哪个"
)
"""How a question asks for what is written down instead of for what happened."""
