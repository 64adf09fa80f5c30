"""A source of any form becomes lines in which a number belongs to what it describes."""

import json
from typing import Any

import pytest

from superbiz_agent.evals.grounding.field_names import key_words
from superbiz_agent.evals.grounding.field_values import shown_value
from superbiz_agent.evals.grounding.source_formats import FieldList, Prose, read_source
from superbiz_agent.evals.grounding.source_items import MAX_TEXT, Source, source_of

MATCH: dict[str, Any] = {
    "homeTeam": {"name": "Vellmar Otters", "nameCode": "VEL"},
    "awayTeam": {"name": "Brissen Kites"},
    "homeScore": {"display": 4, "period2": 3},
    "awayScore": {"display": 2, "period2": 1},
    "startDatetime": "2024-03-05 18:00:00",
}
TABLE: dict[str, Any] = {
    "home_name": "Otters",
    "home_city": "Vellmar",
    "home_line": {"TEAM-PTS": "88"},
    "vis_name": "Kites",
    "vis_city": "Brissen",
    "vis_line": {"TEAM-PTS": "80"},
    "box_score": {
        "PLAYER_NAME": {"0": "Ada Quill", "1": "Bo Tarn"},
        "PTS": {"0": "31", "1": "12"},
        "MIN": {"0": "38", "1": "N/A"},
        "TEAM_CITY": {"0": "Vellmar", "1": "Brissen"},
    },
}
SHOP: dict[str, Any] = {
    "name": "The Copper Ladle",
    "city": "Brissen",
    "stars": 3.5,
    "hours": {"Monday": "9:0-17:0", "Tuesday": "10:30-18:0", "Sunday": "11:0-15:0"},
    "reviews": [{"stars": 2.0, "text": "Cold soup. " * 30}],
}


def about(source: Source, name: str) -> list[str]:
    return [
        item.text
        for item in source.items
        if len(item.subjects) == 1 and name.casefold() in item.subjects[0]
    ]


def test_the_form_of_a_source_is_told_from_its_text() -> None:
    assert isinstance(read_source(json.dumps(SHOP)), dict)
    assert isinstance(read_source(repr(SHOP)), dict)
    listed = read_source("Quill Bridge\n---\n- inception: 1904\n- country: Norway")
    assert listed == FieldList("Quill Bridge", (("inception", "1904"), ("country", "Norway")))
    assert read_source("passage 1:One.\n\npassage 2:Two.") == Prose(
        ("passage 1:One.", "passage 2:Two.")
    )
    assert read_source("One.\n\nTwo.") == Prose(("One.", "Two."))


@pytest.mark.parametrize(
    "text", ["", "{", "{'a': __import__('os')}", "[1, 2]", "{" * 5000, "- a: b", "\x00\ud800"]
)
def test_a_hostile_source_is_read_as_prose_and_never_run(text: str) -> None:
    assert isinstance(read_source(text), Prose)
    source_of(text)


def test_a_row_of_a_table_by_columns_is_a_line_of_its_own() -> None:
    lines = about(source_of(json.dumps(TABLE)), "Ada Quill")
    assert lines == ["Ada Quill / Vellmar Otters / Vellmar / Otters: points=31, minutes=38 minutes"]


def test_keys_that_share_a_word_with_a_name_are_of_that_name() -> None:
    lines = about(source_of(repr(MATCH)), "brissen kites")
    expected = (
        "Brissen Kites / away team: score=2, the second period score_second_period=1, "
        "start_datetime=2024-03-05 18:00:00 (Tuesday)"
    )
    assert lines == [expected]


def test_two_sides_also_stand_side_by_side() -> None:
    both = [item for item in source_of(repr(MATCH)).items if len(item.subjects) == 2]
    assert len(both) == 1
    assert "score=4, score=2" in both[0].text


def test_a_mapping_by_names_is_a_line_for_each() -> None:
    source = source_of(json.dumps(SHOP))
    assert about(source, "Monday") == ["Monday / The Copper Ladle: hours=9:00-17:00"]
    assert source.names[0] == "The Copper Ladle"


def test_records_of_a_list_and_their_prose_are_lines_of_the_whole() -> None:
    whole = [item.text for item in source_of(json.dumps(SHOP)).items if not item.subjects]
    assert "The Copper Ladle: reviews_stars=2.0" in whole
    assert any(text.startswith("Cold soup.") for text in whole)


def test_each_field_of_a_list_is_a_line_under_the_title() -> None:
    source = source_of("Quill Bridge\n---\n- inception: 1904\n- country: Norway")
    assert [item.text for item in source.items] == [
        "Quill Bridge inception: 1904",
        "Quill Bridge country: Norway",
    ]
    assert source.names == ("Quill Bridge",)


def test_no_line_is_longer_than_a_stored_one() -> None:
    source = source_of("A sentence of prose that goes on. " * 500)
    assert len(source.items) > 1
    assert max(len(item.text) for item in source.items) <= MAX_TEXT


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("TEAM-PTS_QTR2", "team points second quarter"),
        ("FG3_PCT", "three point percentage"),
        ("homeScore", "home score"),
        ("period3", "third period"),
        ("MIN", "minutes"),
        ("min_age", "min age"),
        ("home_line", "home"),
        ("", ""),
    ],
)
def test_a_key_reads_as_words(key: str, words: str) -> None:
    assert " ".join(key_words(key)) == words


@pytest.mark.parametrize(
    ("value", "words", "shown"),
    [
        ("17:0-21:30", (), "17:00-21:30"),
        ("02_03_17", (), "2017-02-03 (Friday)"),
        ("2017-02-31", (), "2017-02-31"),
        ("38", ("field", "percentage"), "38%"),
        ("N/A", (), ""),
        (None, (), ""),
        (False, (), "false"),
        ("two\nlines", (), "two lines"),
    ],
)
def test_a_value_reads_as_in_a_stored_line(
    value: object, words: tuple[str, ...], shown: str
) -> None:
    assert shown_value(value, words) == shown
