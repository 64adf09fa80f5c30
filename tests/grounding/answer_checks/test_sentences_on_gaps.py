"""What is missing may be said in nearly a gap's own words, and in no more (section 7)."""

import pytest

from superbiz_agent.grounding.answer_checks.answer import check_answer
from tests.grounding.answer_material import CLAIMS, composer_input, reply

FACT = f"{CLAIMS['claim-1'][0]} [claim-1]"
GAPS = [
    "The log of encoder-gpu-3 could not be read.",
    "Why the query on catalog-db was slow is not in the logs.",
    "No log shows which request led to the panic.",
    "encoder-gpu-3 的日志无法读取。",
    "没有指标显示 pod api-6c9d7f-x2kqp 的内存是怎样增长的。",
    "日志没有说明占满 cache-2 的是哪些 key。",
    "还没有查看 payments.internal 的证书本身。",
]

TOLD = {
    "Why they do so is open, because the log of encoder-gpu-3 could not be read.": 1,
    "The cause is unknown: the log of encoder-gpu-3 could not be read.": 1,
    "The log of encoder-gpu-3 itself could not be read.": 1,
    "The logs do not say why the query on catalog-db was slow.": 2,
    "Which request led to the panic is not in the log.": 3,
    "encoder-gpu-3 的日志无法读取，原因尚不清楚。": 4,
    "没有指标显示容器内存是怎样增长的。": 5,
    "具体是哪些 key，日志没有说明。": 6,
    "目前还没有查看证书本身。": 7,
}

TURNED = {
    "Why they do so is open, because order-service crashed.": 1,
    "The log of encoder-gpu-3 could not be read because the disk failed.": 1,
    "The cause is the log of encoder-gpu-3.": 1,
    "The log of encoder-gpu-3 could be read.": 1,
    "The cause is unknown, because the memory leaked.": 1,
    "The query on catalog-db was slow.": 2,
    "The logs say why the query on catalog-db was slow.": 2,
    "A request led to the panic.": 3,
    "encoder-gpu-3 的日志无法读取，原因是磁盘损坏。": 4,
    "encoder-gpu-3 的日志已读取。": 4,
    "原因尚不清楚，但日志被黑客删除。": 4,
    "容器内存增长了。": 5,
    "指标显示容器内存是怎样增长的。": 5,
    "具体是哪些 key，日志已经说明。": 6,
    "cache-2 已占满。": 6,
    "证书本身已查看。": 7,
}


def rules_of(text: str, gap: int) -> set[str]:
    material = composer_input(missing_info=GAPS)
    findings = check_answer(material, reply(f"{text} [m-{gap}]", summary=FACT))
    return {each.rule_id for each in findings if each.field == "user_facing_answer"}


@pytest.mark.parametrize(("text", "gap"), TOLD.items())
def test_a_gap_may_be_said_in_nearly_its_own_words(text: str, gap: int) -> None:
    assert rules_of(text, gap) == set()


@pytest.mark.parametrize(("text", "gap"), TURNED.items())
def test_a_gap_carries_no_answer(text: str, gap: int) -> None:
    assert rules_of(text, gap)
