"""What a log file's own name says: which pod, container, namespace or service wrote it.

| path | read as |
|---|---|
| ``checkout-7d9f_prod_app-<64 hex>.log`` (``/var/log/containers``) | pod, namespace, container |
| ``prod_checkout-7d9f_<uid>/app/0.log`` (``/var/log/pods``) | namespace, pod, container |
| ``payments/worker.log`` below a folder that was given | answers to ``payments`` and ``worker`` |
| ``nginx/error.log``, given by itself | answers to ``nginx``, since ``error`` says nothing |
| ``mail-relay/current``, given by itself | the same, and is called ``mail-relay/current`` |
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

_SAFE = "bcdfghjklmnpqrstvwxz2456789"
POD_SUFFIX = rf"(?:-[{_SAFE}]{{6,10}}-[{_SAFE}]{{5}}|-[{_SAFE}]{{5}}|-[0-9]{{1,5}})"
"""What Kubernetes puts after the name of a workload to name a pod."""

_LOG_SUFFIX = re.compile(
    r"(?:\.(?:log|txt|json|jsonl|ndjson|out|err|gz|bz2|xz|zst|[0-9]{1,10})"
    r"|[.-][0-9]{4}-?[0-9]{2}-?[0-9]{2}(?:[T_-]?[0-9]{2,6})?)\Z",
    re.IGNORECASE,
)
_NAME = r"[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?"
_CONTAINERS = re.compile(
    rf"(?P<pod>{_NAME})_(?P<namespace>{_NAME})_(?P<container>{_NAME})-[0-9a-f]{{64}}\.log.{{0,40}}"
)
_POD_FOLDER = re.compile(rf"(?P<namespace>{_NAME})_(?P<pod>{_NAME})_[0-9a-f-]{{32,36}}")
_POD_FILE = re.compile(r"[0-9]{1,4}\.log.{0,40}")
_SUFFIX_OF_POD = re.compile(rf"{POD_SUFFIX}\Z")
_SAYS_NOTHING = re.compile(
    r"[0-9._-]*|(?:access|error|err|out|std(?:out|err)|logs?|apps?|messages|syslog|debug|info|warn"
    r"|current|previous|main|console|server|output|var|tmp|data|pods|containers)"
)

_OF_ANY_LOG = re.compile(r"[0-9._-]+|current|previous|std(?:out|err)|out(?:put)?|err|console")


@dataclass(frozen=True)
class FileNames:
    """``shown`` is the source in the evidence, where the file says it better than its path;
    ``names`` are those it answers to (lower case), ``fields`` the entities it is of."""

    shown: str | None = None
    names: frozenset[str] = frozenset()
    fields: Mapping[str, str] = field(default_factory=dict[str, str])


NO_NAMES = FileNames()


def file_names(path: PurePath, label: str) -> FileNames:
    """Return what ``path`` says, which is shown as ``label``: its path below the folder given."""
    fields = _of_kubernetes(path)
    if fields:
        pod = fields["pod"]
        names = {*fields.values(), without_pod_suffix(pod), f"{fields['namespace']}/{pod}"}
        shown = f"{fields['namespace']}/{pod}/{fields['container']}"
        return FileNames(shown, frozenset(names), fields)
    if label == path.name and "/" not in label:
        return FileNames(names=_telling([label]))
    return FileNames(names=_telling(label.split("/")))


def without_pod_suffix(pod: str) -> str:
    """Return the workload that a pod's name is made of."""
    return _SUFFIX_OF_POD.sub("", pod)


def stem(name: str) -> str:
    """Return a file's name without the endings of logs: ``app`` of ``app.log.1.gz``."""
    left = name
    while (shorter := _LOG_SUFFIX.sub("", left)) not in {left, ""}:
        left = shorter
    return left


def folder_of(path: PurePath) -> str:
    """Return the folder that a file is called after whose own name says nothing, such as
    ``mail-relay`` of ``mail-relay/current`` or ``nginx`` of ``nginx/error.log``; else nothing."""
    is_telling = not _SAYS_NOTHING.fullmatch(stem(path.name).lower())
    return "" if is_telling or not _telling([path.parent.name]) else path.parent.name


def names_no_source(name: str) -> bool:
    """Whether a file's name is one that rotation or a supervisor gives to any log."""
    return _OF_ANY_LOG.fullmatch(stem(name).lower()) is not None


def _telling(parts: list[str]) -> frozenset[str]:
    stems = (stem(part).lower() for part in parts)
    return frozenset(each for each in stems if not _SAYS_NOTHING.fullmatch(each))


def _of_kubernetes(path: PurePath) -> dict[str, str]:
    match = _CONTAINERS.fullmatch(path.name)
    if match:
        return match.groupdict()
    folder = _POD_FOLDER.fullmatch(path.parent.parent.name)
    if folder and _POD_FILE.fullmatch(path.name):
        return {**folder.groupdict(), "container": path.parent.name}
    return {}
