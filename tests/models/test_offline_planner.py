"""The offline model as planner: from a question to tool calls, in both languages."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from offline_incident import LISTS, plan_for

from superbiz_agent.contracts.plan import Plan
from superbiz_agent.models.offline.planner import plan
from superbiz_agent.models.offline.question import about_sources, read_question


def searches(question: str, tool_name: str, *earlier: str) -> list[dict[str, Any]]:
    steps = plan_for(question, *earlier)["steps"]
    return [step["arguments"] for step in steps if step["tool_name"] == tool_name]


@pytest.mark.parametrize(
    ("question", "entities"),
    [
        ("order-service 现在是什么情况？", ("order-service",)),
        ("Why is order-service failing?", ("order-service",)),
        ("checkout 服务为什么慢", ("checkout",)),
        ("what happened on 10.0.0.17?", ("10.0.0.17",)),
        ("Is the checkout service down?", ("checkout",)),
        ("Logs of pod ocean-breeze in namespace app-26?", ("ocean-breeze", "app-26")),
        ("Is it down?", ()),
    ],
)
def test_entities_are_read_from_names_and_from_the_nouns_beside_them(
    question: str, entities: tuple[str, ...]
) -> None:
    assert read_question(question).entities == entities


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("HikariCP 连接池是不是耗尽了?", ("HikariCP", "连接池")),
        ("数据库连接池耗尽了吗", ("连接池",)),
        ("Is the HikariCP pool exhausted?", ("HikariCP", "connection", "pool")),
        ("any OOMKilled pods?", ("OOMKilled",)),
        ("why java.lang.OutOfMemoryError in order-service?", ("java.lang.OutOfMemoryError",)),
        ("order-service 现在是什么情况？", ()),
    ],
)
def test_what_is_left_after_the_words_of_asking_is_searched_for(
    question: str, terms: tuple[str, ...]
) -> None:
    assert read_question(question).search_terms == terms


@pytest.mark.parametrize(
    ("question", "searched"),
    [
        ("Is there brute force on sshd?", ("brute force", "sshd")),
        ("Why is order-service timing out?", ("timeout",)),
        ("Did anyone log in successfully?", ("successful login",)),
        ("Is there a leader election problem?", ("leader election",)),
        ("checkout pod keeps crashing, why?", ("crash",)),
        ("订单服务为什么请求超时？", ("超时",)),
        ("sshd 是否遭到暴力破解？", ("sshd", "暴力破解")),
        ("checkout 为什么下单失败？", ("checkout", "下单")),
        ("db-1 磁盘会满吗？", ("db-1", "磁盘满")),
        ("Whats wrong with web-server pod in namespace-66", ()),
    ],
)
def test_words_that_belong_together_are_searched_for_together(
    question: str, searched: tuple[str, ...]
) -> None:
    assert read_question(question).searches == searched


@pytest.mark.parametrize(
    ("question", "entities"),
    [
        ("How do I handle a node filesystem filling up?", ()),
        ("checkout pod keeps crashing", ("checkout",)),
        ("Is msra-sa-41:9000 reachable?", ("msra-sa-41:9000",)),
    ],
)
def test_a_verb_or_another_noun_beside_a_noun_names_nothing(
    question: str, entities: tuple[str, ...]
) -> None:
    assert read_question(question).entities == entities


def test_a_word_of_a_file_name_names_the_source_and_is_no_topic() -> None:
    question = about_sources(read_question("Why do HDFS blocks fail?"), ["logs/HDFS_2k.log"])
    assert question.entities == ("HDFS",)
    assert question.searches == ("blocks",)


def test_a_namespace_is_searched_for_only_where_nothing_narrower_is_named() -> None:
    found = searches("Logs of pod ocean-breeze in namespace app-26?", "query_logs")
    assert [search["service"] for search in found] == ["ocean-breeze"]


@pytest.mark.parametrize("question", ["What does etcdNoLeader mean?", "etcdNoLeader 是什么意思？"])
def test_runbooks_are_asked_in_the_words_of_the_question(question: str) -> None:
    assert searches(question, "lookup_knowledge") == [{"query": question}]


def test_a_chinese_name_is_no_label_of_any_source() -> None:
    assert {"query": "订单"} in searches("订单服务为什么请求超时？", "query_logs")


@pytest.mark.parametrize(
    "question",
    ["Is checkout ok?", "order 88213", "Which instances were terminated?", "会话过期了多少次？"],
)
def test_a_question_after_plain_things_of_operations_is_no_small_talk(question: str) -> None:
    assert plan_for(question)["intent"] == "diagnose"


@pytest.mark.parametrize(
    "question", ["are you ok?", "What can you do?", "hello", "你好", "thank you!", "谢谢", "", "?"]
)
def test_a_question_without_an_incident_term_is_small_talk(question: str) -> None:
    assert plan_for(question) == {"intent": "small_talk", "steps": []}


@pytest.mark.parametrize(
    "question", ["order-service 现在是什么情况？", "Why is order-service failing?"]
)
def test_a_named_service_is_asked_of_every_tool_by_that_name(question: str) -> None:
    assert plan_for(question)["intent"] == "diagnose"
    assert {"query": "order-service", "service": "order-service"} in searches(
        question, "query_logs"
    )
    assert {"query": "order-service", "service": "order-service"} in searches(
        question, "query_metrics"
    )
    assert searches(question, "lookup_knowledge") == [{"query": "order-service"}]


@pytest.mark.parametrize(
    ("question", "level"),
    [
        ("Show me the errors of order-service", "ERROR"),
        ("order-service 有没有报错", "ERROR"),
        ("order-service 有哪些警告", "WARN"),
        ("What is wrong with order-service?", None),
    ],
)
def test_a_level_is_asked_for_when_the_question_does(question: str, level: str | None) -> None:
    assert [search.get("level") for search in searches(question, "query_logs")] == [level]


@pytest.mark.parametrize(
    "question", ['Find "query failed" in the logs of my-app', "my-app 日志里有没有“query failed”"]
)
def test_a_quoted_phrase_is_searched_for_as_it_stands(question: str) -> None:
    assert {"query": "query failed"} in searches(question, "query_logs")


def test_a_follow_up_question_is_about_the_entity_of_an_earlier_turn() -> None:
    found = searches("最近有报错吗？", "query_logs", "order-service 怎么了", "谢谢")
    assert found[0]["service"] == "order-service"


def test_a_question_with_an_entity_of_its_own_ignores_earlier_turns() -> None:
    found = searches("payment-service 正常吗？", "query_logs", "order-service 怎么了")
    assert [search["service"] for search in found] == ["payment-service"]


def test_the_window_is_left_to_code() -> None:
    steps = plan_for("Errors of order-service in the last 15 minutes since 10:00?")["steps"]
    assert not any({"since", "until"} & step["arguments"].keys() for step in steps)


def test_only_tools_that_exist_are_planned() -> None:
    request = {"question": "Why is order-service failing?", "tools": [{"name": "query_traces"}]}
    steps = plan({"earlier_turns": [], **request})["steps"]
    assert [step["tool_name"] for step in steps] == ["query_traces"]
    assert steps[0]["arguments"] == {"query": "order-service"}


@given(
    st.one_of(
        st.text(max_size=300),
        st.lists(
            st.sampled_from(
                [
                    "order-service",
                    "为什么",
                    '"',
                    "active=50/50",
                    "errors",
                    "连接池",
                    "10.0.0.1",
                    "服务",
                ]
            ),
            max_size=30,
        ).map(" ".join),
    )
)
def test_every_question_gives_a_plan_of_the_contract(question: str) -> None:
    reply = plan_for(question)
    checked = Plan.model_validate(reply)
    assert {step.tool_name for step in checked.steps} <= LISTS.keys()
    assert all(step.arguments["query"].strip() for step in checked.steps)


def test_a_megabyte_of_question_is_planned_too() -> None:
    assert plan_for("为什么 order-service " * 50_000)["intent"] == "diagnose"
