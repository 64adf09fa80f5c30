"""The words of a text: identifiers and their parts, English endings, Chinese pairs."""

import pytest

from superbiz_agent.tools.words import han_bigrams, stem, words_of


def test_an_identifier_gives_itself_and_its_parts() -> None:
    assert words_of("etcdGRPCRequestsSlow") == [
        "etcdgrpcrequestsslow", "etcd", "grpc", "request", "slow",
    ]  # fmt: skip
    assert words_of("app=order-service") == [
        "app=order-service", "app", "order-service", "order", "service",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("word", "expected"),
    [("looping", "loop"), ("pools", "pool"), ("queries", "query"), ("status", "status"),
     ("process", "process"), ("crashes", "crash"), ("bus", "bus"), ("v2s", "v2s")],
)  # fmt: skip
def test_common_endings_are_taken_off(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_chinese_is_split_into_pairs() -> None:
    assert han_bigrams("连接池 full 慢") == ["连接", "接池", "慢"]
