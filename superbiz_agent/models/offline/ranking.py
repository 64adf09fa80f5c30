"""Who has most, what is slowest, what came first: compared over stored lines by code.

What a search left out cannot be compared: where one was cut off, the question stays open.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Final, Literal, NamedTuple, TypeAlias

from superbiz_agent.contracts.base import Language
from superbiz_agent.models.offline.changes import EARLIER, LATER, instant
from superbiz_agent.models.offline.claims import observation
from superbiz_agent.models.offline.drafts import Draft, is_sayable
from superbiz_agent.models.offline.evidence import Evidence, Line
from superbiz_agent.models.offline.kinds import asked_by
from superbiz_agent.models.offline.left_out import MAX_BOUND
from superbiz_agent.models.offline.line_wordings import LIST_SIGNS
from superbiz_agent.models.offline.phrases import CLAIMS, RANKED, fill
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.tally_claims import is_tally
from superbiz_agent.models.offline.values import is_label_asked, pairs_in

Rank = Literal["most", "least", "greatest", "smallest", "first", "last"]

MAX_RANKED: Final = 5
MAX_MEASURED: Final = 3

_RANKS: Final[Mapping[Rank, re.Pattern[str]]] = {
    "greatest": asked_by(
        "slowest|highest|largest|biggest|longest|greatest|peak|maximum|max", "最(?:慢|高|大|长|久)"
    ),
    "smallest": asked_by("fastest|quickest|lowest|smallest|shortest|minimum", "最(?:快|低|小|短)"),
    "most": asked_by("(?<!at )most(?! (?:recent|likely|of)(?![a-z]))", "最(?:多|频繁)"),
    "least": asked_by("(?<!at )least|fewest", "最少"),
    "last": asked_by(
        "(?:last|latest|most recent)(?= [a-z]|\\s{0,3}[?.!]|\\s{0,3}\\Z)"
        "(?! (?:few|couple|hours?|minutes?|seconds?|days?|nights?|weeks?|time window))",
        "最后(?:一[次条个])?|最近一[次条]",
    ),
    "first": asked_by("first|earliest", "最(?:先|早)|第一[次条个]|首[次个]"),
}
_WITHIN_RECORDS: Final = asked_by(
    r"(?:which|what|whose) (?:\S+ ){0,2}?"
    r"(?:address(?:es)?|ips?|clients?|users?|accounts?|paths?|urls?|pages?)"
    r"|who",
    "(?:哪个|哪些|什么) ?(?:地址|IP|客户端|用户|账号|路径|页面|URL)|谁",
)
"""What records name, and does not write them: whoever wrote most is no answer."""

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


_Form: TypeAlias = Literal["summed", "each", "and others"]
_FORMS: Final[tuple[_Form, ...]] = ("summed", "each", "and others")
"""How the counts of several groups of one owner are told; the last leaves single records without
a number."""


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


_LASTS: Final = re.compile(
    r"how long [^?.!]{0,80}?(?<![a-z])(?<!the )(?<!very )last(?![a-z])", re.IGNORECASE
)
"""Where "last" is what an outage does, not which backup is meant."""


def rank_asked(text: str) -> Rank | None:
    """The end of an order that ``text`` asks for, or null."""
    text = _LASTS.sub(" ", text)
    return next((rank for rank, asked in _RANKS.items() if asked.search(text)), None)


def is_ranked(claim: str) -> bool:
    """True for a claim that compares."""
    return claim.startswith(RANKED) or is_tally(claim)


def compared(question: Question, evidence: Evidence, records: Sequence[Line]) -> list[Draft]:
    """Put the ``records`` in the order that is asked for: the comparison first, then what it rests
    on. Empty where nothing is there to compare, or where a search that found them was cut off."""
    rank = rank_asked(question.text)
    if rank is None or not records or not _is_whole(evidence, records):
        return []
    if rank in ("most", "least") and not _WITHIN_RECORDS.search(question.text):
        return _by_count(question, records, evidence.names, fewest=rank == "least")
    if rank in ("greatest", "smallest"):
        return _by_value(question, records, least=rank == "smallest")
    return []


def in_order(records: Iterable[Line], rank: Rank) -> list[Line]:
    """Records by when they began, or, for the last, by when they ended, the last first; a single
    record, which is the last itself, before a group that ends with it."""
    if rank == "last":
        alone = sorted(records, key=lambda x: x.count > 1)
        return sorted(alone, key=lambda x: instant(x.last or x.at) or EARLIER, reverse=True)
    return sorted(records, key=lambda x: instant(x.first) or LATER)


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


def _is_whole(evidence: Evidence, records: Sequence[Line]) -> bool:
    """Whether no search that found one of the records was cut off."""
    asked = {line.invocation_id for line in records}
    return all(
        line.search.is_whole
        for line in evidence.searches
        if line.search and line.invocation_id in asked
    )


def _by_count(
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
    groups = [line for line in draft.lines if line.count > 1][:MAX_MEASURED]
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


def _by_value(question: Question, records: Sequence[Line], *, least: bool) -> list[Draft]:
    """Records and groups by the value of a label, then the record or group with the outermost."""
    measured = _measured(question, records, least=least)
    singles = [each for each in measured if each.line.count <= 1]
    ordered = sorted(measured, key=lambda each: each in singles, reverse=True)
    ordered = sorted(ordered, key=lambda each: each.size, reverse=not least)[:MAX_MEASURED]
    ordered = [each for each in ordered if each.label == ordered[0].label]
    if not ordered or (len(ordered) == 1 and ordered[0].line.count <= 1):
        return []
    language = question.language
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
