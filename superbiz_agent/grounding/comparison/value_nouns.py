"""What a value is called: its key, or the words of its clause (contract section 7)."""

import re
from collections.abc import Sequence
from string import ascii_letters, digits

from superbiz_agent.grounding.comparison.nouns import canonical_terms
from superbiz_agent.grounding.facts import Fact
from superbiz_agent.grounding.facts.characters import HAN
from superbiz_agent.grounding.facts.owners import is_owner

CLAUSE = re.compile(
    r"[,;，；。!?！？\n]|\.(?:\s|$)| (?:and|but|while|whereas|however) |而|但|以及|并且"
)
"""Where a clause ends."""

MAX_HAN_KEY = 12
_KEY = re.compile(
    rf"(?P<key>(?<![A-Za-z0-9_.\-])[A-Za-z_][A-Za-z0-9_.\-]{{0,60}}|[{HAN}]{{2,{MAX_HAN_KEY}}})"
    r"[\"']? ?[=:] ?[\"'\[(]?$"
)
_KEY_CHARACTERS, _AFTER_KEY = f"{ascii_letters}{digits}_.-", " \"'[(=:\n"
"""What a key of Latin letters is made of, and what may follow it: where it begins is found with
these, since the pattern would be tried at every letter before it."""
_SIGN = re.compile(r"[=:][ \"'\[(]{0,3}$")
_BEFORE, _AFTER = 60, 30
"""Characters before and after a value in which its noun is looked for."""

MEASURES = frozenset("张条个次秒分封份台件位名")
"""Characters that measure what they count, and name nothing."""

_OF_WHOLE = re.compile(r"[^,;，；。\n]{0,30} (?:out )?of (?:the |its )?")
"""Between a part and its whole: "22 GB free of 100 GB"; the words before "of" are the part's."""

INTERVAL, ELAPSED = frozenset({"interval"}), frozenset({"elapsed"})
THINGS = frozenset({"things"})
_LATER = re.compile(r" ?(?:after|later|earlier|before)(?![A-Za-z])(?! [0-9])|[之以]?[后前]")
_AFTER_THAT = re.compile(r"(?<![A-Za-z])after (?:the |a )?\Z|(?:等|过)了? ?\Z")
"""Words of a time between two events, after its value and before it."""

_THINGS = re.compile(" ?[台名位辆户]")
"""Measures of things and people, never of events (次)."""

_AGAINST = re.compile(r"(?<![a-z])(?:against|with|over|above|below|under) (?:an?|the|its)(?![a-z])")
"""Before the noun of the value that follows: "9 s against a threshold of 2 s"."""

RANGE = re.compile(r" ?(?:to|-|–|~|至|到) ?")
"""Between the two ends of a range: the second is named as the first is, too."""

_NONE_LEFT = re.compile(
    r"(?<![a-z])no (?:[a-z]+ ){0,2}(?:left|free|available|remaining)(?![a-z])"
    r"|(?:没有|无)(?:剩余|可用|空闲)",
    re.IGNORECASE,
)
"""What has nothing left is used: "no quota left of its 500 GiB"."""

_NO_SUCH = re.compile(r"(?<![a-z])no such [a-z]+", re.IGNORECASE)
"""An error, and no noun of a value."""

_LEFT_SO = re.compile(r"(?<![a-z])left (?=without |un[a-z]+|not )", re.IGNORECASE)
"""In some state, and nothing that is free: "were left unpaid"."""

_OF = re.compile(r"(?<![a-z])(?:of|for|on) (?:the )?$")


_ASPECT_OF_NAME = re.compile(
    r"_(?:average|avg|mean|maximum|max|minimum|min|total|sum|count)(?=_|$)"
)
"""What a metric's own name says of how it is measured."""


def key_before(text: str, at: int) -> str | None:
    """The key of the ``key=value`` or ``key: value`` whose value starts at ``at``."""
    if not _SIGN.search(text[max(0, at - 4) : at]):
        return None
    before = text[max(0, at - 64) : at]
    end = len(before.rstrip(_AFTER_KEY))
    start = len(before[:end].rstrip(_KEY_CHARACTERS))
    match = _KEY.search(before, start if start < end else max(0, end - MAX_HAN_KEY))
    return match["key"] if match else None


def nouns_of(text: str, facts: Sequence[Fact]) -> list[tuple[frozenset[str], bool]]:
    """For each fact the terms that name it, and whether they are an explicit key."""
    found: list[tuple[frozenset[str], bool]] = []
    for index, fact in enumerate(facts):
        start, end = fact.span
        if fact.number is None and fact.form != "ratio":
            found.append((frozenset(), False))
            continue
        until = max(end, min(_next_start(text, facts, index), end + _AFTER))
        after = _AGAINST.split(CLAUSE.split(text[end:until])[0])[0]
        key = key_before(text, start)
        if key and not _is_told_after(key, after):
            is_prose = text[start - 1 : start] == " "
            head = CLAUSE.split(text[max(0, start - _BEFORE) : start])[-1] if is_prose else key
            quoted = after.split('"')[0] if text[start - 1 : start] == '"' else ""
            found.append((canonical_terms(f"{head} {quoted}"), True))
            continue
        left = _last_value_end(text, facts, index)
        reach = _BEFORE + _names_between(facts[:index], left)
        words_before = _without_entities(text, max(left, start - reach, 0), start, facts[:index])
        before = CLAUSE.split(words_before)[-1]
        if facts[index - 1].number is not None and _is_whole(text[left:start]):
            before = "total"
        told = _LEFT_SO.sub(" ", _NONE_LEFT.sub(" used ", f"{before} {after}"))
        told = _NO_SUCH.sub(" ", told)
        nouns = canonical_terms(told) - MEASURES
        nouns |= _kind_of(fact, text[max(0, start - 10) : start], text[end : end + 10])
        is_time = fact.kind == "timestamp"
        if index and not is_time and RANGE.fullmatch(text, facts[index - 1].span[1], start):
            nouns |= found[-1][0]
        found.append((nouns, False))
    return found


def _kind_of(fact: Fact, before: str, after: str) -> frozenset[str]:
    """What the words at a value say of its kind: a time between two events, a number of things."""
    if fact.kind == "duration" and _LATER.match(after):
        return INTERVAL
    if fact.kind == "duration" and _AFTER_THAT.search(before):
        return ELAPSED
    is_count = fact.kind in ("number", "count") and _THINGS.match(after)
    return THINGS if is_count else frozenset()


def _is_whole(between: str) -> bool:
    """Whether the words between a part and a value say that the value is the whole."""
    return bool(_OF_WHOLE.fullmatch(between)) and not _AGAINST.search(between)


def _next_start(text: str, facts: Sequence[Fact], index: int) -> int:
    return facts[index + 1].span[0] if index + 1 < len(facts) else len(text)


def _is_told_after(key: str, after: str) -> bool:
    """Whether a colon in Chinese prose only announces its value, and the words after the value name
    it: 起触发：38% 的请求."""
    return not key.isascii() and after.lstrip().startswith("的")


def _without_entities(text: str, start: int, end: int, facts: Sequence[Fact]) -> str:
    """The words of a stretch: the "service" of auth-service says nothing of a value, nor does the
    "average" of ``cpu_average`` say which of that metric's values it is."""
    pieces: list[str] = []
    for fact in facts[-4:]:
        if start <= fact.span[0] and fact.span[1] <= end:
            if is_owner(fact):
                pieces.append(text[start : fact.span[0]])
            elif fact.form == "metric":
                named = _ASPECT_OF_NAME.sub("", text[slice(*fact.span)])
                pieces.append(f"{text[start : fact.span[0]]}{named}")
            else:
                continue
            start = fact.span[1]
    return " ".join([*pieces, text[start:end]])


def _names_between(facts: Sequence[Fact], left: int) -> int:
    """How long the names are that stand between a noun and its value: they do not part them, as
    long as those of metrics are."""
    return sum(len(fact.value) for fact in facts[-4:] if fact.span[0] >= left)


def _last_value_end(text: str, facts: Sequence[Fact], index: int) -> int:
    """Where the words before a fact may start: after a value or entity; metrics are words, and
    "the error rate of order-service is" has its noun before the entity."""
    for earlier in reversed(facts[max(0, index - 4) : index]):
        start = earlier.span[0]
        is_of = is_owner(earlier) and _OF.search(text[max(0, start - 8) : start])
        if earlier.form not in ("metric", "percentile") and not is_of:
            return earlier.span[1]
    return 0
