"""What the offline model answers to each kind of question, read as an engineer on call would."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.contracts.composer import AllowedClaim
from superbiz_agent.contracts.gatekeeper import VerifiedClaim
from superbiz_agent.graph import build_graph
from superbiz_agent.models.offline.actions import next_steps
from superbiz_agent.models.offline.causes import find_causes
from superbiz_agent.models.offline.changes import change_before, tells_change
from superbiz_agent.models.offline.evidence import Evidence
from superbiz_agent.models.offline.line_wordings import level_of
from superbiz_agent.models.offline.openness import is_open, unknown_names
from superbiz_agent.models.offline.question import read_question
from superbiz_agent.models.offline.stored_text import read_line
from superbiz_agent.models.offline.yes_or_no import yes_or_no
from superbiz_agent.settings import load_settings
from superbiz_agent.tools.function_tool import FunctionTool

Ask = Callable[..., dict[str, Any]]

ORDERS = r"""
2026-03-02T22:10:02Z INFO orders Started orders version 4.7.0 with hikari.maximumPoolSize=5
2026-03-02T22:12:00Z INFO orders GET /orders/17 200 12ms
2026-03-02T22:14:24Z ERROR orders could not place order 551104
org.example.DataAccessResourceFailureException: Unable to acquire JDBC Connection
	at c.a.order.OrderRepo.save(OrderRepo.java:88)
Caused by: java.sql.SQLTransientConnectionException: HikariPool-1 - Connection is not available, request timed out after 30000ms (total=5, active=5, idle=0, waiting=39)
	at com.zaxxer.hikari.pool.HikariPool.createTimeoutException(HikariPool.java:696)
2026-03-02T22:15:24Z ERROR orders could not place order 551105
org.example.DataAccessResourceFailureException: Unable to acquire JDBC Connection
	at c.a.order.OrderRepo.save(OrderRepo.java:88)
Caused by: java.sql.SQLTransientConnectionException: HikariPool-1 - Connection is not available, request timed out after 30000ms (total=5, active=5, idle=0, waiting=41)
	at com.zaxxer.hikari.pool.HikariPool.createTimeoutException(HikariPool.java:696)
2026-03-02T22:16:00Z ERROR orders rejected order: invalid coupon code SAVE77
"""  # noqa: E501
SEARCH = """
2026-03-02T22:01:00Z INFO search query answered in 12ms
2026-03-02T22:40:12Z FATAL search java.lang.OutOfMemoryError: Java heap space
"""
GATEWAY = """
2026-03-02T22:00:00Z gw1 haproxy: backend orders/ord0 is UP
2026-03-02T22:41:00Z gw1 kernel: nf_conntrack: table full, dropping packet
"""


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Ask one question of three logs; keyword arguments are those of ``build_graph``."""
    logs: list[str] = []
    for name, text in (("orders", ORDERS), ("search", SEARCH), ("gateway", GATEWAY)):
        (tmp_path / f"{name}.log").write_text(text.lstrip("\n"), encoding="utf-8")
        logs.append(f"{name}={tmp_path / f'{name}.log'}")

    def run(question: str, **given: Any) -> dict[str, Any]:
        settings = load_settings(database_url=f"sqlite:///{tmp_path / 's.db'}", logs=logs)
        return build_graph(settings, **given).invoke({"query": question})

    return run


def body(result: dict[str, Any]) -> str:
    return result["answer"].partition("\nReferences:")[0].partition("\n参考证据:")[0]


@pytest.mark.parametrize(
    ("question", "verdict", "start", "said"),
    [
        ("Why do orders fail?", "PASS", "The likely root cause is connection pool exhaustion (5",
         ["total=5, active=5", "“could not place order 551104”"]),
        ("orders 为什么失败？", "PASS", "推断根因是 orders 的连接池耗尽（5/5 在用）", ["551104"]),
        ("Did orders run out of database connections?", "PASS", "Yes: ", ["connection pool"]),
        ("数据库连接用完了吗？", "PASS", "是的：", ["连接池耗尽"]),
        ("Did search run out of memory?", "PASS", "Yes: ", ["java.lang.OutOfMemoryError"]),
        ("search 服务是不是内存溢出了？", "PASS", "是的：", ["java.lang.OutOfMemoryError"]),
        ("Did the kernel drop packets?", "PASS", "", ["table full, dropping packet"]),
        ("Why does the gateway drop packets?", "LOW_CONFID", "", ["table full, dropping packet"]),
        ("网关为什么丢包？", "LOW_CONFID", "", ["table full, dropping packet"]),
        ("Is orders healthy?", "PASS", "No: ", ["connection pool exhaustion"]),
        ("Which version of orders was deployed?", "PASS", "orders logged", ["version 4.7.0"]),
        ("Was there a deployment before the errors?", "PASS", "", ["version 4.7.0"]),
        ("Is kafka lagging?", "LOW_CONFID", "No evidence either way.", ['names "kafka"']),
        ("kafka 有积压吗？", "LOW_CONFID", "现有证据不能说明是或否。", ["kafka"]),
        ("Why does billing crash?", "LOW_CONFID", "", ['names "billing"']),
        ("When did the deadlocks of orders begin?", "LOW_CONFID", "", ["deadlock"]),
        ("Please restart the orders service", "PASS", "Evidence is only read here", []),
    ],
)  # fmt: skip
def test_the_first_line_answers_and_the_verdict_says_whether_it_does(
    ask: Ask, question: str, verdict: str, start: str, said: list[str]
) -> None:
    result = ask(question)
    assert (result["verdict"], result["composer_status"]) == (verdict, "valid")
    assert body(result).startswith(start)
    assert [words for words in said if words not in body(result)] == []


@pytest.mark.parametrize(
    ("question", "unsaid"),
    [
        ("Why do orders fail?", ["\\n", "\\tat", "OrderRepo", "OutOfMemory"]),
        ("Did search run out of memory?", ["matched no record", "orders"]),
        ("Is kafka lagging?", ["OutOfMemory", "could not place order"]),
        ("Why does billing crash?", ["OutOfMemory", "could not place order", "Possibly"]),
        ("Did the kernel drop packets?", ["backend", "OutOfMemory"]),
    ],
)
def test_what_was_not_asked_for_is_no_answer(ask: Ask, question: str, unsaid: list[str]) -> None:
    assert [words for words in unsaid if words in body(ask(question))] == []


def test_a_total_comes_before_the_groups_that_it_is_made_of(ask: Ask) -> None:
    lines = body(ask("How many ERROR records did orders write?")).splitlines()
    assert "3 " in lines[0]
    assert any("2 ERROR records" in line for line in lines[1:])


def test_a_when_is_told_by_the_first_instant(ask: Ask) -> None:
    text = body(ask("When did the errors of orders begin?"))
    assert text.startswith("From 2026-03-02T22:14:24Z on")


def test_a_change_before_the_trouble_is_told_in_time_order_and_is_no_cause(ask: Ask) -> None:
    cause, _, findings = body(ask("Why do orders fail?")).partition("**Confirmed findings**")
    assert "version 4.7.0" not in cause
    assert (
        "At 2026-03-02T22:10:02Z, before the records that begin at 2026-03-02T22:14:24Z"
        in (findings.strip().splitlines()[0])
    )


@pytest.mark.parametrize("question", ["Which deploys did orders have?", "orders 最近部署了什么？"])
def test_an_operators_tool_is_cited_beside_the_logs(ask: Ask, question: str) -> None:
    def deploys(query: str) -> dict[str, Any]:
        return {"deploys": [{"service": "orders", "version": "4.7.0", "by": "ann"}]}

    tool = FunctionTool(
        deploys, name="query_deploys", description="Deployments.", list_name="deploys"
    )
    result = ask(question, tools=[tool])
    assert (result["verdict"], result["composer_status"]) == ("PASS", "valid")
    assert "by=ann" in body(result)


def lines_of(*texts: str) -> list[Any]:
    return [read_line("query_logs", 1, f"$.logs[{n}]", text) for n, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("text", "message", "reason"),
    [
        ("a failed\\nValueError: bad\\n\\tat x", "a failed", "ValueError: bad"),
        ("a failed\\nx.AException: one\\n\\tat y\\nCaused by: z.BError: two\\n\\tat y", "a failed",
         "z.BError: two"),
        ("opened C:\\new\\table", "opened C:\\new\\table", ""),
        ("took 5ms\\nheartbeat ok", "took 5ms", ""),
    ],
)  # fmt: skip
def test_a_trace_is_its_first_line_and_what_is_behind_it(
    text: str, message: str, reason: str
) -> None:
    line = lines_of(f"2026-03-02T22:00:00Z ERROR app {text} (a.log:1)")[0]
    assert (line.message, line.reason) == (message, reason)


@pytest.mark.parametrize(
    ("text", "is_change"),
    [
        ("Started orders version 4.7.0", True),
        ("order-service 2.14.3 started in 18.4 seconds", True),
        ("config reloaded", True),
        ("部署完成", True),
        ("no deployment is planned", False),
        ("Started fetching block 7", False),
        ("GET /orders 200", False),
    ],
)
def test_a_change_is_told_from_daily_work(text: str, is_change: bool) -> None:
    line = lines_of(f"2026-03-02T22:00:00Z INFO app {text} (a.log:1)")[0]
    assert tells_change(line) is is_change


def test_only_the_last_earlier_change_of_the_same_owner_counts() -> None:
    first, last, other, trouble, later = lines_of(
        "2026-03-02T20:00:00Z INFO app restarted (a.log:1)",
        "2026-03-02T21:00:00Z INFO app deployed version 2 (a.log:2)",
        "2026-03-02T21:30:00Z INFO web restarted (a.log:3)",
        "2026-03-02T22:00:00Z ERROR app failed (a.log:4)",
        "2026-03-02T23:00:00Z INFO app restarted (a.log:5)",
    )
    assert change_before([first, last, other, trouble, later], trouble) is last


@pytest.mark.parametrize(
    ("sign", "size"),
    [
        ("HikariPool-1 request timed out (total=5, active=5, idle=0, waiting=3)", "5"),
        ("request for a connection timed out (total=50, active=50/50, waiting=3)", "50"),
        ("could not get it: Unable to acquire JDBC Connection", ""),
    ],
)
def test_the_size_of_a_full_pool_is_told_with_the_cause(sign: str, size: str) -> None:
    causes = find_causes(lines_of(f"2026-03-02T22:00:00Z ERROR app {sign} (a.log:1)"))
    assert causes.stated is not None
    assert (causes.stated.signature.id, causes.stated.size) == ("pool_exhausted", size)
    assert causes.stated.sign == sign


@pytest.mark.parametrize(
    "sign",
    [
        "worker threads total=5, active=5, request failed",
        "licences active=50/50 request rejected",
        "tickets active=50/50 connection lost",
        "cpu idle=0 tasks waiting=3 request rejected",
        "connection reset by peer; worker threads total=5, active=5",
        "许可证 active=50/50 request rejected",
        "app active=50/50 request rejected",
    ],
)
def test_what_is_full_is_a_connection_pool_only_where_the_record_says_so(sign: str) -> None:
    causes = find_causes(lines_of(f"2026-03-02T22:00:00Z ERROR app {sign} (a.log:1)"))
    assert (causes.stated, causes.possible) == (None, ())


@pytest.mark.parametrize(
    ("question", "claim", "said"),
    [
        ("Is Disk firing?", "Alert Disk is firing: a=b.", "yes"),
        ("Is Disk firing?", "Alert Disk is resolved: a=b.", "no"),
        ("Is Disk firing?", "Alert Disk is silenced: a=b.", None),
        ("Is Disk resolved?", "Alert Disk is resolved: a=b.", "yes"),
        ("Is Disk firing?", "Alert Other is firing: a=b.", None),
        ("Disk 告警在触发吗？", "告警 Disk 的状态是 firing：a=b。", "yes"),
        ("Is there a deadlock?", "On record: “deadlock detected”.", "yes"),
        ("Is there a deadlock?", "On record: “no deadlock detected”.", None),
        ("Is there no deadlock?", "On record: “deadlock detected”.", None),
        ("Why is there a deadlock?", "On record: “deadlock detected”.", None),
        ("Is a-svc healthy?", "Alert Disk is firing: service=b-svc.", None),
        ("Is a-svc healthy?", "Alert Disk is firing: service=a-svc.", "no"),
        # more is asked than the claim says
        ("Has Disk stopped firing?", "Alert Disk is firing: a=b.", None),
        ("Is Disk a false alarm?", "Alert Disk is firing: a=b.", None),
        ("Disk 停了吗？", "告警 Disk 的状态是 firing：a=b。", None),
        ("Is Disk below 90%?", "Alert Disk is firing: current=91%.", None),
        ("Was Disk firing at 10:03?", "Alert Disk is resolved: a=b.", None),
        ("Did Disk fire?", "Alert Disk is resolved: a=b.", None),
        ("Is Disk firing for b-svc?", "Alert Disk is firing: service=a-svc.", None),
        ("Is Disk caused by a-svc?", "Alert Disk is firing: service=a-svc.", None),
        ("Is only a-svc deadlocked?", "a-svc logged: “deadlock detected”.", None),
        ("Has a-svc recovered from the deadlock?", "a-svc logged: “deadlock detected”.", None),
        ("Did a-svc deadlock twice?", "a-svc logged: “deadlock detected”.", None),
        ("Was a-svc restarted?", "a-svc logged: “restart failed 4 times”.", None),
    ],
)
def test_yes_or_no_is_said_where_the_claim_decides_it(
    question: str, claim: str, said: str | None
) -> None:
    lead = AllowedClaim(
        claim_id="claim-1", claim_text=claim, claim_type="observation", status="confirmed"
    )
    assert yes_or_no(read_question(question), lead) == said


OVER = "Alert {} is resolved: service=cart-service, until=2026-03-02T22:00:00Z."
FIRES = "Alert {} is firing: service=cart-service."
SILENCED = "Alert {} is silenced: service=cart-service."


@pytest.mark.parametrize(
    ("question", "states", "said"),
    [
        ("Is cart-service still alerting?", (OVER, OVER), "no"),
        ("Is cart-service alerting now?", (OVER,), "no"),
        ("Are there still alerts on cart-service?", (OVER, OVER), "no"),
        ("Has cart-service stopped alerting?", (OVER, OVER), "yes"),
        ("cart-service 还在告警吗？", (OVER, OVER), "no"),
        ("cart-service 的告警恢复了吗？", (OVER, OVER), "yes"),
        ("Is cart-service still alerting?", (FIRES, OVER), "yes"),
        ("Has cart-service stopped alerting?", (FIRES, OVER), "no"),
        ("cart-service 还在告警吗？", (FIRES, OVER), "yes"),
        # what is silenced goes on, and what leads decides
        ("Is cart-service still alerting?", (OVER, FIRES), None),
        ("Is cart-service still alerting?", (OVER, SILENCED), None),
        ("Is cart-service still alerting on its disk?", (OVER,), None),
        ("Is order-service still alerting?", (OVER,), None),
    ],
)
def test_a_service_still_alerts_if_one_of_its_alerts_does(
    question: str, states: tuple[str, ...], said: str | None
) -> None:
    claims = [
        AllowedClaim(
            claim_id=f"claim-{n}",
            claim_text=text.format(f"Alert{n}"),
            claim_type="observation",
            status="confirmed",
        )
        for n, text in enumerate(states, start=1)
    ]
    assert yes_or_no(read_question(question), claims[0], claims) == said


def test_the_next_step_looks_before_the_fault_that_is_named() -> None:
    coupon, pool = lines_of(
        "2026-03-02T20:00:00Z ERROR app rejected order: invalid coupon (a.log:1)",
        "2026-03-02T22:00:00Z ERROR app HikariPool-1 timed out (total=5, active=5) (a.log:2)",
    )
    question = read_question("Why does app fail?")
    for lines in ([coupon, pool], [pool, coupon]):
        evidence = Evidence(lines=tuple(lines), queries={})
        steps = next_steps(question, evidence, lines, find_causes(lines))
        told = [step["action_text"] for step in steps]
        assert "Read the logs of app before 2026-03-02T22:00:00Z" in told


@pytest.mark.parametrize(
    ("question", "is_ranking"),
    [
        ("Which pod logged the most errors?", True),
        ("What is the slowest request?", True),
        ("Which service failed first?", True),
        ("哪个 pod 报错最多？", True),
        ("哪个告警最先触发？", True),
        ("Were there more 502 than 200 responses?", True),
        ("502 的响应比 200 多吗？", True),
        ("Did it take more than 30 seconds?", False),
        ("What is the most recent error?", False),
        ("Were there at most 3 errors?", False),
        ("最近有什么错误？", False),
    ],
)
def test_a_question_of_who_has_most_stays_open_until_somebody_compares(
    question: str, is_ranking: bool
) -> None:
    lines = lines_of("2026-03-02T22:00:00Z ERROR app request failed (a.log:1)")
    told = VerifiedClaim(
        claim_id="claim-1",
        claim_text="app logged this ERROR record: “request failed”.",
        claim_type="observation",
        evidence_bindings=[],
    )
    assert is_open(read_question(question), [told], lines) is is_ranking


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("Were there more 502 than 200 responses?", ()),
        ("Was the size raised?", ()),
        ("Is the session locked?", ()),
        ("Is billing down?", ("billing",)),
        ("Is ledgerd locked?", ("ledgerd",)),
        ("billing 挂了吗？", ("billing",)),
    ],
)
def test_a_plain_word_is_no_name_that_no_source_knows(
    question: str, unknown: tuple[str, ...]
) -> None:
    lines = lines_of("2026-03-02T22:00:00Z ERROR app request failed (a.log:1)")
    evidence = Evidence(lines=tuple(lines), queries={})
    assert unknown_names(read_question(question), evidence) == unknown


@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("FATAL db postgres[4]: PANIC: could not write", ""),
        ("FATAL web [crit] 31#31: connect() failed", ""),
        ("INFO api started severity=notice", ""),
        ("FATAL db out of shared memory", "FATAL "),
        ("ERROR db the panic button was pressed", "ERROR "),
    ],
)
def test_a_level_in_a_word_of_its_own_is_not_told_as_ours(line: str, level: str) -> None:
    (read,) = lines_of(f"2026-03-02T22:00:00Z {line} (a.log:1)")
    assert level_of(read, "en").strip() == level_of(read, "zh").strip() == level.strip()
