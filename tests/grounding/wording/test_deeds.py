"""What is denied is compared by its word, whatever else a clause denies."""

import pytest

from superbiz_agent.grounding.wording import polarity_conflict


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("The run failed with 1391 invoices rendered.",
         "The run failed with 1391 invoices not rendered."),
        ("a-api can bind to ldaps://dir-2:636: error 49 (invalid credentials), 3 times.",
         "a-api fails to bind to ldaps://dir-2:636: error 49 (invalid credentials), 3 times."),
        ("a-api could deliver orders because the queue was full.",
         "a-api could not deliver orders because the queue was full."),
        ("a-api 可以绑定 ldaps://dir-2:636：返回 error 49 (invalid credentials)，共 3 次。",
         "a-api 绑定 ldaps://dir-2:636 失败：error 49 (invalid credentials)，共 3 次。"),
        ("10:00:05Z 时 dns-1 有加载区域 z.internal，理由是“line 187”。",
         "10:00:05Z，dns-1 没有加载区域 z.internal，理由是“line 187”。"),
        ("占满 redis-2 的可能是有 TTL 的 key。", "可能是没有 TTL 的 key 占满了 redis-2。"),
        ("The replica set web-6b94cd was not scaled down to 0.",
         "The replica set web-6b94cd was scaled down to 0."),
        ("The search matched 48 records and was not cut off.",
         "The search matched 48 records, and its result was cut off."),
        ("The first refusal was not at 2026-05-12T07:00:05Z.",
         "a-api fails to bind, 3 times since 2026-05-12T07:00:05Z."),
        ("a-1 does not fail to reach its forwarders since the link went down.",
         "a-1 fails to reach its forwarders since the link went down."),
        ("That is not likely why the name did not resolve.",
         "The name likely did not resolve because the zone was not loaded."),
        ("The manifest is known.", "The manifest is unknown."),
        ("握手不会立即失败，要等到超时。", "握手立即失败，不会等到超时。"),
        ("seat-1 could store a hold 9 times, each time with “OOM”.",
         "seat-1 could not store holds because redis-2 refused them with “OOM”, 9 times."),
    ],
)  # fmt: skip
def test_a_deed_turned_round_is_a_conflict(text: str, source: str) -> None:
    assert polarity_conflict(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("3 invoices were not stored.", "a-api did not store 3 invoices."),
        ("a-api failed to store 3 invoices.", "a-api did not store 3 invoices."),
        ("a-api did not connect.", "a-api connect failed"),
        ("sms-1 有 14 次短信没发出去。", "sms-1 发送失败：HTTP 401"),
        ("a-1 nginx failed to connect to b-1 (Connection refused).",
         "nginx connect() failed (111: Connection refused) while connecting to b-1"),
        ("Its writes to the bucket pdf-1 end in QuotaExceeded.",
         "a-api fails to write to the bucket pdf-1: QuotaExceeded"),
        ('At 10:00Z, "Can\'t synchronise: no sources" was logged on a-1.',
         "a-1 chronyd[611]: Can't synchronise: no sources"),
        ("Whether a-1 was restarted is not known.", "a-1 was not restarted."),
        ("a-api 的绑定被拒绝：error 49 (invalid credentials)。",
         "a-api 绑定失败：error 49 (invalid credentials)，账号 cn=a-1"),
    ],
)  # fmt: skip
def test_other_words_for_the_same_deed_are_none(text: str, source: str) -> None:
    assert not polarity_conflict(text, [source])
