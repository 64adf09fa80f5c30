"""What is said of k of n is not told of n."""

import pytest

from superbiz_agent.grounding.misreadings.table import misreads

READY = "2026-08-14T09:00:00Z ERROR order-service 0/3 replicas ready"
BACKUPS = "2026-08-14T09:01:00Z ERROR cart-service 0 of 12 backups succeeded"
MESSAGES = "2026-08-14T09:02:00Z WARN mail-service none of 40 messages delivered"
ENDPOINTS = "2026-08-14T09:03:00Z WARN pay-service endpoints: 0 healthy, 6 total"
SHARDS = "2026-08-14T09:04:00Z WARN search-service 3 of 8 shards unassigned"
NODES = "2026-08-14T09:05:00Z Warning FailedScheduling pod/cart-5d 0/5 nodes are available"
CHINESE = "2026-08-14T09:06:00Z WARN search-service 8 个分片中 3 个未分配"
NO_FAILURE = "2026-08-14T09:07:00Z INFO cart-service 0 of 12 backups failed"
LAST = "2026-08-14T09:09:00Z WARN order-service probes 0/3."
PROBES = "2026-08-14T09:08:00Z INFO web-service 5/5 probes passed"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("3 replicas of order-service are ready.", READY),
        ("order-service has 3 ready replicas.", READY),
        ("order-service runs with 3 replicas.", READY),
        ("order-service 有 3 个副本就绪。", READY),
        ("12 backups of cart-service succeeded.", BACKUPS),
        ("cart-service made 12 successful backups.", BACKUPS),
        ("cart-service 的 12 次备份成功。", BACKUPS),
        ("mail-service delivered 40 messages.", MESSAGES),
        ("mail-service 投递了 40 条消息。", MESSAGES),
        ("pay-service has 6 healthy endpoints.", ENDPOINTS),
        ("pay-service 有 6 个健康的端点。", ENDPOINTS),
        ("8 shards of search-service are unassigned.", SHARDS),
        ("search-service 有 8 个分片未分配。", SHARDS),
        ("8 shards of search-service are unassigned.", CHINESE),
        ("5 nodes are available for cart-5d.", NODES),
        ("有 5 个节点可用。", NODES),
        ("12 backups of cart-service failed.", NO_FAILURE),
    ],
)
def test_the_whole_is_not_told_as_the_part(text: str, source: str) -> None:
    assert misreads(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("0 of the 3 replicas of order-service are ready.", READY),
        ("None of the 3 replicas of order-service is ready.", READY),
        ("The 3 replicas of order-service are not ready.", READY),
        ("order-service has 3 replicas.", READY),
        ("order-service 的 3 个副本均未就绪。", READY),
        ("cart-service 的 12 次备份没有一次成功。", BACKUPS),
        ("mail-service delivered none of its 40 messages.", MESSAGES),
        ("pay-service has 6 endpoints, 0 of them healthy.", ENDPOINTS),
        ("3 shards of search-service are unassigned.", SHARDS),
        ("Of 8 shards of search-service, 3 are unassigned.", SHARDS),
        ("search-service 的 8 个分片中有 3 个未分配。", SHARDS),
        ("3 of 8 shards of search-service are unassigned.", CHINESE),
        ("No node of 5 is available for cart-5d.", NODES),
        ("5 个节点都不可用。", NODES),
        ("12 backups of cart-service succeeded.", NO_FAILURE),
        ("order-service passed none of 3 probes.", LAST),
        ("5 probes of web-service passed.", PROBES),
        ("web-service 的 5 个探针通过。", PROBES),
    ],
)
def test_what_is_told_of_the_part_passes(text: str, source: str) -> None:
    assert not misreads(text, [source])
