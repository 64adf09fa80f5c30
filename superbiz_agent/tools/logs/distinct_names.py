"""The names at one place of a form: which there were, and which followed which."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

_MOST_NAMES = 5
_MOST_TURNS = 12
"""Times that one value may follow another before their order is given up: pods that write at once
follow each other without end."""


class Turn(NamedTuple):
    """A name that records of one form had, from ``first`` to ``last``, one after the other."""

    name: str
    first: datetime
    last: datetime


@dataclass(slots=True)
class DistinctNames:
    """The first few distinct names seen at one place of a form; ``more`` if there were others.
    ``label`` says of what a bare number is one (``job 81723``)."""

    names: list[str]
    more: bool = False
    label: str = ""
    turns: list[Turn] | None = None

    def add(self, text: str, instant: datetime | None) -> None:
        """Remember a name if it is new, and in which turn it came."""
        if self.more:
            return
        name = f"{self.label}{text}"
        if self.turns is not None:
            self.turns = _with_turn(self.turns, name, instant)
        if name in self.names:
            return
        if len(self.names) < _MOST_NAMES:
            self.names.append(name)
        else:
            self.more, self.turns = True, None

    @property
    def in_turn(self) -> list[Turn]:
        """The names in the order of time, one that came again once more; empty where they came
        mixed, or too often, or without instants."""
        ordered: list[Turn] = []
        for turn in sorted(self.turns or (), key=lambda turn: turn.first):
            if ordered and turn.name == ordered[-1].name:
                ordered[-1] = ordered[-1]._replace(last=max(turn.last, ordered[-1].last))
            elif ordered and turn.first < ordered[-1].last:
                return []
            else:
                ordered.append(turn)
        return ordered if 1 < len(ordered) <= _MOST_NAMES else []


def _with_turn(turns: list[Turn], name: str, instant: datetime | None) -> list[Turn] | None:
    """``turns`` with one more record; null where their order cannot be told."""
    if instant is None:
        return None
    last = turns[-1] if turns else None
    if last and last.name == name and instant >= last.first:
        return [*turns[:-1], last._replace(last=instant)] if instant > last.last else turns
    return [*turns, Turn(name, instant, instant)] if len(turns) < _MOST_TURNS else None
