"""Claims that count or compare, in both languages."""

from typing import Final

from superbiz_agent.models.offline.phrasing import Phrases

COUNTS: Final[Phrases] = {
    "ranked_counts": {
        "en": "By number of {level}records: {counts}.",
        "zh": "按 {level}日志条数：{counts}。",
    },
    "summed": {"en": "{total} in total ({counts})", "zh": "总共 {total} 条（{counts}）"},
    "ranked_values": {"en": "By {label}: {values}.", "zh": "按 {label} 比较：{values}。"},
    "measured_record": {"en": "{service} {value} at {at}", "zh": "{service} 在 {at} 的 {value}"},
    "measured_group": {
        "en": "{service} {label} {least} to {greatest} in {count} records",
        "zh": "{service} 共 {count} 条的 {label} {least} 至 {greatest}",
    },
    "value_range": {
        "en": "{service} logged {label} {least} to {greatest} from {first} to {last}, in {count} "
        "{level}records such as {quote}.",
        "zh": "{service} 从 {first} 到 {last} 记录的 {label} 为 {least} 至 {greatest}，"
        "共 {count} 条{level}日志，例如{quote}。",
    },
    "total": {
        "en": "In total {total} {level}records of {service}: {counts}.",
        "zh": "{service} 的{level}日志总共 {total} 条：{counts}。",
    },
    "more_matched": {
        "en": '{m} records matched "{a}", {n} matched "{b}", in {sources}, window {since} to '
        "{until}.",
        "zh": '匹配 "{a}" 的记录 {m} 条，匹配 "{b}" 的 {n} 条（{sources}，窗口 {since} 至 '
        "{until}）。",
    },
    "more_statuses": {
        "en": "Counted by status: {a} in {m} of {of} records, {b} in {n}.",
        "zh": "统计（状态码）：{a}（{of} 条记录中有 {m} 条）、{b}（{n} 条）。",
    },
    "tally_most": {
        "en": "{of} records{asked} counted by {kind}: most often {first} in {number} of "
        "{of} records{rest}{named}.",
        "zh": "统计（{kind}），{asked} {of} 条记录：出现最多的是 {first}（{of} "
        "条记录中有 {number} 条）{rest}{named}。",
    },
    "tally_most_tied": {
        "en": "{of} records{asked} counted by {kind}: most often, alike, {first} in {number} of "
        "{of} records{rest}{named}.",
        "zh": "统计（{kind}），{asked} {of} 条记录：并列最多的是 {first}，"
        "{of} 条记录中各有 {number} 条{rest}{named}。",
    },
    "tally_least": {
        "en": "{of} records{asked} counted by {kind}: least often {first} in {number} of "
        "{of} records{rest}{named}.",
        "zh": "统计（{kind}），{asked} {of} 条记录：出现最少的是 {first}（{of} "
        "条记录中有 {number} 条）{rest}{named}。",
    },
    "tally_least_tied": {
        "en": "{of} records{asked} counted by {kind}: least often, alike, {first} in {number} of "
        "{of} records{rest}{named}.",
        "zh": "统计（{kind}），{asked} {of} 条记录：并列最少的是 {first}，"
        "{of} 条记录中各有 {number} 条{rest}{named}。",
    },
    "tally_each": {
        "en": "{of} records{asked} counted by {kind}: {first} in {number} of {of} "
        "records{rest}{named}.",
        "zh": "统计（{kind}），{asked} {of} 条记录：{first}（{of} 条记录中有 {number} 条）"
        "{rest}{named}。",
    },
    "tally_named": {"en": "; names in {named} records", "zh": "；{named} 条记录有名称"},
    "tally_then": {
        "en": "; then {names}",
        "zh": "；其后是 {names}",
    },
    "tally_name": {
        "en": "{name} in {number}",
        "zh": "{name}（{number} 条）",
    },
    "tally_others": {
        "en": " and others",
        "zh": " 等",
    },
    "tally_counted": {
        "en": "The search matched records with {words}.",
        "zh": "搜索匹配的记录含 {words}。",
    },
    "tally_matching": {
        "en": " that match {words}",
        "zh": "匹配 {words} 的",
    },
    "tally_matching_one": {
        "en": " that match one of {words}",
        "zh": "匹配 {words} 之一的",
    },
    "tally_level": {
        "en": " of level {level} or severer",
        "zh": "级别 {level} 或更严重的",
    },
    "then": {"en": ", then {owners}", "zh": "，其后是 {owners}"},
    "ranked_rest": {
        "en": "Further {level}records are of {owners}.",
        "zh": "其余{level}日志来自 {owners}。",
    },
}
