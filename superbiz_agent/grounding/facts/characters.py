"""Characters: what folds into what, and which ones make a token suspicious (contract section 4).

Width folding maps one character to one character, so spans in the folded text are spans in the
raw text. Superscripts never fold: 10\u00b2 is not 102.
"""

import re
import unicodedata
from functools import lru_cache

MINUS_SIGNS = "\u2212\ufe63\uff0d"
NAME_DASHES = "\u2012\u2013\u2043\u30fb\u30fc\u00b7"
"""Dashes and dots that stand for a hyphen inside a Latin name; an em dash divides clauses."""

WIDTH_TABLE: dict[int, int] = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    **{ord(sign): ord("-") for sign in MINUS_SIGNS},
    0x2010: ord("-"),
    0x2011: ord("-"),
    0x3000: ord(" "),
    0x00A0: ord(" "),
    0x202F: ord(" "),
    0x2009: ord(" "),
    0x00B5: ord("u"),
    0x03BC: ord("u"),
}
"""Full-width forms, the minus signs, plain hyphens, spaces of other widths, and the micro sign."""

DOUBLE_QUOTES, SINGLE_QUOTES = "“”„「」『』«»`", "‘’‚"
"""Signs that fold into the double and the single quote of ASCII."""

NUMBER_SIGNS = "\u00bc-\u00be\u2150-\u2188\u2460-\u24ff\u2776-\u2793"
"""Fractions, Roman and enclosed numbers: no digits, but read as numbers."""

INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
SUPERSCRIPTS = "\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089"
LETTERS = "\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff"
"""Letters and digits of scripts that are written with spaces; Han text is not among them."""

WORD = f"A-Za-z0-9_{LETTERS}{SUPERSCRIPTS}{NUMBER_SIGNS}{INVISIBLE}"
"""Inside of a character class: what a token is made of."""

HAN = "\u3400-\u4dbf\u4e00-\u9fff\u3007"

_WORD_RUN = re.compile(f"[{WORD}]+(?:[-./:@$]{{1,2}}[{WORD}]+)*")
_NOT_PLAIN = re.compile(f"[{LETTERS}{SUPERSCRIPTS}{NUMBER_SIGNS}{INVISIBLE}]")
_ONLY_INVISIBLE = re.compile(f"[{INVISIBLE}_]*")
_INVISIBLE = re.compile(f"[{INVISIBLE}]")
_ODD_NUMBER = re.compile(f"[{SUPERSCRIPTS}{NUMBER_SIGNS}]")
_BETWEEN_PHRASES = re.compile("，(?<=[0-9]，)(?=[0-9])|：(?<=[A-Za-z]：)(?=[0-9])")
"""A Chinese comma between plain digits parts two numbers (202，171 到 203 ms), and a Chinese colon
after a name what is said of it (/refunds：504): neither is a sign within one of them."""

_IN_NAME = re.compile(f"[{NAME_DASHES}](?<=[A-Za-z].)(?=[A-Za-z])")


def fold_width(text: str) -> str:
    """Fold width and minus signs; the result has the same length as ``text``."""
    return text if text.isascii() else _fold_width(text)


@lru_cache(maxsize=4096)
def _fold_width(text: str) -> str:
    folded = _IN_NAME.sub("-", text).translate(_positional_table(text))
    pieces: list[str] = []
    position = 0
    for sign in _BETWEEN_PHRASES.finditer(text):
        pieces += (folded[position : sign.start()], sign.group())
        position = sign.end()
    return "".join([*pieces, folded[position:]])


def _positional_table(text: str) -> dict[int, int]:
    """The width table, without the Greek mu where ``text`` may be Greek prose."""
    return WIDTH_TABLE if "μ" not in text else _MU_TABLE if _is_unit_mu(text) else _NO_MU_TABLE


def _is_unit_mu(text: str) -> bool:
    return not re.search("[\u0370-\u03bb\u03bd-\u03ff]", text)


_MU_TABLE = WIDTH_TABLE
_NO_MU_TABLE = {code: to for code, to in WIDTH_TABLE.items() if code != 0x03BC}


@lru_cache(maxsize=4096)
def _script(character: str) -> str:
    """The script a letter belongs to, by the first word of its Unicode name."""
    return unicodedata.name(character, "UNKNOWN").partition(" ")[0]


def is_suspicious(token: str) -> bool:
    """True if ``token`` hides a character or mixes scripts: it then equals nothing but itself.

    Superscripts, number signs, digits of other scripts, and marks or signs of another script
    beside a digit count as mixed.
    """
    if token.isascii() or not _NOT_PLAIN.search(token) or _ONLY_INVISIBLE.fullmatch(token):
        return False
    if _INVISIBLE.search(token) or _ODD_NUMBER.search(token):
        return True
    scripts = {_script(character) for character in token if character.isalpha()}
    return len(scripts) > 1 or _has_foreign_digit(token)


def _has_foreign_digit(token: str) -> bool:
    """A digit of another script, or an ASCII digit with a mark or sign that no letter is."""
    odd = [c for c in token if not c.isascii() and not c.isalpha()]
    has_digit = any("0" <= character <= "9" for character in token)
    return any(character.isdigit() for character in odd) or (has_digit and bool(odd))


def suspicious_tokens(text: str) -> list[str]:
    """The tokens of ``text`` with invisible characters or mixed scripts, as written, in order."""
    folded = fold_width(text)
    return [
        text[match.start() : match.end()]
        for match in _WORD_RUN.finditer(folded)
        if is_suspicious(match.group())
    ]
