"""Secrets of servers and tools: a setting only says where each stands.

It is ``env:VARIABLE`` or ``file:PATH``, read when it is used, so that a token that is renewed
meanwhile is used.
"""

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings.origins import environment_value
from superbiz_agent.settings.values import expand_home

_LONGEST_SECRET = 16 * 1024


def _secret_reference(text: str) -> str:
    kind, _, place = text.partition(":")
    if kind not in ("env", "file") or not place.strip():
        raise ValueError("must be env:VARIABLE or file:PATH, so that no secret stands in a setting")
    return text


SecretReference: TypeAlias = Annotated[str, AfterValidator(_secret_reference)]


def is_reference(text: str) -> bool:
    """Whether a value only says where the secret stands."""
    return text.startswith(("env:", "file:"))


def secret_value(reference: str, setting: str) -> str:
    """Return the secret that ``env:VARIABLE`` or ``file:PATH`` names, without the line end.

    ``setting`` is named by the ``ConfigurationError`` that is raised where there is none.
    """
    kind, _, place = reference.partition(":")
    if kind == "env":
        value = environment_value(place)
        problem = "is not set"
    else:
        value, problem = _file_value(expand_home(place))
    if not value:
        raise ConfigurationError(
            f"{setting} names {place[:200]}, which {problem}; mend it", setting=setting
        )
    if not value.isprintable():
        raise ConfigurationError(
            f"{setting} names {place[:200]}, which holds more than one line; give the secret alone",
            setting=setting,
        )
    return value


def readable_secrets(values: Iterable[Any]) -> Iterator[str]:
    """Yield what those of ``values`` name that are references, as far as it can be read now."""
    for value in values:
        if isinstance(value, str) and is_reference(value):
            with contextlib.suppress(ConfigurationError):  # told where it is used
                yield secret_value(value, "tools")


def _file_value(path: Path) -> tuple[str, str]:
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(_LONGEST_SECRET).strip(), "is empty"
    except (OSError, ValueError) as error:
        return "", f"cannot be read ({getattr(error, 'strerror', None) or type(error).__name__})"
