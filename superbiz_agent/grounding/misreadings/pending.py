"""What is not yet done told as done: "was rolled back" over "rollback requested" (section 7).

A clause of a source that asks for, plans or waits for a deed, or a row whose state is "planned" or
"failed", tells of nothing done. A clause over it that tells the deed, or gives as the present state
a value that stands there alone, keeps a word of that row. A step of a runbook is no deed either.
Extend the tables here.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from superbiz_agent.grounding.facts import FactKey, extract_facts
from superbiz_agent.grounding.facts.cued_pattern import CuedPattern, cued
from superbiz_agent.grounding.misreadings.about import sources_about
from superbiz_agent.grounding.wording.clauses import clauses

_WAITS: Final = cued(
    r"(?<![a-z_=-])(?:requested(?! (?:[a-z]+ )?not)|planned|scheduled|awaiting|proposed|dry[- ]run"
    r"|would|will|ignored|pending approval)(?![a-z_=-])"
    r"|计划|待(?:审批|批准|处理|执行|确认|定)|拟(?:于|定|在)|将(?:在|于|会|要)|即将|预计|忽略"
    r"|申请(?=.{0,24}(?:回滚|切换|重启|扩容|变更|升级|部署))",
    re.IGNORECASE,
)
_ROW: Final = cued(
    r"(?<![a-z_])(?:state|status|phase)=(?:planned|scheduled|requested|proposed|pending|failed"
    r"|rejected)(?![a-z])|(?<![a-z_])approved=(?:false|no)(?![a-z])",
    re.IGNORECASE,
)
"""A row of fields is of one state as a whole."""

_KEPT: Final = cued(
    r"(?<![a-z])(?:request|plan|schedul|await|pending|propos|dry[- ]run|would|will|ignor|wait|fail"
    r"|reject|refus|due|next|later|not|no|never|without|un[a-z]+ed|cannot|should|must|may|might"
    r"|could|if|wants?|asked|before|instead|only|default)|n't"
    r"|计划|待|拟|将|申请|预计|忽略|打算|准备|失败|拒绝|[未没不无]|应|可能|若|如果|要求|默认",
    re.IGNORECASE,
)
_DEEDS: Final = tuple(
    (cued(named, re.IGNORECASE), cued(done, re.IGNORECASE))
    for named, done in (
        (r"roll(?:ing)?[ -]?back|回滚|回退", r"rolled (?:[\w.-]+ )?back|回滚|回退"),
        (r"fail[ -]?over|switch|切换", r"failed over|switched|切换"),
        (r"retr(?:y|ies)(?![a-z])|重试", r"retried|重试"),
        (r"restart|重启", r"restarted|重启"),
        (r"deploy|roll-?out|部署|上线|发布", r"deployed|rolled out|部署|上线|发布"),
        (r"upgrad|升级", r"upgraded|升级"),
        (r"scal(?:e|ing)|扩容|缩容", r"scaled|扩容|缩容"),
        (r"migrat|迁移", r"migrated|迁移"),
        (r"delet|删除", r"deleted|删除"),
        (r"approved=(?:false|no)", r"(?:was|is|been|got) approved|批准|获批"),
    )
)
"""How a deed is named, and how it is told as done."""

_IS_NOW: Final = cued(
    r"(?<![a-z])(?:runs|running|ran|is(?: set to| at| on| now)?|are|was|now|uses|replaced)(?![a-z])"
    r"|运行|为|当前|目前|现在|[已是]",
    re.IGNORECASE,
)
_STANDS: Final = cued(
    r"(?<![a-z])(?:runs|running|ran|is (?:at|on|now)|replaced|now on)(?![a-z])|运行|当前|目前",
    re.IGNORECASE,
)
_STEP: Final = cued(
    r"(?:\A|[.:;]\s+|[0-9][.)]\s+|\n[-*]? ?)(?P<verb>[A-Z][a-z]{2,12}) (?=[a-zA-Z])"
)
_PASSIVE: Final = cued(r"(?<![a-z])(?:was|were|been) (?P<verb>[a-z]{3,14}?)e?d(?![a-z])", re.I)


def tells_pending_as_done(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` tells as done or in force what its sources only ask for, plan or ignore."""
    if any(_WAITS.may_match(each) or _ROW.may_match(each) for each in sources) and any(
        _tells_as_done(part, sources_about(part, sources))
        for part in clauses(text)
        if not _KEPT.search(part)
    ):
        return True
    return _tells_a_step(text, sources)


def _tells_as_done(part: str, sources: Sequence[str]) -> bool:
    read = [_read(source) for source in sources]
    waiting = [clause for each in read for clause in each.waiting]
    done = [clause for each in read for clause in each.done]
    if not waiting:
        return False
    return any(
        told.search(part) and any(map(named.search, waiting)) and not any(map(named.search, done))
        for named, told in _DEEDS
    ) or _takes_a_value(part, waiting, done)


def _takes_a_value(part: str, waiting: Sequence[str], done: Sequence[str]) -> bool:
    """Whether ``part`` gives as the state a value that stands in the waiting clauses alone."""
    present: CuedPattern = _STANDS if any(map(_ROW.search, waiting)) else _IS_NOW
    if not present.search(part):
        return False
    told, held = _values(part), {key for each in done for key in _values(each)}
    waited = {key for each in waiting for key in _values(each)}
    return bool(told & waited - held) and not told & (held - waited)


class _Read(NamedTuple):
    waiting: tuple[str, ...]
    done: tuple[str, ...]


@lru_cache(maxsize=1024)
def _read(source: str) -> _Read:
    """The clauses of ``source`` that tell of something to come, and the others."""
    if _ROW.search(source):
        return _Read((source,), ())
    found = [piece for part in clauses(source) for piece in re.split(r": ", part)]
    return _Read(
        tuple(part for part in found if _WAITS.search(part)),
        tuple(part for part in found if not _WAITS.search(part)),
    )


@lru_cache(maxsize=2048)
def _values(text: str) -> frozenset[FactKey]:
    """The facts of ``text`` that are no plain names and no instants."""
    facts = (fact for fact in extract_facts(text) if fact.kind != "timestamp")
    return frozenset(f.key for f in facts if any(c.isdigit() for c in f.value))


def _tells_a_step(text: str, sources: Sequence[str]) -> bool:
    """Whether a step of a runbook, which bids ("Page the DBA"), is told as taken."""
    steps = {verb for source in sources for verb in _steps(source)}
    if not steps:
        return False
    return any(
        found["verb"].lower() in steps and not any(_has_done(found["verb"], s) for s in sources)
        for found in _told_deeds(text)
    )


def _told_deeds(text: str) -> Iterator[re.Match[str]]:
    return (found for part in clauses(text) for found in _PASSIVE.finditer(part))


@lru_cache(maxsize=1024)
def _steps(source: str) -> frozenset[str]:
    """The verbs that begin a sentence of ``source``, without a closing e."""
    return frozenset(found["verb"].lower().rstrip("e") for found in _STEP.finditer(source))


def _has_done(stem: str, source: str) -> bool:
    return re.search(rf"(?<![a-z]){re.escape(stem)}e?d(?![a-z])", source, re.IGNORECASE) is not None
