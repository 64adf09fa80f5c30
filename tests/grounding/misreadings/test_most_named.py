"""Whom records name most may be told, of whom they do and with the count that they have."""

import pytest

from superbiz_agent.grounding.misreadings.table import misreads
from superbiz_agent.models.offline.drafts import states

ADDRESSES = (
    'counted by address, 210 records that match "failed password": address 10.0.0.7 in 113 of 210 '
    "records; address 10.0.0.9 in 40 of 210 records; address 10.0.0.3 in 12 of 210 records; "
    "7 further names in at most 12 records each; from 2026-08-14T09:00:00Z to 2026-08-14T10:00:00Z"
)
USERS = (
    "counted by user, 30 records of level ERROR or severer: user bob in 12 of 30 records; user eve "
    "in 12 of 30 records; user root in 3 of 30 records; names in 27 records"
)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("10.0.0.7 failed most: 113 of 210.", ADDRESSES),
        ("10.0.0.7 failed 113 times.", ADDRESSES),
        ("失败最多的地址是 10.0.0.7，210 条记录中有 113 条。", ADDRESSES),
        ("bob and eve tie with 12 of 30 records.", USERS),
        ("root errored least.", USERS),
        ("bob 和 eve 最多，各 12 条。", USERS),
    ],
)
def test_what_the_counts_say_is_told(text: str, source: str) -> None:
    assert states(text, [source])
    assert not misreads(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("10.0.0.9 failed most.", ADDRESSES),
        ("失败最多的地址是 10.0.0.9。", ADDRESSES),
        ("10.0.0.3 failed least.", ADDRESSES),
        ("10.0.0.7 failed 40 times.", ADDRESSES),
        ("bob had most errors: 12 of 30.", USERS),
        ("root had 12 errors.", USERS),
        ("root 最多。", USERS),
        (
            "10.0.0.9 came most often.",
            "By address: 10.0.0.7 in 113 of 210 records, 10.0.0.9 in 40.",
        ),
    ],
)
def test_another_name_or_number_is_a_misreading(text: str, source: str) -> None:
    assert misreads(text, [source])
