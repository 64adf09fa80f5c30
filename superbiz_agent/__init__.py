"""SuperBiz Agent: answers about incidents whose every stated fact traces to stored evidence."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from superbiz_agent.graph import build_graph
    from superbiz_agent.settings import Settings

__all__ = ["Settings", "build_graph"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Import the public names on first use, so that ``superbiz --help`` need not load LangGraph."""
    if name == "build_graph":
        from superbiz_agent.graph import build_graph  # noqa: PLC0415

        return build_graph
    if name == "Settings":
        from superbiz_agent.settings import Settings  # noqa: PLC0415

        return Settings
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
