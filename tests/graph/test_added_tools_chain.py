"""Evidence of operators' tools end to end: cited, refused, replayed, in both kinds of run."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import BaseMessage

from superbiz_agent.audit.replay import replay_session
from superbiz_agent.cli import main
from superbiz_agent.graph import build_graph
from superbiz_agent.settings import load_settings
from superbiz_agent.store import open_store
from superbiz_agent.store.base import EvidenceStore
from superbiz_agent.testing import tool_call, tool_results
from tests.graph.conftest import Bench, cited, claim, output, request
from tests.tools.added.conftest import stdio_server

pytestmark = pytest.mark.server

QUESTION = "Which pull request of acme/checkout was merged, number 812?"
CLAIM = "Pull request number=812 of repo=acme/checkout has state=closed."
PULLS = {
    "list": "pull_requests",
    "since": "since",
    "fields": ["number", "title", "repo", "state", "merged_at", "user.login"],
}
PLAN = {
    "intent": "diagnose",
    "steps": [{"tool_name": "list_pull_requests", "arguments": {"repo": "acme/checkout"}}],
}


def settings_of(**tools: Any) -> dict[str, Any]:
    return {"mcp": {"board": stdio_server(tools=tools or {"list_pull_requests": PULLS})}}


def faithful(messages: Sequence[BaseMessage]) -> dict[str, Any]:
    return output(claim(1, CLAIM, cited(messages, "number=812", "list_pull_requests")))


def script(*replies: Any) -> dict[str, Any]:
    call = tool_call("list_pull_requests", repo="acme/checkout")
    return {"planner": [PLAN], "executor": [call, *replies]}


def test_a_line_of_a_server_is_cited_and_replays(bench: Callable[..., Bench]) -> None:
    chain = bench(settings=settings_of(), **script(faithful))
    result = chain.ask(QUESTION, since="2026-07-07T09:00:00Z", at="2026-07-07T10:00:00Z")
    assert (result["verdict"], result["composer_status"]) == ("PASS", "valid")
    (reference,) = result["references"]
    assert reference["raw_path"] == "$.pull_requests[0]"
    assert reference["text"].startswith('number=812, title="Raise pool to 80", repo=acme/checkout')
    (call,) = chain.store.invocations(result["session_id"])
    assert call.arguments == {"repo": "acme/checkout"}
    assert call.retrieval_details.window["since"] == "2026-07-07T09:00:00Z"
    assert replay_session(chain.store, result["session_id"]) == []
    chain.model.assert_used_up()


async def test_the_same_holds_in_an_asynchronous_run(bench: Callable[..., Bench]) -> None:
    chain = bench(settings=settings_of(), **script(faithful))
    result = await chain.graph.ainvoke({"query": QUESTION})
    assert result["verdict"] == "PASS"
    assert result["references"][0]["tool_name"] == "list_pull_requests"


def test_the_planner_is_told_what_each_argument_takes(bench: Callable[..., Bench]) -> None:
    chain = bench(settings=settings_of(), **script(faithful))
    chain.ask(QUESTION)
    (asked,) = chain.model.calls_of("planner")
    told = {tool["name"]: tool for tool in request(asked.messages)["tools"]}
    assert "regex" in told["query_logs"]["arguments"]
    assert told["list_pull_requests"]["arguments"] == {
        "repo": {"required": True, "takes": None},
        "since": {"required": False, "takes": "time"},
        "state": {"required": False, "takes": None},
    }
    (first, *_) = chain.model.calls_of("executor")
    assert "list_pull_requests" in first.tools


@pytest.mark.parametrize("path", ["$.pull_requests[1]", "$.prs[0]", "$.pull_requests[0].user"])
def test_a_path_that_was_not_recorded_is_rejected(bench: Callable[..., Bench], path: str) -> None:
    def fabricated(messages: Sequence[BaseMessage]) -> dict[str, Any]:
        bound = cited(messages, "number=812") | {"raw_path": path}
        return output(claim(1, CLAIM, bound))

    chain = bench(settings={**settings_of(), "max_retries": 0}, **script(fabricated))
    result = chain.ask(QUESTION)
    assert result["verdict"] == "REJECT"
    assert result["references"] == []


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("delete_branch", {"list": "rows"}, "never asked"),
        ("refuses", {"list": "rows"}, "answered with an error"),
        ("list_names", {"list": "rows", "path": "data.rows"}, "returned"),
    ],
)
def test_a_call_that_failed_is_no_evidence_and_the_answer_names_it(
    bench: Callable[..., Bench], name: str, options: dict[str, Any], reason: str
) -> None:
    def answer(messages: Sequence[BaseMessage]) -> dict[str, Any]:
        (result,) = tool_results(messages)
        assert (result["evidence_status"], result["evidence_refs"]) == ("error", [])
        return output(claim(1, "The branch main exists."))

    given = {"delete_branch": {"name": "main"}, "refuses": {"query": "main"}}
    call = tool_call(name, **given.get(name, {}))
    plan = {"intent": "diagnose", "steps": [{"tool_name": name, "arguments": {}}]}
    chain = bench(
        settings={**settings_of(**{name: options}), "max_retries": 0},
        planner=[plan],
        executor=[call, answer],
    )
    result = chain.ask("Does the branch main of acme/checkout exist?")
    assert result["verdict"] != "PASS"
    (stored,) = chain.store.invocations(result["session_id"])
    assert stored.evidence_status == "error"
    assert name in result["answer"] and reason in result["answer"]


def test_nothing_that_a_tool_says_stands_in_the_stream_before_it_is_checked(
    bench: Callable[..., Bench],
) -> None:
    chain = bench(settings=settings_of(), **script(faithful))
    modes: Any = ["custom", "messages"]
    streamed = list(chain.graph.stream({"query": QUESTION}, stream_mode=modes, subgraphs=True))
    events = str([item for _, mode, item in streamed if mode == "custom"])
    assert "Raise pool" not in events
    texts = [item[0].text for _, mode, item in streamed if mode == "messages"]
    assert texts[0] == QUESTION and len(texts) == 2 and "[1]" in texts[1]


OFFLINE_QUESTIONS = ["What changed in checkout before it failed?", "checkout 最近有什么变更？"]
DEPLOYS = '''
def deploys(app: str, text: str = "", limit: int = 3) -> dict:
    """Deployments of a service, newest first."""
    asked.append((app, text))
    return {"deploys": [{"service": app, "version": "2.14.3", "state": "finished", "by": "ann"}]}

def needs_more(team: str) -> dict:
    """Asks for what no question says."""
    raise AssertionError("nobody can know the team")

asked = []
'''


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EvidenceStore]:
    with open_store(f"sqlite:///{tmp_path / 'sessions.db'}") as opened:
        yield opened


@pytest.mark.parametrize("question", OFFLINE_QUESTIONS)
def test_the_offline_model_asks_a_declared_tool_sensibly_and_cites_it(
    question: str, store: EvidenceStore
) -> None:
    Path("our_tools.py").write_text(DEPLOYS)
    tools: dict[str, Any] = {
        "list_deploys": {
            "import": "our_tools.py:deploys",
            "list": "deploys",
            "service": "app",
            "query": "text",
        },
        "on_call": {"import": "our_tools.py:needs_more", "list": "people"},
    }
    result = build_graph(load_settings(tools=tools), evidence_store=store).invoke(
        {"query": question.replace("checkout", "checkout-service")}
    )
    calls = store.invocations(result["session_id"])
    assert {call.tool_name for call in calls if call.status == "ok"} == {"list_deploys"}
    (lacking,) = [call for call in calls if call.tool_name == "on_call"]
    assert (lacking.status, "argument team is missing" in (lacking.error or "")) == ("error", True)
    (deploys,) = [call for call in calls if call.tool_name == "list_deploys"]
    assert deploys.arguments["app"] == "checkout-service"
    assert "2.14.3" in result["answer"]
    assert result["references"][0]["raw_path"] == "$.deploys[0]"
    assert replay_session(store, result["session_id"]) == []


def test_superbiz_verify_replays_a_session_with_a_servers_evidence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUPERBIZ_MCP", json.dumps({
        "board": stdio_server(tools={"changelog": {"list": "changes", "read": "lines"}})
    }))  # fmt: skip
    assert main(["ask", "--json", "What was rolled out to checkout?"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["references"][0]["raw_path"].startswith("$.changes[")
    assert main(["verify", result["session_id"]]) == 0
    assert "everything replays" in capsys.readouterr().out


def test_the_doctor_lists_servers_and_tools_and_calls_none(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = {"list_pull_requests": PULLS, "dies": {"list": "rows"}, "unmarked": {"list": "rows"}}
    monkeypatch.setenv("SUPERBIZ_MCP", json.dumps({
        "board": stdio_server(tools=tools),
        "away": {"url": "http://127.0.0.1:1/mcp", "tools": {"t": {"list": "rows"}}},
    }))  # fmt: skip
    monkeypatch.setenv(
        "SUPERBIZ_TOOLS", json.dumps({"d": {"import": "no.py:d", "list": "deploys"}})
    )
    assert main(["doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    told = {line[8:].partition(": ")[0]: (line[:8].strip(), line) for line in lines}
    assert (
        told["mcp board"][0] == told["tool list_pull_requests"][0] == told["tool dies"][0] == "ok"
    )
    assert "not declared, and not offered: list_names, " in told["mcp board"][1]
    assert "$.pull_requests[i], asked by repo, since, state" in told["tool list_pull_requests"][1]
    assert "set its read_only = true (setting mcp.board.tools.unmarked)" in told["tool unmarked"][1]
    assert "cannot be reached (ConnectError); check url" in told["mcp away"][1]
    assert "no.py cannot be imported" in told["tool d"][1]


@pytest.mark.parametrize(
    ("question", "gap"),
    [
        (
            "Why is order-service failing?",
            'list_pull_requests was not asked: it takes "repo", which the question does not name.',
        ),
        (
            "order-service 为什么失败？",
            '未查询 list_pull_requests：它需要参数 "repo"，而问题没有给出。',
        ),
    ],
)
def test_a_tool_that_the_embedded_model_has_no_argument_for_is_named_with_it(
    question: str, gap: str, store: EvidenceStore
) -> None:
    graph = build_graph(load_settings(demo=True, **settings_of()), evidence_store=store)
    result = graph.invoke({"query": question})
    assert gap in result["answer"]
    assert replay_session(store, result["session_id"]) == []
