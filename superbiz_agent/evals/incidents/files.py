"""An incident's evidence as files that ``superbiz ask`` reads: one JSON object a line.

Each source of the public incidents is written in the shape in which its own tools print it: events
as ``kubectl get events -o json``, item by item; pods and nodes by the state of each container and
each condition; metric series as one line a point. Nothing is added and nothing of
what was concluded is read.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.errors import SourceError

ALERT: Final = "alert.json"
_MEASURED: Final = "metrics"

NODE_CONDITIONS: Final = {
    "ready": "Ready",
    "memory_pressure": "MemoryPressure",
    "disk_pressure": "DiskPressure",
    "pid_pressure": "PIDPressure",
}
"""Key of a node -> the condition that it is the status of."""

Writer: TypeAlias = Callable[[JsonObject], Iterable[JsonObject]]


def write_evidence(folder: Path, target: Path, source: str) -> list[str]:
    """Write what ``folder`` holds into ``target``; return the ``[NAME=]PATH`` of each log. The log
    of a pod is given under its name, ``source``."""
    logs: list[str] = []
    for name, pattern in _PATTERNS.items():
        records = [
            row for path in sorted(folder.glob(pattern)) for row in _ROWS[name](read_object(path))
        ]
        if records:
            logs.append(_write(target / f"{name}.jsonl", records))
    pod_log = folder / "eks_pod_logs.json"
    if pod_log.is_file():
        path = target / "pod.log"
        path.write_text(str(read_object(pod_log).get("logs", "")), encoding="utf-8")
        logs.append(f"{source}={path}" if source else str(path))
    return logs


def is_measured(log: str) -> bool:
    """Whether what was written is metric series."""
    return Path(log).name == f"{_MEASURED}.jsonl"


def _write(path: Path, records: Iterable[JsonObject]) -> str:
    lines = (json.dumps(record, ensure_ascii=False) for record in records)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def read_object(path: Path) -> JsonObject:
    """The JSON object of a file, empty for another value. Raises ``SourceError``."""
    try:
        value: object = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise SourceError(f"{path} cannot be read: {error}", source=str(path)) from None
    return cast("JsonObject", value) if isinstance(value, dict) else {}


def rows_of(value: Mapping[str, Any], key: str) -> Iterator[JsonObject]:
    """The objects of the list under ``key``."""
    items = value.get(key)
    for item in cast("list[Any]", items) if isinstance(items, list) else []:
        if isinstance(item, dict):
            yield cast("JsonObject", item)


def _kubernetes_events(value: JsonObject) -> Iterator[JsonObject]:
    for row in rows_of(value, "warning_events"):
        kind, _, name = str(row.get("involved_object", "")).partition("/")
        yield {
            "firstTimestamp": row.get("first_time"),
            "lastTimestamp": row.get("last_time"),
            "type": row.get("type"),
            "reason": row.get("reason"),
            "message": row.get("message"),
            "count": row.get("count"),
            "involvedObject": {"kind": kind, "name": name, "namespace": row.get("namespace")},
        }


def _pods(value: JsonObject) -> Iterator[JsonObject]:
    """The states of containers, then the conditions, of each pod."""
    for pod in rows_of(value, "pods"):
        name = {"pod": pod.get("name"), "namespace": pod.get("namespace")}
        place = {"phase": pod.get("phase"), "node": pod.get("node_name")}
        for container in rows_of(pod, "containers"):
            told = {key: value for key, value in container.items() if key not in ("name", "state")}
            state = _container_state(container.get("state") or {})
            yield {**name, "container": container.get("name"), **place, **told, "state": state}
        yield from ({**name, **condition} for condition in rows_of(pod, "conditions"))


def _container_state(state: Mapping[str, Any]) -> JsonObject:
    kind = "waiting" if state.get("waiting") else "running"
    return {kind: {key: value for key, value in state.items() if key != kind}}


def _nodes(value: JsonObject) -> Iterator[JsonObject]:
    """The conditions, then the size, of each node."""
    for node in rows_of(value, "nodes"):
        name = {"node": node.get("name")}
        for key, condition in NODE_CONDITIONS.items():
            if key in node:
                yield {**name, "type": condition, "status": node[key]}
        yield name | {k: v for k, v in node.items() if k not in NODE_CONDITIONS and k != "name"}


def _deployments(value: JsonObject) -> Iterator[JsonObject]:
    for row in rows_of(value, "deployments"):
        yield {"deployment": row.get("name"), **{k: v for k, v in row.items() if k != "name"}}


def _metric_points(value: JsonObject) -> Iterator[JsonObject]:
    series = list(rows_of(value, "metric_data_results")) or ([value] if "values" in value else [])
    for each in series:
        owner = {str(d.get("Name")): d.get("Value") for d in rows_of(each, "dimensions")}
        named = {"metric_name": each.get("metric_name"), "stat": each.get("stat")}
        for instant, point in zip(each.get("timestamps", []), each["values"], strict=False):
            yield {"timestamp": instant, **owner, **named, "value": point, "unit": each.get("unit")}


def _database_load(value: JsonObject) -> Iterator[JsonObject]:
    """The statements, waits, users and hosts that a database spends its time on."""
    head = {
        "timestamp": value.get("end_time"),
        "db_instance_identifier": value.get("db_instance_identifier"),
    }
    for key in ("top_sql", "top_wait_events", "top_users", "top_hosts"):
        for row in rows_of(value, key):
            waits = {str(w.get("name")): w.get("db_load_avg") for w in rows_of(row, "wait_events")}
            yield {**head, "report": key, **row, **({"wait_events": waits} if waits else {})}


_PATTERNS: Final[Mapping[str, str]] = {
    "kubernetes-events": "eks_events.json",
    "pods": "eks_pods.json",
    "nodes": "eks_node_health.json",
    "deployments": "eks_deployments.json",
    "logs": "datadog_logs.json",
    "monitors": "datadog_monitors.json",
    "rds-events": "aws_rds_events.json",
    _MEASURED: "aws_cloudwatch_metrics*.json",
    "performance-insights": "aws_performance_insights.json",
}
"""Name of the file that is written -> the files it is written from."""

_ROWS: Final[Mapping[str, Writer]] = {
    "kubernetes-events": _kubernetes_events,
    "pods": _pods,
    "nodes": _nodes,
    "deployments": _deployments,
    "logs": lambda value: rows_of(value, "logs"),
    "monitors": lambda value: rows_of(value, "monitors"),
    "rds-events": lambda value: rows_of(value, "events"),
    _MEASURED: _metric_points,
    "performance-insights": _database_load,
}
