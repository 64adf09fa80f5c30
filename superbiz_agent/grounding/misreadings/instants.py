"""An instant of one source told of what another tells, or of another end of it (section 7).

"The import was skipped at 10:15" over an import skipped at 10:00 and a role changed at 10:15: the
words of the clause stand in the one source alone, its instant in the other alone. An alert is over
at its ``until``, and what failed at one instant and was well at another was not well at the first.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache

from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.instants import DAY
from superbiz_agent.grounding.misreadings.about import holds_name, names_in
from superbiz_agent.grounding.wording.cause_concepts import stems_of

_CLAUSE = re.compile(
    r"[;；。]|[,，](?![0-9])|\.(?:\s|\Z)|(?<![a-z])(?:and|but|while|whereas|before|after"
    r"|until|till|since|because|so)(?![a-z])"
    r"|而|但|之?前|之?后|直到|因为|由于"
)
_RECOVERS = re.compile(
    r"(?<![a-z])(?:resolved?|resolves|recovered|recovers|was ok|ok again|over|ended"
    r"|cleared)(?![a-z])|恢复|解除|结束|正常",
    re.IGNORECASE,
)
_FAILS = re.compile(
    r"(?<![a-z])(?:fail(?:ed|s)|fir(?:ed|es|ing)|started|began|broke)(?![a-z])|失败|触发"
    r"|开始|异常",
    re.IGNORECASE,
)
_DENIED = re.compile(r"(?<![a-z])(?:not|no|never)(?![a-z])|[未没不无]", re.IGNORECASE)
_ENDS = re.compile(r"since=(?P<since>[^\s,]+).{0,80}?until=(?P<until>[^\s,]+)")
_LEAST_WORDS = 2
_LIGHT = frozenset(
    ("log", "record", "time", "utc", "told", "first", "last", "begin", "start", "end")
)


def misplaces_an_instant(text: str, sources: Sequence[str]) -> bool:
    """Whether a clause of ``text`` gives what one source tells the instant of another."""
    return any(
        _is_of_another(part, fact, sources) or _is_of_another_end(part, fact, sources)
        for part, fact in _parts(text)
    )


def _parts(text: str) -> Iterator[tuple[str, Fact]]:
    """The clauses of ``text`` with one instant each."""
    for part in _CLAUSE.split(text):
        found = [fact for fact in extract_facts(part) if fact.kind == "timestamp" and fact.number]
        if len(found) == 1:
            yield part, found[0]


def _is_of_another(part: str, told: Fact, sources: Sequence[str]) -> bool:
    holders = [source for source in sources if _holds(source, told)]
    others = [source for source in sources if source not in holders]
    if not holders or not others:
        return False
    home = max(others, key=lambda source: _shared(part, source))
    most = _shared(part, home)
    if most < _LEAST_WORDS or any(_shared(part, source) for source in holders):
        return False
    return not any(holds_name(name, source) for name in names_in(part) for source in holders)


def _shared(part: str, source: str) -> int:
    """How many words and names of ``part`` stand in ``source``."""
    names = sum(holds_name(name, source) for name in names_in(part))
    return names + len((_stems(part) & _stems(source)) - _LIGHT)


@lru_cache(maxsize=2048)
def _stems(text: str) -> frozenset[str]:
    plain = re.sub(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z?|[0-9:.]+Z", " ", text)
    return frozenset(
        word
        for word in stems_of([plain.replace("-", " ").replace("_", " ")])
        if not word[0].isdigit()
    )


@lru_cache(maxsize=512)
def _instants(source: str) -> tuple[Fact, ...]:
    return tuple(f for f in extract_facts(source) if f.kind == "timestamp" and f.number)


def _holds(source: str, told: Fact) -> bool:
    """Whether ``told`` is, to the digits it shows, an instant of ``source``."""
    known = [fact.number % DAY for fact in _instants(source) if fact.number is not None]
    return any(_is_at(told, number) for number in known)


def _is_at(told: Fact, number: Decimal) -> bool:
    step = told.step or Decimal(1)
    return -step / 2 <= number - (told.number or Decimal(0)) % DAY < step


def _is_of_another_end(part: str, told: Fact, sources: Sequence[str]) -> bool:
    """Whether something is told as over at an instant at which a source has it begin or fail."""
    if not _RECOVERS.search(part) or _FAILS.search(part) or _DENIED.search(part):
        return False
    found = [each for source in sources for each in _sides_of(source, told)]
    return bool(found) and all(found)


def _sides_of(source: str, told: Fact) -> Iterator[bool]:
    """For each place of ``told`` in ``source``: whether it begins or fails there."""
    if ends := _ENDS.search(source):
        for name in ("since", "until"):
            for fact in extract_facts(ends[name]):
                if fact.number is not None and _is_at(told, fact.number % DAY):
                    yield name == "since"
        return
    for part, fact in _parts(source):
        if fact.number is not None and _is_at(told, fact.number % DAY):
            yield bool(_FAILS.search(part)) and not _RECOVERS.search(part)
