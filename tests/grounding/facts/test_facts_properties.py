"""Whatever the text: facts are well formed, comparison is reflexive, time grows linearly."""

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from time_growth import assert_linear

from superbiz_agent.bench.timing import clear_caches
from superbiz_agent.grounding.comparison.engine import content_terms, fact_gaps, fold
from superbiz_agent.grounding.facts import extract_facts, suspicious_tokens

PIECES = st.sampled_from(
    [
        "order-service", "payment-service", "HikariPool-1", "91", "%", " ", "15m", "15M", "ms",
        "2026-07-07", "T10:00:00", "Z", "+08:00", "-", "−", "/", ":", ".", ",", "，", "。", "三",
        "次", "百分之", "下午", "点", "半", "\"", "'", "“", "”", "active=50/50", "=", "service=",
        "up ", "over ", "doubled", "first", "v2.14", "10.0.0.1", "http://", "\n", "\u200b", "а",
        "²", "５", "％", "(", ")", "HTTP ", "500", "all three", "respectively", "1h30", "e9", "x",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=40).map("".join))


@given(TEXTS)
@example("`\r`")
@settings(max_examples=200, deadline=None)
def test_spans_lie_in_the_text_and_overlap_only_inside_quotes(text: str) -> None:
    facts = extract_facts(text, names=("checkout", "订单中心"))
    end = 0
    for fact in facts:
        assert 0 <= fact.span[0] < fact.span[1] <= len(text)
        assert fact.value
        if fact.kind != "quoted":
            assert fact.span[0] >= end
            end = fact.span[1]


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_a_text_covers_itself(text: str) -> None:
    assert fact_gaps(text, [text]) == []


@given(TEXTS, TEXTS)
@settings(max_examples=150, deadline=None)
def test_more_sources_never_raise_and_gaps_are_facts_of_the_text(text: str, source: str) -> None:
    gaps = fact_gaps(text, [source, "order-service at 91%"], names=("checkout",))
    assert all(0 <= gap.span[0] < gap.span[1] <= len(text) for gap in gaps)


@given(TEXTS)
@settings(max_examples=150, deadline=None)
def test_folding_is_idempotent(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert content_terms(text) == content_terms(fold(text)) or not text.isascii()


LINES = [
    "a", "9", "a-", '"', "“", "1 ", "1,234,", "1:", "1.", "/a", "三", "百分之", "a=1 ",
    "order-service 91% ", "a-svc, ", "=", "\n", "\u200b", "аa", "' ", "_", "2026-07-07 ", "::",
    "a1", "-", "up ", "more than ", "jan ", "1.1.1.1.", "http://", "半", "x=", "7月", "status",
    "v1.", "(", "1e9", "<", "twenty ", "`", "CamelCase ", "service=a1 ", '"x" ', "1% ", "all ",
    "10:00 to ", "１", "5 分", "第", "respectively ", "50/50 ",
]  # fmt: skip


@pytest.mark.parametrize("piece", LINES)
def test_time_grows_linearly_with_a_hostile_line(piece: str) -> None:
    def compare(size: int) -> None:
        text = (piece * (size // len(piece) + 1))[:size]
        source = f"{text[: size // 2]} order-service 92%"
        clear_caches()
        fact_gaps(text, [source])
        fold(text)
        suspicious_tokens(text)

    assert_linear(compare, 1_500, 12_000)


LOGHUB = Path(__file__).resolve().parents[4] / "shared" / "data" / "loghub"


@pytest.mark.data
@pytest.mark.skipif(not LOGHUB.is_dir(), reason=f"public log data is missing: {LOGHUB}")
@pytest.mark.parametrize("system", ["HDFS", "Hadoop", "OpenSSH", "OpenStack", "Spark", "Zookeeper"])
def test_quoting_a_real_log_line_is_never_a_violation(system: str) -> None:
    path = LOGHUB / system / f"{system}_2k.log"
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    assert [line for line in lines if fact_gaps(line, [line])] == []
