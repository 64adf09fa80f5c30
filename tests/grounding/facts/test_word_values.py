"""Values that are words, numbers that count points, and signs that are read as numbers."""

import pytest

from superbiz_agent.grounding.comparison.engine import fact_gaps
from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.wording import split_sentences

RUNNING = "2026-07-07T10:12:05Z INFO pod-1 is running, ready=true"
CRASHED = "2026-07-07T10:12:06Z ERROR pod-2 crashed, exit code 137"
CRITICAL = "HighMemoryUsage firing, service=order-service, current=91%, severity=critical"
WARNING = "HighCpuUsage firing, service=payment-service, current=97%, severity=warning"


def values(text: str) -> list[str]:
    return [fact.value for fact in extract_facts(text) if fact.form in ("level", "setting")]


@pytest.mark.parametrize(
    "text",
    [
        "severity=critical",
        '"severity": "critical"',
        "level=CRITICAL",
        "the severity is critical",
        "critical severity",
        "级别为 critical",
        "告警级别为严重",
        "a CRITICAL alert",
        "a critical alert",
        "严重告警",
    ],
)
def test_a_level_is_one_value_however_it_is_written(text: str) -> None:
    assert values(text) == ["level=critical"]


@pytest.mark.parametrize(
    "text",
    [
        "an error occurred",
        "a high level of errors",
        "low memory",
        "memory is low",
        "a high-level view",
        'the log says "level of service"',
    ],
)
def test_the_same_words_are_prose_where_nothing_calls_them_a_level(text: str) -> None:
    assert values(text) == []


def test_a_word_after_its_key_is_a_value_of_that_noun() -> None:
    assert values('ready=true, "state": "up", note="two words"') == ["ready=true", "state=up"]


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("HighMemoryUsage of order-service has severity=warning.", [CRITICAL]),
        ("HighMemoryUsage of order-service has severity=warning.", [CRITICAL, WARNING]),
        ("order-service 的告警级别为 warning。", [CRITICAL, WARNING]),
        ("pod-2 logged a WARN.", [CRASHED]),
        ("pod-2 logged an INFO record.", [RUNNING, CRASHED]),
        ("pod-2 ready=true.", [RUNNING, CRASHED]),
        ("pod-1 ready=false.", [RUNNING]),
    ],
)
def test_a_word_value_that_its_entity_does_not_have_is_a_gap(text: str, sources: list[str]) -> None:
    assert fact_gaps(text, sources, names=("pod-1", "pod-2"))


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("HighMemoryUsage of order-service has severity critical.", [CRITICAL, WARNING]),
        ("order-service 的告警级别为严重。", [CRITICAL]),
        ("pod-2 logged an ERROR.", [RUNNING, CRASHED]),
        ("pod-1 has ready=true.", [RUNNING, CRASHED]),
    ],
)
def test_a_word_value_that_its_entity_has_is_covered(text: str, sources: list[str]) -> None:
    assert fact_gaps(text, sources, names=("pod-1", "pod-2")) == []


@pytest.mark.parametrize(
    "text", ["⑨②% of memory", "at Ⅻ%", "at ½", "91\u0337% used", "9\u03791% used", "9٪2% used"]
)
def test_a_sign_that_reads_as_a_number_equals_nothing_but_itself(text: str) -> None:
    assert fact_gaps(f"order-service is {text}", [CRITICAL])
    assert fact_gaps(f"order-service is {text}", [f"order-service is {text}"]) == []


def test_an_enclosed_number_may_count_the_points_of_a_list() -> None:
    assert extract_facts("先看两处：①查看连接池；②查看线程。") == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("99. percent of memory is used", ["99"]),
        ("95、内存", ["95"]),
        ("1. first look\n2. then look", []),
        ("1) look\n\n2) look again", []),
        ("- 1. look\n7. used", ["7"]),
    ],
)
def test_a_number_at_the_start_of_a_line_counts_points_only_in_their_order(
    text: str, numbers: list[str]
) -> None:
    assert [fact.value for fact in extract_facts(text) if fact.kind == "number"] == numbers
    said = " ".join(sentence.text for sentence in split_sentences(text))
    assert [fact.value for fact in extract_facts(said) if fact.kind == "number"] == numbers


@pytest.mark.parametrize("dash", ["\u2012", "\u2013", "\u2043", "\u00b7", "\u30fc"])
def test_a_dash_inside_a_name_is_a_hyphen(dash: str) -> None:
    (name,) = extract_facts(f"payment{dash}service")
    assert name.key == ("name", "payment-service")
