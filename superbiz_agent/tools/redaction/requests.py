"""Secrets in requests: addresses, headers, cookies."""

from superbiz_agent.tools.redaction.rule import RedactionRule, rule

_COOKIE_PAIR = r"[^\s=;,\"']{1,128}=(?!\[redacted:)[^\s;\"']{1,4096}"


REQUEST_RULES: tuple[RedactionRule, ...] = (
    rule(
        "password in a URL",
        "://",
        r"(?<![A-Za-z0-9+.-])([a-z][a-z0-9+.-]{1,20}://[^\s:@/\"'<>]{0,128}:)"
        r"(?!\[redacted:)[^\s/\"'<>]{1,256}@",
        r"\1[redacted:password]@",
    ),
    rule(
        "signature in a URL",
        "sig|x-amz-|x-goog-",
        r"([?&](?:sig|signature|x-(?:amz|goog)-(?:signature|credential|security-token))=)"
        r"(?!\[redacted:)[^\s&\"'<>]{16,4096}",
        r"\1[redacted:signature]",
    ),
    rule(
        "Authorization header",
        "authorization",
        r"(?<![A-Za-z])((?:proxy-)?authorization\\{0,4}[\"']?\s{0,4}[:=]\s{0,4}\\{0,4}[\"']?"
        r"(?:bearer|basic|token|digest|negotiate|ntlm|apikey|aws4-hmac-sha256)\s{1,4})"
        r"(?!\[redacted:)[^\s,\"'\\][^\s\"'\\]{0,8191}",
        r"\1[redacted:token]",
    ),
    rule(
        "bearer token",
        "bearer",
        r"(?<![A-Za-z])(bearer\s{1,4})(?!(?:tokens?|auth|authentication|authorization|scheme|realm"
        r"|error|header|credentials?|required|challenge|method|format|prefix|security|missing"
        r"|expired|invalid|rejected|failed)(?![A-Za-z0-9]))[A-Za-z0-9._~+/=-]{6,8192}",
        r"\1[redacted:token]",
    ),
    rule(
        "cookies",
        "cookie",
        rf"(?<![A-Za-z])((?:set-)?cookie\\{{0,4}}[\"']?\s{{0,4}}[:=]\s{{0,4}}\\{{0,4}}[\"']?)"
        rf"{_COOKIE_PAIR}(?:;\s{{0,4}}{_COOKIE_PAIR}){{0,64}}",
        r"\1[redacted:cookie]",
    ),
)
