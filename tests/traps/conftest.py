"""The stage that the traps are played on: opened once, clean settings, every session replayed."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from superbiz_agent.tools.function_tool import FunctionTool
from tests.traps.stage import Stage, open_stage

UNCITED = "zorkleak-raw"


def _lines(query: str) -> dict[str, list[dict[str, str]]]:
    return {"lines": [{"service": "order-service", "message": f"{UNCITED} of the tool's output"}]}


def _failing(query: str) -> dict[str, list[str]]:
    raise RuntimeError(f"{UNCITED} of the tool's failure")


EXTRA_TOOLS = (
    FunctionTool(_lines, name="query_marks", description="Marked lines.", list_name="lines"),
    FunctionTool(_failing, name="query_down", description="Never answers.", list_name="rows"),
)


@pytest.fixture(scope="session")
def _opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Stage]]:
    with ExitStack() as stack:
        opened: dict[str, Stage] = {}

        def stage() -> Stage:
            if not opened:
                folder = tmp_path_factory.mktemp("stage")
                opened["stage"] = stack.enter_context(open_stage(folder, EXTRA_TOOLS))
            return opened["stage"]

        yield stage  # type: ignore[misc]


@pytest.fixture
def stage(own_environment: None, _opened: object) -> Stage:
    """The shared stage; it is opened by the first test, so that its settings are the test's."""
    return _opened()  # type: ignore[operator]
