"""A side of an axis that a source tells in a plain word, which is no opposite (section 7)."""

import pytest

from superbiz_agent.grounding.wording import polarity_conflict
from superbiz_agent.grounding.wording.trouble import carries

CARRIED = [
    ("lifecycle", "+", "cron ran reindex at 02:00"),
    ("lifecycle", "+", "CMD (reindex --all)"),
    ("lifecycle", "+", "02:00 执行 reindex"),
    ("recovery", "+", "reindex finished in 42 s"),
    ("recovery", "+", "HighLoad was active from 02:00 to 02:10"),
    ("recovery", "+", "reindex 跑完"),
    ("health", "+", "HighLoad resolved"),
    ("health", "+", "告警解除"),
    ("connection", "-", "eth1: NIC Link is Down"),
    ("connection", "-", "port 7 lost carrier"),
    ("connection", "-", "eth1 链路断"),
    ("connection", "+", "reconnected to broker-1"),
    ("connection", "+", "重连 broker-1"),
    ("availability", "-", "worker-2 exited with code 1"),
    ("availability", "-", "worker-2 退出，码 1"),
    ("availability", "+", "worker-2 started"),
    ("availability", "+", "worker-2 启动"),
    ("validity", "-", "the session timed out"),
    ("validity", "-", "会话超时"),
    ("progress", "-", "9044 waits for a lock"),
    ("progress", "-", "9044 在等锁"),
]
NOT_CARRIED = [
    ("lifecycle", "+", "disk ran out of space"),
    ("lifecycle", "+", "truncated 4 rows"),
    ("recovery", "+", "reindex not finished"),
    ("recovery", "+", "reindex 未完成"),
    ("health", "+", "HighLoad not resolved"),
    ("health", "+", "告警未解除"),
    ("connection", "-", "eth1: NIC Link is Up"),
    ("connection", "+", "connection reset by peer"),
    ("connection", "+", "未重新连上"),
    ("availability", "-", "worker-2 is up"),
    ("availability", "+", "worker-2 is not running"),
    ("availability", "+", "worker-2 未启动"),
    ("validity", "-", "the session is valid"),
    ("progress", "-", "9044 goes on"),
    ("level", "+", "worker-2 started"),
]


@pytest.mark.parametrize(("axis", "side", "source"), CARRIED)
def test_a_plain_word_carries_a_side(axis: str, side: str, source: str) -> None:
    assert carries((axis, side), source)


@pytest.mark.parametrize(("axis", "side", "source"), NOT_CARRIED)
def test_no_other_word_does(axis: str, side: str, source: str) -> None:
    assert not carries((axis, side), source)


@pytest.mark.parametrize(
    ("text", "source", "conflicts"),
    [
        ("reindex was started at 02:00.", "02:00 cron ran reindex", False),
        ("eth1 of edge-2 went down.", "edge-2 kernel: eth1: NIC Link is Down", False),
        ("eth1 of edge-2 disconnected.", "edge-2 kernel: eth1: NIC Link is Down", False),
        ("edge-2 的 eth1 断开。", "edge-2 kernel: eth1: NIC Link is Down", False),
        ("worker-2 is down.", "worker-2 exited with code 1", False),
        ("9044 was blocked.", "9044 waits for a lock", False),
        ("eth1 of edge-2 connected.", "edge-2 kernel: eth1: NIC Link is Down", True),
        ("reindex did not start at 02:00.", "02:00 cron ran reindex", True),
        ("worker-2 is up.", "worker-2 shut down", True),
        ("worker-2 已启动。", "worker-2 关闭", True),
    ],
)
def test_other_plain_words_are_no_gain(text: str, source: str, conflicts: bool) -> None:
    assert polarity_conflict(text, [source]) is conflicts
