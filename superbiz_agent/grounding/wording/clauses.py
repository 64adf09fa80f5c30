"""The clauses of a text: what each of them says is compared by itself (contract section 7)."""

import re
from collections.abc import Iterable
from functools import lru_cache

from superbiz_agent.grounding.wording.language import HAN
from superbiz_agent.grounding.wording.quotes import OutsideQuotes

_A_WORD = re.compile(rf"[A-Za-z]{{3}}|[{HAN}]")
_CLAUSE_END = re.compile(
    r"[;；，\n。！？]|,(?![0-9])|[.!?](?=\s|\Z)"
    r"|(?<![A-Za-z0-9_-])and(?![A-Za-z0-9_-])(?! [0-9])"
    r"|(?<![0-9Z%] )(?<![A-Za-z0-9_-])and(?= [0-9])"
    r"|(?<![A-Za-z0-9_-])(?:but|while|whereas|although|though|however)(?![A-Za-z0-9_-])"
    r"|而(?![且是非])|但是?|然而|不过",
    re.ASCII | re.IGNORECASE,
)


def clauses(text: str) -> list[str]:
    """The clauses of ``text``: they end at ``;`` ``,`` and, but, while, ，；而 and at a sentence's
    end, but not inside quotes or numbers."""
    return list(_clauses(text))


@lru_cache(maxsize=4096)
def _clauses(text: str) -> tuple[str, ...]:
    outside = OutsideQuotes(text)
    pieces: list[str] = []
    start = 0
    for match in _CLAUSE_END.finditer(text):
        if outside.holds(match.start()):
            pieces.append(text[start : match.start()])
            start = match.end()
    pieces.append(text[start:])
    return tuple(_with_words(piece.strip() for piece in pieces))


def _with_words(pieces: Iterable[str]) -> list[str]:
    """The pieces; one without a word ("between 10:00 and 10:15") belongs to that before it, the
    first one to that after it."""
    joined: list[str] = []
    for piece in filter(None, pieces):
        if joined and (not _A_WORD.search(piece) or _is_bare(joined[-1])):
            joined[-1] = f"{joined[-1]}, {piece}"
        else:
            joined.append(piece)
    return joined


def _is_bare(piece: str) -> bool:
    """Whether a piece is an instant or a number, and nothing else."""
    return not _A_WORD.search(piece) and any(map(str.isdigit, piece))
