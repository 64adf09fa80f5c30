"""A failure is no absence, and a lack that the evidence tells is no absence of ours."""

import pytest

from superbiz_agent.grounding.wording import states_absence
from superbiz_agent.grounding.wording.polarity import polarity_conflict


@pytest.mark.parametrize(
    ("text", "stored", "is_absence"),
    [
        ("auth-service fails to bind to the directory.", [], False),
        ("auth-service cannot bind to the directory.", [], False),
        ("auth-service 无法绑定目录。", [], False),
        ("No errors were found.", [], True),
        ("We could not find any error.", [], True),
        (
            "It failed, caused by a missing font file.",
            ["Caused by: missing font file a.ttf"],
            False,
        ),
        ("It failed, caused by a missing font file.", ["invoice-job failed"], True),
        ("1391 张发票未渲染。", ["1391 invoices not rendered"], False),
        ("1392 张发票未渲染。", ["1391 invoices not rendered"], True),
        ("Its restart count was 0.", ["pod ready restarts=0"], False),
        ("Its restart count was 0.", ["pod ready restarts=10"], True),
        ("没有报错。", ["1391 invoices not rendered"], True),
        ("缺少文件 /opt/fonts/a.ttf。", ["missing font file /opt/fonts/a.ttf"], False),
    ],
)
def test_an_absence_is_what_is_not_there(text: str, stored: list[str], is_absence: bool) -> None:
    assert states_absence(text, stored=stored) is is_absence


REFUSED = "ERROR auth-service bind refused: invalid credentials"


@pytest.mark.parametrize(
    ("text", "source", "conflicts"),
    [
        ("auth-service fails to bind.", REFUSED, False),
        ("auth-service cannot bind.", REFUSED, False),
        ("auth-service failed.", "INFO auth-service bind ok", True),
        ("auth-service failed.", "INFO auth-service errors=0", True),
        ("auth-service failed.", "INFO auth-service had no errors", True),
        ("auth-service failed.", "INFO auth-service had 0 errors", True),
        ("auth-service failed.", "ERROR auth-service error code 7", False),
        ("auth-service cannot bind.", "INFO auth-service bind succeeded", True),
        ("auth-service 绑定不上。", REFUSED, False),
        ("auth-service 没绑定成功。", REFUSED, False),
        ("auth-service 绑定得上。", REFUSED, True),
        ("auth-service 绑定不上。", "INFO auth-service bind succeeded", True),
        ("auth-service can bind.", "auth-service cannot bind", True),
    ],
)  # fmt: skip
def test_a_refusal_or_an_error_says_that_something_failed(
    text: str, source: str, conflicts: bool
) -> None:
    assert polarity_conflict(text, [source]) is conflicts
