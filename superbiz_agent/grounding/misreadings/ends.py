"""A start told as an end, and what was replaced told as running (contract section 7).

"Was firing until 09:45Z" over ``since=09:45Z``; "ran v1.4.0 before 08:50Z" over "deployment v1.4.0
finished" at 08:50Z; "runs v1.3.9" over "replacing v1.3.9". Extend the tables here.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from superbiz_agent.grounding.facts import Fact
from superbiz_agent.grounding.facts.clock_times import is_within
from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.facts.stated_instants import instants_in
from superbiz_agent.grounding.misreadings.about import holds_name, names_in, sources_about
from superbiz_agent.grounding.wording.clauses import clauses

_UP_TO: Final = cued(
    r"(?<![a-z])(?:until|till|up to|before|prior to)(?![a-z])|之前|以前|截至|直到|为止"
    r"|(?<![目当])前",
    re.I,
)
_FROM: Final = cued(r"(?<![a-z])(?:after|since|from)(?![a-z])|之后|以后|自|从|起|后", re.IGNORECASE)
_GOES_ON: Final = cued(
    r"(?<![a-z])(?:fir(?:ed|es|ing)|active|alert(?:ed|ing)|lasted|went on|continued|ran|runs"
    r"|running|was on|was up)(?![a-z])|触发|告警|持续|运行|活动",
    re.IGNORECASE,
)
_DENIED: Final = cued(r"(?<![a-z])(?:not|no|never|nothing|without)(?![a-z])|n't|[没未不无]", re.I)
_SINCE: Final = cued(r"(?<![a-z_])since[= ](?P<instant>[^\s,]+)")
_OTHER_END: Final = cued(
    r"(?<![a-z_])(?:until|as_of|pending_since|silenced_until)[= ](?P<instant>[^\s,]+)"
)
_BEGINS: Final = cued(
    r"(?:(?:deploy(?:ment|ed)|release|roll-?out|switched to|upgraded to|started|部署|发布|上线"
    r"|升级到|切换到) (?:of )?)(?P<version>[\w.-]*[0-9][\w.-]*)",
    re.IGNORECASE,
)
_GONE: Final = cued(
    r"(?<![a-z])(?:replac(?:ing|ed)(?! by)|in place of|instead of|superseding) (?:version )?"
    r"(?P<name>[\w.-]*[0-9][\w-]*(?:\.[\w-]+)*)"
    r"|(?:取代|替换|代替)(?:了)? ?(?P<han>[\w.-]*[0-9][\w-]*(?:\.[\w-]+)*)",
    re.IGNORECASE | re.ASCII,
)
_RUNS: Final = cued(r"(?<![a-z])(?:runs|running|is on|is at|now on)(?![a-z])|运行", re.IGNORECASE)
_RAN: Final = cued(r"(?<![a-z])(?:ran|was running|was on)(?![a-z])|运行", re.IGNORECASE)
_NO_MORE: Final = cued(
    r"(?<![a-z])(?:replac|no longer|instead|previous|former|was)|取代|替换|不再|曾|原"
)


def turns_a_start(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` has something go on up to the instant at which it began, or run what was
    replaced."""
    return (
        (_UP_TO.may_match(text) and _GOES_ON.may_match(text)) or any(map(_GONE.may_match, sources))
    ) and any(
        _ends_at_its_start(part, about) or _runs_what_is_gone(part, about)
        for part in clauses(text)
        if not _DENIED.search(part)
        for about in [sources_about(part, sources)]
    )


def _ends_at_its_start(part: str, sources: Sequence[str]) -> bool:
    if not _GOES_ON.search(part):
        return False
    for fact in instants_in(part):
        start, end = fact.span
        before, behind = part[:start].rstrip()[-12:], part[end:].lstrip()[:4]
        if not (_is_last(before) or re.match(r"之前|以前|前|为止", behind)):
            continue
        found = [_begins(source, part, fact) for source in sources]
        if found and all(found):
            return True
    return False


def _is_last(before: str) -> bool:
    found = _UP_TO.search(before)
    return found is not None and not _FROM.search(before[found.end() :])


def _begins(source: str, part: str, told: Fact) -> bool:
    """Whether what ``part`` speaks of begins, and does not end, in ``source`` at ``told``."""
    if since := _SINCE.search(source):
        others = [found["instant"] for found in _OTHER_END.finditer(source)]
        return _is_in(told, since["instant"]) and not any(_is_in(told, each) for each in others)
    names = names_in(part)
    return _is_in(told, source) and any(
        found["version"].lower() in names for found in _BEGINS.finditer(source)
    )


def _is_in(told: Fact, text: str) -> bool:
    return any(is_within(told, each) for each in instants_in(text))


def _runs_what_is_gone(part: str, sources: Sequence[str]) -> bool:
    """Whether a name that each source has as replaced is told as running, or as running after."""
    names = list(_gone(sources))
    if not names or _NO_MORE.search(part) or not any(holds_name(n, part) for n in names):
        return False
    is_before = _UP_TO.search(part) is not None
    return (_RUNS.search(part) is not None and not is_before) or (
        _RAN.search(part) is not None and _FROM.search(part) is not None and not is_before
    )


def _gone(sources: Sequence[str]) -> Iterator[str]:
    for source in sources:
        for found in _GONE.finditer(source):
            yield (found["name"] or found["han"]).lower()
