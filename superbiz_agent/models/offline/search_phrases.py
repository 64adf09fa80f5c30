"""Claims of a search and of a metric series, in both languages."""

from collections.abc import Mapping
from typing import Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.models.offline.phrasing import Phrases

SEARCHES: Final[Phrases] = {
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
    "negative_change": {
        "en": 'Searched {sources} for a change of "{thing}", window {since} to {until}: '
        "matched no record.",
        "zh": '在 {sources} 中搜索更改 "{thing}" 的记录，窗口 {since} 至 {until}，没有匹配的记录。',
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
    "matched": {
        "en": "{matched} records matched {asked} in {sources}, window {since} to {until}.",
        "zh": "在 {sources} 中搜索 {asked}，窗口 {since} 至 {until}，匹配 {matched} 条记录。",
    },
    "matched_level_of": {
        "en": "{matched} records of {services} matched level {level} in {sources}, window {since} "
        "to {until}.",
        "zh": "{services} 级别 {level} 的记录匹配 {matched} 条"
        "（{sources}，窗口 {since} 至 {until}）。",
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
}

OPEN_ENDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {},
    "zh": {"start": "开始", "end": "结束"},
}
"""How the open ends of a window are called."""
