"""What a heading says of the sentences under it: their kind, and whose they are (section 7)."""

import re
from collections.abc import Iterator, Sequence
from math import inf

from superbiz_agent.grounding.answer_checks.material import Item, Material, Statement
from superbiz_agent.grounding.comparison.engine import fact_gaps
from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.facts.folding import fold
from superbiz_agent.grounding.facts.owners import SHARED_FORMS, is_owner
from superbiz_agent.grounding.wording import (
    CAUSE_HEADINGS,
    CONFIRMED_HEADINGS,
    SUB_HEADINGS,
    Sentence,
    heading_key,
    is_frame_sentence,
    is_hedged,
    is_reported,
)

_LEAD = re.compile(
    r"\A\W{0,4}(?:root cause|cause|reason|why|根因|原因|成因)\s{0,2}[:：]", re.IGNORECASE
)
"""A word of cause before a colon makes the rest a cause, as its heading would."""

_PRONOUN = re.compile(r"(?:it|its|this|that)(?![A-Za-z])|[它其该]", re.IGNORECASE)
_ANAPHOR = cued(
    r"(?<![A-Za-z])(?:(?:its|(?<! (?:to|by|of|in|on) )(?<! for )(?<! (?:with|from) )it)"
    r"(?! (?:is|was) (?:not |un)?(?:known|clear|open))|(?:(?:the|this) same"
    r"|this|that) (?:service|pod|host|node|instance|server|application|app|component))(?![A-Za-z])"
    r"|它(?!们)|(?<!应)该(?:服务|主机|节点|实例|应用|组件|机器)|同一(?:服务|主机|节点|实例|应用)"
    r"|其(?!中|他|它|余|次|实)",
    re.IGNORECASE,
)
"""What stands for an entity that was named before."""

_LEADS_IN = re.compile(r"[:：]\W{0,4}\Z")
"""A line that ends in a colon speaks of the lines below it."""

_NOUN_OF_A_HEAD = re.compile(
    r"(?:service|pod|host|node|instance|server|application|app|component|database|cluster|alert"
    r"|the|for|in|of|on|status|state)(?![A-Za-z])"
    r"|服务器?|主机|节点|实例|应用|组件|数据库|集群|告警|状态|情况|方面|关于|的",
    re.IGNORECASE,
)
"""What may stand beside a name in a line that is nothing but a head."""


def heading_faults(
    read: Sequence[tuple[Sentence, tuple[Item, ...]]], material: Material
) -> Iterator[tuple[str, str, str]]:
    """Rule id, sentence and message of everything that a heading, or the entity before a sentence,
    makes wrong. ``read`` are the sentences of a text in order, with the items they rest on."""
    heading, owner, before, led = "", "", "", -1.0
    for sentence, items in read:
        entity = _only_entity(sentence.text, material)
        is_name = _is_nothing_but(entity, sentence.text)
        if sentence.is_heading or not items or is_name:
            heading = _heading_after(heading, sentence)
            owner = before = entity
            led = inf if is_name else _last_led(sentence, owner)
            continue
        statement = Statement(sentence.text.replace("**", ""), items)
        is_cause = heading in CAUSE_HEADINGS or _LEAD.sub("", statement.text) != statement.text
        if is_cause and not _may_stand_as_cause(statement, material):
            yield "answer.cause", sentence.text, "stands as a cause that no verified claim names"
        if heading in CONFIRMED_HEADINGS and any(item.must_be_hedged for item in items):
            yield "answer.certainty", sentence.text, "stands as confirmed and is only possible"
        is_back = _PRONOUN.match(statement.text) or _points_back(statement.text, material)
        whose = before if is_back else owner
        is_lent = sentence.paragraph <= led or _points_back(statement.text, material)
        if whose and (
            _is_misowned(statement, whose, material)
            or (is_lent and _is_of_another(statement, whose, material))
        ):
            yield "answer.new_fact", sentence.text, "gives a fact to the entity named before it"
        before = entity or before


def _last_led(sentence: Sentence, owner: str) -> int:
    """The last paragraph that ``sentence``, a head that names ``owner`` among other words, speaks
    of: the next one where it ends in a colon, else none."""
    return sentence.paragraph + 1 if owner and _LEADS_IN.search(sentence.text) else -1


def _is_nothing_but(entity: str, text: str) -> bool:
    """Whether ``text`` is the name of ``entity`` and no more, in whatever form it stands (a list's
    item, a quote, a checkbox)."""
    rest = _NOUN_OF_A_HEAD.sub("", fold(text).replace(fold(entity), "").replace("[x]", ""))
    return bool(entity) and not any(map(str.isalpha, rest))


def _heading_after(heading: str, sentence: Sentence) -> str:
    """The heading that holds after ``sentence``: a cause's holds for its sub-headings, and is one
    in whatever form it stands (a line of its own, a list item, a table's head)."""
    cells = [heading_key(cell) for cell in sentence.text.split("|") if cell.strip()]
    key = next((cell for cell in cells if cell in CAUSE_HEADINGS), heading_key(sentence.text))
    if key in CAUSE_HEADINGS:
        return key
    keeps = not sentence.is_heading or (heading in CAUSE_HEADINGS and key in SUB_HEADINGS)
    return heading if keeps else key


def _may_stand_as_cause(statement: Statement, material: Material) -> bool:
    if is_frame_sentence(statement.text):
        return True
    if material.verdict == "REJECT":
        return all(item.kind in ("gap", "question") for item in statement.items)
    is_proven = any(
        item.claim_type == "root_cause" and item.status == "confirmed" for item in statement.items
    )
    is_other = all(item.kind in ("gap", "action", "question") for item in statement.items)
    return is_other or is_hedged(statement.text) or (is_proven and material.verdict == "PASS")


def _is_misowned(statement: Statement, owner: str, material: Material) -> bool:
    """Whether a sentence that names no entity has a fact that its items do not carry for
    ``owner``."""
    is_told = any(item.status == "documented" for item in statement.items)
    if is_told and is_reported(statement.text):
        return False  # "It also says": the document, not the entity
    if statement.is_repeated or _entities(statement.text, material):
        return False
    text = f"{owner}: {statement.text}"
    gaps = fact_gaps(text, statement.sources, names=material.names)
    return any(gap.value != owner for gap in gaps)


def _points_back(text: str, material: Material) -> bool:
    """Whether ``text`` speaks of an entity named before it: no other stands before the pronoun."""
    found = _ANAPHOR.search(text)
    return found is not None and not bearers(text[: found.start()], material)


def _is_of_another(statement: Statement, owner: str, material: Material) -> bool:
    """Whether a sentence that names no entity but alerts rests on items of other entities than
    ``owner`` alone."""
    return not bearers(statement.text, material) and are_of_another(
        statement.items, owner, material
    )


def are_of_another(items: Sequence[Item], owner: str, material: Material) -> bool:
    """Whether ``items`` are findings that name entities, and ``owner`` is not among them."""
    is_open = any(item.kind in ("gap", "question", "action") for item in items)
    if is_open or any(item.status == "documented" for item in items):
        return False
    whole = " ".join(text for item in items for text in item.texts)
    return fold(owner) not in fold(whole) and bool(bearers(whole, material))


def _only_entity(text: str, material: Material) -> str:
    """The one entity that ``text`` names, an alert only where it names nothing else."""
    entities = bearers(text, material) or _entities(text, material)
    return entities[0] if len(entities) == 1 else ""


def _entities(text: str, material: Material) -> list[str]:
    """The entities that ``text`` names, each once."""
    facts = extract_facts(text[:400], names=material.names)
    return list(dict.fromkeys(fact.value for fact in facts if is_owner(fact)))


def bearers(text: str, material: Material) -> list[str]:
    """The entities of ``text`` that alerts belong to: services, hosts, pods."""
    facts = extract_facts(text[:400], names=material.names)
    return list(
        dict.fromkeys(
            fact.value for fact in facts if is_owner(fact) and fact.form not in SHARED_FORMS
        )
    )
