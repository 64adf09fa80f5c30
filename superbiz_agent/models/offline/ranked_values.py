"""What is slowest, largest or least: values under a label, compared over stored lines by code."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from superbiz_agent.contracts.base import Language
from superbiz_agent.models.offline.claims import observation
from superbiz_agent.models.offline.drafts import Draft, is_sayable
from superbiz_agent.models.offline.evidence import Line
from superbiz_agent.models.offline.line_wordings import LIST_SIGNS
from superbiz_agent.models.offline.phrases import CLAIMS, fill
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.ranks import rank_asked
from superbiz_agent.models.offline.values import is_label_asked, pairs_in

MAX_MEASURED: Final = 3
MAX_LABELS: Final = 2

_TIMES: Final = re.compile(
    r"(?<![a-z])(?:slow|fast|quick|long|short|latency|durations?)|[慢快长久短]|耗时|延迟",
    re.IGNORECASE,
)
_TIME_LABEL: Final = re.compile("took|duration|latency|elapsed|time|ms|cost|rt|response", re.I)
_NUMBER: Final = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,9})?) ?([a-zµ%]{0,3})", re.IGNORECASE)
_SCALE: Final[Mapping[str, Decimal]] = {
    "ns": Decimal("1e-9"),
    "us": Decimal("1e-6"),
    "µs": Decimal("1e-6"),
    "ms": Decimal("1e-3"),
    "s": Decimal(1),
    "m": Decimal(60),
    "min": Decimal(60),
    "h": Decimal(3600),
}


class Measured(NamedTuple):
    """A value of one record, or the range of a group, of a label; ``size`` is what it is ordered
    by."""

    line: Line
    label: str
    least: str
    greatest: str
    size: Decimal
    is_least: bool

    @property
    def value(self) -> str:
        """The end of the range that is asked for."""
        return self.least if self.is_least else self.greatest

    @property
    def told(self) -> str:
        """The value as a record has it."""
        return f"{self.label}={self.value}"


def extreme_search(question: Question, lines: Sequence[Line]) -> str | None:
    """What to search for to find the one record that has the outermost value of a group; null
    where no group has it."""
    rank = rank_asked(question.text)
    if rank not in ("greatest", "smallest"):
        return None
    measured = _measured(question, lines, least=rank == "smallest")
    if not measured or measured[0].line.count <= 1:
        return None
    return f"{measured[0].label} {measured[0].value}"


def by_value(question: Question, records: Sequence[Line], *, least: bool) -> list[Draft]:
    """Records and groups by the value of a label, then the record or group with the outermost."""
    return _compared(_measured(question, records, least=least), question.language)


def by_each_label(question: Question, records: Sequence[Line], *, least: bool) -> list[Draft]:
    """The same by each of the labels that most records have, whose units may differ: the record
    with the outermost value first, which names what it is of."""
    measured = _measured(question, records, least=least)
    counts = Counter(label for x in measured for label in [x.label] * (x.line.count or 1))
    told = [
        _compared([x for x in measured if x.label == label], question.language)
        for label, _ in counts.most_common(MAX_LABELS)
    ]
    return [draft for drafts in told for draft in reversed(drafts)]


def _compared(measured: Sequence[Measured], language: Language) -> list[Draft]:
    """The values of the label that has the outermost one, and the record or group of that; the
    record of a value before the group that it lies in."""
    if not measured:
        return []
    ordered = [each for each in measured if each.label == measured[0].label]
    ordered = sorted(ordered, key=lambda each: each.line.count > 1)
    ordered = sorted(ordered, key=lambda each: each.size, reverse=not measured[0].is_least)
    ordered = ordered[:MAX_MEASURED]
    if len(ordered) == 1 and ordered[0].line.count <= 1:
        return []
    told = LIST_SIGNS[language].join(_told(each, language) for each in ordered)
    text = fill(CLAIMS, "ranked_values", language, label=ordered[0].label, values=told)
    lines = tuple(dict.fromkeys(each.line for each in ordered))
    draft = Draft("observation", (text,), lines)
    return (
        [draft, *(observation(line, language) for line in lines[:1])] if is_sayable(draft) else []
    )


def _told(each: Measured, language: Language) -> str:
    line = each.line
    if line.count <= 1:
        return fill(
            CLAIMS, "measured_record", language, service=line.owner, value=each.told, at=line.at
        )
    return fill(
        CLAIMS,
        "measured_group",
        language,
        service=line.owner,
        label=each.label,
        least=each.least,
        greatest=each.greatest,
        count=str(line.count),
    )


def _measured(question: Question, lines: Iterable[Line], *, least: bool) -> list[Measured]:
    """The values of the labels that are asked for, the outermost first."""
    found = [
        Measured(line, each.label, each.least, each.greatest, size, least)
        for line in lines
        for each in line.ranges
        if _is_asked(question, each.label)
        and (size := _size(each.least if least else each.greatest)) is not None
    ]
    found += [
        Measured(line, pair.label, pair.value, pair.value, size, least)
        for line in lines
        if line.count <= 1 and line.kind == "log" and line.at
        for pair in pairs_in(line.message)
        if _is_asked(question, pair.label) and (size := _size(pair.value)) is not None
    ]
    return sorted(found, key=lambda each: each.size, reverse=not least)


def _is_asked(question: Question, label: str) -> bool:
    if is_label_asked(question, label):
        return True
    return bool(_TIMES.search(question.text) and _TIME_LABEL.search(label))


def _size(text: str) -> Decimal | None:
    match = _NUMBER.fullmatch(text.strip())
    return Decimal(match[1]) * _SCALE.get(match[2].lower(), Decimal(1)) if match else None
