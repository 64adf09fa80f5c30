"""Whether a thing was changed is answered by the record of the change, or by its absence."""

from pathlib import Path

import pytest
from offline_night import Ask, asker

from superbiz_agent.models.offline.changed_things import changed_thing
from superbiz_agent.models.offline.question import read_question

FAILING = "".join(
    f"2026-07-07 10:{minute:02}:00 ERROR loom put failed: used yarn > 'maxyarn'\n"
    for minute in range(30)
)
CHANGE = "2026-07-07 09:58:00 INFO spool CONFIG SET maxyarn 200m by client ann\n"
SAVED = "2026-07-07 09:58:00 INFO spool 12 ends in 60 seconds, saving\n"


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    return asker(tmp_path)


@pytest.mark.parametrize(
    "question",
    ["Was maxyarn changed?", "Who changed maxyarn?", "Did anyone change maxyarn?",
     "maxyarn 被修改过吗？", "有人改过 maxyarn 吗？"],
)  # fmt: skip
def test_the_record_of_a_change_answers_and_none_that_only_names_the_thing(
    ask: Ask, question: str
) -> None:
    verdict, answer = ask(question, {"loom": FAILING, "spool": CHANGE + SAVED})
    assert verdict == "PASS"
    assert "CONFIG SET maxyarn 200m by client ann" in answer
    assert "put failed" not in answer


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Was maxyarn changed?", 'for a change of "maxyarn", window start to end: matched no'),
        ("Who changed maxyarn?", 'for a change of "maxyarn", window start to end: matched no'),
        ("maxyarn 被修改过吗？", '搜索更改 "maxyarn" 的记录，窗口 开始 至 结束，没有匹配的记录'),
    ],
)
def test_where_no_record_tells_of_a_change_what_was_searched_is_told(
    ask: Ask, question: str, said: str
) -> None:
    verdict, answer = ask(question, {"loom": FAILING, "spool": SAVED})
    assert verdict == "LOW_CONFID"
    assert said in answer
    assert not answer.startswith(("Yes", "No:", "是的", "不是"))


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("Was maxyarn changed?", "maxyarn"),
        ("When was maxyarn lowered?", "maxyarn"),
        ("max_ends 改过吗？", "max_ends"),
        ("Did the error rate change?", None),
        ("Why was maxyarn changed?", None),
        ("Was the mill restarted?", None),
        ("Is maxyarn set?", None),
        ("maxyarn 是多少？", None),
    ],
)
def test_one_thing_that_may_have_been_changed_is_read(question: str, thing: str | None) -> None:
    assert changed_thing(read_question(question)) == thing
