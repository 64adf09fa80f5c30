"""What is told of a change that was asked for: its records, else where none was found."""

from typing import Final

from superbiz_agent.models.offline.changed_things import (
    changed_thing,
    is_change_search,
    tells_change_of,
)
from superbiz_agent.models.offline.claims import no_change, observation
from superbiz_agent.models.offline.drafts import Draft
from superbiz_agent.models.offline.situation import Findings

MAX_CHANGES: Final = 4


def changed(found: Findings) -> list[Draft]:
    """The records of the change that is asked for, else where they were searched for in vain."""
    question, language = found.question, found.language
    thing = changed_thing(question)
    if thing is None:
        return []
    told = [line for line in found.evidence.of("log") if tells_change_of(thing, line)]
    if told:
        return [observation(line, language) for line in told[:MAX_CHANGES]]
    silent = [
        line
        for line in found.evidence.searches
        if line.search and line.search.found_nothing and is_change_search(thing, line.search)
    ]
    return [no_change(line, thing, language) for line in silent[:1]]
