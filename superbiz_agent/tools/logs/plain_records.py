"""The commonest record: one line of printable ASCII that begins with an instant. What is true of it
is told without parsing, which decides of all others."""

import re

from superbiz_agent.tools.logs.containers import STATEFUL
from superbiz_agent.tools.logs.needles import holds_any

_STAMP = re.compile(
    rb"20[0-9]{2}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)"
    rb"|(?:0[13578]|1[02])-31)[T ](?:[01][0-9]|2[0-3]):[0-5][0-9]"
    rb":[0-5][0-9](?:[.,][0-9]{3,6})?Z?(?= (?!stdout|stderr))"
)
_LONGEST_PREFIX = 1200

_HINTS = tuple({mark[:4] for mark in STATEFUL})
"""What a line holds none of that is sure to be told by itself."""


def is_plainly_stamped(data: bytes, place: int) -> bool:
    """Whether a line that surely starts a record does so at ``place``. A bracket may begin Apache's
    date, which decides there."""
    match = _STAMP.match(data, place)
    if match is None:
        return False
    bracket = data.find(b"[", match.end(), place + _LONGEST_PREFIX)
    return bracket < 0 or data[bracket + 3 : bracket + 4] != b"/"


def is_plain(line: bytes) -> bool:
    """Whether ``line``, which another record follows, is surely a record by itself."""
    if not line.isascii() or not is_plainly_stamped(line, 0):
        return False
    text = line.decode("ascii")
    return text.isprintable() and not holds_any(text, _HINTS)
