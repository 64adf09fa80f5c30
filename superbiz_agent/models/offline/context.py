"""What belongs to a trouble besides its own records: what failed before it, what it is of, which
numbers moved with it, and what says that it is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from superbiz_agent.models.offline.evidence import WARN_RANK, Evidence, Line
from superbiz_agent.models.offline.matching import is_about, owns
from superbiz_agent.models.offline.measures import greatest_loads, moved_metrics
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.recoveries import recoveries_after
from superbiz_agent.models.offline.related import names_of_alerts
from superbiz_agent.models.offline.relevance import Ranked, incident_lines
from superbiz_agent.models.offline.surroundings import targets_of
from superbiz_agent.models.offline.upstream import failures_before

MAX_TARGETS: Final = 1
MAX_CONCERNED: Final = 2


@dataclass(frozen=True)
class Context:
    """Lines that are told beside a trouble, each kind in its order."""

    before: Sequence[Line] = ()
    beside: Sequence[Line] = ()
    after: Sequence[Line] = ()


def context_of(question: Question, evidence: Evidence, ranked: Sequence[Ranked]) -> Context:
    """Find what belongs to the trouble among ``ranked``; nothing where trouble was not asked for,
    or none is on record."""
    trouble = [each.line for each in ranked if each.is_trouble]
    records = [line for line in trouble if line.kind == "log"]
    if not (trouble and question.prefers_trouble):
        return Context()
    lines = [line for line in incident_lines(evidence) if line.kind == "log"]
    owners = () if question.entities else {line.owner for line in records if line.owner}
    names = (*question.searched_entities, *names_of_alerts(trouble), *owners)
    own = [
        line
        for line in lines
        if any(is_about(line.body, name) or owns(line, name) for name in names)
    ]
    severest = [line for line in records if line.rank >= WARN_RANK] or records
    return Context(
        before=failures_before(lines, question.searched_entities),
        beside=[
            *targets_of(records, lines)[:MAX_TARGETS],
            *_of_alerts(own, records),
            *moved_metrics(own),
            *greatest_loads(own),
        ],
        after=recoveries_after(severest, own),
    )


def _of_alerts(own: Sequence[Line], records: Sequence[Line]) -> list[Line]:
    """Severe records of what the alerts name, where what was asked about has none itself."""
    if any(line.rank >= WARN_RANK for line in records):
        return []
    return [line for line in own if line.rank >= WARN_RANK][:MAX_CONCERNED]
