"""What a node is: a generator that yields its effects and returns its state update.

A node yields what touches the world (a model to ask, blocking I/O to do) and gets the result
back; its last word, ``return``, is the state update. ``nodes/adapter.py`` drives it.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from langchain_core.messages import BaseMessage
from langchain_core.runnables import RunnableConfig

from superbiz_agent.contracts.base import JsonObject, Role
from superbiz_agent.contracts.events import Event
from superbiz_agent.contracts.reply_forms import ReplyForm
from superbiz_agent.contracts.session import Spent
from superbiz_agent.nodes.services import Services
from superbiz_agent.state import DiagnosisContext

Writer: TypeAlias = Callable[[JsonObject], None]
EventType: TypeAlias = Literal["run", "node", "tool", "gate", "verdict", "answer"]


@dataclass(frozen=True)
class AskModel:
    """Ask the chat model of a role; the answer is its ``AIMessage``.

    ``tools`` are tool schemas to bind; ``form`` is what the reply is held to, if the endpoint can
    (never both: few endpoints take both). Raises ``ModelUnavailableError`` into the node if the
    model gives no reply at all.
    """

    role: Role
    messages: Sequence[BaseMessage]
    tools: Sequence[JsonObject] = ()
    prompt_version: str = ""
    form: ReplyForm | None = None


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
    started: str = ""
    spent: Spent = field(default_factory=Spent)

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
        return self.services.settings.max_retries if asked is None else asked


NodeFunction: TypeAlias = Callable[[Any, Scope], Step]
