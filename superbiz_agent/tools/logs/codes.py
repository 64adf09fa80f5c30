"""Values that look like any number but name what happened: they are never counted together.

200 and 503 stand at the same place of two lines, and mean opposite things. So do exit codes, error
codes, signals, numeric levels, flags (0 and 1) and exceptions with a digit in their name. Which
tokens are such codes is told by what stands before and after them. To extend: add a word to a table
or a ``_Place`` with its example.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

CodeKind: TypeAlias = Literal["http", "code"]
PossibleCodes: TypeAlias = tuple[tuple[re.Pattern[str], CodeKind], ...]

CONTEXT = 96
"""Characters before a token that are looked at."""
FOLLOWING = 28
"""Characters after a token that are looked at."""

_HTTP = r"[1-5][0-9]{2}"
_ANY = r"-?[0-9]{1,6}|0[xX][0-9A-Fa-f]{1,8}|[A-Z]{0,8}[-_]?[0-9]{1,6}[A-Z0-9]{0,4}"
_REASON = (
    r"(?i:[\"')\]]?[\s:_-]{1,3}(?:OK|Created|Accepted|No.Content|Moved|Found|Not.Modified|(?:Temporary|Permanent).Redirect"
    r"|Bad.Request|Unauthorized|Forbidden|Not.Found|Method.Not|Request.Time|Conflict|Gone"
    r"|Precondition|Payload|Unsupported|Unprocessable|Too.Many|Internal.Server|Not.Implemented"
    r"|Bad.Gateway|Service.(?:Temporarily.)?Unavailable|Gateway.Time))"
)
_METHOD = r"(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS|TRACE|CONNECT)"


class _Place(NamedTuple):
    """Where a code stands, in a line whose numbers read ``<>``; ``token`` is what it looks like."""

    example: str
    before: re.Pattern[str]
    after: re.Pattern[str]
    token: re.Pattern[str]
    kind: CodeKind


def _place(
    example: str, before: str, after: str, token: str = _HTTP, kind: CodeKind = "http"
) -> _Place:
    return _Place(
        example, re.compile(rf"(?:{before})\Z"), re.compile(after), re.compile(token), kind
    )


_PLACES: tuple[_Place, ...] = (
    _place('"GET / HTTP/1.1" 503 481', r'"\s', r"\s?\Z|\s[-\"]|\s[A-Z]"),
    _place("HTTP/2 503", r"(?i:(?<![a-z])https?(?:/<[^>]{0,9}>)?[\s:=_-]{1,2})", r""),
    _place("503 Service Unavailable", r"\A|[\s:=(\[\"'>]", _REASON),
    _place("GET /orders/<> 503 12ms", rf"(?<![A-Za-z]){_METHOD}\s\S{{1,80}}\s", r"\s|\Z"),
    _place("| 503 |", r"\|\s{1,3}", r"\s{1,3}\|"),
    _place("TCP_MISS/503", r"[A-Z]_[A-Z_]{3,30}/", r"\s"),
    _place("web/web1 0/0/1/2/3 503 212", r"/<>/\+?<>\s", r"\s"),
    _place("connect() failed (111: Connection refused)", r"\(", r":\s[A-Z]", r"[0-9]{1,3}", "code"),
    _place(
        "SQLSTATE[HY000] [2002]",
        r"(?i:sqlstate)\[?[A-Z0-9<>*]{0,8}\]?[\s:=]{0,3}\[?",
        r"",
        _ANY,
        "code",
    ),
)  # fmt: skip

_LABEL = re.compile(
    r"(?P<words>(?:[A-Za-z][A-Za-z_.-]{0,60}\s)?[A-Za-z][A-Za-z_.-]{0,60})[\"')\]]{0,2}"
    r"(?:\s(?:with|was|is|of|by))?\s{0,2}(?P<equals>=>|[=:]|->)?\s{0,2}[\"'(\[]{0,2}\Z"
)
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_HTTP_TOKEN, _ANY_TOKEN = re.compile(_HTTP), re.compile(_ANY)
_FLAG_TOKEN = re.compile(r"[01]")


def _table(text: str) -> frozenset[str]:
    return frozenset(text.split())


_CODES = _table(
    "code codes errno err error exit exited signal rc retval sqlstate hresult level lvl severity"
    " status"
)
_CODE_ENDINGS = ("code", "errno", "status", "sqlstate")
_STATUSES = _table("status code http response")
_ANSWERS = _table("returned returns response responded responds got received result")
_FLAGS = _table("success successful succeeded ok healthy ready enabled alive up leader")
_NO_CODES = _table(
    "zip bar post postal country promo coupon area qr verification invite discount voucher source"
    " byte uni product currency dial sms otp pin sort"
)
_COUNTED = re.compile(r"\s(?!(?:from|for|in|by|on|after|at|with|to|and|but|when)\s)[a-z]")
_EXCEPTION = re.compile(r"[A-Za-z_$][A-Za-z0-9_.$+-]{0,200}(?:Exception|Error|Fault)")
_VENDOR = re.compile(
    r"(?:ORA|TNS|PLS|AADSTS|ERR|WFLY[A-Z]{0,8}|JBAS|HHH|AMQ|ISPN|MY|SQL|HY|KIP|LSRA)[-_]?[0-9]{3,6}[A-Z]?"
    r"|E[0-9]{4,5}|ERR_[A-Z0-9_]{1,40}"
)


def is_code_by_itself(token: str) -> bool:
    """Whether ``token`` is a code wherever it stands: ``ORA-00060``, ``Http2Exception``."""
    return bool(_EXCEPTION.fullmatch(token) or _VENDOR.fullmatch(token))


def possible_codes(context: str, following: str) -> PossibleCodes:
    """Return which codes may stand between two texts, and what they look like.

    ``context`` ends where the token starts, ``following`` starts where it ends; tokens with a digit
    before it read ``<>``.
    """
    found: list[tuple[re.Pattern[str], CodeKind]] = [
        (place.token, place.kind)
        for place in _PLACES
        if place.before.search(context) and place.after.match(following)
    ]
    return (*found, *_by_label(context, following))


def _by_label(context: str, following: str) -> Iterator[tuple[re.Pattern[str], CodeKind]]:
    label = _LABEL.search(context)
    words = [word.lower() for word in _WORDS.findall(label["words"])] if label else []
    if not label or not words:
        return
    last, others = words[-1], words[-2:]
    if any(word.startswith(tuple(_NO_CODES)) and last.endswith("code") for word in others):
        return
    is_code = last in _CODES or last.endswith(_CODE_ENDINGS)
    if is_code and (last in _STATUSES or last.endswith(("status", "code"))):
        yield _HTTP_TOKEN, "http"
    if is_code:
        yield _ANY_TOKEN, "code"
    if last in _ANSWERS and not _COUNTED.match(following):
        yield _HTTP_TOKEN, "http"
    if label["equals"] and (last in _FLAGS or words[0] in {"is", "has"}):
        yield _FLAG_TOKEN, "code"
