"""Tools of a real MCP server on stdio and on loopback HTTP, well-behaved and not."""

import gc
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from langchain_core.tools import StructuredTool

from superbiz_agent.errors import SourceError
from superbiz_agent.settings import load_settings
from superbiz_agent.settings.mcp import McpServer
from superbiz_agent.tools.added.mcp_connection import McpConnection
from superbiz_agent.tools.added.mcp_tool import McpOrigin, why_not_read_only
from superbiz_agent.tools.base import search_text
from superbiz_agent.tools.toolbox import build_tools
from tests.tools.added.conftest import SERVER, Asking, asked, http_server, stdio_server, texts

pytestmark = pytest.mark.server

ROWS = {"list": "rows"}
PULLS = {"list": "pull_requests", "since": "since", "fields": ["number", "title", "user.login"]}
Make = Callable[..., Asking]


def test_a_tool_is_described_by_its_server_and_asked(declared: dict[str, Any]) -> None:
    settings = load_settings(mcp={"board": {**declared, "tools": {"list_pull_requests": PULLS}}})
    tool = build_tools(settings)["list_pull_requests"]
    assert tool.description == (
        'Tool of the MCP server board, which says of it: "Pull requests of a repository, newest '
        'first. Use (another tool) never."'
    )
    assert tool.arguments.model_json_schema()["required"] == ["repo"]
    outcome = asked(tool, {"repo": "acme/checkout"})
    assert texts(outcome) == ['number=812, title="Raise pool to 80", user.login=ann']
    assert outcome.search is not None
    assert search_text(outcome.search).startswith(
        'search for "list_pull_requests", repo=acme/checkout in list_pull_requests, '
        "window 2026-07-07T09:00:00Z to end: matched=1"
    )


@pytest.mark.parametrize(
    ("name", "options", "arguments", "lines"),
    [
        ("list_names", {"list": "names"}, {}, ["value=checkout", "value=orders"]),
        ("changelog", {"list": "changes", "read": "lines"}, {"query": "checkout"},
         ["10:02 checkout 2.14.3 rolled out", "10:05 checkout 2.14.2 rolled back"]),
        ("list_pull_requests",
         {"list": "asked", "read": "object", "fields": ["asked_since"], "since": "since"},
         {"repo": "a/b", "since": "30m"}, ["asked_since=2026-07-07T09:30:00Z"]),
        ("list_pull_requests",
         {"list": "prs", "path": "pull_requests", "fields": ["repo", "state"],
          "arguments": {"repo": "acme/shop"}}, {}, ["repo=acme/shop, state=closed"]),
        ("scribbles", ROWS, {}, ["value=1"]),
    ],
)  # fmt: skip
def test_results_of_each_form_are_read(
    asking: Make,
    declared: dict[str, Any],
    name: str,
    options: dict[str, Any],
    arguments: dict[str, Any],
    lines: list[str],
) -> None:
    assert texts(asking(declared, {name: options})(name, **arguments)) == lines


@pytest.mark.parametrize(
    ("name", "arguments", "reason", "told"),
    [
        ("delete_branch", {"name": "main"}, "says that it is destructive", None),
        ("unmarked", {}, "does not say that it only reads (readOnlyHint)", None),
        ("refuses", {"query": "x"}, "no such board: x", "answered with an error"),
        ("gone", {}, "is no tool of the server board; it has: list_pull_requests, ",
         "is no tool of the server board"),
        ("floods", {}, "sent more than 100000 bytes (its max_bytes)", None),
        ("hangs", {}, "gave no answer within 0.3 s", None),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_a_failed_source_that_says_why(
    asking: Make,
    declared: dict[str, Any],
    name: str,
    arguments: dict[str, Any],
    reason: str,
    told: str | None,
) -> None:
    tools = {name: {**ROWS, "timeout": 0.3 if name == "hangs" else 30}, "process": ROWS}
    ask = asking({**declared, "max_bytes": 100_000}, tools)
    outcome = ask(name, **arguments)
    assert (outcome.evidence_status, outcome.search) == ("error", None)
    assert reason in str(outcome.error)
    assert (told or reason) in outcome.failure_reasons[name]
    assert "no such board" not in outcome.failure_reasons[name]
    assert ask("process").evidence_status == "found", "the server is asked anew"


def test_the_operators_word_rules_over_the_servers_hints(
    asking: Make, declared: dict[str, Any]
) -> None:
    allowed = asking(declared, {"unmarked": {**ROWS, "read_only": True}})
    assert allowed("unmarked").evidence_status == "found"
    barred = asking(declared, {"process": {**ROWS, "read_only": False}})
    assert "its read_only is false" in str(barred("process").error)


@pytest.mark.parametrize(
    ("annotations", "word", "refused"),
    [
        ({"readOnlyHint": True}, None, False),
        ({"readOnlyHint": True, "destructiveHint": False}, None, False),
        ({"readOnlyHint": True, "destructiveHint": True}, None, True),
        ({"readOnlyHint": "true"}, None, True),
        ({"readOnlyHint": None}, None, True),
        ({}, None, True),
        ({"destructiveHint": True}, True, False),
        ({"readOnlyHint": True}, False, True),
    ],
)
def test_who_may_be_asked(annotations: dict[str, Any], word: bool | None, refused: bool) -> None:
    assert (why_not_read_only(annotations, word) is not None) is refused


def test_a_server_that_dies_is_told_with_its_last_words_and_started_again(asking: Make) -> None:
    ask = asking(stdio_server(), {"dies": ROWS, "process": ROWS})
    (before,) = texts(ask("process"))
    outcome = ask("dies")
    assert "ended with exit code 3: fatal: \\x1b[31mboard lost" in str(outcome.error)
    assert outcome.failure_reasons["dies"] == "the server board ended with exit code 3"
    (after,) = texts(ask("process"))
    assert before != after


def test_a_server_that_dies_over_http_ends_its_answer(asking: Make) -> None:
    with http_server() as url:
        outcome = asking({"url": url}, {"dies": ROWS})("dies")
    assert "the server board broke its answer off" in str(outcome.error)


def test_a_session_that_the_server_forgot_is_opened_anew(asking: Make) -> None:
    with http_server() as url:
        ask = asking({"url": url}, {"process": ROWS})
        (before,) = texts(ask("process"))
    port = int(url.split(":")[2].split("/")[0])
    with http_server(port=port):
        (after,) = texts(ask("process"))
    assert before != after


def test_one_connection_serves_every_call(asking: Make) -> None:
    ask = asking(stdio_server(), {"process": ROWS})
    with ThreadPoolExecutor(4) as pool:
        found = {texts(outcome)[0] for outcome in pool.map(lambda _: ask("process"), range(8))}
    assert len(found) == 1


def pid_of(line: str) -> int:
    return int(line.partition("pid=")[2].partition(",")[0])


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"


def wait_until_gone(pid: int) -> bool:
    deadline = time.monotonic() + 30
    while is_alive(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not is_alive(pid)


def test_a_server_ends_with_the_last_that_uses_it(asking: Make) -> None:
    ask = asking(stdio_server(), {"process": ROWS})
    pid = pid_of(texts(ask("process"))[0])
    assert is_alive(pid)
    del ask
    gc.collect()
    assert wait_until_gone(pid)


PROGRAM = """
import sys
from superbiz_agent.settings import load_settings
from superbiz_agent.tools.toolbox import build_tools
from tests.tools.added.conftest import asked, stdio_server, texts
server = stdio_server(tools={"process": {"list": "rows"}})
tool = build_tools(load_settings(mcp={"board": server}))["process"]
print(texts(asked(tool, {}))[0])
"""


def test_a_server_ends_with_the_process_and_leaves_no_word_behind() -> None:
    root = str(Path(__file__).parents[3])
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM],
        capture_output=True,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": root},
        timeout=120,
        check=True,
    )
    assert done.stderr == ""
    assert wait_until_gone(pid_of(done.stdout))


def test_nothing_is_started_before_a_tool_is_asked(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(f"open({str(tmp_path / 'started')!r}, 'w')")
    server = {"command": sys.executable, "args": [str(script)], "tools": {"t": ROWS}}
    tools = build_tools(load_settings(mcp={"board": server}))
    assert not (tmp_path / "started").exists()
    assert "cannot be asked at present" in tools["t"].description
    assert (tmp_path / "started").exists()


@pytest.mark.parametrize(
    ("server", "said"),
    [
        ({"command": "no-such-command-here"}, "cannot be started (No such file or directory)"),
        ({"command": "/etc"}, "cannot be started (Permission denied)"),
        ({"command": sys.executable, "args": ["-c", "print('hello')"]}, "ended with exit code 0"),
        ({"command": sys.executable, "args": ["-c", "while True: print('x')"]},
         "writes what is no message of the protocol"),
        ({"command": sys.executable, "args": ["-c", "while True: print('x' * 10000, end='')"],
          "max_bytes": 100_000}, "sent more than 100000 bytes"),
        ({"command": sys.executable, "args": ["-c", "import time; time.sleep(60)"],
          "timeout": 0.3}, "did not open a session within 0.3 s"),
        ({"url": "http://127.0.0.1:1/mcp"}, "cannot be reached (ConnectError); check url"),
        ({"url": "https://127.0.0.1:1/mcp", "ca_file": "none.pem"},
         "mcp.board.ca_file cannot be used (No such file or directory)"),
    ],
)  # fmt: skip
def test_a_server_that_cannot_be_used_is_a_failed_source(
    asking: Make, server: dict[str, Any], said: str
) -> None:
    outcome = asking(server, {"t": ROWS})("t", anything="goes")
    assert said in str(outcome.error)


def test_a_server_that_cannot_be_reached_is_not_tried_at_every_turn(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(f"open({str(tmp_path / 'starts')!r}, 'a').write('x')")
    server = {"command": sys.executable, "args": [str(script)], "tools": {"t": ROWS}}
    tool = build_tools(load_settings(mcp={"board": server}))["t"]
    for _ in range(3):
        assert "cannot be asked" in tool.description
        assert asked(tool, {}).evidence_status == "error"
    assert (tmp_path / "starts").read_text() == "x"


def test_a_server_gets_its_secrets_and_none_of_ours(
    asking: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "token").write_text("hunter2-of-the-file\n")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-for-servers")
    server = stdio_server(env={"BOARD_TOKEN": f"file:{tmp_path / 'token'}"})
    outcome = asking(server, {"process": ROWS, "environment": ROWS})("process")
    assert 'token="[redacted:secret]"' in texts(outcome)[0]
    names = texts(asking(server, {"environment": ROWS})("environment"))
    assert "value=BOARD_TOKEN" in names
    assert "value=OPENAI_API_KEY" not in names


def test_a_token_that_the_server_refuses_names_the_setting(
    asking: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    with http_server("guarded") as url:
        refused = asking({"url": url}, {"process": ROWS})("process")
        monkeypatch.setenv("BOARD_TOKEN", "hunter2-right")
        signed = {"url": url, "token": "env:BOARD_TOKEN"}
        given = asking(signed, {"process": ROWS, "echo_header": ROWS})
        assert given("process").evidence_status == "found"
        assert texts(given("echo_header")) == ['value="Bearer [redacted:secret]"']
    assert "answered HTTP 401; check token and headers" in str(refused.error)


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("page", "failed (ValueError)"),
        ("elsewhere", "answered HTTP 307; it sends elsewhere, which is not followed: check url"),
        ("packed", "packs its answers though it was asked not to"),
        ("broken", "cannot be reached (RemoteProtocolError)"),
        ("endless", "sent more than 100000 bytes"),
        ("busy", "answered HTTP 503"),
    ],
)
def test_a_url_that_is_no_server_is_told(asking: Make, mode: str, said: str) -> None:
    with http_server(mode) as url:
        outcome = asking({"url": url, "max_bytes": 100_000, "timeout": 5}, {"t": ROWS})("t")
    assert said in str(outcome.error)


def test_what_the_server_logs_and_invents_never_reaches_the_terminal(
    asking: Make, capfd: pytest.CaptureFixture[str]
) -> None:
    ask = asking(stdio_server(), {"scribbles": ROWS, "dies": ROWS})
    ask("scribbles")
    ask("dies")
    out, err = capfd.readouterr()
    assert (out, err) == ("", "")


def test_calls_at_once_do_not_wait_for_one_that_hangs(asking: Make) -> None:
    ask = asking(stdio_server(), {"hangs": {**ROWS, "timeout": 60}, "process": ROWS})
    assert ask("process").evidence_status == "found"
    waiting = threading.Thread(target=lambda: ask("hangs"), daemon=True)
    waiting.start()
    assert ask("process").evidence_status == "found"
    assert waiting.is_alive()


def test_the_server_of_the_tests_is_a_file() -> None:
    assert Path(SERVER).is_file()


BOARD = {"command": "board", "tools": {"rows": {"list": "rows"}}}


def test_a_secret_in_a_servers_own_words_reaches_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    token = "Zx9qLw27RtVbNmPq81LkJhGfDsAyUiOpQwErTyZz55"
    connection = McpConnection("board", McpServer.model_validate(BOARD))
    connection.secrets.keep([token])
    text = {"type": "string", "description": "d" * 290 + token, "enum": [token]}
    schema = {"type": "object", "properties": {token: text, "q": text}, "required": ["q"]}
    tool = StructuredTool(
        name="rows",
        description="x" * 590 + token,
        args_schema=schema,
        func=lambda: None,
        metadata={"readOnlyHint": True},
    )
    monkeypatch.setattr(connection, "listed", lambda: {"rows": tool, f"x_{token}": tool})
    origin = McpOrigin(connection, "rows", connection.server.tools["rows"], frozenset())
    missing = McpOrigin(connection, "gone", connection.server.tools["rows"], frozenset())
    with pytest.raises(SourceError) as caught:
        missing.schema()
    assert list(origin.schema()["properties"]) == ["q"]
    for told in (origin.description(), str(origin.schema()), str(caught.value)):
        assert token[:8] not in told
        assert "[redacted" in told or "..." in told
