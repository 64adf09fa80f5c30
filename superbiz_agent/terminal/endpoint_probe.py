"""What an endpoint answers, and how it can hold a reply to its form: asked once by the doctor."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage

from superbiz_agent.contracts.base import JsonObject, Role
from superbiz_agent.contracts.reply_forms import ReplyForm
from superbiz_agent.contracts.strict_json import StrictJsonError, parse_json
from superbiz_agent.settings import Settings
from superbiz_agent.settings.roles import Method, RoleModel

PROBE_TIMEOUT = 10.0
"""Seconds a model may take to answer the doctor."""

GREETING = "Reply with the word ok."
JSON_REQUEST = 'Reply with this JSON object and nothing else: {"ok": true}'
TOOL_REQUEST = "Call the tool query_logs with the query timeout."

UNGUESSABLE = "k7f-pelican"
"""What the form allows alone and the request does not name: a model that says it was held to it."""

PROBE_FORM = ReplyForm(
    "probe",
    {
        "type": "object",
        "properties": {"word": {"type": "string", "enum": [UNGUESSABLE]}},
        "required": ["word"],
        "additionalProperties": False,
    },
)
TEXT_REQUEST = "Reply with the letters from a to z."
LONGEST_TEXT = 5
TEXT_FORM = ReplyForm(
    "letters",
    {
        "type": "object",
        "properties": {"letters": {"type": "string", "maxLength": LONGEST_TEXT}},
        "required": ["letters"],
        "additionalProperties": False,
    },
)
PROBE_TOOL = {
    "type": "function",
    "function": {
        "name": "query_logs",
        "description": "Search the logs.",
        "parameters": {
            "type": "object",
            "properties": {"query": {"type": "string"}},
            "required": ["query"],
        },
    },
}
METHODS: tuple[Method, ...] = ("json_schema", "json_mode", "function_calling")
"""Best first; plain, which every endpoint has, is what is left."""

PASSING_STATUS = frozenset({408, 429, 502, 503, 504})

Endpoint: TypeAlias = tuple[str, str, str, str]


@dataclass(frozen=True)
class Probe:
    """What an endpoint can do; ``error`` is what its first call raised. ``works`` are the methods
    that were tried and work."""

    error: Exception | None = None
    works: tuple[Method, ...] = ()
    calls_tools: bool = True
    unsaved: str | None = None


def endpoint_of(role_model: RoleModel) -> Endpoint:
    """What makes two roles share a probe: address, model, key and the method that was set."""
    key = role_model.api_key.get_secret_value() if role_model.api_key else ""
    address = f"{role_model.provider} {role_model.base_url} {role_model.api_version}"
    return address, role_model.name, key, role_model.structured_output


def probe(role: Role, settings: Settings, *, timeout: float = PROBE_TIMEOUT) -> Probe:
    """Ask the model of ``role`` what it can do, and keep how it holds a reply to a form. Each call
    may take ``timeout`` seconds.

    One short call, then one for each method until one works, one with a tool, and one for the
    greatest length of a text where schemas work.
    """
    from superbiz_agent.models.abilities import keep_abilities  # noqa: PLC0415
    from superbiz_agent.models.registry import chat_model  # noqa: PLC0415

    changes = {f"model_timeout_{role}": timeout, "model_retries": 0}
    try:
        model = chat_model(role, settings.model_copy(update=changes))
        model.invoke(GREETING)
    except Exception as error:
        return Probe(error=error)
    role_model = settings.role_model(role)
    works, tools, unsaved = _working(model, role_model), _calls_tools(model), None
    if works is not None and tools is not None:
        try:
            keep_abilities(
                role_model,
                works[0] if works else "plain",
                calls_tools=tools,
                bounds_texts="json_schema" in works and _bounds_texts(model),
            )
        except OSError as error:
            unsaved = f"what was found out cannot be kept ({type(error).__name__})"
    return Probe(works=works or (), calls_tools=tools is not False, unsaved=unsaved)


def problems_of(role_model: RoleModel, found: Probe) -> Sequence[str]:
    """What does not work for a role, and the setting that mends it."""
    setting = f"SUPERBIZ_STRUCTURED_OUTPUT or SUPERBIZ_STRUCTURED_OUTPUT_{role_model.role.upper()}"
    chosen = role_model.structured_output
    problems = [found.unsaved] if found.unsaved else []
    if chosen not in ("auto", "plain") and chosen not in found.works:
        problems.append(f"it does not hold a reply by {chosen}: set {setting} to auto")
    if role_model.role == "executor" and not found.calls_tools:
        problems.append(
            "it calls no tools, so that the plan is carried out as it stands: "
            f"{role_model.names.model} may name a model that does"
        )
    return problems


def _working(model: BaseChatModel, role_model: RoleModel) -> tuple[Method, ...] | None:
    """The best method that works, or the one that was set; null if it could not be found out."""
    chosen = role_model.structured_output
    for method in METHODS:
        if chosen not in ("auto", method):
            continue
        try:
            if holds(model, method):
                return (method,)
        except Exception as error:
            if _is_passing(error):
                return None
    return ()


def holds(model: BaseChatModel, method: Method) -> bool:
    """Whether a short reply has the form that was asked for by ``method``. Raises what the call
    raises."""
    from superbiz_agent.models.structured import with_form  # noqa: PLC0415

    request = JSON_REQUEST if method == "json_mode" else GREETING
    value = _object_of(with_form(model, PROBE_FORM, method).invoke(request), PROBE_FORM)
    return value is not None and (method == "json_mode" or value == {"word": UNGUESSABLE})


def _bounds_texts(model: BaseChatModel) -> bool:
    """Whether the endpoint takes a form that bounds a text, and holds the text to it."""
    from superbiz_agent.models.structured import with_form  # noqa: PLC0415

    asked = with_form(model, TEXT_FORM, "json_schema", bounds_texts=True)
    try:
        value = _object_of(asked.invoke(TEXT_REQUEST), TEXT_FORM) or {}
    except Exception:  # whatever the endpoint refuses it by
        return False
    letters = value.get("letters")
    return isinstance(letters, str) and 0 < len(letters) <= LONGEST_TEXT


def _object_of(reply: Any, form: ReplyForm) -> JsonObject | None:
    """The JSON object that a reply is, read strictly."""
    from superbiz_agent.models.reply import reply_text  # noqa: PLC0415
    from superbiz_agent.models.structured import as_text  # noqa: PLC0415

    if not isinstance(reply, AIMessage):
        return None
    try:
        value = parse_json(reply_text(as_text(reply, form)).text or "")
    except StrictJsonError:
        return None
    return value if isinstance(value, dict) else None


def _is_passing(error: Exception) -> bool:
    """Whether a fault says nothing of what the endpoint can do."""
    status = getattr(error, "status_code", None)
    return status in PASSING_STATUS if status else "Timeout" in type(error).__name__


def _calls_tools(model: BaseChatModel) -> bool | None:
    """Whether the model calls a tool that it is told to call; null if it could not be found out."""
    try:
        reply: Any = model.bind_tools([PROBE_TOOL]).invoke(TOOL_REQUEST)
    except Exception as error:
        return None if _is_passing(error) else False
    return bool(getattr(reply, "tool_calls", ()))
