"""One ranking of several: what stands high in any of them stands high in all."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Final, TypeVar

CONSTANT: Final = 60
"""Of Cormack, Clarke and Büttcher (2009): how little the first ranks outweigh the next ones."""

ItemT = TypeVar("ItemT", bound=Hashable)


def reciprocal_rank_fusion(
    rankings: Iterable[Sequence[ItemT]], *, constant: int = CONSTANT
) -> dict[ItemT, float]:
    """Return the score of each item of ``rankings`` (best first): the sum of ``1 / (constant +
    rank)`` over the rankings that hold it, its best rank where one holds it twice.

    Scores of different rankings need not compare, which those of words and of embeddings do not.
    Items come in the order in which they are met.
    """
    scores: dict[ItemT, float] = {}
    for ranking in rankings:
        for rank, item in enumerate(dict.fromkeys(ranking), start=1):
            scores[item] = scores.get(item, 0.0) + 1 / (constant + rank)
    return scores
