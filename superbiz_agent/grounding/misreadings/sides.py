"""Which source one side of a comparison speaks of: by its names first, then by its words."""

import re
from collections.abc import Sequence
from functools import lru_cache

from superbiz_agent.grounding.misreadings.about import holds_name, names_in
from superbiz_agent.grounding.wording.cause_concepts import stems_of

_NUMBERED = re.compile(r"(?<![0-9A-Za-z.:/-])[0-9]{3,12}(?![0-9A-Za-z.:%/-])")
"""A long whole number is a name as well: change 5522, process 9044."""


def source_of(side: str, sources: Sequence[str]) -> str | None:
    """The one source that shares most with ``side``; None if several do, or none does."""
    names = [*names_in(side), *_NUMBERED.findall(side)]
    words = _stems(side)
    scores = [
        (sum(holds_name(name, source) for name in names), len(words & _stems(source)))
        for source in sources
    ]
    best = max(scores)
    return sources[scores.index(best)] if scores.count(best) == 1 and any(best) else None


@lru_cache(maxsize=2048)
def _stems(text: str) -> frozenset[str]:
    return stems_of([text])
