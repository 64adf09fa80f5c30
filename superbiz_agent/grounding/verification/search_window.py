"""Whether an absence tells the window of its search (contract sections 4 and 5).

Where it tells a time, it tells where the window begins: "before 09:54Z" over a search from 09:35Z
to 09:54Z denies what nobody looked at. Where it tells none, the window is the question's own.
"""

from collections.abc import Iterator, Sequence

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.grounding.evidence.hostile import as_text
from superbiz_agent.grounding.evidence.stored import StoredInvocation
from superbiz_agent.grounding.facts import Fact, FactKind, extract_facts

INSTANT_KINDS: frozenset[FactKind] = frozenset({"timestamp", "date"})
WINDOW_KINDS: frozenset[FactKind] = INSTANT_KINDS | frozenset[FactKind]({"duration"})

_DAY = 86_400


def tells_window(text: str, row: StoredInvocation, search: JsonObject, question: str) -> bool:
    """Whether ``text`` tells each end of the window of ``search`` that it may not leave out: those
    that the model chose and the ``question`` does not have; with any time, the beginning, too."""
    told, asked = _times(text), _times(question)
    needed = [end for end in ("since", "until") if as_text(row.arguments.get(end))]
    if told and "since" not in needed:
        needed.append("since")
    since, until = instant(search, "since"), instant(search, "until")
    return all(
        _tells_end(told, end, since, until) or _tells_end(asked, end, since, until)
        for end in needed
    )


def is_within(text: str, search: JsonObject) -> bool:
    """Whether each instant of ``text`` is an end of the window of ``search``."""
    ends = [end for end in (instant(search, "since"), instant(search, "until")) if end]
    instants = [fact for fact in _times(text) if fact.kind in INSTANT_KINDS]
    return all(any(_is_at(fact, end) for end in ends) for fact in instants)


def instant(search: JsonObject, end: str) -> Fact | None:
    """An end of the window of ``search``; None where it is open."""
    return next(_instants(as_text(search.get(end)) or ""), None)


def _times(text: str) -> list[Fact]:
    return [fact for fact in extract_facts(text) if fact.kind in WINDOW_KINDS]


def _instants(text: str) -> Iterator[Fact]:
    return (fact for fact in extract_facts(text) if fact.unit == "instant")


def _tells_end(told: Sequence[Fact], end: str, since: Fact | None, until: Fact | None) -> bool:
    """Whether one of ``told`` is that end of the window, or how long it lasts."""
    bound = since if end == "since" else until
    if bound is None or any(_is_at(fact, bound) for fact in told):
        return True
    lasted = since and until and since.number and until.number and until.number - since.number
    return any(fact.kind == "duration" and fact.number == lasted for fact in told)


def _is_at(fact: Fact, bound: Fact) -> bool:
    """Whether ``fact``, as exact as it is told, is the instant ``bound``; a date has all its day,
    and midnight at its end."""
    if fact.kind not in INSTANT_KINDS or fact.number is None or bound.number is None:
        return False
    if fact.unit == "clock":
        return 0 <= (bound.number - fact.number) % _DAY < (fact.step or 1)
    after = bound.number - fact.number
    return 0 <= after <= _DAY if fact.kind == "date" else 0 <= after < (fact.step or 1)
