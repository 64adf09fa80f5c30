"""Holding a reply to its form at the endpoint, by whichever method the endpoint has.

The form is bound to the request by ourselves: LangChain's ``with_structured_output`` parses
replies leniently (it takes the last of two equal keys, and the first of two objects), and the
OpenAI client raises on a reply that was cut off. Our strict parser reads the raw text in each case.
"""

import json
from typing import Any, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.runnables import Runnable

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.reply_forms import LIST_BOUNDS, TEXT_BOUNDS, ReplyForm, without
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings.roles import Method


def with_form(
    model: BaseChatModel, form: ReplyForm, method: Method, *, bounds_texts: bool = False
) -> Runnable[Any, Any]:
    """Return ``model`` asked to reply in ``form``; its reply is an AIMessage as ever.

    The longest texts are told where ``bounds_texts`` says that the endpoint takes them: OpenAI's
    own refuses a form that does.

    Raises ConfigurationError for function calling at a client that hands on no raw arguments.
    """
    if method == "plain":
        return model
    from langchain_openai.chat_models.base import BaseChatOpenAI  # noqa: PLC0415 - only now

    form = _taken_by(model, form, bounds_texts)
    if method == "function_calling":
        return _as_function(model, form)
    if not isinstance(model, BaseChatOpenAI):
        return _of_another_provider(model, form, method)
    # In the body itself: with a ``response_format`` of its own the client would parse the reply,
    # and raise on one that was cut off.
    return model.bind(extra_body={"response_format": _response_format(form, method)})


def _response_format(form: ReplyForm, method: Method) -> JsonObject:
    if method == "json_mode":
        return {"type": "json_object"}
    schema = {"name": form.name, "strict": True, "schema": form.schema}
    return {"type": "json_schema", "json_schema": schema}


def _taken_by(model: BaseChatModel, form: ReplyForm, bounds_texts: bool) -> ReplyForm:
    """The form without the bounds that the endpoint refuses, or may."""
    from superbiz_agent.models.openai import AzureOpenAIModel  # noqa: PLC0415

    refused = LIST_BOUNDS if isinstance(model, AzureOpenAIModel) else frozenset[str]()
    refused |= frozenset[str]() if bounds_texts else TEXT_BOUNDS
    return ReplyForm(form.name, without(form.schema, refused))


def _as_function(model: BaseChatModel, form: ReplyForm) -> Runnable[Any, Any]:
    from superbiz_agent.models.openai import StrictArguments  # noqa: PLC0415

    if not isinstance(model, StrictArguments):
        raise ConfigurationError(
            "SUPERBIZ_STRUCTURED_OUTPUT: function_calling needs an OpenAI-compatible endpoint; "
            "set json_schema, json_mode or plain",
            setting="SUPERBIZ_STRUCTURED_OUTPUT",
        )
    function = {
        "name": form.name,
        "description": "Send the reply that was asked for.",
        "parameters": form.schema,
    }
    tools = [{"type": "function", "function": function}]
    return cast(Any, model).bind_tools(tools, tool_choice=form.name)


def _of_another_provider(
    model: BaseChatModel, form: ReplyForm, method: Method
) -> Runnable[Any, Any]:
    """The provider's own way, of which only the raw message is used."""
    schema = {"title": form.name, "description": "The reply.", **form.schema}
    structured: Any = model.with_structured_output(schema, method=method, include_raw=True)
    return structured | _raw


def _raw(result: JsonObject) -> Any:
    return result.get("raw")


def as_text(message: AIMessage, form: ReplyForm) -> AIMessage:
    """Return a reply that came as a call of the form's function as the text of its arguments.

    Any other message stays as it is: text beside the call, or a second call, would be a second
    answer. The arguments were read strictly before (``models/arguments.py``).
    """
    calls = message.tool_calls
    is_answer = len(calls) == 1 and calls[0]["name"] == form.name
    if not is_answer or message.invalid_tool_calls or message.text.strip():
        return message
    text = json.dumps(calls[0]["args"], ensure_ascii=False)
    return message.model_copy(update={"content": text, "tool_calls": []})
