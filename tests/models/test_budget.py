"""What a diagnosis may spend, and what its tokens cost."""

from pathlib import Path

import pytest

from superbiz_agent.contracts.session import Spent
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.models.budget import Limits, Price, budget_reached, load_prices, with_tokens


@pytest.mark.parametrize(
    ("limits", "seconds", "reached"),
    [
        (Limits(), 1e9, None),
        (Limits(calls=4), 0, None),
        (Limits(calls=3), 0, "calls"),
        (Limits(tokens=150), 0, "tokens"),
        (Limits(tokens=151), 0, None),
        (Limits(seconds=5), 4.9, None),
        (Limits(seconds=5), 5, "seconds"),
        (Limits(money=0.5), 0, "money"),
        (Limits(money=0.51), 0, None),
        (Limits(calls=3, money=0.5), 9, "calls"),
    ],
)
def test_a_budget_is_reached_when_it_is_used_up(
    limits: Limits, seconds: float, reached: str | None
) -> None:
    spent = Spent(calls=3, input_tokens=100, output_tokens=50, cost=0.5)
    assert budget_reached(limits, spent, seconds=seconds) == reached


def test_tokens_cost_what_the_file_says_and_nothing_is_known_without_a_price() -> None:
    once = with_tokens(Spent(), 1_000_000, 500_000, Price(input=0.15, output=0.6))
    assert (once.input_tokens, once.output_tokens, once.cost) == (1_000_000, 500_000, 0.45)
    unknown = with_tokens(once, 1, 1, None)
    assert unknown.cost is None
    assert with_tokens(unknown, 1, 1, Price(input=1, output=1)).cost is None


def test_prices_stand_in_a_file_of_the_operator() -> None:
    path = Path("prices.toml")
    path.write_text(
        '[models."qwen2.5:7b"]\ninput = 0\noutput = 0.5\n[models.gpt-x]\ninput = 1\noutput = 2\n'
    )
    prices = load_prices(path)
    assert prices["qwen2.5:7b"] == Price(input=0, output=0.5)
    assert prices["gpt-x"] == Price(input=1, output=2)
    assert load_prices(None) == {}


@pytest.mark.parametrize(
    "content",
    [
        b"[models",
        b"[models.x]\ninput = -1\noutput = 1",
        b"[models.x]\ninput = 1",
        b"[models.x]\ninput = nan\noutput = 1",
        b"[models.x]\ninput = 1\noutput = 1\ncached = 1",
        b"[model.x]\ninput = 1\noutput = 1",
        b"models = 3",
        b"\xff\xfe",
        b"x = " + b"[" * 5_000,
        b"#" * 2_000_000,
    ],
)
def test_a_file_of_prices_that_is_wrong_is_one_line_that_names_the_setting(content: bytes) -> None:
    path = Path("prices.toml")
    path.write_bytes(content)
    with pytest.raises(ConfigurationError, match=r"SUPERBIZ_PRICES: prices\.toml") as caught:
        load_prices(path)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 500


def test_a_file_of_prices_that_is_missing_is_named() -> None:
    with pytest.raises(ConfigurationError, match=r"SUPERBIZ_PRICES: /no/such\.toml"):
        load_prices(Path("/no/such.toml"))
