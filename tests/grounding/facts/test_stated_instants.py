"""The clock times of a text."""

from superbiz_agent.grounding.facts.stated_instants import instants_in


def test_midnight_is_a_clock_time() -> None:
    [midnight] = instants_in("It began at 2027-02-04T00:00:00Z.")
    assert midnight.number is not None and midnight.number % 86400 == 0


def test_dates_lengths_and_bare_numbers_are_none() -> None:
    assert instants_in("On 2027-02-04 it took 12 s for 3 rows") == ()
    assert instants_in("nothing is told of when") == ()


def test_full_width_and_chinese_numerals_count() -> None:
    assert len(instants_in("\uff11\uff10\uff1a\uff13\uff10 开始，上午九点结束")) == 2
