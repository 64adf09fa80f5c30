"""A plain word in the place of a name."""

import pytest

from superbiz_agent.grounding.wording.strangers import names_a_stranger

CLAIM = "cart logged two slow requests; the HighLatency alert of cart is firing."


@pytest.mark.parametrize(
    ("text", "is_stranger"),
    [
        ("checkout logged two slow requests.", True),
        ("The HighLatency alert of wishlist is firing.", True),
        ("checkout 记录了两次慢请求。", True),
        ("wishlist's requests are slow.", True),
        ("- checkout: two slow requests", True),
        ("cart logged two slow requests.", False),
        ("The HighLatency alert of cart is firing.", False),
        ("cart 记录了两次慢请求。", False),
        ("Two slow requests were logged.", False),
        ("gateway panicked twice.", True),
        ("cart panicked twice.", False),
        ("it is firing", False),
        ("there is an alert", False),
        ("The disk sdc of db-1 is busy.", True),
        ("2 DELETE requests were slow.", True),
        ("cart 对 2 个 DELETE 请求响应慢。", True),
        ("cart was refused the connection to payments at 10.4.2.19:7070.", True),
        ("A member left the group shipping at 06:04:55Z.", True),
        ("消费组 shipping 的 rebalance 结束。", True),
        ("cart 连接 payments（10.4.2.19:7070）时被拒绝。", True),
        ("The group was slow at 06:04Z.", False),
    ],
)
def test_a_word_where_a_name_stands_is_a_name(text: str, is_stranger: bool) -> None:
    assert names_a_stranger(text, [CLAIM]) is is_stranger
