"""The errors that reach a user, as one small tree.

SuperBizError
├── ConfigurationError       a setting is missing, wrong or contradictory (exit code 2)
├── InvalidInputError        the question, or what came with it, cannot be read (exit code 2)
├── SourceError              a file or server that holds evidence cannot be read (exit code 2)
├── StoreError               the database cannot be opened, read or written (exit code 2)
│   └── SessionNotFoundError
├── ModelUnavailableError    a chat model gave no reply at all (exit code 1)
│   └── BudgetSpentError     the diagnosis may ask no model any more; it ends with what it has
└── RunInterruptedError      the user pressed Ctrl-C (exit code 130)

Every message is one line: what happened, where, and what to do. No message holds a secret.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias


class SuperBizError(RuntimeError):
    """Base of every error that this package raises on purpose.

    A RuntimeError, since a LangGraph server tells its clients, Studio among them, the words of
    Python's own errors alone.
    """

    exit_code = 1


class ConfigurationError(SuperBizError):
    """A setting is unusable; ``setting`` names it as the user writes it."""

    exit_code = 2

    def __init__(self, message: str, *, setting: str | None = None) -> None:
        super().__init__(message)
        self.setting = setting


class InvalidInputError(SuperBizError):
    """The input of a diagnosis is unusable."""

    exit_code = 2


FaultKind: TypeAlias = Literal[
    "status", "timeout", "unreachable", "broken_off", "tls", "redirect", "too_large", "foreign"
]  # fmt: skip
"""What can go wrong at a server; ``foreign`` is an answer that is not of the API that was asked."""


@dataclass(frozen=True)
class SourceFault:
    """A fault as code knows it, without a word of the server: its kind, the HTTP ``status`` where
    that says it, and how often it was tried."""

    kind: FaultKind
    status: int | None = None
    tries: int = 1


class SourceError(SuperBizError):
    """An evidence source cannot be read; ``source`` names the file or server, ``fault`` says what
    went wrong where code knows it."""

    exit_code = 2

    def __init__(self, message: str, *, source: str, fault: SourceFault | None = None) -> None:
        super().__init__(message)
        self.source = source
        self.fault = fault


class StoreError(SuperBizError):
    """The session store failed; the message names the database and the setting."""

    exit_code = 2


class SessionNotFoundError(StoreError):
    """No session has the id that was asked for."""


class ModelUnavailableError(SuperBizError):
    """A chat model could not be reached or refused to answer.

    ``role`` is the role that asked, ``reason`` a short cause without secrets.
    """

    def __init__(self, message: str, *, role: str, reason: str) -> None:
        super().__init__(message)
        self.role = role
        self.reason = reason


class BudgetSpentError(ModelUnavailableError):
    """A budget of the diagnosis leaves no room for another call."""


class RunInterruptedError(SuperBizError):
    """The user interrupted a run; the message says what was kept.

    ``still_running`` tells that a step of it goes on in a thread which cannot be stopped.
    """

    exit_code = 130

    def __init__(self, message: str, *, still_running: bool) -> None:
        super().__init__(message)
        self.still_running = still_running
