"""The offline model leaves out nothing without a word: small groups, recoveries, silenced alerts,
the part of a runbook that was asked for."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.graph import build_graph
from superbiz_agent.models.offline.endings import asks_ending
from superbiz_agent.settings import load_settings

Ask = Callable[[str], dict[str, Any]]

WORDS = (  # noqa: SIM905
    "ledger parser template signature upload mirror cursor quota digest archive beacon "
    "canary dialog ember fabric garnet harbor ingest journal kernel lantern magnet nectar "
    "orchid pollen quartz ribbon saddle timber umbra"
).split()
GAP = {
    "en": "Further lines of the logs are not shown here.",
    "zh": "其余日志未列出。",
}


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Ask over the files that the test has written below its folder."""

    def _ask(question: str) -> dict[str, Any]:
        settings = load_settings(
            database_url=f"sqlite:///{tmp_path / 'sessions.db'}",
            logs=[str(tmp_path / "logs")] if (tmp_path / "logs").is_dir() else [],
            alerts=[str(tmp_path / "alerts.json")] if (tmp_path / "alerts.json").exists() else [],
            runbooks=[str(tmp_path / "runbooks")] if (tmp_path / "runbooks").is_dir() else [],
        )
        return build_graph(settings).invoke({"query": question, "at": "2026-05-04T12:00:00Z"})

    return _ask


def write_logs(folder: Path, **logs: list[str]) -> None:
    (folder / "logs").mkdir(exist_ok=True)
    for name, lines in logs.items():
        text = "\n".join(lines)
        (folder / "logs" / f"{name}.log").write_text(f"{text}\n", encoding="utf-8")


def errors_of(name: str, words: list[str]) -> list[str]:
    """One ERROR record of a form of its own for each word, after a flood of equal ones."""
    flood = [
        f"2026-05-04T07:{at // 60:02}:{at % 60:02}Z ERROR {name} write refused after {at} ms"
        for at in range(200)
    ]
    rare = [
        f"2026-05-04T08:{at:02}:00Z ERROR {name} broken {word}" for at, word in enumerate(words)
    ]
    return [*flood, *rare]


@pytest.mark.parametrize("number", [2, 6, 14, 30])
@pytest.mark.parametrize("question", ["Show me the errors", "有哪些错误？"])
def test_each_error_is_told_or_the_answer_says_that_there_are_more(
    ask: Ask, tmp_path: Path, question: str, number: int
) -> None:
    words = WORDS[:number]
    write_logs(tmp_path, store=errors_of("store", words))
    result = ask(question)
    told = [word for word in words if f"broken {word}" in result["answer"]]
    assert len(told) == number or (GAP[result["language"]] in result["answer"])
    assert len(told) >= min(number, 10)


@pytest.mark.parametrize("question", ["Which service has the most errors?", "哪个服务的错误最多？"])
def test_who_has_the_fewest_of_the_most_is_named_too(
    ask: Ask, tmp_path: Path, question: str
) -> None:
    write_logs(
        tmp_path,
        store=errors_of("store", WORDS[:1]),
        mail=errors_of("mail", [])[:40],
        cart=["2026-05-04T09:00:00Z ERROR cart basket lost"],
        pay=["2026-05-04T09:01:00Z ERROR pay card declined"],
    )
    result = ask(question)
    lead = result["answer"].split("\n")[0]
    assert result["verdict"] == "PASS"
    assert lead.index("store 200") < lead.index("mail 40") < lead.index("cart")
    assert "pay" in lead


def test_owners_beyond_a_claim_are_named_in_a_further_one(ask: Ask, tmp_path: Path) -> None:
    names = [f"svc{word}" for word in WORDS[:12]]
    logs = {
        name: errors_of(name, [])[: 60 - 3 * number] for number, name in enumerate(names, start=1)
    }
    write_logs(tmp_path, **logs)
    answer = ask("Which service has the most errors?")["answer"]
    assert all(name in answer for name in names) or GAP["en"] in answer


TROUBLE = [
    "2026-05-04T07:02:05Z ERROR store write refused by the volume",
    "2026-05-04T07:08:05Z ERROR store write refused by the volume",
    "2026-05-04T07:11:00Z INFO store volume writable again",
]


@pytest.mark.parametrize(
    "question",
    [
        "Is it over?",
        "Is the store outage over?",
        "Are the errors over now?",
        "Did it recover?",
        "Has store recovered?",
        "事故结束了吗？",
        "恢复了吗？",
    ],
)
def test_a_recovery_on_record_answers_whether_it_is_over(
    ask: Ask, tmp_path: Path, question: str
) -> None:
    noise = [f"2026-05-04T06:{at:02}:00Z INFO store read {WORDS[at % 30]}" for at in range(60)]
    write_logs(tmp_path, store=[*noise, *TROUBLE])
    result = ask(question)
    assert "volume writable again" in result["answer"]
    assert "write refused by the volume" in result["answer"]


def test_nothing_is_over_while_an_alert_fires(ask: Ask, tmp_path: Path) -> None:
    write_logs(tmp_path, store=TROUBLE)
    write_alerts(tmp_path, ("StoreWrites", "active", {"service": "store"}))
    answer = ask("Are the errors over?")["answer"]
    assert "StoreWrites is firing" in answer
    assert not answer.startswith("Yes")


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("is the outage over?", "over"),
        ("is this over by now", "over"),
        ("who took over from node-2?", None),
        ("why is the load over 90%?", None),
        ("is the load over 90%?", None),
        ("which queries ran over the limit?", None),
    ],
)
def test_over_asks_for_an_end_only_at_the_end(question: str, asked: str | None) -> None:
    assert asks_ending(question) == asked


def write_alerts(folder: Path, *alerts: tuple[str, str, dict[str, str]]) -> None:
    listed = [
        {
            "labels": {"alertname": name, "severity": "warning", **labels},
            "annotations": {"summary": f"{name} is on"},
            "startsAt": "2026-05-04T06:00:00Z",
            "updatedAt": "2026-05-04T08:00:00Z",
            "status": {
                "state": "active" if state == "active" else "suppressed",
                "silencedBy": ["one"] if state == "silenced" else [],
                "inhibitedBy": ["one"] if state == "inhibited" else [],
            },
        }
        for name, state, labels in alerts
    ]
    (folder / "alerts.json").write_text(json.dumps(listed), encoding="utf-8")


@pytest.mark.parametrize("state", ["silenced", "inhibited"])
@pytest.mark.parametrize(
    "question", ["What happened?", "Is anything wrong?", "Show me the errors", "出了什么问题？"]
)
def test_an_alert_that_notifies_nobody_is_told(
    ask: Ask, tmp_path: Path, question: str, state: str
) -> None:
    write_logs(tmp_path, store=TROUBLE)
    write_alerts(
        tmp_path, ("StoreWrites", "active", {"service": "store"}), ("VolumeLow", state, {})
    )
    answer = ask(question)["answer"]
    assert "VolumeLow" in answer
    assert state in answer


@pytest.mark.parametrize("question", ["Which alerts are silenced?", "有哪些静默的告警？"])
def test_silenced_alerts_can_be_asked_for(ask: Ask, tmp_path: Path, question: str) -> None:
    write_alerts(tmp_path, ("StoreWrites", "active", {}), ("VolumeLow", "silenced", {}))
    answer = ask(question)["answer"]
    assert "VolumeLow" in answer
    assert "StoreWrites" not in answer


PARTS = {
    "prose": "Go back to the release before, and watch the error rate for ten minutes.",
    "list": "1. Find the last good release.\n2. Go back to it.",
    "code": "```bash\nstorectl rollback --to 41\n```",
    "led code": "Run:\n\n```\nstorectl rollback --to 41\n```",
    "table": "| step | command |\n|---|---|\n| 1 | storectl rollback --to 41 |",
}
SHOWN = {
    "prose": "release before",
    "list": "last good release",
    "code": "storectl rollback --to 41",
    "led code": "storectl rollback --to 41",
    "table": "storectl rollback --to 41",
}


@pytest.mark.parametrize("form", PARTS)
@pytest.mark.parametrize(
    ("question", "heading"),
    [
        ("怎么回滚？", "回滚步骤"),
        ("怎么回滚？", "Rolling back"),
        ("How do I roll back?", "Rollback"),
        ("How do we roll back store?", "回滚"),
    ],
)
def test_the_part_of_a_runbook_headed_by_what_is_asked_leads(
    ask: Ask, tmp_path: Path, question: str, heading: str, form: str
) -> None:
    (tmp_path / "runbooks").mkdir()
    page = (
        "# Releases of store\n\n## Symptoms\n\nAfter a release errors rise; a rollback (回滚) is "
        "the fastest way out.\n\n## Diagnosis\n\nLook at the error rate of store after the "
        f"release, and compare.\n\n## {heading}\n\n{PARTS[form]}\n"
    )
    (tmp_path / "runbooks" / "store.md").write_text(page, encoding="utf-8")
    result = ask(question)
    assert result["composer_status"] == "valid"
    assert SHOWN[form] in result["answer"].split("\n")[0]


STARTS = [
    "2026-05-04T06:02:00Z INFO store v4.6.9 started",
    "2026-05-04T06:20:00Z INFO store v4.7.0 started",
    *(f"2026-05-04T06:24:{at:02}Z ERROR store write refused after {at} ms" for at in range(30)),
    "2026-05-04T06:46:00Z INFO store rolled back to v4.6.9",
    "2026-05-04T06:48:00Z INFO store v4.6.9 started",
]


@pytest.mark.parametrize("question", ["Which version of store is running?", "现在是哪个版本？"])
def test_a_version_is_told_with_what_came_after_it(ask: Ask, tmp_path: Path, question: str) -> None:
    write_logs(tmp_path, store=STARTS)
    result = ask(question)
    lead = result["answer"].split("\n")[0]
    assert result["verdict"] == "PASS"
    assert lead.index("v4.7.0") < lead.rindex("v4.6.9")
    assert "2026-05-04T06:48:00Z" in lead


@pytest.mark.parametrize("question", ["Why does store fail?", "store 为什么失败？"])
def test_the_last_of_several_starts_before_the_trouble_is_told(
    ask: Ask, tmp_path: Path, question: str
) -> None:
    write_logs(tmp_path, store=STARTS)
    answer = ask(question)["answer"]
    (told,) = [line for line in answer.split("\n") if "2026-05-04T06:20:00Z" in line][:1]
    assert "v4.7.0" in told


@pytest.mark.parametrize(
    "question",
    ["Which alerts are firing?", "What happened?", "Is it over?", "哪些告警在触发？"],
)
def test_an_alert_of_an_old_export_is_told_with_when_that_was_taken(
    ask: Ask, tmp_path: Path, question: str
) -> None:
    write_alerts(tmp_path, ("StoreWrites", "active", {"service": "store"}))
    answer = ask(question)["answer"].split("\n\n")[0]
    assert "StoreWrites" in answer
    assert "as_of=2026-05-04T08:00:00Z" in answer


@pytest.mark.parametrize(
    "question",
    ["Show me the errors since the alert started", "告警开始后有哪些错误？"],
)
def test_what_came_after_the_start_of_an_alert_is_searched_from_there(
    ask: Ask, tmp_path: Path, question: str
) -> None:
    write_alerts(tmp_path, ("StoreWrites", "active", {"service": "store"}))
    write_logs(
        tmp_path,
        store=[
            "2026-05-04T05:59:00Z ERROR store broken ledger",
            "2026-05-04T06:01:00Z ERROR store broken parser",
        ],
    )
    answer = ask(question)["answer"]
    assert "broken parser" in answer
    assert "broken ledger" not in answer


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Show me the errors since the alert started", "start of the alert"),
        ("告警开始后有哪些错误？", "所问告警的开始时间未知"),
    ],
)
def test_an_alert_that_is_not_stored_begins_no_window(
    ask: Ask, tmp_path: Path, question: str, told: str
) -> None:
    write_logs(tmp_path, store=["2026-05-04T06:01:00Z ERROR store broken parser"])
    answer = ask(question)["answer"]
    assert told in answer
    assert "broken parser" in answer


@pytest.mark.parametrize(
    "question",
    ["Why did store fail yesterday?", "Any errors yesterday?", "昨天 store 为什么失败？"],
)
def test_a_window_that_misses_everything_is_all_that_is_told(
    ask: Ask, tmp_path: Path, question: str
) -> None:
    """It is no answer that nothing names the service, or that nothing was found."""
    write_logs(tmp_path, store=["2026-04-20T06:01:00Z ERROR store broken parser"])
    write_alerts(tmp_path, ("StoreWrites", "active", {"service": "store"}))
    answer = ask(question)["answer"]
    assert "2026-04-20T06:01:00Z" in answer
    assert "No configured source" not in answer
    assert "No evidence was found" not in answer
