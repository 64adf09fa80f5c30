"""Whose a value is, and how many records there are, in the lines that tools store (section 7)."""

import pytest

from superbiz_agent.grounding.comparison.engine import fact_gaps

NGINX = (
    "2026-06-09T11:20:31Z ERROR nginx 31#31: *88012 upstream timed out (110: timed out), "
    'client: 10.4.0.17, request: "GET /api/items HTTP/1.1", '
    'upstream: "http://10.4.2.31:8080/api/items" (nginx-error.log:1); '
    "2 records of this form from 2026-06-09T11:20:31Z to 2026-06-09T11:20:58Z"
)
LOAD = (
    "2026-03-11T02:12:23.066Z ERROR fare-engine load of fare_rule from tariff-db failed: SQLSTATE "
    "57014 route={route} (fare.jsonl:10); {count} records of this form "
    "from 2026-03-11T02:12:23.066Z to 2026-03-11T02:17:06.434Z"
)
LOADS = (LOAD.format(route="SIN", count=2), LOAD.format(route="PER", count=5))
SLOW = (
    "2026-04-09T01:33:12.481Z WARN appt-api query slots took 2911 ms on clin-db-02, clinic=harbour "
    "(appt-api.log:18); 5 records of this form from 2026-04-09T01:33:12.481Z to "
    "2026-04-09T02:03:10.542Z; took 2911 to 4870 ms"
)
MAIL = (
    "2026-10-08T14:02:34Z central-syslog mx-out-2 postfix/smtp[20917]: D250E82704: relay=none, "
    "dsn=4.4.3, status=deferred (central-syslog.log:33)"
)
INTERVAL = (
    "2026-03-11T06:04:55Z WARN billing-consumer service=billing-consumer "
    'msg="poll interval exceeded" max_poll_interval=300s (consumers.log:3)'
)
DISK = (
    "2026-04-09T01:40:00Z db-02 iowatch[811]: sda-7 util=99.2% top=backup-1 (a.log:1); 3 records "
    "of this form from 2026-04-09T01:40:00Z to 2026-04-09T02:00:00Z; util 99.2% to 99.7%"
)
QUEUE = "parcel-dispatch could not deliver: the queue was full, depth 50000 with a limit of 50000."
POOL = "2026-07-07T09:57:31Z WARN pool-7 exhausted: active=50/50, idle=0, waiting=23 (a.log:1)"
CRON = "cron of db-02 ran /opt/backup/bin/backup-1 --full at 2026-04-09T01:30:01Z; web-3 is up."
INVOICES = "2026-04-22T01:05:02Z ERROR ledger-1 run failed, 14 invoices not paid (a.log:1)"
SMS = (
    "SmsSendFailing firing, service=sms-1, current=31%, since=2026-04-16T02:02:00Z, "
    'summary="短信发送失败率过高"'
)
CLOCK = "cgw-02 的本机时钟比 ntp-1.hollin.internal 慢 5831 s。"
BIND = (
    "auth-service fails to bind to ldaps://dir-2.corp:636: LDAP error 49 for cn=svc-auth, 3 times."
)


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("upstream 10.4.2.31:8080 of nginx timed out for GET /api/items", (NGINX,)),
        ("fare-engine failed 7 times to load fare_rule from tariff-db.", LOADS),
        ("fare-engine 7 次未能加载 fare_rule。", LOADS),
        ("The load of fare-engine failed with SQLSTATE 57014.", LOADS),
        ("appt-api queries took between 2911 and 4870 ms on clin-db-02.", (SLOW,)),
        ("mx-out-2 deferred a mail with dsn=4.4.3.", (MAIL,)),
        ("billing-consumer exceeded its poll interval of 300s.", (INTERVAL,)),
        ("billing-consumer 超过了 300s 的 poll interval。", (INTERVAL,)),
        ("The queue of parcel-dispatch was full (50000 of 50000).", (QUEUE,)),
        ("cgw-02 is 5831 s behind.", (CLOCK,)),
        ("cn=svc-auth was answered with LDAP error 49.", (BIND,)),
        ("The restart was at about 14:08Z.", ("2026-05-18T14:07:55Z INFO cart restart (a.log:1)",)),
        ("429 for route-planner", ("route-planner got 429 Too Many Requests 5 times.",)),
        ("OrderRepository failed", ("ERROR c.s.order.OrderRepository - save failed",)),
        ("the host rates-db", ("lookup rates-db.internal.ledger.example failed",)),
        ("invoice_rw waits", ("[19877] invoice_rw@ledger app=writer waits",)),
        (
            "The 504 answers are likely related to db-1, and the 502 likely related to cart-api.",
            ("The 504 answers of nginx-1 are related to db-1.", "nginx-1: 502, cart-api."),
        ),
        (
            "The disk sda-7 was at util 99.2% to 99.7%.",
            (DISK,),
        ),
        (
            "a-1 and a-2 logged it 10 times each.",
            ("It was logged 10 times each for the pods a-1 and a-2.",),
        ),
        (
            "At 09:22:06Z the replica set timed out progressing, and RolloutStuck fires for web-1.",
            ("The replica set web-1-7c5d timed out at 09:22:06Z.", "RolloutStuck fires for web-1."),
        ),
        (
            "tax-1 could not fetch rates, 12 times.",
            ("tax-1 could not fetch rates because dns-1 did not answer, 12 times.",),
        ),
        (
            "vol-3 took 4112ms to 9870ms each against a threshold of 2000ms.",
            ("vol-3 took 4112ms to 9870ms, with a threshold of 2000ms.",),
        ),
        (
            "packer-1 needed longer than its threshold of 2000ms to write to vol-3.",
            ("packer-1 wrote 9 times to vol-3; it took 4112ms to 9870ms, threshold 2000ms.",),
        ),
        ("backup-1 was started by cron at 2026-04-09T01:30:01Z.", (CRON,)),
        ("14 invoices of ledger-1 were left unpaid.", (INVOICES,)),
        ("pool-7 没有空闲连接，后面还排着 23 个请求。", (POOL,)),
        ("pool-7 的日志没有任何一条匹配。", ("pool-7 的日志 matched=0",)),
        ("sms-1 一直在报 SmsSendFailing，失败率 31%。", (SMS,)),
        ("mail-1 则只有 120 条。", ("mail-1 的 lag 为 120 条",)),
        ("the migration of flyway to version 148", ('[flyway] migrating to version "148 - add"',)),
        (
            "These keys may have filled tariff-1, 占满了 tariff-1.",
            ("TS-10 的 key 占满了 tariff-1。",),
        ),
    ],
)
def test_what_the_lines_tell_is_carried(text: str, sources: tuple[str, ...]) -> None:
    assert fact_gaps(text, list(sources)) == []


@pytest.mark.parametrize(
    ("text", "sources", "missing"),
    [
        ("upstream 10.4.2.32:8080 timed out", (NGINX,), {"10.4.2.32:8080"}),
        ("fare-engine failed 6 times to load fare_rule.", LOADS, {"6"}),
        ("fare-engine failed 2 times to load fare_rule.", LOADS[1:], {"2"}),
        ("tariff-db failed 7 times.", LOADS, {"7"}),
        ("Seven fares are affected.", LOADS, {"7"}),
        (
            "packer-1 needed longer than its threshold of 2000ms to write to vol-3.",
            ("packer-1 wrote 9 times to vol-3; it took 1112ms to 1870ms, threshold 2000ms.",),
            {">"},
        ),
        ("web-3 was started at 2026-04-09T01:30:01Z.", (CRON,), {"2026-04-09T01:30:01Z"}),
        ("14 invoices were left in pool-7.", (POOL,), {"14"}),
        ("pool-7 还排着 50 个请求。", (POOL,), {"50"}),
        ("sms-1 的失败率 31%。", ("LagHigh firing, service=sms-1, current=31%",), {"31"}),
        ("pool-7 一直在等待。", (POOL,), {"always"}),
        ("appt-api queries took 2911 to 4880 ms.", (SLOW,), {"4.88"}),
        ("billing-consumer exceeded its poll interval of 400s.", (INTERVAL,), {"400"}),
        ("The queue was full (40000 of 50000).", (QUEUE,), {"40000/50000"}),
        ("ntp-1.hollin.internal 慢 5831 s。", (CLOCK,), {"5831"}),
        (
            "It was at about 14:10Z.",
            ("2026-05-18T14:07:55Z INFO cart restart (a.log:1)",),
            {"T14:10:00Z"},
        ),
        (
            "The promotion came 30s after the lease.",
            ("pg-1 did not renew its lease for 30s", "pg-2 was promoted"),
            {"30"},
        ),
        ("有 64 台设备写入失败。", ("a-1 记录了 64 次写入失败。",), {"64"}),
        (
            "order-1 is slow because pay-1 is at 91%.",
            ("order-1 is at 91%.", "pay-1 is at 35%."),
            {"91"},
        ),
        ("近 60s 出票 19 张，失败 212 张。", ("近 60s 出票 212 张，失败 19 张",), {"19", "212"}),
    ],
)
def test_what_they_do_not_tell_is_a_gap(
    text: str, sources: tuple[str, ...], missing: set[str]
) -> None:
    assert missing <= {gap.value for gap in fact_gaps(text, list(sources))}
