"""Which searches a question wants: things and names, never the words of asking."""

from typing import Any, Final

import pytest

from superbiz_agent.models.offline.planner import plan
from superbiz_agent.models.offline.question import read_question
from superbiz_agent.models.offline.searches import added_searches

SOURCES: Final = {
    "query_metrics": ["am.json"],
    "query_logs": ["orders", "inventory", "nginx", "search", "x"],
    "lookup_knowledge": ["rb"],
}


def planned(question: str, *earlier: tuple[str, str]) -> dict[str, Any]:
    return plan(
        {
            "question": question,
            "earlier_turns": [{"question": asked, "answer": told} for asked, told in earlier],
            "tools": [
                {"name": name, "description": "", "sources": sources}
                for name, sources in SOURCES.items()
            ],
        }
    )


def searches(question: str, tool_name: str, *earlier: tuple[str, str]) -> list[str]:
    """The searches of one tool as ``query``, ``query@service``, ``query@service:LEVEL``."""
    asked = (
        step["arguments"]
        for step in planned(question, *earlier)["steps"]
        if step["tool_name"] == tool_name
    )
    return [
        each["query"]
        + (f"@{each['service']}" if "service" in each else "")
        + (f":{each['level']}" if "level" in each else "")
        for each in asked
    ]


LOGS: tuple[tuple[str, list[str]], ...] = (
    ("Did orders run out of database connections?", ["connection pool@orders", "orders@orders"]),
    ("数据库连接用完了吗？", ["连接池"]),
    ("Was there a deployment before the errors?", ["deployment"]),
    ("报错之前有没有发布？", ["部署"]),
    ("what changed before the incident?", ["deployment"]),
    ("search 服务是不是内存溢出了？", ["内存溢出@search", "search@search"]),
    ("Did search run out of memory?", ["out of memory@search", "search@search"]),
    ("search for timeouts in inventory", ["timeout@inventory", "inventory@inventory"]),
    ("日志中有多少超时错误", ["超时:ERROR", "超时"]),
    ("Why does x fail?", ["x@x"]),
    ("Why does the gateway drop packets?", ["gateway", "packet loss"]),
    ("网关为什么丢包？", ["网关", "丢包"]),
    ("When did the 503s of nginx begin?", ["503@nginx", "nginx@nginx"]),
    ("为什么 nginx 返回 503？", ["503@nginx", "nginx@nginx"]),
    ("Did the disk of db-1 fill up?", ["db-1", "disk full"]),
    ("磁盘满了该怎么处理？", ["磁盘满"]),
    ("How many 5xx did nginx return?", ["500 502 503 504@nginx", "nginx@nginx"]),
    ("checkout 连不上 redis", ["checkout", "不可达", "redis"]),
    ("Which pods are crash looping?", ["crash"]),
    ("哪些 pod 在反复崩溃？", ["崩溃"]),
    ("Why do payments fail for some users?", ["payments"]),
    ("错误是从哪台机器来的？", ["*:ERROR", "*"]),
    ("report 为什么重启？", ["report", "重启"]),
    ("What do the logs say about report?", ["report@report"]),
    ("were requests rate limited?", ["rate limit"]),
    ("DNS 解析失败", ["域名解析"]),
    ("证书过期了吗？", ["证书"]),
    ("CPU high on node-3?", ["node-3", "cpu"]),
    ("Which version of orders was deployed?", ["deployment@orders", "orders@orders"]),
    ("How many ERROR records did orders write?", ["orders@orders:ERROR"]),
    ("orders 写了多少条错误日志？", ["orders@orders:ERROR"]),
    ("Compare orders and inventory", ["orders@orders", "inventory@inventory"]),
    ("conntrack table full?", ["conntrack table full"]),
    ("Why did the job lose its connection?", ["lose", "connection"]),
    ("Are there any warnings?", ["*:WARN"]),
    ("How many failed password attempts were there?", ["wrong password"]),
    ("密码验证失败了多少次？", ["wrong password"]),
    ("Is someone trying to break in by guessing passwords?", ["break-in", "brute force"]),
    ("Since when can the registry not be contacted?", ["registry", "contacted"]),
    ("哪些服务器联系不上？", ["不可达"]),
    ("选主用了多长时间？", ["leader election"]),
    ("启动一个任务要多长时间？", ["启动", "任务"]),
    ("有数据块校验失败吗？", ["数据块", "校验"]),
    ("数据块扩散了吗？", ["数据块扩散"]),
    ("Is DiskAlmostFull firing?", []),
    ("Please restart the orders service", ["orders@orders"]),
    ("帮我重启 orders", ["orders@orders"]),
)


@pytest.mark.parametrize(("question", "expected"), LOGS)
def test_logs_are_searched_for_things_within_the_service_and_last_for_the_service(
    question: str, expected: list[str]
) -> None:
    assert searches(question, "query_logs") == expected


METRICS: tuple[tuple[str, list[str]], ...] = (
    ("Is DiskAlmostFull firing?", ["DiskAlmostFull"]),
    ("DbPoolSaturated 告警什么时候开始的？", ["DbPoolSaturated"]),
    ("Which alerts are firing?", ["*"]),
    ("Why do orders time out?", ["orders@orders"]),
    ("Is the payments service healthy?", ["payments@payments"]),
    ("数据库连接用完了吗？", ["连接池"]),
)


@pytest.mark.parametrize(("question", "expected"), METRICS)
def test_alerts_are_asked_for_by_name_or_by_the_service(question: str, expected: list[str]) -> None:
    assert searches(question, "query_metrics") == expected


LOOKUPS: tuple[tuple[str, list[str]], ...] = (
    ("How do I fix DbPoolSaturated?", ["DbPoolSaturated"]),
    ("DbPoolSaturated 怎么办？", ["DbPoolSaturated"]),
    ("磁盘满了该怎么处理？", ["磁盘满"]),
    ("How do I fix a full disk?", ["disk full"]),
    ("What does the runbook say about a full disk?", ["disk full"]),
    ("What does etcdNoLeader mean?", ["What does etcdNoLeader mean?"]),
    ("Which alerts are firing?", []),
)


@pytest.mark.parametrize(("question", "expected"), LOOKUPS)
def test_runbooks_are_looked_up_by_what_happened_not_by_the_words_of_asking(
    question: str, expected: list[str]
) -> None:
    assert searches(question, "lookup_knowledge") == expected


@pytest.mark.parametrize(
    "question",
    [
        "What is going on?",
        "What happened at 22:14?",
        "anything unusual lately?",
        "what is broken?",
        "Is everything ok?",
        "最近有什么异常？",
        "发生了什么？",
        "哪个服务报错最多？",
    ],
)
def test_an_open_question_asks_every_source_for_what_stands_out(question: str) -> None:
    assert searches(question, "query_metrics") == ["*"]
    assert searches(question, "query_logs") == ["*:ERROR", "*"]


WHY: Final = ("Why do orders fail?", "The connection pool of orders is exhausted.")


@pytest.mark.parametrize(
    "question", ["And since when?", "那现在呢？", "from which host?", "why?", "还有别的吗？"]
)
def test_a_follow_up_without_a_name_is_about_the_subject_of_the_thread(question: str) -> None:
    assert searches(question, "query_logs", WHY)[-1].startswith("orders@orders")


def test_a_follow_up_takes_a_subject_that_is_no_name_as_well() -> None:
    failed = ("Did anyone fail to log in?", "")
    assert searches("from which host?", "query_logs", failed) == ["failed login"]


def test_what_to_do_is_looked_up_by_what_the_last_answer_told_of() -> None:
    assert searches("What should I do?", "lookup_knowledge", WHY)[0] == "connection pool"


@pytest.mark.parametrize("question", ["thanks!", "谢谢", "ok", "👍", "好的，明白了"])
def test_a_word_of_thanks_goes_on_with_nothing(question: str) -> None:
    assert planned(question, WHY) == {"intent": "small_talk", "steps": []}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("it took 503 ms", False),
        ("port 500 is open", False),
        ("sku A503 failed", False),
        ("error 404?", True),
        ("503错误", True),
        ("many 5xx of nginx", True),
    ],
)
def test_a_status_is_no_duration_port_or_part_of_an_id(question: str, expected: bool) -> None:
    told = " ".join(searches(question, "query_logs")).partition("@")[0]
    assert any(status in told.split() for status in ("404", "503")) is expected


def test_of_many_searches_every_tool_keeps_its_first() -> None:
    steps = planned('"a b" "c d" "e f" orders inventory timeout restart deadlock')["steps"]
    assert len(steps) <= 8
    assert {step["tool_name"] for step in steps} == set(SOURCES)


def test_every_step_says_what_it_is_for() -> None:
    assert all(step["purpose"] for step in planned("Why do orders time out?")["steps"])


@pytest.mark.parametrize(
    ("question", "regex"),
    [
        ("How many records match /time(d )?out/ in orders?", "time(d )?out"),
        ("records that match /TIME[0-9]+/i", "(?i)TIME[0-9]+"),
        ('show me logs that match regex "served in 4\\d ms"', "served in 4\\d ms"),
        ("有没有匹配正则 “circuit.*opened” 的日志？", "circuit.*opened"),
        ("用正则表达式 `超时[0-9]+秒` 查日志", "超时[0-9]+秒"),
    ],
)
def test_a_regular_expression_is_what_the_logs_are_asked_for(question: str, regex: str) -> None:
    steps = [each for each in planned(question)["steps"] if each["tool_name"] == "query_logs"]
    assert [step["arguments"]["regex"] for step in steps] == [regex]
    assert steps[0]["arguments"]["query"] == "*"


@pytest.mark.parametrize(
    "question",
    [
        "why does GET /api/v1/orders/ fail?",
        "what is in /var/log/app/ and /var/log/(other)?",
        "either/or errors",
        "what was moved from /data to /backup/ ?",
        "what is in /data/ ?",
        "errors on 2026/07/07",
        "does the pattern of failures repeat?",
    ],
)
def test_a_path_is_no_regular_expression(question: str) -> None:
    assert not any("regex" in step["arguments"] for step in planned(question)["steps"])


@pytest.mark.parametrize(
    ("question", "expression"),
    [
        ("Which lines match /max number of clients/ ?", "max number of clients"),
        ("/max number of clients/", "max number of clients"),
        ("which records match /JedisConnectionException/?", "JedisConnectionException"),
    ],
)
def test_plain_words_between_slashes_are_an_expression_too(question: str, expression: str) -> None:
    searches = [step for step in planned(question)["steps"] if step["tool_name"] == "query_logs"]
    assert [search["arguments"].get("regex") for search in searches] == [expression]


@pytest.mark.parametrize(
    "question",
    [
        "which errors since 11am?",
        "errors between 2 and 3 pm",
        "errors last Friday",
        "errors on July 6th",
        "errors at half past three",
        "昨天下午三点半有什么错误？",
        "明天会有错误吗？",
    ],
)
def test_what_only_says_when_is_not_searched_for(question: str) -> None:
    assert set(searches(question, "query_logs")) <= {"*:ERROR", "*"}


@pytest.mark.parametrize(
    ("question", "service"),
    [
        ("Was checkout deployed today?", "checkout"),
        ("Who owns checkout?", "checkout"),
        ("deploys of checkout-api", "checkout-api"),
        ("checkout 最近有发布吗？", "checkout"),
        ("checkout 的负责人是谁？", "checkout"),
        ("What was deployed to checkout, and by whom?", "checkout"),
        ("谁部署了 checkout？", "checkout"),
        ("最近部署到 checkout 的是什么？", "checkout"),
        ("What was deployed on Monday?", None),
        ("What was deployed to production?", None),
        ("Was anything deployed?", None),
        ("Is the memory high?", None),
        ("what changed?", None),
    ],
)
def test_a_tool_that_takes_a_service_is_asked_for_the_word_that_stands_where_a_name_does(
    question: str, service: str | None
) -> None:
    takes: dict[str, Any] = {"service": {"required": True, "takes": "service"}}
    found = added_searches(read_question(question), takes)
    assert [each.arguments["service"] for each in found] == ([service] if service else [])
