"""The budget of a diagnosis around each model call, and what the custom stream is told of it."""

from datetime import datetime

from langchain_core.messages import AIMessage

from superbiz_agent.errors import BudgetSpentError
from superbiz_agent.models.budget import LIMIT_FIELDS, budget_reached, with_tokens
from superbiz_agent.models.tokens import message_tokens
from superbiz_agent.nodes.step import AskModel, Scope
from superbiz_agent.settings.variables import variable_of


def begin_call(effect: AskModel, scope: Scope) -> None:
    """Count a call that is about to be made, and tell who watches.

    Raises BudgetSpentError, and notes it for the record, where a budget leaves no room for it.
    """
    reached = budget_reached(scope.services.limits, scope.spent, seconds=_seconds(scope))
    if reached is None:
        scope.spent = scope.spent.model_copy(update={"calls": scope.spent.calls + 1})
        _tell(effect, scope, status="asked", call=scope.spent.calls)
        return
    scope.spent = scope.spent.model_copy(update={"stopped_by": reached})
    scope.emit("node", node=effect.role, status="stopped", budget=reached)
    setting = variable_of(LIMIT_FIELDS[reached])
    reason = f"the budget of {reached} is spent"
    raise BudgetSpentError(
        f"{effect.role}: {reason}: raise {setting}", role=effect.role, reason=reason
    )


def end_call(message: AIMessage, effect: AskModel, scope: Scope) -> None:
    """Add what the call took: as the endpoint counts it, else as estimated."""
    usage = message.usage_metadata
    if usage is not None:
        used = usage["input_tokens"], usage["output_tokens"]
    elif scope.services.is_embedded(effect.role):
        used = 0, 0
    else:
        used = sum(map(message_tokens, effect.messages)), message_tokens(message)
    scope.spent = with_tokens(scope.spent, *used, scope.services.price(effect.role))
    _tell(effect, scope, status="answered", input_tokens=used[0], output_tokens=used[1])


def _tell(effect: AskModel, scope: Scope, **data: str | int) -> None:
    """Progress while a model works; the embedded one answers at once."""
    if not scope.services.is_embedded(effect.role):
        scope.emit("node", node=effect.role, **data)


def _seconds(scope: Scope) -> float:
    """Seconds since the run began, by the clock of the run."""
    if not scope.started:
        return 0.0
    return (scope.services.clock() - datetime.fromisoformat(scope.started)).total_seconds()
