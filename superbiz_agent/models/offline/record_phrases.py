"""Claims of alerts, records, runbooks and causes, in both languages."""

from typing import Final

from superbiz_agent.models.offline.phrasing import Phrases

RECORDS: Final[Phrases] = {
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
    "elsewhere": {"en": "Elsewhere: {text}", "zh": "其他对象：{text}"},
    "also_logged": {"en": "Also on record: {records}.", "zh": "另有记录：{records}。"},
    "brief_record": {"en": "{service} {level}{quote}", "zh": "{service} {level}{quote}"},
    "brief_group": {
        "en": "{service} {level}{quote}, {count} records",
        "zh": "{service} {level}{quote}，共 {count} 条",
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
