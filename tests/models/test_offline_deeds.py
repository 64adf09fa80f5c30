"""Who did a thing, and which ones had none: done is not failed, and silence of one is no search."""

import pytest
from offline_incident import MEMORY, always, execute

from superbiz_agent.grounding.screening.unchecked_wording import says_what_is_missing
from superbiz_agent.models.offline.deeds import asks_done, asks_none, is_done
from superbiz_agent.models.offline.question import read_question
from superbiz_agent.models.offline.stored_text import read_line

FAILED = (
    "2026-07-07T10:00:00Z db9 sshd[70]: Failed password for admin from 203.0.113.9 (a.log:1); "
    "12 records of this form from 2026-07-07T10:00:00Z to 2026-07-07T10:01:00Z"
)
ACCEPTED = "2026-07-07T10:05:00Z db9 sshd[80]: Accepted publickey for ann from 10.0.0.4 (a.log:20)"
REFUSED = "2026-07-07T10:06:00Z ERROR db9 could not delete volume v7: permission denied (a.log:21)"
FULL = "2026-07-07T10:07:00Z FATAL db9 write failed: No space left on device (a.log:22)"


@pytest.mark.parametrize(
    ("question", "is_asked"),
    [
        ("Who logged in to db9?", True),
        ("Which user deleted the volume?", True),
        ("谁登录了 db9？", True),
        ("哪个用户删除了卷？", True),
        ("Who failed to log in to db9?", False),
        ("谁登录失败了？", False),
        ("Which pods restarted after the crash?", False),
        ("Which services had errors?", False),
        ("Who owns db9?", False),
        ("哪些服务报错了？", False),
    ],
)
def test_who_did_a_thing_is_asked(question: str, is_asked: bool) -> None:
    assert asks_done(read_question(question)) is is_asked


@pytest.mark.parametrize(
    ("question", "is_asked"),
    [
        ("Which services had no errors between 10:00 and 10:30?", True),
        ("Which hosts did not report any errors?", True),
        ("10:00 到 10:30 哪些服务没有报错？", True),
        ("哪台主机没有出现异常？", True),
        ("Which services had errors?", False),
        ("Which pods are not ready?", False),
        ("哪些服务有没有报错？", False),
        ("哪些服务报错了？", False),
    ],
)
def test_which_ones_had_none_is_asked(question: str, is_asked: bool) -> None:
    assert asks_none(read_question(question)) is is_asked


@pytest.mark.parametrize(
    ("record", "done"), [(ACCEPTED, True), (FAILED, False), (REFUSED, False), (FULL, False)]
)
def test_a_failed_attempt_is_no_deed(record: str, done: bool) -> None:
    assert is_done(read_line("query_logs", 1, "$.logs[0]", record)) is done


@pytest.mark.parametrize("question", ["Who logged in to db9?", "谁登录了 db9？"])
def test_who_logged_in_is_told_by_logins_alone(question: str) -> None:
    run = execute(question, always({"query_logs": [FAILED, ACCEPTED, FULL]}))
    assert [claim["claim_type"] for claim in run.claims] == ["observation"]
    assert "Accepted publickey for ann" in run.claims[0]["claim_text"]


@pytest.mark.parametrize(
    ("question", "gap"),
    [
        ("Who logged in to db9?", "No evidence that it was done"),
        ("谁登录了 db9？", "没有找到说明是谁做到的记录"),
    ],
)
def test_attempts_alone_tell_of_nobody(question: str, gap: str) -> None:
    run = execute(question, always({"query_logs": [FAILED]}))
    assert run.claims == []
    assert gap in run.output["missing_info"][0]
    assert says_what_is_missing(run.output["missing_info"][0])


@pytest.mark.parametrize(
    ("question", "gap"),
    [
        ("What is the CPU usage of db9?", "No metric that measures this was found"),
        ("How much memory does db9 use?", "No metric that measures this was found"),
        ("db9 的 CPU 使用率是多少？", "没有给出所问的测量值"),
    ],
)
def test_a_value_that_no_source_measures_is_said_to_be_missing(question: str, gap: str) -> None:
    run = execute(question, always({"query_logs": [FAILED, FULL]}))
    assert run.claims == []
    assert gap in run.output["missing_info"][0]
    assert says_what_is_missing(run.output["missing_info"][0])


@pytest.mark.parametrize(
    "question", ["memory usage of order-service", "order-service 的内存使用率"]
)
def test_an_alert_that_tells_the_value_answers(question: str) -> None:
    run = execute(question, always({"query_metrics": [MEMORY], "query_logs": [FULL]}))
    assert "current=91%" in run.claims[0]["claim_text"]
    assert all("write failed" not in claim["claim_text"] for claim in run.claims)


@pytest.mark.parametrize(
    ("question", "gap"),
    [
        ("Which services had no errors?", "had none cannot be told"),
        ("哪些服务没有报错？", "不能说明哪些没有"),
    ],
)
def test_those_that_had_some_are_no_answer_to_which_had_none(question: str, gap: str) -> None:
    run = execute(question, always({"query_logs": [FULL, ACCEPTED]}))
    assert run.claims == []
    assert gap in run.output["missing_info"][0]


@pytest.mark.parametrize("question", ["Which service wrote to db9?", "哪个服务写入 db9？"])
def test_no_cause_is_told_where_one_is_asked_for_by_name(question: str) -> None:
    run = execute(question, always({"query_logs": [FULL]}))
    assert "root_cause" not in [claim["claim_type"] for claim in run.claims]
