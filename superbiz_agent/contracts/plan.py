"""The planner's reply (contract section 1)."""

from typing import Any, Literal

from pydantic import Field

from superbiz_agent.contracts.base import ModelReply


class PlanStep(ModelReply):
    """One tool to ask, with suggested arguments (untrusted: tools validate them again)."""

    tool_name: str = Field(max_length=64)
    arguments: dict[str, Any] = Field(default_factory=dict)
    purpose: str = Field(default="", max_length=500)


class Plan(ModelReply):
    """What the planner wants. ``intent`` is a wish: code decides where the run goes."""

    intent: Literal["diagnose", "small_talk"]
    steps: list[PlanStep] = Field(max_length=12)
