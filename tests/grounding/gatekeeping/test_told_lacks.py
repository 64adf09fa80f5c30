"""A lack that a record tells in other words is evidence, no absence of ours (section 4)."""

import pytest

from superbiz_agent.grounding.wording import states_absence

REFUSED = "ERROR db-1 could not write base/16384/24601: No space left on device"
WAITED = "ERROR flyway 进程 20114 等待 relation 24711 超时，1000 ms"
TIMED_OUT = "ERROR flyway process 20114 timed out on relation 24711 after 1000 ms"
OFFLINE = "WARN till T-4207 still offline, queue=203 of 500"


@pytest.mark.parametrize(
    ("text", "stored", "is_absence"),
    [
        ("进程 20114 等了 1000 ms，没拿到 relation 24711。", WAITED, False),
        ("进程 20114 等了 1000 ms，没拿到 relation 24712。", WAITED, True),
        ("db-1 写 base/16384/24601 没写完。", REFUSED, False),
        ("db-1 写 base/16384/99999 没写完。", REFUSED, True),
        ("T-4207 丢失了 203 笔销售。", OFFLINE, True),
        ("No record of process 20114 was found.", TIMED_OUT, True),
        ("flyway has no errors.", TIMED_OUT, True),
    ],
)
def test_what_a_record_tells_with_all_its_values_is_no_absence(
    text: str, stored: str, is_absence: bool
) -> None:
    assert states_absence(text, stored=[stored]) is is_absence
