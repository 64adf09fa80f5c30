"""Secrets out, events kept: what is replaced before anything is stored (contract section 2).

Each secret becomes a typed placeholder such as ``[redacted:token]``, so that a reader can tell a
hidden secret from a value that really was ``***``. The rules are the table ``RULES``; a rule may
keep what stands before the secret (its first group) but never any of the secret. Hashes, UUIDs,
versions, counts ("max_tokens=4096") and sentences about secrets ("Failed password for root",
"token: expired") are events and stay.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

_Replacement = str | Callable[[re.Match[str]], str]


@dataclass(frozen=True)
class RedactionRule:
    """One kind of secret: ``pattern`` runs in linear time, ``replacement`` goes to ``re.sub``.

    ``hints`` are lower-case pieces one of which any match holds: a text without them is not
    searched at all, which is what makes redaction cheap on ordinary log lines.
    """

    name: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]
    replacement: _Replacement


_SECRET_KINDS: tuple[tuple[str, str], ...] = (
    ("password", r"password|passwd|passphrase|pwd"),
    ("api_key", r"api[_.\- ]?key|apikey"),
    ("token", r"token|jwt|bearer"),
    (
        "secret",
        r"secret|(?:secret|private|signing|encryption|access|account)[_-]?key|credentials?",
    ),
)
"""Placeholder -> the words a key ends in whose value is that kind of secret."""

_KEY_KINDS = [(kind, re.compile(rf"(?:{words})$", re.IGNORECASE)) for kind, words in _SECRET_KINDS]
_KEY = "|".join(words for _, words in _SECRET_KINDS)

_NOT_A_SECRET = re.compile(
    r"(?:null|nil|none|true|false|undefined|empty|yes|no|is|was|has|not|the|for|and|or|in|of|to|a"
    r"|an|are|be|been|cannot|could|unable|must|too|invalid|expired|missing|incorrect|wrong|revoked"
    r"|rejected|failed|failure|required|unknown|mismatch|error|denied|malformed|signature|jwt"
    r"|authentication|authorization|changed|updated|reset|check|verification|validation|unexpected"
    r"|accepted|ok|valid|user)[.:!]?",
    re.IGNORECASE,
)
"""Words after "password: " and the like that speak about a secret instead of being one."""

_LEFT_ALONE = r"(?!\[redacted:|\[demo\]|\.\.\.)"
_QUOTED = (
    r'\\{1,4}["\'][^"\'\\\r\n]{1,4096}'  # escaped once more, inside a string
    r'|"(?:[^"\\\r\n]|\\.){1,4096}'
    r"|'(?:[^'\\\r\n]|\\.){1,4096}"
)
_BARE = _LEFT_ALONE + r"[^\s,;&\"'<>()\[\]{}|\\，；。][^\s,;&\"'<>)\]}|\\，；。]{0,4095}"
_FOLLOWED = r"(?P<before>\\{0,4}[\"']?\s{0,4}(?:=>|:=|[=:])(?P<gap>\s{0,4}))"


def _kind_of(key: str) -> str:
    return next((kind for kind, ending in _KEY_KINDS if ending.search(key)), "secret")


def _key_value(match: re.Match[str]) -> str:
    value, before, key = match["value"], match["before"], match["key"]
    quotes = re.match(r"\\{0,4}[\"']", value)
    opening = quotes.group() if quotes else ""
    bare = value[len(opening) :]
    if not bare or _NOT_A_SECRET.fullmatch(bare) or bare.startswith("[redacted:"):
        return match.group()
    if key.lower() == "pwd" and bare.startswith(("/", "~")):
        return match.group()  # the shell's working directory
    kind = _kind_of(key)
    prose = not opening and ":" in before and match["gap"] != ""
    if prose and kind in {"token", "secret"} and bare.isalpha() and len(bare) < 16:
        return match.group()  # "secret: mounted", "token: refreshing": a sentence, not a setting
    return f"{key}{before}{opening}[redacted:{kind}]"


_BOUND = r"(?<![A-Za-z0-9_-])"
_PEM_BODY = r"[^-]*(?:-(?!----)[^-]*)*"
"""Not possessive: Python below 3.11.5 matches possessive groups wrongly (cpython gh-106052)."""

_PEM_NAME = r"[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
_VENDOR_TOKENS = (
    r"gh[pousr]_[A-Za-z0-9]{20,255}",  # GitHub
    r"github_pat_[A-Za-z0-9_]{20,255}",
    r"glpat-[A-Za-z0-9_-]{16,255}",  # GitLab
    r"xox[abeoprs]-[A-Za-z0-9-]{10,255}",  # Slack
    r"hv[bsr]\.[A-Za-z0-9_-]{20,512}",  # Vault
    r"npm_[A-Za-z0-9]{30,255}",
    r"pypi-[A-Za-z0-9_-]{40,512}",
)
_VENDOR_KEYS = (
    r"sk-(?:proj|ant|svcacct|admin|or)-[A-Za-z0-9_-]{16,255}",  # OpenAI and its like
    r"sk-[A-Za-z0-9]{20,255}",
    r"[rsp]k_(?:live|test)_[A-Za-z0-9]{10,255}",  # Stripe
    r"AIza[A-Za-z0-9_-]{30,60}",  # Google
    r"SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,128}",  # SendGrid
)
_COOKIE_PAIR = r"[^\s=;,\"']{1,128}=(?!\[redacted:)[^\s;\"']{1,4096}"


def _rule(name: str, hints: str, pattern: str, replacement: _Replacement) -> RedactionRule:
    return RedactionRule(
        name, tuple(hints.split("|")), re.compile(pattern, re.IGNORECASE), replacement
    )


def _exact_rule(name: str, hints: str, pattern: str, replacement: str) -> RedactionRule:
    return RedactionRule(name, tuple(hints.split("|")), re.compile(pattern), replacement)


RULES: tuple[RedactionRule, ...] = (
    _exact_rule(
        "private key, to its end or to where it was cut off",
        "private key",
        rf"-----BEGIN {_PEM_NAME}{_PEM_BODY}(?:-----END {_PEM_NAME})?",
        "[redacted:private_key]",
    ),
    _exact_rule(
        "private key whose beginning was cut off",
        "private key",
        rf"\A{_PEM_BODY}-----END {_PEM_NAME}",
        "[redacted:private_key]",
    ),
    _exact_rule(
        "JSON web token",
        "eyj",
        rf"{_BOUND}eyJ[A-Za-z0-9_-]{{6,}}+(?:\.[A-Za-z0-9_-]*+){{1,4}}",
        "[redacted:jwt]",
    ),
    _exact_rule(
        "AWS access key id",
        "akia|asia|abia|acca",
        r"(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])",
        "[redacted:aws_key]",
    ),
    _exact_rule(
        "vendor token",
        "gh|glpat|xox|hv|npm_|pypi",
        rf"{_BOUND}(?:{'|'.join(_VENDOR_TOKENS)})",
        "[redacted:token]",
    ),
    _exact_rule(
        "vendor key",
        "sk-|k_live|k_test|aiza|sg.",
        rf"{_BOUND}(?:{'|'.join(_VENDOR_KEYS)})",
        "[redacted:api_key]",
    ),
    _rule(
        "password in a URL",
        "://",
        r"(?<![A-Za-z0-9+.-])([a-z][a-z0-9+.-]{1,20}://[^\s:@/\"'<>]{0,128}:)"
        r"(?!\[redacted:)[^\s/\"'<>]{1,256}@",
        r"\1[redacted:password]@",
    ),
    _rule(
        "signature in a URL",
        "sig|x-amz-|x-goog-",
        r"([?&](?:sig|signature|x-(?:amz|goog)-(?:signature|credential|security-token))=)"
        r"(?!\[redacted:)[^\s&\"'<>]{16,4096}",
        r"\1[redacted:signature]",
    ),
    _rule(
        "Authorization header",
        "authorization",
        r"(?<![A-Za-z])((?:proxy-)?authorization\\{0,4}[\"']?\s{0,4}[:=]\s{0,4}\\{0,4}[\"']?"
        r"(?:bearer|basic|token|digest|negotiate|ntlm|apikey|aws4-hmac-sha256)\s{1,4})"
        r"(?!\[redacted:)[^\s,\"'\\][^\s\"'\\]{0,8191}",
        r"\1[redacted:token]",
    ),
    _rule(
        "bearer token",
        "bearer",
        r"(?<![A-Za-z])(bearer\s{1,4})(?!(?:tokens?|auth|authentication|authorization|scheme|realm"
        r"|error|header|credentials?|required|challenge|method|format|prefix|security|missing"
        r"|expired|invalid|rejected|failed)(?![A-Za-z0-9]))[A-Za-z0-9._~+/=-]{6,8192}",
        r"\1[redacted:token]",
    ),
    _rule(
        "cookies",
        "cookie",
        rf"(?<![A-Za-z])((?:set-)?cookie\\{{0,4}}[\"']?\s{{0,4}}[:=]\s{{0,4}}\\{{0,4}}[\"']?)"
        rf"{_COOKIE_PAIR}(?:;\s{{0,4}}{_COOKIE_PAIR}){{0,64}}",
        r"\1[redacted:cookie]",
    ),
    _rule(
        "secret under its key",
        "pass|pwd|key|token|jwt|bearer|secret|credential",
        rf"(?P<key>{_KEY}){_FOLLOWED}"
        rf"(?P<value>{_QUOTED}|{_BARE})",
        _key_value,
    ),
    _rule(
        "secret as a command's option",
        "-password|-passwd|-token|-secret|-api-key",
        r"(?<![A-Za-z0-9-])(--?(?:[a-z]{1,20}-)?(?:password|passwd|token|secret|api-key)\s{1,4})"
        r"(?!-|\[redacted:|\.\.\.)[^\s\"']{1,4096}",
        r"\1[redacted:secret]",
    ),
    _rule(
        "password in SQL",
        "identified",
        r"(?<![A-Za-z])(identified\s{1,4}by\s{1,4}(?:password\s{1,4})?['\"])"
        r"(?!\[redacted:)[^'\"]{1,512}",
        r"\1[redacted:password]",
    ),
)
"""Applied in this order: the most telling shapes first, then what only its key gives away."""


def redact(text: str) -> str:
    """Return ``text`` with each secret replaced by a typed placeholder (contract section 2).

    In: any text, any length. Out: the same text but for the placeholders. Never raises.
    """
    for rule in RULES:
        lowered = text.lower()
        if any(hint in lowered for hint in rule.hints):
            text = rule.pattern.sub(rule.replacement, text)
    return text
