r"""Escaped line ends of stored texts: ``\n`` in a record is a line's end, in a path it is none.

A stored text is one line, its line ends written as ``\n``, ``\r`` and ``\t`` (contract section 2).
Read as they stand they glue the last word of a line to the first of the next.
"""

import re

_ESCAPE = re.compile(r"\\[nrt]")
_LINE_END = re.compile(r"\\n")
_TOKEN = re.compile(r"\S{1,2048}")
_WINDOWS_PATH = re.compile(r"[(\[{<\"'=]{0,2}(?:[A-Za-z]:\\|\\\\[A-Za-z0-9])")


def without_escapes(text: str) -> str:
    """``text``, its length kept, with blanks for escaped line ends and tabs; ``C:\\new`` stays."""
    if "\\" not in text:
        return text
    return _TOKEN.sub(lambda match: _plain(match[0]), text)


def _plain(token: str) -> str:
    if _WINDOWS_PATH.match(token):
        return token
    return _ESCAPE.sub("  ", token)


def stored_lines(text: str) -> list[str]:
    """The lines that a stored text was written in, without their ends; one at least."""
    plain = without_escapes(text)
    ends = [at.start() for at in _LINE_END.finditer(text) if plain[at.start()] == " "]
    starts = [0, *(end + 2 for end in ends)]
    return [text[start:end] for start, end in zip(starts, [*ends, len(text)], strict=True)]


def stored_parts(text: str) -> list[str]:
    """The lines of a stored text, and what tabs divide them into, the escapes left out."""
    plain = without_escapes(text)
    ends = [at.span() for at in _ESCAPE.finditer(text) if plain[at.start()] == " "]
    starts = [0, *(end for _, end in ends)]
    stops = [*(start for start, _ in ends), len(text)]
    return [text[start:stop] for start, stop in zip(starts, stops, strict=True)]
