"""How counts by a name are told: who has most, and who comes next (``tallies``)."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.facts.name_counts import NamedCount, ToldCounts, told_counts
from superbiz_agent.models.offline.drafts import Draft, first_carried
from superbiz_agent.models.offline.evidence import Evidence, Line
from superbiz_agent.models.offline.line_wordings import LIST_SIGNS
from superbiz_agent.models.offline.phrases import CLAIMS, TALLIES, fill
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.tallies import Asked, tally_asked

MAX_TOLD: Final = 5

_IS_TALLY: Final = re.compile(
    r"[0-9]{1,12} records?(?: [^:]{1,400})? counted by \S{1,40}: "
    r"|统计（[^）]{1,40}），"
)


def is_tally(claim: str) -> bool:
    """Whether ``claim`` tells counts by a name."""
    return _IS_TALLY.match(claim) is not None


def tallied(question: Question, evidence: Evidence) -> list[Draft]:
    """Who has most: the first count that names any; empty where none was asked for or found. Who
    has least is told only where all names are."""
    asked = tally_asked(question.text)
    if asked is None:
        return []
    lines = (x for kind in asked.kinds for x in evidence.of("count") if x.fields["kind"] == kind)
    for line in lines:
        counts = told_counts(line.body)
        if counts is not None and (counts.is_whole or not asked.least):
            draft = _draft(line, counts, asked, question.language)
            return [draft, *_what_was_counted(draft, line, counts, question, evidence)]
    return []


def _what_was_counted(
    draft: Draft, line: Line, counts: ToldCounts, question: Question, evidence: Evidence
) -> list[Draft]:
    """The search itself, where the claim cannot say what the counted records match: a number in it
    would pass for one of a name."""
    carried = first_carried(draft, evidence.names) or ""
    if not counts.words or counts.words in carried:
        return []
    told = fill(CLAIMS, "tally_counted", question.language, words=counts.words)
    searches = (x for x in evidence.searches if x.invocation_id == line.invocation_id)
    return [Draft("observation", (told,), (each,)) for each in searches]


def each_counted(line: Line, language: Language) -> Draft:
    """How many records each name has."""
    counts = told_counts(line.body)
    if counts is None:
        raise ValueError("counts are told of a line of counts alone")
    return _draft(line, counts, Asked((counts.kind,), ranks=False, least=False), language)


def _draft(line: Line, counts: ToldCounts, asked: Asked, language: Language) -> Draft:
    ends = counts.least if asked.least else counts.most
    ordered = sorted(counts.counts, key=lambda x: x.records if asked.least else -x.records)
    first = [each for each in ordered if each.name in ends]
    is_list = counts.is_part or not asked.ranks or len(first) == len(ordered) > 1
    rest = ordered[1:] if is_list else ordered[len(first) :]
    values: Mapping[str, str] = {
        "kind": TALLIES[counts.kind][language] if counts.kind in TALLIES else counts.kind,
        "of": str(counts.of),
        "number": str(ordered[0].records),
        "first": ordered[0].name if is_list else _listed([x.name for x in first], language),
        "rest": _rest(rest, max(0, MAX_TOLD - (1 if is_list else len(first))), language),
    }
    name = "tally_each" if is_list else "tally_least" if asked.least else "tally_most"
    told = f"{name}_tied" if len(first) > 1 and not is_list else name
    named = fill(CLAIMS, "tally_named", language, named=str(counts.named)) if counts.named else ""
    wordings = tuple(
        fill(CLAIMS, told, language, **values, asked=counted, named=tail)
        for counted in (_counted(counts, language), "")
        for tail in dict.fromkeys((named, ""))
    )
    return Draft("observation", wordings, (line,))


def _listed(names: Sequence[str], language: Language) -> str:
    shown = LIST_SIGNS[language].join(names[:MAX_TOLD])
    return shown + (fill(CLAIMS, "tally_others", language) if len(names) > MAX_TOLD else "")


def _rest(rest: Sequence[NamedCount], most: int, language: Language) -> str:
    """The names that come next, ``most`` of them."""
    told = [
        fill(CLAIMS, "tally_name", language, name=each.name, number=str(each.records))
        for each in rest[:most]
    ]
    if not told:
        return ""
    others = fill(CLAIMS, "tally_others", language) if len(rest) > most else ""
    return fill(CLAIMS, "tally_then", language, names=LIST_SIGNS[language].join(told) + others)


def _counted(counts: ToldCounts, language: Language) -> str:
    """Which records were counted: what they match, and how severe they are."""
    name = "tally_matching_one" if counts.is_one else "tally_matching"
    matching = fill(CLAIMS, name, language, words=counts.words) if counts.words else ""
    return matching + (
        fill(CLAIMS, "tally_level", language, level=counts.level) if counts.level else ""
    )
