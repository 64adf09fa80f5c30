"""What a diagnosis may spend on models, what it has spent, and what that costs."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from superbiz_agent.contracts.session import BudgetKind, Spent
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings import variable_of

MILLION = 1_000_000
MAX_FILE_BYTES = 1024 * 1024

LIMIT_FIELDS: Mapping[BudgetKind, str] = {
    "calls": "max_model_calls",
    "tokens": "max_tokens",
    "seconds": "max_seconds",
    "money": "max_cost",
}
"""Kind of budget -> the setting that bounds it."""


@dataclass(frozen=True)
class Limits:
    """Bounds of one diagnosis; null is none. ``money`` in the currency of the prices."""

    calls: int | None = None
    tokens: int | None = None
    seconds: float | None = None
    money: float | None = None


class Price(BaseModel):
    """What a million tokens cost, in any one currency."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: float = Field(ge=0, allow_inf_nan=False)
    output: float = Field(ge=0, allow_inf_nan=False)


FREE = Price(input=0.0, output=0.0)


class _PriceFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    models: dict[str, Price] = Field(default_factory=dict[str, Price])


def budget_reached(limits: Limits, spent: Spent, *, seconds: float) -> BudgetKind | None:
    """Return which budget leaves no room for another call; ``seconds`` since the run began."""
    used: Mapping[BudgetKind, tuple[float, float | None]] = {
        "calls": (spent.calls, limits.calls),
        "tokens": (spent.input_tokens + spent.output_tokens, limits.tokens),
        "seconds": (seconds, limits.seconds),
        "money": (spent.cost or 0.0, limits.money),
    }
    return next(
        (kind for kind, (amount, limit) in used.items() if limit is not None and amount >= limit),
        None,
    )


def with_tokens(spent: Spent, input_tokens: int, output_tokens: int, price: Price | None) -> Spent:
    """Add the tokens of one call. The cost is unknown (null) once a call had no price."""
    cost = None
    if price is not None and spent.cost is not None:
        added = input_tokens * price.input + output_tokens * price.output
        cost = round(spent.cost + added / MILLION, 9)
    return spent.model_copy(
        update={
            "input_tokens": spent.input_tokens + input_tokens,
            "output_tokens": spent.output_tokens + output_tokens,
            "cost": cost,
        }
    )


def load_prices(path: Path | None) -> Mapping[str, Price]:
    """Return model name -> price from the operator's file; empty without one.

    Raises ConfigurationError, in one line that names the setting, for a file that cannot be read.
    """
    if path is None:
        return {}
    try:
        with path.open("rb") as file:
            text = file.read(MAX_FILE_BYTES + 1)
        if len(text) > MAX_FILE_BYTES:
            raise ValueError("is larger than 1 MiB")
        return _PriceFile.model_validate(tomllib.loads(text.decode("utf-8-sig"))).models
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors()[0]["loc"])
        fault = f"{place[:100]}: {error.errors()[0]['msg']}"
    except OSError as error:
        fault = error.strerror or type(error).__name__
    except (ValueError, RecursionError) as error:
        fault = str(error)
    setting = variable_of("prices")
    raise ConfigurationError(
        f"{setting}: {path} cannot be read ({' '.join(fault.split())[:200]}); "
        'it holds tables such as [models."gpt-4o-mini"] with input and output',
        setting=setting,
    )
