"""How many came to what: of "2000 sessions expired, 150 renewed" 150 are renewed (section 7).

A number is told with the outcome of its own part of a line, and so is a name. A text may not give
it the opposite one. Extend the table here.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.misreadings.about import names_in, sources_about
from superbiz_agent.grounding.wording.clauses import clauses

_OPPOSITES: Final = (
    (
        r"succeed(?:ed)?|successful(?:ly)?|成功",
        (
            r"failed|fail|failures?|errors?|answered [45][0-9]{2}|[45][0-9]{2}(?= for)|not succeed"
            r"|失败|出错|报错|未成功|没有?成功"
        ),
    ),
    (r"renewed|refreshed|续期|续订|续约", r"expired|lapsed|过期|失效|到期"),
    (
        r"accepted|admitted|chosen|selected|接受|接纳|选中",
        r"rejected|refused|excluded|denied|拒绝|排除|剔除",
    ),
    (r"delivered|送达|投递成功", r"undelivered|dropped|lost|丢弃|丢失"),
    (r"sent|transmitted|发送|发出", r"received|接收|收到"),
    (r"hits?|命中", r"miss(?:es|ed)?|未命中|没命中"),
    (r"created|added|opened|创建|新增|新建", r"deleted|removed|closed|删除|移除|关闭"),
    (r"healthy|ready|健康|就绪", r"unhealthy|not ready|unready|不健康|未就绪"),
    (r"committed|提交", r"rolled back|aborted|回滚|中止"),
    (r"processed|handled|completed|finished|处理|完成", r"skipped|pending|queued|跳过|待处理|排队"),
)
"""Two outcomes of which one thing can have only one, in both languages."""

_OUTCOMES: Final = tuple(
    (
        place,
        side,
        cued(rf"(?<![a-z])(?:{words})(?![a-z])", re.IGNORECASE),
    )
    for place, pair in enumerate(_OPPOSITES)
    for side, words in enumerate(pair)
)
_Outcome: TypeAlias = tuple[int, int]
"""The row of the table, and which of the two it is."""

_Subject: TypeAlias = tuple[str, str]
_Told: TypeAlias = tuple[frozenset[_Subject], frozenset[_Outcome]]
_PART: Final = re.compile(
    r" (?=[A-Za-z_]{1,40}=)|[;；。，、(（)）]|,(?![0-9])|\.(?:\s|\Z)"
    r"|(?<![a-z])(?:and|but|while)(?![a-z])"
)
_NUMBERS: Final = ("number", "count", "quantity", "percentage")
_DENIED: Final = cued(
    r"(?<![a-z])(?:not|no|never|none|without|could|cannot|unable|instead|rather|than|before|after|until)"
    r"(?![a-z])|n't|[没未不无]|之前|之后|前|后",
    re.IGNORECASE,
)


def turns_a_counted_outcome(text: str, sources: Sequence[str]) -> bool:
    """Whether a clause of ``text`` gives a number, or a name, the outcome of another."""
    return any(
        _turns(part, sources_about(part, sources))
        for part in clauses(text)
        if not _DENIED.search(part)
    )


def _turns(part: str, sources: Sequence[str]) -> bool:
    told = _outcomes_in(part)
    if len(told) != 1:
        return False
    outcome = next(iter(told))
    subjects = [*_numbers(part), *_names(part)]
    return any(
        _is_of_another(subject, outcome, known)
        for subject in subjects
        if (known := [pair for source in sources for pair in _told(source)])
    )


def _is_of_another(subject: _Subject, outcome: _Outcome, known: Sequence[_Told]) -> bool:
    own = [outcomes for subjects, outcomes in known if subject in subjects]
    if not own or not all(own) or any(outcome in outcomes for outcomes in own):
        return False
    opposite = (outcome[0], 1 - outcome[1])
    return all(opposite in outcomes for outcomes in own)


@lru_cache(maxsize=1024)
def _told(source: str) -> tuple[_Told, ...]:
    """The numbers and names of each part of ``source`` with the outcomes that it tells; the names
    of the first part, of which the others speak as well, are left out."""
    parts = [part for part in _PART.split(source) if any(map(str.isalnum, part))]
    heads = _names(parts[0]) if parts else frozenset[_Subject]()
    return tuple(
        (frozenset([*_numbers(part), *(_names(part) - heads)]), _outcomes_in(part))
        for part in parts
    )


def _names(text: str) -> frozenset[_Subject]:
    return frozenset(("name", name) for name in names_in(text))


@lru_cache(maxsize=2048)
def _outcomes_in(text: str) -> frozenset[_Outcome]:
    found = {
        (place, side): [match.span() for match in pattern.finditer(text)]
        for place, side, pattern in _OUTCOMES
    }
    return frozenset(
        outcome
        for outcome, spans in found.items()
        if any(not _is_within(span, found[outcome[0], 1 - outcome[1]]) for span in spans)
    )


def _is_within(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    """Whether a word is part of a longer one of its opposite: 命中 of 未命中."""
    return any(
        start <= span[0] and span[1] <= end and (start, end) != span for start, end in others
    )


def _numbers(text: str) -> Iterator[_Subject]:
    for fact in extract_facts(text):
        if fact.kind in _NUMBERS and (fact.number is not None or fact.form == "ratio"):
            yield fact.key
