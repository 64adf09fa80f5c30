"""What syslog writes around a message: its priority, the host, the program (RFC 3164 and 5424)."""

import re
from collections.abc import Sequence

from superbiz_agent.tools.logs.levels import Level

PRIORITY = re.compile(r"\A\s{0,8}<(?P<number>[0-9]{1,3})>(?:[1-9] )?")
"""Facility times eight plus severity; RFC 5424 puts its version after it."""

_SEVERITIES: Sequence[Level] = (
    "FATAL", "FATAL", "FATAL", "ERROR", "WARN", "INFO", "INFO", "DEBUG",
)  # fmt: skip
_HOST = r"(?P<host>[A-Za-z0-9][A-Za-z0-9_.:-]{0,120})"
_TAG = re.compile(
    rf"\s?{_HOST}\s(?P<app>[A-Za-z][A-Za-z0-9_./-]{{0,60}})(?P<pid>\[[0-9]{{1,10}}\])?:\s"
)
_RFC_5424 = re.compile(
    rf"\s?{_HOST}\s(?P<app>[!-~]{{1,48}})\s[!-~]{{1,128}}\s[!-~]{{1,32}}\s(?:-|\[[^\]]{{1,4000}}\])"
)


def syslog_level(priority: int) -> Level:
    """Return the level of a priority, or of a severity alone."""
    return _SEVERITIES[priority % 8]


def syslog_names(rest: str, *, is_syslog: bool) -> dict[str, str]:
    """Return host and program that stand after the timestamp of a line. Unless it is known to be
    ``is_syslog``, they count only where a process id says what they are: ``web-1 sshd[7]: x``."""
    match = _TAG.match(rest)
    if match and (is_syslog or match["pid"]):
        return {"host": match["host"], "app": match["app"]}
    match = _RFC_5424.match(rest) if is_syslog else None
    if match is None:
        return {}
    return {key: match[key] for key in ("host", "app") if match[key] != "-"}
