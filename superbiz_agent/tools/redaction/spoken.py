"""Secrets in commands, in SQL, in tags and in sentences."""

from superbiz_agent.tools.redaction.rule import NOT_YET, RedactionRule, exact_rule, rule

_WORD = rf"{NOT_YET}[^\s\"'<>|;&，。；]"
"""The first character of what a shell takes as one word."""

_ANY = r"[^\s,;\"'，。；]"
_MIXED = rf"{NOT_YET}(?={_ANY}{{0,60}}\d)(?={_ANY}{{0,60}}[A-Za-z]){_ANY}{{8,4096}}"
"""What hardly is a word of a sentence: eight characters and more, letters and digits."""

_RANDOM = (
    rf"{NOT_YET}(?=[A-Za-z]{{0,60}}[0-9])(?=[0-9]{{0,60}}[A-Za-z])[A-Za-z0-9!@#$%^&*+=_]{{8,512}}"
    r"(?![A-Za-z0-9./:-])"
)
"""Letters and digits in one piece, which no name of a host, a file or a version is."""

_MECHANISM = r"(?!(?:SCRAM|CRAM|DIGEST|XOAUTH|NTLM|PLAIN|LOGIN)[\s_-]?)"

SPOKEN_RULES: tuple[RedactionRule, ...] = (
    rule(
        "name and password of curl",
        "curl",
        r"(\bcurl\b[^\n]{0,200}?\s(?:-u|--user)[\s=]{0,4}[\"']?[^\s:\"']{1,128}:)"
        rf"{_WORD}[^\s\"']{{0,255}}",
        r"\1[redacted:password]",
    ),
    rule(
        "password of a database's client",
        "mysql|mariadb",
        rf"(\b(?:mysql|mariadb)[a-z-]{{0,20}}\s[^\n]{{0,200}}?(?-i:(?<=\s)-p)[\"']?){_WORD}[^\s\"']{{0,255}}",
        r"\1[redacted:password]",
    ),
    rule(
        "password of sshpass",
        "sshpass",
        rf"(\bsshpass\s{{1,4}}-p\s{{0,4}}[\"']?){_WORD}[^\s\"']{{0,255}}",
        r"\1[redacted:password]",
    ),
    rule(
        "password of Redis by its setting",
        "requirepass|masterauth",
        rf"(\b(?:requirepass|masterauth)[\"']?\s{{1,4}}[\"']?){_WORD}[^\s\"']{{0,255}}",
        r"\1[redacted:password]",
    ),
    exact_rule(
        "password of Redis by its command",
        "auth",
        rf"((?<![A-Za-z0-9_-])AUTH[\"']?\s{{1,4}}[\"']?(?:default\s{{1,4}})?{_MECHANISM}){_MIXED}",
        r"\1[redacted:password]",
    ),
    rule(
        "secret within its tag",
        "</",
        r"(<(?:[a-z0-9_.:-]{0,40}(?:password|passwd|secret|token|api[_-]?key))(?:\s[^<>]{0,200})?>)"
        rf"{NOT_YET}[^<]{{1,4096}}(?=</)",
        r"\1[redacted:secret]",
    ),
    rule(
        "password in a sentence",
        "password|passphrase",
        r"((?<![A-Za-z])(?:password|passphrase)\s{1,4}(?:(?:for|of)\s(?:the\s)?[\w.-]{1,40}\s{1,4})?"
        r"(?:is|was|(?:was\s{1,4})?(?:re)?set\s{1,4}to|changed\s{1,4}to)\s{1,4}[\"']?)"
        rf"{_MIXED}",
        r"\1[redacted:password]",
    ),
    rule(
        "password right behind its noun",
        "pass|pw|口令|密码",
        rf"((?<![A-Za-z])(?:password|passphrase|passwd|pgpass|pwd|pw|passcode|口令|密码)[\s:：为是]{{1,4}}){_RANDOM}",
        r"\1[redacted:password]",
    ),
    rule(
        "credentials right behind their header's name",
        "auth|basic",
        r"((?<![A-Za-z])(?:auth(?:orization)?|basic)\s(?:header|credentials?)\s{1,4}(?:is\s{1,4})?)"
        r"(?=[A-Za-z+/]{0,60}[0-9])[A-Za-z0-9+/]{12,4096}={0,2}(?![A-Za-z0-9./:-])",
        r"\1[redacted:token]",
    ),
    exact_rule(
        "code that is used once, or at a door",
        "pin|otp|验证码|动态码",
        r"((?<![A-Za-z0-9/_.-])(?:PIN|OTP|TOTP|验证码|动态码)(?:\s?code)?(?:\s(?:is|was))?[\s:=：为是]{1,4})"
        r"[0-9]{4,10}(?![0-9A-Za-z.:-])",
        r"\1[redacted:code]",
    ),
    rule(
        "password that another takes the place of",
        "password|passphrase",
        r"((?<![A-Za-z])(?:password|passphrase)\s{1,4}(?:was\s{1,4})?changed\s{1,4}from\s{1,4})"
        rf"{_MIXED}(\s{{1,4}}to\s{{1,4}}){_MIXED}",
        r"\1[redacted:password]\2[redacted:password]",
    ),
    rule(
        "secret as a command's option",
        "-password|-passwd|-token|-secret|-api-key",
        r"(?<![A-Za-z0-9-])(--?(?:[a-z]{1,20}-)?(?:password|passwd|token|secret|api-key)\s{1,4})"
        r"(?!-|\[redacted:|\.\.\.)[^\s\"']{1,4096}",
        r"\1[redacted:secret]",
    ),
    rule(
        "password in SQL",
        "identified",
        r"(?<![A-Za-z])(identified\s{1,4}by\s{1,4}(?:password\s{1,4})?['\"])"
        r"(?!\[redacted:)[^'\"]{1,512}",
        r"\1[redacted:password]",
    ),
)
