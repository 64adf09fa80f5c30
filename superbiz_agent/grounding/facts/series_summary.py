"""What code says of a metric series: a summary of the values stored with it (contract section 2).

A series is asked at the instants of a grid: ``start``, and every ``step`` seconds from there up to
``until``. What lies between two instants of the grid is not seen, and the summary names the step.
The rule needs nothing but what is stored, so that ``superbiz verify`` recomputes the text.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import pairwise
from math import isfinite
from typing import Final, Literal, TypeAlias, cast, get_args

from superbiz_agent.grounding.facts.numerals import EXACT

MOST_SAMPLES: Final = 400
"""Values of one series that are stored, and of which its summary speaks."""

MOST_STEP: Final = 86_400 * 366

SeriesUnit: TypeAlias = Literal["", "B", "B/s", "s", "%", "cores", "/s"]
"""What the values are measured in; empty where nobody says."""

_SCALES: Final[Mapping[str, tuple[str, ...]]] = {
    "B": ("B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"),
    "B/s": ("B/s", "KiB/s", "MiB/s", "GiB/s", "TiB/s"),
}
"""Units that are shown 1,024 times as great, as often as the value allows."""

_DIGITS: Final = 4
"""Digits shown of a value that is not whole; it is never shown as a whole number."""

_PLAIN: Final = 12
"""Powers of ten beyond which a value is shown with an exponent."""


POINT: Final = re.compile(
    r", (?P<field>first|last|min|max|asked_for)=(?P<value>[^,]{1,60}) at "
    r"(?P<at>[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)(?=, )"
)
"""A value of a summary with its instant; a line has four: first, last, least and greatest; a fifth
where the question names an instant."""


@dataclass(frozen=True)
class Sample:
    """``place`` counts the steps from the start of the grid; ``value`` is null for NaN and
    infinity, which are counted and not summarised."""

    place: int
    value: Decimal | None


@dataclass(frozen=True)
class SeriesValues:
    """The values of one series. ``is_counter``: a value below the one before is a reset.
    ``resets`` are those that the server counted, where the values are rates of a counter.
    ``asked_for`` is the one instant that was asked about, if it is one."""

    start: datetime
    until: datetime
    step: int
    unit: SeriesUnit
    samples: tuple[Sample, ...]
    is_counter: bool = False
    resets: int = 0
    asked_for: datetime | None = None

    def at(self, sample: Sample) -> datetime:
        """The instant of a sample, in UTC."""
        return self.start + timedelta(seconds=sample.place * self.step)

    @property
    def numbers(self) -> list[tuple[Sample, Decimal]]:
        """The samples that are numbers, in the order of time."""
        return [(each, each.value) for each in self.samples if each.value is not None]

    @property
    def movement(self) -> float:
        """How far the values lie apart, beside the greatest of them: 0 for those that are equal, 1
        for one that came from nothing."""
        numbers = [number for _, number in self.numbers]
        widest = max(map(abs, numbers), default=Decimal(0))
        return float((max(numbers) - min(numbers)) / widest) if widest else 0.0

    def stored(self) -> dict[str, object]:
        """The values as they are stored beside the text."""
        return {
            "start": _instant(self.start),
            "until": _instant(self.until),
            "step_seconds": self.step,
            "unit": self.unit,
            "is_counter": self.is_counter,
            "server_resets": self.resets,
            **({"asked_for": _instant(self.asked_for)} if self.asked_for else {}),
            "samples": [
                [each.place, "NaN" if each.value is None else str(each.value)]
                for each in self.samples
            ],
        }


def read_values(given: Mapping[str, object]) -> SeriesValues | None:
    """Read what ``stored`` wrote; null for what is damaged or none."""
    start, until = _read_instant(given.get("start")), _read_instant(given.get("until"))
    step, unit, resets = given.get("step_seconds"), given.get("unit"), given.get("server_resets")
    samples = _read_samples(given.get("samples"))
    is_sound = isinstance(step, int) and 0 < step <= MOST_STEP and unit in get_args(SeriesUnit)
    if not (start and until and samples and is_sound and isinstance(resets, int)):
        return None
    is_counter = given.get("is_counter") is True
    known = cast("SeriesUnit", unit)
    asked_for = _read_instant(given.get("asked_for"))
    return SeriesValues(
        start, until, cast("int", step), known, samples, is_counter, resets, asked_for
    )


def read_number(text: object) -> Decimal | None:
    """Read a value as Prometheus writes it; null for NaN, infinity and what is no number."""
    try:
        number = float(text) if isinstance(text, str) else float("nan")
    except ValueError:
        return None
    return Decimal(repr(number)) if isfinite(number) else None


def summary_of(values: SeriesValues) -> str:
    """Return the summary as ``key=value`` pairs: first, last, least and greatest value with their
    instants in UTC, that of the instant that was asked for, mean, step and count, then what is
    unusual (NaN, gaps, resets, where the series begins or ends within the window)."""
    return ", ".join([*_measures(values), *_oddities(values)])


def _measures(values: SeriesValues) -> Iterator[str]:
    numbers = values.numbers
    if numbers:
        least = min(numbers, key=lambda each: each[1])
        greatest = max(numbers, key=lambda each: each[1])
        told = {"first": numbers[0], "last": numbers[-1], "min": least, "max": greatest}
        for key, (sample, number) in (told | _asked_for(values)).items():
            yield f"{key}={shown_value(number, values.unit)} at {_instant(values.at(sample))}"
        total = Decimal(0)
        for _, number in numbers:
            total = EXACT.add(total, number)
        yield f"mean={shown_value(EXACT.divide(total, Decimal(len(numbers))), values.unit)}"
    yield f"step={_span(values.step)}"
    yield f"count={len(values.samples)}"


def _asked_for(values: SeriesValues) -> dict[str, tuple[Sample, Decimal]]:
    """The value at the instant that was asked for, else the last one before it."""
    at = values.asked_for
    before = [each for each in values.numbers if at and values.at(each[0]) <= at]
    return {"asked_for": before[-1]} if before else {}


def _oddities(values: SeriesValues) -> Iterator[str]:
    strange = len(values.samples) - len(values.numbers)
    if strange:
        yield f"NaN={strange}"
    gaps = [(b.place - a.place, a) for a, b in pairwise(values.samples) if b.place - a.place > 1]
    if gaps:
        length, before = max(gaps, key=lambda gap: gap[0])
        told = f"{_span(length * values.step)} after {_instant(values.at(before))}"
        yield f"gaps={len(gaps)}, longest_gap={told}"
    resets = [
        sample
        for (_, before), (sample, number) in pairwise(values.numbers)
        if values.is_counter and number < before
    ]
    if resets:
        yield f"resets={len(resets)}, last_reset={_instant(values.at(resets[-1]))}"
    elif values.resets:
        yield f"resets={values.resets}"
    first, last = values.samples[0], values.samples[-1]
    if first.place > 1:
        yield f"appears={_instant(values.at(first))}"
    if (values.until - values.at(last)).total_seconds() > values.step:
        yield f"stale_after={_instant(values.at(last))}"


def shown_value(number: Decimal, unit: SeriesUnit) -> str:
    """Return a value with its unit: ``3.9 GiB``, ``0.25 s``, ``91%``, ``12``."""
    scales = _SCALES.get(unit)
    if scales is None:
        return f"{_digits(number)}{unit if unit in ('%', '/s') else f' {unit}'.rstrip()}"
    power = 0
    while abs(number) >= 1024 and power < len(scales) - 1:
        number, power = EXACT.divide(number, Decimal(1024)), power + 1
    return f"{_digits(number)} {scales[power]}"


def _digits(number: Decimal) -> str:
    """Return a number exactly if it is whole, else rounded, and never as a whole one."""
    if not number:
        return "0"
    if not -_PLAIN < number.adjusted() < _PLAIN:
        return f"{number:.{_DIGITS - 1}e}"
    if number == number.to_integral_value():
        return format(number.quantize(Decimal(1), context=EXACT), "f")
    places = max(1, _DIGITS - 1 - number.adjusted())
    text = format(number.quantize(Decimal(1).scaleb(-places), context=EXACT), "f")
    kept = text.rstrip("0")
    return f"{kept}0" if kept.endswith(".") else kept


def _span(seconds: int) -> str:
    parts: list[str] = []
    for unit, size in (("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)):
        count, seconds = divmod(seconds, size)
        parts += [f"{count}{unit}"] if count else []
    return "".join(parts) or "0s"


def _instant(at: datetime) -> str:
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def _read_instant(value: object) -> datetime | None:
    try:
        read = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return read.astimezone(UTC) if read and read.tzinfo else None


def _read_samples(value: object) -> tuple[Sample, ...]:
    """The samples in the order of time; nothing where one of them is none."""
    rows = cast("list[object]", value) if isinstance(value, list) else []
    samples: list[Sample] = []
    for row in rows[: MOST_SAMPLES + 1]:
        pair = cast("Sequence[object]", row) if isinstance(row, list) else ()
        if len(pair) != 2 or not isinstance(pair[0], int) or not 0 <= pair[0] <= MOST_STEP:
            return ()
        samples.append(Sample(pair[0], read_number(pair[1])))
    is_ordered = all(a.place < b.place for a, b in pairwise(samples))
    return tuple(samples) if is_ordered and len(samples) <= MOST_SAMPLES else ()
