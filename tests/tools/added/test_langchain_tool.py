"""Any LangChain tool, and any function, as an evidence tool."""

import asyncio
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Annotated, Any

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.documents import Document
from langchain_core.messages import ToolMessage
from langchain_core.runnables import RunnableLambda
from langchain_core.tools import BaseTool, InjectedToolArg, ToolException, tool
from pydantic import BaseModel, Field

import superbiz_agent.tools
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings.tools import ToolOptions
from superbiz_agent.tools.added.langchain_tool import LangChainTool
from superbiz_agent.tools.base import ToolContext, ToolOutcome, search_text
from superbiz_agent.tools.recording import tool_schema

NOW = datetime(2026, 7, 7, 10, tzinfo=UTC)
WINDOW = TimeWindow(since="2026-07-07T09:00:00Z", until="2026-07-07T09:30:00Z")


def made(function: Any, **options: Any) -> LangChainTool:
    return LangChainTool(function, ToolOptions.model_validate({"list": "rows", **options}))


def ask(
    function: Any, given: dict[str, Any], window: TimeWindow = WINDOW, /, **options: Any
) -> ToolOutcome:
    chosen = made(function, **options)
    asked = chosen.arguments.model_validate(given)
    return chosen.run(asked, ToolContext(window=window, now=NOW))


def texts(outcome: ToolOutcome) -> list[str]:
    return [item.text for item in outcome.items.get("rows", ())]


@tool
def as_object(query: str) -> dict[str, Any]:
    """An object."""
    return {"rows": [{"is": query}]}


@tool
def as_text(query: str) -> str:
    """JSON text."""
    return f'[{{"is": "{query}"}}]'


@tool
async def asynchronous(query: str) -> dict[str, Any]:
    """Only asynchronous."""
    await asyncio.sleep(0)
    return {"rows": [{"is": query}]}


@tool(response_format="content_and_artifact")
def with_artifact(query: str) -> tuple[str, list[Any]]:
    """Content for a model, an artifact for code."""
    return "1 row", [{"is": query}]


@tool
def as_blocks(query: str) -> list[dict[str, str]]:
    """Content blocks."""
    return [{"type": "text", "text": f'{{"is": "{query}"}}'}] * 1 + [
        {"type": "text", "text": f'{{"is": "{query}"}}'}
    ]


@tool
def as_message(query: str) -> ToolMessage:
    """A message of its own."""
    return ToolMessage(content="", artifact=[{"is": query}], tool_call_id="1")


class Custom(BaseTool):
    name: str = "custom"
    description: str = "A class whose synchronous half says no."

    def _run(self, query: str) -> Any:
        raise NotImplementedError("use ainvoke")

    async def _arun(self, query: str) -> Any:
        return {"rows": [{"is": query}]}


def plain(query: str) -> dict[str, Any]:
    """A function."""
    return {"rows": [{"is": query}]}


async def plain_asynchronous(query: str) -> dict[str, Any]:
    """A coroutine function."""
    return {"rows": [{"is": query}]}


@pytest.mark.parametrize(
    "function",
    [
        *(as_object, as_text, asynchronous, with_artifact, as_message, Custom()),
        *(plain, plain_asynchronous),
    ],
)
def test_a_tool_of_any_kind_gives_evidence(function: Any) -> None:
    outcome = ask(function, {"query": "checkout"})
    assert (outcome.evidence_status, texts(outcome)) == ("found", ["is=checkout"])


def test_content_blocks_are_read_one_by_one() -> None:
    assert texts(ask(as_blocks, {"query": "a"})) == ["is=a", "is=a"]


def test_documents_of_a_retriever_tool_are_items() -> None:
    @tool(response_format="content_and_artifact")
    def pages(query: str) -> tuple[str, list[Document]]:
        """Pages."""
        return "text", [Document(page_content=query, metadata={"source": "a.md"})]

    found = ask(
        pages, {"query": "disk"}, kind="knowledge", fields=["page_content", "metadata.source"]
    )
    assert texts(found) == ["page_content=disk, metadata.source=a.md"]
    assert made(pages, kind="knowledge").kind == "knowledge"


class Nested(BaseModel):
    name: str


class Arguments(BaseModel):
    query: str = Field(description="What to look for.")
    team: Nested | None = None
    limit: int = 5
    scope: Annotated[str, InjectedToolArg] = "x"


def test_a_structured_schema_is_offered_without_references_and_defaults_stay() -> None:
    @tool(args_schema=Arguments)
    def search(query: str, team: Nested | None, limit: int, scope: str) -> dict[str, Any]:
        """Structured."""
        return {"rows": [{"limit": limit, "team": team.name if team else None, "scope": scope}]}

    schema = tool_schema(made(search))["function"]
    assert schema["name"] == "search"
    assert schema["parameters"]["required"] == ["query"]
    assert set(schema["parameters"]["properties"]) == {"query", "team", "limit"}
    assert "$ref" not in str(schema)
    assert texts(ask(search, {"query": "q", "limit": None})) == ["limit=5, team=null, scope=x"]
    assert texts(ask(search, {"query": "q", "team": {"name": "a"}})) == ["limit=5, team=a, scope=x"]


def test_the_operators_name_and_description_win() -> None:
    chosen = made(plain, name="list_rows", description="Rows of ours.")
    assert (chosen.name, chosen.description) == ("list_rows", "Rows of ours.")
    assert made(plain).description == "A function."
    assert made(lambda query: {"rows": []}, name="anonymous").description


def windowed(since: str = "none", until: str = "none") -> dict[str, Any]:
    """Takes a window."""
    return {"rows": [{"since": since, "until": until}]}


def numbered(since: int = 0) -> dict[str, Any]:
    """Takes a number."""
    return {"rows": [since]}


def test_the_window_of_the_question_is_handed_over() -> None:
    found = ask(windowed, {}, since="since", until="until")
    assert texts(found) == ["since=2026-07-07T09:00:00Z, until=2026-07-07T09:30:00Z"]
    assert found.search is not None
    assert "window 2026-07-07T09:00:00Z to 2026-07-07T09:30:00Z" in search_text(found.search)
    assert texts(ask(windowed, {}, TimeWindow(), since="since", until="until")) == [
        "since=none, until=2026-07-07T10:00:00Z"
    ]
    assert texts(ask(windowed, {}))[0] == "since=none, until=none"


def test_a_call_may_narrow_the_window_and_not_widen_it() -> None:
    assert texts(ask(windowed, {"since": "45m"}, since="since")) == [
        "since=2026-07-07T09:15:00Z, until=none"
    ]
    refused = ask(windowed, {"since": "2026-07-07T09:45:00Z"}, since="since", until="until")
    assert refused.evidence_status == "error"
    assert "lies outside the one asked about" in str(refused.error)
    assert refused.failed_sources == ()


@pytest.mark.parametrize(
    ("times", "shown"), [("seconds", "value=1783414800"), ("milliseconds", "value=1783414800000")]
)
def test_instants_may_be_numbers(times: str, shown: str) -> None:
    assert texts(ask(numbered, {}, since="since", times=times)) == [shown]


def test_fixed_arguments_are_sent_and_stand_in_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARD_TOKEN", "hunter2hunter2")

    def board(query: str, owner: str, token: str) -> dict[str, Any]:
        """Board."""
        return {"rows": [{"owner": owner, "got": token, "query": query}]}

    fixed = {"owner": "acme", "token": "env:BOARD_TOKEN"}
    found = ask(board, {"query": "checkout"}, arguments=fixed)
    assert texts(found) == ['owner=acme, got="[redacted:secret]", query=checkout']
    assert found.search is not None
    assert search_text(found.search).startswith('search for "checkout", owner=acme in board,')
    assert "hunter2" not in str(found)
    assert list(
        tool_schema(made(board, arguments=fixed))["function"]["parameters"]["properties"]
    ) == ["query"]


def test_a_missing_secret_is_a_failed_call_that_names_the_variable() -> None:
    failed = ask(plain, {"query": "x"}, arguments={"token": "env:NOT_SET_AT_ALL"})
    assert failed.evidence_status == "error"
    assert "tools.arguments.token names NOT_SET_AT_ALL, which is not set" in str(failed.error)


def raising(error: Exception) -> Callable[[str], Any]:
    def work(query: str) -> Any:
        """Raises."""
        raise error

    return work


@pytest.mark.parametrize(
    ("function", "reason", "told"),
    [
        (raising(RuntimeError("no\nroute")), "failed (RuntimeError: no\nroute)",
         "raised RuntimeError"),
        (raising(ToolException("unknown team")), "answered with an error: unknown team",
         "answered with an error"),
        (lambda query: None, "returned nothing", "returned nothing"),
    ],
)  # fmt: skip
def test_a_failure_is_a_failed_source_and_no_evidence(
    function: Any, reason: str, told: str
) -> None:
    outcome = ask(function, {"query": "x"}, name="board")
    assert (outcome.evidence_status, outcome.search, dict(outcome.items)) == ("error", None, {})
    assert outcome.error == f"board {reason}"
    assert outcome.failure_reasons == {"board": told}


def test_a_tool_that_handles_its_errors_does_not_make_evidence_of_them() -> None:
    @tool
    def handled(query: str) -> str:
        """Handles."""
        raise ToolException("service checkout is healthy")

    handled.handle_tool_error = True
    assert ask(handled, {"query": "x"}, read="lines").evidence_status == "error"
    assert handled.handle_tool_error is True


def test_a_slow_tool_is_left_at_its_timeout() -> None:
    gate = threading.Event()

    def slow(query: str) -> Any:
        """Slow."""
        gate.wait(30)

    async def slow_asynchronous(query: str) -> Any:
        """Slow."""
        await asyncio.sleep(30)

    started = time.monotonic()
    for function in (slow, slow_asynchronous):
        outcome = ask(function, {"query": "x"}, timeout=0.05)
        assert "gave no answer within 0.05 s" in str(outcome.error)
    gate.set()
    assert time.monotonic() - started < 30


def test_an_asynchronous_tool_keeps_its_loop_from_call_to_call() -> None:
    loops: set[int] = set()

    async def looped(query: str) -> Any:
        """Looped."""
        loops.add(id(asyncio.get_running_loop()))
        return {"rows": []}

    for _ in range(3):
        assert ask(looped, {"query": "x"}).evidence_status == "no_evidence"
    assert len(loops) == 1


async def test_it_works_where_a_loop_runs_already() -> None:
    outcome = await asyncio.to_thread(ask, asynchronous, {"query": "x"})
    assert texts(outcome) == ["is=x"]


class Listener(BaseCallbackHandler):
    def __init__(self) -> None:
        self.heard: list[str] = []

    def on_tool_start(self, serialized: dict[str, Any], *_: Any, **__: Any) -> None:
        self.heard.append("tool")


SECRET_OF_CALLER: ContextVar[str] = ContextVar("secret", default="unset")


def test_nothing_of_a_tools_run_reaches_the_callers_stream() -> None:
    listener, seen = Listener(), []

    @tool
    def peeking(query: str) -> dict[str, Any]:
        """Peeks."""
        seen.append(SECRET_OF_CALLER.get())
        return {"rows": []}

    SECRET_OF_CALLER.set("mine")
    caller = RunnableLambda(lambda _: ask(peeking, {"query": "x"}).evidence_status)
    assert caller.invoke(None, {"callbacks": [listener]}) == "no_evidence"
    assert (listener.heard, seen) == ([], ["unset"])


@pytest.mark.parametrize("wrong", [5, "text", dict, None])
def test_what_is_no_tool_is_refused(wrong: Any) -> None:
    with pytest.raises(ConfigurationError, match="is no LangChain tool and no function"):
        made(wrong)


def test_a_name_that_models_refuse_needs_another() -> None:
    @tool("deploys of a service")
    def spaced(query: str) -> str:
        """Spaced."""
        return ""

    with pytest.raises(ConfigurationError, match="chat models refuse that name"):
        made(spaced)
    assert made(spaced, name="deploys").name == "deploys"


def test_the_class_is_public() -> None:
    assert superbiz_agent.tools.LangChainTool is LangChainTool
    assert superbiz_agent.tools.ToolOptions is ToolOptions
