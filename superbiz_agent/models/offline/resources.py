"""What ran out, by the thing that it is of: where no record says that the disk is full, records of
the disk tell how full it is."""

from collections.abc import Iterator, Mapping
from typing import Final

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.models.offline.evidence import Evidence, Line
from superbiz_agent.models.offline.question import Question

RESOURCES: Final[Mapping[str, str]] = {
    "disk full": "disk",
    "out of memory": "memory",
    "memory leak": "memory",
}
"""English label of a concept -> what to search for beside it; the tool's synonyms know it in both
languages."""

MAX_TOLD: Final = 1


def resource_searches(question: Question, evidence: Evidence) -> Iterator[tuple[str, JsonObject]]:
    """A search for the thing itself, where no record of its end was found."""
    if not evidence.of("log"):
        for thing in _things(question):
            yield "query_logs", {"query": thing}


def told_of_resource(question: Question, evidence: Evidence) -> list[Line]:
    """The most severe records of the thing that ran out, as asked."""
    things = set(_things(question))
    lines = [line for line in evidence.of("log") if things & evidence.queries_of(line)]
    return sorted(lines, key=lambda line: -line.rank)[:MAX_TOLD]


def _things(question: Question) -> list[str]:
    return [RESOURCES[label] for label in question.concepts if label in RESOURCES]
