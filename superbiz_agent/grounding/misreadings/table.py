"""The table of misreadings: what each rule finds in a text over the texts that it rests on.

The rules serve claims over stored lines and sentences over claims alike (contract sections 5, 7).
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from superbiz_agent.grounding.facts.folding import fold, occurs_in
from superbiz_agent.grounding.misreadings.attributes import exchanges_an_attribute
from superbiz_agent.grounding.misreadings.bounds import misplaces_a_bound
from superbiz_agent.grounding.misreadings.changes import turns_a_change
from superbiz_agent.grounding.misreadings.comparisons import turns_a_comparison
from superbiz_agent.grounding.misreadings.counted_outcomes import turns_a_counted_outcome
from superbiz_agent.grounding.misreadings.counted_things import counts_records_as_things
from superbiz_agent.grounding.misreadings.directions import turns_a_direction
from superbiz_agent.grounding.misreadings.ends import turns_a_start
from superbiz_agent.grounding.misreadings.exceptions import loses_a_scope
from superbiz_agent.grounding.misreadings.framed import loses_a_frame, quotes_out_of_a_frame
from superbiz_agent.grounding.misreadings.group_names import tells_a_group_of_one
from superbiz_agent.grounding.misreadings.instants import misplaces_an_instant
from superbiz_agent.grounding.misreadings.most_named import misplaces_the_most
from superbiz_agent.grounding.misreadings.order import turns_an_order
from superbiz_agent.grounding.misreadings.outcomes import turns_an_outcome
from superbiz_agent.grounding.misreadings.pending import tells_pending_as_done
from superbiz_agent.grounding.misreadings.ranges import misreads_a_range
from superbiz_agent.grounding.misreadings.rates import invents_a_rate
from superbiz_agent.grounding.misreadings.ratios import gives_the_whole_its_part
from superbiz_agent.grounding.misreadings.roles_of_values import turns_a_role
from superbiz_agent.grounding.misreadings.rules_of_runbooks import misquotes_a_rule
from superbiz_agent.grounding.misreadings.side_by_side import exchanges_side_by_side
from superbiz_agent.grounding.misreadings.signs import adds_a_sign
from superbiz_agent.grounding.misreadings.states import adds_a_state
from superbiz_agent.grounding.misreadings.statistics import adds_a_statistic
from superbiz_agent.grounding.misreadings.taken_roles import takes_a_role
from superbiz_agent.grounding.misreadings.wholes import tells_of_a_whole
from superbiz_agent.grounding.misreadings.zeros import turns_a_zero

Misreading: TypeAlias = Callable[[str, Sequence[str]], bool]

MISREADINGS: tuple[Misreading, ...] = (
    counts_records_as_things,
    tells_of_a_whole,
    gives_the_whole_its_part,
    turns_a_zero,
    misreads_a_range,
    tells_a_group_of_one,
    exchanges_side_by_side,
    turns_a_change,
    misplaces_an_instant,
    exchanges_an_attribute,
    turns_an_order,
    turns_a_comparison,
    misplaces_the_most,
    turns_an_outcome,
    tells_pending_as_done,
    loses_a_frame,
    loses_a_scope,
    turns_a_start,
    turns_a_role,
    turns_a_counted_outcome,
    turns_a_direction,
    invents_a_rate,
    adds_a_statistic,
    takes_a_role,
    misplaces_a_bound,
    misquotes_a_rule,
    adds_a_state,
    adds_a_sign,
)
"""Each takes a text and the texts that it rests on; add a row to extend them."""


def misreads(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` misreads ``sources``; what stands in one of them word for word does
    not, but where it is cut out of a condition, an example or a denial."""
    return _misreads(text, tuple(sources))


@lru_cache(maxsize=2048)
def _misreads(text: str, sources: tuple[str, ...]) -> bool:
    said = fold(text).rstrip(".。")
    if not sources or any(occurs_in(said, fold(source)) for source in sources):
        return quotes_out_of_a_frame(text, sources)
    return any(rule(text, sources) for rule in MISREADINGS)
