"""Wholes of things over records of some: "every pod", "only lane 3", "both are full" (section 7).

Records say of whom they speak, never that there is nobody else. "Every record" or "all 40
connections" are counted by what is cited; "all pods" are not. What is told of both must be carried
by each of the two.
"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.comparison.engine import fact_gaps
from superbiz_agent.grounding.facts.characters import HAN
from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.facts.tokens import cut_out
from superbiz_agent.grounding.misreadings.things import (
    ENGLISH_PLURAL,
    ENGLISH_SINGULAR,
    HAN_NOUN,
)
from superbiz_agent.grounding.wording import full_ratios, polarity_conflict

_ALL = cued(
    r"(?<![a-z])(?<!at )(?:"
    rf"(?:all|all of|all the|all of the|all its"
    rf"|all of its) (?:[a-z-]{{2,14}} )?(?:{ENGLISH_PLURAL})"
    rf"|(?:every|each|any) (?:[a-z-]{{2,14}} )?(?:{ENGLISH_SINGULAR})"
    rf"|(?:{ENGLISH_PLURAL}) (?:have|are|were|had) all"
    r")(?![A-Za-z'-])",
    re.IGNORECASE,
)
_ALL_ZH = cued(
    rf"(?:所有|全部|全体|每一?[个台条家名位辆]|各个?)的? ?[{HAN}]{{0,4}}?(?:{HAN_NOUN})"
    rf"|(?:{HAN_NOUN})(?:已|均|都)*(?:全部|全都)(?![被]?(?:占|用))"
)
_ALL_OF_IT = cued(r"(?:消费|登录|请求|写入|投递|上传)(?:已|均|都)*(?:全部|全都)(?:失败|被拒)")
_NUMBER = cued(
    "[0-9]|(?<![a-z])(?:two|three|four|five|six|seven|eight|nine|ten)(?![a-z])"
    "|[二两三四五六七八九十]"
)
_WHOLE = cued(
    r"(?<![a-z])(?:all|every|each|any|both|only|entire|whole)(?![a-z])|所有|全部|全体|全都"
    r"|每[一个台条次家名位辆]|各|任何|只有|仅|唯一|均|都"
    r"|(?<![0-9.])(?P<n>[0-9]{1,9}) (?:out )?of (?P=n)(?![0-9])",
    re.IGNORECASE,
)
"""Words by which a source speaks of a whole itself."""

_ONLY = cued(
    rf"(?<![a-z])(?:only|just|solely) (?:the )?(?P<noun>{ENGLISH_SINGULAR}) "
    r"(?P<name>(?=[\w.-]*[0-9A-Z-])[\w./-]*\w)"
    rf"|(?:只有|仅有?|唯独)(?P<han>{HAN_NOUN})? ?"
    r"(?P<zh>(?=[\w.-]*[0-9-])[A-Za-z][\w./-]*[A-Za-z0-9])",
    re.IGNORECASE | re.ASCII,
)
_BOTH = cued(
    r"(?<![a-z])both(?! of which)(?![a-z])|(?:两[个台条家名位者]|二者"
    r"|双方)(?=[^，。；]{0,12}[都均])",
    re.IGNORECASE,
)
_ONE_LIKE_THE_OTHER = cued(
    r"[和与及跟][^，。；、]{1,24}?[都均](?![未没不无])"
    r"|(?<![a-z])(?:did|was|were|has|have),? too(?![a-z])"
    r"|(?<![a-z])either(?! or)[^,.;]{1,24}?'s(?![a-z])",
    re.IGNORECASE,
)
"""The second of two is said to do as the first: "cart-service did, too", 甲和乙都."""

_DENIED = cued(r"(?:(?<![a-z])not|不是|并非|不)(?: |的)?\Z", re.IGNORECASE)
_SIDES = 2


def tells_of_a_whole(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` speaks of all, every or only things of a kind, or of both, and its sources
    do not."""
    return _adds_all(text, sources) or _adds_only(text, sources) or _is_not_of_both(text, sources)


def _adds_all(text: str, sources: Sequence[str]) -> bool:
    found = _ALL.search(text) or _ALL_ZH.search(text) or _ALL_OF_IT.search(text)
    if not found or _NUMBER.search(text[max(0, found.start() - 6) : found.end() + 3]):
        return False
    if _DENIED.search(text[: found.start()]) or any(map(full_ratios, sources)):
        return False
    return not any(map(_WHOLE.search, sources))


def _adds_only(text: str, sources: Sequence[str]) -> bool:
    found = _ONLY.search(text)
    if not found:
        return False
    return not any(map(_WHOLE.search, sources))


def _is_not_of_both(text: str, sources: Sequence[str]) -> bool:
    """Whether what ``text`` tells of both of two sources is not in each of them."""
    found = _BOTH.search(text)
    if len(sources) != _SIDES or not (found or _ONE_LIKE_THE_OTHER.search(text)):
        return False
    if any(polarity_conflict(text, [source]) for source in sources):
        return True
    if not found:
        return False
    rest = cut_out(text, [found.span()])
    together = fact_gaps(rest, list(sources))
    return any(
        gap.kind not in ("identifier", "name", "quoted", "timestamp") and gap not in together
        for source in sources
        for gap in fact_gaps(rest, [source])
    )
