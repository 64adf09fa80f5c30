"""What a sentence on gaps alone may deny: that something is known (contract section 7).

"No source holds the memory limit" says nothing of the limit; "no memory limit is set", and "it is
unlimited", say that there is none.
"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.answer_checks.material import Statement
from superbiz_agent.grounding.wording import clauses
from superbiz_agent.grounding.wording.lacks import leaves_open, says_missing
from superbiz_agent.grounding.wording.polarity_reading import negators_of

_OF_KNOWING = re.compile(
    r"source|evidence|not there(?![a-z])|known?(?![a-z])|knows|record|logs?(?![a-z])|metric|series"
    r"|data(?![a-z])|hand"
    r"|alerts?(?![a-z])|runbook|hold|held|stat(?:es?|ed)(?![a-z])|tell|told|say|said|provid|given"
    r"|gives?(?![a-z])|found|find|shown?|read|seen?(?![a-z])|search|quer|answer|confirm|verif"
    r"|determin|identif|measur|document|report|collect|cover|contain|includ|check|ask|detail"
    r"|we (?:have|had)|availab|information|conclu|clear|certain|sure|support|explain|establish"
    r"|来源|数据|证据|记录|日志|指标|告警|手册|知|清楚|明|提供|给出|提及|提到|包含|含|查|找|搜|读|看|拿"
    r"|取|确认|核实|判断|确定|证|定位|覆盖|返回|显示|回答|手头|报告|信息|采集|测|说|写|解释|支持|足",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"(?<![a-z])(?:is|are|was|were|be|has|have|had|does|do|did|can|could|will|would)(?![a-z])"
    r"|[\u3400-\u9fff]",
    re.IGNORECASE,
)
_UNBOUNDED = re.compile(
    r"(?<![a-z])(?:unlimited|unbounded|limitless|infinite|unset|unrestricted|uncapped)(?![a-z])"
    r"|无限|不限|不受限|无上限|未设|没设|没有设",
    re.IGNORECASE,
)
"""Words that deny in one word that a thing has a bound, or was set."""


def denies_what_is_unknown(statement: Statement) -> bool:
    """Whether a sentence on gaps denies a thing where they deny that it is known."""
    gaps = [item.texts[0] for item in statement.items if item.kind == "gap"]
    if not gaps or any(map(_denies_a_thing, gaps)):
        return False
    return any(map(_denies_a_thing, _with_verbs(clauses(statement.text))))


def _with_verbs(parts: Sequence[str]) -> list[str]:
    """The clauses; one without a verb ("no rate and no share was available") goes with the next."""
    joined: list[str] = []
    for part in parts:
        if joined and not _VERB.search(joined[-1]):
            joined[-1] = f"{joined[-1]}, {part}"
        else:
            joined.append(part)
    return joined


def _denies_a_thing(clause: str) -> bool:
    if _UNBOUNDED.search(clause):
        return True
    is_of_knowing = _OF_KNOWING.search(clause) or says_missing(clause) or leaves_open(clause)
    return bool(negators_of(clause)) and not is_of_knowing
