"""Polarity: negators, antonyms and resultatives (contract section 7). Extend the tables here."""

from dataclasses import dataclass

from superbiz_agent.grounding.wording.lexicon import words
from superbiz_agent.grounding.wording.resultatives import ABLE, UNABLE

NEGATORS = UNABLE + words("""
no | not | none | never | nothing | nobody | neither | nor | without | cannot | no longer | not any
don't | doesn't | didn't | isn't | aren't | wasn't | weren't | hasn't | haven't | hadn't | can't
won't | wouldn't | shouldn't | ain't | dont | doesnt | didnt | isnt | wasnt
lack | lacks | lacked | lacking | lack of
fail to | fails to | failed to | failing to | failure to | unable to | refused to | refuses to
could not | couldn't | untrue | is false that | hardly | rarely | seldom | barely | far from
anything but | avoided | prevented | kept it from | keeps it from
仍未 | 未 | 没有 | 没 | 无 | 不 | 非 | 并非 | 未能 | 无法 | 不能 | 不再 | 尚未 | 从未 | 从不
毫无 | 并未
did not manage to | didn't manage to | does not manage to | silent on | silent about | for want of
未见 | 未发现 | 没能 | 难以 | 零个 | 零条 | 零次 | 无任何 | 缺乏 | 勿 | 避免了 | 是假的
""")
"""Words that turn what follows them into its opposite or its absence."""

FAILING = UNABLE + words("""
fail to | fails to | failed to | failing to | failure to | unable to | could not | couldn't
cannot | can't | did not manage to | didn't manage to | does not manage to
未能 | 无法 | 没能 | 不能
""")
"""Negators that also say that something failed."""

NEGATION_NEUTRAL = words("""
no more than | not more than | no less than | no later than
no. | no doubt | not only | not just | not merely | whether or not | yes or no | no matter
未来 | 不同 | 不仅 | 不只 | 不但 | 不过 | 不断 | 不久 | 不论 | 无论 | 不管 | 不少 | 不一定
非常 | 除非 | 无线 | 无状态 | 是非 | 非法 | 不详 | 不等 | 不妨 | 不止 | 沉没 | 淹没
not confirmed | not yet confirmed | not proven | not yet proven | not certain | not ruled out
cannot be confirmed | not be confirmed | cannot be ruled out | cannot rule out
尚未确认 | 未确认 | 未经确认 | 未证实 | 不能排除 | 无法排除 | 未能确认 | 无法确认
未必 | 不排除 | 不确定 | 不足以 | 毫无疑问
health check | health checks | 健康检查 | 健康检测
at its start | at start | at startup | at start-up | on startup | at the start | ended after
end in | end with | ended at | ended in | ended with | ended up | ends in
ends with | 跟不上 | 赶不上 | 来不及
came up in | come up in | comes up in
works with | worked with | works on | worked on | fall into | falls into | fell into
fall within | falls within | fall on | fall between | falls between | fell between
went through a | goes through a | came up with | connected as | running as | running into
start over | was refused to | were refused to | been refused to
判断 | 诊断 | 持续到 | 持续至 | 持续了
就绪探针 | 就绪探测 | 就绪检查 | 存活探针 | 存活探测 | 存活检查
""")
"""Longer words in which a negator says nothing of that kind."""


@dataclass(frozen=True)
class Axis:
    """A pair of opposites. A side that is *soft* may be added freely, since it only names that
    something is there ("found", "firing"); turning it into the other side is still a violation."""

    name: str
    positive: tuple[str, ...]
    negative: tuple[str, ...]
    soft: frozenset[str] = frozenset()


_BOTH = frozenset("+-")
_POSITIVE = frozenset("+")
_NEGATIVE = frozenset("-")

AXES: tuple[Axis, ...] = (
    Axis(
        "availability",
        words("""
        available | reachable | accessible | ready | responsive | responding | respond | responds
        responded | online | is up | was up | are up | were up | came up | up and running
        可用 | 可达 | 可访问 | 就绪 | 在线 | 有响应 | 响应正常 | 可以访问
        """),
        words("""
        unavailable | unreachable | inaccessible | not ready | unresponsive | stopped responding
        out of reach | offline | outage | been down | be down | stays down | stayed down
        is down | was down | are down | were down | went down | goes down
        不可用 | 不可达 | 无法访问 | 未就绪 | 离线 | 无响应 | 没有响应 | 宕机 | 下线 | 挂了 | 停机
        """),
    ),
    Axis(
        "health",
        words("""
        healthy | normal | normally | stable | fine | nominal | works | working | acceptable
        ok | okay | all good | in order
        harmless | under control | within limits | a good sign | as usual
        健康 | 正常 | 稳定 | 良好 | 无异常 | 一切正常 | 如常 | 尚可 | 可接受 | 无害
        受控 | 安全范围 | 没问题 | 没有问题
        """),
        words("""
        unhealthy | abnormal | abnormally | degraded | unstable | broken | malfunctioning
        anomalous
        不健康 | 异常 | 不正常 | 不稳定 | 降级 | 劣化 | 故障
        """),
        soft=_NEGATIVE,
    ),
    Axis(
        "success",
        ABLE
        + words("""
        succeeded | succeed | succeeds | success | successful | successfully | completed | passed
        finished | done | went through | served within | in time | in due time
        顺利 | 及时 | 正常结束 | 正常完成 | 成功 | 完成 | 跑完 | 做完 | 办完
        """),
        words("""
        failed | fail | fails | failing | failure | failures | unsuccessful | unsuccessfully
        timed out | time out | times out | timing out | timeout | timeouts | aborted
        broke off | breaks off | break off | broken off | came to nothing
        did not get through | didn't get through | 跑挂 | 跑挂了
        did not go through | didn't go through | did not succeed | didn't succeed
        失败 | 超时 | 未成功 | 未完成 | 未通过 | 中止
        """),
    ),
    Axis(
        "capacity",
        words("""
        free | idle | spare | headroom | sufficient | enough | has capacity
        空闲 | 闲置 | 有余量 | 充足 | 足够 | 富余
        """),
        words("""
        exhausted | exhaustion | exhausts | exhaust | full | fully used | saturated | saturation
        used up | depleted | ran out | runs out | run out | running out | out of | all in use
        fully in use | maxed out | at capacity | at its limit | insufficient | not enough
        none free | none available | none idle | no free | no idle | no spare
        no available | no connection available | no connections available
        no space left | no space available | no disk space | disk full | filled
        耗尽 | 用尽 | 用完 | 用光 | 占满 | 打满 | 已满 | 满载 | 饱和 | 枯竭 | 全部占用 | 全部在用
        无空闲 | 没有空闲 | 无可用 | 没有可用 | 不足 | 跑满 | 爆满 | 写满 | 没有剩余空间
        no room | no room left | nothing left | 一点不剩 | 堆满 | 挤满 | 没有余量
        没有空间 | 没空间 | 无剩余空间 | 填满 | 塞满 | 撑满
        """),
    ),
    Axis(
        "direction",
        words("""
        increase | increases | increased | increasing | rise | rises | rose | rising | risen | grew
        grow | grows | growing | grown | climbed | climbing | spiked | spike | surged | went up
        scaled up | scaled out
        上升 | 增加 | 增长 | 升高 | 上涨 | 飙升 | 激增 | 攀升 | 变高 | 变多 | 增多
        """),
        words("""
        decrease | decreases | decreased | decreasing | fall | falls | fell | falling | fallen
        drop | drops | dropped | dropping | declined | declining | shrank | went down to
        scaled down | scaled in
        下降 | 减少 | 降低 | 下跌 | 回落 | 骤降 | 变低 | 变少 | 下滑
        """),
    ),
    Axis(
        "lifecycle",
        words("""
        started | start | starts | starting | running | launched | active state | alive
        启动 | 运行中 | 正在运行 | 存活 | 已拉起
        """),
        words("""
        stopped | stop | stops | stopping | terminated | killed | crashed | crash | crashes | exited
        ended the container | ended the process | ended the pod
        crashing | died | dead | shut down | shutdown | shutting down
        停止 | 终止 | 崩溃 | 退出 | 被杀 | 关闭 | 停掉
        """),
    ),
    Axis(
        "connection",
        words("""
        connected | reconnected | got a connection | got its connection | got their connection
        obtained a connection | 已连接 | 连接成功 | 重连成功 | 连上
        拿到连接 | 拿到了连接 | 取得连接 | 取得了连接 | 获得连接 | 获得了连接
        """),
        words("""
        disconnected | disconnect | disconnects | disconnection | disconnections | connection lost
        lost connection | lost its connection | lost the connection | 断开 | 断连 | 连接中断 | 失联
        """),
    ),
    Axis(
        "recovery",
        words("""
        recovered | recovers | recover | resolved | restored | fixed | mitigated | cleared
        subsided | ended | is over | went away | silenced | inactive | false alarm | false positive
        no longer firing | not firing | stopped firing
        恢复 | 已解决 | 已修复 | 已缓解 | 已消除 | 解除 | 好转 | 已结束 | 已消失 | 已静默 | 已抑制
        清空 | 清零 | 误报 | 虚警 | 未触发 | 不再触发 | 停止触发 | 没有触发
        """),
        words("""
        ongoing | persists | persisted | persisting | persistent | continues | continuing | still
        unresolved | firing | active alert
        未恢复 | 仍在 | 仍然 | 持续 | 未解决 | 触发中 | 告警中
        """),
        soft=_NEGATIVE,
    ),
    Axis(
        "acceptance",
        words("""
        accepted | accepts | allowed | granted | permitted | approved | authorized
        接受 | 允许 | 放行 | 授权 | 批准
        """),
        words("""
        accepts no | accept no | accepted no | refused to let | refuses to let
        does not accept | did not accept | do not accept | not accepted | 不接受
        rejected | rejects | denied | refused | refuses | turned down | turns down
        forbidden | disallowed | unauthorized
        拒绝 | 禁止 | 拦截 | 被拒 | 阻断 | 未授权
        """),
    ),
    Axis(
        "progress",
        words("unblocked | let through | 疏通"),
        words("blocked | 阻塞 | 堵住 | 卡住"),
    ),
    Axis(
        "switch",
        words("enabled | turned on | switched on | 启用 | 开启 | 打开"),
        words("disabled | turned off | switched off | 禁用 | 停用 | 未启用 | 未开启"),
    ),
    Axis(
        "impact",
        words("unaffected | not affected | 不受影响 | 未受影响 | 无影响 | 没有影响 | 无感知"),
        words("affected | impacted | 受影响 | 受到影响 | 受到了影响"),
        soft=_NEGATIVE,
    ),
    Axis(
        "relation",
        words("""
        likely connected | probably connected | presumably connected | possibly connected
        related to | linked to | connected to | connected with | has to do with
        有关 | 相关联 | 有关联
        """),
        words("""
        no bearing on | unrelated | not related | not linked | not connected to | nothing to do with
        无关 | 没有关系 | 无直接关系 | 不相关 | 没有关联
        """),
        soft=_BOTH,
    ),
    Axis(
        "knowledge",
        words("known | 已知"),
        words("unknown | not known | not yet known | 未知 | 不明"),
        soft=_BOTH,
    ),
    Axis(
        "validity",
        words("valid | correct | consistent | 有效 | 正确 | 一致 | 合法"),
        words("""
        invalid | incorrect | wrong | inconsistent | corrupted | corrupt | expired
        过期 | 到期 | 失效 | 无效 | 不正确 | 错误的 | 不一致 | 不匹配 | 损坏 | 非法
        """),
        soft=_POSITIVE,
    ),
    Axis(
        "presence",
        words("""
        present | exists | exist | existed | found | find | finds | locate | identify | detect
        observe | see | detected | observed | appeared | appears
        occurred | occurs | occur | matched | matches | match | seen | logged | recorded | reported
        存在 | 出现 | 发现 | 找到 | 查到 | 匹配到 | 匹配 | 命中
        看到 | 检测到 | 发生 | 记录到 | 观察到 | 检出
        """),
        words("""
        absence of
        not there | missing | absent | nonexistent | non-existent | lost | vanished | disappeared
        缺失 | 缺少 | 丢失 | 失去 | 消失 | 不存在
        """),
        soft=_POSITIVE,
    ),
    Axis(
        "threshold",
        words("""
        above | over | exceeds | exceeded | exceed | exceeding | higher than | greater than
        more than | longer than | at least
        超过 | 高于 | 大于 | 多于 | 超出 | 至少
        """),
        words("""
        below | under | less than | lower than | fewer than | shorter than | at most | within
        低于 | 小于 | 少于 | 以内 | 未超过 | 至多
        """),
        soft=_BOTH,
    ),
    Axis(
        "level",
        words(
            """
        high | higher | elevated | large | slow | slower | not fast enough
        高 | 较高 | 偏高 | 过高 | 慢 | 不够快
        """
        ),
        words("low | lower | small | fast | faster | 低 | 较低 | 偏低 | 过低 | 快速"),
        soft=_BOTH,
    ),
)

IMPLIED: tuple[tuple[str, str, str], ...] = (
    ("readiness|就绪探", "health", "availability"),
    ("readiness|就绪探", "success", "availability"),
    ("credential|password|passphrase|凭据|凭证|密码|口令", "validity", "acceptance"),
)
"""What is named, the axis of what is said of it, and the axis that is then on the same side: a
readiness probe that is ok makes ready, and invalid credentials are refused credentials."""

GOOD_NEWS = ("availability", "health", "recovery", "impact")
"""Axes whose good side must stand in the sources in any pair of languages."""

ZERO = (
    r"(?<![0-9A-Za-z_.,:/-])(?<!\" [0-9]{3} )(?:0|zero|Zero)(?![0-9A-Za-z_.,:/%-])"
    r"|(?<![0-9.,])[零0] ?[个条次]"
)
"""A zero that counts something, not the bytes of a request after its status: it may be said as a
negation and the other way round."""
