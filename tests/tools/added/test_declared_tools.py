"""Operators' tools as they stand in ``superbiz.toml`` and in the environment."""

import json
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.nodes.trace_client import redactor
from superbiz_agent.settings import Settings, load_settings
from superbiz_agent.tools.added.importing import imported
from superbiz_agent.tools.toolbox import build_tools
from tests.tools.added.conftest import asked, texts

TOML = """
[tools.deploys]
import = "our_tools.py:deploys"
list = "deploys"
kind = "incident"
query = "text"

[mcp.board]
url = "https://board.example.com/mcp"
token = "env:BOARD_TOKEN"
tools = { list_pull_requests = { list = "pull_requests", path = "data.items" } }
"""
CODE = '''
def deploys(text: str, limit: int = 3) -> dict:
    """Deployments of a service, newest first."""
    return {"deploys": [{"service": text, "version": "2.14.3"}]}

class Board:
    class Inner:
        rows = None

broken = 5
'''
SERVER = {"url": "https://board.example.com/mcp", "tools": {"pulls": {"list": "pulls"}}}


@pytest.fixture(autouse=True)
def our_tools() -> None:
    Path("our_tools.py").write_text(CODE)


def test_tables_of_the_toml_file_are_read() -> None:
    Path("superbiz.toml").write_text(TOML)
    settings = load_settings()
    assert settings.tools["deploys"].list_name == "deploys"
    assert settings.mcp["board"].tools["list_pull_requests"].path == ["data", "items"]
    assert settings.has_real_source and not settings.uses_demo_data


@pytest.mark.parametrize("place", ["environment", "dotenv"])
def test_the_same_stands_in_the_environment_as_json(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = json.dumps({"deploys": {"import": "our_tools.py:deploys", "list": "deploys"}})
    if place == "environment":
        monkeypatch.setenv("SUPERBIZ_TOOLS", tools)
        monkeypatch.setenv("SUPERBIZ_MCP", json.dumps({"board": SERVER}))
    else:
        Path(".env").write_text(f"SUPERBIZ_TOOLS='{tools}'\n")
    settings = load_settings()
    assert settings.tools["deploys"].reference == "our_tools.py:deploys"
    assert bool(settings.mcp) is (place == "environment")


def test_a_declared_tool_stands_beside_the_built_in_ones_and_is_asked() -> None:
    Path("superbiz.toml").write_text(TOML)
    tools = build_tools(load_settings(mcp={}))  # wins as a whole over that of the file
    assert list(tools) == ["query_metrics", "query_logs", "lookup_knowledge", "deploys"]
    assert tools["deploys"].description == "Deployments of a service, newest first."
    outcome = asked(tools["deploys"], {"text": "checkout"})
    assert texts(outcome) == ["service=checkout, version=2.14.3"]
    assert outcome.search is not None and outcome.search.query == "checkout"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"tools": "{"}, "SUPERBIZ_TOOLS: is no JSON object"),
        ({"tools": {"x": {"list": "rows"}}}, "tools.x.import: field required"),
        ({"tools": {"x": {"import": "a:b"}}}, "tools.x.list: field required"),
        ({"tools": {"x": {"import": "a", "list": "rows"}}}, "x.import: is no reference such as"),
        ({"tools": {"x": {"import": "a:b", "list": "logs"}}}, "x.list: a list's name has"),
        ({"tools": {"x": {"import": "a:b", "list": "a.b"}}}, "x.list: a list's name has"),
        ({"tools": {"x": {"import": "a:b", "list": "rows", "kind": "rumour"}}}, "x.kind: input"),
        ({"tools": {"x": {"import": "a:b", "list": "rows", "name": "query_logs"}}},
         "x.name: a tool"),
        ({"tools": {"x": {"import": "a:b", "list": "rows", "timeout": 0}}}, "x.timeout: input"),
        ({"tools": {"x": {"import": "a:b", "list": "rows", "lst": 1}}}, "x.lst: is no setting"),
        ({"tools": {"x": {"import": "a:b", "list": "rows", "query": "q", "since": "q"}}},
         "name one argument twice"),
        ({"tools": {"a b": {"import": "a:b", "list": "rows"}}}, "SUPERBIZ_TOOLS: a name in it"),
        ({"mcp": {"b": {**SERVER, "tools": {}}}}, "mcp.b.tools: dictionary should have"),
        ({"mcp": {"b": {"tools": SERVER["tools"]}}}, "mcp.b: needs either a command or"),
        ({"mcp": {"b": {**SERVER, "command": "x"}}}, "needs either a command or a url"),
        ({"mcp": {"b": {**SERVER, "env": {"A": "b"}}}}, "mcp.b: env goes with a command"),
        ({"mcp": {"b": {**SERVER, "url": "https://u:p@h/"}}}, "url holds a user or a password"),
        ({"mcp": {"b": {**SERVER, "token": "abc"}}}, "token must be env:VARIABLE or file:PATH"),
        ({"mcp": {"b": {**SERVER, "username": "me"}}}, "username and password go together"),
        ({"mcp": {"b": {**SERVER, "url": "ftp://h"}}}, "mcp.b: url is no URL such as"),
        ({"mcp": {"b": {"command": "x", "headers": {"a": "b"}, "tools": SERVER["tools"]}}},
         "mcp.b: headers goes with a url"),
    ],
)  # fmt: skip
def test_a_wrong_declaration_is_named(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        load_settings(**given)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


TOOL = {"import": "our_tools.py:deploys", "list": "deploys"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"tools": {"query_logs": TOOL}}, "tool query_logs: the name is given twice"),
        ({"tools": {"pulls": TOOL}, "mcp": {"board": SERVER}},
         "tool pulls: the name is given twice"),
        ({"mcp": {"board": {**SERVER, "tools": {"github.list/pulls": {"list": "pulls"}}}}},
         'set its name, such as name = "github_list_pulls"'),
        ({"tools": {"1st": TOOL}}, 'SUPERBIZ_TOOLS: chat models refuse the tool name of tools.1st'),
    ],
)  # fmt: skip
def test_a_name_that_is_taken_or_unfit_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        build_tools(load_settings(**given))
    assert said in str(caught.value)


def test_another_name_may_be_given() -> None:
    tools = build_tools(load_settings(tools={"query_logs": {**TOOL, "name": "list_deploys"}}))
    assert "list_deploys" in tools


def test_two_tools_may_be_one_function_asked_in_two_ways() -> None:
    given = {"a": {**TOOL, "arguments": {"limit": 1}}, "b": TOOL}
    tools = build_tools(load_settings(tools=given))
    assert list(tools["a"].arguments.model_json_schema()["properties"]) == ["text"]
    assert list(tools["b"].arguments.model_json_schema()["properties"]) == ["text", "limit"]


@pytest.mark.parametrize(
    ("reference", "said"),
    [
        (
            "none.py:deploys",
            "none.py cannot be imported (FileNotFoundError: there is no such file)",
        ),
        ("no.such.module:x", "no.such.module cannot be imported (ModuleNotFoundError"),
        ("our_tools.py:gone", "there is no gone in our_tools.py"),
        ("our_tools.py:broken", "int is no LangChain tool and no function"),
        ("our_tools.py:Board", "type is no LangChain tool and no function"),
    ],
)
def test_what_cannot_be_imported_is_a_failed_source_that_names_it(
    reference: str, said: str
) -> None:
    given = {"deploys": {"import": reference, "list": "deploys"}}
    tool = build_tools(load_settings(tools=given))["deploys"]
    outcome = asked(tool, {"text": "x"})
    assert outcome.evidence_status == "error"
    assert "tools.deploys" in str(outcome.error) and said in str(outcome.error)


def test_an_attribute_of_an_attribute_is_found() -> None:
    assert imported("our_tools.py:Board.Inner.rows", "tools.x") is None
    assert imported("json:dumps", "tools.x") is json.dumps


SECRETS: dict[str, Any] = {
    "tools": {"deploys": {**TOOL, "arguments": {"api_key": "hunter2"}}},
    "mcp": {
        "board": {
            **SERVER,
            "token": "env:BOARD_TOKEN",
            "proxy": "http://proxy.example.com:3128",
            "headers": {"x-api-key": "hunter2", "x-org": "file:org"},
        },
        "local": {
            "command": "board",
            "args": ["--token", "hunter2", "--api-key=hunter2", "https://u:hunter2@h/", "env:ME"],
            "env": {"TOKEN": "hunter2", "OTHER": "env:OTHER"},
            "tools": {"p": {"list": "pulls"}},
        },
    },
}


def test_no_secret_of_a_declaration_is_printed() -> None:
    settings = load_settings(**SECRETS)
    shown = [repr(settings), str(settings.mcp), json.dumps(settings.masked())]
    assert "hunter2" not in "".join(shown)
    masked = settings.masked()["mcp"]
    assert masked["board"]["token"] == "env:BOARD_TOKEN"
    assert masked["board"]["headers"] == {"x-api-key": "***", "x-org": "file:org"}
    assert masked["local"]["args"] == [
        "--token",
        "***",
        "--api-key=***",
        "https://***@h/",
        "env:ME",
    ]


@pytest.mark.parametrize("table", ["tools", "mcp"])
def test_no_secret_stands_in_an_error(table: str) -> None:
    wrong = json.loads(json.dumps(SECRETS[table]).replace('"list"', '"lisst"'))
    with pytest.raises(ConfigurationError) as caught:
        load_settings(**{table: wrong})
    assert "hunter2" not in str(caught.value)
    with pytest.raises(ConfigurationError) as caught:
        Settings(**{table: ["hunter2"]})
    assert "hunter2" not in str(caught.value)


def test_servers_without_their_packages_name_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("superbiz_agent.tools.added.declared.find_spec", lambda _: None)
    with pytest.raises(ConfigurationError, match=r"superbiz-agent\[mcp\]"):
        build_tools(load_settings(mcp={"board": SERVER}))


def test_secrets_of_declarations_are_not_traced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARD_TOKEN", "hunter2-token")
    monkeypatch.setenv("TEAM_KEY", "hunter2-key")
    settings = load_settings(
        tools={"deploys": {**TOOL, "arguments": {"key": "env:TEAM_KEY"}}},
        mcp={"board": {**SERVER, "token": "env:BOARD_TOKEN", "headers": {"x-key": "hunter2-head"}}},
    )
    said = {"text": "hunter2-token hunter2-key hunter2-head stays"}
    assert redactor(settings)(said) == {"text": " ".join(["[redacted:api_key]"] * 3 + ["stays"])}
