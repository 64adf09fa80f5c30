"""An instant of one source told of what another tells, or of another end of it (section 7).

"The import was skipped at 10:15" over an import skipped at 10:00 and a role changed at 10:15: the
words of the clause stand in the one source alone, its instant in the other alone. An alert is over
at its ``until``, and what failed at one instant and was well at another was not well at the first.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from superbiz_agent.grounding.facts import Fact
from superbiz_agent.grounding.facts.clock_times import is_near
from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.facts.instants import DAY
from superbiz_agent.grounding.facts.stated_instants import instants_in
from superbiz_agent.grounding.misreadings.about import is_of_another

_CLAUSE = cued(
    r"[;；。]|[,，](?![0-9])|\.(?:\s|\Z)|(?<![a-z])(?:and|but|while|whereas|before|after"
    r"|until|till|since(?! [0-9])|because|so)(?![a-z])"
    r"|而|但|之?前|之?后|直到|因为|由于"
)
_RECOVERS = cued(
    r"(?<![a-z])(?:resolved?|resolves|recovered|recovers|was ok|ok again|over|ended"
    r"|cleared)(?![a-z])|恢复|解除|结束|正常",
    re.IGNORECASE,
)
_FAILS = cued(
    r"(?<![a-z])(?:fail(?:ed|s)|fir(?:ed|es|ing)|started|began|broke)(?![a-z])|失败|触发"
    r"|开始|异常",
    re.IGNORECASE,
)
_DENIED = cued(r"(?<![a-z])(?:not|no|never)(?![a-z])|[未没不无]", re.IGNORECASE)
_ENDS = cued(r"since=(?P<since>[^\s,]+).{0,80}?until=(?P<until>[^\s,]+)")
_GOES_ON = cued(
    r"(?<![a-z])(?:already|still|by then|(?:was|were|been) [a-z]+ing|(?:had|have|has|was|were) "
    r"(?:been )?(?:gone on|under way|active|ongoing)|continued|persisted|went on)(?![a-z])"
    r"|已经?在|仍|还在|持续|正在",
    re.IGNORECASE,
)
"""What began earlier and went on at an instant need not have been told at it."""

_LEAST_WORDS = 2


def misplaces_an_instant(text: str, sources: Sequence[str]) -> bool:
    """Whether a clause of ``text`` gives what one source tells the instant of another."""
    return any(
        _is_of_another(part, fact, sources) or _is_of_another_end(part, fact, sources)
        for part, fact in _parts(text)
    )


def _parts(text: str) -> Iterator[tuple[str, Fact]]:
    """The clauses of ``text`` with one instant each."""
    for part in _CLAUSE.split(text):
        found = instants_in(part)
        if len(found) == 1:
            yield part, found[0]


def _is_of_another(part: str, told: Fact, sources: Sequence[str]) -> bool:
    holders = [source for source in sources if _holds(source, told)]
    if _GOES_ON.search(part) and _is_after_another(told, holders, sources):
        return False
    return is_of_another(part, holders, sources, least=_LEAST_WORDS)


def _is_after_another(told: Fact, holders: Sequence[str], sources: Sequence[str]) -> bool:
    """Whether a source that does not hold ``told`` tells of an earlier time of day."""
    earlier = (
        fact.number % DAY < (told.number or Decimal(0)) % DAY
        for source in sources
        if source not in holders
        for fact in instants_in(source)
        if fact.number is not None
    )
    return any(earlier)


def _holds(source: str, told: Fact) -> bool:
    """Whether ``told`` is, to the digits it shows, an instant of ``source``."""
    known = [fact.number % DAY for fact in instants_in(source) if fact.number is not None]
    return any(is_near(told, number) for number in known)


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
            for fact in instants_in(ends[name]):
                if fact.number is not None and is_near(told, fact.number % DAY):
                    yield name == "since"
        return
    for part, fact in _parts(source):
        if fact.number is not None and is_near(told, fact.number % DAY):
            yield bool(_FAILS.search(part)) and not _RECOVERS.search(part)
