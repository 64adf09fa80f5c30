"""The limit, the former value, the timeout or the tries of a line are those of no other value."""

import pytest

from superbiz_agent.grounding.misreadings.table import misreads

MEMORY = "memory of order-service at 91% (limit 85%)"
DISK = 'DiskFull firing, service=pay, current=97%, description="previously 99%"'
CALL = "2026-08-14T09:00:00Z WARN api-gw call took 31s, timeout=30s"
VOLUME = "2026-08-14T09:00:00Z WARN vol-3 used 80 GiB of 100 GiB"
POD = "2026-08-14T09:00:00Z WARN api-gw requested 4 GiB, allocated 2 GiB"
RETRY = "2026-08-14T09:00:00Z WARN api-gw retry 3 of 5 failed"
HEAP = "2026-08-14T09:00:00Z INFO heap before=900 MB after=300 MB"
LATENCY = "2026-08-14T09:00:00Z WARN api-gw p99=850ms threshold=500ms"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("order-service memory is limited to 91%.", MEMORY),
        ("order-service 的内存上限为 91%。", MEMORY),
        ("DiskFull was previously at 97%.", DISK),
        ("The timeout of api-gw is 31s.", CALL),
        ("api-gw 的超时时间为 31s。", CALL),
        ("The capacity of vol-3 is 80 GiB.", VOLUME),
        ("vol-3 的容量为 80 GiB。", VOLUME),
        ("api-gw requested 2 GiB.", POD),
        ("api-gw 已分配 4 GiB。", POD),
        ("api-gw retried 5 times.", RETRY),
        ("api-gw 重试了 5 次。", RETRY),
        ("The heap after the collection was 900 MB.", HEAP),
        ("回收后堆为 900 MB。", HEAP),
        ("api-gw 的 p99 阈值为 850ms。", LATENCY),
    ],
)
def test_a_role_of_another_value_is_a_misreading(text: str, source: str) -> None:
    assert misreads(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("order-service memory is limited to 85%.", MEMORY),
        ("order-service 的内存上限为 85%，当前为 91%。", MEMORY),
        ("DiskFull is at 97%, previously at 99%.", DISK),
        ("The timeout of api-gw is 30s.", CALL),
        ("api-gw 的调用耗时 31s，超时时间为 30s。", CALL),
        ("The capacity of vol-3 is 100 GiB.", VOLUME),
        ("vol-3 已用 80 GiB，容量 100 GiB。", VOLUME),
        ("api-gw requested 4 GiB and was allocated 2 GiB.", POD),
        ("api-gw 已分配 2 GiB。", POD),
        ("Retry 3 of 5 of api-gw failed.", RETRY),
        ("api-gw 重试了 3 次。", RETRY),
        ("The heap after the collection was 300 MB.", HEAP),
        ("回收前堆为 900 MB。", HEAP),
        ("api-gw 的 p99 为 850ms，阈值为 500ms。", LATENCY),
    ],
)
def test_its_own_role_is_told(text: str, source: str) -> None:
    assert not misreads(text, [source])
