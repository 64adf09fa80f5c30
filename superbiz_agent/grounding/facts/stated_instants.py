"""The clock times of a text: one reading for every rule that asks what was told of when."""

import re
from functools import lru_cache

from superbiz_agent.grounding.facts.extraction import extract_facts
from superbiz_agent.grounding.facts.fact import Fact
from superbiz_agent.grounding.facts.numerals import CHINESE_NUMERAL

_NUMERAL = re.compile(rf"\d|{CHINESE_NUMERAL}")
"""No clock time is written without one, and most clauses have none."""


def instants_in(text: str) -> tuple[Fact, ...]:
    """The timestamps of ``text`` in order, midnight included; each has its ``number``."""
    return _instants(text) if _NUMERAL.search(text) else ()


@lru_cache(maxsize=2048)
def _instants(text: str) -> tuple[Fact, ...]:
    facts = extract_facts(text)
    return tuple(fact for fact in facts if fact.kind == "timestamp" and fact.number is not None)
