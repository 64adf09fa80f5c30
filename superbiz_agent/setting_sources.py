"""Where settings stand besides the environment, and how a wrong one is named."""

import json
import os
import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from zoneinfo import ZoneInfo

from dotenv import dotenv_values
from pydantic import ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, DotEnvSettingsSource

from superbiz_agent.contracts.base import ROLES, JsonObject
from superbiz_agent.errors import ConfigurationError

ENVIRONMENT_PREFIX = "SUPERBIZ_"
CONFIG_FILE_VARIABLE = "SUPERBIZ_CONFIG_FILE"
OTHER_VARIABLES = frozenset({CONFIG_FILE_VARIABLE, "SUPERBIZ_DEBUG", "SUPERBIZ_EVAL_DATA"})
"""Variables with our prefix that are no settings."""

DEFAULT_CONFIG_FILE = "superbiz.toml"
DOTENV_FILE = ".env"

_OFFSET = re.compile(r"[+-](?:0[0-9]|1[0-4]):[0-5][0-9]")
_ENCODING = "utf-8-sig"
"""UTF-8, also as Windows editors write it."""

_UNPREFIXED = frozenset(
    {
        *("openai_base_url", "openai_api_key", "openai_api_version"),
        *("azure_openai_endpoint", "azure_openai_api_key"),
    }
)
"""Settings that go by the name that the endpoints' own tools use."""

SECRET_FIELDS: frozenset[str] = frozenset(
    {
        *("openai_api_key", "openai_base_url", "azure_openai_api_key", "azure_openai_endpoint"),
        *(f"{kind}_{role}" for kind in ("api_key", "base_url") for role in ROLES),
        *("embedding_api_key", "embedding_base_url"),
        "database_url",
    }
)
"""Keys, and addresses that may hold a password: masked where they are shown, never quoted."""

TABLES = frozenset({"tools", "mcp"})
"""Settings that are tables of one kind."""

_NEVER_QUOTED = SECRET_FIELDS | TABLES | {"sources"}


def variable_of(field: str) -> str:
    """Return the environment variable of a setting, e.g. ``SUPERBIZ_MAX_RETRIES``."""
    return field.upper() if field in _UNPREFIXED else ENVIRONMENT_PREFIX + field.upper()


def expand_home(path: str | Path) -> Path:
    """Return ``path`` with a leading ``~`` replaced; one whose user is unknown stays as it is."""
    return Path(os.path.expanduser(path))  # noqa: PTH111  (Path.expanduser raises there)


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


def known_timezone(value: str) -> str:
    """Return an IANA zone or an offset as it is; raises ``ValueError`` for anything else."""
    if not _OFFSET.fullmatch(value):
        try:
            ZoneInfo(value)
        except (ValueError, OSError, KeyError) as error:
            raise ValueError("is no IANA zone such as Asia/Shanghai and no offset") from error
    return value


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
            f"{path}: {_shown(unknown[0])} is no setting; known are {', '.join(known)}",
            setting=unknown[0],
        )
    # As JSON, since two sources that both give tables would be mixed key by key.
    return {k: json.dumps(v, default=str) if k in TABLES else v for k, v in values.items()}


def configuration_error(error: ValidationError) -> ConfigurationError:
    """Turn pydantic's findings into one line, each naming its setting."""
    findings = [(_place(item), item) for item in error.errors()]
    lines = [f"{place}: {_fault(item)}" for place, item in findings]
    return ConfigurationError("; ".join(lines), setting=findings[0][0])


def _place(item: ErrorDetails) -> str:
    """Name a setting by its variable, one within a table by its keys: ``sources.prod.url``."""
    field, *keys = map(str, item["loc"] or ("",))
    if field in TABLES and keys:
        return _shown_alone(".".join([field, *keys]))
    if len(keys) < 2:
        return variable_of(field)
    name, _kind, *rest = keys
    return _shown_alone(".".join([field, name, *rest]))


def _fault(item: ErrorDetails) -> str:
    if item["type"] == "extra_forbidden":
        return "is no setting; 'superbiz config' lists them"
    message = item["msg"].removeprefix("Value error, ")
    is_secret = not item["loc"] or item["loc"][0] in _NEVER_QUOTED
    given = "" if is_secret else f", got {_shown(item['input'])}"
    return message[:1].lower() + message[1:] + given


def _shown_alone(text: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in text)[:200]


def _shown(value: object) -> str:
    """Return a value in quotes, on one line and short."""
    text = ascii(value) if not isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else text[:60] + "..."


def _reason(error: Exception) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join(text.split())[:200]
