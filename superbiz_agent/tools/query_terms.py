"""What a query asks for, as names and terms, and whether a text carries them.

Searching only: nothing here judges a statement. Names are compared whole (``checkout`` is not
``checkout-canary``), words as ``words.py`` folds them.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property

from superbiz_agent.tools.synonyms import (
    CONCEPTS,
    GENERIC_CHARACTERS,
    GENERIC_CHINESE,
    GENERIC_ENGLISH,
    NAMES_TOO,
    SECTIONS,
)
from superbiz_agent.tools.words import (
    HAN_RUN,
    PART_BOUNDARY,
    fold,
    tokens_of,
    whole_names,
    words_of,
    words_of_token,
)

_ADDRESS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?::[0-9]{1,5})?")
_NAME_SEPARATORS = frozenset("-_.:@")
_SHORTEST_NAME = 4
_SHORTEST_PREFIX = 3


@dataclass(frozen=True)
class Term:
    """One thing a query asks for: the word as asked, folded, and every form that means it.

    ``concept`` is the first form of its row of synonyms, null for a word outside the table.
    """

    text: str
    forms: tuple[str, ...]
    concept: str | None = None


@dataclass(frozen=True)
class Query:
    """A query read for searching. ``names`` are identifiers, folded and whole; ``terms`` the rest.

    Both empty: the query asks for anything ("which alerts are there?").
    """

    names: tuple[str, ...]
    terms: tuple[Term, ...]


class SearchableText:
    """A text prepared for ``carries`` and ``names``."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._folded = fold(text)

    @cached_property
    def _words(self) -> str:
        return f" {' '.join(words_of(self._text))} "

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(name for token in tokens_of(self._text) for name in whole_names(token))

    def carries(self, term: Term) -> bool:
        """Whether any form of ``term`` stands in the text, word by word."""
        return any(self._has(form) for form in term.forms)

    def names(self, name: str) -> bool:
        """Whether the identifier ``name`` (folded) stands in the text as a whole: not as a part of
        a longer one, and in no other form of the word."""
        return name in self._folded and (name in self._names or bool(HAN_RUN.search(name)))

    def _has(self, form: str) -> bool:
        if not form.isascii() and HAN_RUN.search(form):
            return form in self._folded
        could = form[:_SHORTEST_PREFIX] in self._folded  # far cheaper than splitting into words
        return could and f" {form} " in self._words


def concept_of(form: str) -> str | None:
    """Return the concept that a folded word or phrase is a form of, null if it is of none."""
    row = _ROW_OF.get(form)
    return row.concept if row else None


def concepts_of(text: SearchableText) -> list[str]:
    """Return the concepts of the synonym table that ``text`` carries."""
    return [row.text for row in _ROWS if text.carries(row)]


def sections_of(text: str) -> list[str]:
    """Return which sections of a runbook ``text``, a question or a heading, speaks of."""
    searchable = SearchableText(text)
    return [row.text for row in _SECTION_ROWS if searchable.carries(row)]


def possible_names(text: str) -> list[str]:
    """Return the folded words of ``text`` that something may be called by, in order: all but those
    that only hold a sentence together (``and``, ``why``)."""
    words = (token.casefold() for token in tokens_of(text))
    return [
        word for word in dict.fromkeys(words) if word not in GENERIC_ENGLISH or word in NAMES_TOO
    ]


def is_generic(word: str) -> bool:
    """Whether a folded English word asks without saying about what."""
    return word in GENERIC_ENGLISH


def read_query(text: str) -> Query:
    """Read a query: synonyms first, then identifiers, then what is left of both languages."""
    concepts, rest = _take_concepts(unicodedata.normalize("NFKC", text))
    tokens = dict.fromkeys(tokens_of(rest))
    names = [token for token in tokens if _is_name(token)]
    plain = [token for token in tokens if token not in names]
    terms = [*concepts, *_plain_terms(plain), *_chinese_terms(rest)]
    return Query(
        names=tuple(dict.fromkeys(name.casefold() for name in names)),
        terms=tuple(dict.fromkeys(terms)),
    )


def without_concepts(text: str) -> str:
    """Return ``text`` with a space in the place of each form of the synonym table."""
    return _take_concepts(unicodedata.normalize("NFKC", text))[1]


def _is_name(token: str) -> bool:
    """Whether ``token`` is written like a service, host or pod: ``order-service``, an address."""
    if _ADDRESS.fullmatch(token):
        return True
    shaped = token[0].isalpha() and "=" not in token and len(token) >= _SHORTEST_NAME
    prose = all(part.casefold() in GENERIC_ENGLISH for part in PART_BOUNDARY.split(token))
    return shaped and not prose and not _NAME_SEPARATORS.isdisjoint(token)


def _take_concepts(text: str) -> tuple[list[Term], str]:
    """Return the concepts that ``text`` names, and ``text`` without them."""
    found = [match.group().casefold() for match in _CONCEPT.finditer(text)]
    return [_concept_term(form) for form in found], _CONCEPT.sub(" ", text)


def _plain_terms(tokens: list[str]) -> list[Term]:
    return [
        Term(token.casefold(), (_phrase(token),))
        for token in tokens
        if token.casefold() not in GENERIC_ENGLISH and len(token) > 1
    ]


def _chinese_terms(text: str) -> list[Term]:
    runs = (_without_generic_ends(run) for run in HAN_RUN.findall(_GENERIC_CHINESE.sub(" ", text)))
    return [Term(run, (run,)) for run in runs if run]


def _without_generic_ends(run: str) -> str:
    """Return a Chinese run without what says nothing; never a torn word: 天气 stays 天气."""
    core = run.strip(GENERIC_CHARACTERS)
    return run if len(core) == 1 else core


def _phrase(form: str) -> str:
    """Return a form the way ``SearchableText.words`` spells it."""
    return " ".join(words_of_token(token)[0] for token in tokens_of(form)) or form


def _concept_term(form: str) -> Term:
    key = " ".join(form.split())
    row = _ROW_OF.get(key) or _ROW_OF[key.removesuffix("s")]
    return Term(form, row.forms, row.concept)


def _spelling(form: str) -> str:
    """Return the pattern of a form: Chinese anywhere, English as whole words."""
    pattern = re.escape(form).replace(r"\ ", r"\s{1,3}")
    if HAN_RUN.search(form):
        return pattern
    return rf"(?<![a-z0-9_.:@=-]){pattern}s?(?![a-z0-9_:@=-])"


def _alternatives(forms: list[str]) -> re.Pattern[str]:
    longest_first = sorted(forms, key=lambda form: (-len(form), form))
    return re.compile("|".join(_spelling(form) for form in longest_first), re.IGNORECASE)


def _rows(table: tuple[tuple[str, ...], ...]) -> list[Term]:
    return [Term(row[0], tuple(dict.fromkeys(map(_phrase, row))), row[0]) for row in table]


_ROWS = _rows(CONCEPTS)
_SECTION_ROWS = _rows(SECTIONS)
_ROW_OF = {form: row for forms, row in zip(CONCEPTS, _ROWS, strict=True) for form in forms}
_CONCEPT = _alternatives(list(_ROW_OF))
_GENERIC_CHINESE = _alternatives([word for word in GENERIC_CHINESE if len(word) > 1])
