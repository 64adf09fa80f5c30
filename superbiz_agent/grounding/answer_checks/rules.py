"""The rules for one sentence and the items it rests on, as a table (contract section 7).

A rule takes a statement and the material and returns True for a violation. It is pure, and knows
nothing of the other rules.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from superbiz_agent.grounding.answer_checks.absence import (
    loses_absence,
    rules_something_out,
    widens_absence,
)
from superbiz_agent.grounding.answer_checks.cause import (
    is_evidence_of_cause,
    leaves_cause_open,
    names_the_cause,
)
from superbiz_agent.grounding.answer_checks.fact_rules import (
    adds_exactness,
    adds_fact,
    adds_fault,
    adds_whole,
    adds_words,
    answers_from_question,
    shares_nothing,
    takes_gap_for_fact,
    tells_gap,
    tells_of_a_stranger,
)
from superbiz_agent.grounding.answer_checks.material import Item, Material, Statement
from superbiz_agent.grounding.answer_checks.steps import tells_step_as_done
from superbiz_agent.grounding.answer_checks.yes_or_no import answers_for_another
from superbiz_agent.grounding.misreadings.table import misreads
from superbiz_agent.grounding.wording import (
    claims_certainty,
    has_polarity,
    hedged_in,
    is_hedged,
    is_reported,
    polarity_conflict,
    remediates,
    states_cause,
    without_lead_in,
    without_sayings,
)
from superbiz_agent.grounding.wording.cause_concepts import (
    plain_terms,
    stems_of,
)
from superbiz_agent.grounding.wording.series_retold import retells_measure

Check: TypeAlias = Callable[[Statement, Material], bool]


MIN_SUPPOSED = 2
"""Content words that a sentence must share with a hypothesis alone to be telling it."""


@dataclass(frozen=True)
class Rule:
    """One row: what is violated, how it is said, and how it is found."""

    rule_id: str
    message: str
    is_broken: Check


def turns_polarity(statement: Statement, _material: Material) -> bool:
    """Polarity lost or gained against the clause that shares most facts."""
    if statement.is_repeated:
        return False
    text = without_lead_in(statement.text)
    if tells_gap(statement, share=0.5):
        return False
    if not statement.sources:
        return has_polarity(text)
    return polarity_conflict(text, statement.sources) or retells_measure(text, statement.sources)


def misreads_its_items(statement: Statement, _material: Material) -> bool:
    """A count, a whole, a range, a change or an order that its items do not tell so."""
    return not statement.is_repeated and misreads(statement.text, statement.sources)


def loses_possibility(statement: Statement, _material: Material) -> bool:
    """A hypothesis, an inferred claim or a hedged sentence said as a fact."""
    if is_hedged(statement.text):
        return False
    if any(item.must_be_hedged for item in statement.items):
        return True
    return not statement.is_repeated and hedged_in(statement.text, statement.sources)


def takes_hypothesis_for_fact(statement: Statement, material: Material) -> bool:
    """What only a hypothesis says, told without a hedge of something else that is cited."""
    if statement.is_repeated or is_hedged(statement.text):
        return False
    carried = stems_of(statement.sources)
    said = plain_terms(without_lead_in(statement.text)) - carried
    supposed = (plain_terms(item.texts[0]) - carried for item in material.of("hypothesis"))
    return any(
        len(said & own) >= MIN_SUPPOSED and 2 * len(said & own) >= len(own) for own in supposed
    )


def overstates(statement: Statement, _material: Material) -> bool:
    """ "Sole" or "confirmed" over something that is only inferred or possible."""
    is_weak = any(item.must_be_hedged or item.kind == "gap" for item in statement.items) or any(
        map(is_hedged, statement.sources)
    )
    is_said = any(claims_certainty(text) for text in statement.sources)
    return is_weak and not is_said and claims_certainty(without_sayings(statement.text))


def states_unproven_cause(statement: Statement, material: Material) -> bool:
    """A cause without a root cause claim under PASS that names it."""
    if material.verdict == "REJECT" and _rests_on_cause(statement):
        return True
    if not states_cause(statement.text) or is_evidence_of_cause(statement, material):
        return False
    if material.verdict == "REJECT":
        return True
    is_gap = all(item.kind == "gap" for item in statement.items)
    if is_gap and statement.items and leaves_cause_open(statement):
        return False
    causes = [item for item in statement.items if is_gap or _may_carry_cause(item)]
    asked = [item.texts[0] for item in material.of("question")]
    if not names_the_cause(statement, causes, asked):
        return True
    is_proven = any(
        item.claim_type == "root_cause" and item.status == "confirmed" for item in causes
    )
    return not (
        is_gap
        or _is_hedged_throughout(statement.text)
        or (is_proven and material.verdict == "PASS")
    )


def speaks_for_runbook(statement: Statement, _material: Material) -> bool:
    """A documented claim that is not said as what the runbook says."""
    is_documented = any(item.status == "documented" for item in statement.items)
    return is_documented and not is_reported(statement.text)


def mixes_certainty(statement: Statement, material: Material) -> bool:
    """Under LOW_CONFID a sentence on both a claim and a hypothesis."""
    kinds = {item.kind for item in statement.items}
    return material.verdict == "LOW_CONFID" and {"claim", "hypothesis"} <= kinds


def orders_change(statement: Statement, _material: Material) -> bool:
    """A remediation, unless it is a record's or a runbook's own words."""
    is_told = any(item.kind == "claim" for item in statement.items) and (
        statement.is_repeated or is_reported(statement.text)
    )
    is_of_claims = all(item.kind == "claim" for item in statement.items)
    stored = statement.sources if is_of_claims else ()
    return not is_told and remediates(
        without_sayings(without_lead_in(statement.text)), stored=stored
    )


RULES: tuple[Rule, ...] = (
    Rule("answer.new_fact", "states a fact that its items do not carry", adds_fact),
    Rule("answer.new_fact", "tells of a name that its items do not hold", tells_of_a_stranger),
    Rule("answer.new_fact", "speaks of a whole that its items do not speak of", adds_whole),
    Rule("answer.new_fact", "tells a count as exact that its items tell plainly", adds_exactness),
    Rule("answer.new_fact", "names a fault or a change that its items do not name", adds_fault),
    Rule("answer.new_fact", "has nothing in common with what it cites", shares_nothing),
    Rule("answer.new_fact", "tells of a name what its items do not", adds_words),
    Rule("answer.new_fact", "says more than the question it cites", answers_from_question),
    Rule("answer.new_fact", "answers for another than was asked about", answers_for_another),
    Rule("answer.new_fact", "reads what it cites another way", misreads_its_items),
    Rule("answer.possibility", "takes what is missing for known", takes_gap_for_fact),
    Rule("answer.polarity", "loses or gains a negation or an opposite", turns_polarity),
    Rule("answer.polarity", "does not say that nothing was found", loses_absence),
    Rule("answer.absence", "takes what was not found for ruled out", rules_something_out),
    Rule("answer.absence", "leaves out the window or the source of a search", widens_absence),
    Rule("answer.possibility", "states a possibility as a fact", loses_possibility),
    Rule("answer.possibility", "tells a hypothesis as a fact", takes_hypothesis_for_fact),
    Rule("answer.certainty", "calls something uncertain sole or confirmed", overstates),
    Rule("answer.cause", "names a cause that no verified claim names", states_unproven_cause),
    Rule("answer.documented", "does not say that a runbook says so", speaks_for_runbook),
    Rule("answer.verdict", "mixes a claim and a hypothesis", mixes_certainty),
    Rule("answer.action", "proposes a change to the system", orders_change),
    Rule("answer.action", "tells a step as taken", tells_step_as_done),
)
"""Every rule for a sentence; add a row to extend the checks."""


def broken_rules(statement: Statement, material: Material) -> list[Rule]:
    """The rows of the table that ``statement`` breaks."""
    return [rule for rule in RULES if rule.is_broken(statement, material)]


def _is_hedged_throughout(text: str) -> bool:
    """Whether each part of ``text`` that names a cause is hedged; parts end at ``;`` and "but"."""
    parts = re.split(r"[;；]| but |但", text)
    return is_hedged(text) and all(is_hedged(part) for part in parts if states_cause(part))


def _rests_on_cause(statement: Statement) -> bool:
    return any(
        item.kind == "hypothesis" or item.claim_type == "root_cause" for item in statement.items
    )


def _may_carry_cause(item: Item) -> bool:
    if item.kind == "hypothesis" or item.claim_type == "root_cause":
        return True
    return item.kind == "claim" and (item.claim_type == "inference" or states_cause(item.texts[0]))
