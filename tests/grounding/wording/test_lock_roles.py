"""Who holds a lock and who waits for it do not change places (contract section 7)."""

import pytest

from superbiz_agent.grounding.wording import polarity_conflict
from superbiz_agent.grounding.wording.lock_roles import exchanges_roles

WAITS = (
    "2026-04-02T08:00:00Z LOG process 9044 still waiting for ShareLock on transaction 77 (db.log:4)"
)
QUEUE = "2026-04-02T08:00:00Z DETAIL Process holding the lock: 9132. Wait queue: 9044. (db.log:5)"
BOTH = [WAITS, QUEUE]
CHAIN = ["session 11 is blocked by session 12", "session 12 is blocked by session 13"]

KEPT = [
    ("9044 waited for a lock that 9132 held.", BOTH),
    ("Process 9132 holds the lock, 9044 is waiting.", BOTH),
    ("9044 is blocked by process 9132.", BOTH),
    ("9044 waits.", BOTH),
    ("持锁的是 9132，9044 在等。", BOTH),
    ("9044 被 9132 堵住。", BOTH),
    ("锁由进程 9132 持有，9044 仍在等。", BOTH),
    ("12 holds the lock that 11 waits for.", CHAIN),
    ("session 12 is blocked by session 13.", CHAIN),
    ("会话 12 被会话 13 阻塞。", CHAIN),
    ("9044 waited for a lock that 9132 held.", ["two sessions deadlocked"]),
    ("The pool was exhausted.", BOTH),
]
EXCHANGED = [
    ("9132 waited for a lock that 9044 held.", BOTH),
    ("Process 9044 holds the lock.", BOTH),
    ("Process 9044 was holding the lock, and 9132 was waiting.", BOTH),
    ("9132 is blocked by process 9044.", BOTH),
    ("9132 is still waiting.", BOTH),
    ("持锁的是 9044，9132 在等。", BOTH),
    ("9132 被 9044 堵住。", BOTH),
    ("锁由进程 9044 持有。", BOTH),
    ("9044 持有该行的锁。", BOTH),
    ("session 11 holds the lock.", CHAIN),
    ("session 13 is blocked by session 11.", CHAIN),
    ("会话 13 被会话 11 阻塞。", CHAIN),
]


@pytest.mark.parametrize(("text", "sources"), KEPT)
def test_who_holds_and_who_waits_may_be_said_in_other_words(text: str, sources: list[str]) -> None:
    assert not exchanges_roles(text, sources)


@pytest.mark.parametrize(("text", "sources"), EXCHANGED)
def test_a_holder_is_no_waiter(text: str, sources: list[str]) -> None:
    assert exchanges_roles(text, sources)
    assert polarity_conflict(text, sources)
