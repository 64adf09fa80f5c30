"""Real logs of six systems, read in place: every line parsed, queries find what grep finds."""

import csv
import json
import lzma
import re
from pathlib import Path

import pytest

from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.logs import FileLogBackend, LogRequest, SourceReport
from superbiz_agent.tools.logs.record import LogRecord

pytestmark = pytest.mark.data

SYSTEMS = ("HDFS", "Hadoop", "OpenSSH", "OpenStack", "Spark", "Zookeeper")

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


def samples(system: str) -> dict[int, tuple[str, str | None]]:
    """Instant and level by line, of lines all over the file, each read by eye."""
    with Path(__file__).with_name("public_log_samples.csv").open(encoding="utf-8") as rows:
        return {
            int(row["line"]): (row["instant"], row["level"] or None)
            for row in csv.DictReader(rows)
            if row["system"] == system
        }


def told(record: LogRecord) -> tuple[str, str | None]:
    assert record.instant is not None
    return format_instant(record.instant), record.details.level


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


@pytest.mark.parametrize("system", SYSTEMS)
def test_time_and_level_of_the_sample_are_those_of_the_lines(
    search, public_data: Path, system: str
) -> None:
    records = records_of(search, path_of(public_data, system))
    sample = samples(system)
    assert len(sample) >= 24
    read = [(line, told(records[line - 1])) for line in sample]
    assert [each for each in read if each[1] != sample[each[0]]] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_only_syslog_lines_have_no_level(search, public_data: Path, system: str) -> None:
    # sshd writes a level into 48 of its messages; RFC 3164 as it lies in a file has none
    records = records_of(search, path_of(public_data, system))
    without = sum(record.details.level is None for record in records)
    assert without == (1952 if system == "OpenSSH" else 0)


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
