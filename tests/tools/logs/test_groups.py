"""Which groups of records are shown, and which of their numbers measure something."""

from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import cycle, islice

import pytest

from superbiz_agent.tools.logs.collector import choose
from superbiz_agent.tools.logs.forms import form_of
from superbiz_agent.tools.logs.rare_forms import RareForms
from superbiz_agent.tools.logs.templates import RecordGroup, Sample

START = datetime(2026, 7, 7, 10, tzinfo=UTC)
NOTHING = partial(Sample, "", {}, {})


def group(name: str, count: int, *, minute: int = 30) -> RecordGroup:
    at = START + timedelta(minutes=minute)
    return RecordGroup(
        show=partial(Sample, name, {}, {}), level="INFO", held=1, first=at, last=at, count=count
    )


def ranges(*messages: str) -> list[str]:
    whole = RecordGroup(show=NOTHING, level=None, held=1, first=None, last=None)
    for message in messages:
        whole.add(message, form_of(message)[1], instant=None, held=1)
    return [f"{each.label} {each.least} to {each.greatest}" for each in whole.varying]


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        (("waiting=17 active=50", "waiting=31 active=50"), ["waiting 17 to 31"]),
        (("took 1850 ms", "took 2410 ms"), ["took 1850 to 2410"]),
        (("sshd[24206]: closed", "sshd[24301]: closed"), []),
        (("myid=1 tid=4 pid=7", "myid=2 tid=5 pid=9"), []),
        (("request_id=7 on port 81", "request_id=9 on port 99"), []),
        (("paid 7", "paid 9"), ["paid 7 to 9"]),
        (("I/O 312 QID 4", "I/O 87 QID 4"), ["I/O 87 to 312"]),
        (("GET /items 31", "GET /items 35"), []),
        (("can't 5", "can't 6"), []),
        ((f"{'x' * 60} 5", f"{'x' * 60} 6"), []),
        (('"took": 5', '"took": 6'), ["took 5 to 6"]),
        (("GC 停顿 812 ms，占 95%", "GC 停顿 1043 ms，占 95%"), ["停顿 812 to 1043"]),
        (("耗时 3 秒", "耗时 5 秒"), ["耗时 3 to 5"]),
        (("耗时：3秒", "耗时：5秒"), ["耗时 3 to 5"]),
        (("已重试3次", "已重试4次"), ["已重试 3 to 4"]),
        (("第 4 次重试", "第 6 次重试"), ["第 4 to 6"]),
        (("，补传记录 18 条", "，补传记录 20 条"), ["补传记录 18 to 20"]),
        (("订单 771204 失败", "订单 771260 失败"), []),
        (("端口 80，线程 7", "端口 81，线程 9"), []),
    ],
)
def test_a_range_measures_something(messages: tuple[str, ...], told: list[str]) -> None:
    assert ranges(*messages) == told


def test_a_range_has_the_unit_of_its_number(search, log) -> None:
    path = log(
        "2026-07-07T10:00:00Z 停顿 812 ms，耗时3秒，第 4 次",
        "2026-07-07T10:00:01Z 停顿 1043 ms，耗时5秒，第 6 次",
    )
    (item,) = search(path).items["logs"]
    assert item.text.endswith("; 停顿 812 to 1043 ms; 耗时 3秒 to 5秒; 第 4 to 6 次")


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        (("no ETA for order 771204", "no ETA for order 771260"), ["order 771204", "order 771260"]),
        (("订单 771204 失败", "订单 771260 失败"), ["订单 771204", "订单 771260"]),
        (("job=81723 done", "job=81724 done"), ["job 81723", "job 81724"]),
        (("cpu user 12", "cpu user 31"), None),
        (("user 12.51 %", "user 31.75 %"), None),
    ],
)
def test_long_numbers_of_things_are_names(
    messages: tuple[str, ...], told: list[str] | None
) -> None:
    whole = RecordGroup(show=NOTHING, level=None, held=1, first=None, last=None)
    for message in messages:
        whole.add(message, form_of(message)[1], instant=None, held=1)
    assert [each.names for each in whole.other_names] == ([told] if told else [])
    assert bool(whole.varying) is not bool(told)


@pytest.mark.parametrize("limit", [2, 3, 4, 5, 8])
def test_no_more_than_the_limit_is_shown_and_each_group_once(limit: int) -> None:
    groups = [group(f"form {n}", n + 1, minute=n) for n in range(40)]
    shown = [each.show().text for each in choose(groups, limit)]
    assert len(shown) == len(set(shown)) == limit


def test_what_happens_most_stays_beside_what_is_rare() -> None:
    groups = [group(f"rare {n}", 1) for n in range(40)] + [group("flood", 5000)]
    assert "flood" in [each.show().text for each in choose(groups, 8)]


def forms(number: int) -> list[str]:
    """Lines of as many forms: words without a digit."""
    letters = "bcdfghjklmnpqrst"
    words = (a + b + c for a in letters for b in letters for c in letters)
    return [f"2026-07-07T10:00:00Z INFO form {word} done" for word in islice(words, number)]


def test_a_search_of_more_forms_than_are_kept_says_so(search, log) -> None:
    outcome = search(log(*forms(1200) * 2))
    assert outcome.search.filters["forms_kept"] == "1000 of more"
    assert outcome.search.truncated
    assert "400 records were of further forms than the 1000 that are kept" in outcome.error
    assert "each of these forms came more than once" in outcome.error


def test_a_form_that_came_once_is_kept_beyond_the_bound(search, log) -> None:
    needle = "2026-07-07T10:00:01Z INFO valve stuck half open"
    common = forms(3000)
    lines = list(islice(cycle(common), 100_000))
    outcome = search(log(*lines[:70_000], needle, *lines[70_000:]))
    assert "valve stuck" in outcome.items["logs"][0].text
    assert outcome.search.matched == 100_001
    assert outcome.search.filters["forms_kept"] == "1001 of more"


def test_more_rare_forms_than_there_is_room_for_are_named(search, log) -> None:
    outcome = search(log(*forms(3100)))
    assert outcome.search.filters["forms_kept"] == "3000 of more"
    assert "100 records were of further forms" in outcome.error
    assert "rare ones may be among them" in outcome.error


def test_a_rare_form_that_comes_again_is_let_go_for_good() -> None:
    rare = RareForms()
    assert rare.add("valve", lambda: group("valve", 1)) is not None
    assert rare.add("valve", lambda: group("valve", 1)) is None
    assert rare.add("valve", lambda: group("valve", 1)) is None
    assert (rare.groups, rare.unknown) == ({}, 0)


def test_a_search_of_few_forms_says_nothing_of_them(search, log) -> None:
    outcome = search(log("2026-07-07T10:00:00Z INFO one", "2026-07-07T10:00:01Z INFO two"))
    assert "forms_kept" not in outcome.search.filters
