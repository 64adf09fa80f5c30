"""What the events and states of a platform say by their fields: how severe, and of what.

| from | told by |
|---|---|
| Kubernetes events | ``type``: Normal or Warning; ``involvedObject`` is what they are of |
| conditions of pods and nodes | ``type`` and ``status``: Ready=False, MemoryPressure=True |
| states of containers | ``state.waiting.reason``, unless it only starts |
| Amazon RDS events | ``event_categories``: failure, low storage |
"""

from collections.abc import Iterator, Mapping
from typing import Final

from superbiz_agent.tools.logs.levels import Level

_EVENT_TYPES: Final[Mapping[str, Level]] = {"Normal": "INFO", "Warning": "WARN"}

_CATEGORIES: Final[Mapping[str, Level]] = {
    '"failure"': "ERROR", '"low storage"': "WARN", '"warning"': "WARN",
}  # fmt: skip
"""Category of an RDS event, as JSON writes it in its list -> its level, the severest first."""

_GOOD: Final = frozenset(
    {"Ready", "Available", "Initialized", "PodScheduled", "ContainersReady", "Progressing"}
)
"""Conditions that should be true."""

_BAD_ENDINGS: Final = ("Pressure", "Unavailable", "Failure")
"""How conditions end that should be false."""

_STARTING: Final = frozenset({"", "ContainerCreating", "PodInitializing"})

_OBJECT: Final = "involvedobject"
_KINDS: Final = frozenset(
    {"pod", "node", "deployment", "job", "statefulset", "daemonset", "replicaset"}
)


def level_of_event(fields: Mapping[str, str]) -> Level | None:
    """The level that an event or a state stands for, null where its fields tell none."""
    kind, status = fields.get("type", ""), fields.get("status", "")
    if kind in _EVENT_TYPES and "reason" in fields:
        return _EVENT_TYPES[kind]
    if status in ("True", "False", "Unknown"):
        return _level_of_condition(kind, status)
    if fields.get("state.waiting.reason", "") not in _STARTING:
        return "WARN"
    categories = fields.get("event_categories") or fields.get("EventCategories") or ""
    return next((level for word, level in _CATEGORIES.items() if word in categories), None)


def _level_of_condition(kind: str, status: str) -> Level | None:
    if kind in _GOOD:
        return "INFO" if status == "True" else "WARN"
    if kind.endswith(_BAD_ENDINGS):
        return "INFO" if status == "False" else "WARN"
    return None


def names_of_event(fields: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield (kind, name) of the object that an event is of, and its namespace."""
    told = {key.lower(): value for key, value in fields.items() if _OBJECT in key.lower()}
    kind, name = told.get(f"{_OBJECT}.kind", "").lower(), told.get(f"{_OBJECT}.name", "")
    if kind in _KINDS and name:
        yield kind, name
    if namespace := told.get(f"{_OBJECT}.namespace"):
        yield "namespace", namespace
