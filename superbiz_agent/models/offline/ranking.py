"""Who has most, what is slowest, what came first: compared over stored lines by code.

What a search left out cannot be compared: where one was cut off, the question stays open.
"""

from collections.abc import Sequence
from typing import Final

from superbiz_agent.models.offline.drafts import Draft
from superbiz_agent.models.offline.evidence import Evidence, Line
from superbiz_agent.models.offline.kinds import asked_by
from superbiz_agent.models.offline.phrases import RANKED
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.ranked_counts import by_count
from superbiz_agent.models.offline.ranked_values import by_value
from superbiz_agent.models.offline.ranks import rank_asked
from superbiz_agent.models.offline.tally_claims import is_tally

_WITHIN_RECORDS: Final = asked_by(
    r"(?:which|what|whose) (?:\S+ ){0,2}?"
    r"(?:address(?:es)?|ips?|clients?|users?|accounts?|paths?|urls?|pages?)"
    r"|who",
    "(?:哪个|哪些|什么) ?(?:地址|IP|客户端|用户|账号|路径|页面|URL)|谁",
)
"""What records name, and does not write them: whoever wrote most is no answer."""


def is_ranked(claim: str) -> bool:
    """True for a claim that compares."""
    return claim.startswith(RANKED) or is_tally(claim)


def compared(question: Question, evidence: Evidence, records: Sequence[Line]) -> list[Draft]:
    """Put the ``records`` in the order that is asked for: the comparison first, then what it rests
    on. Empty where nothing is there to compare, or where a search that found them was cut off."""
    rank = rank_asked(question.text)
    if rank is None or not records or not _is_whole(evidence, records):
        return []
    if rank in ("most", "least") and not _WITHIN_RECORDS.search(question.text):
        return by_count(question, records, evidence.names, fewest=rank == "least")
    if rank in ("greatest", "smallest"):
        return by_value(question, records, least=rank == "smallest")
    return []


def _is_whole(evidence: Evidence, records: Sequence[Line]) -> bool:
    """Whether no search that found one of the records was cut off."""
    asked = {line.invocation_id for line in records}
    return all(
        line.search.is_whole
        for line in evidence.searches
        if line.search and line.invocation_id in asked
    )
