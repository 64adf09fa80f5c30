"""Which lines answer the question, most telling first."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from superbiz_agent.models.offline.causes import severe_signature
from superbiz_agent.models.offline.evidence import LEVEL_RANK, WARN_RANK, Evidence, Line
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.vocabulary import INSTRUCTION

STATE_RANK: Final = {"firing": 5, "pending": 3}
"""State of an alert -> how urgent, on the scale of levels; any other state is over or silenced."""

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_")


@dataclass(frozen=True)
class Ranked:
    """A line with what it shares with the question: the entity asked about, exact names and
    phrases, and plain words. A line shares a term too if it was searched and found by it."""

    line: Line
    about_entity: bool
    exact: int
    words: int

    @property
    def urgency(self) -> int:
        """How severe the record or how urgent the alert is."""
        return STATE_RANK.get(self.line.state, self.line.rank)

    @property
    def key(self) -> tuple[int, ...]:
        """Sort key, best first."""
        signed = severe_signature(self.line) is not None
        parts = (self.about_entity, self.exact, signed, self.urgency, self.words)
        return tuple(-int(part) for part in (*parts, self.line.count or 1))


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
    queries = evidence.queries_of(line)
    return Ranked(
        line=line,
        about_entity=any(mentions(line.body, name) for name in question.entities),
        exact=_shared(line, queries, (*question.terms, *question.phrases)),
        words=_shared(line, queries, question.words),
    )


def _shared(line: Line, queries: Iterable[str], subjects: Sequence[str]) -> int:
    asked = {query.casefold() for query in queries}
    return sum(mentions(line.body, each) or each.casefold() in asked for each in subjects)


def _is_wanted(each: Ranked, question: Question) -> bool:
    if INSTRUCTION.search(each.line.body):
        return each.exact > 0 or severe_signature(each.line) is not None
    shares = each.exact + each.words > 0
    if question.level:
        is_level = each.line.kind == "log" and each.line.rank >= LEVEL_RANK[question.level]
        return is_level or each.exact > 0 or not (question.is_narrow or each.line.kind == "log")
    return shares or not (question.is_narrow and question.search_terms)


def notable(ranked: Sequence[Ranked], limit: int) -> list[Line]:
    """Keep trouble and what was asked for by name; routine lines only where that is little."""
    telling = [each for each in ranked if each.urgency >= WARN_RANK or each.exact or each.words]
    kept = telling if len(telling) > 1 else [*telling, *(e for e in ranked if e not in telling)][:3]
    return [each.line for each in kept[:limit]]


def mentions(text: str, name: str) -> bool:
    """True if ``name`` stands in ``text`` as a whole: ``db-1`` is no part of ``db-10``."""
    pattern = rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])(?!-[A-Za-z0-9])"
    if not name.isascii():
        return name in text
    found = re.search(pattern, text, re.IGNORECASE)
    return bool(found) or bool(re.search(pattern, _CAMEL.sub(" ", text), re.IGNORECASE))
