"""One question from the command line: the graph is run, watched, and ended cleanly."""

# LangGraph types its graphs only in part.
# pyright: reportUnknownMemberType=false

import contextlib
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any, Literal

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.evidence import ToolInvocation
from superbiz_agent.contracts.session import SessionStatus
from superbiz_agent.errors import RunInterruptedError
from superbiz_agent.settings import Settings
from superbiz_agent.store import EvidenceStore, open_store
from superbiz_agent.tools.instants import utc_now

RESULT_KEYS = (
    "answer",
    "verdict",
    "session_id",
    "thread_id",
    "language",
    "composer_status",
    "references",
    "messages",
)
"""The output keys of the graph (contract section 9)."""

_ROLES = {"human": "user", "ai": "assistant"}
_LAST_STEP = 1.0
"""Seconds that an interrupted run may take for the step it is in."""


def diagnose(
    settings: Settings,
    given: JsonObject,
    *,
    watch: Callable[[JsonObject], None],
    show: Callable[[JsonObject], None],
    explain: Callable[[Sequence[ToolInvocation]], None],
) -> None:
    """Run the graph on ``given`` (its input keys); ``show`` gets its result as plain JSON values.

    ``watch`` gets every event of the custom stream, ``explain`` the tool calls before the result is
    shown, or before the run's error is raised. Raises ``SuperBizError``; a run that ends early
    leaves its session ``failed``, or ``cancelled`` on Ctrl-C (``RunInterruptedError``). A run that
    was through when Ctrl-C came shows its result first.
    """
    import superbiz_agent  # noqa: PLC0415  (a second: not for --help)
    from superbiz_agent.nodes.trace_feedback import wait_for_feedback  # noqa: PLC0415

    with open_store(settings.database_url) as store:
        run = _Run(superbiz_agent.build_graph(settings, evidence_store=store), given)
        try:
            for event in run.events():
                watch(event)
        except KeyboardInterrupt:
            run.stop_watching()
            message = _kept_message(store, run)
            if _is_complete(store, run):
                show(_result(run.values))
            raise RunInterruptedError(message, still_running=run.is_alive) from None
        except BaseException:
            _close(store, run, "failed")
            explain(_calls(store, run))
            raise
        explain(_calls(store, run))
    show(_result(run.values))
    if settings.trace_feedback:
        wait_for_feedback()


class _Run:
    """A run of the graph in a thread of its own.

    The graph cannot be stopped within a step, and waits for it; so that Ctrl-C need not, the run
    is watched from outside.
    """

    def __init__(self, graph: Any, given: JsonObject) -> None:
        self.session_id: str | None = None
        self.values: JsonObject = {}
        self._graph, self._given = graph, given
        self._progress: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        self._thread = Thread(target=self._work, name="superbiz-run", daemon=True)

    @property
    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def events(self) -> Iterator[JsonObject]:
        """Start, and yield each event; raise what the graph raises. ``values`` is the result."""
        self._thread.start()
        while (item := self._progress.get())[0] != "end":
            yield from self._read(*item)

    def stop_watching(self) -> None:
        """Read what is there already, and give the step that is under way a moment to end."""
        with contextlib.suppress(KeyboardInterrupt, RuntimeError):  # impatient; not yet started
            self._thread.join(_LAST_STEP)
        with contextlib.suppress(BaseException):  # its error, or the end of the queue
            while True:
                list(self._read(*self._progress.get_nowait()))

    def _work(self) -> None:
        try:
            for item in self._graph.stream(self._given, stream_mode=["custom", "values"]):
                self._progress.put(item)
            self._progress.put(("end", None))
        except BaseException as error:  # raised again by whoever watches
            self._progress.put(("error", error))

    def _read(self, kind: str, value: Any) -> Iterator[JsonObject]:
        if kind == "error":
            raise value
        if kind == "custom":
            self.session_id = value.get("session_id") or self.session_id
            yield value
        elif kind == "values":
            self.values = value


def _result(values: JsonObject) -> JsonObject:
    messages = [_plain_message(message) for message in values["messages"]]
    return {key: values[key] for key in RESULT_KEYS} | {"messages": messages}


def _plain_message(message: Any) -> JsonObject:
    kind = str(message.type)
    return {"role": _ROLES.get(kind, kind), "content": message.content}


def _calls(store: EvidenceStore, run: _Run) -> list[ToolInvocation]:
    """The tool calls of the run; whatever fails here must not hide how the run ended."""
    if run.session_id:
        with contextlib.suppress(Exception):
            return store.invocations(run.session_id)
    return []


def _close(store: EvidenceStore, run: _Run, status: Literal["failed", "cancelled"]) -> None:
    """End the session; whatever fails here must not hide why the run ended."""
    if run.session_id:
        with contextlib.suppress(Exception):
            store.close_session(run.session_id, status, at=utc_now())


def _kept_message(store: EvidenceStore, run: _Run) -> str:
    if not run.session_id:
        return "interrupted before a session was opened: nothing was kept"
    _close(store, run, "cancelled")
    if _is_complete(store, run):
        return f"interrupted when session {run.session_id} was completed: this is its answer"
    return (
        f"interrupted: session {run.session_id} is {_status(store, run) or 'kept'} with the "
        f"evidence recorded so far; 'superbiz show {run.session_id}' prints it"
    )


def _is_complete(store: EvidenceStore, run: _Run) -> bool:
    """Whether the session is written to its end and its result is at hand."""
    return bool(run.values.get("answer")) and _status(store, run) == "completed"


def _status(store: EvidenceStore, run: _Run) -> SessionStatus | None:
    if run.session_id:
        with contextlib.suppress(Exception):
            return store.session(run.session_id).status
    return None
