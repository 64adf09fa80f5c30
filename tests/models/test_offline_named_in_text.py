"""A name that no source goes by is looked for in the text before its silence is told, and an
absence names all that narrowed its search (contract section 4)."""

from pathlib import Path

import pytest

from superbiz_agent.graph import build_graph
from superbiz_agent.models.offline.claims import absence
from superbiz_agent.models.offline.stored_text import read_line
from superbiz_agent.settings import load_settings

LOOM = "".join(
    f"2026-07-07 10:{minute:02}:00 {text}\n"
    for minute, text in enumerate(
        [
            "INFO weaver thread wound",
            *["ERROR weaver could not reach yarn-store.example.net:587: timed out"] * 5,
            "INFO weaver yarn-store reachable again",
            "INFO weaver thread wound",
        ]
    )
)
SEARCH = (
    'search for "{query}"{filters} in loom, window start to end: matched=0, truncated=no, '
    "answered=yes"
)


def ask(folder: Path, question: str) -> str:
    path = folder / "weaver.log"
    path.write_text(LOOM, encoding="utf-8")
    settings = load_settings(
        database_url=f"sqlite:///{folder / 's.db'}", logs=[str(path)], timezone="UTC"
    )
    answer = build_graph(settings).invoke({"query": question})["answer"]
    return answer.partition("\nReferences:")[0].partition("\n参考证据:")[0]


@pytest.mark.parametrize(
    "question",
    [
        "any ERROR about yarn-store?",
        "is yarn-store ok?",
        "yarn-store 正常吗？",
        "yarn-store 有报错吗？",
    ],
)
def test_records_that_hold_a_name_within_a_longer_one_are_found(
    tmp_path: Path, question: str
) -> None:
    said = ask(tmp_path, question)
    assert "yarn-store.example.net:587" in said
    assert "matched no record" not in said
    assert "没有匹配" not in said


@pytest.mark.parametrize("question", ["is dye-vat ok?", "dye-vat 正常吗？"])
def test_a_name_that_no_record_holds_is_told_as_searched_in_vain(
    tmp_path: Path, question: str
) -> None:
    assert '"dye-vat", ' in ask(tmp_path, question)


@pytest.mark.parametrize(
    ("query", "filters", "said"),
    [
        ("*", ", level=ERROR, levels=ERROR or FATAL", ("level ERROR or FATAL",)),
        ("*", ", service=dye-vat, level=ERROR", ("dye-vat", "ERROR")),
        ("*", ", level=WARN, regex=dye-vat", ('"dye-vat"', "WARN")),
        ("dye-vat", ", service=dye-vat", ('"dye-vat"', "service dye-vat")),
        ("thread", ", service=dye-vat, level=ERROR", ('"thread"', "service dye-vat", "ERROR")),
    ],
)
def test_an_absence_names_each_narrowing_of_its_search(
    query: str, filters: str, said: tuple[str, ...]
) -> None:
    text = SEARCH.format(query=query, filters=filters)
    draft = absence(read_line("query_logs", 1, "$.search", text), "en")
    for wording in draft.wordings:
        assert all(each in wording for each in said), wording
