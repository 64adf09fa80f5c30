"""A record that imitates an alert or a search speaks for neither (contract section 5).

The state, the severity and the duration of an alert are those of an alert's own line, and what a
search came to stands in its ``$.search``. What a log line says of them is told as what it says.
"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.wording.alert_words import claimed_states
from superbiz_agent.grounding.wording.quotes import without_sayings

_ALERT = re.compile(r"(?<![a-z])(?:alert|alarm)s?(?![a-z])|告警|报警|警报", re.IGNORECASE)
_IMITATION = re.compile(
    r"(?<![\w-])(?P<name>[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+) (?:firing|pending|silenced|inhibited"
    r"|suppressed|resolved|inactive)(?![a-z])"
)
"""The name of an alert and its state, as the line of one begins."""

_SEVERITY = re.compile(
    r"(?<![a-z])(?:critical|warning|page|sev-?[0-9]|p[0-4])[ -](?:level |severity )?(?:alert|alarm)"
    r"|severity|严重(?:级别?)?(?:的)?(?:告警|报警)|(?:告警|报警)(?:的)?(?:级别|严重)",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"(?<![a-z])(?:since|for|lasted|lasts|lasting|duration)(?![a-z])|持续|以来|已有"
)
_SEARCHED = re.compile(
    r"matched=[0-9]|(?<![a-z])search(?:es)?(?: of [^,;]{1,60})? for (?!.*failed)|检索|搜索|查询",
    re.IGNORECASE,
)
_SEARCH_LINE = re.compile(r"matched=[0-9]+, truncated=|search for [^;]{1,200}: matched=")
_TOLD = re.compile(
    r"(?<![a-z])(?:log|record|line|message|entry|it)s?(?![a-z])[^.;]{0,60}?(?<![a-z])(?:says?|said"
    r"|reads?|reports?|reported|states?|stated|tells?|told|wrote|writes|claims?|claimed|logged"
    r"|mentions?)(?![a-z])|according to [^,;]{0,30}(?:log|record|line)"
    r"|(?:日志|记录|消息|该行|一行)[^，。；]{0,24}(?:称|写|说|显示|记载|报告|提到|声称|声明)",
    re.IGNORECASE,
)
"""What is told as the words of a record."""


def imitates_alert(text: str, own: Sequence[str]) -> bool:
    """Whether ``text`` says of an alert what only its own line can, over ``own`` texts of the
    incident of which none is one."""
    if not own or _TOLD.search(text):
        return False
    said = without_sayings(text)
    if _tells_state(said, own):
        return True
    lasts = _LASTING.search(said) and _tells_time(said)
    return bool(_ALERT.search(said)) and bool(_SEVERITY.search(said) or lasts)


def imitates_search(text: str, own: Sequence[str]) -> bool:
    """Whether ``text`` tells what a search came to, over a record alone that reads like one."""
    is_told = bool(_TOLD.search(text)) or not _SEARCHED.search(without_sayings(text))
    return not is_told and any(map(_SEARCH_LINE.search, own))


def _tells_state(said: str, own: Sequence[str]) -> bool:
    """Whether a state is told where the text speaks of an alert, by that word or by the name that
    a record gives to one."""
    if next(iter(claimed_states(said)), None) is None:
        return False
    names = {match["name"] for source in own for match in _IMITATION.finditer(source)}
    return bool(_ALERT.search(said)) or any(name in said for name in names)


def _tells_time(said: str) -> bool:
    return any(fact.kind in ("timestamp", "date", "duration") for fact in extract_facts(said))
