"""The unit beside a numeral: behind it as a word or a symbol, or before it as a rate."""

import re
from collections.abc import Iterable

from superbiz_agent.grounding.facts import units
from superbiz_agent.grounding.facts.characters import HAN, WORD
from superbiz_agent.grounding.facts.tables import words


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


_LATIN_WORDS = [word for word in units.WORDS if word.isascii()]
_HAN_UNITS = {**units.COMPOUND_WORDS, **{k: v for k, v in units.WORDS.items() if not k.isascii()}}
_SYMBOL = re.compile(rf"(?P<gap> ?)(?P<unit>{_alternatives(units.SYMBOLS)})(?![{WORD}]|/[A-Za-z])")
ANY_CASE = re.IGNORECASE | re.ASCII
"""What is looked up is written in ASCII: without the second, "dayſ" would be taken for "days"."""

_WORD = re.compile(rf"[ -]?(?P<unit>{_alternatives(_LATIN_WORDS)})(?![{WORD}])", ANY_CASE)
_HAN = re.compile(rf" ?(?!成[功员本果交立就为])(?P<unit>{_alternatives(_HAN_UNITS)})")
_RATE_WORDS = re.compile(
    rf"[ -]?(?:times )?(?:per|an?|each|every) (?P<unit>minute|hour)(?![{WORD}])"
    r"(?! (?:ago|later|earlier|before|after|apart))",
    ANY_CASE,
)
""" "40 a minute"; "7 a minute later" is no rate."""

_RATE_BEFORE = re.compile(r"每 ?(?P<unit>分钟|小时)约? ?\Z")
"""每分钟 40 条."""

_GLUED_SYMBOL = re.compile(rf"(?P<unit>{_alternatives(units.SYMBOLS)})(?=[0-9])")
MEASURE = re.compile(rf" ?(?:{_alternatives(units.MEASURE_WORDS)})")
_SPACED_SYMBOLS = {
    *words("ns us ms s min h GB MB KB kB TB GiB MiB KiB TiB PiB EiB B % rps qps tps pp"),
    *words("Kb kb Mb Gb Kbps kbps Mbps Gbps"),
    *(symbol for symbol, unit in units.SYMBOLS.items() if unit.base in ("B/s", "bit/s")),
}
"""Symbols that may stand apart from their number; "5 m" and "5 d" could be anything."""

_PERCENT_SIGN = re.compile(" ?%")
_CLAUSE_END = re.compile("[,;，；。]")
_CPU_FIELD = re.compile(_alternatives(units.CPU_FIELDS))
_CPU_VALUE = re.compile(
    rf"(?:{_alternatives((*units.CPU_FIELDS, *units.CPU_ASPECTS))})"
    r"[a-z]{0,8}[\"' ]{0,2}(?:[=:]|is|of|at|为|是)?[\"' ]{0,2}$"
)
_MAY_HAVE_UNIT = re.compile(rf"[ -]?[A-Za-z%/{HAN}]")


def unit_behind(text: str, at: int, *, in_words: bool) -> tuple[units.Unit, int] | None:
    """The unit that follows a numeral which ends at ``at``, and where it ends."""
    if not _MAY_HAVE_UNIT.match(text, at):
        return None
    is_latin = text[at : at + 2].isascii()
    if is_latin and (spelt := _spelt_unit(text, at)):
        return spelt
    if not is_latin and (match := _HAN.match(text, at)):
        compound = units.COMPOUND_WORDS.get(match["unit"])
        if compound is None:
            return units.WORDS[match["unit"]], match.end()
        if text[match.end() : match.end() + 1].isdigit():
            return compound, match.end()
    if in_words:
        sign = _PERCENT_SIGN.match(text, at)
        return (units.SYMBOLS["%"], sign.end()) if sign else None
    return _symbol(text, at)


def _spelt_unit(text: str, at: int) -> tuple[units.Unit, int] | None:
    if match := _WORD.match(text, at):
        return units.WORDS[match["unit"].lower()], match.end()
    match = _RATE_WORDS.match(text, at)
    return (units.RATE_WORDS[match["unit"].lower()], match.end()) if match else None


def rate_before(text: str, at: int, end: int) -> tuple[units.Unit, int] | None:
    """The unit of a rate that stands before the numeral ``text[at:end]``, and where what it counts
    ends: 每分钟 40 条."""
    rate = _RATE_BEFORE.search(text, max(0, at - 6), at)
    if rate is None:
        return None
    measured = MEASURE.match(text, end)
    return units.RATE_WORDS[rate["unit"]], measured.end() if measured else end


def _symbol(text: str, at: int) -> tuple[units.Unit, int] | None:
    match = _SYMBOL.match(text, at)
    if match and (not match["gap"] or match["unit"] in _SPACED_SYMBOLS):
        return units.SYMBOLS[match["unit"]], match.end()
    match = _GLUED_SYMBOL.match(text, at)
    if match and units.SYMBOLS[match["unit"]].base == "s":
        return units.SYMBOLS[match["unit"]], match.end()
    return None


def smaller_unit(text: str, at: int) -> tuple[units.Unit, int] | None:
    """A unit that only follows a larger one, and where it ends: 1 小时 30 分."""
    match = _HAN.match(text, at)
    if match and match["unit"] in units.COMPOUND_WORDS:
        return units.COMPOUND_WORDS[match["unit"]], match.end()
    return None


def is_of_cpu(text: str, at: int) -> bool:
    """The field decides: ``cpu=250m``, "cpu limit=250m" are milli-cores, ``window=15m`` minutes."""
    clause = _CLAUSE_END.split(text[max(0, at - 48) : at].lower())[-1]
    return bool(_CPU_FIELD.search(clause) and _CPU_VALUE.search(clause))
