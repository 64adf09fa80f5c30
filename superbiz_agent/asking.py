"""One question from the command line: the graph is run, watched, and ended cleanly."""

# LangGraph types its graphs only in part.
# pyright: reportUnknownMemberType=false

import contextlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Literal

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.errors import SuperBizError
from superbiz_agent.settings import Settings
from superbiz_agent.store import EvidenceStore, open_store

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


class RunInterruptedError(SuperBizError):
    """The user pressed Ctrl-C; the message says what was kept."""

    exit_code = 130


def diagnose(
    settings: Settings, given: JsonObject, watch: Callable[[JsonObject], None]
) -> JsonObject:
    """Run the graph on ``given`` (its input keys) and return its result as plain JSON values.

    ``watch`` gets every event of the custom stream. Raises ``SuperBizError``; a run that ends
    early leaves its session ``failed``, or ``cancelled`` on Ctrl-C.
    """
    kept = _Kept()
    with open_store(settings.database_url) as store:
        try:
            return _run(settings, store, given, watch, kept)
        except KeyboardInterrupt:
            raise RunInterruptedError(_kept_message(store, kept)) from None
        except BaseException:
            _close(store, kept, "failed")
            raise


class _Kept:
    """What the store keeps of the run, as far as it has come."""

    session_id: str | None = None


def _run(
    settings: Settings,
    store: EvidenceStore,
    given: JsonObject,
    watch: Callable[[JsonObject], None],
    kept: _Kept,
) -> JsonObject:
    import superbiz_agent  # noqa: PLC0415  (a second: not for --help)

    graph: Any = superbiz_agent.build_graph(settings, evidence_store=store)
    values: Any = {}
    for mode, chunk in graph.stream(given, stream_mode=["custom", "values"]):
        if mode == "custom":
            kept.session_id = chunk.get("session_id") or kept.session_id
            watch(chunk)
        else:
            values = chunk
    return {key: values[key] for key in RESULT_KEYS if key != "messages"} | {
        "messages": [_plain_message(message) for message in values["messages"]]
    }


def _plain_message(message: Any) -> JsonObject:
    kind = str(message.type)
    return {"role": _ROLES.get(kind, kind), "content": message.content}


def _close(store: EvidenceStore, kept: _Kept, status: Literal["failed", "cancelled"]) -> None:
    """End the session; whatever fails here must not hide why the run ended."""
    if kept.session_id:
        with contextlib.suppress(Exception):
            store.close_session(kept.session_id, status, at=datetime.now(UTC))


def _kept_message(store: EvidenceStore, kept: _Kept) -> str:
    if not kept.session_id:
        return "interrupted before a session was opened: nothing was kept"
    _close(store, kept, "cancelled")
    status = "kept"
    with contextlib.suppress(Exception):
        status = store.session(kept.session_id).status
    return (
        f"interrupted: session {kept.session_id} is {status} with the evidence recorded so far; "
        f"'superbiz show {kept.session_id}' prints it"
    )
