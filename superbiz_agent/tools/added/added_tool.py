"""A tool of the operator's as an evidence tool: asked within its bounds, read as declared."""

from datetime import datetime
from functools import lru_cache
from typing import Any, Protocol

from superbiz_agent.contracts.base import EvidenceKind, JsonObject
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.errors import ConfigurationError, InvalidInputError, SourceError
from superbiz_agent.settings.tools import TimeForm, ToolOptions
from superbiz_agent.tools.added.arguments import ANY_ARGUMENTS, AddedArguments, arguments_model
from superbiz_agent.tools.added.faults import ToolFaultError
from superbiz_agent.tools.added.outcomes import failed_outcome, found_outcome
from superbiz_agent.tools.added.results import ResultError, read_items
from superbiz_agent.tools.added.secrets import Secrets, shown_arguments
from superbiz_agent.tools.base import ToolContext, ToolOutcome
from superbiz_agent.tools.instants import format_instant, parse_instant
from superbiz_agent.tools.time_window import call_window


class Origin(Protocol):
    """Where a tool comes from: what it says of itself, and how it is called.

    All of it may raise ``SourceError`` or ``ConfigurationError``, whose message completes
    "<tool> ..." or names the setting. ``secrets`` holds what no text may show.
    """

    @property
    def secrets(self) -> Secrets: ...

    def description(self) -> str:
        """One line that says what the tool is for."""
        ...

    def schema(self) -> JsonObject:
        """The schema of its arguments, as a chat model is offered it."""
        ...

    def call(self, arguments: JsonObject) -> tuple[Any, Any]:
        """Call it once; the content and the artifact of what it returns."""
        ...


class AddedTool:
    """An evidence tool (contract section 2) over whatever ``origin`` calls.

    Nothing is imported or reached before it is described or asked. A tool that cannot be described
    is offered all the same: asking it is a failed call that says why.
    """

    def __init__(self, name: str, options: ToolOptions, origin: Origin) -> None:
        self.name = name
        self.options = options
        self.kind: EvidenceKind = options.kind
        self.lists: tuple[str, ...] = (options.list_name,)
        self._origin = origin

    @property
    def description(self) -> str:
        """What models are told of it: the operator's word, else the tool's own."""
        if self.options.description:
            return self.options.description
        try:
            return self._hidden(self._origin.description()) or f"The tool {self.name}."
        except (SourceError, ConfigurationError):
            return f"The tool {self.name}, which cannot be asked at present."

    @property
    def arguments(self) -> type[AddedArguments]:
        """The class of its arguments; any where it cannot be described: asking it says why."""
        try:
            return _model(_Hashable(self._origin.schema()))
        except (SourceError, ConfigurationError):
            return _model(_Hashable(ANY_ARGUMENTS))

    def check(self) -> str:
        """Describe it without calling it. Raises ``SourceError`` or ``ConfigurationError``."""
        arguments = self._origin.schema()["properties"]
        return f"$.{self.options.list_name}[i], asked by {', '.join(arguments) or 'nothing'}"

    def run(self, arguments: Any, context: ToolContext) -> ToolOutcome:
        """Ask it once; whatever goes wrong is a failed call."""
        given: JsonObject = dict(arguments.given)
        try:
            window = self._window(given, context)
            sent = given | self._times(window, context) | self._fixed()
            content, artifact = self._origin.call(sent)
            items = read_items(content, artifact, self.options, self._origin.secrets.hide_all)
        except InvalidInputError as error:
            return ToolOutcome(evidence_status="error", error=f"{self.name}: {error}")
        except (ResultError, SourceError, ConfigurationError) as error:
            told = error.told if isinstance(error, ToolFaultError) else str(error)
            return failed_outcome(self.name, self._hidden(str(error)), told=self._hidden(told))
        except Exception as error:  # whatever a tool does, the run goes on
            said = self._hidden(str(error))[:500]
            reason = self._hidden(f"failed ({type(error).__name__}: {said})")
            return failed_outcome(self.name, reason, told=f"raised {type(error).__name__}")
        asked = shown_arguments(self.options.arguments) | self._without_times(given)
        return found_outcome(
            self.name, items, self.options, asked=asked, window=window, hide=self._hidden
        )

    def _hidden(self, text: str) -> str:
        return self._origin.secrets.hide(text)

    def _fixed(self) -> JsonObject:
        return self._origin.secrets.filled(self.options.arguments)

    def _without_times(self, given: JsonObject) -> JsonObject:
        times = (self.options.since, self.options.until)
        return {key: value for key, value in given.items() if key not in times}

    def _window(self, given: JsonObject, context: ToolContext) -> TimeWindow | None:
        """The window that is searched; null where the tool takes none."""
        options = self.options
        if not (options.since or options.until):
            return None
        since, until = (
            given.get(name) if name else None for name in (options.since, options.until)
        )
        if since is None and until is None:
            return context.window
        return call_window(since, until, within=context.window, at=context.now)

    def _times(self, window: TimeWindow | None, context: ToolContext) -> JsonObject:
        """The ends of the window as the tool wants them: a start that is open is left out, an end
        that is open is now."""
        options, times = self.options, dict[str, Any]()
        if window is None:
            return times
        if options.since and window.since:
            times[options.since] = _written(parse_instant(window.since), options.times)
        if options.until:
            end = parse_instant(window.until) if window.until else context.now
            times[options.until] = _written(end, options.times)
        return times


def _written(at: datetime, form: TimeForm) -> str | int:
    match form:
        case "iso":
            return format_instant(at)
        case "seconds":
            return int(at.timestamp())
        case "milliseconds":
            return int(at.timestamp() * 1000)


class _Hashable(dict[str, Any]):
    """A schema as a key: the same schema is the same class, whose own schema is cached by it."""

    def __hash__(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return hash(repr(self))


@lru_cache(maxsize=256)
def _model(schema: _Hashable) -> type[AddedArguments]:
    return arguments_model(dict(schema))
