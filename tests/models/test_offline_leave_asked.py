"""Whether something may be done: what a runbook forbids or bounds of it is told first."""

from collections.abc import Callable
from pathlib import Path

import pytest

from superbiz_agent.graph import build_graph
from superbiz_agent.models.offline.leave_asked import deed_asked
from superbiz_agent.settings import load_settings

Ask = Callable[[str], tuple[str, str]]

LOG = """
2026-07-07T10:00:00Z ERROR loom-cache OOM command not allowed
2026-07-07T10:00:10Z INFO loom-cache saving started
2026-07-07T10:00:20Z ERROR dye-db too many clients already
"""
CACHE = """# loom-cache is full

## Diagnosis
1. Compare the limit with the memory in use.

## Mitigation
1. Raise the limit to 4gb.
2. Do not run WIPEALL on it, or the queue is lost.
3. 水位低于 80% 才可以缩容。
"""
DATABASE = """# dye-db refuses clients

1. Roll back the last deployment.
2. A restart does not help, since the pool fills again.
3. 不要删除会话表。
"""


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Ask of one log and two runbooks; returns the verdict and the first paragraph."""
    (tmp_path / "mill.log").write_text(LOG.lstrip("\n"), encoding="utf-8")
    pages = tmp_path / "runbooks"
    pages.mkdir()
    (pages / "cache.md").write_text(CACHE, encoding="utf-8")
    (pages / "database.md").write_text(DATABASE, encoding="utf-8")

    def run(question: str) -> tuple[str, str]:
        settings = load_settings(
            database_url=f"sqlite:///{tmp_path / 's.db'}",
            logs=[str(tmp_path / "mill.log")],
            runbooks=[str(pages)],
        )
        result = build_graph(settings).invoke({"query": question})
        return result["verdict"], result["answer"].partition("\n")[0]

    return run


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Should I run WIPEALL on loom-cache?", "Do not run WIPEALL on it, or the queue is lost"),
        ("Can I wipe loom-cache?", "Do not run WIPEALL on it"),
        ("可以对 loom-cache 执行 WIPEALL 吗？", "Do not run WIPEALL on it"),
        ("Should we restart dye-db?", "A restart does not help, since the pool fills again"),
        ("要不要重启 dye-db？", "A restart does not help"),
        ("Is it safe to delete the sessions of dye-db?", "不要删除会话表"),
        ("dye-db 的会话表能删除吗？", "不要删除会话表"),
        ("Can we scale down loom-cache?", "水位低于 80% 才可以缩容"),
        ("loom-cache 可以缩容吗？", "水位低于 80% 才可以缩容"),
    ],
)
def test_what_forbids_or_bounds_the_deed_is_told_first(ask: Ask, question: str, said: str) -> None:
    verdict, first = ask(question)
    assert verdict == "PASS"
    assert said in first


@pytest.mark.parametrize(
    ("question", "unsaid"),
    [
        ("Should I restart loom-cache?", "does not help"),
        ("可以重启 loom-cache 吗？", "does not help"),
        ("Should I raise the limit of loom-cache?", "Do not run"),
        ("可以对 dye-db 执行 WIPEALL 吗？", "Do not run"),
        ("Should we roll back dye-db?", "does not help"),
        ("Can you see errors of dye-db?", "does not help"),
    ],
)
def test_a_bound_of_another_deed_or_thing_does_not_lead(
    ask: Ask, question: str, unsaid: str
) -> None:
    assert unsaid not in ask(question)[1]


@pytest.mark.parametrize(
    ("question", "deed"),
    [
        ("Should I restart it?", "restart it"),
        ("Is it safe to drop the table?", "drop the table"),
        ("Do we need to act on the disk alert?", "act on the disk alert"),
        ("Is a restart safe?", "a restart"),
        ("现在可以重启吗？", "重启吗"),
        ("需要处理吗", "处理吗"),
        ("重启可以吗？", "重启"),
        ("Can we see the errors?", None),
        ("Did anyone restart it?", None),
        ("可以看到报错吗？", None),
        ("重启过吗？", None),
        ("Is the service up?", None),
    ],
)
def test_a_question_for_leave_is_told_from_one_for_a_fact(question: str, deed: str | None) -> None:
    assert deed_asked(question) == deed
