"""PromQL is parsed before it is sent; what code writes holds any name and value as it is."""

import contextlib

import promql_parser
import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.errors import InvalidInputError
from superbiz_agent.tools.metrics.promql import (
    MAX_OPERATIONS,
    MAX_PROMQL,
    Matcher,
    pattern_of,
    read_promql,
    selector,
)

any_value = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sum(", "unclosed"),
        ("rate(http_requests_total)", "expected type matrix"),
        ('up{job="a}', "unterminated"),
        ("1 + 1", "selects no metric"),
        ("up[5m]", "is a range"),
        ("up offset 1d", "since and until"),
        ("up @ 123", "since and until"),
        ("max_over_time(up[1h:1m] offset 1d)", "since and until"),
        ('label_replace(up, "pod", "x", "", "")', "label_replace()"),
        ("up or vector(1)", "vector()"),
        ("absent(up)", "absent()"),
        ('count_values("x", up)', "count_values()"),
        ('{__name__="up" or job="a"}', "'or'"),
        ("a" * (MAX_PROMQL + 1), "longer than"),
    ],
)
def test_what_is_wrong_with_an_expression_is_said(text: str, says: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        read_promql(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_expression_names_its_metrics_and_labels() -> None:
    text = 'sum by (pod) (rate(http_requests_total{job="a", code=~"5.."}[5m])) / sum(up)'
    found = read_promql(text).selectors
    assert [each.metric for each in found] == ["http_requests_total", "up"]
    assert found[0].labels == ("job", "code")
    assert found[0].equals == (("job", "a"),)


@pytest.mark.parametrize("piece", ["-", "up+", "(", "abs(", "up^", "sum(", "{", "[", "up or "])
def test_an_expression_with_too_many_operations_is_not_even_parsed(piece: str) -> None:
    assert read_promql("-" * MAX_OPERATIONS + "up").metric == "up"
    with pytest.raises(InvalidInputError, match="operations"):
        read_promql(piece * (MAX_OPERATIONS + 1) + "up")


@given(st.text(max_size=60))
def test_no_text_makes_reading_fail(text: str) -> None:
    with contextlib.suppress(InvalidInputError):
        assert read_promql(text).selectors


@given(any_value, any_value)
def test_a_selector_holds_metric_and_value_as_they_are(metric: str, value: str) -> None:
    parsed = promql_parser.parse(selector(metric, [Matcher("pod", (value,))]))
    assert isinstance(parsed, promql_parser.VectorSelector)
    assert [(each.name, each.value) for each in parsed.matchers.matchers] == [
        ("__name__", metric),
        ("pod", value),
    ]


@given(st.lists(any_value, min_size=2, max_size=4), any_value)
def test_several_values_match_themselves_alone(values: list[str], other: str) -> None:
    parsed = promql_parser.parse(selector("up", [Matcher("pod", tuple(values))]))
    assert isinstance(parsed, promql_parser.VectorSelector)
    pattern = re2.compile("(?s:" + parsed.matchers.matchers[1].value + ")")
    assert all(pattern.fullmatch(value) for value in values)
    assert bool(pattern.fullmatch(other)) == (other in values)


@given(any_value)
def test_a_pattern_matches_its_value(value: str) -> None:
    assert re2.fullmatch(f"(?s:{pattern_of(value)})", value)


@pytest.mark.parametrize("label", ['a="b"', "a b", "", "标签", "a-b", "1a"])
def test_what_is_no_label_is_refused(label: str) -> None:
    with pytest.raises(InvalidInputError):
        selector("up", [Matcher(label, ("x",))])
