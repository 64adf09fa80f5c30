"""What code asks in the course of a conversation, besides the prompt of the role."""

from collections.abc import Mapping

from superbiz_agent.contracts.base import Language

REPAIR_REQUEST: Mapping[Language, str] = {
    "en": (
        "Your last reply could not be used. Send it again as one JSON object of the form that "
        "was asked for, with these findings mended and nothing around it. Add no new facts."
    ),
    "zh": (
        "上一条回复无法使用。请按要求的格式重新输出一个 JSON 对象，修正以下问题，"
        "前后不加任何内容，也不加入新的事实。"
    ),
}

CLOSING_REQUEST: Mapping[Language, str] = {
    "en": (
        "No more tool calls. State your findings now, as one JSON object of the form that was "
        "asked for. Cite lines of stored_evidence only, each by its source_invocation_id and "
        "raw_path."
    ),
    "zh": (
        "不再调用工具。现在按要求的格式用一个 JSON 对象写出发现。只引用 stored_evidence 中的行，"
        "每条注明其 source_invocation_id 与 raw_path。"
    ),
}
