"""The words with which this model reports evidence, which add nothing to it."""

import string
from typing import Final

from superbiz_agent.grounding.comparison.engine import content_terms
from superbiz_agent.models.offline.phrases import CLAIMS, TALLIES
from superbiz_agent.models.offline.search_phrases import OPEN_ENDS


def _bare(template: str) -> str:
    return " ".join(literal for literal, *_ in string.Formatter().parse(template))


REPORTING_WORDS: Final = (
    "alert alerts one count entries entry error errors found instance line lines log logged "
    "logging logs message messages metric observed occurred pod record recorded records report "
    "reported "
    "reports search searched service showed shown shows source states time times value values "
    "warning warnings 日志 记录 告警 显示 出现 报告 状态 服务 实例 次数 消息 错误 警告 "
    "指标 数值 当前 条 次 一条 条等"
)
"""Words of other writers that report evidence without adding to it."""

REPORTING_TERMS: Final[frozenset[str]] = content_terms(REPORTING_WORDS).union(
    *(
        content_terms(_bare(text))
        for by_language in (*CLAIMS.values(), *TALLIES.values())
        for text in by_language.values()
    ),
    *(content_terms(name) for by_language in OPEN_ENDS.values() for name in by_language.values()),
)
"""Content words that report evidence without adding to it: those, and the claim templates'."""
