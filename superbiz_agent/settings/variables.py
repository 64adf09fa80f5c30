"""How settings are called where they are set, and which of them are secret."""

from superbiz_agent.contracts.base import ROLES

ENVIRONMENT_PREFIX = "SUPERBIZ_"

CONFIG_FILE_VARIABLE = "SUPERBIZ_CONFIG_FILE"

OTHER_VARIABLES = frozenset({CONFIG_FILE_VARIABLE, "SUPERBIZ_DEBUG", "SUPERBIZ_EVAL_DATA"})
"""Variables with our prefix that are no settings."""

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


def variable_of(field: str) -> str:
    """Return the environment variable of a setting, e.g. ``SUPERBIZ_MAX_RETRIES``."""
    return field.upper() if field in _UNPREFIXED else ENVIRONMENT_PREFIX + field.upper()
