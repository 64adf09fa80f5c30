"""One rule of redaction, and how it is written down."""

import re
from collections.abc import Callable
from dataclasses import dataclass

Replacement = str | Callable[[re.Match[str]], str]


@dataclass(frozen=True)
class RedactionRule:
    """One kind of secret: ``pattern`` runs in linear time, ``replacement`` goes to ``re.sub``.

    ``hints`` are lower-case pieces one of which any match holds: a text without them is not
    searched at all, which is what makes redaction cheap on ordinary log lines.
    """

    name: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]
    replacement: Replacement


def rule(name: str, hints: str, pattern: str, replacement: Replacement) -> RedactionRule:
    """A rule for any case; ``hints`` stand apart by ``|``."""
    return RedactionRule(
        name, tuple(hints.split("|")), re.compile(pattern, re.IGNORECASE), replacement
    )


def exact_rule(name: str, hints: str, pattern: str, replacement: Replacement) -> RedactionRule:
    """A rule for the case as written."""
    return RedactionRule(name, tuple(hints.split("|")), re.compile(pattern), replacement)


NOT_YET = r"(?!\[redacted:)"
"""What is a placeholder already is no secret."""
