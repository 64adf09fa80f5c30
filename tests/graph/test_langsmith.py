"""What LangSmith is sent, over the wire: one tree a diagnosis, readable, masked, with feedback."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from langchain_core.tracers import LangChainTracer
from langsmith import Client

from superbiz_agent.contracts.base import ROLES
from superbiz_agent.nodes.trace_client import client_options, redactor
from superbiz_agent.nodes.trace_feedback import scores, wait_for_feedback
from superbiz_agent.settings import load_settings
from superbiz_agent.testing import tool_call
from tests.graph.conftest import QUESTION, Bench, cited, claim, output
from tests.langsmith_server import Kept, LangSmithServer

KEY = "opaque-0-planted-key"
PASSWORD = "hunter2-planted"
ASKED = f"{QUESTION} password={PASSWORD} and {KEY}"

pytestmark = pytest.mark.server


def metadata(run: dict[str, Any]) -> dict[str, Any]:
    return run["extra"]["metadata"]


def only(kept: Kept, name: str) -> dict[str, Any]:
    """The run that LangGraph opens for a node: the outer of the two of its name."""
    return min(kept.named(name), key=lambda run: len(run["dotted_order"]))


Trace = Callable[..., dict[str, Any]]


@pytest.fixture
def trace(langsmith_server: LangSmithServer, bench: Callable[..., Bench]) -> Iterator[Trace]:
    """Run a traced diagnosis and wait until all of it is sent; keywords are settings."""
    clients: list[Client] = []

    def run(*, scripts: Any = None, awaited: bool = False, **settings: Any) -> dict[str, Any]:
        options = client_options(load_settings(openai_api_key=KEY, **settings))
        client = Client(api_url=langsmith_server.url, api_key="none", **options)
        clients.append(client)
        graph = bench(settings=settings, **(scripts or {})).graph
        config: Any = {"callbacks": [LangChainTracer(client=client)]}
        given = {"query": ASKED}
        result = (
            asyncio.run(graph.ainvoke(given, config)) if awaited else graph.invoke(given, config)
        )
        wait_for_feedback()
        client.flush(timeout=10)
        return result

    yield run
    for client in clients:
        client.cleanup()


def fabricated(messages: Any) -> Any:
    """A claim over its line, and one that cites an invocation that was never made."""
    good = cited(messages, "HighMemoryUsage firing")
    text = "HighMemoryUsage is firing for order-service, current=91%, duration=15m."
    return output(
        claim(1, text, good),
        claim(2, "order-service is full.", {**good, "source_invocation_id": 9000}),
    )


@pytest.mark.parametrize("awaited", [False, True], ids=["invoke", "ainvoke"])
def test_one_tree_a_diagnosis_that_a_reviewer_can_follow(
    trace: Trace, langsmith_server: LangSmithServer, awaited: bool
) -> None:
    result = trace(awaited=awaited)
    kept = langsmith_server.kept
    assert "POST /runs/multipart" in kept.paths
    assert len({run["trace_id"] for run in kept.runs.values()}) == 1
    root = only(kept, "superbiz-diagnosis")
    assert root.get("parent_run_id") is None
    told = metadata(root)
    assert (told["verdict"], told["severity"], told["attempts"]) == ("PASS", "none", 1)
    assert (told["groundedness"], told["composer_status"]) == (1.0, "valid")
    assert told["session_id"] == result["session_id"]
    assert told["spent"]["calls"] == 5
    assert set(told["prompt_versions"]) == set(ROLES)
    for node in ("intake", "planner", "executor", "gatekeeper", "verifier", "filter", "record"):
        assert only(kept, node)["parent_run_id"] == root["id"]


@pytest.mark.parametrize(
    ("node", "role"),
    [
        ("planner", "planner"),
        ("model", "executor"),
        ("verifier", "verifier"),
        ("composer", "composer"),
    ],
)
def test_a_node_that_asks_a_model_tells_role_prompt_version_and_tokens(
    trace: Trace, langsmith_server: LangSmithServer, node: str, role: str
) -> None:
    trace()
    kept = langsmith_server.kept
    told = metadata(only(kept, node))
    assert (told["node"], told["role"]) == (node, role)
    root = metadata(only(kept, "superbiz-diagnosis"))
    assert told["prompt_version"] == root["prompt_versions"][role]
    assert told["spent"]["calls"] == 1
    assert told["spent"]["input_tokens"] > 0


def test_findings_and_checks_are_readable_outputs_of_their_nodes(
    trace: Trace, langsmith_server: LangSmithServer
) -> None:
    call = tool_call("query_metrics", query="order-service")
    trace(scripts={"executor": [call, fabricated]}, max_retries=0)
    kept = langsmith_server.kept
    gate = only(kept, "gatekeeper")
    [finding] = gate["outputs"]["findings"]
    assert finding.startswith("reject evidence."), finding
    assert "claim-1 over query_metrics" in gate["outputs"]["citations"][0]
    assert metadata(gate)["severity"] == "reject"
    assert metadata(gate)["failed_rules"]


def test_claim_checks_are_lines_that_name_claim_judgement_and_place(
    trace: Trace, langsmith_server: LangSmithServer
) -> None:
    trace()
    verifier = only(langsmith_server.kept, "verifier")
    [line] = verifier["outputs"]["claims"]
    assert line.startswith("claim-1 direct_observation over #1 $.alerts[0]: HighMemoryUsage")
    assert metadata(verifier)["verdict"] == "PASS"
    assert only(langsmith_server.kept, "filter")["outputs"]["held_back"] == []


@pytest.mark.parametrize("masked", [False, True])
def test_no_secret_is_sent_whatever_is_masked(
    trace: Trace, langsmith_server: LangSmithServer, masked: bool
) -> None:
    trace(trace_masked=masked)
    sent = langsmith_server.kept.text
    assert KEY not in sent
    assert PASSWORD not in sent
    assert ("[redacted:password]" in sent) is not masked
    assert ("[redacted:api_key]" in sent) is not masked


def test_masked_traces_hold_decisions_and_no_content(
    trace: Trace, langsmith_server: LangSmithServer
) -> None:
    trace(trace_masked=True)
    kept = langsmith_server.kept
    assert not any(run.get("inputs") or run.get("outputs") for run in kept.runs.values())
    assert "order-service" not in kept.text
    assert metadata(only(kept, "superbiz-diagnosis"))["verdict"] == "PASS"
    assert metadata(only(kept, "gatekeeper"))["severity"] == "none"


def test_feedback_is_sent_when_switched_on(trace: Trace, langsmith_server: LangSmithServer) -> None:
    trace(trace_feedback=True)
    kept = langsmith_server.kept
    sent = {each["key"]: (each["score"], each.get("value")) for each in kept.feedback}
    assert sent == {
        "verdict": (1.0, "PASS"),
        "groundedness": (1.0, None),
        "fallback": (0.0, "valid"),
    }
    assert {each["run_id"] for each in kept.feedback} == {only(kept, "superbiz-diagnosis")["id"]}
    assert {each["session_id"] for each in kept.feedback} == {kept.projects[0]["id"]}


def test_feedback_is_off_by_default(trace: Trace, langsmith_server: LangSmithServer) -> None:
    trace()
    assert langsmith_server.kept.feedback == []


def test_scores_are_between_nought_and_one_and_small_talk_has_none() -> None:
    assert scores(None, None, "not_called") == []
    told = {each.key: each.score for each in scores("LOW_CONFID", 0.4, "fallback")}
    assert told == {"verdict": 0.5, "groundedness": 0.4, "fallback": 1.0}


def test_secrets_are_cleaned_at_any_depth_and_settings_that_fail_mask_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clean = redactor(load_settings(api_key_verifier=KEY))
    assert clean({"a": [{"b": f"x {KEY}"}], "n": 1}) == {
        "a": [{"b": "x [redacted:api_key]"}],
        "n": 1,
    }
    monkeypatch.setenv("SUPERBIZ_MAX_RETRIES", "many")
    assert client_options(None)["hide_inputs"] is True


def test_the_command_traces_by_its_environment_and_sends_no_secret(
    langsmith_server: LangSmithServer, tmp_path: Any
) -> None:
    environment = {
        **os.environ,
        "LANGSMITH_TRACING": "true",
        "LANGSMITH_ENDPOINT": langsmith_server.url,
        "LANGSMITH_API_KEY": "none",
        "SUPERBIZ_TRACE_FEEDBACK": "true",
        "SUPERBIZ_DATABASE_URL": f"sqlite:///{tmp_path / 's.db'}",
        "OPENAI_API_KEY": KEY,
    }
    done = subprocess.run(
        [sys.executable, "-m", "superbiz_agent", "ask", ASKED],
        check=False,
        env=environment,
        capture_output=True,
        text=True,
    )
    kept = langsmith_server.kept
    assert done.returncode == 0, done.stderr
    assert metadata(only(kept, "superbiz-diagnosis"))["verdict"] in done.stdout
    assert KEY not in kept.text
    assert PASSWORD not in kept.text
    assert {each["key"] for each in kept.feedback} == {"verdict", "groundedness", "fallback"}
