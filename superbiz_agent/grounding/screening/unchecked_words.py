"""The words by which a gap, an action or a reason of a model is read: closed tables of both
languages, to be extended here (contract sections 3 and 6)."""

from superbiz_agent.grounding.wording import words

NOT_KNOWN = words("""
unknown | not known | unclear | not clear | undetermined | not determined | undefined | not yet
whether | not verified | not checked | not collected | not queried | not searched | not recorded
not confirmed | not identified | not established | not supported by
could not be | cannot be | can not be | can't be | couldn't be | not possible to | could not tell
cannot tell | does not name | do not name | does not say | do not say | remains open
to be determined | to be confirmed | no evidence | no data
未知 | 不明 | 不清楚 | 尚不清楚 | 不确定 | 是否 | 有待 | 待确认 | 待查 | 待核实 | 未核实 | 未确认
尚未 | 无法确认 | 无法判断 | 无法确定 | 无法得知 | 无法证实 | 不足以 | 没有证据 | 无证据
没有指出
""")
"""Any of them says of its clause that something is not known."""

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
跟踪 | 复查
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
