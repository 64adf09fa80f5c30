"""Names of sources as code writes them: a file may be named like a sentence, and its name is no
evidence (contract section 6)."""

import re

from superbiz_agent.grounding.wording.language import HAN

MAX_NAME = 100

_PLAIN = re.compile(r"[\w.:/@+~=*-]+")
_LONG_RUN = re.compile(f"[{HAN}]{{9}}")
_QUOTES = str.maketrans({"“": "'", "”": "'", '"': "'", "„": "'", "«": "'", "»": "'"})


def quoted_source(name: str) -> str:
    """``name`` without what cannot be shown, cut at ``MAX_NAME``; between quotes that nothing
    within can close, if it reads as a sentence."""
    printable = "".join(character for character in name if character.isprintable())
    short = printable if len(printable) <= MAX_NAME else f"{printable[:MAX_NAME]}..."
    return f"“{short.translate(_QUOTES)}”" if reads_as_sentence(name) else short


def reads_as_sentence(name: str) -> bool:
    """Whether ``name`` could be read as words of ours: it holds a space or a sign that no plain
    name has, or a long run of Chinese."""
    return not _PLAIN.fullmatch(name) or bool(_LONG_RUN.search(name))
