"""Metric series of RDS, under the names that CloudWatch's exporter gives them."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.evals.servers.metrics import Samples

_FILES: Final = "aws_cloudwatch_metrics*.json"
_HUMP: Final = re.compile("(?<=[a-z0-9])(?=[A-Z])")
_NO_NAME: Final = re.compile("[^a-z0-9_]")


def measured_series(folder: Path) -> list[Samples]:
    """The series that lie in ``folder``, at the instants that they have."""
    return [
        Samples(_metric_name(each), _labels(each), list(_points(each)))
        for path in sorted(folder.glob(_FILES))
        for each in _listed(json.loads(path.read_text(encoding="utf-8")))
        if each.get("values") and each.get("timestamps")
    ]


def _listed(value: JsonObject) -> list[JsonObject]:
    return value.get("metric_data_results") or [value]


def _metric_name(series: Mapping[str, Any]) -> str:
    """``aws_rds_replica_lag_maximum`` of ReplicaLag and Maximum."""
    return f"aws_rds_{_snake(series.get('metric_name'))}_{_snake(series.get('stat'))}"


def _labels(series: Mapping[str, Any]) -> dict[str, str]:
    return {
        _snake(each.get("Name")): str(each.get("Value")) for each in series.get("dimensions", [])
    }


def _snake(name: object) -> str:
    return _NO_NAME.sub("_", _HUMP.sub("_", str(name or "")).lower())


def _points(series: Mapping[str, Any]) -> Iterator[tuple[float, float]]:
    for instant, value in zip(series["timestamps"], series["values"], strict=False):
        yield datetime.fromisoformat(instant).timestamp(), float(value)
