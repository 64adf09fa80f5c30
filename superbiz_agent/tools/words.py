"""The words of a text, for searching: tokens, their parts, plain English stems, Chinese pairs.

Folding covers width, case and, for plain English words, the commonest endings.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[^\W{_HAN}]+(?:[-.:@=%]+[^\W{_HAN}]+)*")
HAN_RUN = re.compile(rf"[{_HAN}]+")
PART_BOUNDARY = re.compile(r"[^\w]+|_+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_BOUNDARIES = (re.compile("=+"), re.compile("[:@%]+"), PART_BOUNDARY)
_INNER_CAPITAL = re.compile(r"[a-z0-9][A-Z]")
_LONGEST_REMEMBERED = 64
_ENDINGS = (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("ing", ""), ("ed", ""))
_SHORTEST_STEM = 4


def fold(text: str) -> str:
    """Fold width and case."""
    return unicodedata.normalize("NFKC", text).casefold()


def tokens_of(text: str) -> list[str]:
    """Return the tokens of ``text`` in order, width folded, Chinese aside: an identifier is one."""
    return _TOKEN.findall(unicodedata.normalize("NFKC", text))


def words_of(text: str) -> list[str]:
    """Return the folded words of ``text`` in order, Chinese aside.

    An identifier gives itself whole and then its parts: ``order-service`` gives ``order-service``,
    ``order``, ``service``; ``HighMemoryUsage`` gives ``highmemoryusage``, ``high``, ``memory``,
    ``usage``; ``app=order-service`` itself, ``app`` and the words of ``order-service``.
    """
    words: list[str] = []
    for token in tokens_of(text):
        words += words_of_token(token)
    return words


def words_of_token(token: str) -> tuple[str, ...]:
    """Return one token as ``words_of`` gives it."""
    return _short_words(token) if len(token) <= _LONGEST_REMEMBERED else _split_words(token)


def whole_names(token: str) -> Iterator[str]:
    """Yield a token, and what it holds on both sides of ``=`` and around ``:``, ``@`` and ``%``."""
    folded = token.casefold()
    yield folded
    for part in _BOUNDARIES[0].split(folded):
        yield part
        yield from _BOUNDARIES[1].split(part)


def han_bigrams(text: str) -> list[str]:
    """Return the Chinese text of ``text`` as overlapping pairs (a lone character as itself)."""
    return [
        run[start : start + 2]
        for run in HAN_RUN.findall(fold(text))
        for start in range(max(1, len(run) - 1))
    ]


def han_length(text: str) -> int:
    """Return how many Chinese characters ``text`` holds."""
    return sum(map(len, HAN_RUN.findall(text)))


def identifiers_of(text: str) -> list[str]:
    """Return, folded, the words of ``text`` that are written together as names of code and alerts
    are: ``DbPoolSaturated``, ``maximumPoolSize``."""
    return [token.casefold() for token in tokens_of(text) if _INNER_CAPITAL.search(token)]


def _split_words(token: str, depth: int = 0) -> tuple[str, ...]:
    """Return a token whole, then its parts, from the widest boundary to the narrowest."""
    if depth == len(_BOUNDARIES):
        return (stem(token.casefold()),)
    parts = [part for part in _BOUNDARIES[depth].split(token) if part]
    words = [word for part in parts for word in _split_words(part, depth + 1)]
    return tuple(words) if len(parts) == 1 else (token.casefold(), *words)


_short_words = lru_cache(maxsize=65536)(_split_words)
"""The same, remembered: the same words come again and again in alerts and runbooks."""


def stem(word: str) -> str:
    """Take a common English ending off: ``looping`` -> ``loop``, ``pools`` -> ``pool``."""
    if not (word.isascii() and word.isalpha()):
        return word
    for ending, replacement in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) + len(replacement) >= _SHORTEST_STEM:
            return word.removesuffix(ending) + replacement
    plural = word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return word[:-1] if plural and len(word) >= _SHORTEST_STEM else word
