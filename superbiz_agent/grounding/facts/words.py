"""Recognising comparatives: the phrases of the tables in ``comparatives``, and 3x, 三倍, >= 5."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from superbiz_agent.grounding.facts.characters import WORD
from superbiz_agent.grounding.facts.comparatives import (
    ALONE,
    AMOUNTS,
    BOUNDS,
    CHANGES,
    COUNTS,
    FACTORS,
    ORDER,
    RELATIONS,
    REPEATS,
    SHARES,
    STATES,
    SUPERLATIVES,
    TRENDS,
    VAGUE,
    Table,
)
from superbiz_agent.grounding.facts.fact import Fact
from superbiz_agent.grounding.facts.numerals import plain
from superbiz_agent.grounding.facts.quantities import recognise_quantity
from superbiz_agent.grounding.facts.tables import phrases, words

_FACTOR = re.compile(
    rf"(?P<number>[0-9]{{1,6}}(?:\.[0-9]{{1,3}})?)(?:[x×](?![{WORD}])|"
    r" times (?:higher|more|larger|greater|the|as|slower|faster)| ?倍)"
    "|(?P<han>[一二两三四五六七八九十]{1,3}) ?倍"
)
_LATIN_RUN = re.compile("[A-Za-z]+")
_HAN_DIGITS = {character: index for index, character in enumerate("零一二三四五六七八九十")}
_COMPARED = words(
    "higher greater larger longer slower more lower fewer less smaller shorter faster better worse"
)
_SPLIT_RELATION = re.compile(
    rf"(?P<word>{'|'.join(sorted(_COMPARED))})(?: [a-z-]{{2,20}}){{1,4}} than(?![a-z])",
    re.IGNORECASE,
)
""" "a higher error rate than": the comparison stands around what is compared."""

_THE_MOST = re.compile(
    r"the (?P<word>most|least)(?:(?= (?!likely|probable|plausible|recent|important|of)[a-z])"
    r"|(?:(?<=at the most)|(?<=at the least))(?= ?(?:[,.;:)，。；：）]|\Z)))",
    re.IGNORECASE,
)
_DIRECTIONS = {
    **dict.fromkeys(("higher", "greater", "larger", "longer", "slower", "more"), ">"),
    **dict.fromkeys(("lower", "fewer", "less", "smaller", "shorter"), "<"),
    "most": "max",
    "least": "min",
}
_SYMBOL_BOUND = re.compile(r"(?P<sign>>=|<=|≥|≤|(?<![-=])>|<) ?(?=[0-9+-])")
_SYMBOLS = {"≥": ">=", "≤": "<="}
_WINDOW = re.compile(r"(?: the)? ?(?:past |last )?[0-9]{0,4} ?(?:hours?|minutes?|days?|[smhd]\b)")


@dataclass(frozen=True)
class _Phrases:
    """One table as a pattern: what each phrase says, and what every phrase starts with."""

    pattern: re.Pattern[str]
    values: Mapping[str, str]
    starts: frozenset[str]


def _compile(table: Table) -> _Phrases:
    values = {
        phrase: value
        for value, english, chinese in table
        for phrase in phrases(english) + phrases(chinese)
    }
    parts = [
        re.escape(phrase).replace(r"\ ", " {1,3}") + (rf"(?![{WORD}]|-[a-z])" * phrase.isascii())
        for phrase in sorted(values, key=len, reverse=True)
    ]
    starts = frozenset(_start(phrase, 0) for phrase in values)
    return _Phrases(re.compile("|".join(parts), re.IGNORECASE | re.ASCII), values, starts)


def _start(text: str, at: int) -> str:
    """What a phrase at ``at`` is looked up by: its first Latin letters, or its first character."""
    letters = _LATIN_RUN.match(text, at)
    return letters.group().lower() if letters else text[at]


_BOUNDS, _CHANGES = _compile(BOUNDS), _compile(CHANGES)
_BEFORE_NAME = _compile(ALONE[1:])
_NAME_NEXT = re.compile(r" ?(?:the )?(?:[a-z0-9]+(?:[-_][a-z0-9]+)+|[A-Z][a-z0-9]+[A-Z])")
_PLAIN_TABLES: tuple[tuple[str, _Phrases], ...] = tuple(
    (form, _compile(table))
    for form, table in (
        ("factor", FACTORS),
        ("full", STATES),
        ("order", ORDER),
        ("trend", TRENDS),
        ("all", COUNTS),
        ("times", REPEATS),
        ("share", SHARES),
        ("relation", RELATIONS),
        ("superlative", SUPERLATIVES),
        ("alone", ALONE[:1]),
        ("amount", AMOUNTS),
        ("vague", VAGUE),
    )
)
_PLAIN: Mapping[str, tuple[tuple[str, _Phrases], ...]] = {
    start: tuple(each for each in _PLAIN_TABLES if start in each[1].starts)
    for start in frozenset[str]().union(*(table.starts for _, table in _PLAIN_TABLES))
}
"""What a phrase starts with -> the forms and tables that have such a phrase."""

_TABLES: tuple[Table, ...] = (
    *(BOUNDS, CHANGES, FACTORS, STATES, TRENDS, ORDER, COUNTS),
    *(REPEATS, SHARES, VAGUE, RELATIONS, SUPERLATIVES, ALONE, AMOUNTS),
)
FIRST_WORDS = frozenset(
    re.split("[ -]", phrase)[0]
    for table in _TABLES
    for _, english, _ in table
    for phrase in phrases(english)
) | {*_COMPARED, "the"}
"""Lower-case first words of every English phrase: a quick way past prose."""

FIRST_CHARACTERS = "".join(
    sorted({phrase[0] for t in _TABLES for row in t for phrase in phrases(row[2])})
)


_KEEPS_DOING = re.compile(
    r"一直(?=(?: ?在[^，,；;。]{0,40}?| ?)(?:触发|告警|报警|报|firing))"
    r"|一直(?! ?[0-9是为在保高低正健稳可没未不无])"
)
"""Before a verb 一直 says that it went on; before a value or a state, that it never was another."""


ONLY_SO_MUCH = re.compile(
    r"(?:(?<![A-Za-z])(?:only|just) |只有 ?|仅有 ?|仅为? ?)[0-9][0-9.,]{0,12}(?:/[0-9]{1,9})?"
    r"(?= ?(?:[条个次台]?[,，。；;)）]|\.(?![0-9])|\Z|%|ms(?![a-z])|s(?![a-z])|[KMG]i?B))|"
    r"(?:(?<![A-Za-z])(?:only|just) |只有 ?|仅有 ?)[0-9]{1,9}/[0-9]{1,9}",
    re.IGNORECASE,
)
""" "Only 45", "only 1/3": a value that is little, and nobody else's want of one."""


def recognise_factor(text: str, at: int) -> Fact | None:
    """ "3x", "3 times higher", 三倍."""
    match = _FACTOR.match(text, at)
    if not match:
        return None
    digits = match["number"] or str(_HAN_DIGITS.get(match["han"].replace("两", "二"), 0))
    return _factor_fact(Decimal(digits), (at, match.end()))


def recognise_words(text: str, at: int) -> Fact | None:
    """The longest comparative or counting phrase that starts at ``at``, if any."""
    longest: Fact | None = None
    for recognise in _RECOGNISERS.get(_start(text, at), ()):
        fact = recognise(text, at)
        if fact and (longest is None or fact.span[1] > longest.span[1]):
            longest = fact
    return longest


def _look_up(phrases: _Phrases, text: str, at: int) -> tuple[str, int] | None:
    match = phrases.pattern.match(text, at)
    if not match:
        return None
    return phrases.values[re.sub(" +", " ", match.group().lower())], match.end()


_UP_TO = re.compile(
    r"(?<![a-z])(?:turned|lined|lining|set|made|makes|picked|took|taken|queued|backed|held|tied|used"
    r"|filled|given|gave|looked|started|starting|cleaned|wrote|written|ended|showed|shows|show"
    r"|shut|put) \Z"
)
"""Verbs of two words: what was lined up did not go up."""

_DENIED = re.compile(
    r"(?:(?<![a-z])(?:not|never|cannot|no)|n['’]t)"
    r"(?: (?:go|went|gone|fall|fell|fallen|drop|dropped|rise|rose|risen|get|got|come|came))? \Z"
    r"|[没未不](?:有|曾)?\Z",
    re.IGNORECASE,
)
_NOT_BEYOND = {">": "<=", "<": ">="}
"""A comparison that is denied: "did not exceed the limit", "never went below 5"."""

_DENIAL = 16
"""Characters before a comparison in which its denial stands."""

_IS_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}:[0-9]{2}")
"""After "up to" or "before": an instant, no quantity."""


def _measured(text: str, at: int) -> Fact | None:
    start = at + 1 if text[at : at + 1] == " " else at
    if _IS_DATE.match(text, start):
        return None
    return recognise_quantity(text, start) if start < len(text) else None


def _bound(text: str, at: int) -> Fact | None:
    if symbol := _SYMBOL_BOUND.match(text, at):
        sign, end = _SYMBOLS.get(symbol["sign"], symbol["sign"]), symbol.end()
    elif found := _look_up(_BOUNDS, text, at):
        sign, end = found
        if _DENIED.search(text[max(0, at - _DENIAL) : at]):
            sign = _NOT_BEYOND.get(sign, sign)
    else:
        return None
    return _comparative("bound", sign, _measured(text, end), at)


def _change(text: str, at: int) -> Fact | None:
    found = None if _UP_TO.search(text[max(0, at - 16) : at]) else _look_up(_CHANGES, text, at)
    return _comparative("change", found[0], _measured(text, found[1]), at) if found else None


def _comparative(form: str, sign: str, fact: Fact | None, at: int) -> Fact | None:
    if fact is None or fact.number is None:
        return None
    value = f"{sign}{plain(fact.number)} {fact.unit}".rstrip()
    span = (at, fact.span[1])
    return fact._replace(kind="comparative", value=value, span=span, form=f"{form} {sign}")


def _factor_fact(number: Decimal, span: tuple[int, int]) -> Fact:
    return Fact(
        kind="comparative", value=f"x{plain(number)}", span=span, form="factor", number=number
    )


def _share_fact(value: str, span: tuple[int, int]) -> Fact:
    is_whole = "." not in value
    return Fact(
        kind="percentage",
        value=value,
        span=span,
        form="exact" if is_whole else "",
        number=Decimal(value),
        unit="%",
        step=Decimal(1) if is_whole else Decimal("0.1"),
    )


def _phrase(text: str, at: int) -> Fact | None:
    for form, table in _PLAIN.get(_start(text, at), ()):
        found = _look_up(table, text, at)
        if not found or (form == "order" and _is_window(text, found[1])):
            continue
        if _KEEPS_DOING.match(text, at) or (form == "alone" and ONLY_SO_MUCH.match(text, at)):
            continue
        if form == "relation" and _measured(text, found[1]):
            continue  # a bound, read from its own first word
        value, end = found
        if form == "relation" and _DENIED.search(text[max(0, at - _DENIAL) : at]):
            value = _NOT_BEYOND.get(value, value)
        if form == "factor":
            return _factor_fact(Decimal(value), (at, end))
        if form == "share":
            return _share_fact(value, (at, end))
        if form == "amount":
            least = Decimal(value)
            return Fact(
                kind="comparative", value=f"many {value}", span=(at, end), form=form, number=least
            )
        if form in ("all", "times"):
            number = Decimal(value)
            return Fact(kind="count", value=value, span=(at, end), form=form, number=number)
        return Fact(kind="comparative", value=value, span=(at, end), form=form)
    return None


def _alone(text: str, at: int) -> Fact | None:
    """ "only order-service": nobody else; "only 3" and "just restarted" are not that."""
    found = _look_up(_BEFORE_NAME, text, at)
    if not found or not _NAME_NEXT.match(text, found[1]):
        return None
    return Fact(kind="comparative", value="alone", span=(at, found[1]), form="alone")


def _around(text: str, at: int) -> Fact | None:
    """A comparison or superlative with a noun of its own; one of no direction is a word of its
    own that must stand in a source."""
    if match := _SPLIT_RELATION.match(text, at):
        form, end = "relation", match.end()
    elif match := _THE_MOST.match(text, at):
        form, end = "superlative", match.end()
    else:
        return None
    word = match["word"].lower()
    value = _DIRECTIONS.get(word, word)
    return Fact(kind="comparative", value=value, span=(at, end), form=form)


def _is_window(text: str, end: int) -> bool:
    """ "last 15 minutes" is a window, not an order."""
    return bool(_WINDOW.match(text, end)) or bool(re.match(r" ?[0-9]", text[end : end + 2]))


_STARTS: tuple[tuple[Callable[[str, int], Fact | None], frozenset[str]], ...] = (
    (recognise_factor, frozenset(_HAN_DIGITS) | {"两"}),
    (_bound, _BOUNDS.starts | set("<>≥≤")),
    (_change, _CHANGES.starts),
    (_phrase, frozenset(_PLAIN)),
    (_alone, _BEFORE_NAME.starts),
    (_around, _COMPARED | {"the"}),
)
_RECOGNISERS: Mapping[str, tuple[Callable[[str, int], Fact | None], ...]] = {
    start: tuple(recognise for recognise, starts in _STARTS if start in starts)
    for start in frozenset[str]().union(*(starts for _, starts in _STARTS))
}
"""What a phrase starts with -> what may recognise it, in the order that decides between equals."""
