"""Secrets that their key gives away: ``password=...``, ``"api_key": "..."``, ``密码：...``."""

import re

from superbiz_agent.tools.redaction.rule import RedactionRule, rule

_SECRET_KINDS: tuple[tuple[str, str], ...] = (
    ("password", r"password|passwd|passphrase|pwd|[_-](?:pass|pw)|密码|口令"),
    ("api_key", r"api[_.\- ]?key|apikey"),
    ("token", r"token|jwt|bearer|令牌"),
    (
        "secret",
        r"secret|(?:secret|private|signing|encryption|access|account)[_-]?key(?:_base)?|credentials?|密钥",
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
    r'\\{1,4}(?:["\']|u002[27])[^"\'\\\r\n]{1,4096}'  # escaped once more, inside a string
    r'|"(?:[^"\\\r\n]|\\.){1,4096}'
    r"|'(?:[^'\\\r\n]|\\.){1,4096}"
)
_BARE = _LEFT_ALONE + r"[^\s,;&\"'<>()\[\]{}|\\，；。][^\s,;&\"'<>)\]}|\\，；。]{0,4095}"
_FOLLOWED = r"(?P<before>\\{0,4}[\"']?\s{0,4}(?:=>|:=|[=:：]|%3[AD]|为|是)(?P<gap>\s{0,4}))"


def _kind_of(key: str) -> str:
    return next((kind for kind, ending in _KEY_KINDS if ending.search(key)), "secret")


def _key_value(match: re.Match[str]) -> str:
    value, before, key = match["value"], match["before"], match["key"]
    quotes = re.match(r"\\{0,4}(?:[\"']|(?<=\\)u002[27])", value)
    opening = quotes.group() if quotes else ""
    bare = value[len(opening) :]
    if not bare or _NOT_A_SECRET.fullmatch(bare) or bare.startswith("[redacted:"):
        return match.group()
    if key.lower() == "pwd" and bare.startswith(("/", "~")):
        return match.group()  # the shell's working directory
    if key[1:].lower() in {"pass", "pw"} and bare.isdigit():
        return match.group()  # "first_pass=3" counts
    if not (key + before).isascii() and not bare[0].isascii():
        return match.group()  # 密码：错误, token是否有效: a sentence
    kind = _kind_of(key)
    prose = not opening and ":" in before and match["gap"] != ""
    if prose and kind in {"token", "secret"} and bare.isalpha() and len(bare) < 16:
        return match.group()  # "secret: mounted", "token: refreshing": a sentence, not a setting
    return f"{key}{before}{opening}[redacted:{kind}]"


KEYED_RULES: tuple[RedactionRule, ...] = (
    rule(
        "secret under its key",
        "pass|pwd|_pw|-pw|key|token|jwt|bearer|secret|credential|密码|口令|令牌|密钥",
        rf"(?P<key>{_KEY}){_FOLLOWED}"
        rf"(?P<value>{_QUOTED}|{_BARE})",
        _key_value,
    ),
)
