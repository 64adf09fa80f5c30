"""How a stored line of a metric series reads, and how it is told.

The shape of a line is that of ``tools/metrics/series.py``: a metric, labels, and a summary that
code computed. A claim repeats values with their instants and the series they belong to, and nothing
that the line does not hold.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import Final, Literal, NamedTuple, TypeAlias

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.wording.series_words import FIELD_WORDS
from superbiz_agent.models.offline.drafts import quote
from superbiz_agent.models.offline.evidence import Line
from superbiz_agent.models.offline.phrases import CLAIMS, fill

MAX_LABELS: Final = 4
EXTREMES: Final[tuple[Literal["max", "min"], ...]] = ("max", "min")

_VALUE: Final = r"-?[0-9][0-9.e+-]{0,40}(?:%|/s| [A-Za-z]{1,5}(?:/s)?)?"
_INSTANT: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z"
_SUMMARY: Final = re.compile(
    ", "
    + ", ".join(
        rf"{key}=(?P<{key}>{_VALUE}) at (?P<{key}_at>{_INSTANT})"
        for key in ("first", "last", "min", "max")
    )
    + rf"(?:, asked_for=(?P<asked>{_VALUE}) at (?P<asked_at>{_INSTANT}))?"
    + rf", mean={_VALUE}, step=[0-9a-z]{{1,20}}, count=[0-9]{{1,9}}(?:, (?P<odd>.*))?\Z"
)
_NUMBER: Final = re.compile(r"(?P<number>[-0-9.e+]{1,60}?) ?(?P<unit>%|/s|[A-Za-z].*)?")
_SCALES: Final = {
    unit: 1024**power for power, unit in enumerate(("KiB", "MiB", "GiB", "TiB", "PiB", "EiB"), 1)
}
_OWNERS: Final = ("pod", "instance", "service", "job", "host", "node", "namespace")
_ASKED: Final = re.compile(r'(?:\A|, )(?:asked_as|promql)="(?P<quoted>(?:[^"\\\\]|\\\\.){1,600})"')
_SUMMARY_KEYS: Final = (
    "first", "first_at", "last", "last_at", "min", "min_at", "max", "max_at", "asked", "asked_at",
    "odd",
)  # fmt: skip
_HIDDEN: Final = frozenset({"asked_as", "promql", "more_labels"})


Point: TypeAlias = Literal["at", "max", "min"]
"""What a question may ask of a series: its value at an instant, its greatest, its least."""


class Summary(NamedTuple):
    """The summary of a line, as it is written there."""

    first: str
    first_at: str
    last: str
    last_at: str
    least: str
    least_at: str
    greatest: str
    greatest_at: str
    asked: str
    asked_at: str
    odd: str

    def point(self, point: Point) -> tuple[str, str]:
        """The value of one point, and its instant; both empty where there is none."""
        match point:
            case "at":
                return self.asked, self.asked_at
            case "max":
                return self.greatest, self.greatest_at
            case "min":
                return self.least, self.least_at


def read_series(line: Line, fields: Callable[[str], dict[str, str]]) -> Line:
    """Read a line of a series: its metric, labels (as ``fields`` reads them), and first and last
    instant."""
    summary = _summary(line.body)
    written = _SUMMARY.search(line.body)
    own = fields(line.body[: written.start()] if written else line.body)
    return replace(
        line,
        name=line.body.partition(",")[0],
        fields={key: own[key] for key in reversed(own) if key not in _HIDDEN},
        first=summary.first_at if summary else "",
        last=summary.last_at if summary else "",
    )


def movement(line: Line) -> float:
    """How far the least and the greatest value of a series lie apart, beside the greater."""
    summary = _summary(line.body)
    least = _size(summary.least) if summary else None
    greatest = _size(summary.greatest) if summary else None
    if least is None or greatest is None:
        return 0.0
    widest = max(abs(least), abs(greatest))
    return float((greatest - least) / widest) if widest else 0.0


def series_wordings(line: Line, language: Language) -> list[str]:
    """What a series did, the fullest wording first; nothing for a line of another shape."""
    summary = _summary(line.body)
    if summary is None:
        return []
    extremes = _extremes(summary, language)
    odd = f"; {summary.odd}" if summary.odd else ""
    return [
        fill(
            CLAIMS,
            _change(summary),
            language,
            series=subject,
            first=summary.first,
            first_at=summary.first_at,
            last=summary.last,
            last_at=summary.last_at,
            more=more,
        )
        for subject in _subjects(line, language)
        for more in dict.fromkeys((extremes + odd, extremes, ""))
    ]


def point_wordings(line: Line, point: Point, language: Language) -> list[str]:
    """What one point of a series was, with its ends where these are others, the fullest wording
    first; nothing where the line does not tell it."""
    summary = _summary(line.body)
    value, at = summary.point(point) if summary else ("", "")
    if summary is None or not value:
        return []
    ends = ((summary.first, summary.first_at), (summary.last, summary.last_at))
    also = "".join(
        fill(CLAIMS, "series_also", language, value=end, at=end_at)
        for end, end_at in ends
        if end_at != at
    )
    return [
        fill(CLAIMS, f"series_{point}", language, series=subject, value=value, at=at, more=more)
        for subject in _subjects(line, language)
        for more in dict.fromkeys((also, ""))
    ]


def extremes_in(text: str) -> list[Literal["max", "min"]]:
    """The extremes of a series that a word of ``text`` means."""
    return [field for field in EXTREMES if FIELD_WORDS[field].search(text)]


def _subjects(line: Line, language: Language) -> list[str]:
    """The series by name, with whose it is and the labels that tell it from others."""
    asked = _ASKED.search(line.body)
    metric = quote(asked["quoted"].replace('\\"', '"')) if asked else line.name
    known = (line.fields[key] for key in _OWNERS if key in line.fields)
    owner = next(known, next(iter(line.fields.values()), ""))
    if not owner:
        return [metric]
    labels = [f"{key}={value}" for key, value in line.fields.items() if value != owner]
    told = f" ({', '.join(labels[:MAX_LABELS])})" if labels else ""
    return [
        fill(CLAIMS, "series_of", language, metric=metric, owner=owner, labels=each)
        for each in dict.fromkeys((told, ""))
    ]


def _extremes(summary: Summary, language: Language) -> str:
    """The least and the greatest value, where they are not the first or the last."""
    ends = (summary.first, summary.last)
    told = ""
    if summary.greatest not in ends:
        told += fill(
            CLAIMS, "series_highest", language, value=summary.greatest, at=summary.greatest_at
        )
    if summary.least not in ends:
        told += fill(CLAIMS, "series_lowest", language, value=summary.least, at=summary.least_at)
    return told


def _change(summary: Summary) -> str:
    first, last = _size(summary.first), _size(summary.last)
    if first is None or last is None or first == last:
        return "series_was"
    return "series_rose" if last > first else "series_fell"


def _summary(body: str) -> Summary | None:
    found = _SUMMARY.search(body)
    return Summary(*(found[key] or "" for key in _SUMMARY_KEYS)) if found else None


def _size(text: str) -> Decimal | None:
    found = _NUMBER.fullmatch(text)
    try:
        number = Decimal(found["number"]) if found else None
    except InvalidOperation:
        return None
    unit = (found["unit"] or "").removesuffix("/s") if found else ""
    return number * _SCALES.get(unit, 1) if number is not None else None
