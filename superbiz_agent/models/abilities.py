"""What ``superbiz doctor`` found an endpoint to be able to do, kept in the user's data folder.

A file of our own, yet read as if anybody had written it: whatever is not understood counts as not
found out. It holds no key, and of an address only a digest.
"""

import contextlib
import hashlib
import json
import os
from pathlib import Path
from typing import cast, get_args

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.strict_json import StrictJsonError, parse_json
from superbiz_agent.settings import default_database_path
from superbiz_agent.settings.roles import Method, RoleModel

MAX_FILE_BYTES = 256 * 1024


def abilities_path() -> Path:
    """Where findings are kept: beside the default database."""
    return default_database_path().parent / "endpoints.json"


def method_of(role_model: RoleModel) -> Method:
    """Return how the replies of a role are held to their form.

    The setting decides; ``auto`` is what was found out, and plain before that. The verifier never
    answers by a function call.
    """
    chosen = role_model.structured_output
    if role_model.is_offline:
        return "plain"
    method = (_found(role_model) or "plain") if chosen == "auto" else chosen
    is_barred = role_model.role == "verifier" and method == "function_calling"
    return "plain" if is_barred else method


def calls_tools(role_model: RoleModel) -> bool:
    """Whether the model may be expected to call tools: unless it was found not to."""
    return role_model.is_offline or _entry(role_model).get("calls_tools") is not False


def bounds_texts(role_model: RoleModel) -> bool:
    """Whether the endpoint holds a text to its greatest length: only if it was found to."""
    return _entry(role_model).get("bounds_texts") is True


def keep_abilities(
    role_model: RoleModel, method: Method, *, calls_tools: bool, bounds_texts: bool = False
) -> None:
    """Keep what was found out about the endpoint of ``role_model``. Raises OSError."""
    found = {"structured_output": method, "calls_tools": calls_tools, "bounds_texts": bounds_texts}
    _write(_read() | {_key(role_model): found})


def forget_abilities(role_model: RoleModel) -> None:
    """Forget the endpoint of ``role_model``: it is gone. Raises OSError."""
    _write({key: found for key, found in _read().items() if key != _key(role_model)})


def _write(kept: JsonObject) -> None:
    path = abilities_path()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        draft.write_text(json.dumps(kept, indent=1), encoding="utf-8")
        draft.replace(path)
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()


def _found(role_model: RoleModel) -> Method | None:
    found = _entry(role_model).get("structured_output")
    return next((method for method in get_args(Method) if method == found), None)


def _entry(role_model: RoleModel) -> JsonObject:
    entry = _read().get(_key(role_model))
    return cast(JsonObject, entry) if isinstance(entry, dict) else {}


def _read() -> JsonObject:
    try:
        with abilities_path().open("rb") as file:
            text = file.read(MAX_FILE_BYTES + 1)
        value = parse_json(text.decode("utf-8")) if len(text) <= MAX_FILE_BYTES else None
    except (OSError, UnicodeError, StrictJsonError):
        return {}
    return value if isinstance(value, dict) else {}


def _key(role_model: RoleModel) -> str:
    """The endpoint and its model; no secret can be read from it."""
    parts = [role_model.provider, role_model.name, role_model.base_url or ""]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
