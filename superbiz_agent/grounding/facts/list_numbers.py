"""Numbers that only count the points of a list, and state nothing."""

import re

ENUMERATORS = "①-⑳❶-❿⑴-⒇"
"""Enclosed numbers, as Chinese prose counts its points."""

MAX_LOOK_BACK = 2000
"""Characters before a number in which the point before it must stand."""

_NUMBERED = re.compile(r"(?P<number>[0-9]{1,3})(?:[.)][ \t]|[、）])(?![0-9])")
_ENUMERATED = re.compile(rf"[{ENUMERATORS}](?![{ENUMERATORS}]| ?[%％‰0-9个次条台种项倍])")
_POINT = re.compile(r"^[ \t>*#(（-]{0,9}(?P<number>[0-9]{1,3})[.)、）]", re.MULTILINE)
_LINE_HEAD = " \t*-#(（>"
_BEFORE_POINT = " \t\n,;:.，；：。、（(*"


def is_list_number(text: str, at: int) -> bool:
    """Whether the number at ``at`` counts a point: it opens a line and is 1, or one more than a
    point before it. ``99. percent`` alone at the start of a line is a statement."""
    if not text[at].isascii():
        return bool(_ENUMERATED.match(text, at)) and (at == 0 or text[at - 1] in _BEFORE_POINT)
    match = _NUMBERED.match(text, at) if text[at].isdigit() else None
    return (
        match is not None
        and _opens_line(text, at)
        and follows_in_list(text, at, int(match["number"]))
    )


def follows_in_list(text: str, at: int, number: int) -> bool:
    """Whether ``number``, at ``at``, is 1 or the next after a point of the lines before."""
    if number == 1:
        return True
    before = text[max(0, at - MAX_LOOK_BACK) : at]
    return any(int(point["number"]) == number - 1 for point in _POINT.finditer(before))


def _opens_line(text: str, at: int) -> bool:
    line = text.rfind("\n", max(0, at - 9), at) + 1 or max(0, at - 9)
    return (line == 0 or text[line - 1] == "\n") and not text[line:at].strip(_LINE_HEAD)
