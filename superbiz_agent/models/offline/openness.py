"""Whether a question stays open: what was found does not answer it (contract section 5).

A true observation is no answer to everything: a "why" wants a cause, and the silence of sources
that never heard of a thing says nothing of it. Such a question is not passed.
"""

import re
from collections.abc import Iterable, Sequence

from superbiz_agent.contracts.gatekeeper import VerifiedClaim
from superbiz_agent.grounding.question import subject_terms
from superbiz_agent.grounding.question_terms import ERRORS, INCIDENT, METRICS
from superbiz_agent.models.offline.changed_things import changed_thing
from superbiz_agent.models.offline.deeds import tells_none_done
from superbiz_agent.models.offline.evidence import Evidence, Line, Search
from superbiz_agent.models.offline.matching import is_about, mentions, owns, speaks_of
from superbiz_agent.models.offline.none_of import is_left_open
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.ranking import is_ranked
from superbiz_agent.models.offline.relevance import incident_lines
from superbiz_agent.models.offline.series_text import extremes_in
from superbiz_agent.models.offline.vocabulary import PLAIN_NOUNS
from superbiz_agent.models.offline.which_more import tells_two_counts

HAPPENINGS = frozenset(row[0] for row in (*METRICS, *ERRORS))
"""What may happen to something: to be silent about it is to say something."""

_RANKS = re.compile(
    r"(?<![a-z])(?<!at )(?:most|least|fewest)"
    r"(?! (?:recent|likely|of|urgent|pressing|important|attention)(?![a-z]))(?![a-z])"
    r"|(?<![a-z])(?:slowest|fastest|highest|lowest|largest|biggest|longest|busiest|worst)(?![a-z])"
    r"|(?<![a-z])(?:more|fewer|less) (?!than )(?:\S+ ){1,5}than(?![a-z])"
    r"|最(?:多|少|慢|快|高|低|大|小|长|忙|严重)|比[^，。？?]{1,24}[更还]?[多少](?:[吗么？?]|\Z)",
    re.IGNORECASE,
)
"""A question of who has most, or is slowest, wants several compared."""

_WHO_FIRST = re.compile(
    r"(?<![a-z])(?:which|who|what) (?:\S+ ){0,4}(?:first|earliest)(?![a-z])|最先|最早",
    re.IGNORECASE,
)
_DATED = re.compile(r"(?:(?:At|From|Since|Until) |[从自到] ?)?[0-9]{4}-[0-9]{2}-[0-9]{2}T")
"""How a claim starts that tells first when something was."""

_WHICH = re.compile(r"(?<![a-z])(?:which|who|whose)(?![a-z])|哪|谁", re.IGNORECASE)
"""Several are to be compared."""

_HOST = re.compile(r"[a-z][a-z0-9]{0,40}(?:-[a-z0-9]{1,40}){1,6}")

_COUNT = r"(?<![A-Za-z0-9_.-])(?:[0-9]{1,9}|more|fewer|less|many|most|several|how much)"
"""What stands before a thing that is counted."""

_STATE = re.compile(
    r"(?<![a-z])(?:is|are|was|were)(?: (?:the|our|my|any|all))?"
    r"(?: (?!(?:not|it|this|that|there|they) )[\w.-]{2,60}){1,4}? ([a-z]{2,30})"
    r"(?=[ \t]{0,3}(?:[?!.,]|\Z)| (?:in|on|at|by|for|from|since|now|again|still|yet|right|or|and"
    r"|after|before|with)(?![a-z]))",
    re.IGNORECASE,
)
"""A word behind a subject of "is" tells how that is, whatever it is."""

_INCIDENT_WORDS = frozenset(form for row in INCIDENT for form in row[1].split("|"))


def is_open(question: Question, claims: Sequence[VerifiedClaim], lines: Sequence[Line]) -> bool:
    """True if the ``claims``, resting on ``lines``, leave the question open."""
    types = {claim.claim_type for claim in claims}
    observed = [line for line in lines if line.kind not in ("search", "knowledge")]
    if _wants_another(question, claims, lines):
        return True
    if types and question.kind == "why" and question.asks_cause and "root_cause" not in types:
        return True
    if types <= {"knowledge"} or any(tells_two_counts(each.claim_text) for each in claims):
        return False
    names = ascii_names(question)
    if observed:
        return bool(names) and not any(is_known(name, lines) for name in names)
    by_record = question.kind in ("when", "which_version") or changed_thing(question) is not None
    return by_record or not _silence_answers(question, lines)


def _wants_another(
    question: Question, claims: Sequence[VerifiedClaim], lines: Sequence[Line]
) -> bool:
    """Whether what was asked is of another kind than what is claimed: a comparison, an order, a
    thing that was done, or what some had none of."""
    observed = [line for line in lines if line.kind not in ("search", "knowledge")]
    is_first = any(_DATED.match(claim.claim_text) for claim in claims)
    return (
        is_left_open(question, lines)
        or (bool(observed) and tells_none_done(question, observed))
        or (bool(_RANKS.search(question.text)) and not _is_compared(question, claims, lines))
        or (bool(_WHO_FIRST.search(question.text)) and not is_first)
    )


def _is_compared(
    question: Question, claims: Sequence[VerifiedClaim], lines: Sequence[Line]
) -> bool:
    """Whether a claim compares several, or, where nobody asks which of them, tells the greatest or
    least value of a series."""
    texts = [claim.claim_text for claim in claims]
    if any(map(is_ranked, texts)) or any(map(tells_two_counts, texts)):
        return True
    is_of_series = any(line.kind == "series" for line in lines) and not _WHICH.search(question.text)
    return is_of_series and any(extremes_in(claim.claim_text) for claim in claims)


def unknown_names(question: Question, evidence: Evidence) -> tuple[str, ...]:
    """The names in the question that no source, alert or record has, if none of them has any. A
    runbook that was found by other words of the question knows no name of it."""
    if question.kind in ("remediation", "meaning") and evidence.of("knowledge"):
        return ()
    if any(_knows_no_name(x.search) for x in evidence.searches if x.search):
        return ()
    found = [
        x.search.query
        for x in evidence.searches
        if x.search and x.search.matched and _tells_names(x, question)
    ]
    lines = [*incident_lines(evidence), *evidence.of("series"), *evidence.searches]
    plain = [word for word in _subject_words(question) if not _is_plain(word, question.text)]
    names = (*ascii_names(question), *plain)
    is_found = any(name in query for name in names for query in found)
    if not lines or is_found or any(is_known(name, lines) for name in names):
        return ()
    return tuple(dict.fromkeys(names))


def _knows_no_name(search: Search) -> bool:
    """Whether the window missed what a source holds, or it holds nothing: of names nothing is
    known."""
    return "holds" in search.filters or search.filters.get("held") == "no record"


def is_known(name: str, lines: Iterable[Line]) -> bool:
    """True if a line is about ``name``, or a search went to a source of that name, or was answered
    for it."""
    return any(
        (_is_known_there(line.search) and line.search.filters.get("service") == name)
        or mentions(line.search.sources.replace("_", " "), name)
        if line.search is not None
        else is_about(line.body, name) or owns(line, name) or speaks_of(line, name)
        for line in lines
    )


def _is_known_there(search: Search) -> bool:
    """Whether the source knows the service that it was asked for, if not what else it was."""
    return search.is_answered or search.filters.get("service_known") == "yes"


def _tells_names(search: Line, question: Question) -> bool:
    return search.tool_name != "lookup_knowledge" or question.asks_knowledge


def _silence_answers(question: Question, lines: Sequence[Line]) -> bool:
    """True if a search that matched nothing was for what may happen, in the words of the sources,
    to something that they know."""
    searches = [line.search for line in lines if line.search is not None]
    if any(not search.query.isascii() for search in searches):
        return False
    names = (*ascii_names(question), *_subject_words(question))
    return not names or any(is_known(name, lines) for name in names)


def ascii_names(question: Question) -> list[str]:
    """Names of services, hosts and the like; alerts and codes are no such names."""
    hosts = [term for term in question.terms if _HOST.fullmatch(term)]
    return [name for name in (*question.entities, *hosts) if name.isascii()]


def _subject_words(question: Question) -> list[str]:
    """The plain words of a question that name a thing rather than what may happen to it."""
    concepts = {word for label in question.concepts for word in label.split()}
    return [
        word
        for word in question.words
        if word.isascii()
        and word.isalpha()
        and word.lower() not in concepts
        and word.lower() not in _INCIDENT_WORDS
        and not _happens(word)
    ]


def _is_plain(word: str, text: str) -> bool:
    """True for a word that no name is made of where it stands: a state ("is the session locked",
    "is the queue stuck"), what was done to something ("locked"), what is
    measured or sent ("size", "responses"), and what is counted ("200 lines", "more jobs")."""
    lower = word.lower()
    if any(state[1].lower() == lower for state in _STATE.finditer(text)):
        return True
    if lower.endswith("ed") or not PLAIN_NOUNS.isdisjoint((lower, lower.removesuffix("s"))):
        return True
    return (
        re.search(rf"{_COUNT} {re.escape(word)}(?![A-Za-z0-9_-])", text, re.IGNORECASE) is not None
    )


def _happens(word: str) -> bool:
    """True for a word of the tables in any of its common endings: lagging, crashes."""
    lower = word.lower()
    stems = (lower, *(lower.removesuffix(end) for end in ("ging", "ing", "ed", "es", "s")))
    return any(subject_terms(stem) & HAPPENINGS for stem in stems)
