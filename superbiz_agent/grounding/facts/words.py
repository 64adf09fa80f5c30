"""Recognising comparatives: the phrases of the tables in ``comparatives``, and 3x, 三倍, >= 5."""

import re
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
from superbiz_agent.grounding.facts.tables import phrases

_FACTOR_NUMBER = re.compile(
    rf"(?P<number>[0-9]{{1,6}}(?:\.[0-9]{{1,3}})?)(?:[x×](?![{WORD}])|"
    r" times (?:higher|more|larger|greater|the|as|slower|faster))"
)
_CHINESE_FACTOR = re.compile(
    r"(?P<number>[0-9]{1,6}(?:\.[0-9]{1,3})?|[一二两三四五六七八九十]{1,3}) ?倍"
)
_HAN_DIGITS = {character: index for index, character in enumerate("零一二三四五六七八九十")}
_SPLIT_RELATION = re.compile(
    r"(?P<word>higher|greater|larger|longer|slower|more|lower|fewer|less|smaller|shorter|faster"
    r"|better|worse)(?: [a-z-]{2,20}){1,4} than(?![a-z])",
    re.IGNORECASE,
)
""" "a higher error rate than": the comparison stands around what is compared."""

_THE_MOST = re.compile(
    r"the (?P<word>most|least) (?!likely|probable|plausible|recent|important|of)[a-z]",
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


def _compile(table: Table) -> tuple[re.Pattern[str], dict[str, str]]:
    values = {
        phrase: value
        for value, english, chinese in table
        for phrase in phrases(english) + phrases(chinese)
    }
    parts = [
        re.escape(phrase).replace(r"\ ", " {1,3}") + (rf"(?![{WORD}]|-[a-z])" * phrase.isascii())
        for phrase in sorted(values, key=len, reverse=True)
    ]
    return re.compile("|".join(parts), re.IGNORECASE), values


_BOUNDS, _CHANGES = _compile(BOUNDS), _compile(CHANGES)
_BEFORE_NAME = _compile(ALONE[1:])
_NAME_NEXT = re.compile(r" ?(?:the )?(?:[a-z0-9]+(?:[-_][a-z0-9]+)+|[A-Z][a-z0-9]+[A-Z])")
_PLAIN = [
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
]
_TABLES: tuple[Table, ...] = (
    *(BOUNDS, CHANGES, FACTORS, STATES, TRENDS, ORDER, COUNTS),
    *(REPEATS, SHARES, VAGUE, RELATIONS, SUPERLATIVES, ALONE, AMOUNTS),
)
FIRST_WORDS = frozenset(
    re.split("[ -]", phrase)[0]
    for table in _TABLES
    for _, english, _ in table
    for phrase in phrases(english)
) | {
    "higher",
    "greater",
    "larger",
    "longer",
    "slower",
    "more",
    "lower",
    "fewer",
    "less",
    "smaller",
    "shorter",
    "faster",
    "better",
    "worse",
    "the",
}
"""Lower-case first words of every English phrase: a quick way past prose."""

FIRST_CHARACTERS = "".join(
    sorted({phrase[0] for t in _TABLES for row in t for phrase in phrases(row[2])})
)


def recognise_factor(text: str, at: int) -> Fact | None:
    """ "3x", "3 times higher", 三倍."""
    match = _FACTOR_NUMBER.match(text, at) or _CHINESE_FACTOR.match(text, at)
    if not match:
        return None
    shown = match["number"]
    digits = shown if shown.isascii() else str(_HAN_DIGITS.get(shown.replace("两", "二"), 0))
    return _factor_fact(Decimal(digits), (at, match.end()))


def recognise_words(text: str, at: int) -> Fact | None:
    """The longest comparative or counting phrase that starts at ``at``, if any."""
    candidates = [
        fact
        for fact in (
            recognise_factor(text, at),
            _bound(text, at),
            _change(text, at),
            _phrase(text, at),
            _alone(text, at),
            _around(text, at),
        )
        if fact
    ]
    return max(candidates, key=lambda fact: fact.span[1], default=None)


def _look_up(
    compiled: tuple[re.Pattern[str], dict[str, str]], text: str, at: int
) -> tuple[str, int] | None:
    pattern, values = compiled
    match = pattern.match(text, at)
    if not match:
        return None
    return values[re.sub(" +", " ", match.group().lower())], match.end()


def _measured(text: str, at: int) -> Fact | None:
    start = at + 1 if text[at : at + 1] == " " else at
    return recognise_quantity(text, start) if start < len(text) else None


def _bound(text: str, at: int) -> Fact | None:
    if symbol := _SYMBOL_BOUND.match(text, at):
        sign, end = _SYMBOLS.get(symbol["sign"], symbol["sign"]), symbol.end()
    elif found := _look_up(_BOUNDS, text, at):
        sign, end = found
    else:
        return None
    return _comparative("bound", sign, _measured(text, end), at)


def _change(text: str, at: int) -> Fact | None:
    found = _look_up(_CHANGES, text, at)
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
    for form, compiled in _PLAIN:
        found = _look_up(compiled, text, at)
        if not found or (form == "order" and _is_window(text, found[1])):
            continue
        if form == "relation" and _measured(text, found[1]):
            continue  # a bound, read from its own first word
        value, end = found
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
        form, end = "superlative", match.end() - 2
    else:
        return None
    word = match["word"].lower()
    value = _DIRECTIONS.get(word, word)
    return Fact(kind="comparative", value=value, span=(at, end), form=form)


def _is_window(text: str, end: int) -> bool:
    """ "last 15 minutes" is a window, not an order."""
    return bool(_WINDOW.match(text, end)) or bool(re.match(r" ?[0-9]", text[end : end + 2]))
