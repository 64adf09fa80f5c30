"""Driving a node for ``invoke`` and ``ainvoke`` alike, and ending the session of a run that stops.

The synchronous driver does a node's effects in place. The asynchronous one awaits the model and
keeps everything else, the rules included, off the event loop.
"""

import asyncio
import contextlib
import inspect
from collections.abc import Generator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, cast

from langchain_core.messages import AIMessage
from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
from langchain_core.runnables.config import set_config_context
from langgraph.config import get_config
from langgraph.errors import GraphBubbleUp
from langgraph.runtime import get_runtime

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.session import Spent
from superbiz_agent.errors import ConfigurationError, ModelUnavailableError
from superbiz_agent.models.failure import model_failure
from superbiz_agent.models.structured import as_text, with_form
from superbiz_agent.nodes.accounting import begin_call, end_call
from superbiz_agent.nodes.services import Services
from superbiz_agent.nodes.step import AskModel, Blocking, Effect, NodeFunction, Scope, Step, Writer
from superbiz_agent.nodes.tracing import annotate_node
from superbiz_agent.settings.roles import Method
from superbiz_agent.state import DiagnosisContext

_OUTER_WRITER: ContextVar[Writer | None] = ContextVar("outer_writer", default=None)


def as_node(function: NodeFunction, services: Services, *, name: str) -> Runnable[Any, Any]:
    """Make a graph node of a generator function. Raises ``TypeError`` for any other function.

    Whatever ends the run early also ends its session: ``failed``, or ``cancelled`` on an
    interrupt.
    """
    if not inspect.isgeneratorfunction(function):
        raise TypeError(f"node {name} is no generator function")

    def run(state: Any) -> JsonObject:
        scope = _scope(services, state)
        try:
            update = _drive(function(state, scope), scope)
            annotate_node(name, scope.config, _known(state), update)
            return update
        except GraphBubbleUp:
            raise
        except BaseException as error:
            _close(scope, error)
            raise

    async def arun(state: Any) -> JsonObject:
        scope = _scope(services, state)
        try:
            update = await _adrive(function(state, scope), scope)
            await asyncio.to_thread(annotate_node, name, scope.config, _known(state), update)
            return update
        except GraphBubbleUp:
            raise
        except BaseException as error:
            await asyncio.to_thread(_close, scope, error)
            raise

    return RunnableLambda(run, arun, name=name)


def as_subgraph_node(subgraph: Runnable[Any, Any], *, name: str) -> Runnable[Any, Any]:
    """Make a graph node of a compiled subgraph whose events appear in the outer custom stream.

    A subgraph's own stream is heard only by callers who ask for subgraphs, so the outer writer,
    with the place it writes to, is handed down in the context.
    """

    def run(state: Any) -> Any:
        with _handed_down_writer():
            return subgraph.invoke(state)

    async def arun(state: Any) -> Any:
        with _handed_down_writer():
            return await subgraph.ainvoke(state)

    return RunnableLambda(run, arun, name=name)


@contextlib.contextmanager
def _handed_down_writer() -> Generator[None]:
    config, writer = get_config(), get_runtime(DiagnosisContext).stream_writer

    def write(event: JsonObject) -> None:
        with set_config_context(config) as context:
            context.run(writer, event)

    token = _OUTER_WRITER.set(write)
    try:
        yield
    finally:
        _OUTER_WRITER.reset(token)


def _scope(services: Services, state: Any) -> Scope:
    runtime = get_runtime(DiagnosisContext)
    context = runtime.context or DiagnosisContext()
    known = _known(state)
    return Scope(
        services=services.of_run(context.model_names),
        context=context,
        config=get_config(),
        session_id=known.get("session_id", ""),
        seq=known.get("seq", 0),
        started=known.get("started", ""),
        spent=Spent.model_validate(known.get("spent") or {}),
        writer=_OUTER_WRITER.get() or runtime.stream_writer,
    )


def _known(state: Any) -> JsonObject:
    """The state's keys; the first node is given the caller's input instead, and has none."""
    return cast(JsonObject, state) if isinstance(state, dict) else {}


@dataclass(frozen=True)
class _Done:
    """A step's last word."""

    update: JsonObject


def _advance(step: Step, answer: Any, failure: Exception | None) -> Effect | _Done:
    """Run a step up to its next effect; what an effect raised is thrown into it, to decide."""
    try:
        return step.throw(failure) if failure else step.send(answer)
    except StopIteration as end:
        return _Done(end.value)


def _drive(step: Step, scope: Scope) -> JsonObject:
    answer: Any = None
    failure: Exception | None = None
    while True:
        effect = _advance(step, answer, failure)
        if isinstance(effect, _Done):
            return {**effect.update, "seq": scope.seq, "spent": scope.spent.model_dump()}
        answer, failure = None, None
        try:
            answer = effect.call() if isinstance(effect, Blocking) else _ask(effect, scope)
        except Exception as error:
            failure = error


async def _adrive(step: Step, scope: Scope) -> JsonObject:
    answer: Any = None
    failure: Exception | None = None
    while True:
        effect = await asyncio.to_thread(_advance, step, answer, failure)
        if isinstance(effect, _Done):
            return {**effect.update, "seq": scope.seq, "spent": scope.spent.model_dump()}
        answer, failure = None, None
        try:
            if isinstance(effect, Blocking):
                answer = await asyncio.to_thread(effect.call)
            else:
                answer = await _aask(effect, scope)
        except Exception as error:
            failure = error


def _ask(effect: AskModel, scope: Scope) -> AIMessage:
    runnable = _runnable(effect, scope)
    begin_call(effect, scope)
    try:
        reply = runnable.invoke(list(effect.messages), _call_config(effect, scope))
    except Exception as error:
        raise _failure(error, effect, scope) from None
    return _read(reply, effect, scope)


async def _aask(effect: AskModel, scope: Scope) -> AIMessage:
    runnable = await asyncio.to_thread(_runnable, effect, scope)
    begin_call(effect, scope)
    try:
        reply = await runnable.ainvoke(list(effect.messages), _call_config(effect, scope))
    except Exception as error:
        raise _failure(error, effect, scope) from None
    return await asyncio.to_thread(_read, reply, effect, scope)


def _runnable(effect: AskModel, scope: Scope) -> Runnable[Any, Any]:
    """The role's model with the tools or the form bound. Raises ``ConfigurationError`` for a wrong
    setting."""
    model = scope.services.model(effect.role)
    scope.services.price(effect.role)
    try:
        if effect.tools:
            return model.bind_tools(list(effect.tools))
        if effect.form is None:
            return model
        bounds_texts = scope.services.bounds_texts(effect.role)
        return with_form(model, effect.form, _method(effect, scope), bounds_texts=bounds_texts)
    except ConfigurationError:
        raise
    except Exception as error:
        raise _failure(error, effect, scope) from None


def _failure(error: Exception, effect: AskModel, scope: Scope) -> ModelUnavailableError:
    services, role = scope.services, effect.role
    name = services.model_name(role)
    return model_failure(error, role=role, model=name, names=services.setting_names(role))


def _read(reply: Any, effect: AskModel, scope: Scope) -> AIMessage:
    message = reply if isinstance(reply, AIMessage) else AIMessage(content="")
    end_call(message, effect, scope)
    return as_text(message, effect.form) if effect.form else message


def _method(effect: AskModel, scope: Scope) -> Method:
    return scope.services.method(effect.role) if effect.form else "plain"


def _call_config(effect: AskModel, scope: Scope) -> RunnableConfig:
    """Name, tags and metadata of a role's call in the trace; its tokens are not streamed."""
    return RunnableConfig(
        run_name=f"superbiz-{effect.role}",
        tags=["nostream", f"role:{effect.role}"],
        metadata={
            "session_id": scope.session_id,
            "role": effect.role,
            "prompt_version": effect.prompt_version,
            "structured_output": _method(effect, scope),
        },
    )


def _close(scope: Scope, error: BaseException) -> None:
    """End the session of a run that stops here; a second failure must not hide the first."""
    if not scope.session_id:
        return
    services = scope.services
    services.kept_answers.end(scope.session_id)
    status = "failed" if isinstance(error, Exception) else "cancelled"
    with contextlib.suppress(Exception):
        services.store.close_session(scope.session_id, status, at=services.clock())
