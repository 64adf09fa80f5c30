"""Of two opposites only one is told, in either language (contract section 7, polarity)."""

import pytest

from superbiz_agent.grounding.wording import polarity_conflict

EXPIRED = "ERROR edge-2 login refused: token of batch-user expired at 09:00 (edge.log:4)"
EXPIRED_ZH = "ERROR edge-2 登录失败：batch-user 的令牌已过期 (edge.log:4)"
VALID_ZH = "edge-2 的令牌仍有效，登录被拒绝"
BEHIND = "WARN edge-2 clock is 42 s behind ntp-3 (edge.log:9)"
AHEAD_ZH = "WARN edge-2 时钟比 ntp-3 快 42 秒 (edge.log:9)"
BY_HAND = "Tokens > Renewal: The on-call renews the token by hand. (tokens.md)"
ITSELF_ZH = "令牌 > 续期：令牌到期前自动续期。 (tokens.md)"
ONCE = "Pools > Size: The size is read once, at the start. (pools.md)"
ONLY_ZH = "连接池 > 大小：只在启动时读取大小。 (pools.md)"
SEEKS = "holds of edge-2 failed with acquire connection: timeout after 2s"
ACCESS = (
    '2026-03-02T10:00:00Z store-1 10.1.0.4 - - "PUT /a/1.ts HTTP/1.1" 201 0 "-" rt=0.020 (s.log:1)'
)


@pytest.mark.parametrize(
    ("text", "source", "conflicts"),
    [
        ("edge-2 refused the login although the token was still valid.", EXPIRED, True),
        ("The login to edge-2 failed with a token that is valid.", EXPIRED_ZH, True),
        ("edge-2 登录失败，令牌没有过期。", EXPIRED_ZH, True),
        ("edge-2 登录失败，令牌仍有效。", EXPIRED, True),
        ("edge-2 refused the login: the token of batch-user had expired.", EXPIRED, False),
        ("edge-2 登录失败，令牌已过期。", EXPIRED, False),
        ("The login was refused though the token of edge-2 is still valid.", VALID_ZH, False),
        ("The clock of edge-2 is 42 s ahead of ntp-3.", BEHIND, True),
        ("edge-2 的时钟比 ntp-3 快 42 秒。", BEHIND, True),
        ("The clock of edge-2 is 42 s behind ntp-3.", AHEAD_ZH, True),
        ("edge-2 的时钟比 ntp-3 慢 42 秒。", BEHIND, False),
        ("The clock of edge-2 is 42 s ahead of ntp-3.", AHEAD_ZH, False),
        ("The runbook says that the token renews itself automatically.", BY_HAND, True),
        ("手册说令牌会自动续期。", BY_HAND, True),
        ("The runbook says that tokens are renewed manually.", ITSELF_ZH, True),
        ("手册说由值班人员手动续期令牌。", BY_HAND, False),
        ("The runbook says that tokens are renewed automatically.", ITSELF_ZH, False),
        ("The runbook says that the size is read not only at the start.", ONCE, True),
        ("手册说不只在启动时读取大小。", ONCE, True),
        ("The runbook says that the size is read not only at the start.", ONLY_ZH, True),
        ("手册说大小只在启动时读取一次。", ONCE, False),
        ("The runbook says that the size is read once, at the start.", ONLY_ZH, False),
        ("The holds of edge-2 got their connection before 2s.", SEEKS, True),
        ("edge-2 的请求在 2s 内取得了连接。", SEEKS, True),
        ("store-1 拒绝了 PUT 请求。", ACCESS, True),
        ("store-1 对 PUT 请求返回 201。", ACCESS, False),
    ],
)
def test_of_two_opposites_only_one_is_told(text: str, source: str, conflicts: bool) -> None:
    assert polarity_conflict(text, [source]) is conflicts


def test_what_a_source_says_of_both_may_be_told() -> None:
    sources = ["the first token expired at 09:00", "the second token is still valid"]
    assert not polarity_conflict("The second token is still valid.", sources)
