"""The slowest request by name: the record with the greatest duration, with its path and instant."""

from pathlib import Path

import pytest
from offline_night import Ask, asker

from superbiz_agent.models.offline.slow_words import asks_slowest

WOVEN = "".join(
    f'10.0.0.{second % 9} - - [07/Jul/2026:10:{minute:02}:{second:02} +0000] "GET {path} HTTP/1.1" '
    f"200 9 rt={9.731 if (minute, path) == (7, '/weave') else second / 100 + 0.001}\n"
    for minute in range(20)
    for second, path in enumerate(("/spin", "/weave", "/dye"))
)
UNTIMED = "".join(line.partition(" rt=")[0] + "\n" for line in WOVEN.splitlines())
TROUBLE = "2026-07-07 10:03:00 ERROR mill spindle broke\n"


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    return asker(tmp_path)


@pytest.mark.parametrize(
    "question",
    ["What is the slowest endpoint?", "Which request was the slowest?", "最慢的接口是哪个？",
     "哪个请求耗时最长？"],
)  # fmt: skip
def test_the_slowest_is_told_by_its_path_its_duration_and_its_instant(
    ask: Ask, question: str
) -> None:
    verdict, answer = ask(question, {"loom": WOVEN, "mill": TROUBLE})
    first = answer.partition("\n")[0]
    assert verdict == "PASS"
    assert "/weave" in first
    assert "rt=9.731" in first
    assert "2026-07-07T10:07:01Z" in first


@pytest.mark.parametrize("question", ["What is the slowest endpoint?", "最慢的接口是哪个？"])
def test_where_no_record_tells_a_duration_no_path_is_called_the_slowest(
    ask: Ask, question: str
) -> None:
    verdict, _ = ask(question, {"loom": UNTIMED, "mill": TROUBLE})
    assert verdict == "LOW_CONFID"


@pytest.mark.parametrize(
    ("question", "is_asked"),
    [
        ("Slowest URL?", True),
        ("Which path was fastest?", True),
        ("Which query took longest?", True),
        ("哪个页面最慢？", True),
        ("耗时最长的请求", True),
        ("Why is the endpoint slow?", False),
        ("Which path failed most?", False),
        ("loom 为什么慢？", False),
    ],
)
def test_the_slowest_by_name_is_read(question: str, is_asked: bool) -> None:
    assert asks_slowest(question) is is_asked
