"""Options that several commands take, and what is checked of them before anything runs."""

import os
from pathlib import Path
from typing import Annotated, Any

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
JsonFile = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help="Write the figures as JSON.")
]
Jobs = Annotated[
    int | None, typer.Option(min=1, max=64, help="Worker processes; the processors by default.")
]
SessionId = Annotated[str, typer.Argument(metavar="ID", help="A session's id, or its beginning.")]
IncidentFolders = Annotated[
    Path, typer.Option(metavar="DIR", exists=True, help="Folder of incident folders.")
]
OnlyIncidents = Annotated[
    list[str], typer.Option("--only", metavar="NAME", help="This incident alone, repeatable.")
]


def public_data(what: str, *, below: str = "") -> Any:
    """The option ``--data``: the folder of ``what``, which lies ``below`` the folder of all public
    data where the option is not given."""
    return typer.Option(metavar="DIR", help=f"Folder of {what}; else SUPERBIZ_EVAL_DATA{below}.")


def only_beginning(what: str) -> Any:
    """The option ``--only``: those of ``what`` whose name begins so."""
    return typer.Option(metavar="NAME", help=f"{what} whose name begins so, repeatable.")


def workers(jobs: int | None) -> int:
    """How many processes work: as many as were asked for, else one a processor."""
    return jobs or os.cpu_count() or 1


def given(**options: Any) -> dict[str, Any]:
    """The options that the user gave: settings hold where none was."""
    return {name: value for name, value in options.items() if value not in (None, [])}


def _existing_log(values: list[str]) -> list[str]:
    from superbiz_agent.settings import split_named_path

    for value in values:
        _, path = split_named_path(value)
        if not path.exists():
            raise typer.BadParameter(f"Path '{path}' does not exist.")
    return values


def _documents(values: list[Path]) -> list[Path]:
    from superbiz_agent.tools.knowledge import KNOWN_FORMATS, is_page

    for path in values:
        if path.is_file() and not is_page(path):
            raise typer.BadParameter(f"'{path}' is no page: {KNOWN_FORMATS}, or a folder of them.")
    return values


Logs = Annotated[
    list[str],
    typer.Option(
        metavar="[NAME=]PATH",
        callback=_existing_log,
        help="Log file or folder, repeatable; NAME, a pod or service, stands in the evidence.",
    ),
]
Alerts = Annotated[
    list[Path],
    typer.Option(
        metavar="FILE", exists=True, help="Alert export of Alertmanager or Prometheus, repeatable."
    ),
]
Runbooks = Annotated[
    list[Path],
    typer.Option(
        metavar="DIR",
        exists=True,
        callback=_documents,
        help="Folder or file of runbooks (Markdown, HTML, reStructuredText, PDF), repeatable.",
    ),
]
Sources = Annotated[
    list[str],
    typer.Option(
        "--source",
        metavar="KIND=URL",
        help="Server, repeatable: prometheus, alertmanager, loki, elasticsearch; journald alone. "
        "Others, and how to sign in: [sources.NAME] in superbiz.toml.",
    ),
]
