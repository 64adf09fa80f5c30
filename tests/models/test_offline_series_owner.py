"""Whose series a question asks for, where the name is a plain word."""

import pytest

from superbiz_agent.models.offline.question import read_question
from superbiz_agent.models.offline.series import series_searches

CASES = {
    "What is the memory of checkout?": "checkout",
    "How high is the CPU of the payment service?": "payment",
    "checkout 的内存是多少？": "checkout",
    "What is the memory of the pods?": None,
    "How high is the memory for the last hour?": None,
}


@pytest.mark.parametrize(("question", "owner"), CASES.items())
def test_a_plain_word_where_a_name_stands_is_one(question: str, owner: str | None) -> None:
    asked = [arguments.get("service") for arguments, _ in series_searches(read_question(question))]
    assert asked == [owner]
