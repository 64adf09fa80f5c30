"""What a log query asks for, and whether a record holds it (contract section 2).

The rule, in the order of strength. A search gives the records of the greatest strength that any
record reaches, so that a precise query is never drowned by its single words:

1. *phrase*: the record holds the whole query of several terms, word for word;
2. *all terms*: it holds every specific term ("all specific terms" where a weak one is missing);
3. *any term*: it holds at least one specific term (the more, the earlier it is shown).

Text in double quotes must be held whole at every strength. Matching ignores case, and runs of white
space count as one blank. An English word matches a word or a part of a token at its bounds
(``Hikari`` finds ``HikariPool-1``), inflected or not (``retry`` finds ``retried``), never within
another word: ``read`` is not in ``readiness``. Chinese matches anywhere. A number or an id (any
term with a digit) matches only as a token of its own: 503 is not in ``sku=A503``, ``order-503`` or
``0.503``, though it is in ``503ms``; ``50/50`` is not ``50/500``. One or two letters match only as
a word. Terms of the tables (``wordings``, ``tools.synonyms``) also match their other wordings, as
whole words; a Chinese one those of one word in any form (重启 finds ``restarted``). Words that ask
without saying about what ("show me the logs of", "有没有") select nothing; weak words (error,
failed, timeout) select only where nothing specific is asked for. ``*`` asks for every record. A
term that nothing holds finds nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from superbiz_agent.tools.logs.needles import Needle, Searched

Strength: TypeAlias = Literal[
    "any term", "all specific terms", "all terms", "phrase", "every record"
]


@dataclass(frozen=True)
class Term:
    """One thing asked for, in any of its wordings. A weak term ranks but does not select."""

    text: str
    needles: tuple[Needle, ...]
    weak: bool = False
    required: bool = False

    def is_in(self, text: Searched) -> bool:
        """Whether the text holds any wording of this term."""
        return any(needle.is_in(text) for needle in self.needles)


class Hit(NamedTuple):
    """How strongly a record matches (0 any term, 1 all terms, 2 phrase), how many terms it holds,
    and whether these are all of them, weak ones included."""

    strength: int
    held: int
    is_whole: bool = True


@dataclass(frozen=True)
class LogQuery:
    """A query read for searching; no terms at all: every record matches."""

    phrase: Needle | None
    terms: tuple[Term, ...]

    def match(self, text: Searched) -> Hit | None:
        """Return how a record's text matches, or null."""
        if not self.terms:
            return Hit(2, 0)
        if self.phrase and self.phrase.is_in(text):
            return Hit(2, len(self.terms))
        held = missed = 0
        for term in self._specific:
            if term.is_in(text):
                held += 1
            elif term.required:
                return None
            else:
                missed += 1
        if not held:
            return None
        for term in self._weak:
            held += term.is_in(text)
        return Hit(0 if missed else 1, held, held == len(self.terms))

    @cached_property
    def _specific(self) -> tuple[Term, ...]:
        return tuple(term for term in self.terms if not term.weak)

    @cached_property
    def _weak(self) -> tuple[Term, ...]:
        return tuple(term for term in self.terms if term.weak)

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """Strings without blanks, one of which stands in the folded text of every record that
        matches (none: any record may match). Far cheaper to look for than the query itself."""
        required = [term for term in self.terms if term.required]
        return self._pieces_of(required[:1] or self._specific)

    def pieces_through(self, term: Term | None) -> tuple[str, ...]:
        """Return the same of every record that holds all specific terms, by one of them; null: of
        every record that matches."""
        return self._pieces_of([term]) if term and term in self.of_all_terms else self.pieces

    @cached_property
    def of_all_terms(self) -> tuple[Term, ...]:
        """The terms of which a record may hold some only: where one holds all, no other counts."""
        return () if any(term.required for term in self.terms) else self._specific

    def _pieces_of(self, terms: Iterable[Term]) -> tuple[str, ...]:
        pieces = [needle.piece for term in terms for needle in term.needles]
        if pieces and self.phrase and not any(piece in self.phrase.stem for piece in pieces):
            pieces.append(self.phrase.piece)
        return tuple(dict.fromkeys(pieces))

    @cached_property
    def wordings(self) -> tuple[str, ...]:
        """Every text that is looked for."""
        needles = [needle for term in self.terms for needle in term.needles]
        return tuple(each.text for each in (*needles, *filter(None, [self.phrase])))

    def strength_name(self, strength: int, *, is_whole: bool) -> Strength:
        """Return the rule by which records of that strength were found; ``is_whole`` if each of
        them holds the weak terms, too."""
        if not self.terms:
            return "every record"
        every: Strength = "all terms" if is_whole else "all specific terms"
        return ("any term", every, "phrase")[strength]

    def within(self, names: Iterable[str]) -> "LogQuery":
        """Return the query as asked of a source with these ``names``: to name a source selects the
        source, not its records, as long as anything else is asked for."""
        folded = frozenset(names)
        others = tuple(term for term in self.terms if term.text not in folded)
        if len(others) == len(self.terms):
            return self
        return replace(self, phrase=None if others else self.phrase, terms=strong_enough(others))


def strong_enough(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Where all terms are weak, they are what is asked for."""
    if all(term.weak for term in terms):
        return tuple(replace(term, weak=False) for term in terms)
    return terms
