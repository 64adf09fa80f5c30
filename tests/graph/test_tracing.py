"""Runs as LangSmith would be told of them; a recording session stands in for the network."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import requests
from langchain_core.tracers import LangChainTracer
from langsmith import Client
from langsmith.utils import get_env_var, tracing_is_enabled

from superbiz_agent.contracts.base import ROLES
from superbiz_agent.graph import build_graph
from superbiz_agent.nodes import tracing
from superbiz_agent.settings import load_settings
from tests.graph.conftest import QUESTION, Bench
from tests.graph.endpoint_script import FAITHFUL as OVER_HTTP
from tests.graph.endpoint_script import play
from tests.loopback import KEY, Endpoint


class RecordingSession(requests.Session):
    """Keeps what would be sent, by the run's id, and answers that all is well."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, dict[str, Any]] = {}

    def request(self, method: str | bytes, url: str | bytes, *args: Any, **given: Any) -> Any:
        body = json.loads(given["data"])
        run_id = body.get("id") or str(url).rsplit("/", 1)[-1]
        self.kept.setdefault(run_id, {}).update(body)
        answer = requests.Response()
        answer.status_code = 200
        answer._content = b"{}"
        return answer

    def named(self, name: str) -> list[dict[str, Any]]:
        return [run for run in self.kept.values() if run.get("name") == name]


def metadata(run: dict[str, Any]) -> dict[str, Any]:
    return run["extra"]["metadata"]


def traced(chain: Bench) -> tuple[RecordingSession, dict[str, Any]]:
    session = RecordingSession()
    client = Client(
        api_url="http://127.0.0.1:9", api_key="none", auto_batch_tracing=False, session=session
    )
    callbacks = [LangChainTracer(client=client)]
    return session, chain.graph.invoke({"query": QUESTION}, {"callbacks": callbacks})


def test_the_run_of_a_diagnosis_carries_what_a_reviewer_asks_for(
    bench: Callable[..., Bench],
) -> None:
    client, result = traced(bench())
    [root] = client.named("superbiz-diagnosis")
    assert {"superbiz", "verdict:PASS", "severity:none"} <= set(root["tags"])
    told = metadata(root)
    assert told["session_id"] == result["session_id"]
    assert (told["verdict"], told["severity"], told["attempts"]) == ("PASS", "none", 1)
    assert set(told["prompt_versions"]) == set(told["roles"]) == set(ROLES)


@pytest.mark.parametrize("role", ROLES)
def test_each_role_call_is_named_tagged_and_tells_its_prompt_version(
    bench: Callable[..., Bench], role: str
) -> None:
    client, result = traced(bench())
    for run in client.named(f"superbiz-{role}"):
        assert {"nostream", f"role:{role}"} <= set(run["tags"])
        assert metadata(run)["session_id"] == result["session_id"]
        assert metadata(run)["prompt_version"]
    assert client.named(f"superbiz-{role}")


@pytest.mark.server
def test_no_key_is_traced_and_the_method_and_the_tokens_are(
    endpoint: Endpoint, tmp_path: Path
) -> None:
    play(endpoint, OVER_HTTP)
    settings = load_settings(
        model="m",
        openai_base_url=endpoint.url,
        openai_api_key=KEY,
        structured_output="json_schema",
        demo=True,
        database_url=f"sqlite:///{tmp_path / 's.db'}",
    )
    session = RecordingSession()
    client = Client(
        api_url="http://127.0.0.1:9", api_key="none", auto_batch_tracing=False, session=session
    )
    callbacks = [LangChainTracer(client=client)]
    build_graph(settings).invoke({"query": QUESTION}, {"callbacks": callbacks})
    assert KEY not in json.dumps(session.kept, default=str)
    [verifier] = session.named("superbiz-verifier")
    assert metadata(verifier)["structured_output"] == "json_schema"
    [root] = session.named("superbiz-diagnosis")
    assert metadata(root)["spent"]["calls"] == 5


def test_inputs_and_outputs_can_be_hidden_by_setting(
    bench: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGSMITH_HIDE_INPUTS", "true")
    monkeypatch.setenv("LANGSMITH_HIDE_OUTPUTS", "true")
    get_env_var.cache_clear()  # the client reads the environment once
    session, _ = traced(bench())
    get_env_var.cache_clear()
    assert session.named("superbiz-diagnosis")
    assert not any(run.get("inputs") or run.get("outputs") for run in session.kept.values())


def test_nothing_is_traced_unless_it_is_switched_on(bench: Callable[..., Bench]) -> None:
    assert bench().ask()["verdict"] == "PASS"
    assert not tracing_is_enabled()


def test_a_fault_of_tracing_ends_no_diagnosis_and_is_told_once_without_contents(
    bench: Callable[..., Bench],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise ValueError(f"a masked content: {KEY}")

    monkeypatch.setattr(tracing, "readable_outputs", broken)
    monkeypatch.setattr(tracing, "_diagnosis_metadata", broken)
    monkeypatch.setattr(tracing, "_TOLD", set[str]())
    for _ in range(2):
        assert traced(bench())[1]["verdict"] == "PASS"
    told = [record.message for record in caplog.records if record.name == tracing.__name__]
    assert len(told) == len(set(told))
    assert "the run of verifier could not be annotated in the trace: ValueError" in told
    assert "the run of the diagnosis could not be annotated in the trace: ValueError" in told
    assert KEY not in caplog.text
