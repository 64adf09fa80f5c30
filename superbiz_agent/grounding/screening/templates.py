"""Every sentence that code itself writes into ``composer_input``, in both languages (section 6).

``{...}`` holds counts, tools, sources and rule ids, and in the hypothesis templates the text of a
claim whose facts were checked. No template takes anything else a model wrote.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from superbiz_agent.contracts.base import ClaimType, Language, Verdict
from superbiz_agent.grounding.facts.group_text import Change

Bilingual: TypeAlias = Mapping[Language, str]

TEMPLATES: Mapping[str, Bilingual] = {
    # what a capped or demoted claim is as a hypothesis
    "hypothesis.demoted": {
        "en": "Possibly (not confirmed): {text}",
        "zh": "可能（尚未确认）：{text}",
    },
    "hypothesis.scope": {
        "en": "Possibly (general knowledge, not evidence of this incident): {text}",
        "zh": "可能（仅依据通用知识，并非本次事件的证据）：{text}",
    },
    "hypothesis.incomplete": {
        "en": "Possibly (only as far as {sources} answered; the result is not complete): {text}",
        "zh": "可能（仅限于 {sources} 已返回的部分，结果不完整）：{text}",
    },
    "hypothesis.unsearched": {
        "en": "Possibly (only as far as {sources} showed; not confirmed by a whole search): {text}",
        "zh": "可能（仅限于 {sources} 所见，未经完整检索确认）：{text}",
    },
    # what is missing
    "missing.claim": {
        "en": "{claim_type} from {sources} could not be verified.",
        "zh": "来自 {sources} 的{claim_type}未能通过核实。",
    },
    "missing.failed": {
        "en": "{source} failed; its evidence is missing.",
        "zh": "{source} 查询失败，缺少其证据。",
    },
    "missing.not_asked": {
        "en": "{tool} was not asked: it takes {names}, which the question does not name.",
        "zh": "未查询 {tool}：它需要参数 {names}，而问题没有给出。",
    },
    "missing.unconfigured": {
        "en": "No source is configured for {source}.",
        "zh": "{source} 没有配置任何来源。",
    },
    "missing.unconfigured_option": {
        "en": "No source is configured for {source}: {option} or {setting} names one.",
        "zh": "{source} 没有配置任何来源：可用 {option} 或 {setting} 指定。",
    },
    "missing.undated": {
        "en": "Alerts are told as exported; when they were exported is not known.",
        "zh": "告警按导出时的内容列出，何时导出没有说明。",
    },
    "missing.partial": {
        "en": "{source} failed or answered only in part; its evidence is incomplete.",
        "zh": "{source} 查询失败或仅部分返回，其证据不完整。",
    },
    "missing.cut_off": {
        "en": "The result of {source} was cut off; more records matched than were kept.",
        "zh": "{source} 的结果被截断，匹配的记录多于保留的记录。",
    },
    "missing.counted": {
        "en": "{source} itself counts {count} candidate {of} from {first} to {last}, of which a "
        "part was read{changes}.",
        "zh": "{source} 自身统计：{first} 至 {last} 有 {count} 条候选{of}，"
        "只读取了其中一部分{changes}。",
    },
    "counted.records": {"en": "records", "zh": "记录"},
    "counted.lines": {"en": "lines", "zh": "行"},
    "counted.documents": {"en": "documents", "zh": "文档"},
    "counts.starts": {"en": "; the records start at {at}", "zh": "；记录从 {at} 开始"},
    "counts.stops": {"en": "; the records stop at {at}", "zh": "；记录在 {at} 停止"},
    "counts.jumps": {
        "en": "; the records jump from {before} to {after} at {at}",
        "zh": "；记录在 {at} 从 {before} 上升到 {after}",
    },
    "counts.falls": {
        "en": "; the records fall from {before} to {after} at {at}",
        "zh": "；记录在 {at} 从 {before} 下降到 {after}",
    },
    "missing.unanswered": {
        "en": "{source} could not answer for the names or the window that were asked for.",
        "zh": "{source} 无法就所查询的名称或时间窗口作答。",
    },
    "missing.unknown_name": {
        "en": "No source of {tool} knows the name {names}.",
        "zh": "{tool} 的来源中没有名称 {names}。",
    },
    "missing.unknown_metric": {
        "en": "No source of {tool} has a metric called {names}.",
        "zh": "{tool} 的来源中没有名为 {names} 的指标。",
    },
    "missing.unknown_measure": {
        "en": "No source of {tool} has a metric of what was asked for.",
        "zh": "{tool} 的来源中没有所问的指标。",
    },
    "names.nearest": {
        "en": "{name} (the nearest names are {nearest})",
        "zh": "{name}（最接近的名称是 {nearest}）",
    },
    "missing.failed_why": {
        "en": "{source} failed: {reason}; its evidence is missing.",
        "zh": "{source} 查询失败：{reason}；缺少其证据。",
    },
    "missing.partial_why": {
        "en": "{source} failed or answered only in part: {reason}; its evidence is incomplete.",
        "zh": "{source} 查询失败或仅部分返回：{reason}；其证据不完整。",
    },
    "missing.unanswered_why": {
        "en": "{source} could not answer for what was asked: {reason}.",
        "zh": "{source} 无法就所问作答：{reason}。",
    },
    "missing.untimed": {
        "en": "The records of {sources} carry no timestamp; the window that was asked for could "
        "not be searched there.",
        "zh": "{sources} 的记录没有时间戳，无法按所问的时间窗口查询。",
    },
    "unused.future": {
        "en": "The time that the question names has not come yet ({asked}); it was not used, and "
        "{tool} searched {searched}.",
        "zh": "所问的时间尚未到来（{asked}），未予采用；{tool} 查询的是 {searched}。",
    },
    "unused.inverted": {
        "en": "The window that the question names ends before it starts ({asked}); it was not "
        "used, and {tool} searched {searched}.",
        "zh": "所问的时间窗口结束早于开始（{asked}），未予采用；{tool} 查询的是 {searched}。",
    },
    "unused.outside": {
        "en": "The window that the question names lies outside of the one given with it ({asked}); "
        "it was not used, and {tool} searched {searched}.",
        "zh": "所问的时间窗口在指定的窗口之外（{asked}），未予采用；{tool} 查询的是 {searched}。",
    },
    "unused.no_alert": {
        "en": "The start of the alert that the question names is not known; {tool} searched "
        "{searched}.",
        "zh": "所问告警的开始时间未知；{tool} 查询的是 {searched}。",
    },
    "searched.whole": {"en": "all that it holds", "zh": "其全部内容"},
    "missing.order": {
        "en": "1 matching line is not used, since it addresses the reader as an instruction.",
        "zh": "有 1 条匹配的记录未予采用，因为其内容是对读者的指令。",
    },
    "missing.orders": {
        "en": "{count} matching lines are not used, since they address the reader as an "
        "instruction.",
        "zh": "有 {count} 条匹配的记录未予采用，因为其内容是对读者的指令。",
    },
    "missing.window": {
        "en": "The window asked about misses what {tool} could search: {held}.",
        "zh": "所问的时间窗口不在 {tool} 可查的范围之内：{held}。",
    },
    "missing.default": {
        "en": "The available evidence is not enough for a reliable conclusion.",
        "zh": "现有证据不足以得出可靠结论。",
    },
    # the rationale
    "rationale": {
        "en": "Verdict {verdict}: {confirmed} claims confirmed, {inferred} inferred, "
        "{documented} documented, {withheld} items withheld. Rules that failed: {rules}.",
        "zh": "判定 {verdict}：已确认 {confirmed} 条，推断 {inferred} 条，"
        "文档记载 {documented} 条，扣留 {withheld} 项。未通过的规则：{rules}。",
    },
    "rationale.no_rules": {"en": "none", "zh": "无"},
    "source.unnamed": {"en": "a source with an unusual name", "zh": "一个名称特殊的来源"},
    "tool.unknown": {"en": "another tool", "zh": "其他工具"},
}
"""Template name -> language -> text. Extend here; a test fills every one of them."""

CLAIM_TYPE_NAMES: Mapping[ClaimType, Bilingual] = {
    "observation": {"en": "An observation", "zh": "观察"},
    "negative_observation": {"en": "A negative observation", "zh": "否定性观察"},
    "inference": {"en": "An inference", "zh": "推断"},
    "root_cause": {"en": "A root-cause claim", "zh": "根因判断"},
    "knowledge": {"en": "A statement of general knowledge", "zh": "通用知识陈述"},
}

RANGE_SIGNS: Bilingual = {"en": " to ", "zh": " 至 "}
"""What stands between the first and the last instant of a source."""

OPEN_ENDS: Mapping[Language, tuple[str, str]] = {"en": ("start", "end"), "zh": ("开始", "结束")}
"""How the ends of an open window are called."""

SEPARATORS: Bilingual = {"en": ", ", "zh": "、"}


def fill(template: str, language: Language, **values: str | int | Verdict) -> str:
    """The template in ``language`` with its values; KeyError for one that does not exist."""
    return TEMPLATES[template][language].format(**values)


def join(items: list[str], language: Language) -> str:
    """``items`` as a list in a sentence."""
    return SEPARATORS[language].join(items)


def told_changes(changes: Iterable[Change], language: Language) -> str:
    """Where counts of records change, as they follow a sentence; empty if nowhere."""
    return "".join(
        fill(f"counts.{x.verb}", language, at=x.at, before=x.before, after=x.after) for x in changes
    )
