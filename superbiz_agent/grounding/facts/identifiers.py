"""Identifiers: the closed table of shapes that make a token a name of something (section 7)."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from http import HTTPStatus

from superbiz_agent.grounding.facts.characters import HAN, SUPERSCRIPTS, WORD, is_suspicious
from superbiz_agent.grounding.facts.fact import Fact
from superbiz_agent.grounding.facts.tables import words
from superbiz_agent.grounding.facts.word_values import recognise_han_level, recognise_word_value

_SUFFIXES = words(
    "service svc server db database api gateway proxy cache queue worker job node cluster pod "
    "canary prod staging frontend backend web app agent broker master replica primary secondary"
)

PROSE_PARTS = words(
    "re non pre post self multi sub co un over under well out of to up down off on in by and the "
    "ins outs ups downs offs "
    "a an as or per vs based related level side only wide time term like free specific aware "
    "driven ready style cause end line long short high low new old all one two three four five "
    "six seven eight nine ten first second third last next half full follow read write real "
    "best worst near so called still not no yes day hour minute week month year step call "
    "deep early late large small cross inter intra anti semi pro ex quasi hard soft open closed "
    "known good bad single double triple more less most least same"
)
"""A hyphenated word with one of these parts is prose (follow-up, read-only), not a name."""

ABBREVIATIONS = words("e.g i.e a.m p.m etc vs cf al")

SERVICE_WORDS = words(
    "微服务 服务 集群 数据库 节点 实例 主机 容器 队列 连接池 线程池 模块 应用 接口 网关 组件"
)
"""A Latin word directly before one of these is a name (checkout 服务)."""

ENTITY_LABELS = words(
    "service svc pod host hostname instance node container job app application alertname alert "
    "namespace cluster deployment source logger name component database db server"
)
"""Label keys whose value is an entity, and owns its whole record (contract section 2)."""

BUSINESS_NAMES: Mapping[str, str] = {
    "订单": "order",
    "支付": "payment",
    "库存": "inventory",
    "用户": "user",
    "购物车": "cart",
    "结算": "checkout",
    "物流": "shipping",
    "认证": "auth",
    "搜索": "search",
    "推荐": "recommendation",
    "商品": "product",
    "通知": "notification",
    "账单": "billing",
}
"""Chinese names of services, before 服务 and the like, and the English they stand for."""

_SERVICE = "|".join(sorted(SERVICE_WORDS, key=lambda word: (-len(word), word)))
_ENTITY_LABEL = re.compile(
    rf"(?:^|[^{WORD}])(?:{'|'.join(sorted(ENTITY_LABELS))})(?:=\"?|\" ?: ?\")$", re.IGNORECASE
)
_WORD_CHARACTER = re.compile(f"[{WORD}]")
_PART = rf"[{WORD}]+"
_TOKEN = re.compile(rf"[/~$@]?/?\.{{0,2}}/?{_PART}(?:(?:[-./@$#+~\\]{{1,2}}|::){_PART}){{0,48}}/?")
_URL = re.compile(
    rf"[a-z][a-z0-9+]{{1,11}}://[^\s\"'“”‘’「」<>，。；、（）()\]\[{{}}{HAN}]{{1,2000}}",
    re.IGNORECASE,
)
"""A URL ends where Chinese prose goes on, with no space between."""

_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])"
_IP = re.compile(
    rf"/?(?P<ip>{_OCTET}(?:\.{_OCTET}){{3}}(?:/[0-9]{{1,2}})?(?::[0-9]{{1,5}})?)"
    rf"(?![{WORD}]|\.[0-9])"
)
_IPV6 = re.compile(
    rf"(?=[0-9a-f]{{0,4}}:[0-9a-f:]{{0,40}}:)[0-9a-f]{{0,4}}(?::[0-9a-f]{{0,4}}){{2,7}}(?![{WORD}:])",
    re.IGNORECASE,
)
_PORT = re.compile(rf":[0-9]{{1,5}}(?![{WORD}]|:(?! )|\.[0-9]| ?[条个次秒分张封份])")
NAME_AND_PORT = re.compile(r"[A-Za-z][A-Za-z0-9.-]{0,200}:[0-9]{1,5}")
"""A name of the evidence that has a port: the name is that of its host."""

_STATUS = re.compile(
    rf"(?:HTTP(?:/[0-9.]{{1,3}})?(?: status)?(?: code)?|status(?:[ _]code)?|状态码)"
    rf" ?[=:为是]? ?\"?(?P<code>[1-5][0-9]{{2}})(?![{WORD}]|[.:][0-9])",
    re.IGNORECASE,
)
_REASONS = "|".join(sorted((re.escape(each.phrase) for each in HTTPStatus), key=len, reverse=True))
_STATUS_PHRASE = re.compile(rf"(?P<code>[1-5][0-9]{{2}}) (?:{_REASONS})(?![{WORD}])")
"""A status by its reason phrase: 429 Too Many Requests."""

_STATUS_CLASS = re.compile(rf"[1-5]xx(?![{WORD}])", re.IGNORECASE)
_VERSION = re.compile(
    rf"(?:v(?:ersion)? ?(?P<marked>[0-9]{{1,5}}(?:\.[0-9]{{1,9}}){{0,4}})|"
    rf"版本(?:号)?[ 为是]{{0,2}}v?(?P<han>[0-9]{{1,5}}(?:\.[0-9]{{1,9}}){{0,4}})|"
    rf"(?P<plain>[0-9]{{1,5}}(?:\.[0-9]{{1,9}}){{2,4}}))"
    rf"(?P<tail>[-+](?:rc|alpha|beta|snapshot|build)[.0-9A-Za-z]{{0,20}})?(?![{WORD}]|\.[0-9])",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?<![A-Za-z])(?:the|a|an|this|that) \Z", re.IGNORECASE)
_COMPLEMENT = re.compile(r" (?:for|of)(?![A-Za-z])")

_WHOLE_VERSION = re.compile(rf"(?P<number>[0-9]{{1,5}})(?![{WORD}.:/%-])(?P<han> ?版)?")
_MAX_WHOLE = 8
"""Characters of a whole number, a space and 版, and one more."""

_QUOTES_BEFORE = ('"', "“", "'", "‘")
_VERSION_BEFORE = re.compile(r"(?:version|版本)[: ]?[\"“'‘]\Z", re.IGNORECASE)

_BEFORE_SERVICE = re.compile(rf" ?(?:{_SERVICE})")
_BUSINESS = re.compile(rf"(?P<name>{'|'.join(BUSINESS_NAMES)})(?=(?:{_SERVICE}|系统))")
BUSINESS_CHARACTERS = "".join(sorted({name[0] for name in BUSINESS_NAMES}))

SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (form, re.compile(pattern))
    for form, pattern in (
        ("week", r"20[0-9]{2}-?W[0-5][0-9]"),
        ("protocol", r"(?i:HTTP|HTTPS|TLS|SSL|SMTP|AMQP|MQTT|RTSP|SIP)/?v?[0-9](?:\.[0-9])?"),
        ("uuid", r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"),
        ("hash", r"0[xX][0-9A-Fa-f]+|(?=[0-9a-f]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,128}"),
        ("path", r"(?:~|\.{1,2})?/.+|[A-Za-z]:\\.+|.*\\.*|[^/]+/.+/.*|.*/"),
        ("exception", r"(?:[A-Za-z_][A-Za-z0-9_]*[.$])*[A-Z][A-Za-z0-9]*(?:Exception|Error)"),
        (
            "error code",
            (
                r"E(?:CONN|TIMED|PIPE|NO|ACC|AGAIN|MFILE|HOST|NET|ADDR|INVAL|IO|BUSY)[A-Z0-9]*|"
                r"SIG[A-Z]{3,6}|[A-Z]{1,8}-?[0-9]{2,8}"
            ),
        ),
        ("percentile", r"[pP][0-9]{2,3}(?:\.[0-9]{1,2})?"),
        ("metric", r"(?!.*_[0-9]+(?:_|$))(?=.*[A-Za-z])[A-Za-z0-9$.]*_[A-Za-z0-9_$.:]*"),
        ("camel case", r"[A-Za-z0-9]*[a-z][A-Z][A-Za-z0-9]*|[A-Z]{2,}[a-z][a-z0-9]+[A-Za-z0-9]*"),
        ("letters and digits", r"(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z]).*"),
        ("dotted", r"(?:[a-z]\.){1,6}(?:[a-z0-9_]+\.){0,6}[A-Z][A-Za-z0-9]+"),
        ("dotted", r"[A-Za-z0-9_$-]{2,}(?:[.$#@:]{1,2}[A-Za-z0-9_$-]{2,})+"),
    )
)
"""Name and shape of every kind of identifier; a token has the form of the first that fits."""

_RANGE = re.compile(r"[0-9][0-9.,]*[A-Za-z]{0,3}[-~/][0-9][0-9.,]*[A-Za-z]{0,3}")
_LATIN = re.compile(r"[A-Za-z]+")
_EXTENSION = re.compile(r".*\.[A-Za-z][A-Za-z0-9]{0,5}")
_SUPER = re.compile(f"[{SUPERSCRIPTS}]")


def recognise_identifier(text: str, at: int, names: frozenset[str], beyond: int = 0) -> Fact | None:
    """The longest identifier or known name that starts at ``at`` of the folded ``text`` and ends
    after ``beyond``.

    ``names`` are case-folded; they match a whole token, never a part of a longer one.
    """
    longest = _token(text, at, names, beyond)
    for recognise in _SPECIAL.get(text[at], ()):
        fact = recognise(text, at)
        if fact and (longest is None or fact.span[1] >= longest.span[1]):
            longest = fact
    return longest if longest and longest.span[1] > beyond else None


def token_end(text: str, at: int) -> int:
    """Where the token that starts at ``at`` ends; ``at`` + 1 if none does."""
    match = _TOKEN.match(text, at)
    return match.end() if match else at + 1


def _url(text: str, at: int) -> Fact | None:
    if "://" not in text[at : at + 16] or not (match := _URL.match(text, at)):
        return None
    end = at + len(match.group().rstrip(".,;:!?"))
    return _identifier("url", text[at:end], at, end)


def _address(text: str, at: int) -> Fact | None:
    lead = text[at : at + 5]
    if "." in lead and (match := _IP.match(text, at)):
        return _identifier("ip", match["ip"], at, match.end())
    if ":" in lead and (match := _IPV6.match(text, at)):
        return _identifier("ip", match.group().lower(), at, match.end())
    return None


def _status(text: str, at: int) -> Fact | None:
    if match := _STATUS.match(text, at):
        return _identifier("status", f"HTTP {match['code']}", at, match.end())
    return None


def _bare_status(text: str, at: int) -> Fact | None:
    """5xx, or a code with its reason phrase."""
    following = text[at + 1 : at + 4]
    if following[2:] == " " and (match := _STATUS_PHRASE.match(text, at)):
        return _identifier("status", f"HTTP {match['code']}", at, match.end())
    if following[:1] in ("x", "X") and (match := _STATUS_CLASS.match(text, at)):
        return _identifier("status", match.group().lower(), at, match.end())
    return None


def _version(text: str, at: int) -> Fact | None:
    if "0" <= text[at] <= "9" and "." not in text[at : at + 6]:
        return None
    match = _VERSION.match(text, at)
    if not match:
        return None
    number = match["marked"] or match["han"] or match["plain"]
    value = number + (match["tail"] or "").lower()
    return Fact(kind="version", value=value, span=(at, match.end()), form="version")


def recognise_named_version(text: str, at: int) -> Fact | None:
    """A whole number that the words beside it make a version: ``version "148 - add"``, 148 版."""
    if text[at - 1 : at] not in _QUOTES_BEFORE and "版" not in text[at : at + _MAX_WHOLE]:
        return None
    match = _WHOLE_VERSION.match(text, at)
    is_named = match and (match["han"] or _VERSION_BEFORE.search(text[max(0, at - 12) : at]))
    if not match or not is_named:
        return None
    span = (at, match.end("number"))
    return Fact(kind="version", value=match["number"], span=span, form="version")


def _business_name(text: str, at: int) -> Fact | None:
    match = _BUSINESS.match(text, at)
    if not match:
        return None
    value = BUSINESS_NAMES[match["name"]]
    return Fact(kind="name", value=value, span=match.span(), form="business")


_SPECIAL: Mapping[str, tuple[Callable[[str, int], Fact | None], ...]] = {
    **dict.fromkeys("ghijklmnopqrtuwxyzGHIJKLMNOPQRTUWXYZ", (_url,)),
    **dict.fromkeys("abcdefABCDEF", (_url, _address)),
    **dict.fromkeys("hsHS", (_url, _status)),
    **dict.fromkeys("vV", (_url, _version)),
    **dict.fromkeys("0123456789", (_version, _bare_status, _address)),
    "/": (_address,),
    ":": (_address,),
    "状": (_status,),
    "版": (_version,),
    **dict.fromkeys("级严紧致次", (recognise_han_level,)),
    **dict.fromkeys(BUSINESS_CHARACTERS, (_business_name,)),
}
"""First character -> the special shapes that may start with it."""


def _token(text: str, at: int, names: frozenset[str], beyond: int) -> Fact | None:
    match = _TOKEN.match(text, at)
    if not match or (text[at] in "/.~@$" and at and _WORD_CHARACTER.match(text, at - 1)):
        return None
    token, end = match.group(), match.end()
    if end <= beyond and text[end : end + 1] != ":":
        return None
    form = shape_of(token)
    if names and token.casefold() in names and not _is_noun(text, at, end):
        return Fact(kind="name", value=token, span=(at, end), form=form or "name")
    if is_suspicious(token):
        return _identifier("suspicious", token, at, end)
    if form is None:
        return _plain_word(text, token, at, end)
    return _with_port(text, form, token, at, end)


def _is_noun(text: str, at: int, end: int) -> bool:
    """Whether a known name is a plain word here: "the search for alerts" where a service is
    called search."""
    is_plain = text[at:end].islower() and text[at:end].isalpha()
    return (
        is_plain
        and bool(_ARTICLE.search(text[max(0, at - 6) : at]))
        and bool(_COMPLEMENT.match(text, end))
    )


def _plain_word(text: str, token: str, at: int, end: int) -> Fact | None:
    """A word of no shape says something after a key, as a level, or before 服务."""
    if text[at - 1 : at] in ("=", '"') and (fact := _labelled(text, token, at, end)):
        return fact
    if fact := recognise_word_value(text, token, at):
        return fact
    is_before_han = not text[end : end + 2].isascii()
    return _named_service(text, token, at, end) if is_before_han else None


def _with_port(text: str, form: str, token: str, at: int, end: int) -> Fact:
    """host:8080 and app.py:42 are one identifier each."""
    if text[end : end + 1] == ":" and form != "metric" and (port := _PORT.match(text, end)):
        is_file = form == "path" or _EXTENSION.fullmatch(token)
        form = "path" if is_file else "host and port"
        return _identifier(form, token + port.group(), at, port.end())
    return _identifier(form, token, at, end)


def _labelled(text: str, token: str, at: int, end: int) -> Fact | None:
    """A plain word that is the value of an entity's label: service=checkout."""
    if _ENTITY_LABEL.search(text[max(0, at - 24) : at]):
        return Fact(kind="name", value=token, span=(at, end), form="label")
    return None


def _named_service(text: str, token: str, at: int, end: int) -> Fact | None:
    if _LATIN.fullmatch(token) and _BEFORE_SERVICE.match(text, end) and not token.isupper():
        return Fact(kind="name", value=token, span=(at, end), form="before noun")
    return None


@lru_cache(maxsize=4096)
def shape_of(token: str) -> str | None:
    """The form of identifier that ``token`` has; null for a plain word or number."""
    if token.isdigit() and token.isascii():
        return None
    if token.isalpha() and (token.islower() or token[1:].islower()):
        return None
    if not re.search("[A-Za-z]", token) or _RANGE.fullmatch(token):
        return None if not _SUPER.search(token) else "suspicious"
    if token.casefold().strip(".") in ABBREVIATIONS:
        return None
    for form, pattern in SHAPES:
        if pattern.fullmatch(token):
            return form
    return "host" if _is_host(token) else None


def _is_host(token: str) -> bool:
    """A hyphenated word that is not prose: order-service, checkout-canary."""
    parts = token.casefold().split("-")
    if len(parts) < 2 or not all(part.isalnum() for part in parts):
        return False
    return parts[-1] in _SUFFIXES or not PROSE_PARTS.intersection(parts)


def _identifier(form: str, value: str, at: int, end: int) -> Fact:
    return Fact(kind="identifier", value=value, span=(at, end), form=form)
