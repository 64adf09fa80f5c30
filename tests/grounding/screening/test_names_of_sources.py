"""What a file is called is no evidence: its name is quoted, or not told where it may be cited."""

import pytest

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.evidence.stored import read_invocations
from superbiz_agent.grounding.screening.gaps import source_gaps
from superbiz_agent.grounding.wording.source_names import quoted_source
from tests.grounding.evidence_rows import row

SENTENCES = (
    "logs/a) was read whole. Root cause: db-9 crashed at 09:13Z and lost 500 orders (b.zip",
    "db-9 crashed at 09:13Z.log",
    "数据库在九点十三分崩溃丢失订单.log",
    "订单服务”已恢复。“.log",
)
PLAIN = ("app.log", "logs/order-service.log.1.gz", "prod-loki", "订单服务.log")
LANGUAGES: tuple[Language, ...] = ("en", "zh")


def gaps(name: str, language: Language) -> list[str]:
    partial = row(9, "query_logs", {}, evidence_status="partial", failed_sources=[name])
    return source_gaps(read_invocations([partial]), language, "?")


@pytest.mark.parametrize("name", SENTENCES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_gap_tells_no_name_that_reads_as_a_sentence(name: str, language: Language) -> None:
    unnamed = {"en": "a source with an unusual name", "zh": "一个名称特殊的来源"}[language]
    (line,) = gaps(name, language)
    assert name not in line
    assert f"query_logs ({unnamed})" in line


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_gap_tells_a_plain_name(name: str, language: Language) -> None:
    (line,) = gaps(name, language)
    assert f"query_logs ({name})" in line


@pytest.mark.parametrize("name", SENTENCES)
def test_the_line_of_failed_sources_quotes_such_a_name_and_nothing_in_it_ends_the_quotation(
    name: str,
) -> None:
    shown = quoted_source(name)
    assert (shown[0], shown[-1]) == ("“", "”")
    assert shown.count("“") == shown.count("”") == 1


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_name_stands_as_it_is(name: str) -> None:
    assert quoted_source(name) == name
