"""Why a tool of the operator's gave no result."""

from superbiz_agent.errors import SourceError


class ToolFaultError(SourceError):
    """A call that failed; the message completes "<tool> ...". ``told`` is what the user is told of
    it where the message holds text that a server or somebody else's code wrote."""

    def __init__(self, message: str, *, source: str, told: str | None = None) -> None:
        super().__init__(message, source=source)
        self.told = told or message
