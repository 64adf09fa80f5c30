"""Codes are told from other numbers, and records are counted by them (tools/logs/codes.py)."""

import pytest

from superbiz_agent.tools.logs.forms import form_of, http_statuses

CODES = [
    ('10.0.1.2 - - [x] "POST /api/orders HTTP/1.1" 503 481 "-" "curl/8"', ["503"]),
    ('10.0.1.2 - - [x] "GET / HTTP/2.0" 200 - "-" "curl/8"', ["200"]),
    ('INFO: 10.0.0.1:51000 - "GET /x HTTP/1.1" 503 Service Unavailable', ["503"]),
    ("haproxy[881]: 10.0.0.1:33317 [x] web web/web1 0/0/1/2/3 503 212 - -", ["503"]),
    ("GET /api/orders/123 503 12ms", ["503"]),
    ('[GIN] 2026/11/29 | 503 |    1.2ms | 10.0.0.1 | GET "/x"', ["503"]),
    ("TCP_MISS/503 1234 GET http://x/", ["503"]),
    ("upstream orders returned 503 Service Unavailable", ["503"]),
    ("returned 503 from upstream in 12ms", ["503"]),
    ("Completed 500 Internal Server Error in 12ms", ["500"]),
    ("HTTP/1.1 503 in 30ms", ["503"]),
    ('{"n": 1, "status": 503, "ms": 3}', ["503"]),
    ("status=503 attempt=3", ["503"]),
    ("statusCode: 503 responseTime=12", ["503"]),
    ("http.status_code=503 duration=3", ["503"]),
    ("process exited with code 137", ["137"]),
    ("exit status 1", ["1"]),
    ("exited (137) after 12s", ["137"]),
    ("killed by signal 9", ["9"]),
    ("errno=111 x", ["111"]),
    ("[Errno 111] Connection refused", ["111"]),
    ("connect() failed (111: Connection refused) while", ["111"]),
    ("ERROR 1045: Access denied", ["1045"]),
    ("error code: 1062", ["1062"]),
    ("failed with code 0x80070005", ["0x80070005"]),
    ("rpc error: code = 14 desc", ["14"]),
    ("ORA-00060: deadlock", ["ORA-00060"]),
    ("E11000 duplicate key error", ["E11000"]),
    ("SQLSTATE[HY000] [2002] refused", ["HY000", "2002"]),
    ("SQLState: 08S01", ["08S01"]),
    ("level=50 msg", ["50"]),
    ("success=0 rows=5", ["0"]),
    ("com.foo.Http2Exception: reset", ["com.foo.Http2Exception"]),
    ("invalid coupon code SAVE535", []),
    ("zip code 10115, barcode=123456", []),
    ("reserve ok sku=A503", []),
    ("order 123456 took 234ms", []),
    ("waiting=17 active=50", []),
    ("request_id=503 port 500", []),
    ("returned 150 rows in 12ms", []),
    ('"queue-a" 250 messages', []),
    ("took 503 ms, retry 3 of 5, errors 5", []),
    ("at 0x80070005 [exec-503]", []),
]


@pytest.mark.parametrize(("message", "codes"), CODES)
def test_a_code_is_told_by_what_stands_around_it(message: str, codes: list[str]) -> None:
    assert [slot.text for slot in form_of(message)[1] if slot.code] == codes


@pytest.mark.parametrize(
    ("message", "statuses"),
    [('"GET / HTTP/1.1" 404 503', ["404"]), ("exit status 3", []), ("exited (500)", [])],
)
def test_a_status_of_http_is_told_from_other_codes(message: str, statuses: list[str]) -> None:
    assert http_statuses(message) == statuses


DIFFERENT = [
    ('"GET /a HTTP/1.1" 200 481', '"GET /b7 HTTP/1.1" 503 12'),
    ('{"msg": "done", "status": 200}', '{"msg": "done", "status": 503}'),
    ("job exited with code 0", "job exited with code 137"),
    ("error code 1062", "error code 1213"),
    ("ORA-00060: x", "ORA-01555: x"),
    ("io.Http1Exception: x", "io.Http2Exception: x"),
    ("healthy=1", "healthy=0"),
    ("retry=true", "retry=false"),
    ("SQLException: x", "IOException: x"),
]


@pytest.mark.parametrize(("first", "second"), DIFFERENT)
def test_values_that_mean_different_things_are_never_counted_together(
    search, log, first: str, second: str
) -> None:
    lines = [f"2026-07-07T10:00:{n:02d}Z {second if n % 3 else first}" for n in range(12)]
    groups = {item.values["count"]: item for item in search(log(*lines)).items["logs"]}
    assert sorted(groups) == [4, 8]
    assert (groups[4].values["first"], groups[4].values["last"]) == (
        "2026-07-07T10:00:00Z",
        "2026-07-07T10:00:09Z",
    )
    assert groups[8].values["first"] == "2026-07-07T10:00:01Z"


@pytest.mark.parametrize("piece", ["503 ", '" ', "GET /", "/1", "status=1 ", "a_", "SQLSTATE["])
def test_a_long_line_is_no_burden(piece: str) -> None:
    form_of(piece * 1000)
