"""Who did it, and to whom it was done, is told as the line tells it."""

import pytest

from superbiz_agent.grounding.misreadings.table import misreads

BLOCKED = "2026-08-14T09:00:00Z WARN cart-db blocked by api-gw"
CALLED = "2026-08-14T09:00:00Z WARN pay-api called cart-api"
MOVED = "2026-08-14T09:00:00Z WARN vip-1 moved from node-a to node-b"
SENT = "2026-08-14T09:00:00Z INFO node-a sent snapshot to node-b"
LOCK = "2026-08-14T09:00:00Z INFO order-service thread-7 took the lock held by thread-3"
ANSWERED = "2026-08-14T09:00:00Z ERROR pay-api upstream stock-api answered 503"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("api-gw was blocked by cart-db.", BLOCKED),
        ("api-gw 被 cart-db 阻塞。", BLOCKED),
        ("cart-api called pay-api.", CALLED),
        ("cart-api 调用了 pay-api。", CALLED),
        ("vip-1 moved from node-b to node-a.", MOVED),
        ("vip-1 从 node-b 迁移到 node-a。", MOVED),
        ("node-b 向 node-a 发送了快照。", SENT),
        ("order-service thread-3 took the lock held by thread-7.", LOCK),
        ("order-service 的 thread-3 抢占了 thread-7 持有的锁。", LOCK),
        ("pay-api answered 503.", ANSWERED),
        ("pay-api 返回 503。", ANSWERED),
    ],
)
def test_two_names_that_changed_places_are_a_misreading(text: str, source: str) -> None:
    assert misreads(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("cart-db was blocked by api-gw.", BLOCKED),
        ("api-gw 阻塞了 cart-db。", BLOCKED),
        ("cart-api was called by pay-api.", CALLED),
        ("cart-api 被 pay-api 调用。", CALLED),
        ("vip-1 moved from node-a to node-b.", MOVED),
        ("vip-1 从 node-a 迁移到 node-b。", MOVED),
        ("node-b received the snapshot from node-a.", SENT),
        ("node-b 从 node-a 收到了快照。", SENT),
        ("thread-7 抢占了 thread-3 持有的锁。", LOCK),
        ("stock-api answered 503 to pay-api.", ANSWERED),
        ("pay-api 收到 stock-api 返回 503。", ANSWERED),
    ],
)
def test_their_own_places_are_told(text: str, source: str) -> None:
    assert not misreads(text, [source])
