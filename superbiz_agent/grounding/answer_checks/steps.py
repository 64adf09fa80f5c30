"""A sentence on actions alone tells of steps to take, never of what they brought (section 7).

"The lease was looked up" and "the holder is known" over "look up the lease" tell a step as done. A
step is told as an order, in words that propose, or as what is still to do. Extend the tables here.
"""

import re

from superbiz_agent.grounding.answer_checks.material import Material, Statement
from superbiz_agent.grounding.facts.folding import fold, stem
from superbiz_agent.grounding.wording import without_lead_in

_PROPOSES = re.compile(
    r"(?<![a-z])(?:should|shall|next|recommend(?:ed|s|ation|ations)?|suggest(?:ed|s|ion"
    r"|ions)?|advis(?:ed|able|es?)|please|needs? to"
    r"|to be|steps?|can|could|would|must|ought|consider|worth|action|actions|let"
    r"|propos(?:ed|es?|al)|follow-up|remains to"
    r"|it (?:is|would be|may be) (?:useful|helpful|best|good)|to (?:see|find out|learn"
    r"|check|determine))(?![a-z])"
    r"|建议|[应该需]|可[以先]|请|下一步|接下来|后续|待|步骤|推荐|动作|行动|以便|宜|先|再",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"(?<![a-z])(?:(?:was|were|has been|have been|had been"
    r"|got) (?:[a-z]+ly )?(?!to )[a-z]{2,14}(?:ed|en|wn|nt|und|ad)"
    r"|showed|shows|shown|revealed|reveals|found|turned out|confirmed|we (?:[a-z]+ed|saw"
    r"|found))(?![a-z])"
    r"|已(?!知|有)|后发现|显示|(?:查看|检查|统计|查询|收集|核对|确认)了|被刷|结果(?:是|为)",
    re.IGNORECASE,
)
_WORD = re.compile("[A-Za-z]+")
_ORDER = re.compile(r"\s*(?:(?:[-*]|[0-9]{1,2}[.)、])\s*)?")


def tells_step_as_done(statement: Statement, _material: Material) -> bool:
    """Whether a sentence that rests on actions alone is no step any more."""
    own = [item for item in statement.items if item.kind == "action"]
    if not own or len(own) < len(statement.items) or statement.is_repeated:
        return False
    text = without_lead_in(statement.text)
    told, asked = _TOLD.search(text), " ".join(t for item in own for t in item.texts)
    if told and fold(told.group()) not in fold(asked):
        return True
    return not (_PROPOSES.search(statement.text) or _is_order(text, [i.texts[0] for i in own]))


def _is_order(text: str, steps: list[str]) -> bool:
    """Whether ``text`` begins as a step does, or with a bare verb for its first word."""
    begun = _ORDER.sub("", text, count=1)
    first = _WORD.match(begun)
    if first is None:
        return any(step[:2] in begun[:24] for step in steps)
    word = first.group().lower()
    orders = {stem(found.group().lower()) for step in steps if (found := _WORD.match(step))}
    return stem(word) in orders or (word == first.group().lower() and not _names(word, text))


_NO_VERB = frozenset(
    (
        "the",
        "a",
        "an",
        "this",
        "that",
        "these",
        "those",
        "it",
        "we",
        "there",
        "no",
        "all",
        "its",
        "they",
        "looking",
    )
)


def _names(word: str, text: str) -> bool:
    """Whether the first word begins a statement: an article, a pronoun or a name's first part."""
    return word in _NO_VERB or bool(
        re.match(r"[A-Za-z]+[-_.0-9][A-Za-z0-9]|[A-Za-z]+ (?:is|are|has|have|still)\b", text)
    )
