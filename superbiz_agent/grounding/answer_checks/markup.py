"""Signs that have no place in an answer: markup, look-alike letters, look-alike marks.

Each row finds stretches of a field's raw text. A stretch that stands in the material as it is, is
quoted evidence, unless the row is absolute; rendering defuses it (contract section 7).
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from superbiz_agent.grounding.answer_checks.material import Material
from superbiz_agent.grounding.wording import find_marks

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
)
"""Characters that show nothing or turn the reading order round, for use inside ``[...]``."""

CONTROL = "\x00-\x08\x0b-\x1f\x7f-\x9f"


_OPENING, _CLOSING = r"[\[【［(（{]", r"[\]】］)）}]"
_DASH = "[-_ \u2010-\u2015]"


@dataclass(frozen=True)
class Sign:
    """One row: ``is_absolute`` signs are a finding even where the material holds them."""

    rule_id: str
    message: str
    pattern: re.Pattern[str]
    is_absolute: bool = False


SIGNS: tuple[Sign, ...] = (
    Sign("answer.markup", "holds invisible characters", re.compile(f"[{INVISIBLE}]"), True),
    Sign("answer.markup", "holds control characters", re.compile(f"[{CONTROL}]"), True),
    Sign("answer.markup", "holds a Markdown fence", re.compile(r"(?m)^[ \t>]{0,8}~~~|```"), True),
    Sign("answer.markup", "strikes words through", re.compile(r"~~")),
    Sign(
        "answer.markup",
        "holds HTML",
        re.compile(r"<[A-Za-z/!?][^<>\n]{0,80}>?|&#?[A-Za-z0-9]{2,10};"),
    ),
    Sign("answer.markup", "holds a link or an image", re.compile(r"!\[|\][ \t]?\(|\]:[ \t]?\S")),
    Sign(
        "answer.markup",
        "holds a sign of no",
        re.compile("[\u274c\u2717\u2718\u2716\u2715\U0001f44e\U0001f6ab\u26d4]"),
    ),
    Sign("answer.mark", "holds a number like a reference", re.compile(r"\[ ?[0-9]{1,4} ?\]")),
    Sign(
        "answer.mark",
        "holds something like a mark",
        re.compile(
            rf"(?:claim|hypothesis){_DASH}[0-9]{{1,4}}(?![A-Za-z0-9])"
            rf"|{_OPENING}[ \t]?(?:[hma]{_DASH}?[0-9]{{1,4}}|q)"
            rf"(?:[ \t]?[,，;][^\]】］)）}}\n]{{0,80}})?[ \t]?{_CLOSING}",
            re.IGNORECASE,
        ),
    ),
)
"""Every sign; add a row to extend the checks."""

_WORD = re.compile(r"[^\W_]+")
_SCRIPTS = ("LATIN ", "CJK ", "DIGIT ", "HIRAGANA", "KATAKANA", "HANGUL", "MICRO ", "IDEOGRAPHIC")
_LETTERS = frozenset("ΩμµΔ")


def broken_signs(text: str, material: Material) -> Iterator[tuple[str, str]]:
    """The rule id and message of each row that ``text`` breaks; marks themselves are no signs."""
    bare = _without_marks(text)
    for sign in SIGNS:
        stretches = (match.group() for match in sign.pattern.finditer(bare))
        if _is_foreign(stretches, material, is_absolute=sign.is_absolute):
            yield sign.rule_id, sign.message
    strange = (word for word in _WORD.findall(bare) if not word.isascii() and _is_strange(word))
    if _is_foreign(strange, material, is_absolute=False):
        yield "answer.markup", "holds letters that look like others"


def _is_foreign(stretches: Iterable[str], material: Material, *, is_absolute: bool) -> bool:
    return any(is_absolute or not material.holds(stretch) for stretch in stretches)


def _without_marks(text: str) -> str:
    pieces: list[str] = []
    position = 0
    for mark in find_marks(text):
        pieces.append(text[position : mark.start])
        position = mark.end
    return " ".join([*pieces, text[position:]])


def _is_strange(word: str) -> bool:
    """Whether a letter of ``word`` is of another script, or a styled form of a common one."""
    return any(
        not unicodedata.name(character, "").startswith(_SCRIPTS)
        or unicodedata.normalize("NFKC", character) != character
        for character in word
        if character not in _LETTERS and not character.isascii()
    )
