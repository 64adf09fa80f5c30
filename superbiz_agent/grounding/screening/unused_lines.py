"""Stored lines that were found and carry nothing, since they give a model an order (section 6).

To say of what was looked for that nothing was found would be false where such a line holds it: code
tells how many there are, without their words, and no gap of a model may deny them.
"""

import re
from collections.abc import Collection, Sequence

from superbiz_agent.contracts.base import Language
from superbiz_agent.contracts.evidence import SEARCH_PATH
from superbiz_agent.grounding.evidence.stored import StoredInvocation
from superbiz_agent.grounding.facts.folding import content_terms
from superbiz_agent.grounding.facts.group_text import group_mark
from superbiz_agent.grounding.screening.templates import fill
from superbiz_agent.grounding.wording import states_absence
from superbiz_agent.grounding.wording.addressed import without_orders

_OF_SERIES = re.compile(r"(?<![a-z])(?:time )?series(?![a-z])|时序|时间序列", re.IGNORECASE)
"""Measured values: no line that gives an order is one."""


def unused_gaps(
    rows: Sequence[StoredInvocation], cited: Collection[str], language: Language
) -> list[str]:
    """One line that counts the incident lines with an order in them; ``cited`` are the texts that
    an allowed claim rests on, which are used. Nothing where there are none."""
    lines = {_record(text) for row in rows for text in _orders(row) if text not in cited}
    form = "missing.orders" if len(lines) > 1 else "missing.order"
    return [fill(form, language, count=len(lines))] if lines else []


def denies_unused(gap: str, rows: Sequence[StoredInvocation]) -> bool:
    """Whether ``gap`` says that nothing was found of what a search asked for that found a line with
    an order in it."""
    if not states_absence(gap) or _OF_SERIES.search(gap):
        return False
    terms = content_terms(gap)
    return any(terms & content_terms(row.query) for row in rows if _orders(row))


def _orders(row: StoredInvocation) -> list[str]:
    refs = (row.refs or {}) if row.kind == "incident" else {}
    return [
        text for path, text in refs.items() if path != SEARCH_PATH and without_orders(text) != text
    ]


def _record(text: str) -> str:
    """A group is told once, however many of its records each search counted."""
    mark = group_mark(text)
    return text[: mark.start()] if mark else text
