"""What the real model was asked and said in one trial, heard where LangChain calls it."""

import time
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, LLMResult

from superbiz_agent.contracts.base import Role
from superbiz_agent.models.roles import role_of

KEPT_CHARACTERS = 6000
"""Of each reply, in the results."""


@dataclass(frozen=True)
class Exchange:
    """One call of the real model: what it cost, how it ended, and its reply as it came."""

    role: Role | None
    seconds: float
    prompt_tokens: int
    completion_tokens: int
    ended: str
    tools_called: int
    text: str


@dataclass(eq=False)
class Exchanges(BaseCallbackHandler):
    """Keeps the calls that went to an endpoint, oldest first; scripts are not heard."""

    kept: list[Exchange] = field(default_factory=list[Exchange])
    _open: dict[UUID, tuple[Role | None, float]] = field(
        default_factory=dict[UUID, tuple[Role | None, float]]
    )

    def on_chat_model_start(
        self,
        serialized: dict[str, Any],  # noqa: ARG002 - part of the interface
        messages: list[list[BaseMessage]],
        *,
        run_id: UUID,
        metadata: dict[str, Any] | None = None,
        **kwargs: Any,  # noqa: ARG002
    ) -> None:
        """Note when a call to an endpoint began, and for whom."""
        if (metadata or {}).get("ls_provider") == "openai":
            self._open[run_id] = (role_of(messages[0]), time.monotonic())

    def on_llm_end(
        self,
        response: LLMResult,
        *,
        run_id: UUID,
        **kwargs: Any,  # noqa: ARG002
    ) -> None:
        """Keep the reply of a call that was noted."""
        generation = response.generations[0][0]
        message = generation.message if isinstance(generation, ChatGeneration) else None
        reply = message if isinstance(message, AIMessage) else AIMessage("")
        self._keep(run_id, reply, str(reply.response_metadata.get("finish_reason")))

    def on_llm_error(
        self,
        error: BaseException,
        *,
        run_id: UUID,
        **kwargs: Any,  # noqa: ARG002
    ) -> None:
        """Keep the failure of a call that was noted."""
        self._keep(run_id, AIMessage(""), f"{type(error).__name__}: {error}"[:300])

    def _keep(self, run_id: UUID, reply: AIMessage, ended: str) -> None:
        if run_id not in self._open:
            return
        role, started = self._open.pop(run_id)
        usage = reply.usage_metadata
        self.kept.append(
            Exchange(
                role=role,
                seconds=round(time.monotonic() - started, 1),
                prompt_tokens=usage["input_tokens"] if usage else 0,
                completion_tokens=usage["output_tokens"] if usage else 0,
                ended=ended,
                tools_called=len(reply.tool_calls),
                text=str(reply.text)[:KEPT_CHARACTERS],
            )
        )
