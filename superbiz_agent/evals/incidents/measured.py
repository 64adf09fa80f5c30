"""An incident's metric series in a real Prometheus, named as CloudWatch's exporter names them.

``promtool`` backfills them at the instants that they have; the server runs on a free loopback port
and ends with the block.
"""

import json
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import httpx

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.errors import ConfigurationError, SourceError

METRICS: Final = "aws_cloudwatch_metrics*.json"

_HUMP: Final = re.compile("(?<=[a-z0-9])(?=[A-Z])")
_NO_NAME: Final = re.compile("[^a-z0-9_]")
_PATIENCE: Final = 60.0
_LATER: Final = timedelta(minutes=30)


@contextmanager
def serving_metrics(folder: Path, target: Path) -> Generator[str]:
    """Load the series of ``folder`` into a Prometheus below ``target`` and give its address.

    Raises ``ConfigurationError`` where Prometheus is not installed, ``SourceError`` for series that
    it does not take.
    """
    server, data = _program("prometheus"), target / "prometheus"
    text = target / "series.txt"
    text.write_text(openmetrics(folder), encoding="utf-8")
    backfill = [_program("promtool"), "tsdb", "create-blocks-from", "openmetrics", text, data]
    done = subprocess.run(backfill, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise SourceError(f"{folder}: promtool says {done.stderr[-200:]}", source=str(folder))
    settings, port = target / "prometheus.yml", _free_port()
    settings.write_text("{}", encoding="utf-8")
    options = {
        "config.file": settings,
        "storage.tsdb.path": data,
        "storage.tsdb.retention.time": "100y",
        "web.listen-address": f"127.0.0.1:{port}",
    }
    command = [server, *(f"--{key}={value}" for key, value in options.items())]
    with (target / "prometheus.log").open("wb") as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)  # noqa: S603
        try:
            url = f"http://127.0.0.1:{port}"
            _wait(f"{url}/-/ready", process)
            yield url
        finally:
            process.terminate()
            process.wait(_PATIENCE)


def openmetrics(folder: Path) -> str:
    """The series of ``folder`` as text that ``promtool`` reads, those of one name together."""
    lines: dict[str, list[str]] = {}
    for each in _series(folder):
        lines.setdefault(metric_name(each), []).extend(_lines(each))
    told = [line for _, own in sorted(lines.items()) for line in own]
    return "\n".join([*told, "# EOF\n"])


def asked_at(folder: Path) -> str | None:
    """Half an hour after the last value of the series of ``folder``, when the rest is on record,
    too; null where there is none."""
    last = max((at for each in _series(folder) for at in each["timestamps"]), default=None)
    return (datetime.fromisoformat(last) + _LATER).isoformat() if last else None


def metric_name(series: Mapping[str, Any]) -> str:
    """``aws_rds_replica_lag_maximum`` of ReplicaLag and Maximum."""
    parts = (_HUMP.sub("_", str(series.get(key, ""))).lower() for key in ("metric_name", "stat"))
    return _NO_NAME.sub("_", f"aws_rds_{'_'.join(parts)}")


def _series(folder: Path) -> Iterator[JsonObject]:
    for path in sorted(folder.glob(METRICS)):
        value: JsonObject = json.loads(path.read_text(encoding="utf-8"))
        listed: list[JsonObject] = value.get("metric_data_results") or [value]
        yield from (each for each in listed if each.get("values") and each.get("timestamps"))


def _lines(series: Mapping[str, Any]) -> Iterator[str]:
    labels = {
        _NO_NAME.sub("_", _HUMP.sub("_", str(each.get("Name"))).lower()): str(each.get("Value"))
        for each in series.get("dimensions", [])
    }
    pairs = ",".join(f"{key}={json.dumps(value)}" for key, value in labels.items())
    for instant, value in zip(series["timestamps"], series["values"], strict=False):
        at = datetime.fromisoformat(instant).timestamp()
        yield f"{metric_name(series)}{{{pairs}}} {float(value)!r} {at:.3f}"


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise ConfigurationError(f"--servers needs {name} of Prometheus; install it")
    return found


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _wait(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            if httpx.get(url, timeout=2, trust_env=False).is_success:
                return
        except httpx.HTTPError:
            time.sleep(0.1)
    raise SourceError("prometheus is not ready; see its log", source="prometheus")
