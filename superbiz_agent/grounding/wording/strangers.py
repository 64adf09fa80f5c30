"""Plain words that stand where a name stands, and that nothing cited holds (section 7, "name").

"checkout logged two errors" over a claim of cart: a service may be called by a common word, which
no shape tells from prose. Its place does: a lower-case Latin word that begins a sentence, is all
that a Chinese sentence begins with, has an alert of its own, is the group, the disk or the queue
that is spoken of, or stands before an address; and the method of a request.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.facts.folding import fold, occurs_in
from superbiz_agent.grounding.facts.tables import words
from superbiz_agent.grounding.wording.cause import states_cause
from superbiz_agent.grounding.wording.cause_concepts import concepts_of
from superbiz_agent.grounding.wording.kinds_of_names import names_another
from superbiz_agent.grounding.wording.polarity_reading import has_polarity
from superbiz_agent.grounding.wording.remediation import remediates

_PLACES = tuple(
    cued(pattern, re.ASCII)
    for pattern in (
        (
            r"\A(?:- |\* |[0-9]{1,2}\. )?(?P<word>[a-z]{3,30})(?= (?:wrote|"
            r"[a-z]{2,20}ed|is|was|has|had|does|did)(?![A-Za-z])| ?['’]s |:)"
        ),
        r"(?<![A-Za-z])alerts? (?:of|for|on) (?P<word>[a-z]{3,30})(?![A-Za-z0-9_.-])",
        r"(?<![A-Za-z])firing for (?P<word>[a-z]{3,30})(?= (?:at|with|since)(?![A-Za-z])|[.,])",
        r"\A(?:- )?(?P<word>[a-z]{3,30})(?= ?[\u4e00-\u9fff])",
        r"(?<![A-Za-z/_.-])(?P<word>GET|POST|PUT|DELETE|PATCH)(?= (?:/|https?:|requests?|请求))",
        r"(?<![A-Za-z0-9_.-])(?P<word>(?:sd|vd|xvd)[a-z])(?![A-Za-z0-9_.-])",
        r"(?<![A-Za-z])to (?P<word>[a-z]{3,30})(?= at [0-9]{1,3}\.[0-9]{1,3}\.[0-9])",
        (
            r"(?<![A-Za-z])fail(?:ed|s|ing)? with "
            r"(?P<word>[A-Z][A-Za-z/]{2,20}(?: [A-Za-z/]{2,20}){1,5}?)"
            r"(?= ?[,.;:]| from | on | at | for |\Z)"
        ),
        (
            r"(?<![A-Za-z])panic(?:ked)?(?:[^:：]|[:：][0-9]){0,60}(?: with |[:：] ?)"
            r"(?P<word>[a-z]{3,20}(?: [a-z]{2,20}){2,8})"
        ),
        (
            r"(?<![A-Za-z])(?:topic|schema) (?P<word>[a-z]{3,30})"
            r"(?= (?:was|is|at|has|had|上|的)|[.,，。])"
        ),
        r"(?<![A-Za-z./-])(?P<word>[a-z]{3,30})(?= on [a-z]+[a-z0-9]*-[a-z0-9-]+ (?:logged|wrote))",
        (
            r"(?<![A-Za-z0-9_.-])(?!WARNING|CRITICAL|NOTICE|SELECT|INSERT|UPDATE|DELETE)"
            r"(?P<word>[A-Z]{6,20})(?![A-Za-z0-9_-])"
        ),
        r"(?<![A-Za-z])the group (?P<word>[a-z]{3,30})(?= (?:at|after|of)(?![A-Za-z])|[.,])",
        r"(?:消费组|队列|磁盘) ?(?P<word>[a-z]{3,30})(?= ?[的中上在于，。])",
        r"连接 ?(?P<word>[a-z]{3,30})(?= ?[（(][0-9])",
        r"[0-9] ?(?:s|ms|m|min|%|[KMG]i?B)? 的 ?(?P<word>[a-z]{3,20}(?: [a-z]{3,20}){1,3})",
    )
)
_LABELS = words(
    "symptom effect result finding status state window source evidence action gap impact summary "
    "note alert alerts error errors host service services pod pods node instance time times lag "
    "requests connections latency usage limit threshold records lines duration attempts retries "
    "possible likely inferred confirmed missing "
    "rebalance namespace volume level value count total replicas file files version"
)
"""Words that say, before a colon, what the rest is."""

_PRONOUNS = words(
    "this that these those there here what which who all each both none some any one two three "
    "four five six seven eight nine ten it its they their the nothing everything something is "
    "are was were has had"
)
"""Words that begin a sentence and name nothing."""


def names_a_stranger(text: str, sources: Sequence[str]) -> bool:
    """Whether a plain word stands in the place of a name, and no source holds it."""
    return _names_a_stranger(text, tuple(sources))


@lru_cache(maxsize=2048)
def _names_a_stranger(text: str, sources: tuple[str, ...]) -> bool:
    if names_another(text, sources):
        return True
    places = (match for place in _PLACES for match in place.finditer(text))
    found = {match["word"] for match in places if not _is_label(match)} - _PRONOUNS
    if not found:
        return False
    known = [fold(source) for source in sources]
    return any(not any(occurs_in(fold(word), each) for each in known) for word in found)


def _is_label(match: re.Match[str]) -> bool:
    """Whether a word says what follows a colon ("cause: ...", "memory: 91%"), and names nobody."""
    word = match["word"]
    return match.string[match.end() : match.end() + 1] == ":" and (
        word in _LABELS
        or states_cause(word)
        or has_polarity(word)
        or bool(concepts_of(word))
        or remediates(word)
    )
