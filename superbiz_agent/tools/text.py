"""One bounded line for the store: redacted, escaped, head and tail kept (contract section 2)."""

import re
from unicodedata import category

from superbiz_agent.contracts.evidence import MAX_TEXT_BYTES
from superbiz_agent.tools.redaction import redact

_SHORT_ESCAPES = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}

_BLANK_BUT_PRINTABLE = (
    r"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
    r"\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
)
"""Joiners, fillers and variation selectors: invisible, though Unicode calls them printable."""

_SUSPECT = re.compile(r"[^ -~\u00a1-\u00ac\u00ae-\u02ff\u3001-\u312f\u4e00-\u9fff]")
_BLANK = re.compile(f"[{_BLANK_BUT_PRINTABLE}]")

_MARK = "... [{} bytes left out] ..."
_MARK_ROOM = len(_MARK.format(10**12))
_HEAD_SHARE = 2 / 3
_MAX_ROUNDS = 8


def bounded_line(text: str) -> str:
    """Return ``text`` as one line of at most 2 KiB of UTF-8, fit to be stored as evidence.

    Secrets are redacted first; newlines, control, bidirectional and invisible characters become
    escapes such as ``\\n``, ``\\x1b``, ``\\u202e``; of a longer text the head and the tail are
    kept, with ``... [N bytes left out] ...`` between them. Idempotent; never raises
    (contract section 2).
    """
    line = _render(text)
    for _ in range(_MAX_ROUNDS):  # a cut can bare what only now looks like a secret
        again = _render(line)
        if again == line:
            break
        line = again
    return line


def escape_line(text: str) -> str:
    """Replace each character that breaks a line or cannot be seen by a visible escape."""
    return _SUSPECT.sub(_escape, text)


def _render(text: str) -> str:
    return cut_line(escape_line(redact(text)), MAX_TEXT_BYTES)


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    is_visible = character.isprintable() or category(character) == "Zs"
    if is_visible and not _BLANK.match(character):
        return character
    if character in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[character]
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def cut_line(line: str, most_bytes: int) -> str:
    """Return ``line``, of a longer one head and tail with what was left out between them."""
    encoded = line.encode("utf-8")
    if len(encoded) <= most_bytes:
        return line
    room = most_bytes - _MARK_ROOM
    head_bytes = int(room * _HEAD_SHARE)
    head = encoded[:head_bytes].decode("utf-8", "ignore")
    tail = encoded[-(room - head_bytes) :].decode("utf-8", "ignore")
    left_out = len(encoded) - len(head.encode("utf-8")) - len(tail.encode("utf-8"))
    return head + _MARK.format(left_out) + tail
