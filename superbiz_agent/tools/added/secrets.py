"""Secrets of operators' tools: taken from the environment or a file, and kept out of every text."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.setting_sources import dotenv_variables, expand_home
from superbiz_agent.settings import Settings
from superbiz_agent.tool_settings import SECRET_WORD
from superbiz_agent.tools.rendering import as_list, as_object

HIDDEN: Final = "[redacted:secret]"
SHORTEST: Final = 6
"""Shorter values are hidden by no search: they would hide ordinary words."""

_SCHEMES: Final = frozenset({"bearer", "basic", "digest", "token", "apikey", "negotiate"})

_PLACE = re.compile(r"\$\{(?:file:(?P<file>[^}]{1,1000})|(?P<name>[A-Za-z_][A-Za-z0-9_]{0,199}))\}")


class Secrets:
    """Fills ``${NAME}`` and ``${file:/path}`` in, and remembers what it filled in.

    ``setting`` names the table for whoever has to mend a missing value.
    """

    def __init__(self, setting: str) -> None:
        self._setting = setting
        self._values: set[str] = set()

    def filled(self, value: Any) -> Any:
        """Return ``value``, text or a JSON value with texts in it, with every place filled in.

        Raises ``ConfigurationError`` that names the missing variable or the unreadable file.
        """
        if isinstance(value, str):
            return _PLACE.sub(self._value, value)
        if (items := as_list(value)) is not None:
            return [self.filled(item) for item in items]
        if (fields := as_object(value)) is not None:
            return {key: self.filled(item) for key, item in fields.items()}
        return value

    def keep_named(self, values: Mapping[str, str]) -> None:
        """Remember the values whose names say that they are secrets, by their words: of ``Bearer
        x`` the ``x``."""
        for name, value in values.items():
            if SECRET_WORD.search(name):
                self._keep(value)

    def _keep(self, text: str) -> None:
        words = {word for word in text.split() if word.lower() not in _SCHEMES}
        self._values |= {word for word in words if len(word) >= SHORTEST}

    def hide(self, text: str) -> str:
        """Return ``text`` without any of the values that were filled in or kept."""
        for value in sorted(self._values, key=len, reverse=True):
            text = text.replace(value, HIDDEN)
        return text

    def _value(self, match: re.Match[str]) -> str:
        value = self._of_file(match["file"]) if match["file"] else self._of_variable(match["name"])
        self._keep(value)
        return value

    def _of_variable(self, name: str) -> str:
        value = os.environ.get(name) or dotenv_variables(Settings).get(name.lower())
        if not value:
            raise ConfigurationError(
                f"{self._setting}: the variable {name} is not set: set it in the environment",
                setting=self._setting,
            )
        return value

    def _of_file(self, path: str) -> str:
        try:
            return Path(expand_home(path)).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or "it is no text"
            raise ConfigurationError(
                f"{self._setting}: the file {path} cannot be read ({reason})",
                setting=self._setting,
            ) from None


def shown_arguments(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The fixed arguments that may be seen: those that are filled in from elsewhere may not."""
    return {key: value for key, value in arguments.items() if not _PLACE.search(str(value))}
