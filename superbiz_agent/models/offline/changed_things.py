"""Whether a thing was changed, asked of whatever source: the records that tell of a change of it.

A setting stands in many records that only name it ("used memory > 'maxmemory'"); a change is told
by a word of change beside it, or by the command that sets it. No record of one is told as that.
"""

import re
from functools import lru_cache
from typing import Final

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.models.offline.claims import EVERYTHING
from superbiz_agent.models.offline.evidence import Line, Search
from superbiz_agent.models.offline.kinds import asked_by
from superbiz_agent.models.offline.named_in_text import as_text
from superbiz_agent.models.offline.question import Question

_ASKED: Final = asked_by(
    r"(?:was|were|been|has|have|had|who|did (?:any|some)(?:one|body))(?: \S+){0,8} "
    r"(?:changed?|modif(?:y|ied)|altered|adjust(?:ed)?|edited|raised|lowered|increased|decreased"
    r"|reduced|reconfigured|tuned|touch(?:ed)?|updated|set)",
    "(?:修改|更改|调整|变更|改动|调大|调小|调高|调低|更新|改|动)(?:了|过|没)|被(?:人)?(?:修改|更改|调整|变更|改)",
)
"""How a change that may have been made is asked for."""

_VERBS: Final = re.compile(
    r"(?<![A-Za-z])(?:chang(?:e|es|ed)|modif(?:y|ied)|altered|adjust(?:ed)?|edited|raised|lowered"
    r"|increased|decreased|reduced|reconfigured|tuned|touch(?:ed)?|updated|set|anyone|anybody"
    r"|someone|somebody)(?![A-Za-z])|修改|更改|调整|变更|改动|调[大小高低]|更新|改|动|有人|谁|被",
    re.IGNORECASE,
)

_TOLD: Final = (
    "change|changed|changes|changing|modified|modifies|modifying|altered|alters|adjusted|adjusts"
    "|edited|raised|raising|lowered|lowering|increased|increasing|decreased|decreasing|reduced"
    "|reducing|reconfigured|tuned|updated|updates|updating|patched"
)
"""Words of a record that tells of a change, each spelt out: an absence may say only what was
searched for."""

_TOLD_CHINESE: Final = "修改|更改|调整|变更|改动|改为|改成|设为|设置为|调大|调小|调高|调低|更新"


def changed_thing(question: Question) -> str | None:
    """The one thing, no service, of which ``question`` asks whether it was changed; else null."""
    if not _ASKED.search(question.text) or question.asks_cause or question.asks_knowledge:
        return None
    named = (*question.phrases, *question.terms, *question.topics)
    things = [left for each in named if (left := _VERBS.sub(" ", each).strip())]
    is_one = len(things) == 1 and " " not in things[0] and not question.concepts
    return things[0] if is_one else None


def change_searches(question: Question, scope: JsonObject) -> list[JsonObject]:
    """The search for the records that tell of such a change."""
    thing = changed_thing(question)
    return [{"query": EVERYTHING, "regex": _expression(thing), **scope}] if thing else []


def tells_change_of(thing: str, line: Line) -> bool:
    """Whether a record tells of a change of ``thing``."""
    return _pattern(thing).search(line.message or line.body) is not None


def is_change_search(thing: str, search: Search) -> bool:
    """Whether ``search`` was for the records that tell of a change of ``thing``."""
    return search.filters.get("regex") == _expression(thing)


@lru_cache(maxsize=64)
def _pattern(thing: str) -> re.Pattern[str]:
    return re.compile(_expression(thing))


def _expression(thing: str) -> str:
    """The regular expression (RE2) of a change of ``thing``, on one line of a record; without
    commas, which end a filter in the text of a search."""
    name = as_text(thing)
    told = rf"(?:\b(?:{_TOLD})\b|{_TOLD_CHINESE})"
    is_set = rf"\bset (?:(?:the|global|session|persist) )*{name}"
    return rf"(?i){is_set}|{told}.*{name}|{name}.*(?:{told}|\bset to\b)"
