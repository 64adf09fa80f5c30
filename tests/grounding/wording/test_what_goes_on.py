"""What is over does not go on, what fires is not over, and success is told of no failure."""

import pytest

from superbiz_agent.grounding.wording import polarity_conflict

RUN = "backup-1 run started at 13:20, finished at 13:21"
RUN_ZH = "backup-1 任务 13:20 开始，13:21 结束"
GOING = "backup-1 run started at 13:20, still running at 13:40"
FIRING = (
    "HighLatency firing, service=search-api, current=2.1s, since=2026-03-02T10:00:00Z, "
    'summary="search-api recovered slowly last time"'
)
RESOLVED = "HighLatency resolved, service=search-api, ended=2026-03-02T10:20:00Z"
CALL = "ERROR search-api call to geo-api timed out after 3000ms"
REFUSED = "WARN search-api call to geo-api refused: 403"
FOUND = "INFO search-api index tokens-7 found, 12 shards"


@pytest.mark.parametrize(
    ("text", "source", "conflicts"),
    [
        ("The run of backup-1 is still running since 13:20.", RUN, True),
        ("backup-1 的任务仍在运行。", RUN, True),
        ("backup-1 任务 13:20 开始，进行中。", RUN_ZH, True),
        ("The backup-1 run is ongoing since 13:20.", RUN_ZH, True),
        ("The backup-1 run started at 13:20 and was not yet finished.", RUN, True),
        ("The run of backup-1 finished at 13:21.", RUN, False),
        ("backup-1 任务 13:21 结束。", RUN, False),
        ("The backup-1 run started at 13:20.", RUN_ZH, False),
        ("The run of backup-1 was still running at 13:40.", GOING, False),
        ("backup-1 的任务 13:40 仍在运行。", GOING, False),
    ],
)
def test_what_ended_does_not_go_on(text: str, source: str, conflicts: bool) -> None:
    assert polarity_conflict(text, [source]) is conflicts


@pytest.mark.parametrize(
    ("text", "sources", "conflicts"),
    [
        ("HighLatency of search-api is over.", [FIRING], True),
        ("HighLatency of search-api recovered.", [FIRING], True),
        ("search-api 的 HighLatency 已恢复。", [FIRING], True),
        ("search-api 的 HighLatency 已结束。", [FIRING], True),
        ("HighLatency is firing for search-api.", [FIRING], False),
        ("search-api 的 HighLatency 正在触发。", [FIRING], False),
        ('HighLatency fires: "search-api recovered slowly last time".', [FIRING], False),
        ("HighLatency of search-api ended at 2026-03-02T10:20:00Z.", [RESOLVED], False),
        ("HighLatency of search-api is over.", [FIRING, RESOLVED], False),
        ("search-api 的 HighLatency 已恢复。", [RESOLVED], False),
    ],
)
def test_only_what_no_longer_fires_is_over(text: str, sources: list[str], conflicts: bool) -> None:
    assert polarity_conflict(text, sources) is conflicts


@pytest.mark.parametrize(
    ("text", "source", "conflicts"),
    [
        ("search-api 对 geo-api 的调用在 3000ms 内成功。", CALL, True),
        ("search-api 对 geo-api 的调用被接受。", REFUSED, True),
        ("search-api 对 geo-api 的调用 3000ms 后超时。", CALL, False),
        ("search-api 对 geo-api 的调用被拒绝：403。", REFUSED, False),
        ("search-api 对 geo-api 的调用失败：403。", REFUSED, False),
        ("The call of search-api to geo-api succeeded.", "search-api 调用 geo-api 失败", True),
        ("The call of search-api to geo-api failed.", "search-api 调用 geo-api 失败", False),
        ("The call of search-api to geo-api failed.", "search-api 调用 geo-api 成功", True),
        ("search-api 缺少索引 tokens-7。", FOUND, True),
        ("search-api 找到索引 tokens-7。", FOUND, False),
    ],
)
def test_success_and_absence_are_compared_across_languages(
    text: str, source: str, conflicts: bool
) -> None:
    assert polarity_conflict(text, [source]) is conflicts
