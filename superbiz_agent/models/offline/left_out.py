"""What of the trouble that was found an answer has no room for: told in brief, or named as a gap.

An answer that shows the worst alone would read as if there were no more.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from superbiz_agent.contracts.base import JsonObject, Language
from superbiz_agent.models.offline.drafts import Draft, is_sayable, quote
from superbiz_agent.models.offline.evidence import Line
from superbiz_agent.models.offline.line_wordings import level_of
from superbiz_agent.models.offline.phrases import CLAIMS, fill

MAX_BOUND: Final = 8
"""Lines that one claim may rest on (contract section 3)."""

MAX_BRIEF: Final = 90
"""Characters of a record that is told in brief."""

SEMICOLONS: Final = {"en": "; ", "zh": "；"}


@dataclass(frozen=True)
class Answer:
    """What to claim, the most telling first, and ``most`` of it; ``owed`` are the lines that the
    answer should tell one way or another."""

    drafts: Sequence[Draft]
    most: int
    owed: Sequence[Line] = ()


def told_in_brief(lines: Sequence[Line], language: Language, names: Sequence[str]) -> list[Draft]:
    """One claim over as many of ``lines`` as one may rest on, the first of them first."""
    for number in range(min(len(lines), MAX_BOUND), 0, -1):
        draft = _in_brief(lines[:number], language)
        if is_sayable(draft, names):
            return [draft]
    return []


def is_told_in_part(owed: Sequence[Line], claims: Sequence[JsonObject]) -> bool:
    """True if a claim tells neither a line of ``owed`` nor one that says the same."""
    bound = {b["evidence_excerpt"] for claim in claims for b in claim["evidence_bindings"]}
    said = {line.message for line in owed if line.text in bound and line.message}
    return any(_is_untold(line, bound, said) for line in owed)


def _is_untold(line: Line, bound: Collection[str], said: Collection[str]) -> bool:
    return line.text not in bound and line.message not in said


def _in_brief(lines: Sequence[Line], language: Language) -> Draft:
    records = SEMICOLONS[language].join(_brief(line, language) for line in lines)
    bare = SEMICOLONS[language].join(f"{line.owner} {_said(line)}" for line in lines)
    told = (fill(CLAIMS, "also_logged", language, records=each) for each in (records, bare))
    return Draft("observation", tuple(told), tuple(lines))


def _brief(line: Line, language: Language) -> str:
    name = "brief_group" if line.count > 1 else "brief_record"
    values = {"service": line.owner, "quote": _said(line), "count": str(line.count)}
    return fill(CLAIMS, name, language, **values, level=level_of(line, "en"))


def _said(line: Line) -> str:
    return quote(line.message or line.body, MAX_BRIEF)
