"""What search tools may be asked: a query, and for incident evidence a service and a window."""

from pydantic import BaseModel, ConfigDict, Field

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.tools.base import ToolContext
from superbiz_agent.tools.time_window import call_window

MAX_QUERY = 1000


class SearchArguments(BaseModel):
    """The arguments of a tool that is asked in words alone."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    query: str = Field(min_length=1, max_length=MAX_QUERY, description="What to look for.")


class IncidentArguments(SearchArguments):
    """The arguments of a tool whose evidence belongs to a service and a time."""

    service: str | None = Field(
        None, max_length=200, description="Only evidence of this service, pod, host or namespace."
    )
    since: str | None = Field(
        None, max_length=64, description="Start: '15m', '1h' before now, or an ISO 8601 instant."
    )
    until: str | None = Field(None, max_length=64, description="End, written like since.")

    def window(self, context: ToolContext) -> TimeWindow:
        """Return the window to search: the question's, which the arguments may narrow.

        Raises ``InvalidInputError`` for a window that makes no sense or lies outside of it.
        """
        if self.since is None and self.until is None:
            return context.window
        return call_window(self.since, self.until, within=context.window, at=context.now)
