"""Folding and terms: what two wordings of one text have in common (contract section 4)."""

import re
from functools import lru_cache

from superbiz_agent.grounding.facts import fold_width
from superbiz_agent.grounding.facts.characters import DOUBLE_QUOTES, HAN, SINGLE_QUOTES, WORD
from superbiz_agent.grounding.facts.tables import words
from superbiz_agent.grounding.facts.units import SYMBOLS

_DOUBLE_QUOTE, _SINGLE_QUOTE = re.compile(f"[{DOUBLE_QUOTES}]"), re.compile(f"[{SINGLE_QUOTES}]")
_SYMBOL = "|".join(re.escape(symbol) for symbol in sorted(SYMBOLS, key=len, reverse=True))
_KEPT = re.compile(rf"[0-9](?<![{WORD}].)[0-9.,]*(?: ?(?:{_SYMBOL})(?![{WORD}]))?")
_MAY_BE_KEPT = re.compile(r"[0-9.,] ?[a-z/]*[A-Z]")
_TOKEN_CHARACTER = re.compile(f"[{WORD}-]")
_LATIN_TERM = re.compile(r"[a-z0-9_]+(?:[-.][a-z0-9_]+)*")
_HAN_RUN = re.compile(f"[{HAN}]+")

ENGLISH_STOP_WORDS = words(
    "a an the this that these those it its is are was were be been being am do does did has have "
    "had having will would can could shall should may might must of in on at by for from to into "
    "with within as and or but if then than so such there here which who whom whose what when "
    "where why how not no nor also only just very more most some any each every all both other "
    "after before during over under about above below between against through since until while "
    "because due per via we you they he she i our your their his her them us me up down out off "
    "again once same own too s t"
)
CHINESE_STOP_CHARACTERS = "的了在是和与及或也都就而但并其该此这那"
"""Function characters: they end a run, so that no bigram spans them."""

_HAN_CONTENT = re.compile(f"[^{CHINESE_STOP_CHARACTERS}]+")


@lru_cache(maxsize=2048)
def fold(text: str) -> str:
    """Fold case (of words and names only), white space, width and quotes.

    Numbers keep the case of their unit: "15M" and "15m" stay different. Superscripts and
    invisible characters stay. The result is for comparing, not for showing.
    """
    if text.isascii():
        narrow = text.replace("`", '"')  # the only quote of ASCII that folds
    else:
        narrow = _SINGLE_QUOTE.sub("'", _DOUBLE_QUOTE.sub('"', fold_width(text)))
    return " ".join(_fold_case(narrow).split())


def _fold_case(narrow: str) -> str:
    if narrow.isascii() and not _MAY_BE_KEPT.search(narrow):
        return narrow.lower()
    pieces: list[str] = []
    end = 0
    for match in _KEPT.finditer(narrow):
        pieces += (narrow[end : match.start()].lower(), match.group())
        end = match.end()
    pieces.append(narrow[end:].lower())
    return "".join(pieces)


@lru_cache(maxsize=4096)
def content_terms(text: str) -> frozenset[str]:
    """The content words of ``text``: folded words without stop words, Chinese as bigrams."""
    folded = fold_width(text).lower()
    terms = {
        word
        for word in _LATIN_TERM.findall(folded)
        if word not in ENGLISH_STOP_WORDS and not word.isdigit()
    }
    for run in _HAN_RUN.findall(folded):
        for piece in _HAN_CONTENT.findall(run):
            terms.update(piece[i : i + 2] for i in range(len(piece) - 1))
            if len(piece) == 1:
                terms.add(piece)
    return frozenset(terms)


def occurs_in(part: str, whole: str) -> bool:
    """True if ``part`` stands in ``whole`` from token bound to token bound; both are folded."""
    if not part:
        return False
    start = whole.find(part)
    while start >= 0:
        end = start + len(part)
        if _is_bound(whole[start - 1 : start], part[0]) and _is_bound(
            part[-1], whole[end : end + 1]
        ):
            return True
        start = whole.find(part, end)
    return False


def _is_bound(left: str, right: str) -> bool:
    """True unless one token runs over the place between the two characters."""
    return not (_TOKEN_CHARACTER.fullmatch(left) and _TOKEN_CHARACTER.fullmatch(right))


IRREGULAR = {
    form: verb
    for verb, forms in {
        "writ": "wrote written write writing", "bind": "bound", "send": "sent", "get": "got gotten",
        "find": "found", "los": "lost lose", "mak": "made make", "run": "ran running",
        "begin": "began begun beginning", "tak": "took taken take", "giv": "gave given give",
        "hold": "held", "keep": "kept", "leav": "left leave", "read": "reads", "go": "went gone",
        "com": "came come", "see": "saw seen", "stop": "stopped stopping", "build": "built",
    }.items()
    for form in forms.split()
}  # fmt: skip
"""Forms of verbs that no ending tells, and their stem."""


@lru_cache(maxsize=4096)
def content_stems(text: str) -> frozenset[str]:
    """The content words of ``text`` without their endings (``stem``)."""
    return frozenset(map(stem, content_terms(text)))


@lru_cache(maxsize=8192)
def stem(term: str) -> str:
    """An English word without its commonest endings, so that "stored" and "store" are one."""
    if term in IRREGULAR:
        return IRREGULAR[term]
    for ending in ("ing", "ies", "ion", "es", "ed", "s", "e"):
        if term.endswith(ending) and len(term) - len(ending) >= 3 and term.isascii():
            return term[: -len(ending)]
    return term
