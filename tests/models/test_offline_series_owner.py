"""Whose series a question asks for, where the name is a plain word."""

import pytest

from superbiz_agent.models.offline.question import read_question
from superbiz_agent.models.offline.series import series_searches

CASES = {
    "What is the memory of checkout?": "checkout",
    "How high is the CPU of the payment service?": "payment",
    "checkout 的内存是多少？": "checkout",
    "is mailer up?": "mailer",
    "mailer 挂了吗？": "mailer",
    "What is the memory of the pods?": None,
    "How high is the memory for the last hour?": None,
}


@pytest.mark.parametrize(("question", "owner"), CASES.items())
def test_a_plain_word_where_a_name_stands_is_one(question: str, owner: str | None) -> None:
    asked = [arguments.get("service") for arguments, _ in series_searches(read_question(question))]
    assert asked == [owner]


@pytest.mark.parametrize("question", ["memory of kafka", "kafka 的内存"])
def test_a_product_where_a_name_stands_is_whose_series_are_asked(question: str) -> None:
    asked = series_searches(read_question(question))
    assert asked
    assert all(arguments.get("service") == "kafka" for arguments, _ in asked)


@pytest.mark.parametrize("question", ["is mailer up?", "is the mailer down?", "mailer 还在线吗？"])
def test_whether_something_is_up_asks_for_the_metric_of_that_name(question: str) -> None:
    assert [x["metric"] for x, _ in series_searches(read_question(question))] == ["up"]
