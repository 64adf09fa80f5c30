"""Which lines answer the question, most telling first."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from superbiz_agent.grounding.question import subject_terms
from superbiz_agent.grounding.question_terms import ERRORS, METRICS, THINGS
from superbiz_agent.models.offline.causes import severe_signature, tells_failure
from superbiz_agent.models.offline.changes import tells_change
from superbiz_agent.models.offline.endings import asks_ending
from superbiz_agent.models.offline.evidence import LEVEL_RANK, WARN_RANK, Evidence, Line
from superbiz_agent.models.offline.matching import (
    CAMEL,
    is_about,
    is_argument_alone,
    is_named,
    is_pod_of,
    owns,
    speaks_of,
    told_in,
)
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.topics import concept_labels, is_stop_word
from superbiz_agent.models.offline.vocabulary import FUNCTION_WORDS, INSTRUCTION

STATE_RANK: Final = {"firing": 5, "pending": 3}
"""State of an alert -> how urgent, on the scale of levels; any other state is over or silenced."""

MAX_RANK: Final = max(LEVEL_RANK.values())

ROUTINE: Final = 3
"""Routine lines that are shown where there is no trouble."""

EVERYDAY: Final = frozenset(
    {"error", "failure", "exception", "endpoint", "pod", "node", "job", "unavailable", "usage"}
)
"""Terms of the tables that nearly every log holds: to share one says nothing."""

TELLING: Final = frozenset(row[0] for row in (*THINGS, *METRICS, *ERRORS)) - EVERYDAY
"""What two texts are both about if both name it, in either language."""

CHANGES: Final = frozenset({"deployment", "version", "restart", "config change", "rollback"})
"""Concepts of a question that asks for a change to a system."""

_COMPOUND: Final = re.compile("[\u3400-\u9fff]{4,40}")
_LATIN_WORD = re.compile("[A-Za-z]{4,40}")

SEVERITY_RANK: Final = {
    **dict.fromkeys(("critical", "page", "emergency", "disaster", "p0", "p1"), 2),
    **dict.fromkeys(("info", "none", "informational", "low"), -1),
}
"""Severity label of an alert -> how urgent beside others of its state; any other ranks as 0."""


@dataclass(frozen=True)
class Ranked:
    """A line with what it shares with the question: the entity asked about, which may own it or
    only be mentioned, exact names and phrases, and plain words, which count twice, or concepts.
    A line shares a term too if it was searched and found by it; ``spoken`` words stand in it.
    ``prefers_trouble``: the question asks for what went wrong, whatever it is called; ``measures``:
    it asks how long or how much, and the line says so.
    """

    line: Line
    about_entity: bool
    exact: int
    words: int
    spoken: int = 0
    is_owner: bool = False
    prefers_trouble: bool = False
    measures: bool = False

    @property
    def urgency(self) -> int:
        """How severe the record or how urgent the alert is."""
        return STATE_RANK.get(self.line.state, self.line.rank)

    @property
    def is_trouble(self) -> bool:
        """A warning or worse, or a record that tells of a failure whatever its level."""
        if self.line.kind == "log":
            return self.urgency >= WARN_RANK or tells_failure(self.line.message)
        return self.urgency >= WARN_RANK

    @property
    def key(self) -> tuple[int, ...]:
        """Sort key, best first: what was asked for before what is merely severe."""
        signed = severe_signature(self.line) is not None
        severity = SEVERITY_RANK.get(self.line.fields.get("severity", "").lower(), 0)
        parts = (
            self.about_entity,
            self.exact,
            0 if self.prefers_trouble else self.words,
            self.is_owner,
            self.prefers_trouble and self.is_trouble,
            self.words,
            self.spoken,
            self.measures,
            signed,
            self.urgency,
            severity,
            self.line.count or 1,
        )
        return tuple(-int(part) for part in parts)


def rank_lines(evidence: Evidence, question: Question) -> list[Ranked]:
    """Rank the incident lines of ``evidence``; lines that answer nothing asked are left out.

    Lines of another entity are dropped as soon as one line is about the entity asked for; lines
    that speak to the reader are dropped unless they carry a signature or a phrase asked for.
    """
    ranked = [_ranked(line, evidence, question) for line in incident_lines(evidence)]
    if any(each.about_entity for each in ranked):
        ranked = [each for each in ranked if each.about_entity]
    kept = [each for each in ranked if _is_wanted(each, question)]
    if question.level and not any(each.line.kind == "log" for each in kept):
        kept += [each for each in ranked if each not in kept and _is_warning(each)]
    if question.subjects and not question.level:
        sharing = [each for each in kept if each.exact or each.words or each.about_entity]
        kept = sharing or kept
    return sorted(kept, key=lambda each: each.key)


def incident_lines(evidence: Evidence) -> list[Line]:
    """Return the lines that tell of the incident, not of a search or a runbook; metric series and
    counts are told by rules of their own (``series.py``, ``tallies.py``)."""
    others = ("search", "knowledge", "series", "count")
    return [line for line in evidence.lines if line.kind not in others]


def _ranked(line: Line, evidence: Evidence, question: Question) -> Ranked:
    queries = {query.casefold() for query in evidence.queries_of(line)}
    exact = (*question.terms, *question.phrases)
    words = sum(_shared(line, queries, topic) for topic in question.topics)
    if not CHANGES.isdisjoint(question.concepts):
        words = max(words, int(tells_change(line)))
    return Ranked(
        line=line,
        about_entity=any(
            is_about(line.body, name)
            or is_pod_of(line.owner, name)
            or (not name.isascii() and name in queries)
            for name in question.entities
        ),
        exact=sum(is_named(line, each, queries) for each in exact),
        words=2 * words or len(concepts_of(question.text) & concepts_of(told_in(line))),
        spoken=spoken_words(line, question),
        is_owner=any(owns(line, name) for name in question.entities),
        prefers_trouble=question.prefers_trouble,
        measures=question.asks_measure and bool(line.ranges),
    )


def concepts_of(text: str) -> frozenset[str]:
    """The things, metrics and errors of the tables that ``text`` names, in either language."""
    return subject_terms(CAMEL.sub(" ", text)) & TELLING


def spoken_words(line: Line, question: Question) -> int:
    """How many words of the question stand in the line, those of its concepts included: "failed
    passwords" are not all failures."""
    words = {word.lower() for word in _LATIN_WORD.findall(question.text)}
    return sum(speaks_of(line, word) for word in words if not is_stop_word(word))


def _shared(line: Line, queries: Collection[str], topic: str) -> int:
    """How many words of ``topic`` the line is about, function words left out; one at least if it
    was found by it."""
    words = [word for word in topic.split() if word.lower() not in FUNCTION_WORDS]
    mentioned = sum(_weight(word) for word in words if speaks_of(line, word))
    is_found = topic.casefold() in queries and not is_argument_alone(line, topic)
    return max(mentioned, int(is_found))


def _weight(word: str) -> int:
    """A compound of Chinese that stands verbatim counts before a translation of a part of it, which
    may be of another thing: 盘点任务, and a job. A concept, named in both languages, is none."""
    return 2 if _COMPOUND.fullmatch(word) and not concept_labels(word, "en") else 1


def _is_wanted(each: Ranked, question: Question) -> bool:
    if INSTRUCTION.search(each.line.body):
        is_quoted = any(phrase in each.line.body for phrase in question.phrases)
        return is_quoted or severe_signature(each.line) is not None
    shares = each.exact + each.words > 0
    if question.level:
        least = min(LEVEL_RANK[question.level], WARN_RANK if question.is_narrow else MAX_RANK)
        is_level = each.line.kind == "log" and (
            each.line.rank >= least or tells_failure(each.line.message)
        )
        return is_level or each.exact > 0 or not (question.is_narrow or each.line.kind == "log")
    if question.is_narrow and question.search_terms and not asks_ending(question.text):
        return shares
    return shares or each.about_entity or not _names_something(question)


def _is_warning(each: Ranked) -> bool:
    """What is told of instead where no record is as severe as was asked."""
    return each.line.kind == "log" and each.line.rank >= WARN_RANK


def _names_something(question: Question) -> bool:
    """True if evidence must share a name or a word with the question to be about it. Chinese words
    that no source holds do not tell what they are about."""
    return any(name.isascii() for name in question.subjects)


def notable(ranked: Sequence[Ranked], limit: int) -> list[Line]:
    """Keep trouble and what was asked for by name, each message once; routine lines only where
    there is nothing else, and no plain words of the question make them more than that where it
    asks for trouble."""
    telling = [x for x in ranked if x.is_trouble or x.exact or x.line.kind == "other"]
    asked = [each for each in ranked if each.words and not each.prefers_trouble]
    kept = [each for each in ranked if each in telling or each in asked] or list(ranked)[:ROUTINE]
    return _distinct_messages([each.line for each in kept])[:limit]


def _distinct_messages(lines: Sequence[Line]) -> list[Line]:
    """One line a message: two writers that report the same say one thing."""
    first: dict[str, Line] = {}
    for line in lines:
        first.setdefault(line.message if line.kind == "log" else line.text, line)
    return list(first.values())
