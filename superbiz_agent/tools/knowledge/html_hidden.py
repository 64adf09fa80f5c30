"""What an element of HTML hides by itself, whatever a style sheet says: closed tables.

A style is read as a browser reads it: comments and escapes of CSS mean nothing of their own.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

_COMMENT: Final = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
_NUMBER: Final = r"[+-]?(?:\d{1,9}\.?\d{0,9}|\.\d{1,9})(?:e[+-]?\d{1,3})?"
_LENGTH: Final = re.compile(rf"({_NUMBER})([a-z]{{0,5}}|%)")
_FUNCTION: Final = re.compile(r"([a-z0-9-]{1,20})\(([^()]{0,200})\)")
_CLEAR_COLOUR: Final = re.compile(
    r"transparent|#(?:[0-9a-f]{3}0|[0-9a-f]{6}00)"
    r"|(?:rgb|hsl)a?\((?:(?:[^(),]{1,20},){3}|[^()/]{1,60}/) ?0?(?:\.0{0,8})?%? ?\)"
)
_FAR: Final = {
    **dict.fromkeys(("px", "pt"), 500.0),
    **dict.fromkeys(("em", "rem", "ch", "ex"), 50.0),
    **dict.fromkeys(("%", "vw", "vh", "vmin", "vmax"), 100.0),
    **dict.fromkeys(("cm", "in", "mm", "pc", "q"), 20.0),
}
"""Unit -> from how many of it on a place is outside of what is seen."""


def hides_itself(element: Any) -> bool:
    """Whether a browser would not show the element, by its attributes and its inline style."""
    given = element.get
    if any(given(name) is not None for name in ("hidden", "inert", "popover")):
        return True
    if (given("aria-hidden") or "").strip().lower() == "true":
        return True
    return _is_in_closed_details(element) or hides(given("style") or "")


def is_closed(element: Any) -> bool:
    """Whether it shows nothing of what is in it but its summary."""
    return element.tag == "details" and element.get("open") is None


def _is_in_closed_details(element: Any) -> bool:
    parent = element.getparent()
    return parent is not None and is_closed(parent) and element.tag != "summary"


def hides(style: str) -> bool:
    """Whether an inline style hides its element."""
    return any(_hides(name, value) for name, value in _declarations(style))


def _declarations(style: str) -> Iterator[tuple[str, str]]:
    plain = _ESCAPE.sub(_character, _COMMENT.sub(" ", style)).lower()
    for declaration in plain.split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            yield "".join(name.split()), " ".join(value.split("!")[0].split())


def _character(match: re.Match[str]) -> str:
    if match[1] is None:
        return match[2]
    code = int(match[1], 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


def _hides(name: str, value: str) -> bool:
    rule = _RULES.get(name)
    return rule is not None and rule(value)


def _is_far_away(value: str) -> bool:
    return any(map(_is_far, value.split()))


def _is_clear(value: str) -> bool:
    return _CLEAR_COLOUR.fullmatch(value) is not None


def _is_font_of_no_size(value: str) -> bool:
    return any(_is_zero(each.partition("/")[0]) for each in value.split())


def _any_call(rule: Callable[[str, str], bool]) -> Callable[[str], bool]:
    """Whether any function that a value calls obeys ``rule``."""
    return lambda value: any(rule(*call) for call in _FUNCTION.findall(value))


def _fades(function: str, given: str) -> bool:
    return function == "opacity" and _is_zero(given)


def _cuts_out(function: str, given: str) -> bool:
    return function == "rect" and _is_no_area(given)


def _moves_away(function: str, given: str) -> bool:
    parts = given.replace(",", " ").split()
    if function.startswith("scale"):
        return any(map(_is_zero, parts))
    return function.startswith("translate") and any(map(_is_far, parts))


def _clips_all(function: str, given: str) -> bool:
    lengths = list(map(_number, given.split()))
    if function == "inset":
        return any(unit == "%" and number >= 50 for number, unit in filter(None, lengths))
    return function == "circle" and bool(lengths) and lengths[0] is not None and not lengths[0][0]


def _is_no_area(given: str) -> bool:
    numbers = [number for number, _ in filter(None, map(_number, given.replace(",", " ").split()))]
    return len(numbers) == 4 and (numbers[0] >= numbers[2] - 1 or numbers[3] >= numbers[1] - 1)


def _is_zero(value: str) -> bool:
    found = _number(value)
    return found is not None and found[0] <= 0


def _is_far(value: str) -> bool:
    found = _number(value)
    return found is not None and found[0] < 0 and -found[0] >= _FAR.get(found[1], float("inf"))


def _number(value: str) -> tuple[float, str] | None:
    match = _LENGTH.fullmatch(value.strip())
    return (float(match[1]), match[2]) if match else None


_RULES: Final[Mapping[str, Callable[[str], bool]]] = {
    "display": lambda value: value == "none",
    "visibility": lambda value: value in ("hidden", "collapse"),
    "content-visibility": lambda value: value == "hidden",
    **dict.fromkeys(("font-size", "opacity", "zoom", "scale"), _is_zero),
    **dict.fromkeys(("width", "max-width", "inline-size", "max-inline-size"), _is_zero),
    **dict.fromkeys(("height", "max-height", "block-size", "max-block-size"), _is_zero),
    **dict.fromkeys(("left", "right", "top", "bottom", "inset"), _is_far_away),
    **dict.fromkeys(("text-indent", "translate", "margin"), _is_far_away),
    **dict.fromkeys(
        (f"margin-{side}" for side in ("left", "right", "top", "bottom")), _is_far_away
    ),
    **dict.fromkeys(("color", "-webkit-text-fill-color"), _is_clear),
    "font": _is_font_of_no_size,
    "transform": _any_call(_moves_away),
    "filter": _any_call(_fades),
    "clip-path": _any_call(_clips_all),
    "clip": _any_call(_cuts_out),
}
"""Property -> whether a value of it hides the element."""
