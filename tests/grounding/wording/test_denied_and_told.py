"""What a source denies, and what was done beside what is to be done (contract sections 6 and 7)."""

import pytest

from superbiz_agent.grounding.wording import polarity_conflict, remediates, states_absence

FULL = (
    '2026-09-01T19:52:40Z ERROR orders-db-1 could not write to file "pg_wal/x.811": '
    "No space left on device (db.log:4)"
)
UPSTREAM = (
    "2026-06-09T11:20:31Z ERROR nginx upstream timed out, client: 10.4.0.17, "
    'upstream: "http://10.4.2.31:8080/api/items" (nginx.log:1)'
)
POOL = (
    "2026-07-07T09:58:01Z ERROR order-service HikariPool-1 - Connection is not available (a.log:4)",
    "2026-07-07T09:57:31Z WARN order-service HikariPool-1 - pool exhausted, idle=0 (a.log:3)",
)
CERTIFICATE = (
    "2026-07-21T07:35:20.551Z ERROR gw-2 POST https://api.partner.example/v2/claims failed: "
    "CertificateNotYetValidException: NotBefore: Tue Jul 21 08:00:00 UTC 2026 (gw-2.log:9)"
)
NOT_STORED = (
    "2026-04-22T01:32:14Z ERROR [writer] Writer : invoice INV-6 not stored: ERROR: deadlock"
)
HEARTBEAT = "2026-09-13T20:00:00Z INFO gate-sync [hb-1] 心跳正常，待上传 0 条 (gate-sync.log:17)"
PROBE = "2026-05-18T14:08:20Z INFO recommend-api readiness probe ok in pod web-1, restart count 0"


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("At 2026-09-01T19:52:40Z a write of orders-db-1 failed, for pg_wal/x.811.", (FULL,)),
        ("orders-db-1 likely failed to write because its disk was full.", (FULL,)),
        ("nginx logged that upstream 10.4.2.31:8080 timed out.", (UPSTREAM,)),
        ("No connection of HikariPool-1 was free.", POOL),
        ("pod web-1 is ready, restart count 0.", (PROBE,)),
        ("pod web-1 就绪探针正常，重启次数为 0。", (PROBE,)),
        ("The disk of db-2 was 61% full.", ("disk usage of db-2 is 61%",)),
        ("1,391 invoices were not rendered.", ("nightly run failed, 1391 invoices not rendered",)),
        ('chronyd logged "Can\'t synchronise: no sources".', ("Can't synchronise: no sources",)),
        ("Three sign-ins ended in HTTP 503.", ("auth rejected 3 sign-ins with HTTP 503",)),
        ("超时可能是因为磁盘已满、写入失败。", ("超时，可能是因为磁盘已满，写入失败。",)),
        ("gw-2 takes the certificate of api.partner.example for not yet valid.", (CERTIFICATE,)),
        ("writer failed to store the invoice INV-6.", (NOT_STORED,)),
        ("cron ran backup --full.", ("cron ran backup",)),
        ("pod web-1 中的容器没有被 OOMKilled。", ("pod web-1 was not OOMKilled",)),
        ("encoder-1 未能完成任务。", ("task on encoder-1 aborted",)),
    ],
)
def test_other_words_for_the_same_are_no_conflict(text: str, sources: tuple[str, ...]) -> None:
    assert not polarity_conflict(text, list(sources))


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("The disk of orders-db-1 was not full.", (FULL,)),
        ("orders-db-1 wrote to file pg_wal/x.811.", (FULL,)),
        ('The log of orders-db-1 says "space left on device".', (FULL,)),
        ("HikariPool-1 of order-service had a connection free.", POOL[:1]),
        ("pod web-1 is not ready.", (PROBE,)),
        ("pod web-1 had restarts.", ("pod web-1 had no restarts",)),
        ("pod web-1 中的容器没有被 OOMKilled。", ("pod web-1 container OOMKilled",)),
        ("encoder-1 没有完成任务。", ("task done on encoder-1",)),
    ],
)
def test_what_a_source_denies_is_not_told(text: str, sources: tuple[str, ...]) -> None:
    assert polarity_conflict(text, list(sources))


@pytest.mark.parametrize(
    "text",
    [
        "orders-db-1 在 2026-09-01T19:52:41Z 开始关闭，可能是因为磁盘已满。",
        "据此推断，关闭可能是因为磁盘已满、写入失败。",
        "一直重启可能是因为达到了这个上限。",
        "查看 pod web-1 从启动到被终止期间的内存使用。",
        "web-1：就绪，重启 0 次",
        "cart-api 在 11:21:10Z 关闭，11:21:33Z 启动 3.8.2 版本。",
        "flyway had begun to migrate the schema at 01:30:55Z.",
        "Shutdown: 19:52:41Z",
    ],
)
def test_what_was_done_is_no_order(text: str) -> None:
    assert not remediates(text)


@pytest.mark.parametrize(
    "text",
    [
        "重启 order-service。",
        "先回滚 3.8.2，再观察。",
        "一直重启直到恢复。",
        "在 14:00Z 重启服务即可恢复。",
        "对 orders-db-1 扩容。",
        "关闭 cart-api，启动 3.8.2 版本。",
        "Restart: order-service now",
    ],
)
def test_an_order_is_an_order(text: str) -> None:
    assert remediates(text)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("invoice-writer did not store 3 invoices.", "invoice INV-6 not stored: deadlock detected"),
        ("the restart count of web-1 was 0", "readiness probe ok, restart count 0"),
        ("the deployment was scaled down to 0", "Scaled down replica set cart-1 to 0"),
    ],
)
def test_a_lack_that_a_record_tells_is_no_absence(text: str, stored: str) -> None:
    assert not states_absence(text, stored=[stored])


def test_a_lack_of_something_else_is_an_absence() -> None:
    assert states_absence("order-service did not restart", stored=["request failed after 3 s"])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("gw-2 likely takes the certificate for not yet valid.", CERTIFICATE),
        ("gw-2 把 api.partner.example 的证书当成尚未生效。", CERTIFICATE),
        ('gate-sync logged "心跳正常，待上传 0 条" (heartbeat normal, 0 to upload).', HEARTBEAT),
    ],
)
def test_a_lack_that_the_evidence_names_is_no_absence(text: str, source: str) -> None:
    assert not states_absence(text, stored=[source])


def test_an_exception_whose_name_denies_nothing_proves_no_absence() -> None:
    assert states_absence("No invoice was stored.", stored=["StorageException: disk"])
