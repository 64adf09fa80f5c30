"""Does a sentence name the same cause as the items it rests on? (contract section 7)"""

from collections.abc import Sequence

from superbiz_agent.grounding.answer_checks.material import Item, Material, Statement, repeats
from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.facts.owners import entity_key, held_names, is_owner
from superbiz_agent.grounding.facts.tokens import cut_out
from superbiz_agent.grounding.wording import (
    Lexicon,
    clauses,
    holds_negator,
    language_of,
    states_cause,
    without_cause_words,
    without_lead_in,
    without_sayings,
    words,
)
from superbiz_agent.grounding.wording.cause_concepts import (
    cause_side,
    concepts_of,
    plain_terms,
    stems_of,
    without_concepts,
)
from superbiz_agent.grounding.wording.lacks import leaves_open, without_open_words
from superbiz_agent.grounding.wording.overlap import without_stretches
from superbiz_agent.grounding.wording.polarity_reading import without_polarity_words

_CAUSE_NOUNS = Lexicon(words("cause | causes | root cause | reason | 原因 | 根因 | 根本原因"))
_RECORDED = ("observation", "negative_observation")


def is_evidence_of_cause(statement: Statement, material: Material) -> bool:
    """Whether the words of cause are not the answer's own: they stand in a quotation, in a
    repeated record, in a gap that says that no cause is known, or in an action."""
    if not states_cause(without_sayings(statement.text)):
        return True
    is_gap = all(item.kind == "gap" for item in statement.items)
    if is_gap and leaves_cause_open(statement):
        return holds_negator(statement.text) or material.verdict != "REJECT"
    if not statement.is_repeated:
        return material.verdict != "REJECT" and _tells_records(statement)
    if is_gap:
        return holds_negator(statement.text) or material.verdict != "REJECT"
    if all(item.kind == "action" for item in statement.items):
        return True
    return material.verdict != "REJECT" and all(
        item.claim_type in _RECORDED or item.status == "documented" for item in statement.items
    )


def _tells_records(statement: Statement) -> bool:
    """Whether every word of cause stands in a stretch that an observation has word by word."""
    if not all(item.claim_type in _RECORDED for item in statement.items):
        return False
    rest = without_stretches(statement.text, [item.texts[0] for item in statement.items])
    return not states_cause(rest)


def leaves_cause_open(statement: Statement) -> bool:
    """Whether a sentence on gaps says that the cause is not known, in no words but theirs, or that
    it is not known because of what a gap repeats."""
    text = statement.text
    said = [clause for clause in clauses(text) if states_cause(clause)]
    if all(leaves_open(clause) and _only_asks(clause, statement.sources) for clause in said):
        return True
    before, _, side = text.partition(" because ")
    is_open = leaves_open(before) and not states_cause(before)
    return is_open and any(repeats(side, item) for item in statement.items)


def _only_asks(clause: str, sources: Sequence[str]) -> bool:
    rest = _CAUSE_NOUNS.blank(clause)
    return not states_cause(rest) and plain_terms(without_open_words(rest)) <= stems_of(sources)


def names_the_cause(
    statement: Statement, causes: Sequence[Item], asked: Sequence[str] = ()
) -> bool:
    """Whether the sentence names a cause that ``causes`` name, and no other: every cause of the
    table and every entity of its cause stand in them, and most of its words; across languages the
    table decides. What else the sentence cites lends nothing to the cause; what is caused may be
    said in the words of ``asked``, the question."""
    if not causes:
        return False
    if statement.is_repeated:
        return True
    texts = [each for item in causes for each in item.texts]
    if _joins_two_faults(statement.text, causes):
        return False
    return not _is_turned_round(statement.text, causes) and _is_named(statement, texts, asked)


def _is_named(statement: Statement, causes: Sequence[str], asked: Sequence[str]) -> bool:
    """Whether ``causes``, the texts of causes, hold what the sentence calls the cause."""
    text = without_cause_words(without_lead_in(statement.text))
    side = cause_side(statement.text)
    named = concepts_of(text)
    everything = [*causes, *statement.sources, *asked]
    is_known = concepts_of(side) <= _concepts(causes) and named <= _concepts(everything)
    if not is_known or _names_other_entity(side, causes):
        return False
    language = language_of(text)
    same = [each for each in causes if language_of(each) == language]
    if not same:
        return bool(named)
    effects = [each for each in (*statement.sources, *asked) if language_of(each) == language]
    is_told = _is_mostly_known(side, same) and _is_mostly_known(text, [*same, *effects])
    return is_told and (bool(named) or not _is_mere_entity(side or text))


def _concepts(texts: Sequence[str]) -> frozenset[str]:
    return concepts_of(" ".join(texts).replace("_", " "))


def _is_mostly_known(text: str, sources: Sequence[str]) -> bool:
    """Whether ``sources`` hold as many of the words of ``text`` as they lack, or more; names and
    causes of the table, which they must hold, count among them, and words of polarity, which are
    compared elsewhere, do not count."""
    terms = plain_terms(without_concepts(without_polarity_words(text)))
    unknown = terms - stems_of(sources)
    return len(unknown) <= len(terms) - len(unknown) + len(concepts_of(text) | _entities(text))


def _is_mere_entity(side: str) -> bool:
    """Whether nothing but a name is called the cause: that says nothing of what it did."""
    bare = cut_out(side, [fact.span for fact in extract_facts(side)])
    return bool(_entities(side)) and not plain_terms(bare)


def _names_other_entity(side: str, causes: Sequence[str]) -> bool:
    """Whether the side of the cause names an entity that no cause has on its own side."""
    known = " ".join(cause_side(each) or each for each in causes)
    return not _entities(side) <= _entities(known)


def _entities(text: str) -> frozenset[str]:
    return frozenset(
        key
        for fact in extract_facts(text)
        if is_owner(fact) or fact.form in ("url", "dotted")
        for key in (entity_key(fact), *map(str.casefold, held_names(fact)))
    )


def _joins_two_faults(text: str, causes: Sequence[Item]) -> bool:
    """Whether the sentence takes what one item has as a fault for the cause of what another has:
    each of two root causes stands for itself."""
    side = cause_side(text)
    if len(causes) < 2 or not side:
        return False
    behind = [item for item in causes if _tells_of(side, item)]
    caused = [item for item in causes if _tells_of(text.replace(side, " "), item)]
    return bool(behind and caused) and not any(item in caused for item in behind)


def _tells_of(part: str, item: Item) -> bool:
    """Whether ``item`` holds an entity or a content word of a part of a sentence."""
    words = plain_terms(without_cause_words(part)) & stems_of(item.texts)
    return bool(words or _entities(part) & _entities(" ".join(item.texts)))


def _is_turned_round(text: str, causes: Sequence[Item]) -> bool:
    """Whether the sentence takes for the cause what every item has as the effect."""
    named = concepts_of(cause_side(text))
    sides = [concepts_of(cause_side(source)) for item in causes for source in item.texts]
    told = [side for side in sides if side]
    return bool(named and told) and not any(named & side for side in told)
