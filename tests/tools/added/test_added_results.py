"""What of a tool's result becomes evidence, and what is said of any other result."""

import json
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from superbiz_agent.contracts.evidence import MAX_TEXT_BYTES
from superbiz_agent.settings.tools import ToolOptions
from superbiz_agent.tools.added.items import evidence_item
from superbiz_agent.tools.added.mcp_heard import STDERR_KEPT, Heard
from superbiz_agent.tools.added.results import Items, ResultError, read_items
from superbiz_agent.tools.added.secrets import Secrets


def options(**given: Any) -> ToolOptions:
    return ToolOptions.model_validate({"list": "deploys", **given})


def texts(content: Any, artifact: Any = None, **given: Any) -> list[str]:
    items = read_items(content, artifact, options(**given))
    return [evidence_item(item, options(**given)).text for item in items.shown]


def block(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


class Deploy(BaseModel):
    version: str


@dataclass
class Change:
    version: str


@pytest.mark.parametrize(
    ("content", "artifact"),
    [
        ({"deploys": [{"version": "2.1"}]}, None),
        ([{"version": "2.1"}], None),
        ('{"deploys": [{"version": "2.1"}]}', None),
        (' [{"version": "2.1"}] ', None),
        ([block('{"deploys": [{"version": "2.1"}]}')], None),
        ([block('{"version": "2.1"}')] * 1 + [], [{"version": "2.1"}]),
        ({"result": [{"version": "2.1"}]}, None),
        ("one deploy", {"structured_content": {"deploys": [{"version": "2.1"}]}}),
        ("one deploy", {"structured_content": {"result": [{"version": "2.1"}]}}),
        ("one deploy", [Deploy(version="2.1")]),
        ([Change("2.1")], None),
        (({"version": "2.1"},), None),
    ],
)
def test_a_list_is_found_wherever_a_tool_puts_it(content: Any, artifact: Any) -> None:
    assert texts(content, artifact) == ["version=2.1"]


def test_several_texts_are_a_list_of_what_each_says() -> None:
    blocks = [
        block('{"version": "2.1"}'),
        block('{"version": "2.2"}'),
        {"type": "image", "url": "x"},
    ]
    assert texts(blocks) == ["version=2.1", "version=2.2"]
    assert read_items(blocks, None, options()).notes == [
        "1 parts of the result that are no text were left out"
    ]


@pytest.mark.parametrize("path", ["data.items", ["data", "items"]])
def test_a_path_leads_to_the_list(path: Any) -> None:
    assert texts({"data": {"items": [1, 2]}}, path=path) == ["value=1", "value=2"]


def test_a_key_that_holds_a_dot_is_written_as_a_list() -> None:
    assert texts({"a.b": [1]}, path=["a.b"]) == ["value=1"]


@pytest.mark.parametrize(
    ("content", "given", "said"),
    [
        (None, {}, "returned nothing"),
        ("", {}, 'returned an empty text; read = "lines" makes evidence of text'),
        ("hello", {}, "returned text that is no JSON"),
        ('{"deploys": [1], "deploys": [2]}', {}, "returned text that is no JSON"),
        ("[" * 100_000, {}, "returned text that is no JSON"),
        ({}, {}, 'returned no list "deploys"; its keys are: none'),
        ({"rows": []}, {}, 'returned no list "deploys"; its keys are: rows'),
        ({"deploys": None}, {}, 'returned no list "deploys", but null'),
        ({"deploys": {"a": 1}}, {}, 'returned no list "deploys", but an object'),
        (
            {"data": {"rows": []}},
            {"path": "data.items"},
            'no "items"; its keys at "data" are: rows',
        ),
        ({"data": []}, {"path": "data.items"}, 'returned a list at "data", not an object'),
        ({f"k{n}": n for n in range(20)}, {}, "k0, k1, k2, k3, k4, k5, k6, k7, ..."),
        (5, {}, 'returned no list "deploys", but a number'),
        ([1], {"read": "object"}, "returned a list, not an object"),
        ({"a": 1}, {"read": "lines"}, "returned no text to read as lines"),
        ({"a": 1}, {"read": "lines", "path": "log"}, 'returned no "log"; its keys are: a'),
        ("x" * 2000, {"max_bytes": 1024}, "returned 2000 characters, more than max_bytes (1024)"),
        (["x" * 2000], {"max_bytes": 1024}, "more than max_bytes (1024)"),
    ],
)
def test_another_result_is_refused_in_words_that_help(
    content: Any, given: dict[str, Any], said: str
) -> None:
    with pytest.raises(ResultError) as caught:
        texts(content, **given)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_object_may_be_the_one_item() -> None:
    assert texts({"a": 1, "b": None}, read="object") == ["a=1, b=null"]
    assert texts('{"data": {"a": 1}}', read="object", path="data") == ["a=1"]


def test_text_may_be_read_line_by_line() -> None:
    assert texts("10:02 up\n\n10:05 down\n", read="lines") == ["10:02 up", "10:05 down"]
    assert texts("", read="lines") == []
    assert texts([block("a"), block("b")], read="lines") == ["a", "b"]
    assert texts({"log": "a\nb"}, read="lines", path="log") == ["a", "b"]


def test_chosen_fields_are_shown_by_their_paths() -> None:
    item = {"number": 8, "user": {"login": "ann", "id": 5}, "body": "x" * 5000}
    assert texts([item], fields=["user.login", "number", "gone"]) == ["user.login=ann, number=8"]


def test_secrets_are_replaced_by_key_and_by_value() -> None:
    item = {"password": "hunter22", "note": "by s3cret-x"}
    found = evidence_item(
        item, options(), lambda text: text.replace("s3cret-x", "[redacted:secret]")
    )
    assert found.text == 'password="[redacted:password]", note="by [redacted:secret]"'
    assert "s3cret-x" not in str(found.fields)


@pytest.mark.parametrize(
    ("beside", "total", "truncated"),
    [
        ({}, 2, False),
        ({"total_count": 9}, 9, True),
        ({"totalCount": 2}, 2, False),
        ({"has_more": True}, 2, True),
        ({"nextCursor": "abc"}, 2, True),
        ({"nextCursor": None}, 2, False),
        ({"total": "9", "truncated": "yes"}, 2, False),
    ],
)
def test_a_tool_may_say_that_there_is_more(
    beside: dict[str, Any], total: int, truncated: bool
) -> None:
    items = read_items({"deploys": [1, 2], **beside}, None, options())
    assert (items.total, items.truncated) == (total, truncated)


def test_of_a_long_list_both_ends_are_kept() -> None:
    items = read_items(list(range(60)), None, options())
    assert list(items.shown) == [*range(25), *range(35, 60)]
    assert (items.total, items.truncated) == (60, True)


def test_what_json_has_no_type_for_becomes_text() -> None:
    at = datetime(2026, 7, 7, tzinfo=UTC)
    assert texts([{"at": at, 1: Counter("a")}]) == [
        'at="2026-07-07 00:00:00+00:00", 1="{\\"a\\": 1}"'
    ]


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=10,
)


@given(anything, anything, st.sampled_from(["list", "object", "lines"]))
def test_any_result_is_items_or_a_refusal(content: Any, artifact: Any, read: str) -> None:
    try:
        items = read_items(content, artifact, options(read=read))
    except ResultError:
        return
    assert isinstance(items, Items)
    for item in items.shown:
        text = evidence_item(item, options(read=read)).text
        assert "\n" not in text
        assert len(text.encode()) <= MAX_TEXT_BYTES


TOKEN = "Zx9qLw27RtVbNmPq81LkJhGfDsAyUiOpQwErTyZz55"  # of no known shape


def hiding() -> Secrets:
    secrets = Secrets("mcp.board")
    secrets.keep([TOKEN])
    return secrets


@pytest.mark.parametrize(
    "content",
    [
        {"deploys": [{TOKEN: "up"}]},
        {"deploys": [{"a": {f"x{TOKEN}": 1}}]},
        {"deploys": [f"正常 {TOKEN}"]},
        json.dumps({"deploys": [{TOKEN: TOKEN}]}),
        json.dumps({"deploys": [TOKEN]}).replace("Z", "\\u005a"),
    ],
)
def test_a_secret_stands_in_no_key_and_no_value(content: Any) -> None:
    items = read_items(content, None, options(), hiding().hide_all)
    for item in items.shown:
        evidence = evidence_item(item, options(), hiding().hide)
        assert TOKEN not in f"{evidence.text} {evidence.fields}"
        assert "[redacted:secret]" in evidence.text


@pytest.mark.parametrize(
    "content", [{TOKEN: []}, {"x" * 20 + TOKEN: []}, {f"{'键' * 30}{TOKEN}": 1}]
)
@pytest.mark.parametrize("given", [{}, {"path": "data.rows"}, {"path": "a", "read": "lines"}])
def test_a_secret_is_hidden_before_a_long_key_is_cut(content: Any, given: dict[str, Any]) -> None:
    with pytest.raises(ResultError) as caught:
        read_items(content, None, options(**given), hiding().hide_all)
    assert TOKEN[:8] not in str(caught.value)


def test_of_a_long_complaint_only_whole_lines_are_kept() -> None:
    heard = Heard("board", 1000)
    heard.complain(b"x" * 100 + TOKEN.encode() + b"y" * (STDERR_KEPT - 20) + b"\nport is taken\n")
    assert heard.complaint == "port is taken\n"
    heard.complain(b"z" * STDERR_KEPT)
    assert heard.complaint == ""
