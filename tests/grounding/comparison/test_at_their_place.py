"""First and last, most and least, again and again, and whose a value is by where it stands."""

import pytest

from superbiz_agent.grounding.comparison.engine import fact_gaps

HEAD = "2026-03-02T10:00:00Z ERROR cart-api retry failed (a.log:1)"
GROUP = f"{HEAD}; {{}} records of this form from 2026-03-02T10:00:00Z to 2026-03-02T10:05:00Z"
THREE = [
    "2026-03-02T10:00:00Z ERROR cart-api timed out (a.log:1)",
    "2026-03-02T10:05:00Z ERROR cart-api timed out (a.log:2)",
    "2026-03-02T10:09:00Z ERROR cart-api timed out (a.log:3)",
]
TWO_DAYS = [*THREE, "2026-03-03T09:00:00Z ERROR cart-api timed out (a.log:4)"]
RANGE = ["cart-db logged 4 slow queries, taking 6120 to 9034 ms"]
QUEUE = ["INFO mail-1 queue=38", "INFO mail-1 queue=52", "INFO mail-1 queue=71"]
OF_TWO = ["cart-api used 91%. pay-api used 35%."]
LINK = ['edge-2 logged at 2026-03-02T14:02:00Z: "ens4: NIC Link is Down"']
WEB = ["edge-2 logged at 2026-03-02T14:02:00Z “web-7 is down”", "web-8 is down"]
VOLUME = ["nfs-1 volume home used=500 GiB of quota=500 GiB"]
HALF = ["nfs-1 volume home used=200 GiB of quota=500 GiB"]
DIAL = ["2026-03-02T14:02:00Z ERROR cart-api connect to redis-2:6379 failed after 3000ms (a.log:1)"]
TWO_PORTS = ["redis-2:6379 used 91%", "redis-2:6380 used 12%"]

ORDER = [
    ("The first timeout of cart-api came at 10:00:00Z, the last at 10:09:00Z.", THREE, False),
    ("The first came at 2026-03-02T10:00:00Z, the last at 2026-03-02T10:09:00Z.", THREE, False),
    ("At 2026-03-02T10:00:00Z cart-api timed out first.", THREE, False),
    ("cart-api 首次超时是 10:00:00Z，最后一次是 10:09:00Z。", THREE, False),
    ("The first came at 2026-03-02T10:00:00Z.", TWO_DAYS, False),
    ("The first timeout of cart-api came at 10:09:00Z, the last at 10:00:00Z.", THREE, True),
    ("The first timeout of cart-api came at 10:05:00Z, the last at 10:09:00Z.", THREE, True),
    ("The first came at 2026-03-02T10:09:00Z, the last at 2026-03-02T10:00:00Z.", THREE, True),
    ("At 2026-03-02T10:05:00Z cart-api timed out first.", THREE, True),
    ("cart-api 首次超时是 10:09:00Z，最后一次是 10:00:00Z。", THREE, True),
    ("The last timeout of cart-api came at 10:09:00Z.", TWO_DAYS, True),
]
OUTERMOST = [
    ("The queue of mail-1 was 38 at the least.", QUEUE, False),
    ("The queue of mail-1 was 38 at the lowest.", QUEUE, False),
    ("The queue of mail-1 was 71 at the most.", QUEUE, False),
    ("The queue of mail-1 was highest at 71.", QUEUE, False),
    ("The queue of mail-1 was at most 71.", QUEUE, False),
    ("The queue of mail-1 did not exceed 71.", QUEUE, False),
    ("mail-1 的队列最低 38，最高 71。", QUEUE, False),
    ("mail-1 的队列没有超过 71。", QUEUE, False),
    ("The longest query of cart-db took 9034 ms.", RANGE, False),
    ("cart-db 的慢查询最快一次用了 6120 ms。", RANGE, False),
    ("The longest query of cart-db took 6120 ms.", RANGE, True),
    ("The longest query of cart-db took 7412 ms.", [f"{RANGE[0]}, one 7412 ms"], True),
    ("The queue of mail-1 was 52 at the least.", QUEUE, True),
    ("The queue of mail-1 was 52 at the lowest.", QUEUE, True),
    ("The queue of mail-1 was 52 at the most.", QUEUE, True),
    ("The queue of mail-1 was highest at 52.", QUEUE, True),
    ("The queue of mail-1 was at most 52.", QUEUE, True),
    ("The queue of mail-1 did not exceed 52.", QUEUE, True),
    ("mail-1 的队列最低 52，最高 71。", QUEUE, True),
    ("mail-1 的队列至多 40。", QUEUE, True),
    ("mail-1 的队列没有超过 52。", QUEUE, True),
    ("The queue of mail-1 was highest at 52.", QUEUE[1:2], True),
]
OFTEN = [
    ("cart-api repeatedly failed to retry.", [GROUP.format(7)], False),
    ("cart-api failed again and again.", [GROUP.format(3)], False),
    ("cart-api 反复重试失败。", [GROUP.format(7)], False),
    ("cart-api repeatedly failed to retry.", ["cart-api keeps failing to retry"], False),
    ("cart-api 反复重试失败。", ["cart-api 一直重试失败"], False),
    ("cart-api repeatedly failed to retry.", [HEAD], True),
    ("cart-api repeatedly failed to retry.", [GROUP.format(2)], True),
    ("cart-api 反复重试失败。", [HEAD], True),
    (
        "pay-api repeatedly failed to retry.",
        [GROUP.format(7), "pay-api failed to retry"],
        True,
    ),
]
WHOSE = [
    ("ens4 of edge-2 lost its link at 14:02:00Z.", LINK, False),
    ("edge-2 的 ens4 于 14:02:00Z 断开。", LINK, False),
    ("At 14:02:00Z web-7 went down.", WEB, False),
    ("At 14:02:00Z web-8 went down.", WEB, True),
    ("ens4 of edge-2 lost its link at 14:03:00Z.", LINK, True),
    ("nfs-1 has no quota left of its 500 GiB.", VOLUME, False),
    ("nfs-1 的 500 GiB 配额没有剩余。", VOLUME, False),
    ("nfs-1 has no quota left of its 400 GiB.", VOLUME, True),
    ("nfs-1 has 500 GiB free.", VOLUME, True),
    ("nfs-1 has no quota left: it used 500 GiB.", HALF, True),
    ("cart-api is slow. 35% was used by pay-api.", OF_TWO, False),
    ("cart-api 很忙。35% 由 pay-api 使用。", OF_TWO, False),
    ("pay-api is fine. 91% was used by cart-api.", OF_TWO, False),
    ("cart-api is slow. 91% was used by pay-api.", OF_TWO, True),
    ("cart-api 很忙。91% 由 pay-api 使用。", OF_TWO, True),
]


@pytest.mark.parametrize(("text", "sources", "is_gap"), ORDER)
def test_first_and_last_are_the_first_and_the_last(
    text: str, sources: list[str], is_gap: bool
) -> None:
    assert bool(fact_gaps(text, sources)) is is_gap


@pytest.mark.parametrize(("text", "sources", "is_gap"), OUTERMOST)
def test_most_and_least_are_the_outermost(text: str, sources: list[str], is_gap: bool) -> None:
    assert bool(fact_gaps(text, sources)) is is_gap


@pytest.mark.parametrize(("text", "sources", "is_gap"), OFTEN)
def test_repeatedly_is_three_times_or_told(text: str, sources: list[str], is_gap: bool) -> None:
    assert bool(fact_gaps(text, sources)) is is_gap


@pytest.mark.parametrize(("text", "sources", "is_gap"), WHOSE)
def test_a_value_is_of_whom_its_place_says(text: str, sources: list[str], is_gap: bool) -> None:
    assert bool(fact_gaps(text, sources)) is is_gap


@pytest.mark.parametrize(
    ("text", "sources", "is_gap"),
    [
        ("cart-api failed to connect to redis-2:6379 after 3000ms.", DIAL, False),
        ("cart-api failed to connect to redis-2 after 3000ms.", DIAL, False),
        ("cart-api 连接 redis-2 在 3000ms 后失败。", DIAL, False),
        ("cart-api failed to connect to redis-3 after 3000ms.", DIAL, True),
        ("cart-api failed to connect to redis-2:6380 after 3000ms.", DIAL, True),
        ("redis-2:6379 used 91%.", TWO_PORTS, False),
        ("redis-2 used 91%.", TWO_PORTS[:1], False),
        ("redis-2 的使用率为 91%。", TWO_PORTS[:1], False),
        ("redis-2:6380 used 91%.", TWO_PORTS, True),
        ("redis-2 used 91%.", TWO_PORTS, True),
    ],
)
def test_a_port_names_its_host_as_long_as_it_is_the_only_one(
    text: str, sources: list[str], is_gap: bool
) -> None:
    names = ("redis-2:6379", "redis-2:6380", "cart-api")
    assert bool(fact_gaps(text, sources, names=names)) is is_gap
