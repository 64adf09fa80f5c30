"""Which facts stand together, and which values under which key (contract section 7)."""

import pytest

from superbiz_agent.grounding.comparison.engine import fact_gaps

CODES = ("17% of the requests got 504, 2% got 502.",)
CODES_ZH = ("17% 的请求返回 504，2% 返回 502。",)
REPLICAS = ("cart-api was 3/3 at 02:00, 1/3 at 02:05.",)
HEAPS = ("GC of ledger-1: used=1.99G, max=2.00G",)
ONE_INSTANT = ("At 2026-03-02T10:00:00Z search-1 used 40% of its disk and 90% of its memory.",)
LONG_LIST = (", ".join(f"{number}% with {500 + number}" for number in range(1, 12)),)


@pytest.mark.parametrize(
    ("text", "sources", "mixed"),
    [
        ("17% got 504 and 2% got 502.", CODES, False),
        ("2% got 502, 17% got 504.", CODES, False),
        ("504: 17%.", CODES, False),
        ("2% got 504.", CODES, True),
        ("17% got 502, and 2% got 504.", CODES, True),
        ("17% 返回 504，2% 返回 502。", CODES_ZH, False),
        ("2% 返回 504，17% 返回 502。", CODES_ZH, True),
        ("17% of the requests got 504.", CODES_ZH, False),
        ("2% of the requests got 504.", CODES_ZH, True),
        ("cart-api was 3/3 at 02:00.", REPLICAS, False),
        ("cart-api was 1/3 at 02:05, and 3/3 at 02:00.", REPLICAS, False),
        ("cart-api was 3/3 at 02:05.", REPLICAS, True),
        ("cart-api was 1/3 at 02:00, 3/3 at 02:05.", REPLICAS, True),
        ("cart-api 在 02:00 时为 3/3，02:05 时为 1/3。", REPLICAS, False),
        ("cart-api 在 02:00 时为 1/3，02:05 时为 3/3。", REPLICAS, True),
        ("At 2026-03-02T10:00:00Z search-1 used 90% of its memory.", ONE_INSTANT, False),
        ("search-1 在 2026-03-02T10:00:00Z 用了 40% 的磁盘。", ONE_INSTANT, False),
        ("2% with 504, 1% with 502.", LONG_LIST, False),
    ],
)
def test_a_fact_keeps_its_companion(text: str, sources: tuple[str, ...], mixed: bool) -> None:
    assert bool(fact_gaps(text, list(sources))) is mixed


@pytest.mark.parametrize(
    ("text", "mixed"),
    [
        ("2% got 504 at 10:00.", True),
        ("2% got 504 at 10:05.", False),
        ("17% got 504 at 10:00.", False),
    ],
)
def test_what_another_source_tells_together_is_told(text: str, mixed: bool) -> None:
    later = "At 10:05, 2% of the requests got 504."
    assert bool(fact_gaps(text, ["At 10:00, 17% of the requests got 504.", later])) is mixed


@pytest.mark.parametrize(
    ("text", "sources", "mixed"),
    [
        ("ledger-1: used=1.99G, max=2.00G", HEAPS, False),
        ("ledger-1: max=2.00G", HEAPS, False),
        ("ledger-1: used=2.00G, max=1.99G", HEAPS, True),
        ("ledger-1 的堆：used=2.00G，max=1.99G", HEAPS, True),
        ("ledger-1 的堆：used=1.99G，max=2.00G", HEAPS, False),
        ("ledger-1: used=2.00G", (*HEAPS, "ledger-1 used=2.00G"), False),
        ("ledger-1: used=2.00G", (*HEAPS, "ledger-1 used 2.00G at the end"), False),
    ],
)
def test_a_value_keeps_its_key(text: str, sources: tuple[str, ...], mixed: bool) -> None:
    assert bool(fact_gaps(text, list(sources))) is mixed


def test_facts_of_different_sentences_are_no_companions() -> None:
    stored = [
        "carts logged waiting=58 after 26 s",
        "carts logged waiting=73 after 19 s",
        "mails logged lag=91",
    ]
    text = "carts waited 26 s. mails logged lag=91. carts waited 19 s. carts logged waiting=58."
    assert fact_gaps(text, stored) == []
