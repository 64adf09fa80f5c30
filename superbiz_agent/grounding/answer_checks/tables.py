"""What the head of a table says of the cells below it: the zone of their clocks (section 7)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from superbiz_agent.grounding.wording import Sentence

_UTC = re.compile(r"(?<![A-Za-z])UTC(?![A-Za-z+-])")
_OPEN_CLOCK = re.compile(
    r"(?<![0-9:+-])[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?=\s*(?:\||$))"
)
"""A clock at the end of a cell, without a zone of its own."""


def with_zones_of_heads(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    """The sentences; the clocks of rows under a head that says UTC are read as UTC."""
    is_utc = False
    for sentence in sentences:
        is_row = sentence.text.lstrip().startswith("|")
        if not is_row:
            is_utc = False
        elif sentence.is_heading:
            is_utc = bool(_UTC.search(sentence.text))
        elif is_utc:
            yield replace(sentence, text=_OPEN_CLOCK.sub(r"\g<0>Z", sentence.text))
            continue
        yield sentence
