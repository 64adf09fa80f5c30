"""Which lines answer the question, most telling first."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from superbiz_agent.models.offline.causes import severe_signature, tells_failure
from superbiz_agent.models.offline.evidence import LEVEL_RANK, WARN_RANK, Evidence, Line
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.vocabulary import INSTRUCTION

STATE_RANK: Final = {"firing": 5, "pending": 3}
"""State of an alert -> how urgent, on the scale of levels; any other state is over or silenced."""

MAX_RANK: Final = max(LEVEL_RANK.values())

ROUTINE: Final = 3
"""Routine lines that are shown where there is no trouble."""

SHORTEST_STEM: Final = 5

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_")


SEVERITY_RANK: Final = {
    **dict.fromkeys(("critical", "page", "emergency", "disaster", "p0", "p1"), 2),
    **dict.fromkeys(("info", "none", "informational", "low"), -1),
}
"""Severity label of an alert -> how urgent beside others of its state; any other ranks as 0."""


@dataclass(frozen=True)
class Ranked:
    """A line with what it shares with the question: the entity asked about, exact names and
    phrases, and plain words. A line shares a term too if it was searched and found by it.
    ``prefers_trouble``: the question asks for what went wrong, whatever it is called;
    ``measures``: it asks how long or how much, and the line says so."""

    line: Line
    about_entity: bool
    exact: int
    words: int
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
            self.prefers_trouble and self.is_trouble,
            self.words,
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
    lines = [line for line in evidence.lines if line.kind not in ("search", "knowledge")]
    ranked = [_ranked(line, evidence, question) for line in lines]
    if any(each.about_entity for each in ranked):
        ranked = [each for each in ranked if each.about_entity]
    kept = [each for each in ranked if _is_wanted(each, question)]
    return sorted(kept, key=lambda each: each.key)


def _ranked(line: Line, evidence: Evidence, question: Question) -> Ranked:
    queries = {query.casefold() for query in evidence.queries_of(line)}
    exact = (*question.terms, *question.phrases)
    return Ranked(
        line=line,
        about_entity=any(
            mentions(line.body, name) or (not name.isascii() and name in queries)
            for name in question.entities
        ),
        exact=sum(mentions(_said(line), each) or each.casefold() in queries for each in exact),
        words=sum(_shared(line, queries, topic) for topic in question.topics),
        prefers_trouble=question.prefers_trouble,
        measures=question.asks_measure and bool(line.ranges),
    )


def _shared(line: Line, queries: Collection[str], topic: str) -> int:
    """How many words of ``topic`` the line is about; one at least if it was found by it."""
    mentioned = sum(_speaks_of(line, word) for word in topic.split())
    return max(mentioned, int(topic.casefold() in queries))


def _said(line: Line) -> str:
    """What a line says without the file that it stands in, whose name says nothing of it."""
    return line.sample or line.body


def _speaks_of(line: Line, word: str) -> bool:
    """True if the line holds ``word``, a plain one with any of the common endings."""
    if not (word.isascii() and word.islower() and word.isalpha() and len(word) >= SHORTEST_STEM):
        return mentions(_said(line), word)
    stem = re.sub("(?:ings?|ed|es|s)$", "", word)
    pattern = rf"(?<![a-z]){stem}(?:e|es|s|ed|ing|er|ers)?(?![a-z])"
    return re.search(pattern, _CAMEL.sub(" ", _said(line)), re.IGNORECASE) is not None


def _is_wanted(each: Ranked, question: Question) -> bool:
    if INSTRUCTION.search(each.line.body):
        return each.exact > 0 or severe_signature(each.line) is not None
    shares = each.exact + each.words > 0
    if question.level:
        least = min(LEVEL_RANK[question.level], WARN_RANK if question.is_narrow else MAX_RANK)
        is_level = each.line.kind == "log" and each.line.rank >= least
        return is_level or each.exact > 0 or not (question.is_narrow or each.line.kind == "log")
    return shares or not (question.is_narrow and question.search_terms)


def notable(ranked: Sequence[Ranked], limit: int) -> list[Line]:
    """Keep trouble and what was asked for by name, each message once; routine lines only where
    there is nothing else, and no plain words of the question make them more than that where it
    asks for trouble."""
    telling = [each for each in ranked if each.is_trouble or each.exact]
    asked = [each for each in ranked if each.words and not each.prefers_trouble]
    kept = [each for each in ranked if each in telling or each in asked] or list(ranked)[:ROUTINE]
    return _distinct_messages([each.line for each in kept])[:limit]


def _distinct_messages(lines: Sequence[Line]) -> list[Line]:
    """One line a message: two writers that report the same say one thing."""
    first: dict[str, Line] = {}
    for line in lines:
        first.setdefault(line.message if line.kind == "log" else line.text, line)
    return list(first.values())


def mentions(text: str, name: str) -> bool:
    """True if ``name`` stands in ``text`` as a whole: ``db-1`` is no part of ``db-10``."""
    pattern = rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])(?!-[A-Za-z0-9])"
    if not name.isascii():
        return name in text
    spelt = (text, text.replace("_", " "), _CAMEL.sub(" ", text))
    return any(re.search(pattern, each, re.IGNORECASE) for each in spelt)
