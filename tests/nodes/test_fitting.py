"""Requests fit their model: the least relevant lines go first, in their order, and it is told."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from superbiz_agent.models.tokens import estimated_tokens, message_tokens, request_room
from superbiz_agent.nodes.fitting import fit_lines, fit_transcript

QUESTION = "Is the memory of order-service too high?"
LINES: list[dict[str, Any]] = [
    {"raw_path": "$.logs[0]", "text": "2026-07-07T09:58:00Z INFO cart-service started"},
    {"raw_path": "$.logs[1]", "text": "2026-07-07T09:58:01Z ERROR order-service out of memory"},
    {"raw_path": "$.logs[2]", "text": "2026-07-07T09:58:02Z INFO order-service ready"},
    {"raw_path": "$.search", "text": "query_logs: 3 matched"},
]


def transcript(*results: list[dict[str, Any]]) -> list[BaseMessage]:
    return [
        HumanMessage("{}"),
        AIMessage(""),
        *(
            ToolMessage(
                json.dumps({"invocation_id": number, "evidence_refs": lines}, ensure_ascii=False),
                tool_call_id="c",
            )
            for number, lines in enumerate(results, start=1)
        ),
    ]


def test_without_a_bound_nothing_is_left_out() -> None:
    fitted = fit_lines(LINES, question=QUESTION, room=None)
    assert (fitted.lines, fitted.left_out) == (LINES, 0)
    messages = transcript(LINES)
    assert fit_transcript(messages, question=QUESTION, room=None) == messages


@pytest.mark.parametrize(
    ("room", "kept"),
    [(10_000, [0, 1, 2, 3]), (170, [1, 2, 3]), (100, [1, 3]), (45, [3]), (0, [])],
)
def test_the_most_relevant_lines_stay_in_their_order(room: int, kept: list[int]) -> None:
    fitted = fit_lines(LINES, question=QUESTION, room=room)
    assert fitted.lines == [LINES[index] for index in kept]
    assert fitted.left_out == len(LINES) - len(kept)


def test_a_result_that_lost_lines_says_how_many() -> None:
    messages = transcript(LINES, LINES[:1])
    room = sum(map(message_tokens, messages)) - 20
    fitted = fit_transcript(messages, question=QUESTION, room=room)
    first, second = (json.loads(message.text) for message in fitted[2:])
    assert first.get("left_out", 0) + second.get("left_out", 0) == 1
    shown = [*first["evidence_refs"], *second["evidence_refs"]]
    assert [line["raw_path"] for line in shown] == [
        *("$.logs[0]", "$.logs[1]", "$.logs[2]", "$.search")
    ]
    assert json.loads(messages[2].text)["evidence_refs"] == LINES


@given(st.lists(st.text(max_size=200), max_size=20), st.integers(0, 2_000))
def test_what_is_kept_fits_whatever_the_lines_hold(texts: list[str], room: int) -> None:
    lines = [{"raw_path": f"$.logs[{n}]", "text": text} for n, text in enumerate(texts)]
    fitted = fit_lines(lines, question=QUESTION, room=room)
    used = sum(estimated_tokens(line["text"] + line["raw_path"]) for line in fitted.lines)
    assert used <= room
    assert len(fitted.lines) + fitted.left_out == len(lines)


@given(st.lists(st.text(max_size=300), max_size=8), st.integers(0, 3_000))
def test_a_transcript_fits_or_holds_no_line(texts: list[str], room: int) -> None:
    lines = [{"raw_path": f"$.logs[{n}]", "text": text} for n, text in enumerate(texts)]
    fitted = fit_transcript(transcript(lines, lines), question=QUESTION, room=room)
    listed = sum(len(json.loads(m.text)["evidence_refs"]) for m in fitted[2:])
    assert listed == 0 or sum(map(message_tokens, fitted)) <= room


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("word", 1), ("words", 2), ("50/50", 5), ("连接池", 3), ("  \n", 0)],
)
def test_tokens_are_rather_too_many_than_too_few(text: str, tokens: int) -> None:
    assert estimated_tokens(text) == tokens


def test_the_reply_has_its_share_of_the_context() -> None:
    assert (request_room(1024), request_room(8192), request_room(128_000)) == (512, 6144, 123_904)
