"""Reciprocal rank fusion: what stands high in several rankings stands highest."""

from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.tools.knowledge.fusion import reciprocal_rank_fusion

RANKINGS = st.lists(st.lists(st.integers(0, 9), unique=True, max_size=8), max_size=4)


def order(*rankings: str) -> str:
    scores = reciprocal_rank_fusion(rankings)
    return "".join(sorted(scores, key=lambda item: -scores[item]))


def test_one_ranking_stays_as_it_is() -> None:
    assert order("dacb") == "dacb"


def test_what_two_rankings_agree_on_comes_before_what_one_of_them_prefers() -> None:
    assert order("abc", "dbe")[0] == "b"


def test_equals_come_in_the_order_in_which_they_are_met() -> None:
    assert order("ab", "cd") == "acbd"


def test_the_score_is_the_sum_of_the_reciprocal_ranks() -> None:
    assert reciprocal_rank_fusion(["ab", "b"], constant=1) == {"a": 1 / 2, "b": 1 / 3 + 1 / 2}


def test_an_item_that_stands_twice_in_a_ranking_counts_once() -> None:
    assert reciprocal_rank_fusion(["aba"]) == reciprocal_rank_fusion(["ab"])


@given(RANKINGS)
def test_every_item_has_a_score_and_nothing_else_has(rankings: list[list[int]]) -> None:
    scores = reciprocal_rank_fusion(rankings)
    assert scores.keys() == {item for ranking in rankings for item in ranking}
    assert all(score > 0 for score in scores.values())


@given(RANKINGS)
def test_an_item_that_no_ranking_puts_below_another_is_not_below_it(
    rankings: list[list[int]],
) -> None:
    scores = reciprocal_rank_fusion(rankings)
    for a in scores:
        for b in scores:
            if all(a in r and (b not in r or r.index(a) <= r.index(b)) for r in rankings):
                assert scores[a] >= scores[b]
