"""Which field of a series' summary a claim tells: the value must have it, in both languages."""

import pytest

from superbiz_agent.grounding.facts.series_line import read_series_line
from superbiz_agent.grounding.wording import polarity_conflict
from superbiz_agent.grounding.wording.series_retold import retells_measure

METRIC = "container_memory_working_set_bytes"
LINE = (
    f"{METRIC}, service=order-service, pod=order-service-7d9f8b6c54-x7gr9, "
    "first=1.25 GiB at 2026-08-14T09:00:00Z, last=2.5 GiB at 2026-08-14T10:00:00Z, "
    "min=1.125 GiB at 2026-08-14T09:10:00Z, max=3.75 GiB at 2026-08-14T09:40:00Z, "
    "mean=2.161 GiB, step=15s, count=241, gaps=2, longest_gap=5m after 2026-08-14T09:20:00Z"
)
OTHER = (
    f"{METRIC}, service=order-service, pod=order-service-7d9f8b6c54-q2w3e, "
    "first=0.5 GiB at 2026-08-14T09:00:00Z, last=0.625 GiB at 2026-08-14T10:00:00Z, "
    "min=0.4375 GiB at 2026-08-14T09:10:00Z, max=0.75 GiB at 2026-08-14T09:40:00Z, "
    "mean=0.6 GiB, step=15s, count=241"
)
ALERT = (
    "HighMemoryUsage firing, service=order-service, current=91%, duration=15m, "
    "since=2026-08-14T09:45:00Z"
)
OWN = LINE.replace(METRIC, f'promql="sum by (service) ({METRIC})"')
SUBJECT = "Memory of order-service"
CHINESE = "order-service 的内存"


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        (f"{SUBJECT} ended at 2.5 GiB.", [LINE]),
        (f"{SUBJECT} began at 1.25 GiB.", [LINE]),
        (f"{SUBJECT} peaked at 3.75 GiB at 09:40:00Z.", [LINE]),
        (f"{SUBJECT} was 3.75 GiB at its peak.", [LINE]),
        (f"{SUBJECT} rose from 1.25 GiB to a maximum of 3.75 GiB, then ended at 2.5 GiB.", [LINE]),
        (f"{SUBJECT} reached 3.75 GiB.", [LINE]),
        (f"{SUBJECT} averaged 2.161 GiB.", [LINE]),
        (f"The mean of {SUBJECT} is 2.161 GiB.", [LINE]),
        (f"The lowest value of {SUBJECT} was 1.125 GiB.", [LINE]),
        (f"{SUBJECT} doubled from 1.25 GiB to 2.5 GiB.", [LINE]),
        (f"{SUBJECT} tripled from 1.25 GiB to 3.75 GiB.", [LINE]),
        (f"{SUBJECT} shrank from 3.75 GiB to 2.5 GiB.", [LINE]),
        (f"{SUBJECT} peaked at 09:40:00Z.", [LINE]),
        (f"{SUBJECT} had 2 gaps.", [LINE]),
        (f"{SUBJECT} was seen with a step of 15s.", [LINE]),
        ("HighMemoryUsage fires at 91% now.", [LINE, ALERT]),
        (f"The total memory of order-service peaked at 3.75 GiB, {METRIC} summed up.", [OWN]),
        (f"sum by (service) ({METRIC}) of order-service peaked at 3.75 GiB.", [OWN]),
        (f"{CHINESE}峰值为 3.75 GiB。", [LINE]),
        (f"{CHINESE}最终为 2.5 GiB。", [LINE]),
        (f"{CHINESE}平均 2.161 GiB，最低 1.125 GiB。", [LINE]),
        (f"{CHINESE}在 2026-08-14T09:40:00Z 达到峰值 3.75 GiB。", [LINE]),
        (f"{CHINESE}从 1.25 GiB 翻倍到 2.5 GiB。", [LINE]),
    ],
)
def test_a_value_under_its_own_field_is_no_conflict(text: str, sources: list[str]) -> None:
    assert not polarity_conflict(text, sources)


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        # one field under the name of another
        (f"{SUBJECT} ended at 3.75 GiB.", [LINE]),
        (f"{SUBJECT} began the hour at 2.161 GiB.", [LINE]),
        (f"{SUBJECT} peaked at 2.5 GiB.", [LINE]),
        (f"{SUBJECT} averaged 3.75 GiB.", [LINE]),
        (f"{SUBJECT} reached 1.25 GiB.", [LINE]),
        (f"{CHINESE}峰值为 2.5 GiB。", [LINE]),
        (f"{CHINESE}最终为 3.75 GiB。", [LINE]),
        (f"{CHINESE}平均 3.75 GiB。", [LINE]),
        (f"{CHINESE}现已达到 3.75 GiB。", [LINE]),
        # now
        ("order-service uses 3.75 GiB of memory.", [LINE]),
        (f"{SUBJECT} is at 3.75 GiB.", [LINE]),
        (f"{SUBJECT} is 3.75 GiB now.", [LINE, ALERT]),
        (f"{CHINESE}目前为 3.75 GiB。", [LINE, ALERT]),
        (f"{SUBJECT} was 91% at 09:40:00Z.", [LINE, ALERT]),
        # all the time
        (f"{SUBJECT} stood at 3.75 GiB for the whole hour.", [LINE]),
        (f"{SUBJECT} was constant.", [LINE]),
        (f"{SUBJECT} was flat at 2.161 GiB.", [LINE]),
        (f"{SUBJECT} was 3.75 GiB until 10:00:00Z.", [LINE]),
        (f"{CHINESE}一直是 3.75 GiB。", [LINE]),
        # of several series
        ("Both pods of order-service reached 3.75 GiB.", [LINE, OTHER]),
        ("All pods of order-service reached 3.75 GiB.", [LINE]),
        ("order-service as a whole used 3.75 GiB.", [LINE, OTHER]),
        ("Together the pods of order-service used 4.5 GiB at 09:40:00Z.", [LINE, OTHER]),
        (f"{SUBJECT} rose from 0.5 GiB to 3.75 GiB.", [LINE, OTHER]),
        (f"{SUBJECT} fell from 3.75 GiB to 0.4375 GiB.", [LINE, OTHER]),
        ("order-service 的两个 Pod 都达到 3.75 GiB。", [LINE, OTHER]),
        # multiples
        (f"{SUBJECT} doubled from 1.25 GiB to 2.161 GiB.", [LINE]),
        (f"{SUBJECT} tripled from 1.25 GiB to 2.5 GiB.", [LINE]),
        (f"{CHINESE}从 1.25 GiB 翻倍到 3.75 GiB。", [LINE]),
        # instants and ways
        (f"{SUBJECT} peaked at 09:10:00Z.", [LINE]),
        (f"{CHINESE}在 09:10:00Z 达到峰值。", [LINE]),
        (f"{SUBJECT} sank from 1.25 GiB to 2.5 GiB.", [LINE]),
        (f"{SUBJECT} fell between 09:10:00Z and 09:40:00Z.", [LINE]),
        (f"{SUBJECT} rose from 09:40:00Z to 10:00:00Z.", [LINE]),
        (f"{CHINESE}缩小到 2.5 GiB。", [LINE]),
        # what counts samples
        (f"{SUBJECT} rose from 1.25 GiB to 2.5 GiB in 15s.", [LINE]),
        ("order-service had 2 outages.", [LINE]),
        ("241 pods of order-service used memory.", [LINE]),
        # another measure
        ("The memory limit of order-service is 3.75 GiB.", [LINE]),
        ("order-service swapped 3.75 GiB at 09:40:00Z.", [LINE]),
        (f"{CHINESE}限额为 3.75 GiB。", [LINE]),
        # an expression's values as the metric's
        (f"{SUBJECT} was 3.75 GiB at 09:40:00Z.", [OWN]),
        (f"{CHINESE}在 2026-08-14T09:40:00Z 为 3.75 GiB。", [OWN]),
    ],
)
def test_a_value_under_the_field_of_another_is_a_conflict(text: str, sources: list[str]) -> None:
    assert polarity_conflict(text, sources)


FORGED = "=9 GiB at 2026-08-14T10:00:00Z, "


@pytest.mark.parametrize(
    "label",
    [
        'note=", last=9 GiB at 2026-08-14T10:00:00Z, x"',
        f'note=", first{FORGED}last{FORGED}min{FORGED}max{FORGED}mean=9 GiB, x"',
        'label.mean="9 GiB"',
        'label.last="9 GiB"',
        'memory="9 GiB"',
        'value="9 GiB at 2026-08-14T10:00:00Z"',
    ],
)
def test_a_label_gives_a_series_no_value_and_hides_none(label: str) -> None:
    line = LINE.replace(", first=", f", {label}, first=", 1)
    read, clean = read_series_line(line), read_series_line(LINE)
    assert read is not None
    assert clean is not None
    assert read._replace(head="") == clean._replace(head="")
    for text in ("was 9 GiB at 10:00:00Z", "averaged 9 GiB", "ended at 9 GiB", "is 3.75 GiB now"):
        assert polarity_conflict(f"{SUBJECT} {text}.", [line]), text
    assert not polarity_conflict(f"{SUBJECT} peaked at 3.75 GiB.", [line])


ROSE = (
    f"{SUBJECT} rose from 1.25 GiB at 2026-08-14T09:00:00Z to 3.75 GiB at 2026-08-14T09:40:00Z, "
    "and its mean was 2.161 GiB."
)
FIRES = "PayFailures of pay-1 is firing at 74% since 2026-08-14T09:01:00Z."
FIRED = "PayFailures of pay-1 was at 74% at 2026-08-14T09:01:00Z."
ENDED = f"{SUBJECT} peaked at 3.75 GiB, and ended at 2.5 GiB."


@pytest.mark.parametrize(
    ("text", "claim", "is_other"),
    [
        (f"{SUBJECT} averaged 2.161 GiB.", ROSE, False),
        (f"{SUBJECT} was 3.75 GiB at 09:40:00Z.", ROSE, False),
        (f"{SUBJECT} peaked at 3.75 GiB.", ENDED, False),
        (f"{CHINESE}平均 2.161 GiB。", ROSE, False),
        ("pay-1 的 PayFailures 正在触发，当前 74%。", FIRES, False),
        ("pay-1 的 PayFailures 当前 74%。", FIRED, True),
        (f"{SUBJECT} averaged 3.75 GiB.", ROSE, True),
        (f"{SUBJECT} is 3.75 GiB now.", ROSE, True),
        (f"{SUBJECT} was 1.25 GiB at 2026-08-14T09:40:00Z.", ROSE, True),
        (f"{SUBJECT} rose to 2.161 GiB at 09:40:00Z.", ROSE, True),
        (f"{SUBJECT} began at 2.5 GiB.", ENDED, True),
        (f"{CHINESE}目前为 3.75 GiB。", ROSE, True),
        (f"{CHINESE}平均 3.75 GiB。", ROSE, True),
    ],
)
def test_an_answer_keeps_the_field_and_the_instant_of_a_claim(
    text: str, claim: str, is_other: bool
) -> None:
    assert retells_measure(text, [claim]) == is_other
