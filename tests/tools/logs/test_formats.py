"""Records of the formats that docs/sources.md lists: kept together, with instant, level, names."""

from collections.abc import Callable
from pathlib import Path

import pytest

from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.logs import FileLogBackend, LogRecord, LogRequest, SourceReport

CRI = "2026-07-07T10:00:0{}.5Z {} {} {}"

TOGETHER = [
    (
        "a cut line is one record",
        [CRI.format(0, "stdout", "P", "first "), CRI.format(1, "stdout", "F", "second")],
        ["first second"],
    ),
    (
        "the frames of a stack trace follow their exception",
        [
            CRI.format(0, "stderr", "F", "ERROR failed"),
            CRI.format(0, "stderr", "F", "\tat a.b(C.java:1)"),
            CRI.format(0, "stderr", "F", "Caused by: java.io.IOException: disk"),
            CRI.format(1, "stderr", "F", "INFO next"),
        ],
        ["failed\n\tat a.b(C.java:1)\nCaused by: java.io.IOException: disk", "next"],
    ),
    (
        "the exception of a traceback is its end",
        [
            CRI.format(0, "stderr", "F", "Traceback (most recent call last):"),
            CRI.format(0, "stderr", "F", '  File "a.py", line 1'),
            CRI.format(0, "stderr", "F", "ValueError: bad"),
            CRI.format(1, "stderr", "F", "listening"),
        ],
        ['Traceback (most recent call last):\n  File "a.py", line 1\nValueError: bad', "listening"],
    ),
    (
        "the frames of a panic follow it",
        [
            CRI.format(0, "stderr", "F", "panic: nil map"),
            CRI.format(0, "stderr", "F", "goroutine 1 [running]:"),
            CRI.format(0, "stderr", "F", "net/http.(*conn).serve(0xc0, {0x1})"),
            CRI.format(0, "stderr", "F", "\t/go/a.go:5 +0x1"),
        ],
        [
            (
                "panic: nil map\ngoroutine 1 [running]:\nnet/http.(*conn).serve(0xc0, {0x1})"
                "\n\t/go/a.go:5 +0x1"
            )
        ],
    ),
    (
        "another stream is another record",
        [CRI.format(0, "stdout", "F", "GET /x"), CRI.format(0, "stderr", "F", "  indented")],
        ["GET /x", "indented"],
    ),
    (
        "the lines of Docker's json-file are joined, too",
        [
            '{"log":"part one ","stream":"stdout","time":"2026-07-07T10:00:02Z"}',
            '{"log":"part two\\n","stream":"stdout","time":"2026-07-07T10:00:02Z"}',
            '{"log":"\\tat a.b(C.java:1)\\n","stream":"stdout","time":"2026-07-07T10:00:02Z"}',
        ],
        ["part one part two\n\tat a.b(C.java:1)"],
    ),
]

READ = [
    # line, instant, level, names, message
    (
        "<11>Jul  7 10:00:01 web-1 app: refused",
        "10:00:01Z", "ERROR", {"host": "web-1", "app": "app"}, "web-1 app: refused",
    ),
    (
        '<165>1 2026-07-07T10:00:00.003Z web-1 su 12 ID47 [a@1 b="c"] done',
        "10:00:00.003Z", "INFO", {"host": "web-1", "app": "su"},
        'web-1 su 12 ID47 [a@1 b="c"] done',
    ),
    (
        "2026-07-07T10:00:02+00:00 web-1 systemd[1]: Started",
        "10:00:02Z", None, {"host": "web-1", "app": "systemd"}, "web-1 systemd[1]: Started",
    ),
    (
        "[Tue Jul 07 10:00:00.123456 2026] [core:error] [pid 12] AH00124: exceeded",
        "10:00:00.123456Z", "ERROR", {}, "[core:error] [pid 12] AH00124: exceeded",
    ),
    ("07.07.2026 10:00:02 ERROR full", "10:00:02Z", "ERROR", {}, "full"),
    ("7/7/2026 1:00:02 PM ERROR full", "13:00:02Z", "ERROR", {}, "full"),
    (
        "2026-07-07T10:00:03Z stderr F E0707 09:59:59.1  1 main.go:5] denied",
        "10:00:03Z", "ERROR", {}, "1 main.go:5] denied",
    ),
    (
        '{"log":"2026-07-07 09:59:59 WARN a\\n","stream":"stderr","time":"2026-07-07T10:00:03Z"}',
        "10:00:03Z", "WARN", {}, "a",
    ),
    (
        ('{"log":"{\\"level\\":\\"error\\",\\"msg\\":\\"in\\",\\"pod\\":\\"a-0\\"}\\n",'
        '"stream":"stdout","time":"2026-07-07T10:00:01Z"}'),
        "10:00:01Z", "ERROR", {"pod": "a-0"}, "in",
    ),
    (
        ('{"resource":{"attributes":{"service.name":"pay"}},"timeUnixNano":"1783418400000000000",'
        '"severityText":"ERROR","body":{"stringValue":"otel"}}'),
        "10:00:00Z", "ERROR", {"service": "pay"}, "otel",
    ),
    (
        '{"__REALTIME_TIMESTAMP":"1783418400000000","PRIORITY":"3","_HOSTNAME":"h1","MESSAGE":"m"}',
        "10:00:00Z", "ERROR", {"host": "h1"}, "m",
    ),
    (
        '{"t":{"$date":"2026-07-07T10:00:00.000+00:00"},"c":"NETWORK","msg":"mongo"}',
        "10:00:00Z", None, {}, "mongo",
    ),
    (
        '{"log":{"timestamp":"2026-07-07T10:00:00Z","level":"error","message":"nested"}}',
        "10:00:00Z", "ERROR", {}, "nested",
    ),
    (
        '{"fields":{"message":"rust"},"level":"WARN","timestamp":"2026-07-07T10:00:00Z"}',
        "10:00:00Z", "WARN", {}, "rust",
    ),
    (
        ('{"jsonPayload":{"message":"gcp","level":"error"},"timestamp":"2026-07-07T10:00:00Z",'
        '"resource":{"labels":{"pod_name":"p-0"}}}'),
        "10:00:00Z", "ERROR", {"pod": "p-0"}, "gcp",
    ),
]  # fmt: skip


def records(search, path: Path) -> list[LogRecord]:
    request = LogRequest("*", None, None, None, search.now)
    return list(FileLogBackend(None, path).records(request, SourceReport()))


@pytest.mark.parametrize(
    ("lines", "messages"),
    [case[1:] for case in TOGETHER],
    ids=[case[0] for case in TOGETHER],
)
def test_what_a_container_wrote_at_once_is_one_record(
    search, log: Callable[..., Path], lines: list[str], messages: list[str]
) -> None:
    found = records(search, log(*lines))
    assert [record.details.message for record in found] == messages


@pytest.mark.parametrize(("line", "instant", "level", "names", "message"), READ)
def test_a_line_of_each_format_is_taken_apart(
    search,
    log: Callable[..., Path],
    line: str,
    instant: str,
    level: str | None,
    names: dict[str, str],
    message: str,
) -> None:
    (record,) = records(search, log(line))
    assert record.instant is not None
    assert format_instant(record.instant) == f"2026-07-07T{instant}"
    details = record.details
    assert (details.level, dict(details.names), details.message) == (level, names, message)
