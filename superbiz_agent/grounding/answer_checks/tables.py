"""What the head of a table says of the cells below it: the zone of their clocks (section 7)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from superbiz_agent.grounding.wording import Sentence

_UTC = re.compile(r"(?<![A-Za-z])UTC(?![A-Za-z]| ?[+-])")
_OPEN_CLOCK = re.compile(r"(?<![0-9:+-])[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?=\s*\Z)")
"""A clock at the end of a cell, without a zone of its own."""


def with_zones_of_heads(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    """The sentences; the clocks in a column whose head says UTC are read as UTC."""
    heads: list[str] = []
    for sentence in sentences:
        if not sentence.text.lstrip().startswith("|"):
            heads = []
        elif sentence.is_heading:
            heads = sentence.text.split("|")
        else:
            yield replace(sentence, text="|".join(_read(heads, sentence.text.split("|"))))
            continue
        yield sentence


def _read(heads: list[str], cells: list[str]) -> Iterator[str]:
    for column, cell in enumerate(cells):
        is_utc = column < len(heads) and _UTC.search(heads[column])
        yield _OPEN_CLOCK.sub(r"\g<0>Z", cell) if is_utc else cell
