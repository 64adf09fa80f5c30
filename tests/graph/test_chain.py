"""The whole chain with a scripted model: what each node passes on, and what reaches the user."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from superbiz_agent.audit.replay import replay_session
from superbiz_agent.errors import ModelUnavailableError
from superbiz_agent.testing import tool_call
from tests.graph.conftest import (
    DEMO_PLAN,
    FAITHFUL,
    MEMORY_CLAIM,
    Bench,
    cited,
    claim,
    judging,
    memory_output,
    output,
    request,
    wording,
)

MakeBench = Callable[..., Bench]


def test_a_faithful_run_ends_pass_with_a_reference_to_the_stored_line(bench: MakeBench) -> None:
    chain = bench()
    result = chain.ask()
    assert result["verdict"] == "PASS"
    assert result["composer_status"] == "valid"
    assert "91%" in result["answer"] and "[1]" in result["answer"]
    [reference] = result["references"]
    stored = chain.store.invocations(result["session_id"])[0].retrieval_details.evidence_refs
    assert reference["text"] in {line.text for line in stored}
    chain.model.assert_used_up()


def test_the_session_is_stored_complete_and_replays_without_difference(bench: MakeBench) -> None:
    chain = bench()
    result = chain.ask()
    session = chain.store.session(result["session_id"])
    assert (session.status, session.verdict) == ("completed", "PASS")
    assert session.answer == result["answer"]
    assert replay_session(chain.store, result["session_id"]) == []


def test_the_result_holds_the_public_keys_and_no_others(bench: MakeBench) -> None:
    assert set(bench().ask()) == {
        "answer",
        "verdict",
        "session_id",
        "thread_id",
        "language",
        "composer_status",
        "references",
        "messages",
    }


def test_messages_are_accepted_in_place_of_a_query(bench: MakeBench) -> None:
    chain = bench()
    result = chain.graph.invoke({"messages": [{"role": "user", "content": MEMORY_CLAIM}]})
    assert chain.store.session(result["session_id"]).original_query == MEMORY_CLAIM
    assert result["messages"][-1].text == result["answer"]


async def test_ainvoke_gives_what_invoke_gives(bench: MakeBench) -> None:
    result = await bench().graph.ainvoke({"query": MEMORY_CLAIM})
    assert (result["verdict"], result["composer_status"]) == ("PASS", "valid")


def test_batch_keeps_the_questions_apart(bench: MakeBench) -> None:
    chain = bench(**{role: list(script) * 2 for role, script in FAITHFUL.items()})
    results = chain.graph.batch(
        [{"query": MEMORY_CLAIM}, {"query": MEMORY_CLAIM}], {"max_concurrency": 1}
    )
    assert len({result["session_id"] for result in results}) == 2
    assert [result["verdict"] for result in results] == ["PASS", "PASS"]


def test_the_custom_stream_tells_each_step_in_order(bench: MakeBench) -> None:
    events = list(bench().graph.stream({"query": MEMORY_CLAIM}, stream_mode="custom"))
    kinds = [event["type"] for event in events]
    assert kinds[0] == "run" and kinds[-1] == "answer"
    assert {"run", "node", "tool", "gate", "verdict", "answer"} == set(kinds)
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert len({event["session_id"] for event in events}) == 1


async def test_the_custom_stream_is_the_same_asynchronously(bench: MakeBench) -> None:
    stream = bench().graph.astream({"query": MEMORY_CLAIM}, stream_mode="custom")
    kinds = [event["type"] async for event in stream]
    assert kinds[0] == "run" and kinds[-1] == "answer" and "tool" in kinds


def test_nothing_of_an_earlier_turn_lives_on_under_a_checkpointer(bench: MakeBench) -> None:
    chain = bench(
        checkpointer=InMemorySaver(),
        planner=[DEMO_PLAN, {"intent": "small_talk", "steps": []}],
    )
    config = {"configurable": {"thread_id": "thread-1"}}
    first = chain.graph.invoke({"query": MEMORY_CLAIM, "at": "2026-07-07T10:05:00Z"}, config)
    second = chain.graph.invoke({"messages": [("user", "Thank you!")]}, config)
    assert first["thread_id"] == second["thread_id"] == "thread-1"
    assert first["session_id"] != second["session_id"]
    assert (second["verdict"], second["references"]) == (None, [])
    assert second["composer_status"] == "not_called"
    state = chain.graph.get_state(config).values
    assert state["attempts"] == [] and state["composer_input"] is None
    assert "query" not in state


def test_earlier_turns_of_a_thread_reach_the_planner_and_nobody_else(bench: MakeBench) -> None:
    chain = bench(**{role: list(script) * 2 for role, script in FAITHFUL.items()})
    first = chain.ask(thread_id="t-1")
    chain.ask("And its memory now, order-service?", thread_id="t-1")
    earlier = request(chain.model.calls_of("planner")[1].messages)["earlier_turns"]
    assert earlier == [{"question": first["messages"][0].text, "answer": first["answer"]}]
    for role in ("executor", "verifier", "composer"):
        asked = " ".join(message.text for message in chain.model.calls_of(role)[-1].messages)
        assert first["session_id"] not in asked


def test_small_talk_gets_a_fixed_reply_and_no_verdict(bench: MakeBench) -> None:
    chain = bench(planner=[{"intent": "small_talk", "steps": []}])
    result = chain.ask("你好，你是谁？")
    assert (result["verdict"], result["language"]) == (None, "zh")
    assert "证据" in result["answer"]
    assert chain.model.calls_of("executor") == []


def test_small_talk_is_not_believed_where_the_question_names_an_incident(bench: MakeBench) -> None:
    chain = bench(planner=[{"intent": "small_talk", "steps": []}])
    assert chain.ask()["verdict"] == "PASS"


@pytest.mark.parametrize(
    "broken", ["", "no JSON at all", '{"intent": "diagnose"}', RuntimeError("down")]
)
def test_a_planner_that_fails_gives_the_default_plan(bench: MakeBench, broken: Any) -> None:
    chain = bench(planner=[broken])
    assert chain.ask()["verdict"] == "PASS"
    plan = request(chain.model.calls_of("executor")[0].messages)["plan"]
    assert {step["tool_name"] for step in plan["steps"]} == {
        "query_metrics",
        "query_logs",
        "lookup_knowledge",
    }


def test_every_call_is_recorded_before_the_model_sees_it_failures_included(
    bench: MakeBench,
) -> None:
    chain = bench(
        executor=[
            tool_call("query_metrics", query="order-service"),
            tool_call("delete_everything", query="x"),
            tool_call("query_logs", service="order-service"),
            memory_output,
        ]
    )
    result = chain.ask()
    rows = chain.store.invocations(result["session_id"])
    assert [(row.tool_name, row.status) for row in rows] == [
        ("query_metrics", "ok"),
        ("delete_everything", "error"),
        ("query_logs", "error"),
    ]
    assert all(not row.retrieval_details.evidence_refs for row in rows if row.status == "error")


def test_repeated_calls_are_stopped_and_the_answer_comes_from_what_is_there(
    bench: MakeBench,
) -> None:
    same = tool_call("query_metrics", query="order-service")
    chain = bench(executor=[same, same, memory_output])
    result = chain.ask()
    assert len(chain.store.invocations(result["session_id"])) == 1
    assert chain.model.calls_of("executor")[-1].tools == ()
    assert result["verdict"] == "PASS"


def test_the_budget_of_tool_calls_holds(bench: MakeBench) -> None:
    calls = [tool_call("query_metrics", query=f"order-service {n}") for n in range(3)]
    chain = bench(settings={"max_tool_calls": 3}, executor=[*calls, memory_output])
    result = chain.ask()
    assert len(chain.store.invocations(result["session_id"])) == 3
    assert chain.model.calls_of("executor")[-1].tools == ()


def test_a_fabricated_reference_is_retried_once_with_structured_context(bench: MakeBench) -> None:
    def fabricated(messages: Any) -> Any:
        binding = cited(messages, "HighMemoryUsage firing") | {"raw_path": "$.alerts[99]"}
        return output(claim(1, MEMORY_CLAIM, binding))

    chain = bench(
        executor=[
            tool_call("query_metrics", query="order-service"),
            fabricated,
            tool_call("query_metrics", query="order-service"),
            memory_output,
        ]
    )
    result = chain.ask()
    assert result["verdict"] == "PASS"
    asked = request(chain.model.calls_of("executor")[2].messages)
    [failure] = asked["retry_context"]["failures"]
    assert failure["rule_id"] == "evidence.raw_path" and failure["raw_path"] is None
    assert asked["stored_evidence"][0]["text"].startswith("HighMemoryUsage firing")
    session = chain.store.session(result["session_id"])
    attempts = session.self_evaluation["verifier_evaluation"]["attempts"]
    assert [(each["severity"], each["selected"]) for each in attempts] == [
        ("reject", False),
        ("none", True),
    ]


def test_fabrication_on_every_attempt_is_rejected_without_asking_the_verifier(
    bench: MakeBench,
) -> None:
    def fabricated(messages: Any) -> Any:
        return output(
            claim(
                1,
                MEMORY_CLAIM,
                cited(messages, "HighMemoryUsage firing") | {"source_invocation_id": 424242},
            )
        )

    call = tool_call("query_metrics", query="order-service")
    chain = bench(executor=[call, fabricated, call, fabricated], composer=["nonsense"])
    result = chain.ask()
    assert result["verdict"] == "REJECT"
    assert result["answer"].startswith("The current evidence cannot support a reliable conclusion.")
    assert chain.model.calls_of("verifier") == []
    assert "91%" not in result["answer"]
    assert replay_session(chain.store, result["session_id"]) == []


def test_the_earlier_attempt_counts_where_the_retry_is_worse(bench: MakeBench) -> None:
    call = tool_call("query_metrics", query="order-service")

    def half(messages: Any) -> Any:
        bad = cited(messages, "HighMemoryUsage firing") | {"raw_path": None}
        return output(*memory_output(messages)["claims"], claim(2, "order-service pods", bad))

    chain = bench(executor=[call, half, call, "never JSON", "never JSON"])
    result = chain.ask()
    assert result["verdict"] == "LOW_CONFID"
    assert "91%" in result["answer"]
    assert replay_session(chain.store, result["session_id"]) == []


@pytest.mark.parametrize("silent", [RuntimeError("down"), "", "no JSON", '{"verdict": "PASS"}'])
def test_a_verifier_that_fails_verifies_nothing(bench: MakeBench, silent: Any) -> None:
    chain = bench(
        executor=[*FAITHFUL["executor"], *FAITHFUL["executor"]],
        verifier=[silent] * 4,
        composer=["nonsense"],
    )
    result = chain.ask()
    assert result["verdict"] == "LOW_CONFID"
    assert "91%" not in result["answer"]
    audit = chain.store.session(result["session_id"]).self_evaluation["verifier_evaluation"]
    assert {check["verification"] for check in audit["claim_checks"]} == {"unsupported"}
    assert audit["problem"]
    assert replay_session(chain.store, result["session_id"]) == []


def test_a_verifier_gets_one_repair_turn(bench: MakeBench) -> None:
    chain = bench(verifier=["no JSON", judging()])
    assert chain.ask()["verdict"] == "PASS"


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        ("no JSON", "malformed"),
        ('```json\n{"answer_summary": "x"}\n```', "malformed"),
        ({"answer_summary": "x", "recommended_actions": []}, "malformed"),
        (RuntimeError("down"), "fallback"),
        (
            {
                "answer_summary": "payment-service is at 97%. [claim-1]",
                "recommended_actions": [],
                "user_facing_answer": "payment-service is at 97%. [claim-1]",
            },
            "fallback",
        ),
    ],
)
def test_a_composer_that_fails_is_replaced_by_the_template(
    bench: MakeBench, reply: Any, status: str
) -> None:
    chain = bench(composer=[reply])
    result = chain.ask()
    assert (result["composer_status"], result["verdict"]) == (status, "PASS")
    assert "91%" in result["answer"] and "97%" not in result["answer"]
    assert replay_session(chain.store, result["session_id"]) == []


def test_a_composer_that_is_switched_off_is_not_asked(bench: MakeBench) -> None:
    chain = bench(settings={"composer": False})
    result = chain.ask()
    assert result["composer_status"] == "fallback"
    assert chain.model.calls_of("composer") == []


def test_an_executor_without_any_reply_fails_the_session(bench: MakeBench) -> None:
    chain = bench(executor=[RuntimeError("down")])
    with pytest.raises(ModelUnavailableError):
        chain.ask()
    [session] = chain.store.sessions(5)
    assert (session.status, session.answer) == ("failed", None)


def test_an_executor_that_falls_silent_later_is_an_outage_without_retry(bench: MakeBench) -> None:
    chain = bench(
        executor=[tool_call("query_metrics", query="order-service"), RuntimeError("down")],
        composer=["nonsense"],
    )
    result = chain.ask()
    assert result["verdict"] == "LOW_CONFID"
    assert len(chain.model.calls_of("executor")) == 2


async def test_a_cancelled_run_leaves_a_cancelled_session(bench: MakeBench) -> None:
    asked, may_go_on = threading.Event(), threading.Event()

    def hang(messages: Any) -> Any:
        asked.set()
        may_go_on.wait(30)
        return memory_output(messages)

    chain = bench(executor=[tool_call("query_metrics", query="order-service"), hang])
    task = asyncio.create_task(chain.graph.ainvoke({"query": MEMORY_CLAIM}))
    assert await asyncio.to_thread(asked.wait, 30)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    may_go_on.set()
    [session] = chain.store.sessions(1)
    assert (session.status, session.answer) == ("cancelled", None)


def test_the_composer_sees_the_allowed_material_and_nothing_else(bench: MakeBench) -> None:
    chain = bench(composer=[wording])
    chain.ask()
    asked = request(chain.model.calls_of("composer")[0].messages)
    assert set(asked) == {
        "original_query",
        "verdict",
        "allowed_claims",
        "allowed_hypotheses",
        "missing_info",
        "recommended_actions",
        "rationale",
    }
