"""The offline model as a chat model: deterministic, stateless, sync and async."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.tools import tool
from offline_incident import SINCE, TOOLS, UNTIL, plan_for

from superbiz_agent.contracts.composer import ComposerInput
from superbiz_agent.contracts.schema import SchemaFinding, schema_findings
from superbiz_agent.models.offline import OfflineChatModel
from superbiz_agent.prompts import composer_messages, planner_messages, repair_message

QUESTION = "Why is order-service failing?"


def request() -> HumanMessage:
    asked = {
        "question": QUESTION,
        "plan": plan_for(QUESTION),
        "window": {"since": SINCE, "until": UNTIL},
        "now": UNTIL,
        "retry_context": None,
        "stored_evidence": [],
    }
    return HumanMessage(json.dumps(asked))


def test_bound_tools_are_called_with_ids_of_their_own() -> None:
    reply = OfflineChatModel().bind_tools(TOOLS).invoke([request()])
    assert isinstance(reply, AIMessage)
    ids = [call["id"] for call in reply.tool_calls]
    assert len(ids) == len(set(ids)) > 1
    assert reply.response_metadata["finish_reason"] == "tool_calls"


def test_langchain_tools_can_be_bound() -> None:
    @tool
    def query_logs(query: str) -> str:
        """Search logs."""
        return query

    reply = OfflineChatModel().bind_tools([query_logs]).invoke([request()])
    assert {call["name"] for call in reply.tool_calls} == {"query_logs"}


async def test_ainvoke_says_what_invoke_says() -> None:
    model = OfflineChatModel().bind_tools(TOOLS)
    waited = await model.ainvoke([request()])
    assert waited.tool_calls == model.invoke([request()]).tool_calls


def test_many_threads_get_the_same_reply_from_one_model() -> None:
    model = OfflineChatModel()
    messages = [HumanMessage(request().content)]
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda _: model.invoke(messages).content, range(32)))
    assert len(set(map(str, replies))) == 1


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_prompts_of_every_role_are_understood(language: Any) -> None:
    messages = planner_messages(
        language,
        question=QUESTION,
        earlier_turns=[],
        tools=[{"name": "query_logs", "description": ""}],
        window={},
        now=UNTIL,
    )
    plan = json.loads(str(OfflineChatModel().invoke(messages).content))
    assert schema_findings("plan", plan) == []
    material = ComposerInput(
        original_query=QUESTION,
        verdict="LOW_CONFID",
        allowed_claims=[],
        allowed_hypotheses=[],
        missing_info=["No evidence was found."],
        recommended_actions=[],
        rationale="",
    )
    reply = json.loads(
        str(OfflineChatModel().invoke(composer_messages(language, material)).content)
    )
    assert schema_findings("composer_reply", reply) == []


def test_a_repair_turn_is_answered_with_the_same_role() -> None:
    asked = request()
    first = OfflineChatModel().invoke([asked])
    repair = repair_message("en", [SchemaFinding(path="$.claims", message="is missing")])
    again = OfflineChatModel().invoke([asked, first, repair])
    assert again.content == first.content


@pytest.mark.parametrize(
    "content",
    ["ping", "", "{", "[]", '{"question": 1}', "[" * 10_000, '{"allowed_claims": []}'],
)
def test_a_conversation_of_no_role_gets_a_sentence(content: str) -> None:
    reply = OfflineChatModel().invoke([SystemMessage("hello"), HumanMessage(content or " ")])
    assert "offline model" in str(reply.content)


@pytest.mark.parametrize(
    "keys",
    [
        {"question": 7, "earlier_turns": "x", "tools": [1, {"name": None}]},
        {"question": None, "plan": [], "stored_evidence": {"a": 1}},
        {"question": "order-service down", "plan": {"steps": [{"arguments": 3}]}},
        {"original_query": [], "allowed_claims": {}},
        {"verified_evidence": None, "verified_executor_output": 3},
    ],
)
def test_a_hostile_request_still_gets_one_json_object(keys: dict[str, Any]) -> None:
    reply = OfflineChatModel().bind_tools(TOOLS).invoke([HumanMessage(json.dumps(keys))])
    assert reply.tool_calls or isinstance(json.loads(str(reply.content)), dict)
