"""Remediation: changing the system instead of looking at it (contract sections 3 and 6).

Actions are next steps of evidence collection. "Check when it was restarted" is one, "restart it"
is not: a verb counts as an order by its place in the clause.
"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.wording.clauses import clauses
from superbiz_agent.grounding.wording.language import HAN
from superbiz_agent.grounding.wording.lexicon import Hit, Lexicon, words

VERBS = words("""
restart | reboot | reload | redeploy | deploy | undeploy | roll back | rollback | roll out | rollout
revert | restore | undo | scale | scale up | scale out | scale down | resize | expand | enlarge
increase | decrease | raise | lower | reduce | double | extend | shorten | tune | adjust | change
modify | edit | update | upgrade | downgrade | patch | fix | repair | mitigate | remediate | resolve
set | reset | reconfigure | configure | enable | disable | turn off | turn on | switch off
switch on | switch over | failover | fail over | switch | promote | demote | evict | drain | cordon
uncordon | kill | terminate | stop | start | shut down | shutdown | delete | remove | drop
truncate | purge | flush | clear | clean up | wipe | vacuum | reindex | rebuild | recreate | replace
recycle | reclaim | free up | allocate | provision | add | apply | install | uninstall | migrate
move | block | unblock | ban | throttle | rate limit | limit | isolate | quarantine | detach
attach | unlock | force | bounce | optimize | optimise | rewrite | refactor | merge | push | write
execute kubectl delete | run kubectl delete | overwrite | rotate | renew | revoke
""")
"""In the imperative: at the start of a clause, after a modal, or after "to"."""

NOUN_TAILS = words("""
count | counts | history | historical | event | events | time | times | timestamp | timestamps | log
logs | policy | policies | rate | rates | reason | reasons | record | records | status | threshold
thresholds | date | dates | window | limit | limits | metric | metrics | number | point | points
""")
"""After these a verb's word is a noun: "restart count", "update history"."""

REPORTED = words("""
was found | were found | is found | are found | has been found | was seen | were seen | is seen
are seen | was logged | were logged | is logged | are logged | was shown | is shown | was named
is named | was disabled | was enabled | was reported | were reported | is reported | was recorded
were recorded
""")
"""After these a verb's word names what was seen, not what to do: "drop was found"."""

CHINESE_VERBS = words("""
重启 | 重新启动 | 重新部署 | 部署 | 回滚 | 回退 | 还原 | 扩容 | 缩容 | 扩大 | 增大 | 增加 | 加大
调大 | 调高
调小 | 调低 | 调整 | 调优 | 提高 | 提升 | 降低 | 减少 | 缩短 | 延长 | 修改 | 更改 | 变更 | 更新
升级 | 降级
修复 | 打补丁 | 停止 | 停掉 | 停用 | 关闭 | 开启 | 启用 | 禁用 | 启动 | 杀掉 | 杀死 | 终止
删除 | 清理 | 清空
清除 | 释放 | 驱逐 | 切换 | 切流 | 限流 | 熔断 | 隔离 | 封禁 | 屏蔽 | 迁移 | 替换 | 重建 | 优化
设置 | 配置为
重置 | 执行 kubectl delete | 下线 | 上线 | 摘除 | 解锁 | 强制 | 恢复服务
写入配置 | 安装 | 卸载 | 覆盖
""")

COMMANDS = words("""
kubectl delete | kubectl scale | kubectl rollout undo | kubectl rollout restart | kubectl apply
kubectl patch | kubectl edit | kubectl drain | kubectl cordon | kubectl uncordon | kubectl set
kubectl replace | kubectl create | kubectl taint | kubectl annotate | kubectl label
helm rollback | helm upgrade | helm uninstall | helm install | terraform apply | terraform destroy
docker restart | docker stop | docker kill | docker rm | docker run | systemctl restart
systemctl stop | systemctl start | systemctl reload | systemctl kill | service restart
rm -r | rm -f | rm -rf | kill -9 | pkill | killall | sysctl -w | redis-cli flushall
redis-cli flushdb | pg_terminate_backend | pg_cancel_backend | run delete | run drop | run truncate
execute delete | execute drop | execute truncate | 执行 delete | 执行 drop | 执行 truncate
""")
"""Commands that change a system, wherever they stand in a clause that is no question about them."""

_SUBJECTS = (
    "please|should|must|shall|can|could|might|may|need to|needs to|have to|has to|consider|try|"
    "then|to|and|or|recommend|recommended|suggest|suggested|immediately|first|next|finally|also|just|"
    "simply|let us|let's|you|we|now|by|start|begin|请|建议|应|可以|需要|尝试"
)
_TAILS = "|".join(NOUN_TAILS)
_SEEN = "|".join(REPORTED)


def _gerund(verb: str) -> str:
    head, *rest = verb.split(" ")
    doubled = head[-1] + "?" if head[-1] in "ptnbgdr" else ""
    stem = head[:-1] if head.endswith("e") else head + doubled
    return " ".join([f"{stem}ing", *rest])


def _participle(verb: str) -> str:
    head, *rest = verb.split(" ")
    doubled = head[-1] + "?" if head[-1] in "ptnbgdr" else ""
    return " ".join([head + "d" if head.endswith("e") else f"{head}{doubled}ed", *rest])


def _any_of(forms: list[str]) -> str:
    return "|".join(sorted((form.replace(" ", "[ -]") for form in forms), key=len, reverse=True))


_ORDER = cued(
    rf"(?:\A[^A-Za-z{HAN}]{{0,8}}|(?<![A-Za-z])(?:{_SUBJECTS})[ \t]{{0,3}}(?<![A-Za-z]))"
    rf"(?:(?:immediately|manually|gradually|then|first|also|temporarily)[ \t]{{1,3}})?"
    rf"(?:{_any_of([*VERBS])}|{_any_of([_gerund(verb) for verb in VERBS])})"
    rf"(?![A-Za-z0-9_])(?![-./][A-Za-z0-9])(?![ \t]{{1,3}}(?:[0-9]|(?:{_TAILS})(?![A-Za-z])))"
    r"(?!: ?[0-9])(?![ \t]{1,3}(?:of|at|on|in|between|since|from)[ \t]{1,3}[^ ]{0,3}[0-9])"
    rf"(?![ \t]{{1,3}}(?:{_SEEN})(?![A-Za-z]))",
    re.ASCII | re.IGNORECASE,
)
_TRIED = cued(
    r"(?<![A-Za-z])(?:begins|began|begun|starts|started|tried|failed|attempted|refused|continued|unable|able|due"
    r"|took|needed|waited)(?:[ \t][A-Za-z0-9.-]{1,12}){0,6}[ \t]{1,3}\Z",
    re.IGNORECASE,
)
"""Before "to": what somebody did, "began to migrate"."""

_PASSIVE = cued(
    rf"(?<![A-Za-z])(?:should|must|shall|to|needs? to|can|could)[ \t]{{1,3}}(?:be|get)[ \t]{{1,3}}"
    rf"(?:{_any_of([_participle(verb) for verb in VERBS])})(?![A-Za-z0-9_])",
    re.ASCII | re.IGNORECASE,
)
_CHINESE = Lexicon(CHINESE_VERBS, neutral=words("熔断器 | 限流器 | 启动器 | 部署包"))
_COMMANDS = Lexicon(COMMANDS)
_ADVICE = Lexicon(
    words("""
    recommend | recommended | recommends | advise | advised | suggest | suggested | propose
    proposed | necessary | needed | required | would help | will help | should help | advisable
    """)
)
_CHANGES = Lexicon(
    words("""
    restart | rollback | roll-back | reboot | redeploy | redeployment | scale-up | scale-out
    upgrade | downgrade | failover | hotfix | restarting | scaling | rolling back | resizing
    """),
    neutral=(
        f"{noun} {tail}" for noun in ("restart", "rollback", "upgrade") for tail in NOUN_TAILS
    ),
)
_ASKED_BEFORE = cued(
    r"(?:是否|有无|有没有|曾|已|已经|最近|近期|上次|何时|什么时候|为何|为什么|被|发生|发生过|未|没有|"
    r"在|进行过|经历|经过|历史|自动|意外|异常|的|次|前后|期间|哪些|哪次|新|刚)[^，。；,;]{0,6}\Z"
)
_ASKED_AFTER = cued(
    r"\A[^，。；,;]{0,6}?(?:时|于|次数|记录|原因|时间|时刻|历史|之前|之后|前后|前的|后的|情况|事件|日志|策略|过|状态|"
    r"了没|与否|频率|趋势|阈值|数量|指标)"
)


ORDERING = words("""
建议 | 请 | 应当 | 应该 | 应 | 需要 | 需 | 可以 | 即可 | 可解决 | 可恢复 | 最好 | 立即 | 立刻
马上 | 尽快 | 先 | 让 | 把 | 将 | 下一步
务必 | 必须 | 不妨 | 考虑 | 尝试 | 直到 | 来解决 | 以恢复 | 才能
""")
"""Words of a Chinese clause that asks for something: then no verb in it is only told."""

_ORDERING = Lexicon(
    ORDERING,
    neutral=words("""
    相应 | 响应 | 反应 | 供应 | 适应 | 将近 | 可以看到 | 先前 | 先后 | 开始把
    已把 | 曾把 | 开始将 | 已将
    """),
)
_TOLD_BEFORE = cued(
    r"(?:开始|一直|持续|反复|继续|正在|再次|自行|随后|随即|不断|从|因|因为|由于|的)\Z"
    r"|(?:着手|动手|已经?)[^，。；]{0,40}\Z|(?:为|因)[^，。；]{1,40}遂\Z"
    r"|由[^，。；]{1,30}在[^，。；]{1,50}\Z|(?:[0-9]Z|:[0-9]{2}) ?[为因]\Z"
    r"|(?:开始|已|曾)[把将][^，。；]{1,60}\Z"
    r"|(?:[0-9]Z|:[0-9]{2}|UTC|秒|[0-9] ?[分时]|左右)[)）]? ?\Z"
)
_LED_TO = cued(r"([为因][^，。；\n]{1,40})而")
"""因内存不足而重启: one clause that tells what came of it (with 遂, which ends no clause)."""

_TOLD_AFTER = cued(
    r"\A(?:了|过|失败|成功|完成|结束|开始|那一刻|中(?!的?[服实节主])|发生|没有|未|被|之?前|后(?!再|请|观察|检查|重试|[，。；]|\Z)"
    r"| ?(?:[0-9]{1,6}|[一两三几多]) ?次"
    r"|互相|相互|挡住|带来|[：:] ?[0-9]"
    r"|可能(?:是|与|就|由|和|因)|(?:是|就是)(?:因|由|在)|与[^，。；]{1,16}有关)"
)
"""Aspects, instants and counts: what was done, not what to do."""

STEP_VERBS = words("""
check | query | inspect | review | collect | look | read | verify | examine | investigate | compare
gather | monitor | confirm | search | fetch | pull | capture | analyse | analyze | run | ask | find
""")
CHINESE_STEP_VERBS = words("""
检查 | 查询 | 查看 | 核对 | 收集 | 排查 | 确认 | 对比 | 分析 | 调查 | 观察 | 监控 | 搜索 | 抓取
采集 | 读取
""")

_POLITE = "please|next|then|first|you should|we should|consider|also"
_CHINESE_POLITE = "请|建议|应|应当|下一步|然后|先|再|需要|进一步"
_STEP = cued(
    rf"[^A-Za-z{HAN}]{{0,8}}"
    rf"(?:(?:(?:{_POLITE})[, \t]{{1,3}})?(?:{_any_of([*STEP_VERBS])})[ \t]"
    rf"(?![{HAN}]|(?:answered|logged|had|has|is|was|did|returned|reported|served)[ \t])"
    rf"|(?:{_CHINESE_POLITE}){{0,3}}[，：:]?(?:{'|'.join(CHINESE_STEP_VERBS)})(?![：:，,了的到是]|为什么|为何"
    r"|(?!.{0,30}是否)[^，。；]{0,30}(?:匹配|返回|查到|命中|找到)))",
    re.ASCII | re.IGNORECASE,
)


_OUTCOME = cued(
    r"[:：|] ?(?:nothing|none|no |not |cut off|empty(?! [a-z])|0(?![0-9])|被?截断"
    r"|(?:无|没有|未)(?![^，。；]{0,12}的(?! ?(?:记录|日志|结果|条目|告警)))|空(?![^，。；]))",
    re.IGNORECASE,
)
"""What a search came to, behind its name: "search for \"x\": nothing"; 未提交的事务 is what to look
for."""


def proposes_step(text: str) -> bool:
    """Whether ``text`` tells the reader to do something next."""
    return bool(_STEP.match(text)) and not _OUTCOME.search(text)


def remediates(text: str, *, stored: Sequence[str] = ()) -> bool:
    """Whether ``text`` orders or proposes a change to the system; what one of the ``stored`` texts
    tells in the same Chinese verb was done."""
    return any(_orders(clause, stored) for clause in clauses(_LED_TO.sub(r"\1遂", text)))


def _orders(clause: str, stored: Sequence[str]) -> bool:
    orders = (
        each for each in _ORDER.finditer(clause) if not _TRIED.search(clause, 0, each.start())
    )
    if any(orders) or _PASSIVE.search(clause):
        return True
    if _ADVICE.holds(clause) and _CHANGES.holds(clause):
        return True
    is_asking = _ORDERING.holds(clause)
    return any(
        not _is_asked_about(clause, hit)
        and (is_asking or not (_is_told(clause, hit) or _is_retold(clause, hit, stored)))
        for hit in (*_CHINESE.find(clause), *_COMMANDS.find(clause))
    )


def _is_retold(clause: str, hit: Hit, stored: Sequence[str]) -> bool:
    """Whether a verb has somebody or something before it that did it, and a stored text has it."""
    is_first = not any(map(str.isalnum, clause[: hit.start]))
    return not is_first and any(hit.term in text for text in stored)


def _is_asked_about(clause: str, hit: Hit) -> bool:
    """Whether a verb's word stands in a question about the change: 是否重启过, 重启次数."""
    before, after = clause[max(0, hit.start - 16) : hit.start], clause[hit.end : hit.end + 16]
    return bool(_ASKED_BEFORE.search(before) or _ASKED_AFTER.search(after))


def _is_told(clause: str, hit: Hit) -> bool:
    """Whether a verb's word tells what was done: 开始关闭, 在 14:07Z 重启, 写入失败, 重启 0 次."""
    before, after = clause[max(0, hit.start - 64) : hit.start], clause[hit.end : hit.end + 24]
    return bool(_TOLD_BEFORE.search(before) or _TOLD_AFTER.search(after))
