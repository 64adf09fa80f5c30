"""The command ``superbiz`` (contract section 9): ``main`` runs one command line.

One file a group of commands. Importing them loads no agent, model or database library, so that
``--help`` answers at once; each command imports what it needs. Every failure is one line on stderr.
"""

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from superbiz_agent import __version__
from superbiz_agent.cli import benchmarks, evaluations
from superbiz_agent.cli.asking import ask
from superbiz_agent.cli.configuration import config, doctor
from superbiz_agent.cli.sessions import sessions, show, verify
from superbiz_agent.terminal import console
from superbiz_agent.terminal.command_runner import run_command

__all__ = ["main"]

EXIT_CODES_TEXT = (
    "Exit codes: 0 an answer was given, whatever its verdict; 1 none could be given; "
    "2 usage or configuration, with the setting named; 130 interrupted."
)

app = typer.Typer(add_completion=False, rich_markup_mode=None)


def _print_version(wanted: bool) -> None:
    if wanted:
        console.write_exact(f"superbiz-agent {__version__}")
        raise typer.Exit


@app.callback()
def superbiz(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    """Answers questions about incidents; every stated fact traces to stored evidence."""


app.command(epilog=EXIT_CODES_TEXT)(ask)
for _command in (sessions, show, verify, doctor, config):
    app.command()(_command)
app.add_typer(evaluations.app, name="eval")
app.add_typer(benchmarks.app, name="bench")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (``sys.argv`` if none is given) and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    return run_command(typer.main.get_command(app), given or ["--help"])
