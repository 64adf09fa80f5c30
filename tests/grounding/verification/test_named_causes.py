"""Faults, causes and hedges that the evidence of a claim does not have (contract section 5)."""

import pytest

from superbiz_agent.grounding.verification.named_causes import drops_hedge, names_unknown_fault
from tests.grounding.evidence_rows import LOG

HEDGED = "WARN order-service slow response, network may be congested between az-1 and az-2"


@pytest.mark.parametrize(
    ("text", "claim_type", "is_unknown"),
    [
        ("order-service deadlocked: timed out after 30000ms.", "observation", True),
        ("order-service 死锁，30000ms 超时。", "observation", True),
        ("根因是数据库死锁导致 order-service 超时。", "root_cause", True),
        ("The root cause of order-service timeouts is a memory leak.", "root_cause", True),
        ("The root cause is a bad deployment of order-service.", "root_cause", True),
        ("A traffic surge likely slows order-service.", "inference", True),
        ("order-service timed out after 30000ms.", "observation", False),
        ("The root cause is the exhausted HikariPool-1.", "root_cause", False),
        ("order-service 请求超时的根因是连接池 HikariPool-1 耗尽。", "root_cause", False),
    ],
)
def test_a_fault_or_cause_must_be_named_by_the_evidence(
    text: str, claim_type: str, is_unknown: bool
) -> None:
    assert names_unknown_fault(text, claim_type, [LOG]) is is_unknown


def test_the_evidence_may_name_it_in_the_other_language_and_as_a_key() -> None:
    assert not names_unknown_fault("线程死锁。", "observation", ["deadlock detected"])
    assert not names_unknown_fault("pod-1 crashed twice.", "observation", ["pod-1 crashes=2"])


@pytest.mark.parametrize(
    ("text", "is_dropped"),
    [
        ("The network is congested between az-1 and az-2.", True),
        ("确认 az-1 与 az-2 之间存在网络拥塞。", True),
        ("The network may be congested between az-1 and az-2.", False),
        ("az-1 与 az-2 之间的网络可能拥塞。", False),
        ("order-service 响应慢。", False),
        ("order-service has a slow response.", False),
    ],
)
def test_the_hedge_of_a_source_is_kept(text: str, is_dropped: bool) -> None:
    assert drops_hedge(text, [HEDGED]) is is_dropped
