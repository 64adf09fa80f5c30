"""Settings as they may be shown: secrets replaced by ``***``."""

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from superbiz_agent.settings.secrets import is_reference

MASK = "***"

SECRET_WORD = re.compile(r"token|secret|passw|key|auth|cred|bearer|cookie", re.IGNORECASE)
"""What the name of a secret holds."""

_OPTION = re.compile(r"--?[\w-]{1,60}")

_PASSWORD_IN_URL = re.compile(r"(?P<head>[a-zA-Z0-9+._-]{1,40}://[^/:@\s]{0,256}):.{1,4096}@")

_SECRET_IN_QUERY = re.compile(
    r"(?P<name>[?&](?:password|passwd|pwd|token|secret|api_?key|sslpassword)=)[^&\s]{1,4096}", re.I
)


def mask_url(url: str) -> str:
    """Return ``url`` with its password, and secrets of its query, replaced by ``***``."""
    masked = _PASSWORD_IN_URL.sub(rf"\g<head>:{MASK}@", url)
    return _SECRET_IN_QUERY.sub(rf"\g<name>{MASK}", masked)


def masked_argument(name: str, value: Any) -> Any:
    """Return a fixed argument as it may be shown, judged by its ``name``."""
    is_named = isinstance(value, str) and is_reference(value)
    return MASK if SECRET_WORD.search(name) and not is_named else value


def masked_arguments(args: Iterable[str]) -> Iterable[str]:
    """Yield the words of a command as they may be shown: ``--token=x`` and the value after
    ``--token`` are masked, and what speaks of a secret."""
    hides_next = False
    for arg in args:
        name, equals, _ = arg.partition("=")
        if is_reference(arg):
            yield arg
        elif hides_next:
            yield MASK
        elif equals and SECRET_WORD.search(arg):
            yield f"{name}={MASK}"
        elif SECRET_WORD.search(arg) and not _OPTION.fullmatch(arg):
            yield MASK
        else:
            yield _masked_url(arg) if "://" in arg else arg
        hides_next = bool(_OPTION.fullmatch(arg) and SECRET_WORD.search(arg))


def _masked_url(url: str) -> str:
    """Where a server is, without user, password and query."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    user = f"{MASK}@" if "@" in parts.netloc else ""
    return f"{parts.scheme}://{user}{host}{parts.path}" + (f"?{MASK}" if parts.query else "")
