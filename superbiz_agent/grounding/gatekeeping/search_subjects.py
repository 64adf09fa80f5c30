"""Whether words of a claim speak of what a search asked for (contract section 4).

The newest of all that matched is the last of nothing else: the words must name whatever the search
was narrowed to, and what they name beyond that must stand in the record that has that instant.
"""

from collections.abc import Sequence

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.grounding.comparison.engine import content_terms, fold
from superbiz_agent.grounding.comparison.nouns import NOUNS
from superbiz_agent.grounding.evidence.hostile import as_object, as_text
from superbiz_agent.grounding.evidence.stored import StoredInvocation
from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.facts.tokens import cut_out
from superbiz_agent.grounding.question import without_synonyms
from superbiz_agent.grounding.wording import Lexicon, words
from superbiz_agent.grounding.wording.quotes import quoted_spans
from superbiz_agent.grounding.wording.search_words import (
    EVERYTHING,
    LEVEL_WORDS,
    REPORTING,
    WEAK,
    stem,
)

BY_PHRASE = "phrase"
"""``matching`` of a search that shows the records alone that hold its words side by side."""

_HOLDING_ALL = (BY_PHRASE, "all terms")
_TELLING = words("""
from on | like this | and the like | of this form | such as | came | come | date | dates | dated
happened | took place | occurred | went | go | going | kept | were | last | first | again | such
as in | by | per | events | event | time | wrote | written | emitted | reported | report
这类 | 例如 | 一 | 起 | 发生 | 次 | 一次 | 是 | 于 | 打印 | 写下 | 记下 | 记录了 | 例 | 如 | 该 | 那
这 | 还 | 仍 | 当时 | 时 | 时刻 | 时候 | 处 | 第 | 最 | 后
""")
_REPORTING = Lexicon((*REPORTING, *_TELLING))
_WEAK = Lexicon(WEAK)


def specifics(text: str, known: Sequence[str] = ()) -> frozenset[str]:
    """The terms of ``text`` that neither report a search nor stand in one of the ``known``."""
    told = " ".join(known)
    facts = [fact.span for fact in extract_facts(text) if fact.kind in ("timestamp", "date")]
    rest = without_synonyms(_without_nouns(cut_out(text, facts), told), told)
    stems = {stem(term) for term in content_terms(told)}
    folded = fold(told).lower()
    terms = content_terms(_REPORTING.blank(rest))
    return frozenset(
        term
        for term in terms
        if not term.isdigit() and stem(term) not in stems and term not in folded
    )


def names_search(text: str, row: StoredInvocation, search: JsonObject) -> bool:
    """Whether ``text`` names all that ``search`` was narrowed to: words, level and service."""
    filters = as_object(search.get("filters")) or {}
    folded = fold(text).lower()
    level, service = fold(as_text(filters.get("level")) or ""), as_text(filters.get("service"))
    if filters.get("regex") or not _names_query(text, row, search):
        return False
    if level and not Lexicon(LEVEL_WORDS.get(level.lower(), (level,))).holds(text):
        return False
    return not service or fold(service).lower() in folded or [service] == list(row.sources)


def tells_weaker_words(text: str, row: StoredInvocation) -> bool:
    """Whether ``row`` shows the records alone that hold its words side by side, and ``text`` does
    not quote them so: records that hold the words apart were passed over."""
    return any(
        (as_object(search.get("filters")) or {}).get("matching") == BY_PHRASE
        and not _quotes_phrase(text, as_text(search.get("query")) or "")
        for search in row.searches
    )


def searched_words(row: StoredInvocation, search: JsonObject) -> list[str]:
    """What a search asked for, and the source if it was one."""
    filters = as_object(search.get("filters")) or {}
    level = fold(as_text(filters.get("level")) or "").lower()
    named = (as_text(filters.get("service")) or "", *LEVEL_WORDS.get(level, (level,)))
    sources = row.sources if len(row.sources) == 1 else ()
    return [as_text(search.get("query")) or "", *named, *sources]


def _names_query(text: str, row: StoredInvocation, search: JsonObject) -> bool:
    query = as_text(search.get("query")) or ""
    matching = (as_object(search.get("filters")) or {}).get("matching")
    if query in ("", EVERYTHING):
        return True
    if matching == BY_PHRASE and not _quotes_phrase(text, query, is_quoted=False):
        return False
    asked = query if matching in _HOLDING_ALL else _WEAK.blank(query)
    left = content_terms(without_synonyms(asked, text) if content_terms(asked) else query)
    named = {stem(term) for term in content_terms(text)}
    sources = content_terms(row.sources[0]) if len(row.sources) == 1 else frozenset[str]()
    return all(stem(term) in named for term in left - sources)


def _quotes_phrase(text: str, query: str, *, is_quoted: bool = True) -> bool:
    """Whether the words of ``query`` stand in ``text`` side by side, in a quotation, or are the
    name of one thing there (timed out: timeouts)."""
    if len(content_terms(query)) < 2 or not content_terms(without_synonyms(query, text)):
        return True
    told = [text[start:end] for start, end in quoted_spans(text)] if is_quoted else [text]
    return any(fold(query).lower() in fold(each).lower() for each in told)


def _without_nouns(text: str, known: str) -> str:
    """``text`` without the Chinese nouns of which ``known`` has the English one."""
    stems = {stem(term) for term in content_terms(known)}
    nouns = [zh for noun, row in NOUNS.items() if stem(noun) in stems for zh in row.split()]
    return Lexicon(nouns).blank(text) if nouns else text
