"""Secrets of operators' tools: read where the settings say, and kept out of every text."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from superbiz_agent.source_settings import is_reference, secret_value

HIDDEN: Final = "[redacted:secret]"
SHORTEST: Final = 6
"""Shorter values are hidden by no search: they would hide ordinary words."""


class Secrets:
    """Reads ``env:VARIABLE`` and ``file:PATH``, and remembers what it read.

    ``setting`` names the table for whoever has to mend a missing value.
    """

    def __init__(self, setting: str) -> None:
        self._setting = setting
        self._values: set[str] = set()

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

    def keep(self, values: Iterable[str]) -> None:
        """Remember ``values`` as secrets."""
        self._values |= {value for value in values if len(value) >= SHORTEST}

    def hide(self, text: str) -> str:
        """Return ``text`` without any of the values that were read or kept."""
        for value in sorted(self._values, key=len, reverse=True):
            text = text.replace(value, HIDDEN)
        return text


def shown_arguments(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The fixed arguments that may be seen: those that name a secret may not."""
    return {
        name: value
        for name, value in arguments.items()
        if not (isinstance(value, str) and is_reference(value))
    }
