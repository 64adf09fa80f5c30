"""One scanner from text to typed facts: at each place the longest match, each span once."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from superbiz_agent.grounding.facts import identifiers, words
from superbiz_agent.grounding.facts.characters import HAN, WORD, fold_width
from superbiz_agent.grounding.facts.fact import Fact
from superbiz_agent.grounding.facts.identifiers import (
    recognise_identifier,
    recognise_named_version,
    token_end,
)
from superbiz_agent.grounding.facts.instant_forms import MONTHS
from superbiz_agent.grounding.facts.instants import recognise_instant
from superbiz_agent.grounding.facts.list_numbers import is_list_number
from superbiz_agent.grounding.facts.numerals import CHINESE_NUMERAL, ENGLISH
from superbiz_agent.grounding.facts.quantities import recognise_quantity, share_unit
from superbiz_agent.grounding.facts.shared_zones import share_zone
from superbiz_agent.grounding.facts.word_values import LEVEL_WORDS
from superbiz_agent.grounding.facts.words import FIRST_WORDS, recognise_factor, recognise_words

_CHINESE_STARTS = (
    CHINESE_NUMERAL[1:-1]
    + words.FIRST_CHARACTERS
    + identifiers.BUSINESS_CHARACTERS
    + "百半第上下凌早清晚傍中北版状级严紧致次"
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
_QUOTE_SIGN = re.compile("[\"“「『`'‘]")
_STATED_WORDS = (
    FIRST_WORDS
    | ENGLISH.keys()
    | MONTHS.keys()
    | {"http", "status", "version", "half", "utc", "gmt", "v"}
)
Recogniser: TypeAlias = Callable[[str, int], Fact | None]
_AT_DIGIT: tuple[Recogniser, ...] = (
    recognise_factor,
    recognise_named_version,
    recognise_quantity,
)
_AT_DATE: tuple[Recogniser, ...] = (recognise_instant, *_AT_DIGIT)
_DATE_PROBE = re.compile(
    r"[0-9]{1,4}(?: ?[-/:年月日号点时]|st|nd|rd|th| ?[ap]\.?m| [a-z]{3})", re.IGNORECASE
)
_BY_WORD: dict[str, tuple[Recogniser, ...]] = {
    word: tuple(
        recognise
        for recognise, first_words in (
            (recognise_words, FIRST_WORDS),
            (recognise_instant, {*MONTHS, "utc", "gmt"}),
            (recognise_quantity, {*ENGLISH, "half"}),
        )
        if word in first_words
    )
    for word in _STATED_WORDS
}
_BY_CHARACTER: dict[str, tuple[Recogniser, ...]] = {
    character: tuple(
        recognise
        for recognise, first_characters in (
            (recognise_words, words.FIRST_CHARACTERS + CHINESE_NUMERAL + "<>≥≤"),
            (recognise_instant, "上下凌早清晚傍中北" + CHINESE_NUMERAL),
            (recognise_quantity, "百半第+-" + CHINESE_NUMERAL),
        )
        if character in first_characters
    )
    for character in _CHINESE_STARTS + "+-<>≥≤"
}
_LATIN_RUN = re.compile("[A-Za-z]+")
_HAN_NEXT = re.compile(rf" ?[{HAN}]")


def extract_facts(text: str, *, names: Sequence[str] = ()) -> list[Fact]:
    """The typed facts of ``text`` in order (contract section 7).

    ``names`` are entity names known from the evidence's structured fields; they match whole
    tokens. Spans are (start, end) in the raw text; they do not overlap, but for the facts inside
    a quoted string, which follow it. Never raises.
    """
    return list(_extract(text, names_of(text, tuple(names))))


@lru_cache(maxsize=4096)
def names_of(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of ``names`` that can stand in ``text``, in order: the others decide nothing, so that
    one reading of the text serves whoever knows no more of it."""
    if not names:
        return names
    folded = _name_key(fold_width(text))
    return tuple([name for name, key in _keyed(names) if key in folded])


@lru_cache(maxsize=64)
def _keyed(names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    keyed = ((name, _name_key(fold_width(name).strip())) for name in names)
    return tuple((name, key) for name, key in keyed if key)


def _name_key(folded: str) -> str:
    """Letters that a pattern or a look-up takes for one are one here, the two i of Turkish too."""
    return folded.lower() if folded.isascii() else folded.casefold().translate(_ONE_I)


_ONE_I = {0x131: "i", 0x307: None}


@lru_cache(maxsize=2048)
def _extract(text: str, names: tuple[str, ...]) -> tuple[Fact, ...]:
    folded = fold_width(text)
    facts = share_unit(folded, share_zone(folded, _scan(folded, _known(names))))
    quotes = _quoted(folded, text)
    if quotes:
        facts = sorted([*quotes, *_within(facts, quotes)], key=_reading_order)
    return tuple(facts)


def _reading_order(fact: Fact) -> tuple[int, int, bool]:
    return fact.span[0], -fact.span[1], fact.kind != "quoted"


class _Known:
    """The known names: single tokens for look-up, others as one pattern."""

    def __init__(self, names: tuple[str, ...]) -> None:
        folded = frozenset(fold_width(name).strip().casefold() for name in names) - {""}
        self.tokens = frozenset(name for name in folded if token_end(name, 0) == len(name))
        self._pattern = _phrase_pattern(folded - self.tokens)

    def phrases_in(self, text: str) -> list[Fact]:
        """The known names of several words, or in Chinese, that stand in ``text``."""
        if self._pattern is None:
            return []
        return [
            Fact(
                kind="name",
                value=match.group(),
                span=match.span(),
                form=_form_of_phrase(match.group()),
            )
            for match in self._pattern.finditer(text)
        ]


def _form_of_phrase(name: str) -> str:
    return "host and port" if identifiers.NAME_AND_PORT.fullmatch(name) else "name"


@lru_cache(maxsize=256)
def _phrase_pattern(names: frozenset[str]) -> re.Pattern[str] | None:
    if not names:
        return None
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    body = "|".join(re.escape(name) for name in longest_first)
    return re.compile(rf"(?<![A-Za-z0-9_-])(?:{body})(?![A-Za-z0-9_-])", re.IGNORECASE)


@lru_cache(maxsize=1024)
def _known(names: tuple[str, ...]) -> _Known:
    return _Known(names)


_Step: TypeAlias = tuple[Fact | None, int]
"""What stands at an anchor, and where to read on."""


def _scan(text: str, known: _Known) -> list[Fact]:
    """The facts between the known phrases of ``text``, and those phrases themselves."""
    phrases = known.phrases_in(text)
    if not phrases:
        return _facts_of(_read_with_names(text, known.tokens))
    facts: list[Fact] = []
    position = 0
    for phrase in phrases:
        facts += _facts_of(_read(text, position, phrase.span[0], known.tokens, {}))
        facts.append(phrase)
        position = phrase.span[1]
    return facts + _facts_of(_read(text, position, len(text), known.tokens, {}))


def _facts_of(steps: Mapping[int, _Step]) -> list[Fact]:
    return [fact for fact, _ in steps.values() if fact]


def _read_with_names(text: str, names: frozenset[str]) -> Mapping[int, _Step]:
    """The reading that knows single tokens as ``names``: the plain one, but where they stand."""
    plain = _plain_reading(text)
    return _read(text, 0, len(text), names, plain) if names else plain


@lru_cache(maxsize=2048)
def _plain_reading(text: str) -> Mapping[int, _Step]:
    return _read(text, 0, len(text), frozenset(), {})


def _read(
    text: str, start: int, end: int, names: frozenset[str], plain: Mapping[int, _Step]
) -> dict[int, _Step]:
    """Each anchor of a part of ``text``, in order, with its step; one in ``plain`` is read anew
    only if a name stands there."""
    steps: dict[int, _Step] = {}
    position = start
    while match := _ANCHOR.search(text, position, end):
        at = match.start()
        step = plain.get(at)
        if step is None or text[at : token_end(text, at)].casefold() in names:
            step = _step(text, match, end, names)
        steps[at] = step
        position = step[1]
    return steps


def _step(text: str, match: re.Match[str], end: int, names: frozenset[str]) -> _Step:
    fact = _recognise(text, match, names)
    if fact and fact.span[1] <= end:
        return fact, fact.span[1]
    return None, _past_token(text, match)


def _recognise(text: str, match: re.Match[str], names: frozenset[str]) -> Fact | None:
    """The longest fact at the anchor; its first character decides what is tried."""
    at = match.start()
    if word := match["plain"]:
        if word.lower() not in _STATED_WORDS and not _may_be_name(text, match, names):
            return None
        recognisers = _BY_WORD.get(word.lower(), ())
    elif not text[at].isalpha() and is_list_number(text, at):
        return None
    else:
        recognisers = _recognisers(text, at)
    longest: Fact | None = None
    end = 0
    for recognise in recognisers:
        fact = recognise(text, at)
        if fact and fact.span[1] > end:
            longest, end = fact, fact.span[1]
    return recognise_identifier(text, at, names, end) or longest


def _may_be_name(text: str, match: re.Match[str], names: frozenset[str]) -> bool:
    """A plain word is looked at if it is known, in mixed case, a label's value or before 服务."""
    word, (start, end) = match["plain"], match.span()
    return (
        word.lower() in names
        or word.lower() in LEVEL_WORDS
        or not word[1:].islower()
        or text[start - 1 : start] in ("=", '"')
        or (not text[end : end + 2].isascii() and bool(_HAN_NEXT.match(text, end)))
    )


def _recognisers(text: str, at: int) -> tuple[Recogniser, ...]:
    """What may start with the character at ``at``, in the order that decides between equals."""
    character = text[at]
    if "0" <= character <= "9":
        return _AT_DATE if _DATE_PROBE.match(text, at) else _AT_DIGIT
    if first := _LATIN_RUN.match(text, at):
        return _BY_WORD.get(first.group().lower(), ())
    return _BY_CHARACTER.get(character, ())


_WORD_RUN = re.compile(f"[{WORD}]+")
_NO_NUMERAL = re.compile(f"{CHINESE_NUMERAL}{{41,}}")
"""A run that no number is written as: passed over at once, or each character would be tried."""


def _past_token(text: str, match: re.Match[str]) -> int:
    if match["plain"]:
        return match.end()
    at = match.start()
    run = _WORD_RUN.match(text, at) or _NO_NUMERAL.match(text, at)
    return run.end() if run else at + 1


def _quoted(folded: str, text: str) -> list[Fact]:
    """Quotations that say something; quotes round white space are none."""
    if not _QUOTE_SIGN.search(text):
        return []
    facts = (
        Fact(
            kind="quoted",
            value=" ".join(folded[match.start() + 1 : match.end() - 1].split()),
            span=match.span(),
            form="quoted",
        )
        for match in _QUOTED.finditer(text)
    )
    return [fact for fact in facts if fact.value]


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
