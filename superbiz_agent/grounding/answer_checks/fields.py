"""The way of a reply through the checks: field by field, sentence by sentence (section 7)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from superbiz_agent.contracts.composer import ComposerAction, ComposerReply, Finding
from superbiz_agent.grounding.answer_checks.attribution import MAX_FACTS, MAX_ITEMS, attribute
from superbiz_agent.grounding.answer_checks.cells import cell_faults
from superbiz_agent.grounding.answer_checks.headings import heading_faults
from superbiz_agent.grounding.answer_checks.markup import broken_signs
from superbiz_agent.grounding.answer_checks.material import Item, Material, Statement, repeats
from superbiz_agent.grounding.answer_checks.rules import broken_rules
from superbiz_agent.grounding.answer_checks.sequence import sequence_faults
from superbiz_agent.grounding.answer_checks.tables import with_zones_of_heads
from superbiz_agent.grounding.answer_checks.yes_or_no import rests_on_another
from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.facts.folding import content_terms
from superbiz_agent.grounding.wording import (
    REJECT_OPENING,
    Sentence,
    has_polarity,
    is_frame_heading,
    is_frame_sentence,
    is_hedged,
    is_reported,
    language_of,
    names_hidden_gap,
    proposes_step,
    remediates,
    split_sentences,
    states_cause,
    without_quotes,
)
from superbiz_agent.grounding.wording.cause_concepts import faults_of, plain_terms
from superbiz_agent.grounding.wording.lacks import names_a_lack
from superbiz_agent.grounding.wording.polarity_reading import without_soft_words

MAX_SENTENCES = 400
"""An answer with more is not read: nobody would read it either."""

MAX_SENTENCE = 2_500
"""Characters of a sentence that repeats no item; a claim has 1,000 at most (section 3)."""

MAX_UNMARKED = 80
"""Sentences without marks, headings included; code has to attribute each of them."""

PROSE_KINDS = ("claim", "hypothesis", "gap", "question", "action")
YES_AND_NO = frozenset(
    ["yes", "no", "是", "是的", "否", "不是", "有", "没有", "没有查到", "对", "不对", "会", "不会"]
)
_SHOWN = 200


@dataclass(frozen=True)
class _Read:
    """One sentence with its verdict: what it breaks and what it rests on."""

    sentence: Sentence
    faults: tuple[tuple[str, str], ...]
    items: tuple[Item, ...]


def check_fields(reply: ComposerReply, material: Material) -> Iterator[Finding]:
    """Every finding of a well-formed reply."""
    for field in ("answer_summary", "user_facing_answer"):
        text = getattr(reply, field)
        yield from _check_prose(field, text, material)
    yield from _check_actions(reply.recommended_actions, material)


def is_sound_line(line: str, mark: str, material: Material) -> bool:
    """Whether every sentence of one line rests on ``mark`` alone and breaks no rule."""
    if any(broken_signs(line, material)):
        return False
    read = [_read(sentence, material, PROSE_KINDS) for sentence in split_sentences(line)]
    return bool(read) and all(each.sentence.marks == (mark,) and not each.faults for each in read)


MAX_LABEL, MAX_LABEL_LENGTH = 2, 20
"""Words and characters of a cell in a table's head, at most."""


def _check_prose(field: str, text: str, material: Material) -> Iterator[Finding]:
    for rule_id, message in broken_signs(text, material):
        yield _finding(rule_id, field, "", message)
    if not any(map(str.isalpha, text)):
        yield _finding("answer.schema", field, "", "holds no words")
        return
    sentences = split_sentences(text)
    if len(sentences) > MAX_SENTENCES:
        yield _finding("answer.schema", field, "", "has too many sentences")
        return
    if sum(not sentence.marks for sentence in sentences) > MAX_UNMARKED:
        yield _finding("answer.mark", field, "", "has too many sentences without marks")
        return
    read = [_read(each, material, PROSE_KINDS) for each in with_zones_of_heads(sentences)]
    for each in read:
        for rule_id, message in each.faults:
            yield _finding(rule_id, field, each.sentence.text, message)
    owned = [(each.sentence, each.items) for each in read]
    combined = (
        *heading_faults(owned, material),
        *sequence_faults(owned),
        *cell_faults(text, owned, material),
    )
    for rule_id, sentence, message in combined:
        yield _finding(rule_id, field, sentence, message)
    yield from _bare_answers(field, read, material)
    if material.verdict == "REJECT" and not _opens_fixed(sentences, material):
        yield _finding("answer.verdict", field, "", "does not open with the fixed sentence")
    if material.verdict == "LOW_CONFID" and field == "user_facing_answer":
        yield from _gap_missing(field, read, material)


def _read(sentence: Sentence, material: Material, kinds: Sequence[str]) -> _Read:
    """Check one sentence on the items it cites, or on those that code attributes to it."""
    text = sentence.text.replace("**", "")
    if len(text) > MAX_SENTENCE and not any(repeats(text, item) for item in material.items):
        return _Read(sentence, (("answer.schema", "is too long for one sentence"),), ())
    if not any(map(str.isalnum, text)):
        is_empty = bool(sentence.marks)
        return _Read(sentence, (("answer.mark", "marks nothing"),) if is_empty else (), ())
    if not sentence.marks:
        return _read_unmarked(sentence, text, material, kinds)
    items = tuple(filter(None, map(material.item, sentence.marks)))
    faults: list[tuple[str, str]] = []
    if len(items) < len(sentence.marks):
        faults.append(("answer.mark", "cites an item that does not exist"))
    if len(items) > MAX_ITEMS:
        faults.append(("answer.mark", "rests on more than three items"))
    if items and not is_frame_sentence(text):
        rules = broken_rules(Statement(text, items), material)
        faults += {rule.rule_id: rule.message for rule in reversed(rules)}.items()
        is_told = is_reported(text) and any(item.status == "documented" for item in items)
        if proposes_step(text) and not is_told and not _repeats_or_acts(text, items):
            faults.append(("answer.action", "adds an action"))
    return _Read(sentence, tuple(faults), items)


def _read_unmarked(
    sentence: Sentence, text: str, material: Material, kinds: Sequence[str]
) -> _Read:
    if _is_frame(sentence, text) or _is_yes_or_no(text) or _is_head(sentence, text, material):
        return _Read(sentence, (), ())
    is_order = proposes_step(text) or remediates(without_quotes(text))
    told = kinds if sentence.is_heading else [kind for kind in kinds if kind != "action"] or kinds
    if not is_order and not plain_terms(text) and not is_factual(text, material):
        return _Read(sentence, (), ())
    told = ("action", "claim", "gap") if is_order else told
    statement = attribute(text, material, told, is_label=sentence.is_heading)
    if statement is not None:
        return _Read(sentence, (), statement.items)
    if is_order:
        return _Read(sentence, (("answer.action", "adds an action"),), ())
    return _Read(sentence, (_why_unattributed(text, material),), ())


def is_factual(text: str, material: Material) -> bool:
    """A typed fact, or a word of polarity, possibility or cause, makes a sentence factual."""
    words = (has_polarity, is_hedged, states_cause)
    return any(holds(text) for holds in words) or bool(extract_facts(text, names=material.names))


def _is_frame(sentence: Sentence, text: str) -> bool:
    return is_frame_sentence(text) or (sentence.is_heading and is_frame_heading(text))


def _is_head(sentence: Sentence, text: str, material: Material) -> bool:
    """Whether ``text`` is a table's head of plain labels ("| service | seen |"): nothing stated."""
    cells = [cell.strip() for cell in text.strip(" |").split("|")]
    is_head = sentence.is_heading and text.startswith("|") and len(cells) > 1
    if not is_head or is_factual(without_soft_words(text), material) or faults_of(text):
        return False
    return all(len(cell.split()) <= MAX_LABEL and len(cell) <= MAX_LABEL_LENGTH for cell in cells)


def _is_yes_or_no(text: str) -> bool:
    return text.strip(" .。!！,，:：*").lower() in YES_AND_NO


def _why_unattributed(text: str, material: Material) -> tuple[str, str]:
    """The rule that the sentence breaks over all items at once, if it is a single one."""
    if len(extract_facts(text, names=material.names)) > MAX_FACTS:
        return _UNATTRIBUTED
    broken = broken_rules(Statement(text, material.items), material)
    told = {rule.rule_id: rule.message for rule in reversed(broken)}
    rule_id = next((rule_id for rule_id in _TELLING if rule_id in told), None)
    return (rule_id, told[rule_id]) if rule_id else _UNATTRIBUTED


_TELLING = ("answer.cause", "answer.new_fact", "answer.absence", "answer.polarity")
_UNATTRIBUTED = ("answer.new_fact", "states something that no three items carry")


def _repeats_or_acts(text: str, items: Sequence[Item]) -> bool:
    is_action = any(item.kind == "action" for item in items)
    return is_action or any(repeats(text, item) for item in items)


def _bare_answers(field: str, read: Sequence[_Read], material: Material) -> Iterator[Finding]:
    """A bare Yes or No is followed, in its paragraph, by what it rests on, of what was asked."""
    for index, each in enumerate(read):
        if not _is_yes_or_no(each.sentence.text) or each.sentence.marks:
            continue
        follower = read[index + 1] if index + 1 < len(read) else None
        is_near = follower and follower.sentence.paragraph == each.sentence.paragraph
        rests = follower and any(item.kind != "question" for item in follower.items)
        if not (is_near and rests):
            yield _finding(
                "answer.mark", field, each.sentence.text, "does not say what it rests on"
            )
        elif follower and rests_on_another(follower.items, material):
            yield _finding(
                "answer.new_fact", field, each.sentence.text, "answers for another than was asked"
            )


def _opens_fixed(sentences: Sequence[Sentence], material: Material) -> bool:
    opening = REJECT_OPENING[material.language]
    return bool(sentences) and sentences[0].text.strip() == opening


def _gap_missing(field: str, read: Sequence[_Read], material: Material) -> Iterator[Finding]:
    """Under LOW_CONFID at least one gap is named."""
    if material.of("gap") and not any(_names_gap(each) for each in read):
        yield _finding("answer.verdict", field, "", "names no gap")


def _names_gap(read: _Read) -> bool:
    """Whether a sentence says what is missing: a gap's own words, or a lack that shares a term
    with the gap (one in the other language shares none)."""
    text = read.sentence.text
    gaps = [item for item in read.items if item.kind == "gap"]
    if any(repeats(text, gap) for gap in gaps) or (gaps and names_hidden_gap(text)):
        return True
    return names_a_lack(text) and any(
        language_of(text) != language_of(gap.texts[0])
        or content_terms(text) & content_terms(gap.texts[0])
        for gap in gaps
    )


def _check_actions(actions: Sequence[ComposerAction], material: Material) -> Iterator[Finding]:
    seen: set[str] = set()
    for index, action in enumerate(actions):
        field = f"recommended_actions[{index}]"
        marks = {
            mark
            for text in (action.action_text, action.reason)
            for sentence in split_sentences(text)
            for mark in sentence.marks
        }
        known = {item.mark for item in material.of("action")}
        if len(marks) != 1 or not marks <= known or marks & seen:
            yield _finding(
                "answer.action", field, "", "does not carry the mark of one given action"
            )
            continue
        seen |= marks
        item = material.item(marks.pop())
        if item is not None:
            yield from check_action(field, action, item, material)


def check_action(
    field: str, action: ComposerAction, item: Item, material: Material
) -> Iterator[Finding]:
    """Facts within the given action, and no change to the system."""
    for name, text in (("action_text", action.action_text), ("reason", action.reason)):
        place = f"{field}.{name}"
        for rule_id, message in broken_signs(text, material):
            yield _finding(rule_id, place, "", message)
        for sentence in split_sentences(text):
            if sentence.marks not in ((), (item.mark,)):
                yield _finding("answer.action", place, sentence.text, "cites something else")
            if is_frame_sentence(sentence.text):
                continue
            for rule in broken_rules(Statement(sentence.text, (item,)), material):
                yield _finding(rule.rule_id, place, sentence.text, rule.message)


def _finding(rule_id: str, field: str, sentence: str, message: str) -> Finding:
    return Finding(rule_id=rule_id, field=field, sentence=sentence[:_SHOWN], message=message)
