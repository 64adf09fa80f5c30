"""planner: which tools to ask for what. Its reply is a wish; code decides where the run goes."""

from collections.abc import Mapping, Sequence

from langchain_core.messages import BaseMessage

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.plan import Plan, PlanStep
from superbiz_agent.contracts.reply_forms import plan_form
from superbiz_agent.contracts.session import DiagnosisSession
from superbiz_agent.errors import ModelUnavailableError
from superbiz_agent.grounding.question import question_terms
from superbiz_agent.models.tokens import message_tokens
from superbiz_agent.nodes.reading import ask_for_payload
from superbiz_agent.nodes.source_names import names_for_model
from superbiz_agent.nodes.step import Blocking, Scope, Step
from superbiz_agent.prompts import planner_messages
from superbiz_agent.state import DiagnosisState
from superbiz_agent.tools.added.roles import argument_roles, arguments_from
from superbiz_agent.tools.base import EvidenceTool

EARLIER_TURNS = 5


def planner(state: DiagnosisState, scope: Scope) -> Step:
    """Plan the evidence to collect; a planner that fails gives the default plan."""
    question = state["question"]
    if not question:
        return {"plan": Plan(intent="small_talk", steps=[]).model_dump(mode="json")}
    tools = yield Blocking(lambda: scope.services.tools)
    turns = yield Blocking(
        lambda: scope.services.store.thread_turns(state["conversation_id"], EARLIER_TURNS)
    )
    sources = yield Blocking(
        lambda: names_for_model(scope.services.settings, scope.services.retrievers)
    )
    messages = _request(
        state, scope, [_tool(t, sources.get(t.name)) for t in tools.values()], turns
    )
    try:
        reply = yield from ask_for_payload(
            "planner", plan_form(list(tools)), messages, state["language"], repairs=0
        )
        usable = reply.value is not None and not reply.findings
        plan = Plan.model_validate(reply.value) if usable else default_plan(question, tools)
    except ModelUnavailableError:
        usable, plan = False, default_plan(question, tools)
    scope.emit("node", node="planner", intent=plan.intent, default_plan=not usable)
    return {"plan": plan.model_dump(mode="json")}


def _request(
    state: DiagnosisState, scope: Scope, tools: list[JsonObject], turns: list[DiagnosisSession]
) -> list[BaseMessage]:
    """The request with so many of the last turns as fit."""
    room = scope.services.request_room("planner")
    while True:
        messages = planner_messages(
            state["language"],
            question=state["question"],
            earlier_turns=[_turn(turn) for turn in turns],
            tools=tools,
            window=state["window"],
            now=state["now"],
        )
        if not turns or room is None or sum(map(message_tokens, messages)) <= room:
            return messages
        turns = turns[1:]


def _tool(tool: EvidenceTool, sources: Sequence[str] | None) -> JsonObject:
    roles = argument_roles(tool)
    told: JsonObject = {
        "name": tool.name,
        "description": tool.description,
        "arguments": list(tool.arguments.model_fields) if roles is None else roles,
    }
    return told if sources is None else {**told, "sources": list(sources)}


def _turn(session: DiagnosisSession) -> JsonObject:
    return {"question": session.original_query, "answer": session.answer or ""}


def default_plan(question: str, tools: Mapping[str, EvidenceTool]) -> Plan:
    """Every tool, asked with the question's terms (contract section 1), but those that insist on
    something else."""
    terms = (" ".join(sorted(question_terms(question))) or question)[:500]
    asked = {name: _default_arguments(tool, terms) for name, tool in tools.items()}
    steps = [PlanStep(tool_name=name, arguments=a) for name, a in asked.items() if a is not None]
    return Plan(intent="diagnose", steps=steps[:12])


def _default_arguments(tool: EvidenceTool, terms: str) -> JsonObject | None:
    roles = argument_roles(tool)
    return {"query": terms} if roles is None else arguments_from(roles, {"words": terms})
