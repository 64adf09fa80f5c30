"""The names that the evidence itself gives to things (contract section 7, "name")."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.grounding.evidence.hostile import as_object, as_text
from superbiz_agent.grounding.evidence.stored import StoredInvocation, read_invocations

NAME_FIELDS: frozenset[str] = frozenset({
    "service", "service_name", "app", "application", "component", "system", "job", "pod",
    "pod_name", "container", "container_name", "host", "hostname", "instance", "node",
    "namespace", "cluster", "deployment", "statefulset", "daemonset", "replicaset", "device",
    "database", "db", "queue", "topic", "consumer_group", "alertname", "logger", "source",
    "job_name",
})  # fmt: skip
"""Structured fields and labels whose value is the name of a thing. Extend here."""

NAMESPACED_FIELDS: frozenset[str] = frozenset({
    "pod", "pod_name", "deployment", "statefulset", "daemonset", "replicaset",
})  # fmt: skip
"""Those of them that Kubernetes also writes with the namespace in front: ``maps/tile-render``."""

_DNS_LABEL = r"[A-Za-z0-9][A-Za-z0-9.-]{0,199}"
_NAMESPACED = re.compile(rf"({_DNS_LABEL})/({_DNS_LABEL})")
_LOG_FILE = re.compile(r"(?:.*/)?(?P<stem>[A-Za-z][A-Za-z0-9_-]{2,60})\.(?:log|jsonl|out|txt)")
_GENERIC_FILES = frozenset({
    "access", "app", "application", "auth", "daemon", "debug", "error", "errors", "events", "kern",
    "log", "logs", "main", "messages", "output", "server", "service", "stderr", "stdout", "syslog",
    "system", "test", "trace",
})  # fmt: skip
"""Names of log files that say what they hold, and not of what."""

MAX_NAME = 200
MAX_NAMES = 2000
MAX_NESTING = 3


def evidence_names(invocations: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The distinct names in the ``fields`` of ``retrieval_details.details``, sorted.

    ``invocations`` are plain rows, hostile ones included. Numbers and one-letter values are no
    names: they would turn common text into facts.
    """
    return stored_names(read_invocations(invocations))


def stored_names(invocations: Sequence[StoredInvocation]) -> tuple[str, ...]:
    """The same for rows that were read already."""
    found: set[str] = set()
    for invocation in invocations:
        found.update(invocation.sources)
        for entry in invocation.details:
            _add_names(found, as_object(entry.get("fields")) or {}, MAX_NESTING)
    stems = {stem for invocation in invocations for stem in map(_stem, invocation.sources) if stem}
    found |= {stem for stem in stems if not any(_is_part(stem, name) for name in found)}
    names = {name.strip() for name in found}
    return tuple(sorted(filter(_is_name, names))[:MAX_NAMES])


def split_namespace(key: str, value: str) -> tuple[str | None, str]:
    """Return the namespace (null where none is written) and the name that a field's value holds:
    ``("maps", "tile-render-0")`` of ``pod="maps/tile-render-0"``."""
    parts = _NAMESPACED.fullmatch(value) if key in NAMESPACED_FIELDS and "/" in value else None
    return (parts[1], parts[2]) if parts else (None, value)


def _add_names(found: set[str], fields: JsonObject, nesting: int) -> None:
    for key, value in fields.items():
        if key in NAME_FIELDS and (text := as_text(value)) is not None:
            found.update(filter(None, split_namespace(key, text)))
        elif nesting > 0 and (nested := as_object(value)) is not None:
            _add_names(found, nested, nesting - 1)


def _stem(source: str) -> str | None:
    """What a log file is named after: ``inventory.log`` holds what inventory says."""
    match = _LOG_FILE.fullmatch(source)
    stem = match["stem"] if match else ""
    return stem if stem and stem.lower() not in _GENERIC_FILES else None


def _is_part(stem: str, name: str) -> bool:
    return stem != name and not _LOG_FILE.fullmatch(name) and stem in re.split("[-_.]", name)


def _is_name(text: str) -> bool:
    return 1 < len(text) <= MAX_NAME and any(character.isalpha() for character in text)
