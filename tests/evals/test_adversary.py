"""The adversary's tables, played through the real rules, and what may get through at most."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.cli import main
from superbiz_agent.errors import SourceError
from superbiz_agent.evals.adversary.playing import play_all
from superbiz_agent.evals.adversary.summary import Played, Summary, counts, exceeded, summarise
from superbiz_agent.evals.adversary.tables import (
    AnswerRow,
    ClaimRow,
    Row,
    read_answers,
    read_claims,
)
from superbiz_agent.tools.base import search_text

FOLDER = Path(__file__).parents[1] / "adversary"
FURTHER = FOLDER / "further"
"""Ten false and ten true rows of ten kinds each, over other things and in other words, written
before the rules of these kinds were mended."""
MARKS = re.compile(r"\[(claim-\d+|h-\d+|m-\d+|a-\d+)\]")


def played_in(folder: Path) -> Summary:
    return summarise(list(play_all(read_claims(folder), read_answers(folder))))


def rows() -> list[Row]:
    return [row for each in (FOLDER, FURTHER) for row in (*read_claims(each), *read_answers(each))]


@pytest.mark.parametrize("folder", [FOLDER, FURTHER], ids=["adversary", "further"])
def test_no_more_gets_through_than_was_accepted(folder: Path) -> None:
    accepted = json.loads((folder / "accepted.json").read_text(encoding="utf-8"))
    assert exceeded(played_in(folder), accepted) == [], (
        f"more false rows get through, or more true ones are refused, than {folder.name}/"
        "accepted.json allows; superbiz eval adversary --json FILE lists them with their texts"
    )


def test_each_kind_of_the_further_rows_has_ten_false_and_ten_true_ones() -> None:
    further = [*read_claims(FURTHER), *read_answers(FURTHER)]
    kinds = {row.id.split("-")[0] for row in further}
    assert len(kinds) == 10
    for kind in kinds:
        own = [row for row in further if row.id.startswith(f"{kind}-")]
        assert sum(row.is_true for row in own) >= 10
        assert sum(not row.is_true for row in own) >= 10


def test_each_table_is_as_large_as_its_page_says() -> None:
    for table in (read_claims(FOLDER), read_answers(FOLDER)):
        assert sum(not row.is_true for row in table) >= 400
        assert sum(row.is_true for row in table) >= 120
        languages = Counter(row.language for row in table)
        assert min(languages.values()) >= 0.4 * len(table)


def test_no_text_stands_twice() -> None:
    claims = Counter(row.claim_text for row in read_claims(FOLDER))
    answers = Counter(row.answer for row in read_answers(FOLDER))
    assert [text for text, count in (claims | answers).items() if count > 1] == []


def test_every_row_says_why_it_stands_there() -> None:
    assert [row.id for row in rows() if not row.why or not row.question] == []


def test_every_claim_cites_a_line() -> None:
    claims = read_claims(FOLDER)
    assert [row.id for row in claims if not any(line.cited for line in row.evidence)] == []
    assert [row.id for row in claims if row.is_true != (row.deserves is not None)] == []


def test_searches_stand_in_the_shape_in_which_tools_store_them() -> None:
    from superbiz_agent.contracts.evidence import SearchDetails

    lines = [line for row in read_claims(FOLDER) for line in row.evidence]
    searches = [line for line in lines if line.raw_path == "$.search"]
    assert len(searches) >= 400
    for line in searches:
        assert line.text == search_text(SearchDetails.model_validate(line.details))


def test_every_mark_of_an_answer_names_an_item_of_its_row() -> None:
    for row in read_answers(FOLDER):
        known = {
            *(claim.claim_id for claim in row.claims),
            *(item.hypothesis_id for item in row.hypotheses),
            *(f"m-{number}" for number, _ in enumerate(row.missing_info, 1)),
            *(f"a-{number}" for number, _ in enumerate(row.actions, 1)),
        }
        assert set(MARKS.findall(row.answer)) <= known, row.id


def played(**changed: Any) -> Played:
    fields: dict[str, Any] = {
        "table": "claims",
        "id": "a",
        "language": "en",
        "kind": "number",
        "text": "t",
        "why": "w",
        "fate": "told",
        "is_wrong": True,
        "detail": "confirmed",
    }
    return Played(**fields | changed)


def test_a_count_above_the_accepted_one_is_named() -> None:
    whole = summarise([
        played(),
        played(id="b", fate="inferred", is_wrong=False),
        played(id="c", table="answers", kind="true", fate="refused"),
        played(id="d", table="answers", kind="owner", fate="refused", is_wrong=False),
    ])  # fmt: skip
    assert counts(whole) == {
        "claims": {"number": 1},
        "claims inferred": {"number": 1},
        "answers": {},
        "true refused": {"answers": 1},
    }
    assert exceeded(whole, {"claims": {"number": 1}, "true refused": {"answers": 2}}) == [
        "claims inferred, number: 1, accepted 0"
    ]
    assert exceeded(whole, counts(whole)) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [("{", "line 1"), ('{"id": "a"}', "line 1: language"), ("[]", "line 1")],
)
def test_a_broken_line_is_named_with_its_file(tmp_path: Path, line: str, found: str) -> None:
    (tmp_path / "claims.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(SourceError, match=found):
        read_claims(tmp_path)


def test_an_id_stands_once(tmp_path: Path) -> None:
    line = (FOLDER / "answers.jsonl").read_text(encoding="utf-8").split("\n")[0]
    (tmp_path / "answers.jsonl").write_text(f"{line}\n{line}\n", encoding="utf-8")
    with pytest.raises(SourceError, match="stands twice"):
        read_answers(tmp_path)


def test_the_command_prints_a_table_and_writes_each_row_that_went_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    claims: dict[str, ClaimRow] = {row.kind: row for row in reversed(read_claims(FOLDER))}
    answers: dict[str, AnswerRow] = {row.kind: row for row in reversed(read_answers(FOLDER))}
    for name, table in (("claims", claims), ("answers", answers)):
        text = "\n".join(table[kind].model_dump_json() for kind in ("number", "true"))
        (tmp_path / f"{name}.jsonl").write_text(text, encoding="utf-8")
    figures = tmp_path / "figures.json"
    assert main(["eval", "adversary", "--data", str(tmp_path), "--json", str(figures)]) == 0
    shown = capsys.readouterr().out
    assert "true claims refused" in shown and "answers   all" in shown
    written = json.loads(figures.read_text(encoding="utf-8"))
    assert {kind["all"] for kind in written["kinds"]} == {1}


def test_a_folder_without_tables_is_said_to_be_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["eval", "adversary", "--data", str(tmp_path)]) == 2
    assert "claims.jsonl cannot be read" in capsys.readouterr().err
