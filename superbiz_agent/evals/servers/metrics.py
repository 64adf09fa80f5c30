"""Servers of metrics and alerts: Prometheus, Alertmanager, VictoriaMetrics with vmalert.

Data of the past is backfilled, since a server takes no old samples otherwise. It ends at now:
Prometheus drops the results of its rules where it holds samples of the future.
"""

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

import httpx

from superbiz_agent.evals.servers.process import answers, free_port, program, run, started

Point: TypeAlias = tuple[float, float]
"""Seconds of the epoch, and a value (``nan`` and ``inf`` included)."""


@dataclass(frozen=True)
class Samples:
    """One series with its points, the oldest first."""

    name: str
    labels: Mapping[str, str]
    points: Sequence[Point]

    def lines(self, *, per_second: int) -> Iterator[str]:
        """The series as lines of text, its instants in the given part of a second."""
        values = {"nan": "NaN", "inf": "+Inf", "-inf": "-Inf"}
        pairs = ",".join(
            f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in self.labels.items()
        )
        for at, value in self.points:
            instant = f"{at:.3f}" if per_second == 1 else f"{at * per_second:.0f}"
            yield f"{self.name}{{{pairs}}} {values.get(repr(value), repr(value))} {instant}"


def steady(
    name: str, labels: Mapping[str, str], value: float, start: float, end: float, step: float
) -> Samples:
    """A series of one value from ``start`` to ``end`` (both included)."""
    count = int((end - start) // step) + 1
    return Samples(name, labels, [(start + step * index, value) for index in range(count)])


def openmetrics(series: Sequence[Samples]) -> str:
    """What ``promtool`` reads; series of one name stand together, ``# TYPE`` lines aside."""
    grouped = sorted(series, key=lambda each: each.name)
    return "\n".join([*(line for each in grouped for line in each.lines(per_second=1)), "# EOF\n"])


@contextmanager
def prometheus(
    folder: Path,
    *,
    series: Sequence[Samples] = (),
    metadata: str = "",
    rules: Sequence[Path] = (),
    alertmanager: str | None = None,
    options: Sequence[str] = (),
    evaluation: str = "1s",
    external_labels: Mapping[str, str] = MappingProxyType({}),
) -> Generator[str]:
    """Run Prometheus over backfilled ``series`` and give its address. ``metadata`` are lines of
    OpenMetrics before them (``# TYPE``, ``# UNIT``, ``# HELP``).

    Raises ``ConfigurationError`` where it is not installed, ``SourceError`` for series or rules
    that it does not take.
    """
    server, data = program("prometheus"), folder / "data"
    if series:
        source = folder / "backfill.txt"
        source.write_text(metadata + openmetrics(series), encoding="utf-8")
        run([program("promtool"), "tsdb", "create-blocks-from", "openmetrics", source, data])
    (folder / "prometheus.yml").write_text(
        _configuration(rules, alertmanager, evaluation, external_labels)
    )
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [
        server,
        f"--config.file={folder / 'prometheus.yml'}",
        f"--storage.tsdb.path={data}",
        "--storage.tsdb.retention.time=100y",
        "--rules.alert.resend-delay=1s",  # the first notice goes before Alertmanager is known
        f"--web.listen-address=127.0.0.1:{port}",
        *options,
    ]
    with started(command, answers(f"{url}/-/ready"), folder):
        yield url


def _configuration(
    rules: Sequence[Path],
    alertmanager: str | None,
    evaluation: str,
    external_labels: Mapping[str, str],
) -> str:
    intervals = {"evaluation_interval": evaluation, "scrape_interval": "1s"}
    settings: dict[str, object] = {
        "global": {**intervals, "external_labels": dict(external_labels)},
        "rule_files": list(map(str, rules)),
    }
    if alertmanager:
        targets = [{"targets": [alertmanager.removeprefix("http://")]}]
        settings["alerting"] = {"alertmanagers": [{"static_configs": targets}]}
    return json.dumps(settings)  # YAML, too


@contextmanager
def alertmanager(
    folder: Path, configuration: Mapping[str, object], alerts: Sequence[Mapping[str, Any]] = ()
) -> Generator[str]:
    """Run Alertmanager with ``configuration``, post ``alerts`` (its API v2) and give its address.

    Raises ``ConfigurationError`` where it is not installed.
    """
    (folder / "alertmanager.yml").write_text(json.dumps(configuration))
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [
        program("prometheus-alertmanager"),
        f"--config.file={folder / 'alertmanager.yml'}",
        f"--storage.path={folder / 'alertmanager'}",
        f"--web.listen-address=127.0.0.1:{port}",
        "--cluster.listen-address=",
    ]
    with started(command, answers(f"{url}/-/ready"), folder):
        if alerts:
            posted = httpx.post(f"{url}/api/v2/alerts", json=list(alerts), trust_env=False)
            posted.raise_for_status()
        yield url


@contextmanager
def victoria_metrics(folder: Path, *, series: Sequence[Samples] = ()) -> Generator[str]:
    """Run VictoriaMetrics with ``series`` and give its address.

    Raises ``ConfigurationError`` where it is not installed.
    """
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [
        program("victoria-metrics"),
        f"-storageDataPath={folder / 'victoria'}",
        f"-httpListenAddr=127.0.0.1:{port}",
        "-retentionPeriod=100y",
        "-search.latencyOffset=0s",
        "-selfScrapeInterval=0s",
    ]
    with started(command, answers(f"{url}/health"), folder):
        if series:
            send_series(url, series)
        yield url


def send_series(url: str, series: Sequence[Samples]) -> None:
    """Write ``series`` to a VictoriaMetrics and wait until they can be searched."""
    lines = "\n".join(line for each in series for line in each.lines(per_second=1000))
    with httpx.Client(base_url=url, trust_env=False) as client:
        client.post("/api/v1/import/prometheus", content=lines.encode()).raise_for_status()
        client.get("/internal/force_flush").raise_for_status()


@contextmanager
def vmalert(folder: Path, rules: Sequence[Path], *, victoria: str) -> Generator[str]:
    """Run vmalert over a VictoriaMetrics, to which it writes ``ALERTS``, and give its address. It
    has to notify somebody: nobody takes it there.

    Raises ``ConfigurationError`` where it is not installed.
    """
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [
        program("vmalert"),
        *(f"-rule={path}" for path in rules),
        f"-datasource.url={victoria}",
        f"-remoteWrite.url={victoria}",
        f"-notifier.url={victoria}/nobody",
        "-evaluationInterval=1s",
        "-remoteWrite.flushInterval=200ms",
        f"-httpListenAddr=127.0.0.1:{port}",
    ]
    with started(command, answers(f"{url}/health"), folder):
        yield url
