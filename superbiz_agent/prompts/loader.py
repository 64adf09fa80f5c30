"""Loads the system prompt of a role, with a version that changes whenever its text does."""

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from superbiz_agent.contracts.base import ROLES, Language, Role
from superbiz_agent.prompts.requests import CLOSING_REQUEST, REPAIR_REQUEST

VERSION_LENGTH = 12
"""Hexadecimal digits of a prompt's version."""


@dataclass(frozen=True)
class Prompt:
    """A system prompt. ``version`` is the start of the SHA-256 of all that a role is told in a
    language (its text and the later requests), kept in the audit and the trace."""

    text: str
    version: str


@cache
def load_prompt(role: Role, language: Language) -> Prompt:
    """Return the prompt of ``role`` in ``language``: ``<role>.<language>.md`` of this folder."""
    text = (files("superbiz_agent.prompts") / f"{role}.{language}.md").read_text(encoding="utf-8")
    told = "\0".join([text, REPAIR_REQUEST[language], CLOSING_REQUEST[language]])
    return Prompt(text, hashlib.sha256(told.encode("utf-8")).hexdigest()[:VERSION_LENGTH])


def prompt_versions(language: Language) -> dict[str, str]:
    """Role -> version of its prompt in ``language``, for the audit and the trace."""
    return {role: load_prompt(role, language).version for role in ROLES}
