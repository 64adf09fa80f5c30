"""The real servers that evidence comes from, for tests.

The programs are Debian's (``.ci/servers`` installs them). A test that lacks one is skipped and says
so; where ``SUPERBIZ_TEST_SERVERS=required`` is set, as in CI, it fails.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import NoReturn, ParamSpec, TypeVar

import pytest

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.evals.servers import process
from superbiz_agent.evals.servers.process import answers, free_port, started, wait_for

__all__ = ["REQUIRED", "answers", "free_port", "or_skipped", "program", "started", "wait_for"]

REQUIRED = os.environ.get("SUPERBIZ_TEST_SERVERS") == "required"

P = ParamSpec("P")
T = TypeVar("T")


def program(name: str) -> str:
    """Return the path of a server's program, or skip the test loudly."""
    try:
        return process.program(name)
    except ConfigurationError as error:
        _skip(error)


def or_skipped(
    serve: Callable[P, AbstractContextManager[T]],
) -> Callable[P, AbstractContextManager[T]]:
    """A server that is started as ``serve`` starts it; a test that lacks its program is skipped
    loudly."""

    @contextmanager
    def served(*args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        with ExitStack() as running:
            try:
                server = running.enter_context(serve(*args, **kwargs))
            except ConfigurationError as error:
                _skip(error)
            yield server

    return served


def _skip(error: ConfigurationError) -> NoReturn:
    (pytest.fail if REQUIRED else pytest.skip)(str(error))
