"""What a log query matches (tools/logs/query.py)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.tools.logs.needles import searched
from superbiz_agent.tools.logs.query_reading import read_query

HIKARI = (
    "2026-07-07T10:02:38.902Z ERROR [exec-6] c.e.OrderRepository - HikariPool-1 - Connection is "
    "not available, request timed out after 30000ms (total=50, active=50/50, idle=0, waiting=17)"
)


@pytest.mark.parametrize(
    "query",
    [
        "HikariCP", "HikariPool", "hikari", "connection pool", "数据库连接池", "连接池耗尽",
        "active=50/50", "waiting", "request timed out after 30000ms", "超时", "ERROR", "errors",
        "报错", "timeout", "30000ms", '"is not available"', "HikariPool timeout", "Hikari kafka",
        "connection   is\tnot AVAILABLE", "order-service 数据库连接池耗尽的原因", "连接池",
        "show me the errors",
        "有没有连接池耗尽的日志", "*", "",
    ],
)  # fmt: skip
def test_a_record_is_found_by(query: str) -> None:
    assert read_query(query).match(searched(HIKARI))


@pytest.mark.parametrize(
    "query",
    [
        "kafka", "redis eviction", "kafka timeout", "active=50/500", "active=5", "ctive=50/5",
        "0000ms", "内存", "数据库主从复制延迟", "payment-service errors", "NullPointer",
        '"available Connection"', '"HikariPool-1" kafka "is available"', "zz", "磁盘空间",
    ],
)  # fmt: skip
def test_a_record_is_not_found_by(query: str) -> None:
    assert read_query(query).match(searched(HIKARI)) is None


@pytest.mark.parametrize(
    ("query", "text", "is_held"),
    [
        ("503", "returned 503 Service", True),
        ("503", 'http/1.1" 503 481', True),
        ("503", "status=503,", True),
        ("503", '"status":503}', True),
        ("503", "http503", True),
        ("503", "status_503", True),
        ("503", "took 503ms", True),
        ("503", "状态码503。", True),
        ("503", "reserve ok sku=a503", False),
        ("503", "order-503 created", False),
        ("503", 'http/1.1" 200 503 "-"', False),
        ("503", "pod_503", False),
        ("503", "id 503a7f", False),
        ("503", "0.503", False),
        ("503", "503.2", False),
        ("503", "15031", False),
        ("http 503", "http 503", True),
        ("a503", "sku=a503", True),
        ("a503", "sku=ba503", False),
        ("a503", "a5031", False),
        ("ord-12", "coord-12", False),
        ("ord-12", "ord-123", False),
        ("ord-12", "id=ord-12,", True),
        ("30000", "after 30000ms", True),
        ("v2.14", "app v2.14.3", False),
        ("1.2", "11.2", False),
    ],
)
def test_a_number_or_an_id_matches_only_as_a_token(query: str, text: str, is_held: bool) -> None:
    assert (read_query(query).match(searched(text)) is not None) is is_held


@pytest.mark.parametrize(
    ("query", "text", "strength", "held"),
    [
        ("Failed password", "failed password for root", 2, 2),
        ("Failed password", "password check failed", 1, 2),
        ("Failed password", "wrong password", 1, 1),
        ("lease renewal foo", "lease only", 0, 1),
        ("lease foo", "lease and foo", 1, 2),
    ],
)
def test_the_stronger_match_is_told_from_the_weaker(
    query: str, text: str, strength: int, held: int
) -> None:
    hit = read_query(query).match(searched(text))
    assert hit is not None
    assert (hit.strength, hit.held) == (strength, held)


def test_a_weak_word_alone_is_what_is_asked_for() -> None:
    assert read_query("timeout").match(searched("read timeout"))
    assert read_query("kafka timeout").match(searched("read timeout")) is None


def test_naming_a_source_selects_it_and_nothing_within_it() -> None:
    query = read_query("order-service kafka")
    assert query.within({"order-service"}).match(searched("order-service started")) is None
    assert read_query("order-service").within({"order-service"}).match(searched("anything at all"))


@given(st.text(max_size=200), st.text(max_size=200))
def test_no_query_and_no_text_make_matching_fail(query: str, text: str) -> None:
    read_query(query).match(searched(text))


@pytest.mark.parametrize(
    ("query", "text", "is_held"),
    [
        ("read", "readiness of payout-gateway ok", False),
        ("read timed out", "readiness of payout-gateway ok", False),
        ("out", "payout checkout", False),
        ("read timed out", "Read timed out", True),
        ("read", "read_timeout=5s", True),
        ("read", "bytes_read: 5", True),
        ("read", r"failed\nread of block", True),
        ("read", "path=%2Fread", True),
        ("read", "thread spread", False),
        ("read", "2 reads, one reading", True),
        ("hikari", "HikariPool-1", True),
        ("timeout", "SocketTimeoutException", True),
        ("NullPointer", "java.lang.NullPointerException", True),
        ("oom", "OOMKilled", True),
        ("oom", "room", False),
        ("socket", "websocket closed", False),
        ("redis", "redis2 is up", True),
        ("retried", "it was retried", True),
        ("resolve", "resolving host", True),
        ("drop", "packets dropped", True),
        ("modify", "file modified", True),
        ("queue", "queued", True),
        ("class", "classes", True),
        ("order-service", "reorder-service", False),
        ("order-service", "order-service-canary", True),
        ('"not avail"', "not available", False),
        ('"not available"', "is NOT Available.", True),
        ("池耗", "连接池耗尽", True),
        ("read", "文件read失败", True),
        ("auth", "authentication failure", True),
        ("config", "bad configuration", True),
    ],
)
def test_a_word_matches_at_its_bounds_and_inflected(query: str, text: str, is_held: bool) -> None:
    assert (read_query(query).match(searched(text)) is not None) is is_held


@given(st.text(alphabet="abcdefgh", min_size=3, max_size=12))
def test_a_word_is_found_between_any_bounds(word: str) -> None:
    query = read_query(word)
    if query.terms[0].text == word:
        assert query.match(searched(f"xx_{word.upper()}-yy"))
        assert query.match(searched(f"xx{word.title()}Yy"))
        assert query.match(searched(f"xx{word}yy")) is None


@pytest.mark.parametrize("piece", ["连接池", "a ", '"', "1", "error ", "的", "-", "a=1 "])
def test_a_long_query_is_no_burden(piece: str) -> None:
    read_query(piece * 5000).match(searched("x" * 100_000))


@pytest.mark.parametrize(
    ("query", "text", "is_held"),
    [
        ("删除", "Deleting file 7", True),
        ("删除", "removed shard 3", True),
        ("删除", "undeleted rows", False),
        ("创建", "creation of volume v1 done", True),
        ("复制", "asked node-4 to replicate chunk 9", True),
        ("复制", "copied 4 files", True),
        ("更新", "queries applied, index updated", True),
        ("停止", "stopping worker 3", True),
        ("停止", "unstoppable", False),
        ("选主", "node-2 elected", True),
        ("广播", "reading the broadcast took 11 ms", True),
        ("密码错误", "Failed password for bob", True),
        ("密码错误", "upload failed", False),
        ("校验", "verification succeeded", True),
        ("联系", "error contacting registry", True),
        ("ResourceManager", "retrying RM at rm-1", True),
        ("ResourceManager", "removing arm64 image", False),
        ("入侵", "POSSIBLE BREAK-IN ATTEMPT", True),
        ("brute force", "POSSIBLE BREAK-IN ATTEMPT", False),
    ],
)
def test_an_operation_is_found_in_the_words_that_programs_write(
    query: str, text: str, is_held: bool
) -> None:
    assert (read_query(query).match(searched(text)) is not None) is is_held


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("deliveries", "delivery to mx1 refused"),
        ("batches", "batch 7 done"),
        ("crashes", "the crash of worker 3"),
        ("mailboxes", "mailbox 12 is full"),
        ("caches", "cache cleared"),
    ],
)
def test_a_plural_finds_the_one(query: str, text: str) -> None:
    assert read_query(query).match(searched(text))
