"""Whether an instant is told as another, by the time of day and to the digits that it shows."""

from decimal import Decimal

from superbiz_agent.grounding.facts.fact import Fact
from superbiz_agent.grounding.facts.instants import DAY


def is_near(told: Fact, clock: Decimal) -> bool:
    """Whether ``clock`` (seconds of the day) is the instant ``told``: cut off or rounded to the
    digits that it shows, so that 10:00:40 is 10:00 and 10:01."""
    if told.number is None:
        return False
    step = told.step or Decimal(1)
    return -step / 2 <= clock - told.number % DAY < step


def is_within(told: Fact, known: Fact) -> bool:
    """Whether ``known`` lies in the minute or second that ``told`` names: cut off, not rounded."""
    if told.number is None or known.number is None:
        return False
    return 0 <= known.number % DAY - told.number % DAY < (told.step or Decimal(1))
