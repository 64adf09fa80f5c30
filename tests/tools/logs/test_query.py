"""What a log query matches (tools/logs/query.py)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.tools.logs.query import fold, read_query

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
    assert read_query(query).match(fold(HIKARI))


@pytest.mark.parametrize(
    "query",
    [
        "kafka", "redis eviction", "kafka timeout", "active=50/500", "active=5", "ctive=50/5",
        "0000ms", "内存", "数据库主从复制延迟", "payment-service errors", "NullPointer",
        '"available Connection"', '"HikariPool-1" kafka "is available"', "zz", "磁盘空间",
    ],
)  # fmt: skip
def test_a_record_is_not_found_by(query: str) -> None:
    assert read_query(query).match(fold(HIKARI)) is None


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
    assert (read_query(query).match(fold(text)) is not None) is is_held


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
    hit = read_query(query).match(fold(text))
    assert hit is not None
    assert (hit.strength, hit.held) == (strength, held)


def test_a_weak_word_alone_is_what_is_asked_for() -> None:
    assert read_query("timeout").match("read timeout")
    assert read_query("kafka timeout").match("read timeout") is None


def test_naming_a_source_selects_it_and_nothing_within_it() -> None:
    query = read_query("order-service kafka")
    assert query.within({"order-service"}).match("order-service started") is None
    assert read_query("order-service").within({"order-service"}).match("anything at all")


@given(st.text(max_size=200), st.text(max_size=200))
def test_no_query_and_no_text_make_matching_fail(query: str, text: str) -> None:
    read_query(query).match(fold(text))


@given(st.text(alphabet="abcdefgh", min_size=3, max_size=12))
def test_a_word_is_found_where_grep_finds_it(word: str) -> None:
    query = read_query(word)
    if query.terms[0].text == word:
        assert query.match(fold(f"xx{word.upper()}yy"))


@pytest.mark.parametrize("piece", ["连接池", "a ", '"', "1", "error ", "的", "-", "a=1 "])
def test_a_long_query_is_no_burden(piece: str) -> None:
    read_query(piece * 5000).match("x" * 100_000)
