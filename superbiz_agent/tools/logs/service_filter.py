"""Which records belong to a service that a search names, and which names are known.

Names compare whole: ``checkout`` is not ``checkout-canary``. A pod of a workload does belong to it;
its name is told by the suffixes that Kubernetes makes.
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches

from superbiz_agent.tools.logs.file_names import POD_SUFFIX
from superbiz_agent.tools.logs.record import LogRecord

_NAME_CHARACTERS = r"[A-Za-z0-9_-]"
_MOST_KNOWN = 1000
_MOST_SUGGESTIONS = 5
_LEAST_LIKENESS = 0.4


def name_pattern(name: str, *, pods: bool = False) -> re.Pattern[str]:
    """Return what finds the folded ``name`` as a whole in folded text; with ``pods``, also as the
    name of one of its pods."""
    return re.compile(
        rf"(?<!{_NAME_CHARACTERS})(?<![A-Za-z0-9]\.){re.escape(name)}"
        rf"{POD_SUFFIX + '?' if pods else ''}(?!{_NAME_CHARACTERS}|\.[A-Za-z0-9])"
    )


def is_named(service: str, names: Iterable[str]) -> bool:
    """Whether ``service``, or a pod of it, is among ``names``; both in lower case."""
    whole = re.compile(re.escape(service) + f"{POD_SUFFIX}?")
    return any(map(whole.fullmatch, names))


class ServiceFilter:
    """Decides by source, by named fields, or by a token of the line; remembers every name seen.

    ``service`` null lets every record pass. ``seen`` turns true with the first that passes.
    """

    def __init__(self, service: str | None, aliases: Iterable[str]) -> None:
        self._service = service.strip().lower() if service else None
        self._known = set(aliases)
        self.seen = service is None
        if self._service:
            self._whole = re.compile(re.escape(self._service) + POD_SUFFIX + "?")
            self._token = name_pattern(self._service, pods=True)

    def knows(self, names: Iterable[str]) -> None:
        """Remember the names of a file."""
        if len(self._known) < _MOST_KNOWN:
            self._known |= set(names)

    def meets(self, names: Iterable[str]) -> bool:
        """Whether the service, or a pod of it, is among ``names``; they are remembered."""
        given = set(names)
        self.knows(given)
        is_met = self._service is None or is_named(self._service, given)
        self.seen = self.seen or is_met
        return is_met

    def admits_all(self, aliases: frozenset[str]) -> bool:
        """Whether every record of a source with these ``aliases`` passes, whatever it says."""
        return self._service is None or self._service in aliases

    def admits(self, record: LogRecord, folded: str, aliases: frozenset[str]) -> bool:
        """Whether ``record``, of a source with these ``aliases``, belongs to the service."""
        if self._service is None:
            return True
        admitted = self._service in aliases or self._names(record, folded)
        self.seen = self.seen or admitted
        return admitted

    def _names(self, record: LogRecord, folded: str) -> bool:
        names = {value.lower() for value in record.details.names.values()}
        if len(self._known) < _MOST_KNOWN:
            self._known |= names
        if any(self._whole.fullmatch(name) for name in names):
            return True
        return (self._service or "") in folded and self._token.search(folded) is not None

    def nearest(self, name: str) -> list[str]:
        """Return known names most like ``name``, or a few of them: a hint, deciding nothing."""
        known = sorted(self._known)
        near = get_close_matches(name.lower(), known, n=_MOST_SUGGESTIONS, cutoff=_LEAST_LIKENESS)
        return near or known[:_MOST_SUGGESTIONS]
