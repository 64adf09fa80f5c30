"""Where settings stand besides the environment: the ``.env`` and ``superbiz.toml``."""

import json
import os
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path

from dotenv import dotenv_values
from pydantic_settings import BaseSettings, DotEnvSettingsSource

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings.faults import shown
from superbiz_agent.settings.values import expand_home
from superbiz_agent.settings.variables import CONFIG_FILE_VARIABLE, TABLES, variable_of

DEFAULT_CONFIG_FILE = "superbiz.toml"

DOTENV_FILE = ".env"

_ENCODING = "utf-8-sig"
"""UTF-8, also as Windows editors write it."""


def read_dotenv(settings_cls: type[BaseSettings]) -> JsonObject:
    """Return the settings that stand in a ``.env``; it may hold other programs' variables too."""
    found = dotenv_variables(settings_cls)
    lowered = {field: variable_of(field).lower() for field in settings_cls.model_fields}
    return {field: found[name] for field, name in lowered.items() if found.get(name)}


def dotenv_variables(settings_cls: type[BaseSettings]) -> Mapping[str, str | None]:
    """Return every variable of the ``.env``, names in lower case."""
    path = Path(DOTENV_FILE)
    try:
        return DotEnvSettingsSource(
            settings_cls, env_file=path, env_file_encoding=_ENCODING, case_sensitive=False
        ).env_vars
    except (OSError, UnicodeError) as error:
        raise ConfigurationError(
            f"{path} cannot be read ({_reason(error)}): mend or remove it", setting=str(path)
        ) from error


def environment_value(name: str) -> str | None:
    """Return a variable of the environment, or else of the ``.env``."""
    return os.environ.get(name) or dotenv_values(DOTENV_FILE, encoding=_ENCODING).get(name)


def read_toml(known: Collection[str]) -> JsonObject:
    """Return what stands in the toml file: keys, and tables, named like the fields."""
    chosen = os.environ.get(CONFIG_FILE_VARIABLE)
    path = expand_home(chosen or DEFAULT_CONFIG_FILE)
    if not chosen and not path.is_file():
        return {}
    try:
        values = tomllib.loads(path.read_text(encoding=_ENCODING))
    except (OSError, UnicodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        name = CONFIG_FILE_VARIABLE if chosen else str(path)
        raise ConfigurationError(
            f"{name}: {path} cannot be read ({_reason(error)}); mend, remove or rename it",
            setting=name,
        ) from error
    unknown = sorted(set(values) - set(known))
    if unknown:
        raise ConfigurationError(
            f"{path}: {shown(unknown[0])} is no setting; known are {', '.join(known)}",
            setting=unknown[0],
        )
    # As JSON, since two sources that both give tables would be mixed key by key.
    return {k: json.dumps(v, default=str) if k in TABLES else v for k, v in values.items()}


def _reason(error: Exception) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join(text.split())[:200]
