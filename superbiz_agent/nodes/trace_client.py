"""The LangSmith client of this process: no secret leaves it, and no content where that is masked.

LangSmith makes one client a process, when the first run is traced. It is made here before that, so
that what a caller asked (which the graph itself cleans only in its first node) is cleaned, too.
"""

# LangSmith types its functions only in part.
# pyright: reportUnknownVariableType=false

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from langsmith.run_trees import get_cached_client
from langsmith.utils import tracing_is_enabled
from pydantic import SecretStr

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings import Settings, load_settings
from superbiz_agent.settings.variables import SECRET_FIELDS
from superbiz_agent.tools.known_secrets import KnownSecrets
from superbiz_agent.tools.redaction import redact

Redactor = Callable[[JsonObject], JsonObject]


def use_safe_client(given: Settings | None) -> None:
    """Make the process's LangSmith client, if runs are traced: the first graph's settings hold.

    Settings that cannot be read mask everything. A client that the application made before is
    left alone: it passes ``redactor(settings)`` as its ``anonymizer``.
    """
    if tracing_is_enabled():
        get_cached_client(**client_options(given))


def client_options(given: Settings | None) -> dict[str, Any]:
    """What a LangSmith client is made with, by the settings given or else the environment's."""
    try:
        settings = given or load_settings()
    except ConfigurationError:
        return {"anonymizer": redactor(None), "hide_inputs": True, "hide_outputs": True}
    hidden = True if settings.trace_masked else None  # null: as LANGSMITH_HIDE_INPUTS says
    return {"anonymizer": redactor(settings), "hide_inputs": hidden, "hide_outputs": hidden}


def redactor(settings: Settings | None) -> Redactor:
    """Make the function that takes secrets out of what is traced: the keys of ``settings`` by their
    value, all others by their shape. Secrets of servers and tools are read anew with each call, so
    that renewed ones are known. It takes and returns plain JSON data."""
    secrets = KnownSecrets()

    def clean(text: str) -> str:
        return redact(secrets.hide(text, "[redacted:api_key]"))

    def clean_all(value: JsonObject) -> JsonObject:
        secrets.keep(_secrets(settings))
        return cast(JsonObject, _cleaned(value, clean))

    return clean_all


def _cleaned(value: Any, clean: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        pairs = cast(Mapping[str, Any], value).items()
        return {clean(key): _cleaned(item, clean) for key, item in pairs}
    if isinstance(value, list | tuple):
        return [_cleaned(item, clean) for item in cast(Iterable[Any], value)]
    return value


def _secrets(settings: Settings | None) -> Iterable[str]:
    if settings is None:
        return
    for field in SECRET_FIELDS:
        value: object = getattr(settings, field)
        if isinstance(value, SecretStr):
            yield value.get_secret_value()
    for table in (settings.sources, settings.tools, settings.mcp):
        for declared in table.values():
            yield from declared.secrets()
