"""Reading what is asked of logs, of any language, as a ``LogQuery``."""

import re
import unicodedata
from collections.abc import Iterable, Mapping

from superbiz_agent.tools.logs.needles import Needle, fold
from superbiz_agent.tools.logs.query import LogQuery, Term, strong_enough
from superbiz_agent.tools.logs.wordings import LOG_WORDINGS, WEAK_WORDINGS
from superbiz_agent.tools.synonyms import CONCEPTS, GENERIC_CHINESE, GENERIC_ENGLISH

_MOST_TERMS = 24
_HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
_QUOTED = re.compile(r"\"([^\"]{1,400})\"|“([^”]{1,400})”|「([^」]{1,400})」")
_PIECE = re.compile(rf"[{_HAN}]+|[^\s{_HAN}，。；：？！、（）《》]+")
_PUNCTUATION = ".,;:!?()[]{}<>'`\"|"
_SHORTEST_IN_IES = 5
"""``ties`` is no plural of ``ty``."""
_IN_ES = ("ches", "shes", "sses", "xes")


def read_query(text: str) -> LogQuery:
    """Read a query of any language; ``*`` or a blank one asks for every record. Never raises."""
    normal = unicodedata.normalize("NFKC", text)
    quoted = [fold(next(filter(None, groups))) for groups in _QUOTED.findall(normal)]
    required = [Term(q, (Needle(q),), required=True) for q in quoted if q]
    rest = fold(_QUOTED.sub(" ", normal)).strip(_PUNCTUATION + " *")
    found, left = _take_wordings(rest)
    terms = [*required, *found, *_plain_terms(left)]
    if not terms and rest:
        terms = [Term(piece, (Needle(piece),)) for piece in _pieces(rest)]
    terms = list({term.text: term for term in terms}.values())[:_MOST_TERMS]
    phrase = Needle(rest) if len(terms) > 1 and not required else None
    return LogQuery(phrase, strong_enough(tuple(terms)))


def _plain_terms(text: str) -> list[Term]:
    return [
        Term(piece, _needles(piece))
        for piece in _pieces(_GENERIC_HAN.sub(" ", text))
        if piece not in GENERIC_ENGLISH and (len(piece) > 1 or piece.isdigit())
    ]


def _pieces(text: str) -> list[str]:
    stripped = (piece.strip(_PUNCTUATION) for piece in _PIECE.findall(text))
    return [piece for piece in stripped if piece]


def _needles(word: str) -> tuple[Needle, ...]:
    """A word, and what it is the plural of: ``deliveries`` finds ``delivery``."""
    is_plural = word.isascii() and word.isalpha() and len(word) > 3 and word.endswith("s")
    if not is_plural or word[-2] == "s":
        return (Needle(word),)
    if word.endswith("ies") and len(word) > _SHORTEST_IN_IES:
        return Needle(word), Needle(f"{word[:-3]}y")
    one = (Needle(word), Needle(word[:-1]))
    return (*one, Needle(word[:-2])) if word.endswith(_IN_ES) else one


def _take_wordings(text: str) -> tuple[list[Term], str]:
    """Return the terms that the tables know, longest first, and the text without them."""
    found = [match.group() for match in _KNOWN.finditer(text)]
    return [_known_term(word) for word in found], _KNOWN.sub(" ", text)


def _known_term(word: str) -> Term:
    own = _needles(word)
    others = tuple(
        Needle(other, whole=word.isascii() or " " in other)
        for other in _WORDINGS[word]
        if other != word
    )
    return Term(word, (*own, *others), weak=word in _WEAK)


def _table() -> dict[str, tuple[str, ...]]:
    rows = [(row, row) for row in CONCEPTS] + [*LOG_WORDINGS, *WEAK_WORDINGS]
    table: dict[str, tuple[str, ...]] = {}
    for asked, written in rows:
        for word in asked:
            table[word] = tuple(dict.fromkeys((*table.get(word, ()), *written)))
    return table


def _known_pattern(words: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return re.compile("|".join(_spelling(word) for word in longest_first))


def _spelling(word: str) -> str:
    if not word.isascii():
        return f"{re.escape(word)}(?!{_OUTCOME})"
    return rf"(?<![a-z0-9_.:/@=-]){re.escape(word)}(?![a-z0-9_:/@=-]|\.[a-z0-9])"


_OUTCOME = "成功"
"""Behind a Chinese word: 发送成功 is asked for as it is written, and no 发送失败 will do."""

_WORDINGS: Mapping[str, tuple[str, ...]] = _table()
_WEAK = frozenset(word for asked, _ in WEAK_WORDINGS for word in asked)
_KNOWN = _known_pattern(_WORDINGS)
_GENERIC_HAN = _known_pattern(GENERIC_CHINESE)
