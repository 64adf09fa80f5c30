"""Two judges of the same mentions: the comparison engine, and "does it occur anywhere"."""

import re
from collections.abc import Iterator, Sequence

from superbiz_agent.evals.grounding.mentions import CheckedSentence, Mention
from superbiz_agent.evals.grounding.source_items import Item, Source
from superbiz_agent.grounding.comparison.engine import fact_gaps
from superbiz_agent.grounding.facts import Fact, FactKey, extract_facts

_PAIR = re.compile(r"(?<![0-9.-])[0-9]{1,3} ?[-–] ?[0-9]{1,3}(?![0-9-]|\.[0-9])")
"""Two numbers set against each other, as in a result."""


def flagged_by_engine(sentences: Sequence[CheckedSentence], source: Source) -> set[Mention]:
    """The mentions that ``fact_gaps`` finds in no item that their sentence rests on.

    A public text cites nothing, so a sentence rests on the items of what it names, else of what
    the sentence before it rested on, and on those of the source as a whole. A name belongs to
    nobody: it is looked for in every item.
    """
    everything = tuple(item.text for item in source.items)
    names = all_names(sentences, source)
    flagged: set[Mention] = set()
    subjects: frozenset[str] = frozenset()
    for sentence in sentences:
        subjects = named_in(sentence, source) or subjects
        is_pair = bool(_PAIR.search(sentence.text))
        texts = tuple(i.text for i in items_for(subjects, source.items, is_pair=is_pair))
        values = fact_gaps(sentence.text, texts, names=source.names)
        flagged |= set(_at(sentence, values, "number"))
        if any(mention.kind == "name" for mention in sentence.mentions):
            gaps = fact_gaps(sentence.text, everything, names=names)
            flagged |= set(_at(sentence, gaps, "name"))
    return flagged


def named_in(sentence: CheckedSentence, source: Source) -> frozenset[str]:
    """The owners that a sentence names, in lower case."""
    owners = {name.casefold() for name in source.names}
    facts = extract_facts(sentence.text, names=source.names)
    return frozenset(fact.value.casefold() for fact in facts if fact.kind == "name") & owners


def items_for(named: frozenset[str], items: Sequence[Item], *, is_pair: bool) -> list[Item]:
    """The items of all that ``named`` holds, and of the source as a whole; all for nobody.

    What is of two sides is cited where both are named, or one and a pair of numbers ("won 3-1").
    """
    enough = any if is_pair else all
    found = [item for item in items if item.subjects and enough(s & named for s in item.subjects)]
    whole = [item for item in items if not item.subjects]
    return [*whole, *found] if found else list(items)


def all_names(sentences: Sequence[CheckedSentence], source: Source) -> tuple[str, ...]:
    """The owners of the source and the capitalised names of the answer, in one order."""
    capitalised = {name for each in sentences for name in each.capitalised}
    return (*source.names, *sorted(capitalised))


def flagged_by_occurrence(sentences: Sequence[CheckedSentence], source: Source) -> set[Mention]:
    """The mentions that stand in no item at all, whatever they are of: the baseline."""
    names = all_names(sentences, source)
    stated: set[FactKey] = set()
    for item in source.items:
        stated |= {fact.key for fact in extract_facts(item.text, names=names)}
    return {m for each in sentences for m in each.mentions if m.key not in stated}


def _at(sentence: CheckedSentence, gaps: Sequence[Fact], kind: str) -> Iterator[Mention]:
    """The mentions of a kind that gaps fall on; a quotation that stands nowhere is no number."""
    spans = [gap.span for gap in gaps if gap.kind != "quoted"]
    for mention in sentence.mentions:
        start, end = mention.start - sentence.start, mention.end - sentence.start
        if mention.kind == kind and any(s < end and start < e for s, e in spans):
            yield mention
