"""An incident's measurements and states as metric series, as exporters name them."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.evals.incidents.cloudwatch import measured_series
from superbiz_agent.evals.incidents.cluster_metrics import cluster_series
from superbiz_agent.evals.servers.metrics import openmetrics

LAG = {
    "metric_name": "ReplicaLag",
    "dimensions": [{"Name": "DBInstanceIdentifier", "Value": 'shop "1"'}],
    "stat": "Maximum",
    "unit": "Seconds",
    "timestamps": ["2026-08-14T09:00:00Z", "2026-08-14T09:01:00Z"],
    "values": [15, 1238.5],
}
NOW = datetime(2026, 8, 14, 10, tzinfo=UTC)
REFUSED = (
    'pods "hall-b" is forbidden: exceeded quota: hall-quota, requested: limits.cpu=500m, '
    "used: limits.cpu=7500m,pods=3, limited: limits.cpu=8,pods=20 - no room"
)


@pytest.mark.parametrize("shape", [LAG, {"metric_data_results": [LAG, {"values": []}]}])
def test_series_are_named_as_the_exporter_of_cloudwatch_names_them(
    tmp_path: Path, shape: dict[str, object]
) -> None:
    (tmp_path / "aws_cloudwatch_metrics_lag.json").write_text(json.dumps(shape))
    labels = 'aws_rds_replica_lag_maximum{dbinstance_identifier="shop \\"1\\""}'
    assert openmetrics(measured_series(tmp_path)).splitlines() == [
        f"{labels} 15.0 1786698000.000",
        f"{labels} 1238.5 1786698060.000",
        "# EOF",
    ]


def test_states_are_named_as_kube_state_metrics_names_them(tmp_path: Path) -> None:
    write(tmp_path, "eks_pods.json", pods=[pod()])
    write(tmp_path, "eks_node_health.json", nodes=[{"name": "n-1", "ready": "Unknown"}])
    write(tmp_path, "eks_deployments.json", deployments=[{"name": "hall", "desired": 5}])
    found = told(tmp_path)
    container = "container=hall,namespace=fair,pod=hall-a"
    assert found[f"kube_pod_container_status_restarts_total{{{container}}}"] == 8
    assert (
        found[f"kube_pod_container_status_waiting_reason{{{container},reason=CrashLoopBackOff}}"]
        == 1
    )
    assert found[f"kube_pod_container_status_last_terminated_exitcode{{{container}}}"] == 137
    assert found["kube_pod_status_phase{namespace=fair,phase=Pending,pod=hall-a}"] == 1
    assert found["kube_pod_status_phase{namespace=fair,phase=Running,pod=hall-a}"] == 0
    assert found["kube_pod_status_unschedulable{namespace=fair,pod=hall-a}"] == 1
    assert found["kube_pod_status_scheduled{condition=false,namespace=fair,pod=hall-a}"] == 1
    assert found["kube_node_status_condition{condition=Ready,node=n-1,status=unknown}"] == 1
    assert found["kube_node_status_condition{condition=Ready,node=n-1,status=true}"] == 0
    assert found["kube_deployment_spec_replicas{deployment=hall}"] == 5


def test_a_quota_is_told_by_what_it_refuses(tmp_path: Path) -> None:
    event = {"namespace": "fair", "message": REFUSED}
    write(tmp_path, "eks_events.json", warning_events=[event, {"message": "exceeded quota"}, event])
    quota = "kube_resourcequota{{namespace=fair,resource={},resourcequota=hall-quota,type={}}}"
    assert told(tmp_path) == {
        quota.format("limits.cpu", "used"): 7.5,
        quota.format("limits.cpu", "hard"): 8,
        quota.format("pods", "used"): 3,
        quota.format("pods", "hard"): 20,
    }


@pytest.mark.parametrize(
    ("written", "amount"),
    [("3500m", 3.5), ("4", 4), ("14Gi", 14 * 2**30), ("2G", 2e9), ("?", None), ("4 GB", None)],
)
def test_quantities_are_cores_and_bytes(tmp_path: Path, written: str, amount: float | None) -> None:
    write(tmp_path, "eks_node_health.json", nodes=[{"name": "n-1", "allocatable_cpu": written}])
    assert list(told(tmp_path).values()) == ([] if amount is None else [amount])


def test_states_are_scraped_from_when_they_were_seen(tmp_path: Path) -> None:
    write(tmp_path, "eks_deployments.json", deployments=[{"name": "hall", "desired": 5}])
    (series,) = cluster_series(tmp_path, NOW, NOW + timedelta(minutes=10))
    assert series.points[0] == (NOW.timestamp(), 5)
    assert series.points[-1] == (NOW.timestamp() + 600, 5)


def pod() -> dict[str, Any]:
    waiting = {"waiting": True, "reason": "CrashLoopBackOff", "exit_code": 137}
    return {
        "name": "hall-a",
        "namespace": "fair",
        "phase": "Pending",
        "containers": [{"name": "hall", "restart_count": 8, "ready": False, "state": waiting}],
        "conditions": [{"type": "PodScheduled", "status": "False", "reason": "Unschedulable"}],
    }


def write(folder: Path, name: str, **rows: list[dict[str, Any]]) -> None:
    (folder / name).write_text(json.dumps(rows), encoding="utf-8")


def told(folder: Path) -> dict[str, float]:
    """Name and labels, that of the job aside -> the last value."""
    found: dict[str, float] = {}
    for series in cluster_series(folder, NOW, NOW):
        labels = {key: value for key, value in series.labels.items() if key != "job"}
        pairs = ",".join(f"{key}={labels[key]}" for key in sorted(labels))
        found[f"{series.name}{{{pairs}}}"] = series.points[-1][1]
    return found
