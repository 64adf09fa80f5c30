"""States of a Kubernetes cluster as metric series, under the names of kube-state-metrics.

Pods, containers, nodes and deployments are on record as they were once; a quota as the controller
tells it when it refuses a pod. A state is scraped from then on, never before.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final, TypeAlias

from superbiz_agent.evals.incidents.files import NODE_CONDITIONS, read_object, rows_of
from superbiz_agent.evals.servers.metrics import Samples, steady

_STEP: Final = 30.0
_PHASES: Final = ("Pending", "Succeeded", "Failed", "Unknown", "Running")
_POD_CONDITIONS: Final = {
    "Ready": "kube_pod_status_ready",
    "PodScheduled": "kube_pod_status_scheduled",
}
_STATUSES: Final = ("true", "false", "unknown")
_REPLICAS: Final = {
    "desired": "kube_deployment_spec_replicas",
    "ready": "kube_deployment_status_replicas_ready",
    "available": "kube_deployment_status_replicas_available",
    "unavailable": "kube_deployment_status_replicas_unavailable",
}
_UNITS: Final = {"cpu": "core", "memory": "byte"}
_QUANTITY: Final = re.compile(r"([0-9.]{1,20})(m|[KMGT]i?)?\Z")
_FACTORS: Final = {
    None: 1.0, "m": 1e-3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12,
    "Ki": 2.0**10, "Mi": 2.0**20, "Gi": 2.0**30, "Ti": 2.0**40,
}  # fmt: skip
_REFUSED: Final = re.compile(
    r"exceeded quota: ([a-z0-9.-]{1,253}), requested: \S+, used: (\S+), limited: ([^\s\"]+)"
)
"""How Kubernetes tells that a quota refuses a pod."""

Value: TypeAlias = tuple[str, Mapping[str, str], float]
"""A metric, its labels, its value."""


def cluster_series(folder: Path, since: datetime, until: datetime) -> list[Samples]:
    """The series of the states that lie in ``folder``, scraped from ``since`` to ``until``.

    Raises ``SourceError`` for states that cannot be read.
    """
    scraped = {"job": "kube-state-metrics"}
    return [
        steady(name, {**scraped, **labels}, value, since.timestamp(), until.timestamp(), _STEP)
        for name, labels, value in _distinct(_values(folder))
    ]


def _values(folder: Path) -> Iterator[Value]:
    for pod in _rows(folder, "eks_pods.json", "pods"):
        yield from _of_pod(pod)
    for node in _rows(folder, "eks_node_health.json", "nodes"):
        yield from _of_node(node)
    for deployment in _rows(folder, "eks_deployments.json", "deployments"):
        owner = _texts(deployment, namespace="namespace", deployment="name")
        for key, name in _REPLICAS.items():
            if key in deployment:
                yield name, owner, float(deployment[key])
    for event in _rows(folder, "eks_events.json", "warning_events"):
        yield from _of_quota(event)


def _rows(folder: Path, file: str, key: str) -> Iterator[Mapping[str, Any]]:
    if (path := folder / file).is_file():
        yield from rows_of(read_object(path), key)


def _distinct(values: Iterable[Value]) -> list[Value]:
    """Each series once, as it was told last."""
    last = {(name, tuple(labels.items())): (name, labels, value) for name, labels, value in values}
    return list(last.values())


def _texts(row: Mapping[str, Any], **keys: str) -> dict[str, str]:
    """Labels of those of a row's values that are there."""
    return {label: str(row[key]) for label, key in keys.items() if row.get(key)}


def _of_pod(pod: Mapping[str, Any]) -> Iterator[Value]:
    owner = _texts(pod, namespace="namespace", pod="name")
    yield "kube_pod_info", owner | _texts(pod, node="node_name"), 1.0
    for phase in _PHASES:
        yield "kube_pod_status_phase", owner | {"phase": phase}, float(pod.get("phase") == phase)
    for condition in rows_of(pod, "conditions"):
        if name := _POD_CONDITIONS.get(str(condition.get("type"))):
            yield from _condition(name, owner, condition.get("status"), label="condition")
        if condition.get("reason") == "Unschedulable":
            yield "kube_pod_status_unschedulable", owner, 1.0
    for container in rows_of(pod, "containers"):
        yield from _of_container(owner | _texts(container, container="name"), container)


def _of_container(owner: Mapping[str, str], container: Mapping[str, Any]) -> Iterator[Value]:
    state: Mapping[str, Any] = container.get("state") or {}
    prefix = "kube_pod_container_status"
    yield f"{prefix}_restarts_total", owner, float(container.get("restart_count", 0))
    yield f"{prefix}_ready", owner, float(bool(container.get("ready")))
    yield f"{prefix}_running", owner, float(bool(state.get("running")))
    yield f"{prefix}_waiting", owner, float(bool(state.get("waiting")))
    if state.get("waiting") and state.get("reason"):
        yield f"{prefix}_waiting_reason", {**owner, "reason": str(state["reason"])}, 1.0
    if "exit_code" in state:
        yield f"{prefix}_last_terminated_exitcode", owner, float(state["exit_code"])


def _of_node(node: Mapping[str, Any]) -> Iterator[Value]:
    owner = _texts(node, node="name")
    for key, condition in NODE_CONDITIONS.items():
        if key in node:
            named = {**owner, "condition": condition}
            yield from _condition("kube_node_status_condition", named, node[key], label="status")
    for kind in ("capacity", "allocatable"):
        for resource, unit in _UNITS.items():
            amount = _quantity(node.get(f"{kind}_{resource}"))
            if amount is not None:
                yield (
                    f"kube_node_status_{kind}",
                    {**owner, "resource": resource, "unit": unit},
                    amount,
                )


def _condition(
    name: str, owner: Mapping[str, str], status: object, *, label: str
) -> Iterator[Value]:
    for each in _STATUSES:
        yield name, {**owner, label: each}, float(str(status).lower() == each)


def _of_quota(event: Mapping[str, Any]) -> Iterator[Value]:
    found = _REFUSED.search(str(event.get("message", "")))
    if found is None:
        return
    owner = _texts(event, namespace="namespace") | {"resourcequota": found.group(1)}
    for kind, told in zip(("used", "hard"), found.groups()[1:], strict=True):
        for part in told.split(","):
            resource, _, amount = part.partition("=")
            if (value := _quantity(amount)) is not None:
                yield "kube_resourcequota", {**owner, "resource": resource, "type": kind}, value


def _quantity(text: object) -> float | None:
    """``3500m`` of a core is 3.5, ``14Gi`` is its bytes; null for what is no quantity."""
    found = _QUANTITY.match(str(text))
    return float(found.group(1)) * _FACTORS[found.group(2)] if found else None
