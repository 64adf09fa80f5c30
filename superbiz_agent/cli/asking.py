"""``superbiz ask``."""

import os
from collections.abc import Sequence
from contextlib import closing
from typing import Annotated, Any

import typer

from superbiz_agent.cli.options import Alerts, Json, Logs, Runbooks, Sources, given
from superbiz_agent.terminal import console
from superbiz_agent.terminal.command_runner import ExitCode


def ask(
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="The question, in Chinese or English.")
    ],
    thread: Annotated[
        str | None, typer.Option(metavar="ID", help="Conversation this question continues.")
    ] = None,
    as_json: Json = False,
    logs: Logs = [],
    alerts: Alerts = [],
    runbooks: Runbooks = [],
    sources: Sources = [],
    since: Annotated[
        str | None,
        typer.Option(
            metavar="1h",
            help='Start of the window: 15m, 2d, yesterday, "last night" or ISO 8601.',
        ),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="End of the window, ISO 8601 or now: nothing later is looked at.",
        ),
    ] = None,
) -> int:
    """Answer one question about an incident."""
    from superbiz_agent.settings import load_settings
    from superbiz_agent.terminal import asking, notices, reports
    from superbiz_agent.terminal.progress import SearchBar

    if not question.strip():
        raise typer.BadParameter('QUESTION is empty: ask, for example, "Why does checkout fail?"')
    settings = load_settings(**given(logs=logs, alerts=alerts, runbooks=runbooks, sources=sources))
    _tell(notices.misspelt_lines(notices.misspelt_settings(os.environ)))

    bar = SearchBar(shown=not as_json)

    def watch(event: dict[str, Any]) -> None:
        if not bar.take(event) and (line := reports.progress_line(event)):
            console.tell(line)

    def explain(calls: Sequence[Any]) -> None:
        bar.close()
        _tell(notices.source_lines(calls))

    def show_answer(result: dict[str, Any]) -> None:
        if as_json:
            console.write_exact(console.json_line(result))
        else:
            console.write(reports.answer_lines(result))

    asked = {"query": question, **given(thread_id=thread, since=since, at=at)}
    with closing(bar):
        asking.diagnose(settings, asked, watch=watch, show=show_answer, explain=explain)
    return ExitCode.ANSWERED


def _tell(lines: Sequence[console.Line]) -> None:
    for line in lines:
        console.tell(line)
