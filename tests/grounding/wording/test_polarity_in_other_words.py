"""What is true may be said in other words, and its opposite in none (contract section 7)."""

import pytest

from superbiz_agent.grounding.comparison.engine import fact_gaps
from superbiz_agent.grounding.wording import polarity_conflict
from superbiz_agent.grounding.wording.strangers import names_a_stranger

REBALANCE = "rebalance of group bills started at 06:05:01Z"
QUEUE = "job-7 could not deliver because the queue q-1 was full"
QUEUE_ZH = "job-7 投递失败：队列 q-1 已占满"
PROBE = "readiness probe ok in pod web-7"
WAIT = "callers wait for a free connection until the timeout runs out"
POLICY = "cache-1 reached maxmemory, policy=noeviction"
KEYS = "loader-2 wrote 1204 keys, ttl=none"
NOT_LOADED = "dns-1 没有加载序列号 202607 的区域"
NOT_YET = "edge-2 时钟慢 58 s，把证书当成尚未生效"
NO_MATCH = 'a search for "broker unavailable" in the logs of bill-1 matched nothing'
NO_MATCH_ZH = "在 bill-1 的日志中搜索“broker unavailable”，未匹配到记录"
NO_LOG = "no log shows who holds the connections of web-7"
NO_LOG_ZH = "没有 web-7 自身的日志"
RECORDS = "9 records of web-7: batch failed=0"
HANDSHAKES = "PartnerHandshakeFailures firing, service=edge-2, current=31%"


@pytest.mark.parametrize(
    ("text", "source", "conflicts"),
    [
        ("The group bills went through a rebalance that began at 06:05:01Z.", REBALANCE, False),
        ("The queue q-1 had no room left for job-7.", QUEUE, False),
        ("The queue q-1 had room for job-7 and was idle.", QUEUE, True),
        ("队列 q-1 堆满。", QUEUE_ZH, False),
        ("队列 q-1 还有余量，很充足。", QUEUE_ZH, True),
        ("Pod web-7 passed its readiness probe.", PROBE, False),
        ("Pod web-7 failed its readiness probe.", PROBE, True),
        ("Callers wait until a connection becomes available.", WAIT, False),
        ("cache-1 evicts nothing.", POLICY, False),
        ("cache-1 不淘汰 key。", POLICY, False),
        ("loader-2 wrote 1204 keys, none with an expiry.", KEYS, False),
        ("dns-1 did not load the zone 202607.", NOT_LOADED, False),
        ("edge-2 认为证书尚未生效。", NOT_YET, False),
        ('No hit for "broker unavailable" came up in the logs of bill-1.', NO_MATCH, False),
        ("bill-1 的日志里搜不到“broker unavailable”。", NO_MATCH_ZH, False),
        ("bill-1 的日志：无 broker 记录。", NO_MATCH_ZH, False),
        ("bill-1 的日志里没有搜到记录，bill-1 已恢复。", NO_MATCH_ZH, True),
        ("One cannot tell from the logs who holds the connections of web-7.", NO_LOG, False),
        ("web-7 自身的日志没有。", NO_LOG_ZH, False),
        ("9 batches of web-7, none of them failing.", RECORDS, False),
        ("9 batches of web-7 failed.", RECORDS, True),
        ("About 31% of the handshakes of edge-2 fail.", HANDSHAKES, False),
        ("About 31% of the handshakes of edge-2 succeeded.", HANDSHAKES, True),
        ("inventory refused to let web-7 connect.", "web-7 connection to inventory refused", False),
        ("The connection was refused to web-7.", "web-7 was refused the connection", False),
        ("web-7 did not get through its run.", "run of web-7 failed", False),
        ("web-7 got through its run and did not fail.", "run of web-7 failed", True),
    ],
)
def test_the_same_in_other_words(text: str, source: str, conflicts: bool) -> None:
    assert polarity_conflict(text, [source]) is conflicts


GROUP = (
    '2026-05-27T21:12:39.072Z ERROR tasks-api level=error app=tasks-api msg="task failed" '
    "encoder=gpu-3 exit_code=139 (a.log:20); 9 records of this form from "
    "2026-05-27T21:12:39.072Z to 2026-05-27T21:25:25.672Z"
)


@pytest.mark.parametrize(
    ("text", "gaps"),
    [
        ("tasks-api logged it 9 times.", []),
        ("gpu-3 had “task failed” 9 times.", []),
        ("gpu-3 的“task failed”出现 9 次。", []),
        ("gpu-3 上有 9 次。", []),
        ("gpu-4 的“task failed”出现 9 次。", ["gpu-4", "9"]),
        ("gpu-3 的“task failed”出现 8 次。", ["8"]),
    ],
)
def test_records_are_counted_as_times_of_whom_all_of_them_name(text: str, gaps: list[str]) -> None:
    assert [gap.value for gap in fact_gaps(text, [GROUP])] == gaps


@pytest.mark.parametrize(
    ("text", "is_strange"),
    [
        ("dns-1 answered SERVFAIL 7 times.", False),
        ("dns-1 返回 SERVFAIL 共 7 次。", False),
        ("dns-1 answered NXDOMAIN 7 times.", True),
        ("dns-1 返回 NXDOMAIN 共 7 次。", True),
    ],
)
def test_a_code_in_capitals_stands_in_what_is_cited(text: str, is_strange: bool) -> None:
    assert names_a_stranger(text, ["dns-1 unbound: error SERVFAIL"]) is is_strange
