"""A number is of what its record counts: its own resource, its writer, records (section 7).

Each table is judged by the whole chain of a claim: gatekeeper, normalised checks, screening.
"""

import pytest

from superbiz_agent.grounding import check_executor_output, normalise_checks, screen
from tests.grounding import evidence_rows as rows

QUESTION = "What is wrong with order-service?"
HEAD = "2026-07-07T10:00:00Z ERROR order-service "
SPAN = "from 2026-07-07T10:00:00Z to 2026-07-07T10:05:00Z"
THREADS = f"{HEAD}worker threads total=5, active=5, request failed (app.log:1)"
LICENCES = f"{HEAD}licences active=50/50 request rejected (app.log:1)"
TWO_POOLS = f"{HEAD}HikariPool-1 total=5, active=5; HikariPool-2 total=9, active=2 (app.log:1)"
GROUP = (
    f"{HEAD}request failed: upstream payment-service latency 900ms (app.log:3); "
    f"7 records of this form {SPAN}; latency 100ms to 900ms; with 10.0.0.1, 10.0.0.2"
)
MANY = f"{HEAD}request to payment-service failed (app.log:3); 500 records of this form {SPAN}"


def status(text: str, source: str, claim_type: str = "observation") -> str:
    stored = [rows.row(2, "query_logs", {"$.logs[0]": source}, sources=["app.log"])]
    output = rows.output(rows.claim(rows.log_binding(source), text=text, claim_type=claim_type))
    outcome = check_executor_output(
        output, stored, session_id=rows.SESSION, original_query=QUESTION
    )
    result = normalise_checks(
        rows.judgement(outcome), outcome, original_query=QUESTION, invocations=stored
    )
    screened = screen(output, outcome, result, original_query=QUESTION, invocations=stored)
    allowed = screened.composer_input.allowed_claims
    return next((claim.status for claim in allowed), "withheld")


@pytest.mark.parametrize("source", [THREADS, LICENCES], ids=["threads", "licences"])
@pytest.mark.parametrize(
    ("text", "claim_type"),
    [
        ("根因是 order-service 连接池耗尽。", "root_cause"),
        ("根因是 order-service 队列耗尽。", "root_cause"),
        ("order-service 连接池耗尽。", "observation"),
        ("order-service 的数据库连接池已满。", "observation"),
        ("order-service 数据库连接耗尽。", "observation"),
        ("The connection pool of order-service is exhausted.", "observation"),
        ("The database connection pool of order-service is full.", "observation"),
        ("The root cause is the exhausted connection pool of order-service.", "root_cause"),
        ("order-service has 5 connections in use.", "observation"),
        ("order-service has 50 connections in use.", "observation"),
        ("All 5 connections of order-service are in use.", "observation"),
        ("All 50 connections of order-service are in use.", "observation"),
        ("order-service 有 5 个连接在用。", "observation"),
        ("order-service 50 个连接全部在用。", "observation"),
    ],
)
def test_a_full_resource_makes_no_other_full(text: str, claim_type: str, source: str) -> None:
    assert status(text, source, claim_type) == "withheld"


@pytest.mark.parametrize(
    "text",
    [
        "All pools of order-service are exhausted.",
        "Both pools of order-service are exhausted.",
        "Every pool of order-service is exhausted.",
        "The pools of order-service are exhausted.",
        "order-service 的两个连接池都已耗尽。",
        "order-service 的所有连接池已耗尽。",
        "HikariPool-2 is exhausted.",
        "order-service 的 HikariPool-2 已耗尽。",
        "HikariPool-1 and HikariPool-2 are exhausted.",
    ],
)
def test_of_two_pools_the_full_one_alone_is(text: str) -> None:
    assert status(text, TWO_POOLS) == "withheld"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("payment-service logged 7 errors from 2026-07-07T10:00:00Z on.", GROUP),
        ("payment-service failed 7 times.", GROUP),
        ("payment-service 记录了 7 条错误。", GROUP),
        ("payment-service latency 100ms.", GROUP),
        ("payment-service failed hundreds of times.", MANY),
        ("order-service has 7 pods.", GROUP),
        ("order-service has 7 services.", GROUP),
        ("order-service failed on 7 hosts.", GROUP),
        ("order-service 有 7 个实例。", GROUP),
        ("500 users of order-service are affected.", MANY),
        ("Hundreds of pods of order-service failed.", MANY),
        ("order-service 有数百个实例失败。", MANY),
        ("Many instances of order-service failed.", MANY),
    ],
)
def test_a_group_counts_records_of_its_writer_alone(text: str, source: str) -> None:
    assert status(text, source) == "withheld"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("The worker threads of order-service are all busy, 5 of 5.", THREADS),
        ("The thread pool of order-service is exhausted.", THREADS),
        ("order-service 线程池耗尽。", THREADS),
        ("The licences of order-service are exhausted.", LICENCES),
        ("order-service 许可证耗尽。", LICENCES),
        ("HikariPool-1 is exhausted.", TWO_POOLS),
        ("order-service 的 HikariPool-1 已耗尽。", TWO_POOLS),
        (f"order-service logged 7 errors {SPAN}.", GROUP),
        ("order-service logged 7 ERROR records.", GROUP),
        ("order-service failed 7 times.", GROUP),
        ("7 requests of order-service failed.", GROUP),
        ("order-service 记录了 7 条错误日志。", GROUP),
        ("order-service latency 100ms to 900ms.", GROUP),
        ("order-service logged hundreds of errors.", MANY),
    ],
)
def test_what_the_record_counts_is_said(text: str, source: str) -> None:
    assert status(text, source) == "confirmed"
