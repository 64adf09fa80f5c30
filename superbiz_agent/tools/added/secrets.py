"""Secrets of operators' tools: read where the settings say, and kept out of every text."""

from collections.abc import Mapping
from typing import Any

from superbiz_agent.settings.secrets import is_reference, secret_value
from superbiz_agent.tools.known_secrets import KnownSecrets


class Secrets(KnownSecrets):
    """Reads ``env:VARIABLE`` and ``file:PATH``, and remembers what it read.

    ``setting`` names the table for whoever has to mend a missing value.
    """

    def __init__(self, setting: str) -> None:
        super().__init__()
        self._setting = setting

    def read(self, value: str, field: str) -> str:
        """Return ``value``, or what it names. Raises ``ConfigurationError`` that names the missing
        variable or the unreadable file."""
        if not is_reference(value):
            return value
        found = secret_value(value, f"{self._setting}.{field}")
        self.keep([found])
        return found

    def filled(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return fixed arguments with what they name. Raises as ``read``."""
        return {
            name: self.read(value, f"arguments.{name}") if isinstance(value, str) else value
            for name, value in arguments.items()
        }


def shown_arguments(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The fixed arguments that may be seen: those that name a secret may not."""
    return {
        name: value
        for name, value in arguments.items()
        if not (isinstance(value, str) and is_reference(value))
    }
