"""What the composer may say, what it said, and how that was judged (contract sections 6, 7)."""

from typing import Literal

from pydantic import ConfigDict, Field

from superbiz_agent.contracts.base import ModelReply, Payload, Verdict
from superbiz_agent.contracts.executor import RecommendedAction


class AllowedClaim(Payload):
    """A claim that may be said, and how: as confirmed, as inferred, as what a runbook says."""

    claim_id: str
    claim_text: str
    claim_type: str
    status: Literal["confirmed", "inferred", "documented"]


class AllowedHypothesis(Payload):
    """A direction that may be named with a hedge. The id may be that of a demoted claim."""

    hypothesis_id: str
    hypothesis_text: str


class ActionItem(Payload):
    """A next step of evidence collection."""

    action_text: str
    reason: str


class ComposerInput(Payload):
    """All that the composer may see; nothing else, ever."""

    original_query: str
    verdict: Verdict
    allowed_claims: list[AllowedClaim]
    allowed_hypotheses: list[AllowedHypothesis]
    missing_info: list[str]
    recommended_actions: list[ActionItem]
    rationale: str


class Withheld(Payload):
    """Something a model wrote that may not be said, and why. No text of it is kept here."""

    kind: Literal["claim", "hypothesis", "action", "missing_info"]
    id: str
    reason: str


class ScreenOutcome(Payload):
    """What ``screen`` returns."""

    composer_input: ComposerInput
    withheld: list[Withheld]


class ComposerAction(RecommendedAction):
    """An action of the composer's reply: no other keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ComposerReply(ModelReply):
    """A composer model's whole reply: no other keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    answer_summary: str = Field(min_length=1, max_length=4000)
    recommended_actions: list[ComposerAction] = Field(max_length=20)
    user_facing_answer: str = Field(min_length=1, max_length=16000)


class Finding(Payload):
    """A violation that ``check_answer`` found. ``message`` is a template without answer text."""

    rule_id: str
    field: str
    sentence: str
    message: str


class ComposerOutput(Payload):
    """The audit of the composer: parsed fields when valid, never raw text otherwise."""

    status: Literal["valid", "malformed", "fallback"]
    answer_summary: str
    recommended_actions: list[ActionItem]
    user_facing_answer: str
    detail: str | None = None
    template_id: str | None = None
