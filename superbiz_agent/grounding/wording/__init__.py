"""The wording of claims and answers: closed tables of both languages and what reads them.

Polarity, possibility, cause, absence, quantity, certainty, remediation and frame sentences each
have one table that can be extended without touching a rule (contract sections 4 to 7).
"""

from superbiz_agent.grounding.wording.absence import (
    claims_certainty,
    quantifies,
    rules_out,
    soften,
    states_absence,
)
from superbiz_agent.grounding.wording.cause import states_cause
from superbiz_agent.grounding.wording.frames import (
    REJECT_OPENING,
    is_frame_heading,
    is_frame_sentence,
)
from superbiz_agent.grounding.wording.language import language_of
from superbiz_agent.grounding.wording.polarity import has_polarity, polarity_conflict
from superbiz_agent.grounding.wording.possibility import is_hedged
from superbiz_agent.grounding.wording.quotes import quoted_spans
from superbiz_agent.grounding.wording.remediation import remediates
from superbiz_agent.grounding.wording.sentences import (
    Mark,
    Sentence,
    clauses,
    find_marks,
    split_sentences,
)

__all__ = [
    "REJECT_OPENING",
    "Mark",
    "Sentence",
    "claims_certainty",
    "clauses",
    "find_marks",
    "has_polarity",
    "is_frame_heading",
    "is_frame_sentence",
    "is_hedged",
    "language_of",
    "polarity_conflict",
    "quantifies",
    "quoted_spans",
    "remediates",
    "rules_out",
    "soften",
    "split_sentences",
    "states_absence",
    "states_cause",
]
