"""Words that report a search, select by level or select nothing: what a claim may say of a search
beside what it asked for (contract section 4). Extend the tables here."""

from superbiz_agent.grounding.wording.lexicon import words

EVERYTHING = "*"
"""The query that asks for every record."""

REPORTING = words("""
record | records | entry | entries | log | logs | line | lines | message | messages | match
matches | matched | matching | found | search | searched | searching | return | returned | returns
result | results | hit | hits | window | source | sources | service | services | level | observed
seen | appear | appears | appeared | logged | recorded | occurrence | occurrences | evidence
none | nothing | zero | without | alert | alerts | series | query | queried | answered | truncated
yes | utc | contain | contains | contained | holds | hold | held | lists | listed | show | shows
mention | mentions | start | end | didn't | did not | wasn't | weren't | isn't | hasn't
available
whole | entire | severer | severe | above | higher | or above | cut | off | its | with | exact
time | cut off | shortened | tool
query_logs | query_metrics | lookup_knowledge
pod | namespace | host | instance | app | period | within | demo
came back | come back | turned up | turn up | looking | looked | look | looking up
looked up | look up
gave | result | did not hold | not hold | incomplete | shown
through | covered | covering | covers | empty | when | higher | upwards | came up | came | up
记录 | 日志 | 条目 | 条 | 行 | 消息 | 匹配 | 命中 | 搜索 | 检索 | 查询 | 返回 | 结果 | 窗口
时间 | 时间窗口 | 来源
数据源 | 服务 | 级别 | 告警 | 未发现 | 没有发现 | 未找到 | 没有找到 | 找到 | 发现 | 没有
未见 | 未 | 无 | 任何
相关 | 中 | 内 | 至 | 到 | 从 | 期间 | 之间 | 出现 | 关于 | 包含 | 含 | 为 | 共 | 个 | 开始
结束 | 均 | 上 | 证据 | 有 | 中有 | 全部 | 整个 | 及以上 | 以上 | 时间窗 | 以 | 按 | 时间段
截断 | 被截断
查 | 翻查 | 搜 | 拿 | 去 | 都 | 也 | 一条 | 更高 | 更高级别 | 更严重 | 更严重级别 | 及
为空 | 查到 | 搜到 | 查不到 | 搜不到
没查到 | 没找到 | 没搜到 | 返回 | 不完整 | 完整 | 一部分 | 部分 | 截掉 | 被截掉
匹配上 | 命中 | 了 | 里 | 里面 | 当中 | 间 | 它 | 段 | 用 | 对
结果为空 | 没
匹配到 | 没有匹配 | 没有匹配到 | 的 | 和 | 或 | 在
""")
"""Words that report a search and say nothing of the system."""

WEAK = words("""
error | errors | failed | failure | failures | exception | exceptions | warning | warnings
problem | problems | issue | issues | incident
错误 | 报错 | 异常 | 失败 | 警告 | 问题 | 故障
""")
"""They select records only where a query names nothing else (the rule of ``query_logs``)."""

LEVEL_WORDS = {
    "error": words("error | errors | 错误 | 报错"),
    "warn": words("warn | warning | warnings | 警告"),
    "warning": words("warn | warning | warnings | 警告"),
    "fatal": words("fatal | critical | 致命"),
    "critical": words("critical | fatal | 严重"),
}
"""How a claim names the level that a search was narrowed to."""


def stem(term: str) -> str:
    """``term`` without the ending of an English inflection."""
    for ending in ("killed", "kills", "kill", "ing", "ed", "es", "s"):
        if term.isascii() and term.endswith(ending) and len(term) - len(ending) >= 3:
            return term[: -len(ending)]
    return term
