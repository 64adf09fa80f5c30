"""Reading a query into names and terms, and matching them with a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.tools.query_terms import SearchableText, read_query, sections_of
from superbiz_agent.tools.synonyms import CONCEPTS

ALERT = (
    "alertname=HighMemoryUsage service=order-service instance=10.0.0.1:9100 description=Pool full"
)


@pytest.mark.parametrize(
    ("query", "names", "concepts", "words"),
    [
        ("order-service 内存告警是什么情况？", ["order-service"], ["memory"], []),
        ("Why is order-service slow?", ["order-service"], ["latency"], []),
        ("which alerts are firing?", [], [], []),
        ("系统现在正常吗？有没有告警", [], [], []),
        ("数据库连接池耗尽怎么排查", [], ["connection pool", "exhausted"], []),
        ("CPU/memory of 10.0.0.1:9100", ["10.0.0.1:9100"], ["cpu", "memory"], []),
        ("out-of-memory", [], ["out of memory"], []),
        ("OOM 内存", [], ["out of memory", "memory"], []),
        ("HighMemoryUsage", [], [], ["highmemoryusage"]),
        ("severity=critical", [], [], ["severity=critical"]),
        ("root-cause of the issue", [], [], ["root-cause"]),
        ("今天天气怎么样", [], [], ["天气"]),
        ("ｏｒｄｅｒ－ｓｅｒｖｉｃｅ", ["order-service"], [], []),
        ("pods", [], ["pod"], []),
    ],
)
def test_a_query_is_read_as_names_concepts_and_words(
    query: str, names: list[str], concepts: list[str], words: list[str]
) -> None:
    read = read_query(query)
    assert list(read.names) == names
    assert [term.concept for term in read.terms if term.concept] == concepts
    assert [term.text for term in read.terms if not term.concept] == words


@pytest.mark.parametrize(
    ("query", "carried"),
    [
        ("内存", True),
        ("memory", True),
        ("memorial of summer", False),
        ("pools", True),
        ("highmemoryusage", True),
        ("连接池", False),
        ("磁盘", False),
    ],
)
def test_terms_match_by_word_in_both_languages(query: str, carried: bool) -> None:
    text = SearchableText(ALERT)
    assert any(text.carries(term) for term in read_query(query).terms) is carried


@pytest.mark.parametrize(
    ("name", "stands"),
    [
        ("order-service", True),
        ("10.0.0.1:9100", True),
        ("10.0.0.1", True),
        ("order-servic", False),
        ("order-service-canary", False),
        ("10.0.0.11", False),
    ],
)
def test_names_match_whole_or_not_at_all(name: str, stands: bool) -> None:
    assert SearchableText(ALERT).names(name) is stands


def test_a_question_says_which_section_it_wants() -> None:
    assert sections_of("KubePodCrashLooping 怎么排查") == ["diagnosis"]
    assert sections_of("what is the weather") == []


@pytest.mark.parametrize("row", CONCEPTS, ids=lambda row: row[0])
def test_every_form_of_the_table_finds_every_other_form(row: tuple[str, ...]) -> None:
    for asked in row:
        terms = read_query(asked).terms
        for written in row:
            assert any(SearchableText(written).carries(term) for term in terms), (asked, written)


@given(st.text(max_size=300))
def test_any_text_is_read_and_matched(text: str) -> None:
    searchable = SearchableText(text)
    query = read_query(text)
    assert all(searchable.names(name) for name in query.names)
    assert all(term.forms for term in query.terms)


@pytest.mark.parametrize("unit", ["a", "a-", "aB", "内存", "-", "a=", "\x00", "😀"])
def test_a_megabyte_of_anything_is_prepared(unit: str) -> None:
    text = SearchableText(unit * (1_000_000 // len(unit)))
    assert text.names("order-service") is False
