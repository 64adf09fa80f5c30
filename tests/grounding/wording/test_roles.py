"""Who does a thing and to whom it is done do not change places (contract section 7)."""

import pytest

from superbiz_agent.grounding.wording import polarity_conflict
from superbiz_agent.grounding.wording.roles import exchanges_roles

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


CACHES = "order-service cannot connect to cache-1, falling back to cache-2"
ENDS = "client=10.0.0.5 server=10.0.0.9 reset"
CLUSTER = "leader=node-a follower=node-b"


@pytest.mark.parametrize(
    ("text", "source", "is_other"),
    [
        ("order-service cannot connect to cache-2.", CACHES, True),
        ("order-service fell back to cache-1.", CACHES, True),
        ("order-service 无法连接 cache-2。", CACHES, True),
        ("order-service 回退到 cache-1。", CACHES, True),
        ("The client was 10.0.0.9.", ENDS, True),
        ("服务端 10.0.0.5 断开了连接。", ENDS, True),
        ("node-a is the follower.", CLUSTER, True),
        ("node-b 是主节点。", CLUSTER, True),
        ("order-service fell back to cache-2 since it could not reach cache-1.", CACHES, False),
        ("order-service 无法连接 cache-1，已回退到 cache-2。", CACHES, False),
        ("The server 10.0.0.9 was reset.", ENDS, False),
        ("客户端 10.0.0.5 断开了连接。", ENDS, False),
        ("node-b is the follower of node-a.", CLUSTER, False),
        ("node-a 是主节点，node-b 是从节点。", CLUSTER, False),
    ],
)
def test_one_end_is_not_the_other(text: str, source: str, is_other: bool) -> None:
    assert exchanges_roles(text, [source]) is is_other


CALL = "api-7 was refused the connection to store-2 at 10.2.0.9:7070"
CALL_ZH = "api-7 连接 store-2（10.2.0.9:7070）时被拒绝"
BLAMED = "the fault lies with lens-3 itself, since lens-1 and lens-2 finish their jobs"
CERTIFICATE = "api-7 likely fails because the certificate of store-2 expired"


@pytest.mark.parametrize(
    ("text", "source", "is_other"),
    [
        ("store-2 was refused the connection to api-7.", CALL, True),
        ("The connection of store-2 to api-7 was refused.", CALL, True),
        ("store-2 连接 api-7 时被拒绝。", CALL, True),
        ("store-2 could not reach api-7.", CALL_ZH, True),
        ("api-7 拒绝了 store-2 的连接。", CALL_ZH, True),
        ("store-2 refused the connection of api-7.", CALL, False),
        ("api-7 could not connect to store-2.", CALL_ZH, False),
        ("store-2 拒绝了 api-7 的连接。", CALL, False),
        ("api-7 到 store-2 的连接被拒绝。", CALL_ZH, False),
        ("The fault lies with lens-2.", BLAMED, True),
        ("故障出在 lens-1 自身。", BLAMED, True),
        ("lens-3 itself is at fault.", BLAMED, False),
        ("故障出在 lens-3 自身。", BLAMED, False),
        ("api-7 likely fails because api-7's certificate expired.", CERTIFICATE, True),
        ("api-7 失败，可能是因为 api-7 自己的证书已过期。", CERTIFICATE, True),
        ("api-7 失败，可能是因为 store-2 的证书已过期。", CERTIFICATE, False),
        ("store-2's certificate expired, which likely makes api-7 fail.", CERTIFICATE, False),
    ],
)
def test_who_calls_who_is_to_blame_and_whose_certificate(
    text: str, source: str, is_other: bool
) -> None:
    assert exchanges_roles(text, [source]) is is_other


DEADLOCK = (
    "Process 11 waits for a lock; blocked by process 12.\\n\\tProcess 12 waits for a lock; blocked "
    "by process 11.\\n\\tProcess 11: INSERT INTO bill_line (id)\\n\\tProcess 12: ALTER TABLE bill"
)


@pytest.mark.parametrize(
    ("text", "is_other"),
    [
        ("Process 11, with ALTER TABLE bill, was blocked by process 12.", True),
        ("Process 12 of writer, with INSERT INTO bill_line, was blocked.", True),
        ("进程 11（ALTER TABLE bill）被进程 12 阻塞。", True),
        ("进程 12 执行了 INSERT INTO bill_line。", True),
        ("Process 11, with INSERT INTO bill_line, was blocked by process 12.", False),
        ("进程 12（ALTER TABLE bill）被进程 11 阻塞。", False),
        ("Process 12 blocked the INSERT INTO bill_line.", False),
    ],
)
def test_a_statement_is_run_by_its_process(text: str, is_other: bool) -> None:
    assert exchanges_roles(text, [DEADLOCK]) is is_other
