"""A deed told as done over a source that denies it, and the other way round, in any pair of
languages (contract section 7, polarity): 续期 over "was not renewed".

Only what is told plainly counts: a form that could be a noun, a condition, an order or a plan
says neither that something was done nor that it was not.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from superbiz_agent.grounding.wording.deed_words import DEED_FORMS, DeedSide, Form
from superbiz_agent.grounding.wording.lexicon import Hit, Lexicon
from superbiz_agent.grounding.wording.polarity_reading import (
    PART_END,
    negators_of,
    side_of_word,
    words_of_polarity,
)
from superbiz_agent.grounding.wording.polarity_words import NEGATION_NEUTRAL

_DEEDS = Lexicon(DEED_FORMS, neutral=NEGATION_NEUTRAL)
_REACH = 40
"""Characters between a negator and the deed that it denies, at most."""

_HAN_REACH = 14
"""The same in Chinese."""

_OPEN = re.compile(
    r"(?<![a-z])(?:if|when|whenever|unless|until|whether|once|should|must|needs?|ought|may|might"
    r"|would|wants?|waits?|waiting|wait|please|in case|so that|why|how|expected|supposed|due)"
    r"(?![a-z])|如果|若|是否|何时|直到|(?<![响对反供适相])应(?![用答急变])|需(?!求)|须|请(?!求)|建议|计划|准备|尝试|试图|等待|可能|以便|以免"
    r"|避免|防止|除非|为何|为什么|怎|一旦|当(?![时前天日])|时[,，]",
    re.IGNORECASE,
)
"""Behind it, a deed is no more than thought of."""

_WHEN = re.compile(r"(?:时候?|之?后|之?前)\Z")
"""At the end of a Chinese clause: it says when, not what."""

_HAN_BEFORE = re.compile(
    "(?:已经?|均|都|全部|曾|刚|重新|再次|自动|正在|仍在|还在|仍旧?|依旧|仍然|持续|继续|一直|成功|顺利"
    "|被|处于|保持|能|能够|可以|得以)"
    " ?(?:被|重新|自动|成功|处于|是)? ?\\Z|(?<![因以认作成])[为是] ?\\Z"
)
_HAN_AFTER = re.compile(
    r"了|成功|完毕|过(?![期程])|正常|中(?![止断间])|状态"
    r"|\s*(?:[，。；、,;.）(（]|\Z)"
)
"""What marks a Chinese verb as told: an aspect before it, or behind it."""

_HAN_OF_NAME = re.compile(r"[A-Za-z0-9)\]] ?\Z")
_HAN_OBJECT = re.compile(
    r"(?:集群|消费组|组|消费|锁|租约|心跳|连接|备份|配置|主节点)(?=[\s，。；,;.]|\Z)"
)
"""Beside a bare verb that a record tells: its doer's name, and one of its objects."""

_HAN_NOUN = re.compile("[次个条笔项的些批对该此其] ?(?:被|重新)?\\Z")
"""Before a verb that is a noun: 6 次写入."""

_HAN_FAILED = re.compile(
    r"(?:任务|操作|请求)?(?: ?[A-Za-z0-9][\w.:/-]* ?)?"
    r"(?:失败|未成功|不成功|没成功|未果|出错|报错|有误|已?(?:结束|解除|停止|终止|取消)|不了|不上|不成)"
)
_HAN_CUT = re.compile("[的已了就却仍后但而则，。；：]")
"""What a Chinese negator does not reach beyond."""

_HAN_CEASED = re.compile("(?:停止|不再|中止|终止|拒绝|禁止|阻止|失去|丧失)了? ?\\Z")
_GOES_ON = re.compile(
    r"(?<![a-z])(?:is|are|was|were|been|be|still|keeps?|kept|resumed|started|began|continues)"
    r" (?:still )?\Z",
    re.IGNORECASE,
)
_NO_NOUN = re.compile(r"(?<![a-z])(?:no longer|never|still|again) \Z", re.IGNORECASE)
"""Before a form that is a verb then: "no longer grows"."""

_CEASED = re.compile(r"(?<![a-z])(?:stopped|ceased|stops|quit) \Z", re.IGNORECASE)
_NONE_BEHIND = re.compile(r" (?:no(?! longer)|none|nothing|nobody|0)(?![a-z0-9.])", re.IGNORECASE)
"""Behind a verb: "dropped no message"."""

_ABLE = re.compile(r"(?<![a-z])(?:can|could|able to|manage[sd]? to) \Z", re.IGNORECASE)
"""Before a form that tells then that something is possible: "can reach"."""

_FAILED_BEHIND = re.compile(r" (?:attempt |run )?fail(?:ed|s|ure)(?![a-z])", re.IGNORECASE)
_AUXILIARY = re.compile(r"(?<![a-z])(?:is|are|was|were|has|have|had)(?![a-z])", re.IGNORECASE)
"""Behind "not" another verb begins: "those not on disk were discarded"."""

_NOUN_NEGATORS = frozenset(("without", "lack", "lacks", "lacked", "lacking", "lack of"))
"""They deny a noun, and the verb after it only as "without being"."""


def turns_a_told_deed(clause: str, sources: Sequence[str]) -> bool:
    """Whether ``clause`` tells a deed that every one of ``sources``, the clauses that speak of the
    same, which has the deed denies; or denies one that they tell, or tells its opposite."""
    ours = deed_sides(clause)
    if not ours:
        return False
    theirs = frozenset[DeedSide]().union(*map(deed_sides, sources))
    return any(
        _other(side) in theirs and side not in theirs and not _agrees(ours, side, theirs)
        for side in ours
    )


def _agrees(ours: frozenset[DeedSide], side: DeedSide, theirs: frozenset[DeedSide]) -> bool:
    """Whether the same word has another reading that the sources share: 恢复 is "resumed",
    "recovered" and "restored"."""
    return any(each in theirs and each[1] == side[1] for each in ours)


def _other(side: DeedSide) -> DeedSide:
    row, sign = side
    return (row, "-" if sign == "+" else "+")


@lru_cache(maxsize=8192)
def deed_sides(clause: str) -> frozenset[DeedSide]:
    """The deeds that a clause tells plainly, each as done (``+``) or as not done or undone."""
    hits = _DEEDS.find(clause)
    if not hits or _WHEN.search(clause):
        return frozenset()
    opened = _OPEN.search(clause)
    end = opened.start() if opened else len(clause)
    found: set[DeedSide] = set()
    last = 0
    for hit in hits:
        if hit.start >= end:
            break
        told = _told(clause, hit, DEED_FORMS[hit.term], last)
        if told is not None:
            found.update(side if told else _other(side) for side in DEED_FORMS[hit.term].sides)
        last = hit.end
    return frozenset(found)


def _told(clause: str, hit: Hit, form: Form, last: int) -> bool | None:
    """Whether a deed is told as done, or denied; None where it is neither."""
    before = clause[: hit.start]
    if form.kind == "present" and not _NO_NOUN.search(before):
        return None
    if _is_denied(clause, hit, form, last) or _is_undone(clause, hit, form):
        return False
    if form.kind == "han":
        is_told = (
            _HAN_BEFORE.search(before)
            or _HAN_AFTER.match(clause, hit.end)
            or (_HAN_OF_NAME.search(before) and _HAN_OBJECT.match(clause, hit.end))
        )
        return True if is_told and not _HAN_NOUN.search(before) else None
    is_told = (
        form.kind in ("past", "present")
        or (form.kind == "going" and _GOES_ON.search(before) is not None)
        or (form.kind == "base" and _ABLE.search(before) is not None)
    )
    return is_told or None


def _is_undone(clause: str, hit: Hit, form: Form) -> bool:
    """Whether the words beside a deed say that it failed or ceased."""
    before = clause[: hit.start]
    if form.kind == "han":
        return bool(_HAN_FAILED.match(clause, hit.end) or _HAN_CEASED.search(before))
    if form.kind == "past" and _NONE_BEHIND.match(clause, hit.end):
        return True
    if form.kind == "base":
        return bool(_FAILED_BEHIND.match(clause, hit.end))
    return form.kind == "going" and bool(_CEASED.search(before))


def _is_denied(clause: str, hit: Hit, form: Form, last: int) -> bool:
    """Whether an odd number of negators before a deed reaches it, one over the other."""
    negators = [
        each for each in negators_of(clause) if last <= each.start and each.end <= hit.start
    ]
    end, count = hit.start, 0
    for negator in reversed(negators):
        if not _reaches(clause, negator, end, form):
            break
        count += 1
        end = negator.start
    return count % 2 == 1


def _reaches(clause: str, negator: Hit, end: int, form: Form) -> bool:
    """Whether a negator reaches what stands at ``end``: no state or part stands between."""
    between = clause[negator.end : end]
    if _is_taken(clause, negator.end, end):
        return False
    if negator.term in _NOUN_NEGATORS:
        return between.strip() == "being"
    if form.kind == "han":
        return len(between) <= _HAN_REACH and not _HAN_CUT.search(between)
    is_other = negator.term.endswith("not") and _AUXILIARY.search(between)
    return len(between) <= _REACH and not is_other and not PART_END.search(between)


def _is_taken(clause: str, start: int, end: int) -> bool:
    """Whether a state stands between a negator and a deed, and is what it denies."""
    return any(
        start <= each.start and each.end <= end and side_of_word(each) is not None
        for each in words_of_polarity(clause)
    )
