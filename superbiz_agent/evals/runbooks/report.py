"""The figures as a table for a terminal and as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.evals.runbooks.measure import Found
from superbiz_agent.evals.table import Column, Table, figure
from superbiz_agent.terminal.console import Line

_LANGUAGES: Final[dict[Language | None, str]] = {None: "", "en": ", English", "zh": ", Chinese"}


TABLE: Final = Table(
    (Column("looked up", 36), Column("kind", 12), figure("rank", 4), figure("plain", 5)),
    behind="found first",
)


def row(found: Found) -> Line:
    """One lookup that did not find a right page first: its rank, that of plain BM25, what came
    first instead."""
    lookup = found.lookup
    return TABLE.row(
        f"{lookup.name} ({lookup.language})" if lookup.language else lookup.name,
        lookup.kind,
        found.rank or "-",
        found.plain_rank or "-",
        behind=found.files[0] if found.files else "nothing",
        style="warning",
    )


def is_met(found: Found) -> bool:
    """Whether a right page comes first or, where nothing may be found, nothing is."""
    return found.rank == 1 if found.lookup.pages else not found.files


def totals(every: Sequence[Found]) -> Iterator[Line]:
    """By kind, language and half: how many are found first, among the first three, at all."""
    for name, own in _parts(every).items():
        sums = _sums(own)
        if own[0].lookup.pages:
            told = (
                f"first {sums['first']}, among three {sums['among_three']}, told {sums['told']}; "
                f"plain BM25 {sums['plain_first']}, {sums['plain_among_three']}, "
                f"{sums['plain_told']}"
            )
        else:
            told = (
                f"nothing found {sums['found_nothing']}; plain BM25 {sums['plain_found_nothing']}"
            )
        yield Line(f"{name}: of {sums['lookups']} {told}", "heading")


def _parts(every: Sequence[Found]) -> dict[str, list[Found]]:
    parts: dict[str, list[Found]] = {}
    for found in every:
        lookup = found.lookup
        half = ", held out" if lookup.held_out else ""
        parts.setdefault(f"{lookup.kind}{_LANGUAGES[lookup.language]}{half}", []).append(found)
    return dict(sorted(parts.items()))


def _sums(every: Sequence[Found]) -> dict[str, int]:
    ranks, plain = [found.rank for found in every], [found.plain_rank for found in every]
    return {
        "lookups": len(every),
        "first": _within(ranks, 1),
        "among_three": _within(ranks, 3),
        "told": sum(rank is not None for rank in ranks),
        "found_nothing": sum(not found.files for found in every),
        "plain_first": _within(plain, 1),
        "plain_among_three": _within(plain, 3),
        "plain_told": sum(rank is not None for rank in plain),
        "plain_found_nothing": sum(not found.plain for found in every),
    }


def _within(ranks: Sequence[int | None], most: int) -> int:
    return sum(rank is not None and rank <= most for rank in ranks)


def as_json(every: Sequence[Found]) -> dict[str, Any]:
    """The same with every query and what it found, for machines."""
    return {
        "lookups": [_entry(found) for found in every],
        "totals": {name: _sums(own) for name, own in _parts(every).items()},
    }


def _entry(found: Found) -> dict[str, Any]:
    lookup = found.lookup
    return {
        "name": lookup.name,
        "kind": lookup.kind,
        "language": lookup.language,
        "held_out": lookup.held_out,
        "query": lookup.query,
        "rank": found.rank,
        "plain_rank": found.plain_rank,
        "found": found.files,
    }
