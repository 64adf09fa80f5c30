"""What a text tells of names in words that none of its sources holds (section 7, new facts).

"smtp-out-2 is overloaded" holds no fact but a name that the cited line has: what it tells is in its
words, and no typed fact gives it away.
"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.wording.cause_concepts import (
    plain_terms,
    stems_of,
    without_concepts,
)
from superbiz_agent.grounding.wording.language import language_of
from superbiz_agent.grounding.wording.polarity_reading import without_polarity_words
from superbiz_agent.grounding.wording.possibility import without_lead_in, without_reporting

_LABEL = re.compile(r"\s*\||\W{0,4}[^:：]{1,24}[:：]")
"""A row of a table, or a word and its colon before what it labels."""


def has_names_alone(text: str, names: Sequence[str]) -> bool:
    """Whether the facts of ``text`` are names, and nothing else: what it tells is in its words."""
    facts = extract_facts(text, names=names)
    return bool(facts) and all(fact.kind in ("identifier", "name") for fact in facts)


def tells_new_words(text: str, sources: Sequence[str], names: Sequence[str]) -> bool:
    """Whether ``text`` has no facts but names, and more words of its own than of ``sources``.

    Words of polarity and of the table of causes are compared elsewhere, those of another language
    not at all; without a source in the language of ``text`` nothing is decided.
    """
    if not has_names_alone(text, names):
        return False
    same = [source for source in sources if language_of(source) == language_of(text)]
    if not same or _LABEL.match(text):
        return False
    bare = without_polarity_words(without_reporting(without_lead_in(text)))
    terms = plain_terms(without_concepts(bare))
    known = terms & stems_of(same)
    return len(terms - known) > len(known)
