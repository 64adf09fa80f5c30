"""Every example of docs/embedding.md is run as it stands, by invoke and ainvoke."""

import asyncio
import gc
import hashlib
import hmac
import json
import re
import shutil
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from slack_bolt import BoltRequest
from slack_sdk import WebClient
from slack_sdk.web import SlackResponse

from superbiz_agent.settings import load_settings
from superbiz_agent.store import open_store
from tests.docs.test_commands import INCIDENT, ROOT

PAGE = (ROOT / "docs" / "embedding.md").read_text(encoding="utf-8")
EXAMPLES: dict[str, str] = {
    part.splitlines()[0].lstrip("# "): code[1]
    for part in re.split(r"^(?=##? )", PAGE, flags=re.MULTILINE)
    for code in re.finditer(r"^```python\n(.*?)^```", part, re.MULTILINE | re.DOTALL)
}
"""Heading -> its code; of two pieces under one, the last."""

QUESTION = {"query": "Why does checkout fail?", "at": "2026-08-14T09:30:00Z"}
NEEDING_A_NEIGHBOUR = ["In your graph", "A Slack bot", "Studio, and a graph on a server"]


@pytest.fixture(autouse=True)
def beside_the_incident(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(INCIDENT)


def run(code: str) -> dict[str, Any]:
    """What the example leaves behind."""
    names: dict[str, Any] = {"__name__": "shown"}
    exec(compile(code, "shown", "exec", dont_inherit=True), names)
    return names


@pytest.mark.parametrize("code", re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S))
def test_every_example_is_a_whole_program(code: str) -> None:
    assert "import" in code
    if not any(EXAMPLES[heading] == code for heading in NEEDING_A_NEIGHBOUR):
        run(code)


def without_ids(answer: str) -> str:
    """An answer but for the numbers of the invocations, which are new in each run."""
    return re.sub(r"#[0-9]+", "#", answer)


@pytest.mark.parametrize("heading", ["Your checkpointer, several turns", "Your tools"])
def test_an_example_answers_both_ways(heading: str) -> None:
    graph = run(EXAMPLES[heading])["graph"]
    threads = [{"configurable": {"thread_id": name}} for name in ("one", "other")]
    answers = [
        graph.invoke(QUESTION, threads[0])["answer"],
        asyncio.run(graph.ainvoke(QUESTION, threads[1]))["answer"],
    ]
    assert without_ids(answers[0]) == without_ids(answers[1]) != ""


def test_a_tool_of_ones_own_is_cited() -> None:
    result = run(EXAMPLES["Your tools"])["result"]
    assert [each["raw_path"] for each in result["references"]] == ["$.deployments[0]"]
    assert "v2.14.3" in result["answer"]


STATE = """
    from typing import TypedDict

    class Incident(TypedDict, total=False):
        title: str
        ticket: str
        finding: str
        verdict: str
        paged: str
"""
TOOLS = """
    def page_on_call(ticket: str, finding: str) -> str:
        return f"{ticket}: {finding}"
"""
ASKING = """
import asyncio
incident = {"title": "Why does checkout fail?", "ticket": "INC-7"}
done = app.invoke(incident)
assert done["paged"] == f"INC-7: {done['finding']}" and "[1]" in done["finding"], done
assert "deployments" not in done and set(done) == {*incident, "finding", "verdict", "paged"}
assert asyncio.run(app.ainvoke(incident))["verdict"] == done["verdict"] == "PASS"
import state, tools
assert "superbiz" not in state.__file__ + tools.__file__
"""


def test_an_app_keeps_its_own_tools_and_state_modules(tmp_path: Path) -> None:
    folder = tmp_path / "app"
    shutil.copytree(INCIDENT, folder)
    (folder / "state.py").write_text(textwrap.dedent(STATE), encoding="utf-8")
    (folder / "tools.py").write_text(textwrap.dedent(TOOLS), encoding="utf-8")
    (folder / "main.py").write_text(EXAMPLES["In your graph"] + ASKING, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "main.py"],
        check=False,
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture
def web() -> TestClient:
    return TestClient(run(EXAMPLES["FastAPI"])["app"])


def test_a_web_app_answers_and_says_what_is_wrong_with_a_question(web: TestClient) -> None:
    reply = web.post("/diagnoses", json=QUESTION)
    assert (reply.status_code, reply.json()["verdict"]) == (200, "PASS")
    assert reply.json()["references"]
    wrong = web.post("/diagnoses", json=QUESTION | {"at": "noon-ish"})
    assert wrong.status_code == 422 and "noon-ish" in wrong.json()["detail"]
    assert web.post("/diagnoses", json={}).status_code == 422


def test_a_web_app_streams_progress_and_then_the_checked_answer(web: TestClient) -> None:
    text = web.post("/diagnoses/stream", json=QUESTION).text
    events = re.findall(r"event: (\w+)\ndata: (.*)\n\n", text)
    assert [name for name, _ in events if name != "progress"] == ["answer"]
    assert "[1]" in json.loads(events[-1][1] if events[-1][0] == "answer" else events[-2][1])
    assert json.loads(events[0][1])["type"] == "run"
    failed = web.post("/diagnoses/stream", json=QUESTION | {"at": "noon-ish"}).text
    assert failed.startswith("event: error") and "noon-ish" in failed


SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
MENTION = {
    "type": "app_mention",
    "user": "U1",
    "text": "<@U0BOT> Why does checkout fail?",
    "ts": "1700000000.000100",
    "channel": "C1",
}


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the bot sends to Slack, which is played here."""
    sent: list[dict[str, Any]] = []

    def api_call(client: WebClient, method: str, **request: Any) -> SlackResponse:
        if method == "chat.postMessage":
            sent.append(request["json"] if request.get("json") else request["params"])
        return SlackResponse(
            client=client,
            http_verb="POST",
            api_url=method,
            req_args=request,
            data={"ok": True, "user_id": "U0BOT", "bot_id": "B0", "team_id": "T1"},
            headers={},
            status_code=200,
        )

    monkeypatch.setattr(WebClient, "api_call", api_call)
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-planted")
    monkeypatch.setenv("SLACK_SIGNING_SECRET", SECRET)
    return sent


def mention(slack: Any, secret: str = SECRET, **event: Any) -> int:
    """Send one event to the bot as Slack does, and wait for what it does; the status."""
    body = json.dumps({"type": "event_callback", "team_id": "T1", "event": MENTION | event})
    at = str(int(time.time()))
    digest = hmac.new(secret.encode(), f"v0:{at}:{body}".encode(), hashlib.sha256).hexdigest()
    headers = {
        "content-type": ["application/json"],
        "x-slack-request-timestamp": [at],
        "x-slack-signature": [f"v0={digest}"],
    }
    status = slack.dispatch(BoltRequest(body=body, headers=headers)).status
    slack.listener_runner.listener_executor.shutdown(wait=True)
    return status


def test_a_slack_bot_answers_in_the_thread_where_it_is_mentioned(
    said: list[dict[str, Any]],
) -> None:
    assert mention(run(EXAMPLES["A Slack bot"])["slack"]) == 200
    [answer] = said
    assert (answer["channel"], answer["thread_ts"]) == ("C1", MENTION["ts"])
    assert "[1]" in answer["text"]
    with open_store(load_settings().database_url) as store:
        [turn] = store.thread_turns(f"C1-{MENTION['ts']}", 5)
    assert turn.original_query == "Why does checkout fail?"


def test_a_slack_bot_calls_nobody_whom_a_log_names(
    said: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copytree(INCIDENT, tmp_path / "incident")
    monkeypatch.chdir(tmp_path / "incident")
    log = Path("app.log").read_text(encoding="utf-8")
    Path("app.log").write_text(log.replace("ERROR", "ERROR <!channel> <@U1>"), encoding="utf-8")
    mention(run(EXAMPLES["A Slack bot"])["slack"], text="<@U0BOT> ERROR in checkout?")
    assert "channel&gt;" in said[0]["text"]
    assert "<" not in said[0]["text"]


def test_a_slack_bot_refuses_what_slack_did_not_sign(said: list[dict[str, Any]]) -> None:
    assert mention(run(EXAMPLES["A Slack bot"])["slack"], secret="another") == 401
    assert said == []


@pytest.mark.server
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # never closed there
def test_a_graph_on_a_server_is_asked_like_one_of_ones_own(dev_server: httpx.Client) -> None:
    url = str(dev_server.base_url).rstrip("/")
    code = EXAMPLES["Studio, and a graph on a server"]
    assert "http://127.0.0.1:2024" in code
    left = run(code.replace("http://127.0.0.1:2024", url))
    assert left["result"]["verdict"] == "PASS"
    assert left["event"]["type"] == "answer"
    asked = {"messages": [{"role": "user", "content": "order-service 现在是什么情况？"}]}
    result = asyncio.run(left["graph"].ainvoke(asked, context={"max_retries": 0}))
    assert result["language"] == "zh"
    left.clear()
    gc.collect()
