"""The whole chain on a model behind HTTP: forms, closing turns, context, failures of all kinds."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from superbiz_agent.audit.replay import replay_session
from superbiz_agent.graph import build_graph
from superbiz_agent.models.abilities import keep_abilities
from superbiz_agent.settings import load_settings
from superbiz_agent.store import open_store
from superbiz_agent.store.base import EvidenceStore
from tests.graph.endpoint_script import (
    CALL,
    FAITHFUL,
    MEMORY_CLAIM,
    asked,
    findings,
    lines_in,
    memory_output,
    play,
    requests_of,
)
from tests.loopback import KEY, Endpoint, completion, tool_call

pytestmark = pytest.mark.server

QUESTION = "Is the memory of order-service too high?"
Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EvidenceStore]:
    """The store of a test; every session that was completed replays without difference."""
    with open_store(f"sqlite:///{tmp_path / 's.db'}") as opened:
        yield opened
        for session in opened.sessions(10):
            if session.status == "completed":
                assert replay_session(opened, session.id) == []


@pytest.fixture
def ask(endpoint: Endpoint, store: EvidenceStore) -> Ask:
    """Ask a question with a script for the endpoint and settings."""

    def run(
        query: str = QUESTION, *, settings: dict[str, Any] | None = None, **script: Any
    ) -> dict[str, Any]:
        play(endpoint, {**FAITHFUL, **script})
        chosen = {"model": "m", "openai_base_url": endpoint.url, "openai_api_key": KEY}
        chosen |= {"demo": True, "model_timeout": 20.0, "model_retries": 0} | (settings or {})
        return build_graph(load_settings(**chosen), evidence_store=store).invoke({"query": query})

    return run


def form_of(request: dict[str, Any]) -> dict[str, Any] | None:
    given = request.get("response_format")
    return given["json_schema"]["schema"] if given else None


def test_a_plain_endpoint_gives_a_faithful_answer(ask: Ask, endpoint: Endpoint) -> None:
    result = ask()
    assert (result["verdict"], result["composer_status"]) == ("PASS", "valid")
    assert not any("response_format" in request for request in endpoint.requests)


@pytest.mark.parametrize("method", ["json_schema", "json_mode", "plain"])
def test_each_method_gives_a_faithful_answer(ask: Ask, endpoint: Endpoint, method: str) -> None:
    result = ask(settings={"structured_output": method})
    assert (result["verdict"], result["composer_status"]) == ("PASS", "valid")
    for role in ("planner", "verifier", "composer"):
        [request] = requests_of(endpoint, role)  # type: ignore[arg-type]
        assert ("response_format" in request) is (method != "plain")
        assert "tools" not in request


def test_function_calling_is_never_how_the_verifier_answers(ask: Ask, endpoint: Endpoint) -> None:
    def as_call(reply: Any) -> Any:
        def send(request: dict[str, Any]) -> dict[str, Any]:
            name = request["tools"][0]["function"]["name"]
            value = reply(request) if callable(reply) else reply
            return completion(**tool_call(json.dumps(value), name=name))

        return send

    script = {role: [as_call(FAITHFUL[role][0])] for role in ("planner", "composer")}  # type: ignore[index]
    result = ask(settings={"structured_output": "function_calling"}, **script)
    assert (result["verdict"], result["composer_status"]) == ("PASS", "valid")
    [request] = requests_of(endpoint, "verifier")
    assert "tools" not in request and "response_format" not in request


def test_the_closing_turn_lists_each_line_with_id_and_path_and_allows_no_other(
    ask: Ask, endpoint: Endpoint
) -> None:
    def invented(request: dict[str, Any]) -> dict[str, Any]:
        return memory_output(request) | {
            "claims": [
                findings("x", line | {"raw_path": "$.alerts[77]"})["claims"][0]
                for line in lines_in(request)[:1]
            ]
        }

    result = ask(
        settings={"structured_output": "json_schema"},
        executor=[CALL, invented, memory_output],
    )
    assert result["verdict"] == "PASS"
    opened, repeated, closing = requests_of(endpoint, "executor")
    assert form_of(opened) is None and form_of(repeated) is None
    assert "tools" in opened and "tools" not in closing
    form, listed = form_of(closing), asked(closing)["stored_evidence"]
    assert form and listed == lines_in(closing)
    assert {"source_invocation_id", "tool_name", "raw_path", "text"} == set(listed[0])
    check = Draft202012Validator(form)
    assert check.is_valid(strict(memory_output(closing)))
    assert not check.is_valid(strict(findings("x", listed[0] | {"raw_path": "$.alerts[77]"})))
    assert not check.is_valid(strict(findings("x", listed[0] | {"source_invocation_id": 99})))


def strict(output: dict[str, Any]) -> dict[str, Any]:
    """The output with the form's keys alone."""
    return {key: value for key, value in output.items() if key != "hypotheses"} | {"hypotheses": []}


@pytest.mark.parametrize("method", ["json_schema", "plain"])
@pytest.mark.parametrize(
    "first",
    [
        "I do not use tools.",
        findings("x", {"source_invocation_id": 1, "tool_name": "t", "raw_path": "p", "text": "t"}),
        completion(content=""),
        completion(finish_reason="length", content="x"),
        completion(refusal="no"),
    ],
)
def test_a_model_that_asks_for_nothing_has_its_plan_carried_out(
    ask: Ask, store: EvidenceStore, method: str, first: Any
) -> None:
    result = ask(settings={"structured_output": method}, executor=[first, memory_output])
    assert result["verdict"] == "PASS"
    [invocation] = store.invocations(result["session_id"])
    assert invocation.tool_name == "query_metrics"


def test_a_model_that_is_known_to_call_no_tools_is_asked_over_the_plan_s_evidence_at_once(
    ask: Ask, endpoint: Endpoint, store: EvidenceStore
) -> None:
    settings = load_settings(model="m", openai_base_url=endpoint.url)
    keep_abilities(settings.role_model("executor"), "json_schema", calls_tools=False)
    arguments = {"query": "order-service", "service": None, "unknown": "x"}
    plan = {
        "intent": "diagnose",
        "steps": [
            {"tool_name": "query_metrics", "arguments": arguments},
            {"tool_name": "lookup_knowledge", "arguments": arguments | {"service": "x"}},
            {"tool_name": "no_such_tool", "arguments": arguments},
        ],
    }
    result = ask(planner=[plan], executor=[memory_output])
    [closing] = requests_of(endpoint, "executor")
    assert form_of(closing) and "tools" not in closing
    assert [message["role"] for message in closing["messages"]] == ["system", "user", "user"]
    assert set(json.loads(closing["messages"][-1]["content"])) == {"request"}
    assert result["verdict"] == "PASS"
    assert [
        (row.tool_name, row.status, set(row.arguments) - {"limit"})
        for row in store.invocations(result["session_id"])
    ] == [("query_metrics", "ok", {"query"}), ("lookup_knowledge", "ok", {"query"})]


def test_a_plan_that_finds_nothing_is_followed_by_the_default_plan(
    ask: Ask, store: EvidenceStore
) -> None:
    step = {"tool_name": "query_metrics", "arguments": {"query": "zzz-no-such-thing"}}
    plan = {"intent": "diagnose", "steps": [step]}
    result = ask(planner=[plan], executor=["I call no tools.", memory_output])
    assert result["verdict"] == "PASS"
    rows = store.invocations(result["session_id"])
    assert rows[0].evidence_status == "no_evidence"
    assert {row.tool_name for row in rows[1:]} == {
        *("query_metrics", "query_logs", "lookup_knowledge")
    }


BROKEN = tool_call('{"query": "order', name="query_metrics")
TWICE = tool_call('{"query": "a", "query": "order-service"}', name="query_metrics")
UNKNOWN = tool_call('{"query": "x"}', name="run shell; rm")
BESIDE = {**CALL["choices"][0]["message"], "content": '{"invocation_id": 1, "cpu": "97%"}'}


@pytest.mark.parametrize(
    ("calls", "recorded"),
    [
        ([completion(**BROKEN), CALL], ["query_metrics"]),
        ([completion(**TWICE), CALL], ["query_metrics"]),
        ([completion(**UNKNOWN), CALL], ["run shell; rm", "query_metrics"]),
        ([CALL, completion(**BROKEN), completion(**BROKEN)], ["query_metrics"]),
        ([CALL, CALL, CALL, CALL], ["query_metrics"]),
        ([completion(**BESIDE)], ["query_metrics"]),
        ([completion(finish_reason="length", **BROKEN)], ["query_metrics"]),
    ],
)
def test_calls_that_go_wrong_are_bounded_and_the_answer_is_as_faithful(
    ask: Ask, store: EvidenceStore, calls: list[Any], recorded: list[str]
) -> None:
    def last(request: dict[str, Any]) -> Any:
        return memory_output(request)

    result = ask(executor=[*calls, last])
    names = [row.tool_name for row in store.invocations(result["session_id"])]
    assert names == recorded
    assert "91%" in result["answer"] and "97%" not in result["answer"]


def test_alternating_calls_end(ask: Ask, endpoint: Endpoint, store: EvidenceStore) -> None:
    other = completion(**tool_call('{"query": "HikariPool"}', name="query_logs"))
    result = ask(executor=[CALL, other, CALL, memory_output])
    assert result["verdict"] == "PASS"
    assert len(store.invocations(result["session_id"])) == 2
    assert len(requests_of(endpoint, "executor")) == 4


def test_calls_without_end_stop_at_their_budget(
    ask: Ask, endpoint: Endpoint, store: EvidenceStore
) -> None:
    def another(request: dict[str, Any]) -> Any:
        if "tools" not in request:
            return memory_output(request)
        number = len(endpoint.requests)
        return completion(
            **tool_call(json.dumps({"query": f"order-service {number}"}), name="query_metrics")
        )

    result = ask(executor=[another], settings={"max_tool_calls": 4})
    assert result["verdict"] == "PASS"
    assert len(store.invocations(result["session_id"])) == 4


NO_REPLY: list[Any] = [
    (429, {}),
    (500, {}),
    (400, {"error": {"code": "content_filter"}}),
    completion(content=""),
    completion(refusal="no"),
    completion(finish_reason="length", content='{"verdict": "PASS"'),
    completion(finish_reason="content_filter", content=""),
    "no JSON",
    '{"verdict": "PASS"} {"verdict": "REJECT"}',
]


@pytest.mark.parametrize("broken", NO_REPLY)
def test_a_planner_that_fails_gives_the_default_plan(ask: Ask, broken: Any) -> None:
    assert ask(planner=[broken])["verdict"] == "PASS"


@pytest.mark.parametrize("broken", NO_REPLY)
def test_a_verifier_that_fails_verifies_nothing(
    ask: Ask, store: EvidenceStore, endpoint: Endpoint, broken: Any
) -> None:
    result = ask(verifier=[broken], settings={"max_retries": 0})
    assert result["verdict"] == "LOW_CONFID"
    assert "91%" not in result["answer"]
    assert len(requests_of(endpoint, "verifier")) <= 2
    audit = store.session(result["session_id"]).self_evaluation["verifier_evaluation"]  # type: ignore[index]
    assert audit["problem"]


@pytest.mark.parametrize("broken", NO_REPLY)
def test_a_composer_that_fails_is_replaced_by_the_template(ask: Ask, broken: Any) -> None:
    result = ask(composer=[broken])
    assert (result["verdict"], "91%" in result["answer"]) == ("PASS", True)
    assert result["composer_status"] in ("fallback", "malformed")


@pytest.mark.parametrize("broken", NO_REPLY[:3])
def test_an_executor_that_falls_silent_later_degrades(ask: Ask, broken: Any) -> None:
    result = ask(executor=[CALL, broken])
    assert result["verdict"] == "LOW_CONFID" and "91%" not in result["answer"]


def test_claims_that_do_not_fit_are_judged_in_batches(ask: Ask, endpoint: Endpoint) -> None:
    def many(request: dict[str, Any]) -> dict[str, Any]:
        output = memory_output(request)
        [claim] = output["claims"]
        return output | {
            "claims": [claim | {"claim_id": f"claim-{number}"} for number in range(1, 13)]
        }

    result = ask(executor=[CALL, many], settings={"context_size_verifier": 4096})
    asked_for = [
        [claim["claim_id"] for claim in asked(request)["verified_executor_output"]["claims"]]
        for request in requests_of(endpoint, "verifier")
    ]
    assert len(asked_for) > 1
    assert [claim_id for part in asked_for for claim_id in part] == [
        f"claim-{number}" for number in range(1, 13)
    ]
    assert result["verdict"] == "PASS"


def test_results_that_do_not_fit_close_the_tools_and_the_least_relevant_lines_are_left_out(
    ask: Ask, endpoint: Endpoint
) -> None:
    logs = [
        completion(**tool_call(json.dumps({"query": query, "limit": 50}), name="query_logs"))
        for query in ("*", "HikariPool", "timed out")
    ]
    result = ask(executor=[*logs, CALL, memory_output], settings={"context_size_executor": 4096})
    closing = requests_of(endpoint, "executor")[-1]
    assert "tools" not in closing
    assert asked(closing)["stored_evidence_left_out"] > 0
    assert result["verdict"] in ("PASS", "LOW_CONFID")


def test_no_key_is_stored_or_told(ask: Ask, store: EvidenceStore, tmp_path: Path) -> None:
    own = {f"api_key_{role}": f"{KEY}-{role}" for role in FAITHFUL}
    result = ask(settings=own)
    assert KEY not in json.dumps(result, default=str)
    assert KEY.encode() not in (tmp_path / "s.db").read_bytes()
    session = store.session(result["session_id"])
    assert KEY not in session.model_dump_json()
    assert MEMORY_CLAIM in result["answer"]
