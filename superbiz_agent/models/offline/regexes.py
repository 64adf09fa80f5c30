"""A regular expression that a question holds: between slashes, or in quotes after its word."""

import re
from typing import Final

MAX_EXPRESSION: Final = 400

_INNER = rf"(?P<inner>[^\n]{{2,{MAX_EXPRESSION}}}?)"
_BETWEEN_SLASHES = re.compile(
    rf"(?:(?<![^\s(:：，。])|(?<=[一-鿿]))/{_INNER}/(?P<flag>i?)(?![\w/.-]|\\)"
)
_AFTER_WORD = re.compile(
    r"(?:(?<![A-Za-z])(?:regex|regexp|regular expression|pattern)(?![A-Za-z])|正则(?:表达式)?)"
    r"[ :：=]{0,3}(?P<sign>[\"'`“「])"
    rf"{_INNER}(?P<end>[\"'`”」])(?=[\s?？,，.。;；!！)）]|\Z|[一-鿿])",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"(?:(?<![A-Za-z])(?:(?:that|which|and) )?(?:match(?:es|ed|ing)?|fit(?:s|ting)?)(?: the)?"
    r"|匹配|符合)[ :：]{0,3}\Z",
    re.IGNORECASE,
)
"""Before an expression: the words that only ask for it."""

_META = re.compile(r"[\\()\[\]|*+?{}^$]")
"""What tells an expression from a path: ``/api/v1/orders/`` holds none."""


def regex_in(text: str) -> tuple[str, str]:
    """Return the first regular expression that ``text`` holds, and the text without it; an empty
    expression and the text as it is, if it holds none."""
    for pattern in (_AFTER_WORD, _BETWEEN_SLASHES):
        for match in pattern.finditer(text):
            if pattern is _AFTER_WORD or _is_expression(match, text):
                ignores_case = pattern is _BETWEEN_SLASHES and match["flag"]
                expression = f"(?i){match['inner']}" if ignores_case else match["inner"]
                before = _ASKING.sub("", text[: match.start()])
                return expression, f"{before} {text[match.end() :]}"
    return "", text


def _is_expression(match: re.Match[str], text: str) -> bool:
    """Whether what stands between two slashes is an expression, and no path."""
    inner = match["inner"]
    is_asked = _ASKING.search(text[: match.start()]) or text.strip() == match.group().strip()
    return bool(_META.search(inner)) or ("/" not in inner and bool(" " in inner or is_asked))
