"""Real logs of six systems, read in place: every line parsed, queries find what grep finds."""

import json
import lzma
import re
from pathlib import Path

import pytest

from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.logs import FileLogBackend, LogRequest, SourceReport

pytestmark = pytest.mark.data

SYSTEMS = ("HDFS", "Hadoop", "OpenSSH", "OpenStack", "Spark", "Zookeeper")

SAMPLES = [
    # system, line, instant, level: checked by eye
    ("HDFS", 1, "2008-11-09T20:36:15Z", "INFO"),
    ("HDFS", 2000, "2008-11-11T10:20:17Z", "INFO"),
    ("Hadoop", 1, "2015-10-18T18:01:47.978Z", "INFO"),
    ("Hadoop", 848, "2015-10-18T18:05:27.570Z", "WARN"),
    ("Hadoop", 668, "2015-10-18T18:04:11.034Z", "ERROR"),
    ("OpenSSH", 1, "2025-12-10T06:55:46Z", None),
    ("OpenSSH", 2000, "2025-12-10T11:04:45Z", None),
    ("OpenStack", 1, "2017-05-16T00:00:00.008Z", "INFO"),
    ("OpenStack", 2000, "2017-05-16T00:14:47.687Z", "INFO"),
    ("Spark", 1, "2017-06-09T20:10:40Z", "INFO"),
    ("Spark", 2000, "2017-06-09T20:11:11Z", "INFO"),
    ("Zookeeper", 1, "2015-07-29T17:41:44.747Z", "INFO"),
    ("Zookeeper", 3, "2015-07-29T19:04:29.071Z", "WARN"),
    ("HDFS", 7, "2008-11-09T20:43:24Z", "INFO"),
    ("HDFS", 81, "2008-11-09T21:45:29Z", "WARN"),
    ("HDFS", 333, "2008-11-10T08:16:43Z", "WARN"),
    ("HDFS", 777, "2008-11-10T15:21:47Z", "INFO"),
    ("HDFS", 1234, "2008-11-11T03:14:36Z", "INFO"),
    ("HDFS", 1789, "2008-11-11T08:28:09Z", "INFO"),
    ("Hadoop", 7, "2015-10-18T18:01:50.556Z", "INFO"),
    ("Hadoop", 333, "2015-10-18T18:02:55.857Z", "INFO"),
    ("Hadoop", 777, "2015-10-18T18:04:44.036Z", "INFO"),
    ("Hadoop", 1020, "2015-10-18T18:06:26.029Z", "FATAL"),
    ("Hadoop", 1234, "2015-10-18T18:07:15.267Z", "WARN"),
    ("Hadoop", 1789, "2015-10-18T18:09:54.511Z", "ERROR"),
    ("OpenSSH", 7, "2025-12-10T06:55:48Z", None),
    ("OpenSSH", 162, "2025-12-10T07:51:20Z", "ERROR"),
    ("OpenSSH", 333, "2025-12-10T09:11:00Z", None),
    ("OpenSSH", 777, "2025-12-10T09:17:43Z", None),
    ("OpenSSH", 1234, "2025-12-10T10:56:33Z", None),
    ("OpenSSH", 1989, "2025-12-10T11:04:41Z", "ERROR"),
    ("OpenStack", 7, "2017-05-16T00:00:04.500Z", "INFO"),
    ("OpenStack", 57, "2017-05-16T00:00:20.345Z", "WARN"),
    ("OpenStack", 333, "2017-05-16T00:02:30.115Z", "INFO"),
    ("OpenStack", 777, "2017-05-16T00:05:48.488Z", "INFO"),
    ("OpenStack", 1789, "2017-05-16T00:13:17.185Z", "INFO"),
    ("Spark", 7, "2017-06-09T20:10:41Z", "INFO"),
    ("Spark", 333, "2017-06-09T20:10:54Z", "INFO"),
    ("Spark", 777, "2017-06-09T20:10:56Z", "INFO"),
    ("Spark", 1234, "2017-06-09T20:11:08Z", "INFO"),
    ("Spark", 1789, "2017-06-09T20:11:10Z", "INFO"),
    ("Zookeeper", 7, "2015-07-29T19:13:24.370Z", "INFO"),
    ("Zookeeper", 333, "2015-07-29T19:32:29.085Z", "WARN"),
    ("Zookeeper", 506, "2015-07-29T23:44:28.903Z", "ERROR"),
    ("Zookeeper", 777, "2015-07-29T19:20:16.794Z", "WARN"),
    ("Zookeeper", 1234, "2015-07-29T19:36:34.771Z", "INFO"),
    ("Zookeeper", 1789, "2015-07-29T19:32:58.464Z", "WARN"),
]

QUERIES = [
    ("OpenStack", "ERROR"),
    ("OpenStack", "took"),
    ("OpenStack", "terminating instance"),
    ("OpenSSH", "Failed password"),
    ("OpenSSH", "POSSIBLE BREAK-IN ATTEMPT"),
    ("OpenSSH", "173.234.31.186"),
    ("HDFS", "PacketResponder"),
    ("HDFS", "blk_38865049064139660"),
    ("Zookeeper", "Connection broken"),
    ("Zookeeper", "error"),
    ("Hadoop", "Failed to renew lease"),
    ("Hadoop", "NoRouteToHostException"),
    ("Spark", "ERROR"),
    ("Spark", "MemoryStore"),
]


def path_of(data: Path, system: str) -> Path:
    return data / "loghub" / system / f"{system}_2k.log"


def records_of(search, path: Path):
    report = SourceReport()
    request = LogRequest("*", None, None, None, search.now)
    records = list(FileLogBackend(None, path).records(request, report))
    assert report == SourceReport()
    return records


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_line_is_a_record_with_an_instant(search, public_data: Path, system: str) -> None:
    path = path_of(public_data, system)
    records = records_of(search, path)
    assert [record.line for record in records] == list(range(1, 2001))
    assert all(record.instant for record in records)
    assert not any("\r" in record.text for record in records)


@pytest.mark.parametrize(("system", "line", "instant", "level"), SAMPLES)
def test_time_and_level_are_those_of_the_line(
    search, public_data: Path, system: str, line: int, instant: str, level: str | None
) -> None:
    record = records_of(search, path_of(public_data, system))[line - 1]
    assert record.instant is not None
    assert format_instant(record.instant) == instant
    assert record.details.level == level


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_level_is_found_exactly_where_the_line_writes_one(
    search, public_data: Path, system: str
) -> None:
    written = re.compile(r"(?<![A-Za-z])(INFO|WARN|WARNING|ERROR|FATAL)(?![A-Za-z])")
    for record in records_of(search, path_of(public_data, system)):
        match = written.search(record.text[:120])
        expected = match[1].replace("WARNING", "WARN") if match else None
        if system != "OpenSSH":  # it writes "error:" and "fatal:" within its messages
            assert record.details.level == expected, record.text


@pytest.mark.parametrize(("system", "query"), QUERIES)
def test_a_query_finds_what_grep_finds(search, public_data: Path, system: str, query: str) -> None:
    path = path_of(public_data, system)
    lines = path.read_text().splitlines()
    expected = [n for n, line in enumerate(lines, 1) if query.lower() in line.lower()]
    outcome = search(path, query, limit=50)
    assert outcome.search.matched == len(expected)
    assert outcome.failed_sources == []
    assert {item.values["line"] for item in outcome.items["logs"]} <= set(expected)
    assert outcome.search.answered is True


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_unrelated_is_found(search, public_data: Path, system: str) -> None:
    outcome = search(path_of(public_data, system), "HikariPool 数据库连接池")
    assert outcome.evidence_status == "no_evidence"


@pytest.mark.parametrize(
    ("system", "query"),
    [("OpenSSH", "登录失败"), ("Hadoop", "租约"), ("Zookeeper", "断开连接"), ("HDFS", "数据块")],
)
def test_a_chinese_question_finds_english_records(
    search, public_data: Path, system: str, query: str
) -> None:
    assert search(path_of(public_data, system), query).search.matched > 0


def test_a_window_of_another_year_is_told_what_the_file_holds(search, public_data: Path) -> None:
    outcome = search(path_of(public_data, "HDFS"), "block", since="1h")
    assert outcome.search.answered is False
    assert "it holds 2008-11-09T20:36:15Z to 2008-11-11T10:20:17Z" in outcome.error


def test_a_folder_of_all_six_is_one_source(search, public_data: Path) -> None:
    outcome = search(public_data / "loghub", "Failed password")
    assert outcome.search.matched == 520
    assert outcome.search.sources == ["loghub"]


def test_every_public_incident_is_read_compressed_as_it_lies(search, public_data: Path) -> None:
    folder = public_data / "holmesgpt-logs"
    for case in json.loads((folder / "cases.json").read_text()):
        path = folder / case["log"]
        with lzma.open(path, "rt") as lines:
            count = sum(bool(line.strip()) for line in lines)
        if count <= 5000:
            report = SourceReport()
            request = LogRequest("*", None, None, None, search.now)
            records = list(FileLogBackend(None, path).records(request, report))
            assert report == SourceReport()
            assert 0 < len(records) <= count
