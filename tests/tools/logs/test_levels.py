"""Where a line says its level, in either language."""

import pytest

from superbiz_agent.tools.logs.levels import find_level, normalise_level


@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("ERROR payment failed", "ERROR"),
        ("[worker-1] WARN slow", "WARN"),
        ("错误 [工作线程-7] 支付服务 扣款失败", "ERROR"),
        ("[警告] 支付服务 耗时过长", "WARN"),
        (" 信息：启动完成", "INFO"),
        ("【致命】内存溢出", "FATAL"),
        ("支付服务 错误 码=3", None),
        ("错误码=3", None),
        ("信息系统 启动完成", None),
        (" LabSZ sshd[24200]: error: Received disconnect", "ERROR"),
        (" unbound[812]: [812:0] notice: sendto failed", "INFO"),
        (" error: no such file", "ERROR"),
        ("pull failed: rpc error: code = NotFound", None),
        ("ended with a fatal: no", None),
    ],
)
def test_a_level_stands_at_the_head_of_a_line(line: str, level: str | None) -> None:
    assert find_level(line)[0] == level


@pytest.mark.parametrize(
    ("word", "level"), [("错误", "ERROR"), ("Warning", "WARN"), ("50", "ERROR")]
)
def test_a_level_is_asked_for_in_any_spelling(word: str, level: str) -> None:
    assert normalise_level(word) == level
