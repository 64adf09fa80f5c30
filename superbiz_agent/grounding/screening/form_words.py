"""Words of the form that a model fills in. A small model repeats its instructions where it should
name a direction, a gap or a step; that tells nothing of the incident, and shows inner names to the
user."""

import re
from collections.abc import Iterable
from typing import Final

FORM_WORDS: Final = (
    "answer_version",
    "claim_id",
    "claim_text",
    "claim_type",
    "evidence_bindings",
    "evidence_excerpt",
    "evidence_refs",
    "hypothesis_id",
    "hypothesis_text",
    "invocation_id",
    "invocation id",
    "missing_info",
    "raw_path",
    "raw path",
    "recommended_actions",
    "retry_context",
    "source invocation",
    "source_invocation_id",
    "stored_evidence",
)
CHINESE_FORM_WORDS: Final = ("证据摘录", "调用编号")

_PATTERN: Final = re.compile(
    rf"(?<![A-Za-z0-9_])(?:{'|'.join(FORM_WORDS)})(?![A-Za-z0-9_])|{'|'.join(CHINESE_FORM_WORDS)}",
    re.IGNORECASE,
)


def speaks_of_the_form(text: str, sources: Iterable[str]) -> bool:
    """Whether ``text`` uses a word of the form that stands in none of the ``sources`` (stored lines
    and the question), whose own word it may be."""
    used = {match.group().lower() for match in _PATTERN.finditer(text)}
    return bool(used) and not any(word in source.lower() for word in used for source in sources)
