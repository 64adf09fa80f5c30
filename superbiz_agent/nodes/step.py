"""How a node runs: written once as a generator of effects, driven by ``invoke`` and ``ainvoke``.

A node yields what touches the world (a model to ask, blocking I/O to do) and gets the result
back; its last word, ``return``, is the state update. The synchronous driver does the effects in
place, the asynchronous one awaits the model and moves blocking I/O off the event loop.
"""

import asyncio
import contextlib
import inspect
from collections.abc import Callable, Generator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
from langchain_core.runnables.config import set_config_context
from langgraph.config import get_config
from langgraph.errors import GraphBubbleUp
from langgraph.runtime import get_runtime

from superbiz_agent.contracts.base import JsonObject, Role
from superbiz_agent.contracts.events import Event
from superbiz_agent.models.failure import model_failure
from superbiz_agent.nodes.services import Services
from superbiz_agent.state import DiagnosisContext

Writer: TypeAlias = Callable[[JsonObject], None]
_OUTER_WRITER: ContextVar[Writer | None] = ContextVar("outer_writer", default=None)

EventType: TypeAlias = Literal["run", "node", "tool", "gate", "verdict", "answer"]


@dataclass(frozen=True)
class AskModel:
    """Ask the chat model of a role; the answer is its ``AIMessage``.

    ``tools`` are tool schemas to bind. Raises ``ModelUnavailableError`` into the node if the
    model gives no reply at all.
    """

    role: Role
    messages: Sequence[BaseMessage]
    tools: Sequence[JsonObject] = ()
    prompt_version: str = ""


@dataclass(frozen=True)
class Blocking:
    """Do blocking I/O (store, files); the answer is what ``call`` returns or raises."""

    call: Callable[[], Any]


Effect: TypeAlias = AskModel | Blocking
Step: TypeAlias = Generator[Effect, Any, JsonObject]


@dataclass
class Scope:
    """What a node may use besides its state: services, the run's context, and the event stream."""

    services: Services
    context: DiagnosisContext
    config: RunnableConfig
    session_id: str
    seq: int
    writer: Writer
    name: str
    pending: list[Event] = field(default_factory=list[Event])

    def emit(self, event_type: EventType, **data: Any) -> None:
        """Send one event to the custom stream."""
        self.seq += 1
        at = self.services.clock().isoformat()
        event = Event(type=event_type, session_id=self.session_id, seq=self.seq, at=at, data=data)
        self.writer(event.model_dump(mode="json"))

    @property
    def max_retries(self) -> int:
        """The run's bound of retries: the caller's for this run, else the setting."""
        asked = self.context.max_retries
        return self.services.settings.max_retries if asked is None else max(0, asked)


NodeFunction: TypeAlias = Callable[[Any, Scope], Step]


def as_node(function: NodeFunction, services: Services, *, name: str) -> Runnable[Any, Any]:
    """Make a graph node of a generator function.

    Whatever ends the run early also ends its session: ``failed``, or ``cancelled`` on an
    interrupt.
    """

    def run(state: Any) -> JsonObject:
        scope = _scope(services, state, name)
        step = _started(function, state, scope)
        try:
            return _with_seq(_drive(step, services, scope), scope)
        except GraphBubbleUp:
            raise
        except BaseException as error:
            _close(services, scope, error)
            raise

    async def arun(state: Any) -> JsonObject:
        scope = _scope(services, state, name)
        step = _started(function, state, scope)
        try:
            return _with_seq(await _adrive(step, services, scope), scope)
        except GraphBubbleUp:
            raise
        except BaseException as error:
            await asyncio.to_thread(_close, services, scope, error)
            raise

    return RunnableLambda(run, arun, name=name)


def _started(function: NodeFunction, state: Any, scope: Scope) -> Step:
    if not inspect.isgeneratorfunction(function):
        raise TypeError(f"node {scope.name} is no generator function")
    return function(state, scope)


def _scope(services: Services, state: Any, name: str) -> Scope:
    runtime = get_runtime(DiagnosisContext)
    known = cast(JsonObject, state) if isinstance(state, dict) else {}
    return Scope(
        services=services,
        context=runtime.context or DiagnosisContext(),
        config=get_config(),
        session_id=known.get("session_id", ""),
        seq=known.get("seq", 0),
        writer=_OUTER_WRITER.get() or runtime.stream_writer,
        name=name,
    )


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


def _with_seq(update: JsonObject, scope: Scope) -> JsonObject:
    return {**update, "seq": scope.seq}


def _drive(step: Step, services: Services, scope: Scope) -> JsonObject:
    answer: Any = None
    failure: BaseException | None = None
    while True:
        try:
            effect = step.throw(failure) if failure else step.send(answer)
        except StopIteration as end:
            return end.value
        answer, failure = None, None
        try:
            answer = _do(effect, services, scope)
        except Exception as error:  # thrown back into the node, which decides
            failure = error


async def _adrive(step: Step, services: Services, scope: Scope) -> JsonObject:
    answer: Any = None
    failure: BaseException | None = None
    while True:
        try:
            effect = step.throw(failure) if failure else step.send(answer)
        except StopIteration as end:
            return end.value
        answer, failure = None, None
        try:
            answer = await _ado(effect, services, scope)
        except Exception as error:  # thrown back into the node, which decides
            failure = error


def _do(effect: Effect, services: Services, scope: Scope) -> Any:
    if isinstance(effect, Blocking):
        return effect.call()
    model = services.model(effect.role)
    runnable = _bound(model, effect)
    try:
        return _message(runnable.invoke(list(effect.messages), _call_config(effect, scope)))
    except Exception as error:
        raise model_failure(
            error, role=effect.role, model=services.model_name(effect.role)
        ) from None


async def _ado(effect: Effect, services: Services, scope: Scope) -> Any:
    if isinstance(effect, Blocking):
        return await asyncio.to_thread(effect.call)
    model = await asyncio.to_thread(services.model, effect.role)
    runnable = _bound(model, effect)
    try:
        return _message(await runnable.ainvoke(list(effect.messages), _call_config(effect, scope)))
    except Exception as error:
        raise model_failure(
            error, role=effect.role, model=services.model_name(effect.role)
        ) from None


def _bound(model: BaseChatModel, effect: AskModel) -> Runnable[Any, Any]:
    return model.bind_tools(list(effect.tools)) if effect.tools else model


def _message(reply: Any) -> AIMessage:
    return reply if isinstance(reply, AIMessage) else AIMessage(content="")


def _call_config(effect: AskModel, scope: Scope) -> RunnableConfig:
    """Name, tags and metadata of a role's call in the trace; its tokens are not streamed."""
    return RunnableConfig(
        run_name=f"superbiz-{effect.role}",
        tags=["nostream", f"role:{effect.role}"],
        metadata={
            "session_id": scope.session_id,
            "role": effect.role,
            "prompt_version": effect.prompt_version,
        },
    )


def _close(services: Services, scope: Scope, error: BaseException) -> None:
    """End the session of a run that stops here; a second failure must not hide the first."""
    if not scope.session_id:
        return
    status = "failed" if isinstance(error, Exception) else "cancelled"
    with contextlib.suppress(Exception):
        services.store.close_session(scope.session_id, status, at=services.clock())
