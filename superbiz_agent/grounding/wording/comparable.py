"""The clauses of a text and of stored lines, cut so that each says something (contract section 7).

A stored line has fields that belong to its message, and a group's count that belongs to no record;
a text has lists of names and times that belong to the clause beside them.
"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.facts.escapes import stored_parts
from superbiz_agent.grounding.facts.group_text import group_mark
from superbiz_agent.grounding.wording.class_names import with_names_in_words
from superbiz_agent.grounding.wording.clauses import clauses
from superbiz_agent.grounding.wording.lexicon import words
from superbiz_agent.grounding.wording.polarity_reading import has_polarity

_HEADINGS = cued(r"\A([^>:\n]{1,160}(?: > [^>:\n]{1,160}){1,6}): ")
"""What a block of a runbook stands below: ``Title > Heading: text``."""

_FIELD = cued(r"[a-z][a-z_]{1,20}: \S")
_ASKS = cued(
    r"\s*(?:(?:which|what|who|why|how|whose|where|when)(?![A-Za-z])|(?:但|至于|具体)?是?(?:哪|什么|谁|为何"
    r"|为什么|怎样|如何))",
    re.IGNORECASE,
)

_SCAFFOLD = frozenset(
    words("""
    for | at | in | on | of | with | from | by | between | since | until | about | around | to | and
    or | during | via | under | near | both | namely | the | a | an | its | this | that | other
    another | first | second | last | each | utc | file | files | pod | host | node | service | path
    port | ports
    topic | 和 | 与 | 及
    """)
)
"""Words of a fragment: prepositions, articles, kinds of things."""

_NAME_OR_TIME = cued(r"[0-9_./:=@-]")
_BETWEEN_WORDS = cued(r"[\s,:、()\[\]\"'`]+")


_EACH_OTHER = cued(r"(?<![a-z])(?:each other|one another)(?![a-z])", re.IGNORECASE)
"""After what two did to one another, whose names "and" divides."""


def clauses_of_text(text: str) -> list[str]:
    """The clauses of a claim or an answer."""
    return _with_fragments(clauses(text))


def clauses_of_source(source: str) -> list[str]:
    """The clauses of a stored line or of a claim that an answer cites."""
    return [
        clause
        for line in stored_parts(with_names_in_words(_below_heading(_sample(source))))
        for clause in _with_adjuncts(_with_fields(clauses(line)))
    ]


def _sample(source: str) -> str:
    """The record that a group shows, without what code counted of the others."""
    mark = group_mark(source)
    return source[: mark.start()] if mark else source


def _below_heading(source: str) -> str:
    """A block of a runbook, its title and headings a clause of their own."""
    return _HEADINGS.sub(r"\g<1>. ", source, count=1)


def _with_fields(pieces: Sequence[str]) -> list[str]:
    """The clauses of a stored line; its fields (``upstream: "http://..."``) belong to the message
    before them, and say nothing by themselves."""
    joined: list[str] = []
    for piece in pieces:
        if joined and _FIELD.match(piece):
            joined[-1] = f"{joined[-1]}, {piece}"
        else:
            joined.append(piece)
    return joined


def _with_adjuncts(pieces: Sequence[str]) -> list[str]:
    """The clauses of a stored line; what only says where or when belongs to the clause before it,
    at the head of a line to that after it."""
    joined: list[str] = []
    head: list[str] = []
    for piece in pieces:
        if not _is_adjunct(piece):
            joined.append(", ".join([*head, piece]))
            head = []
        elif joined:
            joined[-1] = f"{joined[-1]}, {piece}"
        else:
            head.append(piece)
    return [*joined, ", ".join(head)] if head else joined


def _with_fragments(pieces: Sequence[str]) -> list[str]:
    """The clauses of a text; a mere list of names and times ("for the files a.log"), which has no
    verb, belongs to the clause after it, the last one to that before it."""
    joined: list[str] = []
    waiting: list[str] = []
    for piece in pieces:
        if _EACH_OTHER.search(piece) and joined and not waiting:
            waiting.append(joined.pop())
        waiting.append(piece)
        if has_polarity(piece) or not _is_fragment(piece):
            joined.append(", ".join(waiting))
            waiting = []
    return [*joined[:-1], ", ".join([*joined[-1:], *waiting])]


def _is_fragment(clause: str) -> bool:
    """Whether a clause is names, times and what joins them, and nothing else, or only asks what the
    next one answers: "which keys they are, the logs do not say"."""
    if _ASKS.match(clause):
        return True
    pieces = filter(None, _BETWEEN_WORDS.split(clause))
    return all(piece.lower() in _SCAFFOLD or _NAME_OR_TIME.search(piece) for piece in pieces)


def _is_adjunct(clause: str) -> bool:
    """Whether a clause of a source only says where or when: "on media-3", "at 10:00Z"; a field
    (``idle=0``) says more than that."""
    first = clause.split(maxsplit=1)[0].lower()
    is_place = first in _SCAFFOLD and "=" not in clause and _is_fragment(clause)
    return is_place and not has_polarity(clause)
