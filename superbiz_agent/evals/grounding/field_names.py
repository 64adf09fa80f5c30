"""The words that a field's name stands for: how keys of public sources read in a stored line."""

import re
from itertools import pairwise

BOX_SCORE = {
    "pts": "points", "ast": "assists", "reb": "rebounds", "oreb": "offensive rebounds",
    "dreb": "defensive rebounds", "stl": "steals", "blk": "blocks", "to": "turnovers",
    "tov": "turnovers", "pf": "fouls", "min": "minutes", "fgm": "field goals made",
    "fga": "field goals attempted", "fg3m": "three pointers made",
    "fg3a": "three pointers attempted", "ftm": "free throws made",
    "fta": "free throws attempted", "fg": "field goal", "fg3": "three point",
    "ft": "free throw", "pct": "percentage", "vis": "visiting",
}  # fmt: skip
"""Abbreviations of a basketball box score, as any newspaper prints them."""

CONTAINERS = frozenset({"line", "info", "data", "details", "list", "stats", "display", "value"})
"""Words of a key that say where a value lies, not what it is."""

ORDINALS = ("", "first", "second", "third", "fourth", "fifth")
PARTS_OF_A_GAME = {"qtr": "quarter", "period": "period", "half": "half", "inning": "inning"}
"""Numbered parts: ``PTS_QTR2`` is of the second quarter."""

_PART = re.compile(r"[A-Z]{2,}[0-9]*(?![a-z])|[A-Z]?[a-z]+[0-9]*|[A-Z]+|[0-9]+")
_NUMBERED = re.compile(rf"(?P<part>{'|'.join(PARTS_OF_A_GAME)})_?(?P<number>[1-5])")


def key_words(key: str) -> tuple[str, ...]:
    """The lower-case words of a key: ``TEAM-PTS_QTR2`` is team, points, second, quarter.

    ``TO`` and ``MIN`` are box-score columns only in capitals: ``to`` is a word elsewhere.
    """
    found: list[str] = []
    for part in _PART.findall(key[:200]):
        lower = part.lower()
        if numbered := _NUMBERED.fullmatch(lower):
            name = PARTS_OF_A_GAME[numbered["part"]]
            found += [ORDINALS[int(numbered["number"])], name]
        elif part.isupper() and lower in BOX_SCORE:
            found += BOX_SCORE[lower].split()
        elif lower not in CONTAINERS:
            found.append(BOX_SCORE[lower] if lower == "vis" else lower)
    return tuple(found)


def ordinal_phrase(words: tuple[str, ...]) -> str:
    """The numbered part that a key speaks of: "second quarter"; empty if none."""
    for first, second in pairwise(words):
        if first in ORDINALS[1:] and second in PARTS_OF_A_GAME.values():
            return f"{first} {second}"
    return ""
