"""Numerals in digits, English words and Chinese characters, read as exact decimals."""

import re
from decimal import Context, Decimal

from superbiz_agent.grounding.facts.characters import WORD
from superbiz_agent.grounding.facts.tables import words

EXACT = Context(prec=120)
"""Wide enough that nothing within ``MAX_DIGITS`` is rounded."""

ONE = Decimal(1)

MAX_DIGITS = 40
"""A longer run of digits is an id, not a number."""

ENGLISH: dict[str, int] = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13,
    "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
    "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
    "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip

CHINESE_DIGITS: dict[str, int] = {
    "零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7,
    "八": 8, "九": 9,
    "壹": 1, "贰": 2, "叁": 3, "肆": 4, "伍": 5, "陆": 6, "柒": 7, "捌": 8, "玖": 9,
}  # fmt: skip
CHINESE_SCALES: dict[str, int] = {"十": 10, "百": 100, "千": 1000, "拾": 10, "佰": 100, "仟": 1000}
CHINESE_GROUPS: dict[str, int] = {"万": 10_000, "亿": 100_000_000}

NOT_NUMERALS = words("何一 统一 万一 唯一 单一 同一 之一 专一 逐一 登陆 着陆 队伍")
"""Words that end in a numeral character and count nothing."""

CHINESE_NUMERAL = f"[{''.join([*CHINESE_DIGITS, *CHINESE_SCALES, *CHINESE_GROUPS])}]"

DIGITS = r"(?:[0-9]{1,3}(?:,[0-9]{3}){1,12}(?![0-9]|,[0-9])|[0-9]{1,40})(?:\.[0-9]{1,40})?"
DIGIT_NUMERAL = re.compile(rf"{DIGITS}(?:[eE][+-]?[0-9]{{1,3}}(?![{WORD}]))?(?![0-9])")
CHINESE_RUN = re.compile(f"{CHINESE_NUMERAL}{{1,20}}(?:点{CHINESE_NUMERAL}{{1,20}})?")
ENGLISH_RUN = re.compile(
    rf"(?:(?P<tens>twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ]"
    rf"(?P<ones>one|two|three|four|five|six|seven|eight|nine)|(?P<word>[a-z]{{3,9}}))"
    rf"(?: (?P<hundred>hundred|thousand))?(?![{WORD}])",
    re.IGNORECASE,
)


def read_digits(text: str) -> Decimal:
    """Read ASCII digits with optional thousands commas, fraction and exponent."""
    return Decimal(text.replace(",", ""))


def read_chinese(text: str) -> Decimal:
    """Read a Chinese numeral; digit by digit (二零二六) where it has no scale character."""
    whole, _, fraction = text.partition("点")
    value = _chinese_whole(whole)
    if fraction:
        digits = "".join(str(CHINESE_DIGITS.get(character, 0)) for character in fraction)
        value = Decimal(f"{value}.{digits}")
    return value


def _chinese_whole(text: str) -> Decimal:
    if all(character in CHINESE_DIGITS for character in text):
        return Decimal("".join(str(CHINESE_DIGITS[character]) for character in text))
    total = section = digit = 0
    for character in text:
        if character in CHINESE_DIGITS:
            digit = CHINESE_DIGITS[character]
        elif character in CHINESE_SCALES:
            section += (digit or (0 if section else 1)) * CHINESE_SCALES[character]
            digit = 0
        else:
            total = (total + section + digit) * CHINESE_GROUPS[character]
            section = digit = 0
    return Decimal(total + section + digit)


def read_english(match: re.Match[str]) -> Decimal | None:
    """Read a match of ``ENGLISH_RUN``; null if its word is no numeral."""
    if match["tens"]:
        value = ENGLISH[match["tens"].lower()] + ENGLISH[match["ones"].lower()]
    elif match["word"].lower() in ENGLISH:
        value = ENGLISH[match["word"].lower()]
    else:
        return None
    scale = {"hundred": 100, "thousand": 1000}.get((match["hundred"] or "").lower(), 1)
    return Decimal(value * scale)


def plain(value: Decimal) -> str:
    """The normal form: no exponent, no trailing zeros, no negative zero."""
    if not value:
        return "0"
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def last_digit(text: str) -> Decimal:
    """The worth of the last digit shown: 1 for "91", 0.01 for "1.25"."""
    fraction = text.lower().partition("e")[0].partition(".")[2]
    return Decimal(1).scaleb(-len(fraction)) if fraction else ONE
