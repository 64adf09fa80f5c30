"""What an index is asked for: never less than a search needs, and nothing out of its quotes."""

from typing import Any

import pytest

from superbiz_agent.tools.logs.servers.elasticsearch_fields import fields_of

TEXT: dict[str, Any] = {"type": "text", "fields": {"keyword": {"type": "keyword"}}}
MAPPING: dict[str, Any] = {
    "properties": {
        "message": TEXT,
        "host": {"properties": {"name": {"type": "keyword", "ignore_above": 256}}},
        "status": {"type": "long"},
        "@timestamp": {"type": "date"},
    }
}


def holding(piece: str, mapping: dict[str, Any] = MAPPING) -> Any:
    return fields_of([mapping], is_split_otherwise=False).holding(piece)


def clauses(piece: str) -> list[Any]:
    return holding(piece)["bool"]["should"]


def test_each_run_of_a_piece_is_part_of_a_word_of_a_text() -> None:
    words = [{"wildcard": {"message": {"value": f"*{run}*"}}} for run in ("active", "50", "50")]
    assert {"bool": {"filter": words}} in clauses("active=50/50")


def test_each_chinese_character_is_a_word() -> None:
    words = [{"wildcard": {"message": {"value": f"*{word}*"}}} for word in "订单"]
    assert {"bool": {"filter": words}} in clauses("订单")


def test_a_keyword_holds_the_piece_itself_with_its_wildcards_quoted() -> None:
    value = {"value": r"*a\*b\?c*", "case_insensitive": True}
    assert {"wildcard": {"host.name": value}} in clauses("a*b?c")


def test_a_keyword_that_leaves_out_long_values_is_not_relied_on() -> None:
    assert {"terms": {"_ignored": ["host.name"]}} in clauses("hikari")


def test_a_letter_whose_case_the_server_cannot_fold_is_any_letter() -> None:
    value = {"value": "*caf?*", "case_insensitive": True}
    assert {"wildcard": {"host.name": value}} in clauses("café")


def test_a_number_is_looked_for_in_fields_of_numbers() -> None:
    asked = {"query": "503", "fields": ["status"], "lenient": True}
    assert {"multi_match": asked} in clauses("503")
    assert "multi_match" not in str(clauses("a503"))


def test_a_piece_of_a_fields_name_is_in_every_document_that_has_the_field() -> None:
    assert {"exists": {"field": "host.name"}} in clauses("host")


@pytest.mark.parametrize("piece", ["...", '"level"', "a\\b", "true", "ull"])
def test_what_cannot_be_asked_for_narrows_nothing(piece: str) -> None:
    assert holding(piece) is None


OTHERS: dict[str, dict[str, Any]] = {
    "another analyzer": {"properties": {"a": {"type": "text", "analyzer": "english"}}},
    "nested objects": {"properties": {"a": {"type": "nested", "properties": {"b": TEXT}}}},
    "flattened": {"properties": {"a": {"type": "flattened"}}},
    "not indexed": {"properties": {"a": {**TEXT, "index": False, "fields": {}}}},
    "a normalizer": {"properties": {"a": {"type": "keyword", "normalizer": "x"}}},
}


@pytest.mark.parametrize("mapping", OTHERS.values(), ids=OTHERS)
def test_what_is_indexed_in_another_way_is_told(mapping: dict[str, Any]) -> None:
    assert fields_of([mapping], is_split_otherwise=False).unsearched == {"a"}


def test_fields_that_the_mapping_does_not_know_are_told() -> None:
    fields = fields_of([{"dynamic": "false", **MAPPING}], is_split_otherwise=False)
    assert fields.unsearched == {"fields without a mapping"}


def test_a_default_analyzer_of_its_own_is_another_way_to_split() -> None:
    fields = fields_of([{"properties": {"a": {"type": "text"}}}], is_split_otherwise=True)
    assert fields.unsearched == {"a"}
