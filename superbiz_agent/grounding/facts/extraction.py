"""One scanner from text to typed facts: at each place the longest match, each span once."""

import re
from collections.abc import Sequence
from functools import lru_cache

from superbiz_agent.grounding.facts import identifiers, words
from superbiz_agent.grounding.facts.characters import HAN, WORD, fold_width
from superbiz_agent.grounding.facts.fact import Fact
from superbiz_agent.grounding.facts.identifiers import recognise_identifier, token_end
from superbiz_agent.grounding.facts.instants import MONTHS, recognise_instant, share_zone
from superbiz_agent.grounding.facts.numerals import CHINESE_NUMERAL, ENGLISH
from superbiz_agent.grounding.facts.quantities import recognise_quantity
from superbiz_agent.grounding.facts.words import FIRST_WORDS, recognise_words

_CHINESE_STARTS = (
    CHINESE_NUMERAL[1:-1]
    + words.FIRST_CHARACTERS
    + identifiers.BUSINESS_CHARACTERS
    + "百半第上下凌早清晚傍中北版状"
)
_ANCHOR = re.compile(
    rf"(?P<plain>(?<![{WORD}])[A-Za-z]{{1,30}}(?=[ ,;!?)\"'\n]|\.(?: |$)|$))"
    rf"|[{WORD}~/$@+\-<>≥≤]|\.{{1,2}}/|[{_CHINESE_STARTS}]"
)
_QUOTED = re.compile(
    r'"(?P<double>[^"\n]{1,500})"'
    r"|“(?P<curly>[^“”\n]{1,500})”"
    r"|「(?P<corner>[^「」\n]{1,500})」"
    r"|『(?P<white>[^『』\n]{1,500})』"
    r"|`(?P<code>[^`\n]{1,500})`"
    r"|(?<![\w'])'(?P<single>[^'\n]{1,500})'(?![\w'])"
    r"|‘(?P<turned>[^‘’\n]{1,500})’"
)
_STATED_WORDS = (
    FIRST_WORDS
    | ENGLISH.keys()
    | MONTHS.keys()
    | {"http", "status", "version", "half", "utc", "gmt", "v"}
)
_HAN_NEXT = re.compile(rf" ?[{HAN}]")


def extract_facts(text: str, *, names: Sequence[str] = ()) -> list[Fact]:
    """The typed facts of ``text`` in order (contract section 7).

    ``names`` are entity names known from the evidence's structured fields; they match whole
    tokens. Spans are (start, end) in the raw text; they do not overlap, but for the facts inside
    a quoted string, which follow it. Never raises.
    """
    return list(_extract(text, tuple(names)))


@lru_cache(maxsize=2048)
def _extract(text: str, names: tuple[str, ...]) -> tuple[Fact, ...]:
    folded = fold_width(text)
    facts = share_zone(folded, _scan(folded, _known(names)))
    quotes = _quoted(folded, text)
    if quotes:
        facts = sorted([*quotes, *_within(facts, quotes)], key=_reading_order)
    return tuple(facts)


def _reading_order(fact: Fact) -> tuple[int, int, bool]:
    return fact.span[0], -fact.span[1], fact.kind != "quoted"


class _Known:
    """The known names: single tokens for look-up, others as one pattern."""

    def __init__(self, names: tuple[str, ...]) -> None:
        folded = {fold_width(name).strip().casefold() for name in names} - {""}
        self.tokens = frozenset(name for name in folded if token_end(name, 0) == len(name))
        self.pattern = _phrases(folded - self.tokens)


def _phrases(names: set[str]) -> re.Pattern[str] | None:
    if not names:
        return None
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    body = "|".join(re.escape(name) for name in longest_first)
    return re.compile(rf"(?<![A-Za-z0-9_-])(?:{body})(?![A-Za-z0-9_-])", re.IGNORECASE)


@lru_cache(maxsize=64)
def _known(names: tuple[str, ...]) -> _Known:
    return _Known(names)


def _scan(text: str, known: _Known) -> list[Fact]:
    facts: list[Fact] = []
    named = _named_spans(text, known)
    position = 0
    while match := _ANCHOR.search(text, position):
        at = match.start()
        if fact := named.get(at) or _recognise(text, match, known):
            facts.append(fact)
            position = fact.span[1]
        else:
            position = _past_token(text, match)
    return facts


def _named_spans(text: str, known: _Known) -> dict[int, Fact]:
    if known.pattern is None:
        return {}
    return {
        match.start(): Fact(kind="name", value=match.group(), span=match.span(), form="name")
        for match in known.pattern.finditer(text)
    }


def _recognise(text: str, match: re.Match[str], known: _Known) -> Fact | None:
    at = match.start()
    plain = (match["plain"] or "").lower()
    if plain and plain not in _STATED_WORDS and plain not in known.tokens:
        if match["plain"][1:].islower() and not _HAN_NEXT.match(text, match.end()):
            return None
    candidates = [
        fact
        for fact in (
            recognise_words(text, at),
            recognise_instant(text, at),
            recognise_quantity(text, at),
            recognise_identifier(text, at, known.tokens),
        )
        if fact
    ]
    return max(candidates, key=lambda fact: fact.span[1], default=None)


_WORD_RUN = re.compile(f"[{WORD}]+")


def _past_token(text: str, match: re.Match[str]) -> int:
    run = _WORD_RUN.match(text, match.start())
    return run.end() if run else match.start() + 1


def _quoted(folded: str, text: str) -> list[Fact]:
    return [
        Fact(
            kind="quoted",
            value=" ".join(folded[match.start() + 1 : match.end() - 1].split()),
            span=match.span(),
            form="quoted",
        )
        for match in _QUOTED.finditer(text)
    ]


def _within(facts: list[Fact], quotes: list[Fact]) -> list[Fact]:
    """Facts that do not straddle the edge of a quotation."""
    edges = [edge for quote in quotes for edge in quote.span]
    kept: list[Fact] = []
    index = 0
    for fact in facts:
        while index < len(edges) and edges[index] <= fact.span[0]:
            index += 1
        if index == len(edges) or edges[index] >= fact.span[1]:
            kept.append(fact)
    return kept
