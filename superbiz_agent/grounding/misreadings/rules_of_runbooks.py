"""How often, unless, and what will be: what a rule says and a retelling may lose (section 7).

"Every hour" over "every night", "expires after 6 hours" over "... unless it is renewed", and a
forecast ("will be settled") over records and rules that tell of no future. Extend the tables here.
"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.misreadings.about import sources_about
from superbiz_agent.grounding.wording.cause_concepts import stems_of
from superbiz_agent.grounding.wording.language import language_of

_TIMES = tuple(
    cued(pattern, re.IGNORECASE)
    for pattern in (
        (
            r"(?<![a-z])(?:every (?:single )?hour|hourly|each hour|once an hour)(?![a-z])"
            r"|每(?:个)?小时"
        ),
        (
            r"(?<![a-z])(?:every (?:day|night|morning|evening)|daily|nightly|a day"
            r"|each (?:day|night)"
            r"|once a day)(?![a-z])|每[天日晚夜早]|日配额"
        ),
        (
            r"(?<![a-z])(?:every (?:week|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|weekly"
            r"|each week|once a week)(?![a-z])|每周|每星期"
        ),
        r"(?<![a-z])(?:every month|monthly|a month|each month)(?![a-z])|每个?月|月配额",
        r"(?<![a-z])(?:every minute|each minute|once a minute)(?![a-z])|每分钟",
        (
            r"(?<![a-z])every (?P<n>[0-9]+) (?:minutes?|hours?|days?|seconds?)(?![a-z])"
            r"|每(?:隔)? ?[0-9]+ ?(?:分钟|小时|天|秒)"
        ),
    )
)
"""How often something is done, a row each."""

_RATE = cued(
    r"(?<![a-z])(?:per|rate|average|about|window)(?![a-z])|平均|约|窗口|速率", re.IGNORECASE
)
_UNLESS = cued(r"(?<![a-z])(?:unless|except|if not|as long as)(?![a-z])|除非|除了", re.IGNORECASE)
_CONDITION = cued(
    r"(?<![a-z])(?:unless|except|if|when|where|without|only|as long as|until|provided"
    r"|that (?:is|are|was) not|not|un[a-z]{4,}ed)(?![a-z])"
    r"|除非|除了|若|如果|未|没|不|只要|才|直到",
    re.IGNORECASE,
)
_EVEN = cued(r"(?<![a-z])even (?:if|when|though)(?![a-z])|即使|就算|哪怕", re.IGNORECASE)
_WILL = cued(
    r"(?<![a-z])(?:will(?! be seen)|'ll|is going to|are going to|is bound to"
    r"|is about to)(?![a-z])|[将必]会|一定会|必然会?|必定会?|即将|将要",
    re.IGNORECASE,
)
_FUTURE = cued(
    r"(?<![a-z])(?:will|shall|going to|ends? in|expires?|valid until|scheduled|due|resets?"
    r"|reset=|not_after|planned|until)(?![a-z])"
    r"|将|会|到期|即将|计划|重置|有效期",
    re.IGNORECASE,
)
_RUNBOOK = cued(r" > (?:Meaning|Diagnosis|Steps|含义|排查|处理)|runbook|手册", re.IGNORECASE)
_SAYS = cued(r"(?<![a-z])(?:runbook|page|guide|documentation)(?![a-z])|手册|文档", re.IGNORECASE)
_MANNERS = tuple(
    (cued(manner, re.IGNORECASE), cued(denied, re.IGNORECASE))
    for manner, denied in (
        (
            r"(?<![a-z])automatically|by itself|自动",
            (
                r"(?<![a-z])(?:not|never|no)(?: [a-z]+){0,3} (?:automatic(?:ally)?|by itself)"
                r"|不会?自动|[无非]自动|未自动"
            ),
        ),
        (
            r"(?<![a-z])(?:immediately|at once|right away)(?![a-z])|立即|立刻|马上",
            (
                r"(?<![a-z])(?:not|never)(?: [a-z]+){0,3} (?:immediately|at once|right away)"
                r"|[不没未](?:会|有|能)?(?:立即|立刻|马上)"
            ),
        ),
    )
)
"""How something goes, and that it does not go so."""

_HALF = 0.5


def misquotes_a_rule(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` gives another frequency than its sources, loses their exception, turns
    round what goes by itself, or foretells what they do not."""
    return (
        _is_as_often(text, sources)
        or _loses_exception(text, sources)
        or _turns_a_manner(text, sources)
        or _foretells(text, sources)
    )


def _is_as_often(text: str, sources: Sequence[str]) -> bool:
    """Whether another row of the table is told than any source tells, and a source tells one."""
    if _RATE.search(text):
        return False
    told = {row for row, pattern in enumerate(_TIMES) if pattern.search(text)}
    if not told:
        return False
    known = {row for row, pattern in enumerate(_TIMES) for each in sources if pattern.search(each)}
    return bool(known) and told.isdisjoint(known)


def _loses_exception(text: str, sources: Sequence[str]) -> bool:
    """Whether what a source says with an exception is told without one, or against it."""
    rules = [each for each in sources if _RUNBOOK.search(each) and _UNLESS.search(each)]
    if not rules or not _SAYS.search(text):
        return False
    if _EVEN.search(text) and not any(map(_EVEN.search, rules)):
        return True
    if _CONDITION.search(text):
        return False
    same = [each for each in rules if language_of(each) == language_of(text)]
    return any(_is_the_rule(text, each) for each in same)


def _is_the_rule(text: str, rule: str) -> bool:
    """Whether ``text`` retells the clause that the exception belongs to."""
    exception = _UNLESS.search(rule)
    if not exception:
        return False
    if rule[exception.start()] == "除":
        clause = rule[exception.start() - 40 if exception.start() > 40 else 0 :].split(
            "。", maxsplit=1
        )[0]
    else:
        clause = re.split(r"[.;；。>]", rule[: exception.start()])[-1]
    words = stems_of([clause])
    said = stems_of([text])
    return bool(words) and len(words & said) >= _HALF * len(words)


def _turns_a_manner(text: str, sources: Sequence[str]) -> bool:
    """Whether "by itself" or "at once" is denied in the text alone, or in the sources alone."""
    for manner, denies in _MANNERS:
        if not manner.search(text):
            continue
        known = {bool(denies.search(each)) for each in sources if manner.search(each)}
        if known == {not denies.search(text)}:
            return True
    return False


def _foretells(text: str, sources: Sequence[str]) -> bool:
    """Whether the future is told where no source speaks of one, or a rule alone does, which is
    none of this incident."""
    if not _WILL.search(text):
        return False
    own = sources_about(text, sources)
    records = [each for each in own if not _RUNBOOK.search(each)]
    if not _SAYS.search(text):
        own = records or own
    return bool(records) and not any(map(_FUTURE.search, own))
