"""A value is told on its own side of a bound; a change, by the difference of its values."""

import pytest

from superbiz_agent.grounding.misreadings.table import misreads

QUEUE = "2026-08-14T09:00:00Z WARN order-service queue length 400, expected at most 250"
SENSOR = "2026-08-14T09:00:00Z WARN order-service T2 71 C, critical at 95 C"
SERIES = (
    "open_fds, job=order-service, first=100 at 2026-11-30T22:19:15Z, last=130 at "
    "2026-11-30T23:19:00Z, min=100 at 2026-11-30T22:19:15Z, max=160 at 2026-11-30T22:25:15Z, "
    "mean=129, step=15s, count=240"
)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("order-service queue length is below 250.", QUEUE),
        ("order-service 队列长度低于 250。", QUEUE),
        ("order-service T2 has reached its critical mark.", SENSOR),
        ("order-service T2 温度为 71 C，已达临界。", SENSOR),
        ("order-service open fds were at most 129.", SERIES),
        ("order-service 打开的文件数不超过 129。", SERIES),
        ("order-service open fds were all above 129.", SERIES),
        ("order-service open fds jumped by 130.", SERIES),
        ("order-service 打开的文件数增加了 130。", SERIES),
    ],
)
def test_the_wrong_side_of_a_bound_is_a_misreading(text: str, source: str) -> None:
    assert misreads(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("order-service queue length is above 250.", QUEUE),
        ("order-service 队列长度 400，高于 250。", QUEUE),
        ("order-service T2 has not reached its critical mark.", SENSOR),
        ("order-service T2 温度为 71 C，未达临界。", SENSOR),
        ("order-service open fds were at most 160.", SERIES),
        ("order-service 打开的文件数不超过 160。", SERIES),
        ("order-service open fds were at least 100.", SERIES),
        ("order-service open fds rose by 30.", SERIES),
        ("order-service 打开的文件数增加了 30。", SERIES),
    ],
)
def test_its_own_side_is_told(text: str, source: str) -> None:
    assert not misreads(text, [source])
