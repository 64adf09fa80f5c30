"""Which words are rare in log files, guessed by a few samples. It decides only what is tried first.

A record that holds every term of a query holds the rarest of them. Where another term stands in
every eighth line, to look for the rarest one is many times faster than to read whatever holds any.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from superbiz_agent.tools.logs.compression import DAMAGES
from superbiz_agent.tools.logs.opening import content, opened
from superbiz_agent.tools.logs.query import LogQuery, Term

_FILES = 16
_SAMPLE = 64 * 1024
_LEAST_GAIN = 4
"""How much rarer than all terms together the rarest has to be."""


def rare_term(query: LogQuery, samples: Iterable[str]) -> Term | None:
    """Return the term of ``query`` that the fewest records hold, if it is worth to look for those
    that hold them all by that one alone; ``samples`` are parts of the files."""
    terms = query.of_all_terms
    if len(terms) < 2:
        return None
    counts = dict.fromkeys(terms, 0)
    for text in map(str.lower, samples):
        for term in terms:
            counts[term] += sum(text.count(needle.piece) for needle in term.needles)
    rarest = min(terms, key=counts.__getitem__)
    often = sum(counts.values())
    return rarest if often and counts[rarest] * _LEAST_GAIN <= often else None


def samples(paths: Sequence[Path], *, follow: bool) -> Iterator[str]:
    """Yield what stands in the middle of a few of ``paths``; nothing of packed ones. Never raises.
    ``follow`` allows them to be links."""
    for path in paths[:: -(-len(paths) // _FILES) or 1]:
        try:
            with opened(path, follow=follow) as raw:
                size = os.fstat(raw.fileno()).st_size
                if content(raw)[0] is raw:
                    place = max(0, size - _SAMPLE) // 2
                    yield os.pread(raw.fileno(), _SAMPLE, place).decode("utf-8", "replace")
        except (OSError, ValueError, *DAMAGES):  # told where the file is read
            continue
