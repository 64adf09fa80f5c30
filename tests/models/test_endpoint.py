"""The client against a loopback endpoint that answers as real ones do, well and badly."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage

from superbiz_agent.errors import ModelUnavailableError
from superbiz_agent.models.failure import model_failure
from superbiz_agent.models.registry import chat_model
from superbiz_agent.models.reply import BROKEN_TOOL_CALL, CUT_OFF, REFUSED, reply_text
from superbiz_agent.settings import load_settings
from tests.loopback import KEY, Endpoint, completion, tool_call

pytestmark = pytest.mark.server


def ask(endpoint: Endpoint, *, timeout: float = 20.0, retries: int = 2) -> AIMessage:
    """Ask the endpoint as a node does."""
    settings = load_settings(
        model="m",
        openai_base_url=endpoint.url,
        openai_api_key=KEY,
        model_timeout=timeout,
        model_retries=retries,
    )
    model = chat_model("executor", settings)
    try:
        reply = model.invoke("{}")
    except Exception as error:
        raise model_failure(error, role="executor", model="m") from None
    assert isinstance(reply, AIMessage)
    return reply


def test_a_good_reply_is_read(endpoint: Endpoint) -> None:
    endpoint.replies = [(200, completion(content='{"a": 1}'))]
    assert reply_text(ask(endpoint)).text == '{"a": 1}'
    (request,) = endpoint.requests
    assert request["path"] == "/v1/chat/completions"
    assert request["key"] == f"Bearer {KEY}"
    assert request["model"] == "m"
    assert request["temperature"] == 0.0
    assert not request.get("stream")


@pytest.mark.parametrize("status", [408, 429, 500, 503])
def test_a_passing_failure_is_repeated(endpoint: Endpoint, status: int) -> None:
    endpoint.replies = [(status, {}), (status, {}), (200, completion(content="x"))]
    assert reply_text(ask(endpoint)).text == "x"


@pytest.mark.parametrize(
    ("replies", "calls", "expected"),
    [
        ([(401, {"error": {"message": f"bad key {KEY}"}})], 1, "OPENAI_API_KEY"),
        ([(404, {"error": {"code": "model_not_found"}})], 1, "SUPERBIZ_MODEL_EXECUTOR"),
        ([(400, {"error": {"message": "unsupported"}})], 1, "SUPERBIZ_TEMPERATURE"),
        ([(429, {})] * 3, 3, "rate or quota"),
        ([(500, b"<html>")] * 3, 3, "HTTP 500"),
        ([(200, b"<html>hello</html>")] * 3, None, "OPENAI_BASE_URL"),
        ([(200, b'{"choices": [{"message": {"cont')] * 3, None, "OPENAI_BASE_URL"),
        ([(200, {"object": "list", "data": []})], 1, "OPENAI_BASE_URL"),
        ([(200, ["x"])], 1, "OPENAI_BASE_URL"),
        ([(0, 0)] * 3, 3, "cannot be reached"),
    ],
)
def test_a_lasting_failure_is_one_line_that_names_the_setting(
    endpoint: Endpoint, replies: list[tuple[int, Any]], calls: int | None, expected: str
) -> None:
    endpoint.replies = list(replies)
    with pytest.raises(ModelUnavailableError) as caught:
        ask(endpoint)
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)
    assert KEY not in str(caught.value)
    assert calls is None or len(endpoint.requests) == calls


def test_a_slow_endpoint_times_out(endpoint: Endpoint) -> None:
    endpoint.replies = [(0, 0.5)]
    with pytest.raises(ModelUnavailableError, match="SUPERBIZ_MODEL_TIMEOUT"):
        ask(endpoint, timeout=0.1, retries=0)


def test_a_dead_endpoint_is_named() -> None:
    server = Endpoint()
    server.server_close()
    with pytest.raises(ModelUnavailableError, match="cannot be reached; check OPENAI_BASE_URL"):
        ask(server, retries=0)


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (completion(content='{"a": 1}', finish_reason="length"), CUT_OFF),
        (completion(refusal="I cannot help."), REFUSED),
        (completion(finish_reason="length", **tool_call('{"query": "x"}')), CUT_OFF),
        (completion(finish_reason="tool_calls", **tool_call('{"query": "x')), BROKEN_TOOL_CALL),
    ],
)
def test_a_reply_that_is_cut_off_or_refused_has_no_text(
    endpoint: Endpoint, reply: dict[str, Any], problem: str
) -> None:
    endpoint.replies = [(200, reply)]
    assert reply_text(ask(endpoint)).problem == problem


async def test_the_asynchronous_way_is_the_same(endpoint: Endpoint) -> None:
    endpoint.replies = [(429, {}), (200, completion(content="x"))]
    settings = load_settings(model="m", openai_base_url=endpoint.url, model_timeout=20.0)
    reply = await chat_model("planner", settings).ainvoke("{}")
    assert reply.content == "x"
