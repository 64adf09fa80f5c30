"""The kinds of values that settings have: names, addresses, paths, zones, lists of them.

What is none of its kind raises ``ValueError`` that says what it should be.
"""

import json
import os
import re
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_settings import NoDecode

MAX_NAME = 200

Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
"""A name of the user's or of another program's: a model, an argument, a label."""

_OFFSET = re.compile(r"[+-](?:0[0-9]|1[0-4]):[0-5][0-9]")


def is_web_url(text: str) -> bool:
    """Whether ``text`` is an address that a client can call over HTTP."""
    try:
        parts = urlsplit(text)
        is_called = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        return is_called and not any(map(str.isspace, text))
    except ValueError:  # a port that is no number, brackets that hold no address
        return False


def web_url(text: str) -> str:
    """Return ``text`` if it is an address that a client can call; raises ``ValueError``."""
    if not is_web_url(text):
        raise ValueError("is no URL such as http://localhost:8000/v1")
    return text


def expand_home(path: str | Path) -> Path:
    """Return ``path`` with a leading ``~`` replaced; one whose user is unknown stays as it is."""
    return Path(os.path.expanduser(path))  # noqa: PTH111  (Path.expanduser raises there)


def known_timezone(value: str) -> str:
    """Return an IANA zone or an offset as it is; raises ``ValueError`` for anything else."""
    if not _OFFSET.fullmatch(value):
        try:
            ZoneInfo(value)
        except (ValueError, OSError, KeyError) as error:
            raise ValueError("is no IANA zone such as Asia/Shanghai and no offset") from error
    return value


def split_named_path(text: str) -> tuple[str | None, Path]:
    """Split ``[NAME=]PATH``. A name holds no path separator, so ``./a=b.log`` is a path alone."""
    name, equals, path = text.partition("=")
    if equals and name and path and "/" not in name and os.sep not in name:
        return name, expand_home(path)
    return None, expand_home(text)


def json_value(text: str, fault: str) -> Any:
    """Return the value that ``text`` is as JSON; raises ``ValueError`` that says ``fault``."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(fault) from None


def _as_list(value: object) -> object:
    """Accept a list, one path, a JSON list, or text separated by ``os.pathsep``."""
    if isinstance(value, Path):
        return [value]
    if not isinstance(value, str):
        return value
    if value.lstrip().startswith("["):
        return json_value(value, "starts with '[' but is no JSON list")
    return [part for part in value.split(os.pathsep) if part.strip()]


TextList = Annotated[list[Name], NoDecode, BeforeValidator(_as_list)]
PathList = Annotated[
    list[Annotated[Path, AfterValidator(expand_home)]], NoDecode, BeforeValidator(_as_list)
]
