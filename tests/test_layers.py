"""Imports run downwards only (ARCHITECTURE.md, "The rooms")."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import superbiz_agent

PACKAGE = Path(superbiz_agent.__file__).parent

MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "contracts": {"errors"},
    "grounding": {"contracts", "errors"},
    "settings": {"contracts", "errors"},
    "prompts": {"contracts", "errors"},
    "store": {"contracts", "errors", "settings"},
    "tools": {"contracts", "errors", "grounding", "settings", "store"},
    "models": {"contracts", "errors", "grounding", "settings", "prompts"},
    "audit": {"contracts", "errors", "grounding", "store"},
    "state": {"contracts", "errors"},
    "testing": {"contracts", "errors", "models"},
}
MAY_IMPORT["nodes"] = set(MAY_IMPORT) - {"testing"}
MAY_IMPORT["graph"] = MAY_IMPORT["nodes"] | {"nodes"}
MAY_IMPORT["terminal"] = MAY_IMPORT["graph"] | {"graph"}
"""Room -> rooms it may import. Rooms that are not listed stand at the top."""

GROUNDING_ROOMS: dict[str, set[str]] = {
    "facts": set(),
    "wording": {"facts"},
    "evidence": set(),
    "comparison": {"facts"},
    "misreadings": {"facts", "wording", "comparison"},
    "gatekeeping": {"facts", "wording", "evidence", "comparison"},
}
GROUNDING_ROOMS["verification"] = set(GROUNDING_ROOMS)
GROUNDING_ROOMS["screening"] = set(GROUNDING_ROOMS)
GROUNDING_ROOMS["answer_checks"] = {"facts", "wording", "evidence", "comparison", "misreadings"}
"""Room of ``grounding/`` -> rooms of it that it may import; single files are not rooms."""

BARRED: dict[str, set[str]] = {
    "contracts": {"langchain_core", "langgraph", "sqlalchemy", "httpx"},
    "grounding": {"langchain_core", "langgraph", "sqlalchemy", "httpx", "rapidfuzz"},
    "audit": {"langchain_core", "langgraph"},
    "tools": {"langgraph", "langchain_core", "langchain_mcp_adapters", "mcp", "langsmith"},
    "store": {"langgraph", "langchain_core"},
}
"""Room -> libraries it must not know."""

KNOWS_LANGCHAIN: dict[str, set[str]] = {
    "tools/added/langchain_tool.py": {"langchain_core", "langsmith"},
    "tools/added/mcp_connection.py": {"langchain_core", "mcp"},
    "tools/added/mcp_heard.py": {"mcp"},
    "tools/added/mcp_http.py": {"mcp"},
    "tools/added/mcp_process.py": {"mcp"},
    "tools/added/mcp_session.py": {"langchain_core", "langchain_mcp_adapters", "mcp"},
    "tools/added/mcp_tool.py": {"langchain_core"},
}
"""Where operators' LangChain tools and MCP servers come in; no other file of ``tools/`` may."""


def module_name(path: Path) -> str:
    parts = ("superbiz_agent", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


def imports(path: Path) -> Iterator[str]:
    """Modules that a file imports; ``from package import module`` means the module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else node.module or ""


def files() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


MODULES: dict[str, Path] = {module_name(path): path for path in files()}


def room_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_file_imports_downwards_only(path: Path) -> None:
    room = room_of(path)
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "superbiz_agent" and len(parts) > 1 and room in MAY_IMPORT:
            assert parts[1] in MAY_IMPORT[room] | {room}, f"{room} imports {name}"
        allowed = KNOWS_LANGCHAIN.get(str(path.relative_to(PACKAGE)), set())
        assert parts[0] not in BARRED.get(room, set()) - allowed, f"{room} imports {name}"


@pytest.mark.parametrize("room", sorted(GROUNDING_ROOMS))
def test_a_room_of_grounding_imports_only_the_rooms_below_it(room: str) -> None:
    allowed = GROUNDING_ROOMS[room] | {room}
    for path in (PACKAGE / "grounding" / room).glob("*.py"):
        for name in imports(path):
            parts = name.split(".")
            if parts[:2] == ["superbiz_agent", "grounding"] and parts[2] in GROUNDING_ROOMS:
                assert parts[2] in allowed, f"grounding/{room} imports {name}"


def test_every_room_of_grounding_has_its_place_in_the_order() -> None:
    found = {path.parent.name for path in (PACKAGE / "grounding").glob("*/*.py")}
    assert found == set(GROUNDING_ROOMS)


def test_the_map_of_the_rooms_shows_each_of_them_and_nothing_else() -> None:
    page = (PACKAGE.parent / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = page.partition("## The rooms")[2].partition("Imports run")[0]
    cells = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    shown = [name for cell in cells for name in re.findall("`(.*?)`", cell)]
    there = [
        f"{path.name}/" if path.is_dir() else path.name
        for path in PACKAGE.iterdir()
        if not path.name.startswith("__") and (path.is_dir() or path.suffix == ".py")
    ]
    assert sorted(shown) == sorted(there)


def test_no_module_imports_itself_in_a_circle() -> None:
    graph = {name: set(imports(path)) & MODULES.keys() for name, path in MODULES.items()}
    graph.pop("superbiz_agent")  # the public face imports on first use
    done: set[str] = set()

    def visit(module: str, trail: tuple[str, ...]) -> None:
        assert module not in trail, " -> ".join((*trail, module))
        if module not in done:
            for target in graph.get(module, set()):
                visit(target, (*trail, module))
            done.add(module)

    for module in graph:
        visit(module, ())
