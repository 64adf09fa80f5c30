"""Ways of asking for a structured reply, and what the server at hand can do.

The agent asks by them itself, as its settings say; nothing is bound here.
"""

import contextlib
from collections.abc import Generator, Mapping, Sequence
from typing import Final

from langchain_core.language_models import BaseChatModel

from superbiz_agent.contracts.base import Role
from superbiz_agent.models.abilities import forget_abilities
from superbiz_agent.settings import Settings
from superbiz_agent.settings.roles import Method
from superbiz_agent.terminal.endpoint_probe import holds, probe

METHODS: Final[tuple[Method, ...]] = ("json_schema", "json_mode", "function_calling", "plain")
PROBES: Final = 3


def why_skipped(role: Role, method: Method, carried_out: Mapping[Method, bool]) -> str | None:
    """Why a role is not asked by ``method``; None if it is."""
    if method == "function_calling" and role == "verifier":
        return "the verifier is never asked by function calling"
    return None if carried_out[method] else "the server does not carry it out"


def carried_out(model: BaseChatModel, methods: Sequence[Method]) -> Mapping[Method, bool]:
    """Method -> whether the model's endpoint holds a short reply by it, found out as the doctor
    does."""
    return {method: method == "plain" or _is_held(model, method) for method in methods}


def _is_held(model: BaseChatModel, method: Method) -> bool:
    """A model that draws its words may lose itself in one reply: the method is tried again."""
    try:
        return any(holds(model, method) for _ in range(PROBES))
    except Exception:  # whatever the endpoint refuses it by
        return False


@contextlib.contextmanager
def found_out(settings: Settings) -> Generator[None]:
    """Within the block the agent knows of the endpoint what ``superbiz doctor`` finds out, as it
    does at any other; afterwards it is forgotten: the server's port is another each time."""
    probe("executor", settings, timeout=settings.role_model("executor").timeout)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            forget_abilities(settings.role_model("executor"))
