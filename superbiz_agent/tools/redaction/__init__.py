"""Secrets out, events kept: what is replaced before anything is stored (contract section 2).

Each secret becomes a typed placeholder such as ``[redacted:token]``, so that a reader can tell a
hidden secret from a value that really was ``***``. The rules are the table ``RULES``; a rule may
keep what stands before the secret (its first group) but never any of the secret. Hashes, UUIDs,
versions, counts ("max_tokens=4096") and sentences about secrets ("Failed password for root",
"token: expired") are events and stay.
"""

from superbiz_agent.tools.redaction.keyed import KEYED_RULES
from superbiz_agent.tools.redaction.requests import REQUEST_RULES
from superbiz_agent.tools.redaction.rule import RedactionRule
from superbiz_agent.tools.redaction.spoken import SPOKEN_RULES
from superbiz_agent.tools.redaction.tokens import TOKEN_RULES

RULES: tuple[RedactionRule, ...] = (*TOKEN_RULES, *REQUEST_RULES, *KEYED_RULES, *SPOKEN_RULES)
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
