"""Is each number, id and name of an answer somewhere in what the run had? Asked without the rules.

The comparison of ``grounding/`` decides what may be told; this looks at the answer with nothing of
it: tokens, and whether they stand in the stored evidence, the question, or the words that the
agent's own code writes. It is blind to a right number on the wrong thing, and that is the point of
having two.
"""

import ast
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from superbiz_agent import grounding

_ROOM: Final = Path(grounding.__file__).parent
_WRITERS: Final = (
    "fallback.py",
    "citations.py",
    "greeting.py",
    "screening/gaps.py",
    "screening/open_points.py",
    "screening/presupposed.py",
    "screening/sought.py",
    "screening/source_reasons.py",
    "screening/templates.py",
    "wording/frames.py",
)
"""Files of ``grounding/`` whose texts are the agent's own words: templates, headings, notices."""

_TOKEN: Final = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_./:=@+%-]*[A-Za-z0-9_%])?")
_MARK: Final = re.compile(r"\[(?:[0-9]{1,3}|(?:claim|[hma])-[0-9]{1,2}|q)\]")
_INSTANT: Final = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})t([0-9]{2}:[0-9]{2})(:[0-9]{2})?(\.[0-9]+)?(z|[+-][0-9:]+)?"
)
_JOINT: Final = re.compile(r"[=/@+]")
_KNOWN_JOINT: Final = re.compile(r"[:=/@+]")
_FINE_JOINT: Final = re.compile(r"[:=/@+]|(?<=[a-z])[._-](?=[a-z])")
_NUMERALS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNT_WORDS: Final[Mapping[str, str]] = {
    **{word: str(number) for number, word in enumerate(_NUMERALS, start=2)},
    "twice": "2",
    "doubled": "2",
    "tripled": "3",
    "dozen": "12",
}
"""Word -> the number that it counts."""


def unknown_tokens(answer: str, known: Iterable[str]) -> list[str]:
    """The telling tokens of ``answer`` that stand in no text of ``known`` nor in the agent's own
    words, in order, each once. Reference numbers and marks do not count, nor does a number of the
    agent's own words excuse one."""
    words = {token for text in own_words() for token in _tokens(text) if not _has_digit(token)}
    whole = words | {token for text in known for token in _tokens(text)}
    pieces = {piece for token in whole for piece in _pieces(token)}
    told = dict.fromkeys(_telling(_MARK.sub(" ", answer)))
    return [token for token in told if not _is_known(token, pieces)]


def _is_known(token: str, pieces: set[str]) -> bool:
    """A token is known as it stands, or by all that it is joined of; a count word by its number."""
    parts = [part for part in _JOINT.split(token) if part]
    known = token in pieces or all(part in pieces for part in parts)
    return known or _COUNT_WORDS.get(token) in pieces


def _tokens(text: str) -> Iterator[str]:
    for match in _TOKEN.finditer(unicodedata.normalize("NFKC", text)):
        yield match.group().casefold()


def _pieces(token: str) -> Iterator[str]:
    """A known token, what it is joined of, and each instant in it, to the second or the minute."""
    yield token
    yield from _JOINT.split(token)
    yield from _KNOWN_JOINT.split(token)
    yield from _FINE_JOINT.split(token)
    for instant in _INSTANT.finditer(token):
        date, minute, second, fraction, zone = instant.groups(default="")
        yield date
        for clock in (minute, minute + second, minute + second + fraction):
            yield from (clock, clock + zone, f"{date}t{clock}", f"{date}t{clock}{zone}")


def _has_digit(token: str) -> bool:
    return any(map(str.isdigit, token))


def _telling(text: str) -> Iterator[str]:
    """Tokens that name or count: with a digit, a joint, or capitals beyond the first letter."""
    for match in _TOKEN.finditer(unicodedata.normalize("NFKC", text)):
        token = match.group()
        has_joint = any(joint in token for joint in "_./:=@")
        is_capital = len(token) > 1 and any(map(str.isupper, token[1:]))
        is_number = _has_digit(token) or token.casefold() in _COUNT_WORDS
        if has_joint or is_capital or is_number:
            yield token.casefold()


@cache
def own_words() -> tuple[str, ...]:
    """Every text that the agent's own code may write into an answer."""
    return tuple(text for name in _WRITERS for text in _strings(_ROOM / name))


def _strings(path: Path) -> Iterator[str]:
    """The string constants of a file, those that stand by themselves (docstrings) left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.value
