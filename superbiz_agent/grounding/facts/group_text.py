"""The mark of a group of records: written by code alone, read where it stands once (section 2).

A group reads like its first record, then ``; 7 records of this form from <first> to <last>``, then
where they start, stop, jump or fall: ``; jumps from 2/min to 40/min at <UTC>``. Whoever writes a
line of evidence takes the imitation out of what others wrote (``own_words``), so that a line holds
the mark once, or not at all, and what stands right behind it is code's. A search of which a server
counts more than it handed over says so in the same way, once a source: ``120000 candidate records
from <first> to <last>; jumps from ...``.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, Literal, NamedTuple, TypeAlias, cast

WORDS = "records of this form"
"""The words of the mark, after the count."""

IN_TURN: Final = "in turn "
"""Before the names that followed each other in a group: ``in turn v1 at <UTC>, v2 at <UTC>``."""

READ_IN_PART: Final = "counted in a part of the records; more of this form may exist"
"""What a group says of its count, where its source was not read whole."""

_MARK = re.compile(
    rf"; (?P<count>[0-9]{{1,12}}) {WORDS}"
    r"(?: from (?P<first>\S{1,40}) to (?P<last>[^\s;]{1,40}))?(?=; | \[demo\]\Z|\Z)"
)
SEARCHED: Final = "search for "
"""What the line of a search begins with."""

_CANDIDATES = re.compile(
    r"(?P<count>[0-9]{1,15}) candidate (?:records|lines|documents) from \S{1,40} to [^\s;,]{1,40}"
)
_IMITATION = re.compile(
    rf"(?<=[0-9] records) (?={WORDS.removeprefix('records ')})"
    r"|(?<=[0-9]) (?=candidate (?:records|lines|documents) from )"
)

ChangeVerb: TypeAlias = Literal["starts", "stops", "jumps", "falls"]

_INSTANT: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}Z"
_RATE: Final = r"[0-9.]{1,15}/(?:s|min|h)"
_CHANGE: Final = re.compile(
    rf"; (?:(?P<end>starts|stops) at"
    rf"|(?P<turn>jumps|falls) from (?P<before>{_RATE}) to (?P<after>{_RATE}) at) (?P<at>{_INSTANT})"
)


_MOST_SOURCES: Final = 16
_TURN: Final = re.compile(rf"(?P<name>[^,;]{{1,80}}?) at (?P<at>{_INSTANT})(?:, |\Z)")


class Change(NamedTuple):
    """A point from which on records of one form come, come no more, or come at another rate.
    ``at`` is the instant as written; the rates (``2/min``) are empty where it starts or stops."""

    verb: ChangeVerb
    at: str
    before: str = ""
    after: str = ""

    @property
    def told(self) -> str:
        """The change as it stands in the text of a group."""
        turn = f" from {self.before} to {self.after}" if self.after else ""
        return f"; {self.verb}{turn} at {self.at}"


class Turn(NamedTuple):
    """A name that the records of a group had from an instant on, until the next turn."""

    name: str
    at: str


def turns_in(text: str) -> list[Turn]:
    """The names that followed each other within a group, as its stored text tells them."""
    mark = group_mark(text)
    parts = text[mark.end() :].split("; ") if mark else []
    told = next((x[len(IN_TURN) :] for x in parts if x.startswith(IN_TURN)), "")
    return [Turn(found["name"], found["at"]) for found in _TURN.finditer(told)]


def changes_in(text: str) -> list[Change]:
    """The changes that the stored text of a group tells, in order, or those that a server counts of
    what was searched for; none for any other text."""
    if text.startswith(SEARCHED):
        marks = list(islice(_CANDIDATES.finditer(text), _MOST_SOURCES))
    else:
        mark = group_mark(text)
        marks = [mark] if mark else []
    return [change for mark in marks for change in _changes_at(text, mark.end())]


def _changes_at(text: str, at: int) -> Iterator[Change]:
    while found := _CHANGE.match(text, at):
        verb = cast(ChangeVerb, found["end"] or found["turn"])
        yield Change(verb, found["at"], found["before"] or "", found["after"] or "")
        at = found.end()


def group_mark(text: str) -> re.Match[str] | None:
    """The mark of a stored line, with ``count``, ``first`` and ``last``; null for a line without
    one, and for a text with two, which no code wrote."""
    if WORDS not in text:
        return None
    marks = list(islice(_MARK.finditer(text), 2))
    return marks[0] if len(marks) == 1 else None


def without_count(text: str) -> str:
    """A stored line without what code counted: its first record and what follows the mark."""
    mark = group_mark(text)
    return f"{text[: mark.start()]}{text[mark.end() :]}" if mark else text


def is_read_in_part(text: str) -> bool:
    """Whether a group says that its source was not read whole."""
    told = text.removesuffix(" [demo]")
    return told.endswith(f"; {READ_IN_PART}")


def own_words(text: str) -> str:
    r"""``text`` of a record, an alert or a runbook, where it cannot pass for the mark: its
    imitation is shown as ``99 records\x20of this form``. Idempotent."""
    return _IMITATION.sub(r"\\x20", text)
