"""``superbiz sessions``, ``show`` and ``verify``: what is kept of the questions asked."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from superbiz_agent.cli.options import Json, SessionId
from superbiz_agent.terminal import console
from superbiz_agent.terminal.command_runner import ExitCode

if TYPE_CHECKING:
    from superbiz_agent.store.sql import SqlEvidenceStore


def sessions(
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="How many, newest first.")] = 20,
    as_json: Json = False,
) -> int:
    """List what was asked, newest first."""
    from superbiz_agent.terminal import reports

    with _open_store() as store:
        rows = store.sessions(limit + 1)
    if as_json:
        console.write_exact(console.json_line(reports.session_list(rows[:limit])))
    else:
        console.write(reports.session_list_lines(rows[:limit], full_ids=not sys.stdout.isatty()))
    if len(rows) > limit:
        console.tell(console.Line(f"the newest {limit} are shown: --limit shows more"))
    if not rows:
        console.tell(console.Line("no sessions yet: superbiz ask QUESTION makes one"))
    return ExitCode.ANSWERED


def show(session_id: SessionId, as_json: Json = False) -> int:
    """Print one session with its evidence, checks and audit."""
    from superbiz_agent.terminal import reports

    with _open_store() as store:
        row = store.session(session_id)
        invocations = store.invocations(row.id)
    if as_json:
        calls = [call.model_dump(mode="json") for call in invocations]
        whole = {"session": row.model_dump(mode="json"), "invocations": calls}
        console.write_exact(console.json_line(whole))
    else:
        console.write(reports.session_lines(row, invocations))
    return ExitCode.ANSWERED


def verify(session_id: SessionId) -> int:
    """Replay a session's decisions; exit 1 if any differs."""
    from superbiz_agent.audit.replay import replay_session
    from superbiz_agent.nodes.reply import REPLIES
    from superbiz_agent.terminal import reports

    with _open_store() as store:
        row = store.session(session_id)
        differences = replay_session(store, row.id, reply_texts=tuple(REPLIES.values()))
    console.write(reports.difference_lines(row.id, differences))
    return ExitCode.FAILED if differences else ExitCode.ANSWERED


def _open_store() -> "SqlEvidenceStore":
    from superbiz_agent.settings import load_settings
    from superbiz_agent.store import open_store

    return open_store(load_settings().database_url)
