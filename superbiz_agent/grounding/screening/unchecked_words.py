"""The words by which a gap, an action or a reason of a model is read: closed tables of both
languages, to be extended here (contract sections 3 and 6)."""

from superbiz_agent.grounding.wording import words

NOT_KNOWN = words("""
unknown | not known | unclear | not clear | undetermined | not determined | undefined | not yet
whether | not verified | not checked | not collected | not queried | not searched | not recorded
not confirmed | not identified | not established | not supported by
not possible to | could not tell
cannot tell | does not name | do not name | does not say | do not say | remains open
to be determined | to be confirmed | no evidence | no data
未知 | 不明 | 不清楚 | 尚不清楚 | 不确定 | 是否 | 有待 | 待确认 | 待查 | 待核实 | 未核实 | 未确认
尚未 | 无法确认 | 无法判断 | 无法确定 | 无法得知 | 无法证实 | 不足以 | 没有证据 | 无证据
没有指出
""")
"""Any of them says of its clause that something is not known."""

UNABLE = words("""
verified | confirmed | checked | read | seen | determined | established | told | queried | searched
answered | assessed | judged | measured | traced | located | linked | reproduced | evaluated
inspected | examined | collected | fetched | retrieved | compared | identified | excluded
ruled out | known | shown | proven | decided | derived | inferred | concluded | explained | parsed
attributed | found | obtained | loaded from the sources | distinguished | settled | narrowed down
""")
"""What "could not be" done with evidence; "could not be reached" tells of a system."""

MISSING = words("""
missing | lacking | lack of | lacks | absent | unavailable | not available | needed | need | needs
required | incomplete | insufficient | not enough | not given | not provided | not included
缺少 | 缺失 | 缺乏 | 欠缺 | 未提供 | 不完整 | 不足 | 不可用 | 需要 | 还需 | 尚需 | 未获取 | 未采集
未收集 | 未查到 | 未能获取
""")
"""They say that evidence is missing, and only of evidence: a service may be "unavailable", too."""

EVIDENCE_NOUNS = words("""
evidence | data | metric | metrics | log | logs | trace | traces | dump | dumps | histogram
history | timeline | series | dashboard | information | details | configuration | config
profile | profiles | snapshot | snapshots | statistics | stats | query plan | query plans | report
documentation | runbook | runbooks | source | sources | samples | measurements | readings
deployment records | change records | audit records | answer
证据 | 数据 | 指标 | 日志 | 链路 | 堆栈 | 转储 | 快照 | 历史 | 时间线 | 曲线 | 信息 | 详情 | 细节
配置 | 统计 | 报告 | 文档 | 手册 | 来源 | 数据源 | 记录
""")
"""What evidence is called."""

FINDINGS = words("""
error | errors | exception | exceptions | failure | failures | timeout | timeouts | problem
problems | issue | issues | anomaly | anomalies | leak | leaks | loss
错误 | 异常 | 失败 | 超时 | 故障 | 问题 | 泄漏 | 泄露 | 丢失
""")
"""What evidence may show: "no error logs" is an absence, which only a search can carry."""

STATING = words("""
is | are | was | were | has | have | had | do | does | did | will | shows | show | showed | proves
prove | says | said | lost | broke | went | made | got | leak | leaks | fails | fail | means
told
了 | 已 | 正在 | 被 | 发生 | 出现 | 显示 | 表明 | 证明 | 说明 | 说 | 是
""")
"""Words that make a phrase a statement; a bare "thread dump of order-service" is none."""

PURPOSES = words("""
to | in order to | so that | so as to | for
以 | 以便 | 用于 | 用来 | 为了 | 为 | 便于 | 有助于 | 了解 | 确认 | 查看 | 确定 | 判断 | 验证
定位 | 排查
核实 | 观察 | 看 | 检查 | 找出 | 查明 | 对比 | 弄清 | 评估
""")
"""How a reason says what its step is for."""

CAUSE_NOUNS = words("""
cause | causes | root cause | root causes | reason | 原因 | 根因 | 根本原因 | 成因 | 起因 | 根源
""")
"""A cause that is looked for, not stated: "to find the root cause"."""

STEP_VERBS = words("""
check | query | requery | inspect | review | collect | look | read | verify | validate | examine
investigate | compare | correlate | gather | monitor | confirm | search | fetch | pull | capture
analyse | analyze | ask | find | see | list | get | obtain | retrieve | count | measure | plot
graph | watch | observe | track | trace | identify | determine | establish | sample | profile
export | download | consult | refer | contact | continue | repeat | rerun | re-run | record | note
view | explore | scan | study | clarify | learn | locate | map | diff | test whether | follow up
take a | take thread | take heap | dump the thread | dump the heap | widen the search
narrow the search | keep monitoring | keep watching | make a list | cross-check | double-check
""")
"""The verbs of evidence collection; a sentence of an action starts with one of them."""

CHINESE_STEP_VERBS = words("""
检查 | 查询 | 查看 | 核对 | 收集 | 排查 | 确认 | 对比 | 比较 | 对照 | 分析 | 调查 | 观察
观测 | 监控
监测 | 搜索 | 检索 | 抓取 | 采集 | 读取 | 获取 | 拉取 | 导出 | 统计 | 了解 | 定位 | 追踪
跟踪 | 复查 | 测量 | 计时 | 量取 | 求证 | 取证
缩短时间窗 | 缩小时间窗 | 缩短时间范围 | 缩小时间范围 | 缩小查询范围 | 扩大时间窗 | 放宽时间窗
核实 | 验证 | 联系 | 询问 | 咨询 | 关注 | 留意 | 列出 | 梳理 | 评估 | 调取 | 补充 | 查阅
查找 | 参考
再次查询 | 重新读取 | 重新查询 | 再次读取 | 阅读 | 找出 | 看 | 查
""")

READING_COMMANDS = words("""
jstack | jmap | jstat | jcmd | kubectl get | kubectl describe | kubectl logs | kubectl top
kubectl events | show | explain | select | top | df | du | ps | netstat | ss | dig | nslookup
ping | traceroute | lsof | iostat | vmstat | dmesg | journalctl | cat | tail | grep | head | less
query | queries | search | query_logs | query_metrics | lookup_knowledge
""")
"""What "run" may run by name; anything else stands in quotes and in this question's evidence."""

READING_WORDS = frozenset(
    words(
        """
tracking | sources | status | show | get | list | describe | lookup | info | stats | top | logs
events | history | explain | --bigkeys | --memkeys | --version | version | -p | query | inspect
""".lower()
    )
)
"""Words of a command that prints something; one of them makes a command a reading one."""

CHANGING_WORDS = frozenset(
    words("""
set | restart | reload | stop | start | kill | delete | del | remove | rm | drop | truncate | apply
flush | flushall | flushdb | flush_zone | purge | reset | makestep | step | write | update | insert
alter | create | grant | revoke | mv | cp | dd | reboot | shutdown | undo | scale | drain | cordon
patch | edit | exec | eval | tee | kexec | vacuum | reindex | rollback | enable | disable | install
pg_terminate_backend | pg_cancel_backend | -w | -delete | -i | --force | -exec | sudo | sh | bash
""")
)
"""Words of a command that changes something, wherever they stand in it."""

CHANGING_COMMANDS = frozenset(
    words("""
makestep | flushall | flushdb | flush_zone | pg_terminate_backend | pg_cancel_backend
""")
)
"""Those that stand in no step, in quotes or not: they are no words of a language."""

READING_LEVELS = words("""
INFO memory | INFO stats | INFO keyspace | INFO clients | INFO replication | INFO commandstats
INFO persistence | INFO server | INFO cpu
""")
"""Sections of a store's INFO command: no level of a record."""

CHANGES = words("""
cycle | bump | hotfix | nuke | flip | spin up | reroute | shift | point | whitelist | allowlist
grant | ignore | page | wire | give | bring up | take out | take order | silence | mute | close
acknowledge | approve | send | pay | notify | tell | invoke | trigger | toggle | open up | swap
cancel | abort | skip | disconnect | reconnect | recover | retry | sacrifice | reprovision | prune
摘掉 | 摘流 | 切到 | 切至 | 切走 | 拉起 | 回收 | 重拉 | 调到 | 加机器 | 加节点 | 加内存 | 踢掉
踢出 | 改配置
打开开关 | 停了 | 停服 | 忽略 | 静默 | 关掉 | 补数据 | 执行回滚 | 执行脚本
""")
"""More ways to change the system than ``remediates`` reads, at the head of a clause; the Chinese
ones anywhere."""

SOURCES = words("""
log | logs | record | records | alert | alerts | metric | metrics | trace | traces | source
sources | series | line | lines | event | events | runbook | evidence | entry | entries | search
日志 | 记录 | 告警 | 指标 | 链路 | 来源 | 数据源 | 证据 | 事件 | 数据 | 手册 | 文档 | 曲线
""")
"""What may show something, or not: "no log shows which request ..."."""

SHOWING = words("""
shows | show | says | say | names | name | tells | tell | holds | hold | gives | give | records
record | mentions | mention | explains | explain | states | state | contains | contain | reveals
reveal | has | have
""")
CHINESE_SHOWING = words("""
显示 | 说明 | 表明 | 记录 | 记载 | 指出 | 提到 | 写明 | 给出 | 体现 | 反映 | 包含
""")

SILENT = words("""
cover | include | support | allow | reach | go back | suffice | enough | sufficient | available
complete | collected | queried | searched | checked | found | provided | given | indicate
identify | prove | confirm | establish | determine | distinguish | point | capture | answer
explain | use | know | suggest | help | let | link | decide | settle | tell | at hand | known
included | supported | detailed | exported | kept | part | on record | clear | verified | measured
足以 | 提供 | 覆盖 | 涉及 | 区分 | 指向 | 回答 | 支持 | 证明 | 证实 | 确认 | 判断 | 确定 | 解释
得出 | 找到 | 收集 | 采集 | 查询 | 检索 | 核实 | 核对 | 能 | 够 | 足 | 完整 | 齐全 | 可用 | 保留
说 | 告诉 | 看出 | 使用 | 认识 | 知道
""")
"""What evidence does not do where it is silent, beside ``SHOWING`` and ``UNREAD``. "The data were
not stored" tells what the system did."""

ARTIFACTS = words("""
certificate | certificates | file | files | list | lists | rule | rules | policy | policies
schema | manifest | crontab | settings | code | script | scripts | output | plan | export
exports | page | ticket | side | changelog | diff | directory listing
证书 | 文件 | 列表 | 清单 | 规则 | 策略 | 清单文件 | 定义 | 脚本 | 代码 | 计划 | 输出 | 条目 | 导出
占用情况 | 使用情况 | 内容
""")
"""What can be read or not, beside ``EVIDENCE_NOUNS``: a thing, never an event."""

MEASURES = words("""
rate | rates | share | shares | ratio | ratios | usage | utilisation | utilization | latency
latencies | throughput | percentile | percentiles | list | lists
请求量 | 调用量 | 流量数据 | 错误率 | 失败率 | 成功率 | 使用率 | 利用率 | 命中率 | 用量 | 使用量
耗时 | 延迟 | 吞吐 | 吞吐量 | 占比 | 比例 | 列表 | 清单 | 占用情况 | 使用情况 | 分位数
""")
"""What is measured or listed. "No request rate was available" misses a figure; "no connection was
available" would be a state, so nothing that a system can run out of stands here."""

UNREAD = words("""
read | seen | inspected | looked at | looked into | opened | consulted | fetched | retrieved
reviewed | shown | examined | requested
""")
"""What was not done with evidence, after "was not": by whoever looks, not by the system."""

CHINESE_UNREAD = words("""
读取 | 查看 | 看到 | 见到 | 检查 | 打开 | 查阅 | 取得 | 获取 | 拿到 | 采集 | 收集 | 读到 | 查到
解析 | 列出 | 显示
""")

ASKABLE = words("""
request | requests | query | queries | statement | statements | call | calls | process
processes | client | clients | caller | callers | job | jobs | key | keys | data | event | events
thread | threads | component | components | service | services | code | line | lines | directory
directories | file | files | table | tables | pod | pods | step | command | message | messages
请求 | 查询 | 语句 | 调用 | 进程 | 客户端 | 调用方 | 任务 | 数据 | 事件 | 线程 | 组件 | 服务 | 代码
目录 | 文件 | 表 | 命令 | 消息 | 步骤 | 连接 | 事务
""")
"""What one may ask for as the start of something that is on record: "which request led to ..."."""

CARRYING = words("""
presents | serves | sends | holds | has | uses | gives | names | writes | shows | returns
""")
"""Verbs of a thing that has another: "the certificate that api presents"."""

TOPICS = words("""
slow query log | slow query logs | slow-query log | GC log | GC logs | deployment record
deployment records | deployment history | release notes | release history | change history
change records | restart history | restart count | restart counts | restart times
restart reason | rollout history | scaling history | rotation history | certificate | certificates
慢查询日志 | 慢 SQL 日志 | 发布记录 | 发布历史 | 部署记录 | 部署历史 | 上线记录 | 变更记录
变更历史 | 重启记录 | 重启历史 | 重启次数 | 重启时间 | 扩容记录 | 回滚记录 | 轮换记录
""")
"""What evidence is about: a history of restarts is asked for, and no restart told."""

ASKED_CHANGES = words("""
which release | what release | names the release | name the release | which deployment
which rollout | which version | which users | which customers | the release behind
哪个发布 | 哪次发布 | 哪一次发布 | 哪个版本 | 哪次部署 | 哪次上线 | 哪些用户 | 哪些客户
""")
"""The change that is asked for, not one that is told."""

EVENTS = (
    ("loss", words("lost | lose | loses | losing | loss of | 丢失 | 丢了 | 遗失")),
    (
        "damage",
        words("""
        encrypted | corrupted | corrupt | destroyed | broke | broken | melted | burned | erased
        poisoned | tampered | sabotaged | 加密了 | 被加密 | 损坏 | 毁坏 | 破坏 | 烧毁 | 篡改 | 写坏
        """),
    ),
    ("theft", words("stole | stolen | sold | exfiltrated | leaked | 窃取 | 偷 | 盗 | 卖掉 | 外泄")),
    ("repair", words("fixed | repaired | cured | solved | healed | 修复 | 修好 | 解决了 | 治好")),
    ("kill", words("killed | kills | kill | 杀掉 | 被杀 | 杀死 | 终止")),
    ("expiry", words("expired | 已过期 | 过期的 | 过期证书")),
    ("panic", words("panic | panics | panicked")),
    ("switch", words("switched off | switched on | turned off | turned on | 关掉 | 停掉")),
    ("blame", words("to blame | at fault | guilty | culprit | 元凶 | 罪魁 | 祸首")),
)
"""Events of a system beside the table of faults, name -> words."""

DEEDS = frozenset(
    words("""
did | sold | stole | sent | paid | bought | gave | broke | tore | threw | sank | shut | hid | hit
swept | blew | froze | shook | struck | spoilt | ate | drove | chose | forgot
""")
)
"""Irregular forms of what somebody or something did; the regular ones end in -ed."""

REMOVALS = words("""
removed | removes | removal | deleted | deletes | deletion | dropped | purged
删除 | 移除 | 删掉 | 清除
""")
"""A stored text that says that something is missing carries them."""

PLAIN_PARTICIPLES = frozenset(
    words("""
collected | queried | searched | checked | recorded | identified | established
supported | determined | verified | needed | required | provided | included | limited | related
named | called | used | opened | requested | matched | asked | logged | stored | served | handled
processed | returned | changed | filled | took | measured | sampled | inspected | reviewed | based
looked | examined | fetched | retrieved | consulted | detailed | configured | exported | covered
available | attached | unanswered | unverified | removed | deleted | listed | kept | truncated
unchecked | ended | begun | tried | scheduled | mounted | shared | indexed | issued | held
counted | computed | measured | grouped | written | printed | reported | documented
""")
) - frozenset(words("confirmed"))
"""Participles that say what was done with evidence, or nothing that a system could suffer from."""
