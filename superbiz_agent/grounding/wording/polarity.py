"""Polarity: is it neither lost nor gained? (contract section 7)"""

import re
from collections.abc import Sequence
from functools import lru_cache

from superbiz_agent.grounding.facts.folding import fold, occurs_in
from superbiz_agent.grounding.wording.absence import finds_nothing
from superbiz_agent.grounding.wording.alert_fields import misgives_own_field
from superbiz_agent.grounding.wording.alert_states import (
    alerts_among,
    misstates_alert,
    without_states,
)
from superbiz_agent.grounding.wording.clause_polarity import entities_of, turns_a_clause
from superbiz_agent.grounding.wording.comparable import clauses_of_source, clauses_of_text
from superbiz_agent.grounding.wording.entity_polarity import turns_an_entity
from superbiz_agent.grounding.wording.fullness import (
    EXHAUSTED,
    adds_fullness,
    denies_fullness,
    without_proven_fullness,
)
from superbiz_agent.grounding.wording.lost_negation import loses_a_negation
from superbiz_agent.grounding.wording.overlap import Shape, shape
from superbiz_agent.grounding.wording.polarity_reading import (
    has_polarity,
    holds_negator,
    read_polarity,
)
from superbiz_agent.grounding.wording.quotes import quoted_spans, without_quotes, without_sayings
from superbiz_agent.grounding.wording.record_levels import misnames_level
from superbiz_agent.grounding.wording.roles import exchanges_roles
from superbiz_agent.grounding.wording.series_changes import (
    misreads_series,
    without_series_changes,
)
from superbiz_agent.grounding.wording.told_changes import misplaces_change, without_told_changes
from superbiz_agent.grounding.wording.turned_deeds import deed_sides, turns_a_told_deed
from superbiz_agent.grounding.wording.turning import turns_round

_NEGATOR_BEFORE = re.compile(r"(?<![a-z])(?:no|not|non|never|without|cannot) \Z|[未没无不]有?\Z")
"""Directly before what is quoted."""

_IS_GLUED = re.compile(r"[A-Za-z] ?\Z")
"""Before a quotation within a sentence: its first word is no word of the sentence."""

_GOES_ON = re.compile(" [A-Za-z]")
"""After a quotation: what it denies, the sentence does not."""

MAX_CLAUSES = 400
"""A text with more clauses is not compared but refused."""


def polarity_conflict(text: str, sources: Sequence[str]) -> bool:
    """Whether a clause of ``text`` says the opposite of the clause of ``sources`` that shares most
    facts with it, or gains or loses a negation over it.

    Clauses of one language are compared. Where the sources have none in the clause's language,
    only one thing is decided: they must not say less than "healthy", "recovered" or "available".
    What a text says of an entity must agree with the sources that name it (``entity_polarity``).
    """
    return _conflict(text, tuple(sources))


@lru_cache(maxsize=1024)
def _conflict(text: str, sources: tuple[str, ...]) -> bool:
    if finds_nothing(text) and any(map(finds_nothing, sources)):
        text = without_quotes(text)  # what was searched for is not said of anything
    if misstates_alert(text, sources) or misgives_own_field(text, sources):
        return True
    return _turns(without_states(text, sources), sources)


def _turns(text: str, sources: tuple[str, ...]) -> bool:
    if turns_an_entity(text, sources) or turns_round(text, sources):
        return True
    if _ends_an_alert(text, sources) or exchanges_roles(text, sources):
        return True
    if _cuts_a_negation(text, sources) or misnames_level(text, sources):
        return True
    ours = clauses_of_text(_without_signs(text, sources))
    if len(ours) > MAX_CLAUSES or misplaces_change(ours, sources):
        return True
    if misreads_series(ours, sources):
        return True
    ours = without_series_changes(without_told_changes(ours, sources), sources)
    theirs = [clause for source in sources for clause in clauses_of_source(source)]
    stated = set(map(_key, theirs))
    if len(sources) == 1 and not entities_of(text):
        theirs.append(", ".join(theirs))  # who names nobody speaks of the one source as a whole
    said = list(map(shape, theirs))
    return any(_breaks(clause, sources, said) for clause in ours if _key(clause) not in stated)


def _ends_an_alert(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` says that something is over of which only firing alerts tell; what is quoted
    from an alert's annotations says nothing of its state."""
    alerts = alerts_among(sources)
    if not sources or len(alerts) < len(sources) or any(each.state != "firing" for each in alerts):
        return False
    return ("recovery", "+") in read_polarity(without_sayings(text)).signs


def _cuts_a_negation(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` quotes a source from right behind its negator: "space left on device"."""
    for start, end in quoted_spans(text):
        inner = fold(text[start + 1 : end - 1])
        places = [(source, source.find(inner)) for source in map(fold, sources)]
        is_cut = any(at > 0 and _NEGATOR_BEFORE.search(source[:at]) for source, at in places)
        if is_cut and not holds_negator(text[max(0, start - 12) : start]):
            return True
    return False


def _breaks(clause: str, sources: Sequence[str], said: Sequence[Shape]) -> bool:
    """Whether ``clause`` conflicts, what an ``n/n`` of the sources proves or disproves aside."""
    if denies_fullness(clause, sources) or adds_fullness(clause, sources):
        return True
    if len(sources) == 1 and turns_a_told_deed(clause, [text for text, _ in said]):
        return True  # one record tells of one event, whichever of its clauses holds the name
    if loses_a_negation(clause, sources):
        return True
    rest = without_proven_fullness(clause, sources)
    if rest is None:
        return turns_a_clause(clause, said)
    read = read_polarity(rest)
    is_proven = read.signs == frozenset({EXHAUSTED}) and not read.negations  # "none was idle"
    may_be_turned = has_polarity(rest) or (len(sources) > 1 and deed_sides(rest))
    return not is_proven and bool(may_be_turned) and turns_a_clause(rest, said)


def _without_signs(text: str, sources: Sequence[str]) -> str:
    """``text`` without the signs around what it quotes word for word: the clauses of such a
    quotation are read as in its source."""
    pieces: list[str] = []
    position = 0
    known: list[str] | None = None
    for start, end in quoted_spans(text):
        known = known if known is not None else [fold(source) for source in sources]
        inner = text[start + 1 : end - 1]
        if any(occurs_in(fold(inner), source) for source in known):
            glue = "« " if _IS_GLUED.search(text[:start]) else ""
            pieces += (text[position:start], glue, inner, " »" if _GOES_ON.match(text, end) else "")
            position = end
    return "".join([*pieces, text[position:]])


def _key(clause: str) -> str:
    return " ".join(clause.split()).lower()
