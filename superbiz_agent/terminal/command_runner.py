"""Running one command line: its exit code, and one line for whatever goes wrong."""

import logging
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any

import typer

from superbiz_agent.errors import RunInterruptedError, SuperBizError
from superbiz_agent.terminal import console

DEBUG_VARIABLE = "SUPERBIZ_DEBUG"
PACKAGE = Path(__file__).parents[1]


class ExitCode(IntEnum):
    """How a command ends. ``SuperBizError.exit_code`` says which of them an error is."""

    ANSWERED = 0  # an answer was given, whatever its verdict; everything checked holds
    FAILED = 1  # no answer could be given; a check failed; an internal error
    USAGE = 2  # usage, configuration, a source or the database
    INTERRUPTED = 130  # Ctrl-C
    BROKEN_PIPE = 141  # nobody reads the output any more


def run_command(command: Any, arguments: Sequence[str]) -> int:
    """Run Typer's ``command`` and return the exit code; only ``SUPERBIZ_DEBUG`` lets it raise."""
    console.prepare_streams()
    if not os.environ.get(DEBUG_VARIABLE):
        _silence_libraries()
    try:
        code = _run(command, arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        console.complain("interrupted")
        code = ExitCode.INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        code = ExitCode.BROKEN_PIPE
    except RunInterruptedError as error:
        console.complain(str(error))
        code = error.exit_code
        if error.still_running:
            _exit_now(code)
    except Exception as error:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        message, code = _failure(error, command, arguments)
        console.complain(message)
    return int(code)


def _run(command: Any, arguments: Sequence[str]) -> int:
    # Typer's own way of running prints usage errors in several lines, and tracebacks.
    try:
        with command.make_context("superbiz", list(arguments)) as context:
            return command.invoke(context) or ExitCode.ANSWERED
    except typer.Exit as error:
        return error.exit_code


def _failure(error: Exception, command: Any, arguments: Sequence[str]) -> tuple[str, int]:
    """The one line, and the exit code, of whatever a command raised."""
    if isinstance(error, SuperBizError):
        return str(error), error.exit_code
    # Typer's usage errors: their class is Click's or a copy of it, by Typer's version.
    usage: Callable[[], str] | None = getattr(error, "format_message", None)
    if usage:
        name = arguments[0] if arguments[0] in command.commands else ""
        help_call = " ".join(["superbiz", *filter(None, [name]), "--help"])
        return f"{usage().rstrip('.')} (see '{help_call}')", ExitCode.USAGE
    if isinstance(error, OSError) and error.filename is None:
        _drop_output()
        return f"the output cannot be written: {error.strerror or error}", ExitCode.FAILED
    message = (
        f"internal error ({type(error).__name__} at {_place(error)}); please report it to the "
        f"project with the command line; {DEBUG_VARIABLE}=1 prints the whole trace"
    )
    return message, ExitCode.FAILED


def _place(error: Exception) -> str:
    """Where in this package an error arose; its text may hold secrets and is not shown."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if PACKAGE in Path(frame.filename).parents]
    frame = (ours or frames)[-1]
    return f"{Path(frame.filename).name}:{frame.lineno}"


def _drop_output() -> None:
    """Throw away what is still to be written: the interpreter would stumble over it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _exit_now(code: int) -> None:
    """End the process without waiting for its threads, as the interpreter would."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _silence_libraries() -> None:
    """Keep other libraries' warnings and log lines out of the output."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    logging.getLogger().addHandler(logging.NullHandler())
