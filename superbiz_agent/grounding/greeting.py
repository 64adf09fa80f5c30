"""The fixed, friendly text that answers small talk (contract section 1).

Made by code from the names of the configured sources alone, so that it can be made again from what
a run recorded.
"""

from collections.abc import Mapping, Sequence

from superbiz_agent.contracts.base import Language

MAX_SHOWN = 5
"""Sources of a kind that are named; of more, only so many."""

GREETING: Mapping[Language, str] = {
    "en": (
        "Hello. I answer questions about production incidents from evidence: alerts and metrics, "
        "logs and runbooks, with a reference for every finding. I only read and never change "
        "anything."
    ),
    "zh": (
        "你好，我负责依据证据回答线上故障问题：查询告警与指标、日志和运行手册，并为每个结论标注证据来源。"
        "我只读取数据，从不做任何变更。"
    ),
}

EXAMPLE: Mapping[Language, str] = {
    "en": 'Name a service, an alert or an error, for example "Why does order-service time out?".',
    "zh": "请告诉我服务名、告警或错误信息，例如“order-service 为什么超时？”。",
}
"""Where the sources have no names of their own: the demo, or none at all."""

ADDED = "added"
"""Stands for the tools that the operator added; their names are their sources'."""

KINDS: tuple[tuple[str, Mapping[Language, str], Mapping[Language, str]], ...] = (
    (
        "query_logs",
        {"en": "logs ({})", "zh": "日志（{}）"},
        {"en": '"Why does {} fail?"', "zh": "“{} 为什么报错？”"},
    ),
    (
        "query_metrics",
        {"en": "alerts ({})", "zh": "告警（{}）"},
        {"en": '"Which alerts are firing?"', "zh": "“有哪些告警？”"},
    ),
    (
        "lookup_knowledge",
        {"en": "runbooks ({})", "zh": "运行手册（{}）"},
        {"en": '"What do the runbooks say about a full disk?"', "zh": "“磁盘满了怎么处理？”"},
    ),
    (
        ADDED,
        {"en": "your own tools ({})", "zh": "自有工具（{}）"},
        {"en": '"What does {} say about checkout?"', "zh": "“{} 里有 checkout 的什么记录？”"},
    ),
)
"""Tool -> how its sources are listed, and what may be asked of them."""

SOURCES: Mapping[Language, str] = {
    "en": "I can read {sources}. Ask for example {examples}.",
    "zh": "可查询的数据来源：{sources}。您可以问，例如{examples}。",
}
SEPARATOR: Mapping[Language, str] = {"en": ", ", "zh": "、"}


def greeting(language: Language, sources: Mapping[str, Sequence[str]], *, demo: bool) -> str:
    """Return the text in ``language``; ``sources``: tool name -> names of its sources."""
    given = [kind for kind in KINDS if sources.get(kind[0])]
    if demo or not given:
        return f"{GREETING[language]}{_blank(language)}{EXAMPLE[language]}"
    comma = SEPARATOR[language]
    listed = (each[language].format(comma.join(sources[t][:MAX_SHOWN])) for t, each, _ in given)
    asked = (each[language].format(sources[tool][0]) for tool, _, each in given)
    told = SOURCES[language].format(sources=comma.join(listed), examples=comma.join(asked))
    return f"{GREETING[language]}{_blank(language)}{told}"


def _blank(language: Language) -> str:
    return " " if language == "en" else ""
