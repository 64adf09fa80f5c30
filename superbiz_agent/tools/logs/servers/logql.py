"""LogQL, written so that nothing of a question can leave its quotes, and asks no less than a search
needs (``LogRequest``): case is ignored, a line with an escape or a colour is always wanted.

https://grafana.com/docs/loki/latest/query/log_queries/
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from superbiz_agent.tools.logs.levels import LEVEL_WORDS

_LABEL = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_HIDDEN = (r"\\", r"\x1b")
"""In a line of JSON a piece may stand as an escape; a colour may stand amid a word."""

_TRACE_KEYS = (
    "trace_id", "traceid", "traceID", "TraceId", "span_id", "spanid", "spanID", "SpanId",
    "request_id", "correlation_id",
)  # fmt: skip
_LEVEL_KEYS = ("level", "severity", "severity_text", "lvl", "loglevel", "log_level")
_IDENTIFIER = re.compile(r"(?=.*[0-9])[0-9a-z-]{8,64}")
_SEVERITY_NUMBERS = "[0-9]{1,2}"


def quoted(text: str) -> str:
    """Return ``text`` as a string of LogQL."""
    return json.dumps(text.encode("utf-8", "replace").decode(), ensure_ascii=False)


def is_label(name: str) -> bool:
    """Whether ``name`` can be a label."""
    return _LABEL.fullmatch(name) is not None


def matchers_of(selector: str) -> str | None:
    """Return what stands between the braces of a stream selector; null if it is none."""
    text = selector.strip()
    inner = text[1:-1].strip().rstrip(",")
    return inner if text.startswith("{") and text.endswith("}") and inner else None


def selected(*matchers: str) -> str:
    """Return the selector of all ``matchers``."""
    return f"{{{', '.join(each for each in matchers if each)}}}"


def having(label: str) -> str:
    """Return the matcher of streams that have ``label``."""
    return f'{label}=~".+"'


def lacking(label: str) -> str:
    """Return the matcher of streams that lack ``label``."""
    return f'{label}=""'


def one_of(label: str, values: Iterable[str], *, is_not: bool = False) -> str:
    """Return the matcher of streams whose ``label`` is, or is not, one of ``values``."""
    pattern = "|".join(re.escape(value) for value in sorted(values))
    return f"{label}{'!~' if is_not else '=~'}{quoted(pattern)}"


def exactly(labels: Mapping[str, str]) -> str:
    """Return the selector of one stream."""
    return selected(*(f"{key}={quoted(value)}" for key, value in labels.items() if is_label(key)))


def lines_with(pieces: Sequence[str], *patterns: str) -> str:
    """Return the filter of lines that hold one of the ``pieces``, whatever their case, or match one
    of the ``patterns``; nothing, if there is neither: every line."""
    if not pieces and not patterns:
        return ""
    folded = "|".join([*map(_folded, pieces), *_HIDDEN])
    return f" |~ {quoted('|'.join([f'(?i:{folded})', *(f'(?:{each})' for each in patterns)]))}"


def beside_lines(pieces: Sequence[str], *, is_level: bool) -> str:
    """Return the filter of lines beside which an identifier of ``pieces`` stands, or a level;
    nothing, if a search needs none."""
    identifiers = [each for each in pieces if _IDENTIFIER.fullmatch(each)]
    keys, pattern = _TRACE_KEYS, f".*(?:{'|'.join(map(_folded, identifiers))}).*"
    if is_level:
        keys, pattern = _LEVEL_KEYS, "|".join([*map(re.escape, LEVEL_WORDS), _SEVERITY_NUMBERS])
    elif not identifiers:
        return ""
    value = quoted(f"(?i)(?:{pattern})")
    return " | " + " or ".join(f"{key}=~{value}" for key in keys)


def count_of(query: str, nanoseconds: int) -> str:
    """Return the query that counts the lines of ``query`` in the last ``nanoseconds``."""
    return f"sum(count_over_time({query} [{nanoseconds}ns]))"


def _folded(piece: str) -> str:
    """What finds ``piece`` in any case, as Python lowers it: İ becomes i and a dot."""
    return re.escape(piece).replace("i", "[iİ]")
