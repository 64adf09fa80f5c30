"""How a wrong setting is named to the user: one line, without what may be a secret."""

from difflib import get_close_matches

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings.variables import SECRET_FIELDS, TABLES, variable_of

_NEVER_QUOTED = SECRET_FIELDS | TABLES | {"sources"}


def configuration_error(error: ValidationError) -> ConfigurationError:
    """Turn pydantic's findings into one line, each naming its setting."""
    findings = [(_place(item), item) for item in error.errors()]
    lines = [f"{place}: {_fault(item)}" for place, item in findings]
    return ConfigurationError("; ".join(lines), setting=findings[0][0])


def _place(item: ErrorDetails) -> str:
    """Name a setting by its variable, one within a table by its keys: ``sources.prod.url``."""
    field, *keys = map(str, item["loc"] or ("",))
    if field in TABLES and keys:
        return _printable(".".join([field, *keys]))
    if len(keys) < 2:
        return variable_of(field)
    name, _kind, *rest = keys
    return _printable(".".join([field, name, *rest]))


def _fault(item: ErrorDetails) -> str:
    if item["type"] == "extra_forbidden":
        return "is no setting; 'superbiz config' lists them"
    if item["type"] == "union_tag_invalid":
        return _unknown_kind(item)
    message = item["msg"].removeprefix("Value error, ")
    is_secret = not item["loc"] or item["loc"][0] in _NEVER_QUOTED
    given = "" if is_secret else f", got {shown(item['input'])}"
    return message[:1].lower() + message[1:] + given


def _unknown_kind(item: ErrorDetails) -> str:
    """A source of a kind that is not there: which there are, and which is nearest."""
    context = item.get("ctx", {})
    kinds = str(context.get("expected_tags", "")).replace("'", "").split(", ")
    given = str(context.get("tag", ""))
    nearest = get_close_matches(given, kinds, n=1)
    meant = f"; did you mean {nearest[0]}?" if nearest else ""
    return f"{shown(given)} is no kind of source; there are {', '.join(kinds)}{meant}"


def _printable(text: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in text)[:200]


def shown(value: object) -> str:
    """Return a value in quotes, on one line and short."""
    text = ascii(value) if not isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else text[:60] + "..."
