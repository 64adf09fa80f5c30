"""Who has most records, or fewest: owners counted over stored lines by code."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from superbiz_agent.contracts.base import Language
from superbiz_agent.models.offline.claims import observation
from superbiz_agent.models.offline.drafts import Draft, is_sayable
from superbiz_agent.models.offline.evidence import Line
from superbiz_agent.models.offline.left_out import MAX_BOUND
from superbiz_agent.models.offline.line_wordings import LIST_SIGNS
from superbiz_agent.models.offline.phrases import CLAIMS, fill
from superbiz_agent.models.offline.question import Question

MAX_RANKED: Final = 5
MAX_GROUPS: Final = 3

_Form: TypeAlias = Literal["summed", "each", "and others"]
_FORMS: Final[tuple[_Form, ...]] = ("summed", "each", "and others")
"""How the counts of several groups of one owner are told; the last leaves single records without
a number."""


def by_count(
    question: Question, records: Sequence[Line], names: Sequence[str], *, fewest: bool
) -> list[Draft]:
    """Owners by their records, of the very level that is asked for where any has it."""
    exact = [line for line in records if line.level == question.level]
    owners: dict[str, list[Line]] = {}
    for line in sorted(exact or records, key=lambda x: -(x.count or 1)):
        owners.setdefault(line.owner, []).append(line)
    ordered = sorted(owners.items(), key=lambda pair: _number(pair[1]), reverse=not fewest)
    least = min(2, len(ordered))  # one of several is no comparison
    numbers = range(min(MAX_RANKED, len(ordered)), least - 1, -1)
    told = (_counted(ordered[:number], question.language) for number in numbers)
    draft = next((each for each in told if _is_bound(each) and is_sayable(each, names)), None)
    if draft is None:
        return []
    groups = [line for line in draft.lines if line.count > 1][:MAX_GROUPS]
    rest = [group for _, group in ordered if group[0] not in draft.lines]
    return [
        draft,
        *_further([group[0] for group in rest], question.language),
        *(observation(line, question.language) for line in groups),
    ]


def _is_bound(draft: Draft) -> bool:
    return len(draft.lines) <= MAX_BOUND


def _further(lines: Sequence[Line], language: Language) -> list[Draft]:
    """Who else has such records, as many as claims may name."""
    parts = [lines[at : at + MAX_BOUND] for at in range(0, len(lines), MAX_BOUND)]
    return [
        Draft(
            "observation",
            (
                fill(
                    CLAIMS,
                    "ranked_rest",
                    language,
                    level=_shared_level(part),
                    owners=LIST_SIGNS[language].join(line.owner for line in part),
                ),
            ),
            tuple(part),
        )
        for part in parts
    ]


def _counted(owners: Sequence[tuple[str, list[Line]]], language: Language) -> Draft:
    """The owners with their counts; those with a single record behind the others where its number
    cannot be told."""
    lines = tuple(line for _, group in owners for line in group)
    several = [(owner, group) for owner, group in owners if _number(group) > 1]
    single = [owner for owner, group in owners if _number(group) == 1]
    tails = [(owners, "")]
    if several and single and owners[: len(several)] == several:
        joined = LIST_SIGNS[language].join(single)
        tails.append((several, fill(CLAIMS, "then", language, owners=joined)))
    wordings = tuple(
        fill(
            CLAIMS,
            "ranked_counts",
            language,
            level=_shared_level(lines),
            counts=LIST_SIGNS[language].join(
                f"{owner} {_count(group, language, form)}" for owner, group in counted
            )
            + tail,
        )
        for counted, tail in tails
        for form in _FORMS
    )
    return Draft("observation", wordings, lines)


def _shared_level(lines: Sequence[Line]) -> str:
    levels = {line.level for line in lines}
    return f"{lines[0].level} " if len(levels) == 1 and lines[0].level else ""


def _number(group: Sequence[Line]) -> int:
    return sum(line.count or 1 for line in group)


def _count(group: Sequence[Line], language: Language, form: _Form) -> str:
    """How many records a group of lines stands for; one record has no number in its text."""
    is_chinese = language == "zh"
    one = "一条" if is_chinese else "one"
    unit = " 条" if is_chinese else ""
    counts = [f"{line.count}{unit}" if line.count > 1 else one for line in group]
    if len(counts) == 1:
        return counts[0]
    joint = "和" if is_chinese else " and "
    if form == "summed":
        values = {"total": str(_number(group)), "counts": LIST_SIGNS[language].join(counts)}
        return fill(CLAIMS, "summed", language, **values)
    if form == "and others":
        told = joint.join(count for count in counts if count != one)
        others = "等" if is_chinese else " and others"
        return told + others if one in counts else told
    return joint.join(counts)
