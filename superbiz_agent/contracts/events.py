"""Events of the custom stream (contract section 1)."""

from typing import Any, Literal

from pydantic import Field

from superbiz_agent.contracts.base import Payload


class Event(Payload):
    """One step of a run for whoever watches it. ``data`` holds ids, enums and counts,
    never model text and never tool output. ``at`` is an ISO 8601 instant in UTC."""

    v: Literal[1] = 1
    type: Literal["run", "node", "tool", "gate", "verdict", "answer"]
    session_id: str
    seq: int
    at: str
    data: dict[str, Any] = Field(default_factory=dict)
