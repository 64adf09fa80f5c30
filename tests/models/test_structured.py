"""What is sent to hold a reply to its form, by each method, and how the reply is read."""

import json
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableLambda

from superbiz_agent.contracts.reply_forms import TEXT_BOUNDS, ReplyForm, composer_form, without
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.models.registry import chat_model
from superbiz_agent.models.reply import BROKEN_TOOL_CALL, CUT_OFF, FILTERED, REFUSED, reply_text
from superbiz_agent.models.structured import as_text, with_form
from superbiz_agent.settings import load_settings
from superbiz_agent.settings.roles import Method
from tests.loopback import Endpoint, completion, tool_call

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "array", "items": {"type": "integer"}, "maxItems": 2}},
    "required": ["a"],
    "additionalProperties": False,
}
FORM = ReplyForm("answer", SCHEMA)
VALUE = '{"a": [1]}'


def asked(endpoint: Endpoint, method: Method, reply: dict[str, Any]) -> tuple[Any, Any]:
    """Ask in a form; return what was sent, and how the reply is read."""
    endpoint.replies = [(200, reply)]
    settings = load_settings(model="m", openai_base_url=endpoint.url, model_timeout=20.0)
    message = with_form(chat_model("planner", settings), FORM, method).invoke("{}")
    return endpoint.requests[-1], reply_text(as_text(message, FORM))


def called(arguments: str, **more: Any) -> dict[str, Any]:
    return completion(finish_reason="tool_calls", **tool_call(arguments, name="answer"), **more)


@pytest.mark.server
@pytest.mark.parametrize(
    ("method", "reply", "sent"),
    [
        ("plain", completion(content=VALUE), {}),
        ("json_mode", completion(content=VALUE), {"response_format": {"type": "json_object"}}),
        (
            "json_schema",
            completion(content=VALUE),
            {
                "response_format": {
                    "type": "json_schema",
                    "json_schema": {"name": "answer", "strict": True, "schema": SCHEMA},
                }
            },
        ),
        (
            "function_calling",
            called(VALUE),
            {"tool_choice": {"type": "function", "function": {"name": "answer"}}},
        ),
    ],
)
def test_each_method_asks_in_its_way_and_gives_the_raw_text(
    endpoint: Endpoint, method: Method, reply: dict[str, Any], sent: dict[str, Any]
) -> None:
    request, read = asked(endpoint, method, reply)
    assert json.loads(read.text or "") == json.loads(VALUE)
    assert {key: request.get(key) for key in sent} == sent
    assert sent or not {"response_format", "tools", "tool_choice"} & set(request)
    if method == "function_calling":
        assert request["tools"][0]["function"]["parameters"] == SCHEMA


@pytest.mark.server
@pytest.mark.parametrize(
    ("method", "reply", "problem"),
    [
        ("json_schema", completion(content=VALUE, finish_reason="length"), CUT_OFF),
        ("json_schema", completion(content=VALUE, finish_reason="content_filter"), FILTERED),
        ("json_schema", completion(refusal="I will not."), REFUSED),
        ("json_mode", completion(content='{"a": [1', finish_reason="length"), CUT_OFF),
        ("function_calling", called('{"a": [1], "a": [2]}'), BROKEN_TOOL_CALL),
        ("function_calling", called('{"a": [1'), BROKEN_TOOL_CALL),
    ],
)
def test_a_reply_that_is_none_is_said_to_be_none(
    endpoint: Endpoint, method: Method, reply: dict[str, Any], problem: str
) -> None:
    _, read = asked(endpoint, method, reply)
    assert (read.text, read.problem) == (None, problem)


@pytest.mark.server
@pytest.mark.parametrize("content", ['{"a": [1], "a": [2]}', '{"a": [1]} {"a": [2]}'])
def test_the_raw_text_comes_through_for_our_own_parser(endpoint: Endpoint, content: str) -> None:
    _, read = asked(endpoint, "json_schema", completion(content=content))
    assert read.text == content


@pytest.mark.server
def test_text_beside_the_call_is_a_second_answer_and_stays(endpoint: Endpoint) -> None:
    both = called(VALUE, content=None) | {}
    both["choices"][0]["message"]["content"] = '{"a": [2]}'
    _, read = asked(endpoint, "function_calling", both)
    assert read.text == '{"a": [2]}'


@pytest.mark.server
@pytest.mark.parametrize("bounds_texts", [True, False])
def test_the_longest_text_is_told_where_the_endpoint_takes_it(
    endpoint: Endpoint, bounds_texts: bool
) -> None:
    endpoint.replies = [(200, completion(content=VALUE))]
    settings = load_settings(model="m", openai_base_url=endpoint.url, model_timeout=20.0)
    model = chat_model("planner", settings)
    form = composer_form()
    with_form(model, form, "json_schema", bounds_texts=bounds_texts).invoke("{}")
    sent = endpoint.requests[-1]["response_format"]["json_schema"]["schema"]
    assert sent == (form.schema if bounds_texts else without(form.schema, TEXT_BOUNDS))
    assert ("maxLength" in json.dumps(sent)) is bounds_texts


def test_azure_gets_the_form_without_lengths() -> None:
    settings = load_settings(
        model="azure_openai:d",
        azure_openai_endpoint="https://example.openai.azure.com",
        azure_openai_api_key="k",
        openai_api_version="2024-10-21",
    )
    bound: Any = with_form(chat_model("planner", settings), FORM, "json_schema")
    sent = bound.kwargs["extra_body"]["response_format"]["json_schema"]["schema"]
    assert sent["properties"]["a"] == {"type": "array", "items": {"type": "integer"}}


class OtherProvider(GenericFakeChatModel):
    """A provider with a structured output of its own, which parses as it likes."""

    def with_structured_output(self, schema: Any, **kwargs: Any) -> Any:
        assert schema["title"] == "answer" and kwargs["include_raw"]
        return RunnableLambda(
            lambda _: {"raw": AIMessage(content=f"raw {kwargs['method']}"), "parsed": {"a": [9]}}
        )


@pytest.mark.parametrize("method", ["json_schema", "json_mode"])
def test_of_another_provider_only_the_raw_message_is_used(method: Method) -> None:
    model = OtherProvider(messages=iter([]))
    assert with_form(model, FORM, method).invoke("x").content == f"raw {method}"


def test_function_calling_is_refused_where_arguments_are_not_read_strictly() -> None:
    model = OtherProvider(messages=iter([]))
    with pytest.raises(ConfigurationError, match="SUPERBIZ_STRUCTURED_OUTPUT"):
        with_form(model, FORM, "function_calling")
