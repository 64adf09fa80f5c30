"""Does an excerpt stand in the stored text it is cited from? (contract section 4, "Excerpts")

The whole stored text always passes; else a contiguous part, verbatim or folded (case, white space,
width, quotes), from one token bound to another, that says enough to be compared. No ratio decides.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from superbiz_agent.grounding.comparison.engine import content_terms, fact_gaps, fold
from superbiz_agent.grounding.evidence.stored import Place
from superbiz_agent.grounding.facts import FactKind, extract_facts
from superbiz_agent.grounding.facts.characters import suspicious_tokens
from superbiz_agent.grounding.facts.tokens import count_han, cut_out, cuts, occurrences, tokens

MIN_CHARACTERS = 12
MIN_HAN = 6

FABRICATED_KINDS: frozenset[FactKind] = frozenset(
    {
        "timestamp",
        "date",
        "duration",
        "percentage",
        "quantity",
        "number",
        "version",
        "identifier",
    }
)
"""A fact of these kinds that the stored text lacks is a fabrication; added words and plain names
are not."""


@dataclass(frozen=True)
class ExcerptFault:
    """Why an excerpt fails: a row of ``FAULTS``, and where the text stands if elsewhere."""

    fault: str
    place: Place | None = None


class StoredTexts:
    """All stored texts of one session, for finding where an excerpt really stands."""

    def __init__(self, texts: Mapping[Place, str]) -> None:
        self._texts = texts

    @cached_property
    def _folded(self) -> dict[Place, str]:
        return {place: fold(text) for place, text in self._texts.items()}

    @cached_property
    def _windows(self) -> dict[str, Place]:
        """Every shortest comparable run of tokens, with the first place where it stands."""
        found: dict[str, Place] = {}
        for place, text in self._folded.items():
            for window in _comparable_runs(text):
                found.setdefault(window, place)
        return found

    def place_of(self, excerpt: str) -> Place | None:
        """Where ``excerpt`` stands as a whole; None if nowhere, or if it says too little."""
        for place, text in self._texts.items():
            if excerpt == text:
                return place
        if _weakness(excerpt) is not None:
            return None
        folded = fold(excerpt)
        for place, text in self._folded.items():
            if (
                len(folded) <= len(text)
                and folded in text
                and stands_in(excerpt, self._texts[place])
            ):
                return place
        return None

    def place_of_part(self, excerpt: str, cited: str) -> Place | None:
        """Where a comparable part of ``excerpt`` stands that the ``cited`` text does not have."""
        known = {token for token, _, _ in tokens(fold(cited))}
        for run in _comparable_runs(fold(excerpt)):
            added = [token for token, _, _ in tokens(run) if token not in known]
            if run in self._windows and content_terms(" ".join(added)):
                return self._windows[run]
        return None


def excerpt_fault(excerpt: str | None, cited: str, session: StoredTexts) -> ExcerptFault | None:
    """Compare ``excerpt`` with the ``cited`` stored text; None if it passes."""
    if excerpt is None or not excerpt.strip():
        return ExcerptFault("excerpt_missing")
    if excerpt == cited:
        return None
    if stands_in(excerpt, cited):
        weakness = _weakness(excerpt)
        return ExcerptFault(weakness) if weakness else None
    return _mismatch(excerpt, cited, session)


def stands_in(excerpt: str, text: str) -> bool:
    """Whether ``excerpt`` is a contiguous part of ``text``, verbatim or folded, that cuts no
    token and no typed fact (``30 ms`` is one)."""
    return _is_whole_part(excerpt, text) or _is_whole_part(fold(excerpt), fold(text))


def _is_whole_part(part: str, text: str) -> bool:
    spans = list(occurrences(part, text))
    return bool(spans) and not all(cuts(span, _fact_spans(text)) for span in spans)


@lru_cache(maxsize=512)
def _fact_spans(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(fact.span for fact in extract_facts(text) if fact.kind != "quoted")


def _weakness(excerpt: str) -> str | None:
    """Whether an excerpt that stands in the text says too little to be compared."""
    facts = extract_facts(excerpt)
    if not facts and not content_terms(excerpt):
        return "excerpt_generic"
    spans = [fact.span for fact in facts]
    if _is_long(fold(excerpt).strip()) or (spans and content_terms(cut_out(excerpt, spans))):
        return None
    return "excerpt_too_short"


def _is_long(folded: str) -> bool:
    return len(folded) >= MIN_CHARACTERS or count_han(folded) >= MIN_HAN


def _mismatch(excerpt: str, cited: str, session: StoredTexts) -> ExcerptFault:
    """Why an excerpt that does not stand in the cited text fails, the gravest reason first."""
    place = session.place_of(excerpt) or session.place_of_part(excerpt, cited)
    if place is not None:
        return ExcerptFault("excerpt_elsewhere", place)
    if has_new_fact(excerpt, cited):
        return ExcerptFault("excerpt_new_fact")
    if any(token not in cited for token in suspicious_tokens(excerpt)):
        return ExcerptFault("excerpt_suspicious")
    weakness = _weakness(excerpt)
    if weakness is not None:
        return ExcerptFault(weakness)
    known = {token for token, _, _ in tokens(fold(cited))}
    stitched = all(token in known for token, _, _ in tokens(fold(excerpt)))
    return ExcerptFault("excerpt_stitched" if stitched else "excerpt_reworded")


def has_new_fact(excerpt: str, cited: str) -> bool:
    """Whether ``excerpt`` holds a typed value that ``cited`` does not have anywhere.

    A value that only moved to another noun is no fabrication but a rewording, so each fact that
    does not compare in its place is compared once more by itself.
    """
    gaps = [fact for fact in fact_gaps(excerpt, [cited]) if fact.kind in FABRICATED_KINDS]
    return any(fact_gaps(excerpt[slice(*fact.span)], [cited]) for fact in gaps)


def _comparable_runs(text: str) -> list[str]:
    """From each token of ``text`` on, the shortest run of tokens that is long enough to compare."""
    found = tokens(text)
    runs: list[str] = []
    last = 0
    for index, (_, start, _) in enumerate(found):
        last = max(last, index)
        while last < len(found) and not _is_long(text[start : found[last][2]]):
            last += 1
        if last == len(found):
            break
        runs.append(text[start : found[last][2]])
    return runs
