"""The sentences the offline model writes, in both languages.

Every placeholder is filled with text that stands in the evidence (or in the question), so that a
sentence adds reporting words to facts and nothing else.
"""

from collections.abc import Mapping
from typing import Final

from superbiz_agent.contracts.base import Language

Phrases = Mapping[str, Mapping[Language, str]]

CLAIMS: Final[Phrases] = {
    "alert": {
        "en": "Alert {name} is {state}: {labels}.",
        "zh": "告警 {name} 的状态是 {state}：{labels}。",
    },
    "alert_told": {
        "en": "Alert {name} is {state}: {quote}, {labels}.",
        "zh": "告警 {name} 的状态是 {state}：{quote}，{labels}。",
    },
    "alert_saying": {
        "en": "Alert {name} is {state}: {labels}; it says: {quote}.",
        "zh": "告警 {name} 的状态是 {state}：{labels}；内容是{quote}。",
    },
    "alert_saying_more": {
        "en": "Alert {name} is {state}: {labels}; it says: {quote} and {more}.",
        "zh": "告警 {name} 的状态是 {state}：{labels}；内容是{quote}和{more}。",
    },
    "record": {
        "en": "{service} logged this {level}record at {at}: {quote}.",
        "zh": "{service} 在 {at} 记录了{level}日志：{quote}。",
    },
    "record_undated": {
        "en": "{service} logged this {level}record: {quote}.",
        "zh": "{service} 记录了{level}日志：{quote}。",
    },
    "group": {
        "en": "{service} logged {count} {level}records like this from {first} to {last}, such as "
        "{quote}{more}.",
        "zh": "{service} 记录了这类{level}日志，共 {count} 条，从 {first} 到 {last}，例如{quote}"
        "{more}。",
    },
    "group_at_once": {
        "en": "{service} logged {count} {level}records like this at {first}, such as "
        "{quote}{more}.",
        "zh": "{service} 在 {first} 记录了这类{level}日志，共 {count} 条，例如{quote}{more}。",
    },
    "group_undated": {
        "en": "{service} logged {count} {level}records like this, such as {quote}{more}.",
        "zh": "{service} 记录了这类{level}日志，共 {count} 条，例如{quote}{more}。",
    },
    "quoted_group": {
        "en": "{quote} and the like: {count} {level}records from {first} to {last}{more}.",
        "zh": "{service} 的{level}日志，例如{quote}，共 {count} 条，从 {first} 到 {last}{more}。",
    },
    "bare_group": {
        "en": "{quote} and the like: {count} records from {first} to {last}{more}.",
        "zh": "例如{quote}，这类日志共 {count} 条，从 {first} 到 {last}{more}。",
    },
    "range": {"en": ", {label} {least} to {greatest}", "zh": "，{label} {least} 至 {greatest}"},
    "bare_range": {"en": ", {least} to {greatest}", "zh": "，{least} 至 {greatest}"},
    "turns": {"en": ", in turn {turns}", "zh": "，依次为 {turns}"},
    "turn": {"en": "{name} at {at}", "zh": "{at} 的 {name}"},
    "addresses": {"en": ", with {addresses}", "zh": "，涉及 {addresses}"},
    "some_addresses": {"en": ", with {addresses} and others", "zh": "，涉及 {addresses} 等"},
    "signature": {
        "en": "{level}record of {service} at {at} shows {cause}: {quote}.",
        "zh": "{service} 在 {at} 的{level}日志显示：{cause}（{quote}）。",
    },
    "quote": {"en": "On record: {quote}.", "zh": "证据记录：{quote}。"},
    "knowledge": {
        "en": "The runbook {title} says: {quote}.",
        "zh": "运行手册{title}记载：{quote}。",
    },
    "negative": {
        "en": "Searched {sources} for {asked}, window {since} to {until}: matched no record.",
        "zh": "在 {sources} 中搜索 {asked}，窗口 {since} 至 {until}，没有匹配的记录。",
    },
    "negative_alert": {
        "en": 'No alert of "{query}" was found firing in {sources}, window {since} to {until}.',
        "zh": '在 {sources} 中没有发现 "{query}" 的告警触发，窗口 {since} 至 {until}。',
    },
    "negative_alerts": {
        "en": "No alert was found firing in {sources}, window {since} to {until}.",
        "zh": "在 {sources} 中没有发现任何告警触发，窗口 {since} 至 {until}。",
    },
    "negative_within": {
        "en": 'Searched {sources}, {filters}, for "{query}", window {since} to {until}: '
        "matched no record.",
        "zh": '在 {sources} 中，{filters}，搜索 "{query}"，窗口 {since} 至 {until}，'
        "没有匹配的记录。",
    },
    "negative_level": {
        "en": "Searched {sources} for records of level {level}, window {since} to {until}: "
        "matched no record.",
        "zh": "在 {sources} 中搜索级别 {level} 的记录，窗口 {since} 至 {until}，没有匹配的记录。",
    },
    "negative_of_each": {
        "en": "Searched {sources} for records of level {level} of {services}, window {since} to "
        "{until}: matched no record.",
        "zh": "在 {sources} 中搜索 {services} 级别 {level} 的记录，窗口 {since} 至 {until}，"
        "没有匹配的记录。",
    },
    "negative_of_each_word": {
        "en": 'Searched {sources} for "{query}" of {services}, window {since} to {until}: '
        "matched no record.",
        "zh": '在 {sources} 中搜索 {services} 的 "{query}"，窗口 {since} 至 {until}，'
        "没有匹配的记录。",
    },
    "cause": {
        "en": "The likely root cause is {cause} in {service}: {quote}, with the effect {effect}.",
        "zh": "推断根因是 {service} 的{cause}：{quote}，其影响是{effect}。",
    },
    "cause_told": {
        "en": "The likely root cause is {cause} in {service}: {quote}.",
        "zh": "推断根因是 {service} 的{cause}：{quote}。",
    },
    "cause_sized": {
        "en": "{cause} ({size} of {size} in use)",
        "zh": "{cause}（{size}/{size} 在用）",
    },
    "before": {
        "en": "At {first}, before the records that begin at {then}, {service} logged: {quote}.",
        "zh": "{service} 在 {first}（早于始于 {then} 的记录）记录：{quote}。",
    },
    "before_turn": {
        "en": "At {first}, before the records that begin at {then}, {service} logged {name}, as in "
        "{quote}.",
        "zh": "{service} 在 {first}（早于始于 {then} 的记录）记录 {name}，同类日志如{quote}。",
    },
    "reasoned": {"en": "{quote} with {reason}", "zh": "{quote}，其后是{reason}"},
    "begun_group": {
        "en": "From {first} on, {service} logged {count} {level}records like this, until {last}, "
        "such as {quote}{more}.",
        "zh": "从 {first} 起，{service} 记录了这类{level}日志，到 {last} 共 {count} 条，例如"
        "{quote}{more}。",
    },
    "until_group": {
        "en": "Until {last}, {service} logged {count} {level}records like this, from {first} on, "
        "such as {quote}{more}.",
        "zh": "到 {last} 为止，{service} 记录了这类{level}日志，从 {first} 起共 {count} 条，例如"
        "{quote}{more}。",
    },
    "until_quoted": {
        "en": "Until {last}: {quote} and the like, {count} {level}records from {first} on{more}.",
        "zh": "到 {last} 为止：{quote}，这类{level}日志从 {first} 起共 {count} 条{more}。",
    },
    "begun_quoted": {
        "en": "From {first} on: {quote} and the like, {count} {level}records until {last}{more}.",
        "zh": "从 {first} 起：{quote}，这类{level}日志到 {last} 共 {count} 条{more}。",
    },
    "lasted": {
        "en": "{service} logged {count} {level}records like this from {first} to {last}, for "
        "{length}, such as {quote}{more}.",
        "zh": "{service} 记录了这类{level}日志，共 {count} 条，从 {first} 到 {last}，历时 {length}"
        "，例如{quote}{more}。",
    },
    "value": {
        "en": "At {at}, {service} logged {value}.",
        "zh": "{at}，{service} 记录了 {value}。",
    },
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
    "begun": {
        "en": "At {first}, {service} logged this {level}record: {quote}.",
        "zh": "{first}，{service} 记录了{level}日志：{quote}。",
    },
    "alert_since": {
        "en": "Since {since}, alert {name} is {state}: {labels}.",
        "zh": "自 {since} 起，告警 {name} 的状态是 {state}：{labels}。",
    },
    "alert_active_since": {
        "en": "Alert {name} is {state}, active since {since}: {labels}.",
        "zh": "告警 {name} 的状态是 {state}，自 {since} 起活跃：{labels}。",
    },
    "matched": {
        "en": "{matched} records matched {asked} in {sources}, window {since} to {until}.",
        "zh": "在 {sources} 中搜索 {asked}，窗口 {since} 至 {until}，匹配 {matched} 条记录。",
    },
    "total": {
        "en": "In total {total} {level}records of {service}: {counts}.",
        "zh": "{service} 的{level}日志总共 {total} 条：{counts}。",
    },
    "series_of": {"en": "{metric} of {owner}{labels}", "zh": "{owner} 的 {metric}{labels}"},
    "series_rose": {
        "en": "{series} rose from {first} at {first_at} to {last} at {last_at}{more}.",
        "zh": "{series} 从 {first_at} 的 {first} 升到 {last_at} 的 {last}{more}。",
    },
    "series_fell": {
        "en": "{series} fell from {first} at {first_at} to {last} at {last_at}{more}.",
        "zh": "{series} 从 {first_at} 的 {first} 降到 {last_at} 的 {last}{more}。",
    },
    "series_was": {
        "en": "{series} was {first} at {first_at} and {last} at {last_at}{more}.",
        "zh": "{series} 在 {first_at} 是 {first}，在 {last_at} 是 {last}{more}。",
    },
    "series_at": {
        "en": "{series} was {value} at {at}{more}.",
        "zh": "{series} 在 {at} 是 {value}{more}。",
    },
    "series_max": {
        "en": "{series} had its maximum of {value} at {at}{more}.",
        "zh": "{series} 在 {at} 达到峰值 {value}{more}。",
    },
    "series_min": {
        "en": "{series} had its minimum of {value} at {at}{more}.",
        "zh": "{series} 在 {at} 处于谷值 {value}{more}。",
    },
    "series_also": {"en": "; it was {value} at {at}", "zh": "；在 {at} 是 {value}"},
    "series_highest": {"en": ", with a maximum of {value} at {at}", "zh": "，最高 {value}（{at}）"},
    "series_lowest": {"en": ", with a minimum of {value} at {at}", "zh": "，最低 {value}（{at}）"},
    "elsewhere": {"en": "Elsewhere: {text}", "zh": "其他对象：{text}"},
    "also_logged": {"en": "Also on record: {records}.", "zh": "另有记录：{records}。"},
    "brief_record": {"en": "{service} {level}{quote}", "zh": "{service} {level}{quote}"},
    "brief_group": {
        "en": "{service} {level}{quote}, {count} records",
        "zh": "{service} {level}{quote}，共 {count} 条",
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
    "also_silenced": {
        "en": "Also {state}: {alerts}.",
        "zh": "另有状态为 {state} 的告警：{alerts}。",
    },
    "also_firing": {
        "en": "Also firing elsewhere: {alerts}.",
        "zh": "其他对象上正在触发的告警：{alerts}。",
    },
}
"""Claims of the executor."""

RANKED: Final = tuple(
    text.partition("{")[0]
    for phrase in ("ranked_counts", "ranked_values")
    for text in CLAIMS[phrase].values()
)
"""What claims that compare start with."""

TALLIES: Final[Phrases] = {
    "address": {"en": "address", "zh": "地址"},
    "user": {"en": "user", "zh": "用户"},
    "pod": {"en": "pod", "zh": "pod"},
    "host": {"en": "host", "zh": "主机"},
    "path": {"en": "path", "zh": "路径"},
    "status": {"en": "status", "zh": "状态码"},
    "service": {"en": "service", "zh": "服务"},
}
"""How a kind of names is called by which records are counted."""

HYPOTHESES: Final[Phrases] = {
    "signature": {
        "en": "Possibly, {cause} contributes: {quote}.",
        "zh": "可能与{cause}有关：{quote}。",
    },
}

GAPS: Final[Phrases] = {
    "cause": {
        "en": "The evidence found does not name a cause.",
        "zh": "现有证据没有指出原因。",
    },
    "nothing": {
        "en": "No evidence was found that answers the question.",
        "zh": "没有找到能回答该问题的证据。",
    },
    "none_of_each": {
        "en": "Which of them had none cannot be told from the evidence that was searched.",
        "zh": "现有证据不能说明哪些没有。",
    },
    "unmeasured": {
        "en": "No metric that measures this was found in the configured sources.",
        "zh": "已配置的来源没有给出所问的测量值：需要有这项指标的指标来源。",
    },
    "not_done": {
        "en": "No evidence that it was done was found.",
        "zh": "没有找到说明是谁做到的记录。",
    },
    "length": {
        "en": "No evidence of its duration was found.",
        "zh": "现有证据不能说明持续了多久。",
    },
    "second": {
        "en": "The answer to the other question is missing.",
        "zh": "没有找到其余所问的证据。",
    },
    "event_missed": {
        "en": "No record of the event that was asked about was found: what is told is of the whole "
        "window.",
        "zh": "没有找到所问事件的记录：以上是整个窗口的内容。",
    },
    "told_in_part": {
        "en": "Further lines of the logs are not shown here.",
        "zh": "其余日志未列出。",
    },
    "nothing_about": {
        "en": "No evidence about {subject} was found.",
        "zh": "没有找到关于 {subject} 的证据。",
    },
    "unnamed": {
        "en": "No configured source that was searched names {subject}.",
        "zh": "已查询的来源中没有出现 {subject}。",
    },
}

FRAMES: Final[Phrases] = {
    "cause": {"en": "Possible cause", "zh": "可能的原因"},
    "confirmed": {"en": "Confirmed findings", "zh": "已确认的事实"},
    "inferred": {"en": "Inferred", "zh": "推断"},
    "documented": {"en": "From the runbook", "zh": "手册记载"},
    "possible": {"en": "Possible directions (not confirmed)", "zh": "可能方向（尚未确认）"},
    "missing": {"en": "What is missing", "zh": "缺少的信息"},
    "nothing_confirmed": {"en": "Nothing could be confirmed.", "zh": "没有可以确认的信息。"},
    "yes": {"en": "Yes: ", "zh": "是的："},
    "no": {"en": "No: ", "zh": "不是："},
    "neither": {"en": "No evidence either way.", "zh": "现有证据不能说明是或否。"},
    "reads_only": {
        "en": "Evidence is only read here; nothing is changed.",
        "zh": "这里只读取证据，不会改动任何系统。",
    },
    "reported": {"en": "The runbook says: {text}", "zh": "运行手册记载：{text}"},
    "reporting": {"en": "runbook", "zh": "手册"},
    "hedged": {"en": "Likely: {text}", "zh": "推断：{text}"},
}
"""Headings and frames of the composer (the closed list of grounding/wording/frames.py)."""


def fill(phrases: Phrases, phrase: str, language: Language, /, **values: str) -> str:
    """Fill one phrase; values are inserted as they are."""
    return phrases[phrase][language].format(**values)
