"""Forms that came once, of those that are more than a search keeps apart: the needle is one."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from superbiz_agent.tools.logs.templates import RecordGroup

_MOST_KEPT = 2000
_MOST_KNOWN = 100_000


@dataclass
class RareForms:
    """Holds the group of each form for as long as it has one record. Of a form that comes again
    only the hash is known, so that memory stays bounded: ``unknown`` counts records of forms that
    there was no room to tell apart, among which a rare one may be."""

    groups: dict[Hashable, RecordGroup] = field(default_factory=dict[Hashable, RecordGroup])
    unknown: int = 0
    _others: set[int] = field(default_factory=set[int])

    def add(self, key: Hashable, new_group: Callable[[], RecordGroup]) -> RecordGroup | None:
        """Return a new group for the first record of a form; null for all others, which are only
        counted. The first record of a form that comes again is let go."""
        if hash(key) in self._others:  # by far the commonest
            return None
        if self.groups.pop(key, None) is not None:
            self._others.add(hash(key))
            return None
        if len(self._others) >= _MOST_KNOWN or len(self.groups) >= _MOST_KEPT:
            self.unknown += 1
            if len(self._others) < _MOST_KNOWN:
                self._others.add(hash(key))
            return None
        self.groups[key] = new_group()
        return self.groups[key]
