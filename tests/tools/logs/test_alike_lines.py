"""Lines that are taken in together give what lines taken one by one give (tools/logs/alike_lines).

Of a search with ripgrep only: what it finds is checked line by line in either way.
"""

import re
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from test_repeats import FILTERS, QUERIES, SHAPES

from superbiz_agent.tools.base import ToolOutcome
from superbiz_agent.tools.logs import ripgrep
from superbiz_agent.tools.logs.alike_lines import AlikeLines
from superbiz_agent.tools.logs.repeats import Repeats

LOGS = "superbiz_agent.tools.logs"
pytestmark = [
    pytest.mark.skipif(ripgrep.program() is None, reason="ripgrep is not installed"),
    pytest.mark.usefixtures("small"),
]
PLAIN = (
    "2026-07-07T10:0#:##.###Z WARN pay [exec-##] slow query, took ###ms, rows=#",
    "2026-07-07T10:0#:##Z WARN pay [exec-#] slow query, took #.#ms, rows=##",
    "2026-07-07T10:##:##Z WARN pay slow, host=web-# status=#0# version v1.#.#",
    "2026-##-## 10:0#:0# WARN slow, order ####### waits -#s",
    "2026-07-07 10:0#:0#,### slow",
    "2026-07-07T10:0#:0#Z INFO quiet [##/Jul/2026] #",
    "2026-07-07T10:0#:0#Z WARN slow [#a/b]",
    "\tat slow.Pool.get(Pool.java:##)",
)
TIMES = "0000111223456789"
"""Digits that make an instant more often than not."""


def one_by_one(search, path: Path, query: str, **filters: str) -> ToolOutcome:
    with (
        mock.patch.object(Repeats, "find", return_value=None),
        mock.patch.object(Repeats, "of_line", return_value=None),
    ):
        return search(path, query, **filters)


@st.composite
def repeated(draw: st.DrawFn) -> list[str]:
    """Lines of a few shapes, each time with other digits."""
    shapes = draw(st.lists(st.sampled_from(PLAIN + SHAPES), min_size=1, max_size=4))
    digits = draw(st.lists(st.sampled_from(TIMES), min_size=40, max_size=40))
    picked = draw(st.lists(st.sampled_from(shapes), min_size=1, max_size=40))
    random = draw(st.randoms(use_true_random=False))
    return [re.sub("#", lambda _: random.choice(digits), shape) for shape in picked]


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=150
)
@given(
    st.lists(repeated(), min_size=1, max_size=2),
    st.sampled_from(QUERIES),
    st.sampled_from(FILTERS),
    st.sampled_from([1, 3, 4096]),
    st.sampled_from([1, 3, 1000]),
    st.sampled_from(["\n", "\r\n"]),
)
@example(
    [["2026-07-07T10:00:00Z slow=5.0"] * 4 + ["2026-07-07T10:00:00Z slow=5"] * 4],
    "slow",
    {},
    9,
    9,
    "\n",
)
@example([[PLAIN[2].replace("#", str(n % 9)) for n in range(30)]], "slow", {}, 4096, 1000, "\n")
def test_a_search_finds_what_one_that_takes_each_line_finds(
    search, tmp_path_factory, files, query: str, filters, waiting: int, groups: int, end: str
) -> None:
    folder = tmp_path_factory.mktemp("logs")
    for number, lines in enumerate(files):
        (folder / f"app-{number}.log").write_text(end.join(lines), newline="")
    with (
        mock.patch(f"{LOGS}.alike_lines._MOST_WAITING", waiting),
        mock.patch(f"{LOGS}.collector._MOST_GROUPS", groups),
        mock.patch(f"{LOGS}.collector._KEPT_FOR_SEVERE", 0),
    ):
        found = search(folder, query, **filters)
        assert found == one_by_one(search, folder, query, **filters)


def test_most_lines_of_one_shape_are_taken_together(search, log) -> None:
    taken: list[bool] = []
    take = AlikeLines.take

    def watched(self: AlikeLines, line: bytes) -> bool:
        taken.append(take(self, line))
        return taken[-1]

    lines = [f"2026-07-07T10:00:{n:02}Z WARN slow, took {n:03}ms" for n in range(60)]
    with mock.patch.object(AlikeLines, "take", watched):
        outcome = search(log(*lines), "slow")
    assert taken.count(True) > 30
    assert outcome.search.matched == 60
