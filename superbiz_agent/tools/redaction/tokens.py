"""Secrets that are known by their own shape: private keys, JSON web tokens, vendors' tokens."""

from superbiz_agent.tools.redaction.rule import RedactionRule, exact_rule, rule

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

TOKEN_RULES: tuple[RedactionRule, ...] = (
    exact_rule(
        "private key, to its end or to where it was cut off",
        "private key",
        rf"-----BEGIN {_PEM_NAME}{_PEM_BODY}(?:-----END {_PEM_NAME})?",
        "[redacted:private_key]",
    ),
    exact_rule(
        "private key whose beginning was cut off",
        "private key",
        rf"\A{_PEM_BODY}-----END {_PEM_NAME}",
        "[redacted:private_key]",
    ),
    exact_rule(
        "JSON web token",
        "eyj",
        rf"{_BOUND}eyJ[A-Za-z0-9_-]{{6,}}+(?:\.[A-Za-z0-9_-]*+){{1,4}}",
        "[redacted:jwt]",
    ),
    exact_rule(
        "AWS access key id",
        "akia|asia|abia|acca",
        r"(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])",
        "[redacted:aws_key]",
    ),
    exact_rule(
        "AWS secret beside its id",
        "[redacted:aws_key]",
        r"(\[redacted:aws_key\][^\nA-Za-z0-9/+]{1,8}(?:[A-Za-z_]{1,30}[^\nA-Za-z0-9/+]{1,8})?)"
        r"[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])",
        r"\1[redacted:secret]",
    ),
    rule(
        "address of a chat's webhook, which is its own secret",
        "hooks.slack|discord|webhook.office",
        r"((?:hooks\.slack\.com/(?:services|workflows|triggers)|discord(?:app)?\.com/api/webhooks"
        r"|webhook\.office\.com/webhookb2)/)(?!\[redacted:)[A-Za-z0-9@/_-]{8,512}",
        r"\1[redacted:token]",
    ),
    exact_rule(
        "token of a Telegram bot",
        ":aa",
        r"((?<![0-9])[0-9]{8,10}:)AA[A-Za-z0-9_-]{30,64}",
        r"\1[redacted:token]",
    ),
    exact_rule(
        "vendor token",
        "gh|glpat|xox|hv|npm_|pypi",
        rf"{_BOUND}(?:{'|'.join(_VENDOR_TOKENS)})",
        "[redacted:token]",
    ),
    exact_rule(
        "vendor key",
        "sk-|k_live|k_test|aiza|sg.",
        rf"{_BOUND}(?:{'|'.join(_VENDOR_KEYS)})",
        "[redacted:api_key]",
    ),
)
