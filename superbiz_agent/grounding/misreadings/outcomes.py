"""What did not come about told as done: "did run" over "skipped" (section 7, polarity).

A source says that something was skipped, put off, stopped or switched off; a clause that speaks of
the same in words of done deeds, and denies nothing, tells the opposite, in any pair of languages.
So does a flag told as the other of its two values, "still" of an alert that is over, and a
quotation cut off before what takes it back. Extend the tables here.
"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.facts.characters import HAN
from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.facts.folding import fold
from superbiz_agent.grounding.misreadings.about import sources_about
from superbiz_agent.grounding.wording.cause_concepts import stems_of
from superbiz_agent.grounding.wording.quotes import quoted_spans

_UNDONE = cued(
    r"(?<![a-z])(?:skip(?:ped|s)|postponed|put off|deferred|paused|halted|aborted"
    r"|cancell?ed|disabled|rejected|refused"
    r"|discarded|put back|requeued|dropped|withheld|suspended|blocked)(?![a-z])"
    r"|跳过|推迟|暂停|中止|取消|禁用|关闭|拒绝|丢弃|重新入队|挂起",
    re.IGNORECASE,
)
_DONE = cued(
    r"(?<![a-z])(?:did (?!not|n't)[a-z]+|ran(?: through)?|was run|were run|executed"
    r"|performed|completed|finished|published"
    r"|uploaded|wr(?:ote|itten)|stored|reloaded|loaded|succeeded|acknowledged|delivered"
    r"|restored|in use|took effect"
    r"|brought [a-z0-9 ]{1,24}? back|switched to|went through)(?![a-z])"
    r"|已(?:经)?(?:加载|上传|发布|执行|写入|完成|运行|送达|生效|打印|切换)|完成发布|跑完"
    r"|已完成|执行成功|正常(?:执行|运行)",
    re.IGNORECASE,
)
_DENIED = cued(
    r"(?<![a-z])(?:not|no|never|none|nothing|without|cannot|un(?:til|less)|before|instead"
    r"|only|whether|if|would|should|should"
    r"|could|may|might|again)(?![a-z])|n't|[未没无不]|再次|之前|是否|才|若|只",
    re.IGNORECASE,
)
_CLAUSE = cued(
    r"[,;，；。:：]|\.(?:\s|\Z)|(?<![a-z])(?:but|while|whereas|because|although|since"
    r"|as)(?![a-z])|而|但|因为"
)
_CEASED = cued(
    r"(?<![a-z])(?:stopped|ceased|no longer|refuses to|quit) (?P<deed>[a-z]{4,16}?)(?:ing"
    rf"|s)?(?![a-z])|(?:停止|不再)(?P<han>[{HAN}]{{2}})",
    re.IGNORECASE,
)
_FLAG = cued(
    r"(?<![A-Za-z])(?P<key>[a-z][a-z0-9_.]{2,40})=(?P<value>on|off|true|false|yes|no"
    r"|enabled|disabled)(?![A-Za-z])",
    re.I,
)
_ON = frozenset(("on", "true", "yes", "enabled"))
_STILL = cued(
    r"(?<![a-z])(?:still (?:there|firing|active|open|on|ongoing|alerting|present)|persists?"
    r"|continues|goes on|remains)(?![a-z])|仍在|还在|仍然|依旧|持续存在",
    re.IGNORECASE,
)
_OVER = cued(r"(?<![a-z])resolved(?![a-z])|恢复|解除", re.IGNORECASE)
_TAKEN_BACK = cued(
    r" ?(?:=0(?![0-9.])|(?:disabled|skipped|failed|refused|denied|rejected)(?![a-z]))",
    re.IGNORECASE,
)
_LEAST_SHARED = 1


def turns_an_outcome(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` tells as done, on or going on what its sources tell as the opposite."""
    if _cuts_short(text, sources):
        return True
    return _may_turn(text, sources) and any(
        _turns(part, sources_about(part, sources)) for part in _CLAUSE.split(text) if part.strip()
    )


def _may_turn(text: str, sources: Sequence[str]) -> bool:
    """Whether a word stands somewhere without which no clause turns anything."""
    return (
        _DONE.may_match(text)
        or _STILL.may_match(text)
        or any(_CEASED.may_match(each) or _FLAG.may_match(each) for each in sources)
    )


def _turns(part: str, sources: Sequence[str]) -> bool:
    if _DENIED.search(part) or not sources:
        return False
    return (
        _is_done(part, sources)
        or _goes_on_with(part, sources)
        or _turns_a_flag(part, sources)
        or (_STILL.search(part) is not None and not _OVER.search(part) and _are_over(sources))
    )


def _is_done(part: str, sources: Sequence[str]) -> bool:
    """Whether ``part`` tells of done deeds where each source it may speak of tells of none."""
    done = _DONE.search(part)
    if not done or _UNDONE.search(part) or not all(map(_UNDONE.search, sources)):
        return False
    told = fold(done.group())
    is_new = told.startswith("did ") or not any(told in fold(source) for source in sources)
    return is_new and not any(map(_DONE.search, sources)) and _share(part, sources)


def _goes_on_with(part: str, sources: Sequence[str]) -> bool:
    """Whether ``part`` tells as done what a source stopped doing."""
    for source in sources:
        for found in _CEASED.finditer(source):
            deed = found["deed"] or found["han"]
            pattern = rf"(?<![a-z]){deed}(?:s|ing|ed|e|es)?(?![a-z])" if found["deed"] else deed
            if re.search(pattern, part, re.IGNORECASE) and not re.search(
                r"(?<![a-z])(?:stopped|ceased)(?![a-z])|停止|不再", part, re.IGNORECASE
            ):
                return True
    return False


def _turns_a_flag(part: str, sources: Sequence[str]) -> bool:
    values: dict[str, set[bool]] = {}
    for source in sources:
        for found in _FLAG.finditer(source):
            values.setdefault(found["key"].lower(), set()).add(found["value"].lower() in _ON)
    for key, known in values.items():
        told = re.search(
            rf"(?<![\w.]){re.escape(key)}(?: ?(?:=|:|is|was|are|were|为|是|设为|已"
            rf"|被))? ?(?:set to |switched |turned )?"
            r"(?P<value>on|off|true|false|yes|no|enabled|disabled|打开|开启|关闭)(?![A-Za-z])",
            part,
            re.IGNORECASE,
        )
        if told and known == {told["value"].lower() not in (*_ON, "打开", "开启")}:
            return True
    return False


def _are_over(sources: Sequence[str]) -> bool:
    return all(_OVER.search(source) for source in sources)


def _share(part: str, sources: Sequence[str]) -> bool:
    """Whether ``part`` and a source have a word in common; across languages nothing says so."""
    words = stems_of([part])
    return any(len(words & stems_of([source])) >= _LEAST_SHARED for source in sources)


def _cuts_short(text: str, sources: Sequence[str]) -> bool:
    """Whether a quotation ends where its source goes on to take it back."""
    for start, end in quoted_spans(text):
        inner = fold(text[start + 1 : end - 1])
        places = [(source, source.find(inner)) for source in map(fold, sources)]
        ends = [source[at + len(inner) :] for source, at in places if inner and at >= 0]
        if ends and all(map(_TAKEN_BACK.match, ends)):
            return True
    return False
