"""Sentences and headings that say nothing of the incident and so need no mark (section 7).

The file is closed: a sentence is a frame only if it equals an entry, full stops, white space,
width and case aside.
"""

import re

from superbiz_agent.contracts.base import Language

REJECT_OPENING: dict[Language, str] = {
    "en": "The current evidence cannot support a reliable conclusion.",
    "zh": "当前证据不足以支持可靠结论。",
}
"""How ``answer_summary`` and ``user_facing_answer`` open under REJECT."""

HIDDEN_GAP: dict[Language, str] = {
    "en": "There is a gap in the evidence that cannot be shown here.",
    "zh": "证据存在缺口，其内容无法在此显示。",
}
"""Names a gap whose own words cannot be shown safely."""

NOTHING_CONFIRMED: dict[Language, str] = {
    "en": "Nothing could be confirmed.",
    "zh": "没有可以确认的信息。",
}

NOT_CONCLUSIVE: dict[Language, str] = {
    "en": "The evidence does not settle everything that was asked.",
    "zh": "现有证据不足以回答全部问题。",
}
"""How a fallback opens under LOW_CONFID."""

FRAME_SENTENCES = (
    *HIDDEN_GAP.values(),
    *NOTHING_CONFIRMED.values(),
    *NOT_CONCLUSIVE.values(),
    *REJECT_OPENING.values(),
    # the verdict in words
    "现有证据不足以确认根因。",
    "当前证据不足以确认根因。",
    "现有证据尚不足以确认根因。",
    "现有证据不足以确认唯一根因。",
    "现有证据不足以得出可靠结论。",
    "以下结论均有证据支持。",
    "以下内容均来自已核实的证据。",
    "以下内容来自已核实的证据。",
    "以下内容尚未确认。",
    "以下方向仅为可能，尚未确认。",
    "没有可确认的结论。",
    "证据有缺口。",
    "存在证据缺口。",
    "The current evidence is not sufficient to confirm a root cause.",
    "The evidence is not sufficient to confirm a root cause.",
    "The current evidence is insufficient to confirm a root cause.",
    "The available evidence is not enough to confirm a root cause.",
    "The root cause is not confirmed.",
    "The root cause could not be confirmed.",
    "No root cause could be confirmed.",
    "根因尚未确认。",
    "根因未能确认。",
    "Nothing has been confirmed.",
    "The following is taken from verified evidence.",
    "The following was found in verified evidence.",
    "The evidence has gaps.",
    "There are gaps in the evidence.",
    "The following directions are possible, not confirmed.",
    # what is not answered, and what is not done
    "No evidence either way.",
    "现有证据不能说明是或否。",
    "Evidence is only read here; nothing is changed.",
    "这里只读取证据，不会改动任何系统。",
    # what follows
    "Here is what was found.",
    "Here is what is known.",
    "This is what the evidence shows.",
    "以下是查到的情况。",
    "以下是目前已知的情况。",
    "Here is what the evidence shows.",
    "Here is what the evidence says.",
    "Here is a summary.",
    "Here is the summary.",
    "Here are the findings.",
    "Here are the details.",
    "Here are the facts.",
    "The evidence shows the following.",
    "The evidence shows.",
    "The findings are as follows.",
    "The findings are listed below.",
    "The details are listed below.",
    "The details follow.",
    "The following was found.",
    "The following is known.",
    "The following is possible, not confirmed.",
    "The following is not confirmed.",
    "What the evidence shows.",
    "What was found.",
    "What is known.",
    "What is confirmed.",
    "Based on the evidence.",
    "According to the evidence.",
    "In short.",
    "In summary.",
    "To summarise.",
    "To summarize.",
    "To sum up.",
    "Briefly.",
    "In detail.",
    "Please note.",
    "Note.",
    "Notes.",
    "See below.",
    "See the references below.",
    "The references are listed below.",
    "Each statement is followed by its evidence.",
    "Thanks for asking.",
    "Thank you.",
    "Thank you for your question.",
    "Let me know if you need more.",
    "I hope this helps.",
    "证据显示如下。",
    "证据显示。",
    "证据表明。",
    "证据如下。",
    "结论如下。",
    "总结如下。",
    "摘要如下。",
    "情况如下。",
    "详情如下。",
    "具体如下。",
    "发现如下。",
    "说明如下。",
    "分析如下。",
    "根据现有证据。",
    "根据证据。",
    "简而言之。",
    "简言之。",
    "总之。",
    "总的来说。",
    "综上。",
    "综上所述。",
    "请注意。",
    "注意。",
    "查询结果如下。",
    "以下是证据显示的内容。",
    "以下是详细情况。",
    "以下是总结。",
    "引用见下方。",
    "谢谢提问。",
    "感谢提问。",
    "希望对您有帮助。",
    "您好。",
    "你好。",
    "Next steps are listed below.",
    "Recommended next steps are listed below.",
    "建议的下一步如下。",
    "后续步骤如下。",
)

FRAME_HEADINGS = (
    "Root cause",
    "Possible cause",
    "Possible causes",
    "Possible directions",
    "Possible directions (not confirmed)",
    "Possible, not confirmed",
    "Not confirmed",
    "Unconfirmed",
    "Hypotheses",
    "Inferred",
    "Inferences",
    "Confirmed",
    "Confirmed findings",
    "Confirmed information",
    "Confirmed facts",
    "Findings",
    "Evidence",
    "Evidence gaps",
    "Gaps",
    "Missing",
    "Missing evidence",
    "Missing information",
    "What is missing",
    "What is not known",
    "What could not be confirmed",
    "Conclusion",
    "Summary",
    "Answer",
    "Details",
    "Detail",
    "Overview",
    "Result",
    "Results",
    "Facts",
    "Observations",
    "Timeline",
    "Alerts",
    "Logs",
    "Metrics",
    "Log",
    "Metric",
    "Alert",
    "Value",
    "Status",
    "Source",
    "Sources",
    "References",
    "Note",
    "Notes",
    "Limits",
    "Open questions",
    "Key findings",
    "Main findings",
    "What we know",
    "What we do not know",
    "Likely cause",
    "Likely causes",
    "Actions",
    "Recommendations",
    "Next steps",
    "Recommended actions",
    "Recommended next steps",
    "From the runbook",
    "The runbook says",
    "Documentation",
    "根因",
    "可能原因",
    "可能的原因",
    "可能方向",
    "可能的方向",
    "可能方向（尚未确认）",
    "可能方向（未确认）",
    "尚未确认",
    "未确认",
    "推断",
    "假设",
    "已确认",
    "已确认信息",
    "已确认的信息",
    "已确认的事实",
    "确认的信息",
    "发现",
    "证据",
    "证据缺口",
    "缺失信息",
    "缺少的信息",
    "信息缺口",
    "缺失的证据",
    "结论",
    "总结",
    "摘要",
    "回答",
    "详情",
    "详细信息",
    "概述",
    "概览",
    "结果",
    "事实",
    "观察",
    "观察结果",
    "时间线",
    "告警",
    "日志",
    "指标",
    "数值",
    "状态",
    "来源",
    "引用",
    "备注",
    "说明",
    "注意",
    "主要发现",
    "关键发现",
    "已知信息",
    "未知信息",
    "操作建议",
    "建议措施",
    "下一步",
    "建议",
    "建议操作",
    "建议的下一步",
    "后续步骤",
    "文档记载",
    "手册记载",
)

FRAME_CELLS = (
    *("Service", "Services", "Pod", "Host", "Instance", "Node", "Entity", "Name", "Resource"),
    *("Current", "Current value", "Duration", "Since", "Time", "Level", "Severity", "State"),
    *("Claim", "Statement", "Fact", "Item", "Type", "Count", "Reference", "Mark", "Reason"),
    *("What", "Where", "When", "No.", "#", "Problem", "Symptom", "Message", "Action"),
    *("服务", "主机", "实例", "节点", "名称", "资源", "当前值", "值", "持续时间", "时长", "时间"),
    *("开始时间", "级别", "严重级别", "类型", "数量", "编号", "序号", "项目", "内容", "信息"),
    *("对象", "描述", "原因", "操作", "消息", "症状", "问题"),
)
"""Heads of table columns, beside the headings."""

_HIDDEN_GAPS = frozenset(HIDDEN_GAP.values())
_WIDTH = str.maketrans("。：！？，（）；", ".:!?,();")
_SIGNS = " \t.:!?*_#|-•"


def _key(text: str) -> str:
    bare = re.sub(r"\s+", " ", text.translate(_WIDTH)).strip(_SIGNS)
    return bare.lower()


_SENTENCES = frozenset(map(_key, FRAME_SENTENCES))
_HEADINGS = frozenset(map(_key, FRAME_HEADINGS))
_CELLS = frozenset(map(_key, FRAME_CELLS))


CAUSE_HEADINGS = frozenset(
    map(_key, ("Root cause", "根因", "Reason", "Why", "Cause", "原因", "成因"))
)
"""Headings, and words before a colon, that make what follows them a cause."""

SUB_HEADINGS = frozenset(
    map(_key, ("Details", "Detail", "Note", "Notes", "Claim", "Summary", "详情", "备注", "说明"))
)
"""Headings that leave what stands under them to the heading above them."""

CONFIRMED_HEADINGS = frozenset(
    key for key in _HEADINGS if key.startswith(("confirmed", "已确认", "确认的"))
)
"""Headings that make what stands under them confirmed."""


def heading_key(text: str) -> str:
    """What headings compare by."""
    return _key(text[:400])


def is_frame_sentence(text: str) -> bool:
    """Whether ``text`` is one of the closed list of frame sentences or headings."""
    key = _key(text[:400])
    return len(text) <= 400 and (key in _SENTENCES or key in _HEADINGS)


def names_hidden_gap(text: str) -> bool:
    """Whether ``text`` is the frame sentence that names a gap without its words."""
    return text.strip() in _HIDDEN_GAPS


def is_frame_heading(text: str) -> bool:
    """Whether ``text``, or each cell of a table's head, is one of the closed list of headings."""
    if len(text) > 400:
        return False
    cells = [key for key in map(_key, text.split("|")) if key]
    return bool(cells) and all(cell in _HEADINGS or cell in _CELLS for cell in cells)
