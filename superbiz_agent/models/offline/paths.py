"""What the path of a log's file says of whose records it holds."""

import re
from typing import Final

_FILE_END: Final = re.compile(
    r"(?:[-_.][0-9]{4}-?[0-9]{2}-?[0-9]{2}.{0,40})?(?:\.[a-z]{2,5}){0,3}(?:\.[0-9]{1,3})?\Z"
)
"""What a file of a log has behind its name: a date, ``.log``, ``.log.1``, ``.json.gz``."""


_SAYS_NOTHING: Final = frozenset(
    [
        "access",
        "error",
        "errors",
        "app",
        "application",
        "main",
        "server",
        "service",
        "system",
        "syslog",
        "messages",
        "log",
        "logs",
        "out",
        "output",
        "stdout",
        "stderr",
        "current",
        "console",
        "debug",
        "info",
        "trace",
        "event",
        "events",
        "audit",
        "json",
        "var",
        "tmp",
        "data",
        "prod",
        "default",
    ]
)
"""Names of files and folders that logs of anything have."""


def telling_parts(name: str) -> frozenset[str]:
    """The parts of a path that name somebody: none of those that logs of anything have."""
    return parts_of_path(name) - _SAYS_NOTHING


def parts_of_path(name: str) -> frozenset[str]:
    """The folders and the file of a name that is a path, and namespace, pod and container of one
    that Kubernetes gave, in lower case, without what only says that it is a log: ``mail-relay`` of
    ``logs/mail-relay/app.log``."""
    return frozenset(_FILE_END.sub("", part) for part in name.casefold().split("/"))
