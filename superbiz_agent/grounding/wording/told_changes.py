"""What a text says of a group's start, stop, rise or fall, over what code told of it (section 7).

"The timeouts stopped at 10:29" is no failure of a service: the words of such a clause say nothing
of polarity where a change of the sources proves them (``facts/group_text``). The clause must speak
of records, not of who wrote them, and name the instant, or both rates. A clause that gives a change
another instant than its own is turned down.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Final

from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.group_text import Change, ChangeVerb, changes_in
from superbiz_agent.grounding.facts.instants import DAY

_RECORDS: Final = (
    r"(?:time-?outs?|errors?|warnings?|exceptions?|failures?|records?|lines?|entries|log lines"
    r"|超时|错误|报错|异常|失败|警告|日志|记录)"
)
_WORDS: Final[Mapping[ChangeVerb, str]] = {
    "starts": r"start(?:s|ed|ing)?|begins?|began|beginning|开始|出现",
    "stops": r"stop(?:s|ped|ping)?|ends?|ended|ending|cease[sd]?|停止|结束|终止",
    "jumps": (
        r"jump(?:s|ed|ing)?|rises?|rose|rising|increases?|increased|increasing|climb(?:s|ed)?"
        r"|grows?|grew|spiked?|spikes|surged?|surges|上升|增加|增长|升高|上涨|飙升|激增|攀升|增多|升"
    ),
    "falls": (
        r"falls?|fell|falling|drops?|dropped|dropping|decreases?|decreased|decreasing|declines?"
        r"|declined|下降|减少|降低|下跌|回落|骤降|下滑|降"
    ),
}
_AFTER: Final = r"(?= ?(?:[^A-Za-z ]|\Z|(?:at|from|to|around|about|by|again|in|on)(?![A-Za-z])))"
"""No object: "the timeouts stopped checkout"."""

SAID: Final[Mapping[ChangeVerb, re.Pattern[str]]] = {
    verb: re.compile(rf"(?<![A-Za-z-])(?:{words})(?![A-Za-z-]){_AFTER}", re.IGNORECASE)
    for verb, words in _WORDS.items()
}
"""Verb of a change -> how a clause says it."""

_SUBJECT: Final = re.compile(
    rf"(?<![A-Za-z-]){_RECORDS}(?![A-Za-z-])(?: like (?:this|these)| of this form)?"
    r"(?: (?:of|in|from|to|on|for|by|with) (?:the )?\S{1,80})*?"
    r"(?:(?-i:[ 0-9TZ:.()+/-])|UTC|min|每|分钟|小时|条|次|从|于|在|自|at |from ){0,48}\Z",
    re.IGNORECASE,
)
"""Before the word of a change, in its clause: what started or stopped."""

_GOES_ON: Final = re.compile(
    r"(?:(?:and|then|but|later|again)\s|[ 0-9A-Z:.+-]|然后|随后|并|于|从|在|后){0,8}\Z"
)
"""Before the word of a change in a clause that goes on about what the one before it spoke of."""


def without_told_changes(clauses: Sequence[str], sources: Sequence[str]) -> list[str]:
    """The clauses of a text, without the words of change that a change of ``sources`` proves."""
    told = _changes(sources)
    if not told:
        return list(clauses)
    rest: list[str] = []
    is_of_records = False
    for clause in clauses:
        said = list(_said(clause, goes_on=is_of_records))
        is_of_records = bool(said)
        rest.append(_without(clause, said, told))
    return rest


def _without(
    clause: str, said: Sequence[tuple[ChangeVerb, re.Match[str]]], told: Sequence[Change]
) -> str:
    for verb, at in said:
        if any(_is_told(clause, change) for change in told if change.verb == verb):
            return f"{clause[: at.start()]} {clause[at.end() :]}"
    return clause


def misplaces_change(clauses: Sequence[str], sources: Sequence[str]) -> bool:
    """Whether a clause gives a change of rates of the sources an instant that is not its own."""
    told = [change for change in _changes(sources) if change.after]
    return bool(told) and any(_is_misplaced(clause, told) for clause in clauses)


def _is_misplaced(clause: str, told: Sequence[Change]) -> bool:
    instants, rates = _timestamps(clause), _rates(clause)
    same = [change for change in told if {change.before, change.after} <= rates]
    return bool(same and instants) and not any(_is_at(instants, change) for change in same)


def _said(clause: str, *, goes_on: bool) -> Iterator[tuple[ChangeVerb, re.Match[str]]]:
    """Yield the words of change in ``clause`` that are said of records, or of what the clause
    before it spoke of."""
    for verb, pattern in SAID.items():
        found = pattern.search(clause)
        if found is None:
            continue
        before = clause[: found.start()]
        if _SUBJECT.search(before) or (goes_on and _GOES_ON.match(before)):
            yield verb, found


def _is_told(clause: str, change: Change) -> bool:
    instants = _timestamps(clause)
    if instants and not _is_at(instants, change):
        return False
    if change.after:
        return {change.before, change.after} <= _rates(clause)
    return bool(instants)


def _is_at(instants: Sequence[Fact], change: Change) -> bool:
    """Whether each instant of a clause is that of the change, as precisely as it is written."""
    told = next((fact.number for fact in _timestamps(change.at)), None)
    return told is not None and all(holds_instant(fact, told) for fact in instants)


def holds_instant(fact: Fact, told: Decimal) -> bool:
    """Whether an instant, as precisely as it is written, is the one told (seconds of the epoch)."""
    if fact.number is None or fact.step is None:
        return False
    start, number = fact.number, told
    if not fact.unit.startswith("instant"):
        start, number = start % DAY, told % DAY
    return start <= number < start + max(fact.step, Decimal(1))


@lru_cache(maxsize=1024)
def _timestamps(text: str) -> tuple[Fact, ...]:
    return tuple(fact for fact in extract_facts(text) if fact.kind == "timestamp")


def _rates(clause: str) -> set[str]:
    """The rates of a clause, as a change is written with them: ``40/min``."""
    facts = [fact for fact in extract_facts(clause) if fact.kind == "quantity"]
    return {fact.value.replace(" ", "") for fact in facts if fact.unit.startswith("/")}


def _changes(sources: Sequence[str]) -> list[Change]:
    return [change for source in sources for change in changes_in(source)]
