"""The check of growth fails where growth is quadratic, and passes where it is linear."""

import pytest
from time_growth import assert_linear


def test_quadratic_growth_is_told() -> None:
    with pytest.raises(AssertionError, match="80000: "):
        assert_linear(lambda size: sum(1 for _ in range((size // 40) ** 2)), 10_000, 80_000)


def test_linear_growth_passes() -> None:
    assert_linear(lambda size: sum(range(10 * size)), 10_000, 80_000)
