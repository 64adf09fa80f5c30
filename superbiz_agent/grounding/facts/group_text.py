"""The mark of a group of records: written by code alone, read where it stands once (section 2).

A group reads like its first record, then ``; 7 records of this form from <first> to <last>``.
Whoever writes a line of evidence takes the imitation out of what others wrote (``own_words``), so
that a line holds the mark once, or not at all.
"""

import re
from itertools import islice

WORDS = "records of this form"
"""The words of the mark, after the count."""

_MARK = re.compile(
    rf"; (?P<count>[0-9]{{1,12}}) {WORDS}"
    r"(?: from (?P<first>\S{1,40}) to (?P<last>[^\s;]{1,40}))?(?=; | \[demo\]\Z|\Z)"
)
_IMITATION = re.compile(f"(?<=[0-9] records) (?={WORDS.removeprefix('records ')})")


def group_mark(text: str) -> re.Match[str] | None:
    """The mark of a stored line, with ``count``, ``first`` and ``last``; null for a line without
    one, and for a text with two, which no code wrote."""
    marks = list(islice(_MARK.finditer(text), 2))
    return marks[0] if len(marks) == 1 else None


def own_words(text: str) -> str:
    r"""``text`` of a record, an alert or a runbook, where it cannot pass for the mark: its
    imitation is shown as ``99 records\x20of this form``. Idempotent."""
    return _IMITATION.sub(r"\\x20", text)
