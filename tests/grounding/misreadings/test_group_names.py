"""What a group of records tells of all is told of none of its names alone."""

import pytest

from superbiz_agent.grounding.misreadings.table import misreads

AT = "2026-08-14T09:"


def _group(level: str, message: str, count: int, last: str, behind: str) -> str:
    return (
        f"{AT}00:00Z {level} order-service {message} (o.log:1); {count} records of this form "
        f"from {AT}00:00Z to {AT}{last}:00Z{behind}"
    )


DISKS = _group(
    "WARN", "disk1 usage disk1=5% sampled", 20, "19", "; disk1 5% to 95%; with disk1, disk2"
)
CORES = _group("WARN", "cpu0 temp=40 sampled", 12, "11", "; temp 40 to 95; with cpu0, cpu1")
NODES = _group("ERROR", "job on node-1 failed", 12, "11", "; with node-1, node-2")
TASK = _group("ERROR", "task 7 took 5s", 12, "11", "; took 5s to 16s")
REPLICAS = _group(
    "WARN", "replica 0 connected=0 synced=0", 12, "11", "; replica 0 to 1; connected 0 to 1"
)
TURNS = _group(
    "INFO", "booted v1", 12, "11", f"; in turn v1 at {AT}00:00Z, v2 at {AT}07:00Z; with v1, v2"
)
PAIR = _group("ERROR", "send to 10.3.0.53 failed", 2, "31", "; with 10.3.0.53, 10.3.0.54")
OTHER = f"{AT}05:00Z WARN order-service disk2 usage disk2=95% sampled (o.log:30)"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("disk1 reached 95%.", DISKS),
        ("disk1 达到 95%。", DISKS),
        ("disk2 was at 5%.", DISKS),
        ("cpu0 had temp=95.", CORES),
        ("cpu1 的 temp 为 40。", CORES),
        ("The job on node-2 failed first at 09:00Z.", NODES),
        ("The job on node-1 failed last at 09:11Z.", NODES),
        ("order-service 上 node-2 的 job 在 09:00Z 失败。", NODES),
        ("node-1 的 job 从 09:00Z 到 09:11Z 失败。", NODES),
        ("node-1 logged 12 failures of the job.", NODES),
        ("task 7 took 16s at 09:11Z.", TASK),
        ("task 7 went from 5s at 09:00Z to 16s at 09:11Z.", TASK),
        ("replica 0 had connected=1.", REPLICAS),
        ("replica 1 的 connected=0。", REPLICAS),
        ("The send to 10.3.0.53 failed at 09:31Z.", PAIR),
    ],
)
def test_what_is_of_all_is_told_of_no_name(text: str, source: str) -> None:
    assert misreads(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("disk1 was at 5% at 09:00Z.", DISKS),
        ("disk1 在 09:00Z 为 5%。", DISKS),
        ("Usage of disk1 and disk2 was between 5% and 95%.", DISKS),
        ("disk1 和 disk2 的使用率在 5% 到 95% 之间。", DISKS),
        ("cpu0 had temp=40 at 09:00Z.", CORES),
        ("The job failed 12 times from 09:00Z to 09:11Z, on node-1 and node-2.", NODES),
        ("job 失败 12 次，从 09:00Z 到 09:11Z，涉及 node-1 等节点。", NODES),
        ("task 7 took 5s to 16s between 09:00Z and 09:11Z.", TASK),
        ("task 7 took up to 16s.", TASK),
        ("replica 0 had connected=0 at 09:00Z.", REPLICAS),
        ("order-service booted v2 at 09:07Z.", TURNS),
        ("The send to 10.3.0.54 failed at 09:31Z.", PAIR),
    ],
)
def test_what_a_line_shows_of_a_name_may_be_told(text: str, source: str) -> None:
    assert not misreads(text, [source])


def test_a_record_of_its_own_tells_of_a_name() -> None:
    assert not misreads("disk2 reached 95% at 09:05Z.", [DISKS, OTHER])
