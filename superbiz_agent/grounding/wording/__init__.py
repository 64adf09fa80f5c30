"""The wording of claims and answers: closed tables of both languages and what reads them.

Polarity, possibility, cause, absence, quantity, certainty, remediation and frame sentences each
have one table that can be extended without touching a rule (contract sections 4 to 7).
"""

from superbiz_agent.grounding.wording.absence import (
    rules_out,
    states_absence,
)
from superbiz_agent.grounding.wording.cause import states_cause, without_cause_words
from superbiz_agent.grounding.wording.clauses import clauses
from superbiz_agent.grounding.wording.frames import (
    CAUSE_HEADINGS,
    CONFIRMED_HEADINGS,
    HIDDEN_GAP,
    NOT_CONCLUSIVE,
    NOTHING_CONFIRMED,
    REJECT_OPENING,
    SUB_HEADINGS,
    heading_key,
    is_frame_heading,
    is_frame_sentence,
    names_hidden_gap,
)
from superbiz_agent.grounding.wording.fullness import full_ratios
from superbiz_agent.grounding.wording.language import language_of
from superbiz_agent.grounding.wording.lexicon import Lexicon, words
from superbiz_agent.grounding.wording.overlap import overlap
from superbiz_agent.grounding.wording.polarity import polarity_conflict
from superbiz_agent.grounding.wording.polarity_reading import has_polarity, holds_negator
from superbiz_agent.grounding.wording.possibility import (
    hedged_in,
    is_hedged,
    is_reported,
    without_lead_in,
)
from superbiz_agent.grounding.wording.quantifiers import (
    claims_certainty,
    quantifies,
    quantifies_whole,
    soften,
)
from superbiz_agent.grounding.wording.quotes import (
    is_saying,
    quoted_spans,
    without_quotes,
    without_sayings,
)
from superbiz_agent.grounding.wording.remediation import proposes_step, remediates
from superbiz_agent.grounding.wording.sentences import (
    Mark,
    Sentence,
    find_marks,
    split_sentences,
)

__all__ = [
    "CAUSE_HEADINGS",
    "CONFIRMED_HEADINGS",
    "HIDDEN_GAP",
    "NOTHING_CONFIRMED",
    "NOT_CONCLUSIVE",
    "REJECT_OPENING",
    "SUB_HEADINGS",
    "Lexicon",
    "Mark",
    "Sentence",
    "claims_certainty",
    "clauses",
    "find_marks",
    "full_ratios",
    "has_polarity",
    "heading_key",
    "hedged_in",
    "holds_negator",
    "is_frame_heading",
    "is_frame_sentence",
    "is_hedged",
    "is_reported",
    "is_saying",
    "language_of",
    "names_hidden_gap",
    "overlap",
    "polarity_conflict",
    "proposes_step",
    "quantifies",
    "quantifies_whole",
    "quoted_spans",
    "remediates",
    "rules_out",
    "soften",
    "split_sentences",
    "states_absence",
    "states_cause",
    "without_cause_words",
    "without_lead_in",
    "without_quotes",
    "without_sayings",
    "words",
]
