"""What a typed fact is, and when two facts are equal (contract section 7)."""

from decimal import Decimal
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

FactKind: TypeAlias = Literal[
    "timestamp",
    "date",
    "duration",
    "percentage",
    "quantity",
    "number",
    "version",
    "identifier",
    "quoted",
    "name",
    "count",
    "comparative",
]

FactKey: TypeAlias = tuple[str, str]
"""(class, comparable value): two facts are equal exactly when their keys are."""

KIND_CLASSES: dict[FactKind, str] = {
    "timestamp": "instant",
    "date": "instant",
    "duration": "duration",
    "percentage": "percentage",
    "quantity": "quantity",
    "number": "number",
    "count": "number",
    "version": "version",
    "identifier": "name",
    "name": "name",
    "quoted": "quoted",
    "comparative": "comparative",
}
"""Kinds of one class compare with each other: "5" and "five", a name and an identifier."""

CASE_SENSITIVE_FORMS = frozenset({"path", "url", "suspicious"})
"""Identifiers whose upper and lower case differ; all other names fold it."""


class Fact(NamedTuple):
    """One typed fact of a text; a tuple, since a run makes thousands of them.

    ``value`` is the normal form: plain decimals ("91" for a percentage, seconds for a duration,
    bytes with " B" for a size), an ISO instant in UTC, or the identifier as written.
    ``span`` is (start, end) in the raw text. ``form`` names the row of the table that matched.
    ``number`` is the magnitude in the base ``unit`` (seconds, bytes, percent, epoch seconds);
    ``step`` is the worth of the last digit shown, in that unit. ``offset`` is the written zone of
    a timestamp, in seconds east of UTC; null if it has none.
    """

    kind: FactKind
    value: str
    span: tuple[int, int]
    form: str = ""
    number: Decimal | None = None
    unit: str = ""
    step: Decimal | None = None
    offset: int | None = None

    @property
    def key(self) -> FactKey:
        """What equality compares: case folds in names, never in paths, units or values.

        A scaled number ("1.2k") compares as a number.
        """
        return _key(self.kind, self.value, self.form, self.unit)

    @property
    def is_exact(self) -> bool:
        """True for values shown as an integer or a count word: no rounding is allowed."""
        return self.step is None or self.form == "exact"


@lru_cache(maxsize=16384)
def _key(kind: FactKind, value: str, form: str, unit: str) -> FactKey:
    folds = kind in ("identifier", "name") and form not in CASE_SENSITIVE_FORMS
    folds = folds or kind == "quoted"
    scaled = kind == "quantity" and not unit
    kind_class = "number" if scaled else KIND_CLASSES[kind]
    return kind_class, value.casefold() if folds else value
