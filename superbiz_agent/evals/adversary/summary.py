"""Counting what got through, by kind. Pure functions over played rows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from superbiz_agent.contracts.base import JsonObject, Language
from superbiz_agent.evals.adversary.tables import TRUE

Table: TypeAlias = Literal["claims", "answers"]
Fate: TypeAlias = Literal["told", "inferred", "refused"]
"""``told``: a claim confirmed or documented, an answer that passes. ``inferred``: a claim told as
an inference, with its hedge. ``refused``: anything less."""

TABLES: tuple[Table, ...] = ("claims", "answers")


@dataclass(frozen=True)
class Played:
    """What became of one row. ``is_wrong``: a false one told, or a true one told with less than it
    deserves or not at all."""

    table: Table
    id: str
    language: Language
    kind: str
    text: str
    why: str
    fate: Fate
    is_wrong: bool
    detail: str


@dataclass(frozen=True)
class KindCount:
    """One kind of false rows of a table: all, told as fact, told as inferred."""

    table: Table
    kind: str
    all: int
    told: int
    inferred: int


@dataclass(frozen=True)
class TrueCount:
    """The true rows of a table, and how many of them were refused."""

    table: Table
    all: int
    refused: int


@dataclass(frozen=True)
class Summary:
    """All figures."""

    kinds: list[KindCount]
    true: list[TrueCount]
    wrong: list[Played]


Accepted: TypeAlias = Mapping[str, Mapping[str, int]]
"""What ``accepted.json`` holds: ``claims``, ``claims inferred``, ``answers`` -> kind -> how many
false rows may be told; ``true refused`` -> table -> how many true rows may be refused."""


def summarise(played: Sequence[Played]) -> Summary:
    """Count everything that was played."""
    return Summary(
        kinds=[count for table in TABLES for count in _kinds(table, played)],
        true=[_true(table, played) for table in TABLES],
        wrong=[each for each in played if each.is_wrong],
    )


def _kinds(table: Table, played: Sequence[Played]) -> Iterable[KindCount]:
    false = [each for each in played if each.table == table and each.kind != TRUE]
    for kind in sorted({each.kind for each in false}):
        fates = [each.fate for each in false if each.kind == kind]
        yield KindCount(table, kind, len(fates), fates.count("told"), fates.count("inferred"))


def _true(table: Table, played: Sequence[Played]) -> TrueCount:
    true = [each for each in played if each.table == table and each.kind == TRUE]
    return TrueCount(table, len(true), sum(each.is_wrong for each in true))


def counts(summary: Summary) -> dict[str, dict[str, int]]:
    """The counts that ``accepted.json`` holds, none of them zero."""
    return {
        "claims": _nonzero((each.kind, each.told) for each in summary.kinds if _is(each, "claims")),
        "claims inferred": _nonzero(
            (each.kind, each.inferred) for each in summary.kinds if _is(each, "claims")
        ),
        "answers": _nonzero(
            (each.kind, each.told) for each in summary.kinds if _is(each, "answers")
        ),
        "true refused": _nonzero((each.table, each.refused) for each in summary.true),
    }


def exceeded(summary: Summary, accepted: Accepted) -> list[str]:
    """Every count that is higher than accepted, one line each."""
    return [
        f"{group}, {kind}: {count}, accepted {accepted.get(group, {}).get(kind, 0)}"
        for group, kinds in counts(summary).items()
        for kind, count in kinds.items()
        if count > accepted.get(group, {}).get(kind, 0)
    ]


def as_json(summary: Summary) -> JsonObject:
    """The summary as plain JSON, with each row that went wrong."""
    return {
        "kinds": [vars(each) for each in summary.kinds],
        "true": [vars(each) for each in summary.true],
        "counts": counts(summary),
        "wrong": [vars(each) for each in summary.wrong],
    }


def _is(count: KindCount, table: Table) -> bool:
    return count.table == table


def _nonzero(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    return {name: count for name, count in pairs if count}
