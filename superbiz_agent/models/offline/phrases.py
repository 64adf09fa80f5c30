"""The sentences the offline model writes, in both languages.

Every placeholder is filled with text that stands in the evidence (or in the question), so that a
sentence adds reporting words to facts and nothing else.
"""

from typing import Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.models.offline.count_phrases import COUNTS
from superbiz_agent.models.offline.phrasing import Phrases
from superbiz_agent.models.offline.record_phrases import RECORDS
from superbiz_agent.models.offline.search_phrases import SEARCHES

CLAIMS: Final[Phrases] = {**RECORDS, **COUNTS, **SEARCHES}
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
