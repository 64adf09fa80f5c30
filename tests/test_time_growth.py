"""The check of growth fails where growth is quadratic, and passes where it is linear."""

import pytest
from time_growth import assert_linear


class Clock:
    """A clock that only work moves, by so many seconds a size to the power of ``exponent``."""

    def __init__(self, exponent: int) -> None:
        self.now = 0.0
        self.exponent = exponent

    def process_time(self) -> float:
        return self.now

    def work(self, size: int) -> None:
        self.now += (size / 100_000) ** self.exponent


@pytest.mark.parametrize(("exponent", "is_told"), [(1, False), (2, True)])
def test_quadratic_growth_is_told_and_linear_is_not(
    monkeypatch: pytest.MonkeyPatch, exponent: int, is_told: bool
) -> None:
    clock = Clock(exponent)
    monkeypatch.setattr("time_growth.time", clock)
    if is_told:
        with pytest.raises(AssertionError, match="80000: "):
            assert_linear(clock.work, 10_000, 80_000)
    else:
        assert_linear(clock.work, 10_000, 80_000)


def test_real_work_that_is_linear_passes() -> None:
    assert_linear(lambda size: sum(range(10 * size)), 10_000, 80_000)
