"""An incident's metric series in a real Prometheus, and asked there."""

import json
from pathlib import Path

import pytest

from superbiz_agent.evals.incidents.command import evaluate_incidents
from superbiz_agent.evals.incidents.measured import asked_at, openmetrics

LAG = {
    "metric_name": "ReplicaLag",
    "dimensions": [{"Name": "DBInstanceIdentifier", "Value": 'shop "1"'}],
    "stat": "Maximum",
    "unit": "Seconds",
    "timestamps": ["2026-08-14T09:00:00Z", "2026-08-14T09:01:00Z"],
    "values": [15, 1238.5],
}


@pytest.mark.parametrize("shape", [LAG, {"metric_data_results": [LAG, {"values": []}]}])
def test_series_are_named_as_the_exporter_of_cloudwatch_names_them(
    tmp_path: Path, shape: dict[str, object]
) -> None:
    (tmp_path / "aws_cloudwatch_metrics_lag.json").write_text(json.dumps(shape))
    labels = 'aws_rds_replica_lag_maximum{dbinstance_identifier="shop \\"1\\""}'
    assert openmetrics(tmp_path).splitlines() == [
        f"{labels} 15.0 1786698000.000",
        f"{labels} 1238.5 1786698060.000",
        "# EOF",
    ]
    assert asked_at(tmp_path) == "2026-08-14T09:31:00+00:00"


def test_no_series_have_no_end(tmp_path: Path) -> None:
    assert asked_at(tmp_path) is None


@pytest.mark.data
@pytest.mark.server
@pytest.mark.usefixtures("measuring")  # says loudly where Prometheus is missing
def test_public_incidents_are_told_over_a_real_prometheus(public_data: Path) -> None:
    names = ["002-connection-exhaustion", "006-replication-lag-cpu-redherring"]
    every = evaluate_incidents(public_data, only=names, servers=True)
    assert [asked.incident.name for asked in every if not asked.judged.is_met] == []
    assert (
        "aws_rds_database_connections_maximum of payments-prod rose from"
        in every[0].answered.answer
    )
    assert (
        "aws_rds_replica_lag_maximum of analytics-prod-replica-1 rose from"
        in every[1].answered.answer
    )
