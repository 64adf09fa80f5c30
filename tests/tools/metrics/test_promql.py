"""PromQL is parsed before it is sent; what code writes holds any name and value as it is."""

import contextlib
from datetime import timedelta

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
        # a number of the writer's own
        ("m*0+99", "* 0"),
        ("m + 91", "+ 91"),
        ("91 - m", "a number may only"),
        ("m/m*91", "* 91"),
        ("m * (60 * 60)", "a number may only"),
        ("m * 1024 * 1024 * 1024", "calculates * 1024"),
        ("m ^ 2", "uses ^"),
        ("m % 7", "uses %"),
        ("-m", "a number may only"),
        ("m > bool 5", "bool"),
        ("clamp_min(m, 99)", "clamp_min()"),
        ("clamp(m, 91, 91)", "clamp()"),
        ("round(m, 1000)", "round()"),
        ("sgn(m) * 100", "sgn()"),
        ("group(m)", "group()"),
        ("pi() * m", "pi()"),
        ("hour(m)", "hour()"),
        ("timestamp(m)", "timestamp()"),
        ("quantile(7, m)", "from 0 to 1"),
        # values of another time
        ("predict_linear(m[5m], 86400)", "predict_linear()"),
        ("deriv(m[5m])", "deriv()"),
        ("max_over_time(m[30d])", "looks back"),
        ("increase(m[1d])", "looks back"),
        ("max_over_time(max_over_time(m[40m])[40m:1m])", "looks back"),
    ],
)
def test_what_is_wrong_with_an_expression_is_said(text: str, says: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        read_promql(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "sum by (pod) (rate(m[5m]))",
        "100 * sum(rate(m[5m])) / sum(n)",
        "m / 1024 / 1024",
        "m > 5",
        "m >= -5",
        "topk(3, m)",
        "quantile(0.95, m)",
        "quantile_over_time(0.5, m[10m])",
        "histogram_quantile(0.99, sum by (le) (rate(m_bucket[5m])))",
        "m - n",
        "m and on(pod) n",
        "max_over_time(rate(m[5m])[30m:1m])",
    ],
)
def test_what_follows_from_the_series_alone_may_be_asked(text: str) -> None:
    assert read_promql(text).selectors


def test_an_expression_looks_no_further_back_than_the_window_asked() -> None:
    assert read_promql("rate(m[5m])", timedelta(seconds=30)).metric == "m"
    with pytest.raises(InvalidInputError, match="looks back"):
        read_promql("max_over_time(m[20m])", timedelta(minutes=10))


def test_an_expression_names_its_metrics_and_labels() -> None:
    text = 'sum by (pod) (rate(http_requests_total{job="a", code=~"5.."}[5m])) / sum(up)'
    found = read_promql(text).selectors
    assert [each.metric for each in found] == ["http_requests_total", "up"]
    assert found[0].labels == ("job", "code")
    assert found[0].equals == (("job", "a"),)


@pytest.mark.parametrize("piece", ["-", "up+", "(", "abs(", "up^", "sum(", "{", "[", "up or "])
def test_an_expression_with_too_many_operations_is_not_even_parsed(piece: str) -> None:
    half = MAX_OPERATIONS
    assert read_promql("(" * half + "up" + ")" * half).metric == "up"
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


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ('rate(requests_total{service="orders"[5m])', 37),
        ("foo bar", 5),
        ("up{a=b}", 7),
        ("rate(up)", 8),
        ("sum(", 4),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, at: int) -> None:
    with pytest.raises(InvalidInputError, match=f"is wrong at character {at} or before it"):
        read_promql(text)
