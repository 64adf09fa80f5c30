"""Words of asking that were typed in haste: read as the one word that they are a slip of.

Only words of a closed list are put right, and only slips that leave the first letter: a letter left
out, doubled or put in, or two that changed places. A name is never touched.
"""

import re
from functools import lru_cache
from typing import Final


def _table(text: str) -> frozenset[str]:
    return frozenset(text.split())


_WORDS: Final = _table("""
which service services error errors exception exceptions warning warnings before after during
between happened happening failed failure failures anything something everything wrong timeout
timeouts connection connections restart restarted restarts database request requests response
responses slowest fastest highest since stopped started recovered latest longest often address
addresses endpoint endpoints memory latency rejected crashed running
""")
"""None that another word of operations is one letter from ("reused", "refused")."""

_SHORT: Final = {
    "wich": "which", "whcih": "which", "whihc": "which", "wht": "what", "waht": "what",
    "wat": "what", "wen": "when", "whn": "when", "hwo": "how", "teh": "the", "adn": "and",
    "dosent": "doesn't", "didnt": "didn't", "pls": "please", "plz": "please", "thier": "their",
}  # fmt: skip
"""Slips of shorter words."""

_WORD: Final = re.compile(r"(?<![A-Za-z0-9_./:@=-])[a-z]{3,14}(?![A-Za-z0-9_/:@=-]|\.[A-Za-z0-9])")
_SHORTEST: Final = 5


def spelled(text: str) -> str:
    """Return ``text`` with such slips put right; what stands in quotes stays."""
    parts = re.split(r"(\"[^\"]*\"|“[^”]*”|`[^`]*`|'[^']*')", text)
    return "".join(
        part if at % 2 else _WORD.sub(lambda found: _meant(found[0]), part)
        for at, part in enumerate(parts)
    )


@lru_cache(maxsize=2048)
def _meant(word: str) -> str:
    if word in _WORDS:
        return word
    if word in _SHORT:
        return _SHORT[word]
    meant = {each for each in _slips_of(word) if each in _WORDS}
    return meant.pop() if len(meant) == 1 else word


def _slips_of(word: str) -> set[str]:
    """Words that ``word`` may be a slip of: a letter more, a letter less, two exchanged."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    places = range(1, len(word) + 1)
    more = {word[:at] + letter + word[at:] for at in places for letter in letters}
    less = {word[:at] + word[at + 1 :] for at in places if at < len(word)}
    turned = {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in places[:-2]}
    found = more | less | turned
    return {each for each in found if len(each) >= _SHORTEST and not _is_inflected(each, word)}


def _is_inflected(one: str, other: str) -> bool:
    """An s or a d at the end is a form, no slip."""
    return one.rstrip("sd") == other.rstrip("sd")
