"""What the page of a block is called, and whether a query asks for it by name."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from superbiz_agent.tools.query_terms import read_query
from superbiz_agent.tools.words import fold, han_length

LEAST_HAN_NAME = 3
"""Chinese characters that a page's name must have to be found within a question: there are no
spaces that would set it apart."""


@dataclass(frozen=True)
class PageNames:
    """What a page goes by, squashed; ``han`` are those to look for within a Chinese question."""

    whole: frozenset[str]
    han: frozenset[str]

    def are_asked(self, asked: Set[str], text: str) -> bool:
        """Whether one is among what is ``asked``, or stands in the squashed ``text``."""
        return not self.whole.isdisjoint(asked) or any(name in text for name in self.han)


def page_names(names: Sequence[str]) -> PageNames:
    """Return what a page of these ``names``, title and file name, goes by."""
    whole = frozenset(map(squashed, names))
    telling = (name for name in names if read_query(name).terms)
    han = (squashed(name) for name in telling if han_length(name) >= LEAST_HAN_NAME)
    return PageNames(whole, frozenset(han))


def squashed(name: str) -> str:
    """Return a name without case and separators: ``Kube Pod Crash Looping`` as one word."""
    return "".join(character for character in fold(name) if character.isalnum())
