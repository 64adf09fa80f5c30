"""Numbers with and without units: percentages, durations, sizes, rates, ratios, counts."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from superbiz_agent.grounding.facts import numerals, units
from superbiz_agent.grounding.facts.characters import HAN, WORD
from superbiz_agent.grounding.facts.fact import Fact, FactKind
from superbiz_agent.grounding.facts.numerals import EXACT, plain
from superbiz_agent.grounding.facts.unit_beside import (
    ANY_CASE,
    MEASURE,
    is_of_cpu,
    rate_before,
    smaller_unit,
    unit_behind,
)

_CHINESE_PERCENT = re.compile(
    rf"百分之 ?(?:(?P<digits>{numerals.DIGITS})|(?P<han>{numerals.CHINESE_RUN.pattern}))"
)
_RATIO = re.compile(
    rf"(?P<a>[0-9]{{1,15}}(?:\.[0-9]{{1,9}})?)(?P<sep>/| of | out of )"
    rf"(?P<b>[0-9]{{1,15}}(?:\.[0-9]{{1,9}})?)(?![0-9/%]|[-.:]?[{WORD}])"
)
_HAN_RATIO = re.compile(
    rf"(?P<b>[0-9]{{1,9}}) ?[个台条次名项块张份笔封]?[{HAN}]{{0,8}}[中里](?:有|的|只有|仅有)? ?"
    rf"(?P<a>[0-9]{{1,9}})(?= ?[个台条次名项块张份笔封]| ?[{HAN}])"
)
""" "4 个熔断器中 0 个": the whole comes first."""

_SCALES: dict[str, int] = {
    **numerals.CHINESE_SCALES,
    **numerals.CHINESE_GROUPS,
    "thousand": 1_000,
    "million": 1_000_000,
    "billion": 1_000_000_000,
}
_SCALE = re.compile(
    f" ?(?P<han>[{''.join(numerals.CHINESE_GROUPS)}千百])(?!分)"
    rf"| (?P<word>thousand|million|billion)(?![{WORD}])",
    ANY_CASE,
)
_HALF = re.compile(r"半(?:个)?(?P<unit>小时|分钟|天|秒)|half an (?P<word>hour)")
_ORDINAL = re.compile(rf"第 ?(?P<number>[0-9]{{1,9}}|{numerals.CHINESE_NUMERAL}{{1,9}})(?! ?步)")
_ORDINAL_ENDS = ("s", "n", "r", "t")
_ENGLISH_ORDINAL = re.compile(rf"(?P<number>[0-9]{{1,9}})(?:st|nd|rd|th)(?![{WORD}])")
_WORD_CHARACTER = re.compile(f"[{WORD}]")
_NOT_EVEN_ONE = re.compile(r"[一半][个条次台点][^,;，；。\n]{0,10}?[都也](?:没|不)")
"""一个空闲连接都没有 counts nothing: it says that there is none."""

_NOT_SIGNED_AFTER = re.compile(rf"[{WORD})\]%.]")


class _Numeral(NamedTuple):
    value: Decimal
    end: int
    step: Decimal
    in_words: bool
    is_rounded: bool = False
    """Shown with a fraction of its scale ("5.1 thousand"), whatever its last digit is worth."""


def recognise_quantity(text: str, at: int) -> Fact | None:
    """The longest numeric fact that starts at ``at`` of the width-folded ``text``, if any."""
    if "0" <= text[at] <= "9":
        return _from_digits(text, at)
    return (
        _chinese_percentage(text, at) or _half(text, at) or _ordinal(text, at) or _number(text, at)
    )


def _from_digits(text: str, at: int) -> Fact | None:
    """What follows the digits decides what is tried: 45/50, 2nd, 5 ms."""
    digits = numerals.DIGIT_NUMERAL.match(text, at)
    if digits is None:
        return None
    following = text[digits.end() : digits.end() + 1]
    may_be_ratio = following in ("/", " ") or not following.isascii()
    fact = _ratio(text, at) if may_be_ratio else None
    if fact is None and following in _ORDINAL_ENDS:
        fact = _english_ordinal(text, at)
    return fact or _with_unit(text, at, _digit_numeral(text, digits))


def _chinese_percentage(text: str, at: int) -> Fact | None:
    match = _CHINESE_PERCENT.match(text, at)
    if not match:
        return None
    if match["digits"]:
        value, step = numerals.read_digits(match["digits"]), numerals.last_digit(match["digits"])
    else:
        value, step = numerals.read_chinese(match["han"]), Decimal(1)
    return _fact("percentage", value, (at, match.end()), unit="%", step=step)


def _half(text: str, at: int) -> Fact | None:
    match = _HALF.match(text, at)
    if not match:
        return None
    unit = units.WORDS[match["unit"] or match["word"]]
    return _fact("duration", unit.factor / 2, (at, match.end()), unit="s", step=Decimal(1))


def _ordinal(text: str, at: int) -> Fact | None:
    match = _ORDINAL.match(text, at)
    if not match:
        return None
    number = match["number"]
    value = Decimal(number) if number.isascii() else numerals.read_chinese(number)
    return _order(value, match.span())


def _english_ordinal(text: str, at: int) -> Fact | None:
    match = _ENGLISH_ORDINAL.match(text, at)
    return _order(Decimal(match["number"]), match.span()) if match else None


def _order(value: Decimal, span: tuple[int, int]) -> Fact:
    form = "first" if value == 1 else f"ordinal {plain(value)}"
    return Fact(kind="comparative", value=form, span=span, form="order")


def _ratio(text: str, at: int) -> Fact | None:
    match = _RATIO.match(text, at) or _HAN_RATIO.match(text, at)
    if not match or _follows_number(text, at):
        return None
    value = f"{plain(Decimal(match['a']))}/{plain(Decimal(match['b']))}"
    return Fact(kind="number", value=value, span=(at, match.end()), form="ratio")


_SHARED_UNIT = re.compile(r" ?(?:-|–|—|~|to|至|到) ?")
_SHOWN_NUMBER = re.compile(numerals.DIGITS)


def share_unit(text: str, facts: Sequence[Fact]) -> list[Fact]:
    """Give a number the unit of the one that it forms a range with: "1.85 to 1.92 s"."""
    shared = list(facts)
    for index in range(len(shared) - 2, -1, -1):
        first, second = shared[index], shared[index + 1]
        if first.kind == "number" and second.kind in ("duration", "quantity", "percentage"):
            between = text[first.span[1] : second.span[0]]
            is_between = between == " and " and text[: first.span[0]].endswith("between ")
            if is_between or (len(between) < 8 and _SHARED_UNIT.fullmatch(between)):
                shared[index] = _with_unit_of(second, first, text) or first
    return shared


def _with_unit_of(second: Fact, first: Fact, text: str) -> Fact | None:
    number = _SHOWN_NUMBER.match(text, second.span[0])
    if number is None or not _SHOWN_NUMBER.fullmatch(text, *first.span):
        return None
    whole = text[slice(*first.span)] + text[number.end() : second.span[1]]
    read = recognise_quantity(whole, 0)
    if read is None or read.span[1] != len(whole) or read.kind != second.kind:
        return None
    return read._replace(span=first.span)


def ratio_parts(fact: Fact) -> tuple[Decimal, Decimal]:
    """Both numbers of a fact of form ``ratio``."""
    first, _, second = fact.value.partition("/")
    return Decimal(first), Decimal(second)


def _follows_number(text: str, at: int) -> bool:
    return at > 0 and text[at - 1] in "/."


def _number(text: str, at: int) -> Fact | None:
    signed = text[at] in "+-" and at + 1 < len(text)
    if signed and at and _NOT_SIGNED_AFTER.match(text, at - 1):
        return None
    numeral = _numeral(text, at + 1 if signed else at)
    if numeral is None or (signed and numeral.in_words):
        return None
    if text[at] == "-":
        numeral = _Numeral(-numeral.value, numeral.end, numeral.step, in_words=False)
    return _with_unit(text, at, numeral)


def _numeral(text: str, at: int) -> _Numeral | None:
    if match := numerals.DIGIT_NUMERAL.match(text, at):
        return _digit_numeral(text, match)
    if _NOT_EVEN_ONE.match(text, at):
        return None
    if (match := numerals.CHINESE_RUN.match(text, at)) and not _inside_word(text, at):
        value = numerals.read_chinese(match.group())
        step = Decimal("0.1") if "点" in match.group() else Decimal(1)
        return _Numeral(value, match.end(), step, in_words=True)
    if (match := numerals.ENGLISH_RUN.match(text, at)) and (
        value := numerals.read_english(match)
    ) is not None:
        return _Numeral(value, match.end(), Decimal(1), in_words=True)
    return None


def _digit_numeral(text: str, match: re.Match[str]) -> _Numeral:
    """The number of a match of ``DIGIT_NUMERAL``, with the scale that follows it: 5 万."""
    shown, end = match.group(), match.end()
    value, step = numerals.read_digits(shown), numerals.last_digit(shown)
    may_have_scale = text[end : end + 1] == " " or not text[end : end + 1].isascii()
    if may_have_scale and (scale := _SCALE.match(text, end)):
        factor = _SCALES[(scale["han"] or scale["word"]).lower()]
        scaled = EXACT.multiply(value, factor)
        return _Numeral(scaled, scale.end(), step * factor, False, is_rounded=step < 1)
    return _Numeral(value, end, step, in_words=False)


def _is_exact(numeral: _Numeral) -> bool:
    return numeral.step >= 1 and not numeral.is_rounded


def _inside_word(text: str, at: int) -> bool:
    """The numeral character ends a word that counts nothing: 统一, 万一, 唯一."""
    return text[max(0, at - 1) : at + 1] in numerals.NOT_NUMERALS


def _with_unit(text: str, at: int, numeral: _Numeral) -> Fact | None:
    found = unit_behind(text, numeral.end, in_words=numeral.in_words)
    if found is None and not numeral.in_words:
        found = rate_before(text, at, numeral.end)
    if found is None:
        return _bare(text, at, numeral)
    unit, end = found
    if unit.base == "s" and unit.factor == 60 and text[end - 1] == "m" and is_of_cpu(text, at):
        unit = units.MILLI_CORE
    value = EXACT.multiply(numeral.value, unit.factor)
    step = EXACT.multiply(numeral.step, unit.factor)
    if unit.kind == "duration":
        value, step, end = _compound(text, end, value, unit, step)
    elif text[end - 1 : end] in units.COMPOUND_WORDS:
        return _bare(text, at, numeral)
    exact = _is_exact(numeral)
    return _fact(unit.kind, value, (at, end), unit=unit.base, step=step, exact=exact)


def _compound(
    text: str, end: int, value: Decimal, unit: units.Unit, step: Decimal
) -> tuple[Decimal, Decimal, int]:
    """Add the smaller units that follow: 1h30m, 1 小时 30 分, 2 minutes 10 seconds."""
    for _ in range(5):
        start = end + 1 if text[end : end + 1] in (" ", "零") else end
        match = numerals.DIGIT_NUMERAL.match(text, start)
        if not match:
            break
        numeral = _Numeral(
            numerals.read_digits(match.group()),
            match.end(),
            numerals.last_digit(match.group()),
            in_words=False,
        )
        found = unit_behind(text, numeral.end, in_words=False) or smaller_unit(text, numeral.end)
        if not found or found[0].base != "s" or found[0].factor >= unit.factor:
            break
        unit, end = found
        value = EXACT.add(value, EXACT.multiply(numeral.value, unit.factor))
        step = EXACT.multiply(numeral.step, unit.factor)
    return value, step, end


def _bare(text: str, at: int, numeral: _Numeral) -> Fact | None:
    """A number without a unit; Chinese numerals only before a measure word."""
    end = numeral.end
    if numeral.in_words:
        measured = MEASURE.match(text, end)
        if not text[at].isascii() and not measured:
            return None
        end = measured.end() if measured and not text[at].isascii() else end
        return _fact("count", numeral.value, (at, end), step=Decimal(1))
    if _WORD_CHARACTER.match(text, end):
        return None
    return _fact("number", numeral.value, (at, end), step=numeral.step, exact=_is_exact(numeral))


def _fact(
    kind: FactKind,
    value: Decimal,
    span: tuple[int, int],
    *,
    unit: str = "",
    step: Decimal,
    exact: bool | None = None,
) -> Fact:
    shown = plain(value)
    if kind == "quantity":
        shown = f"{shown} {unit}".rstrip()
    exact = step >= 1 if exact is None else exact
    form = "exact" if exact else ""
    return Fact(kind=kind, value=shown, span=span, form=form, number=value, unit=unit, step=step)
