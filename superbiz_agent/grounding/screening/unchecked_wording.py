"""What the unchecked text of a model may say: a gap what is missing, an action a step that
collects evidence, a reason what the step is for (contract sections 1, 3 and 6).

Nobody verified these texts, so none of them may state a fact of the incident, not even one
without a typed fact ("order-service has recovered"). Each rule reads clause by clause and is a
closed table: what no table knows is withheld.
"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.comparison.engine import content_terms
from superbiz_agent.grounding.screening.missing_clauses import clauses_of, is_gap
from superbiz_agent.grounding.screening.open_points import is_open_point, is_unread
from superbiz_agent.grounding.screening.presupposed import (
    presupposes_more,
    takes_for_known,
    tells_of_chinese_deeds,
    tells_of_deeds,
    tells_of_states,
)
from superbiz_agent.grounding.screening.reasons import (
    is_conditional,
    is_told_elsewhere,
    points_to_evidence,
)
from superbiz_agent.grounding.screening.step_clauses import is_purpose, is_step
from superbiz_agent.grounding.wording import (
    claims_certainty,
    has_polarity,
    holds_negator,
    polarity_conflict,
    split_sentences,
    states_absence,
    states_cause,
    without_quotes,
)

_COLON = re.compile(":[ \t]|：")
_ASKED_START = re.compile(
    r"(?<![a-z])(?:why|who|whose|how come)(?![a-z])[^.;]*|(?:为什么|为何|谁)[^。；]*", re.IGNORECASE
)


def says_what_is_missing(text: str, told: Sequence[str] = (), *, is_cut_off: bool = False) -> bool:
    """Whether every clause of a gap says that something is missing or not known, asks, or is
    hedged, and holds nothing of the system beside that.

    ``told`` are the stored texts of the incident: what a gap takes for known must stand in them.
    ``is_cut_off`` says whether a search of the question was cut off.
    """

    def is_open(clause: str) -> bool:
        return is_gap(clause) or is_open_point(clause, told, is_cut_off=is_cut_off)

    return all(
        (
            _asks(sentence)
            or all(map(is_open, _parts(sentence)))
            or is_unread(without_quotes(sentence), told)
        )
        and not takes_for_known(without_quotes(sentence), told)
        for sentence in _sentences(text)
    )


def collects_evidence(text: str, told: Sequence[str] = ()) -> bool:
    """Whether every sentence of an action is a step that looks at the system, and asks for the
    start of no event but one of ``told``, the stored texts of the incident."""
    return all(
        is_step(sentence)
        and not any(presupposes_more(asked, told) for asked in _ASKED_START.findall(sentence))
        for sentence in _sentences(text)
    )


def gives_reason(
    text: str, stored: Sequence[str], told: Sequence[str] = (), *, is_cut_off: bool = False
) -> bool:
    """Whether every clause of an action's reason says what the step is for, what is missing or
    possible, or speaks of the ``stored`` texts without a cause or a state that they do not have.

    ``told`` are the stored texts of the incident, whether a claim cites them or not.
    """
    known = [*stored, *told]

    def is_reason(clause: str) -> bool:
        return (
            is_purpose(clause)
            or is_gap(clause)
            or is_open_point(clause, told, is_cut_off=is_cut_off)
            or points_to_evidence(clause, known)
            or _is_carried(clause, stored)
            or is_told_elsewhere(clause, known)
        )

    return all(
        (is_conditional(sentence, known) or all(map(is_reason, clauses_of(sentence))))
        and not presupposes_more(without_quotes(sentence), known)
        for sentence in _sentences(text)
    )


def _parts(sentence: str) -> list[str]:
    """The clauses of a gap; what follows a colon is one of its own."""
    return [
        part for clause in clauses_of(sentence) for part in _COLON.split(clause) if part.strip()
    ]


def _sentences(text: str) -> list[str]:
    """The sentences of ``text`` that hold a word; a list's "1." is none."""
    return [each.text for each in split_sentences(text) if content_terms(each.text)]


def _asks(sentence: str) -> bool:
    return sentence.rstrip().endswith(("?", "？"))


def _is_carried(clause: str, stored: Sequence[str]) -> bool:
    """A plain clause about what the evidence speaks of, without a cause or state of its own."""
    if states_cause(clause) or states_absence(clause) or claims_certainty(clause):
        return False
    if has_polarity(clause) and (holds_negator(clause) or polarity_conflict(clause, stored)):
        return False
    tells = (tells_of_deeds, tells_of_chinese_deeds, tells_of_states)
    if any(rule(clause, stored) for rule in tells):
        return False
    terms = content_terms(clause)
    return any(terms & content_terms(text) for text in stored)
