"""docs/traps.md names a test for each known trap; the tests exist, and none is left out."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TABLE = (ROOT / "docs" / "traps.md").read_text("utf-8")
TEST_ID = re.compile(r"`(tests/[a-z_/]+\.py)::(test_[a-z0-9_]+)`")
NAMED = sorted(set(TEST_ID.findall(TABLE)))


def functions_of(path: Path) -> set[str]:
    """The names of the test functions of a file."""
    tree = ast.parse(path.read_text("utf-8"))
    return {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@pytest.mark.parametrize("file", sorted({file for file, _ in NAMED}))
def test_every_test_that_the_table_names_exists(file: str) -> None:
    assert {name for each, name in NAMED if each == file} <= functions_of(ROOT / file)


def test_every_row_names_a_test() -> None:
    rows = [line for line in TABLE.splitlines() if line.startswith("| ") and "| test |" not in line]
    assert len(rows) == 22 + 6 + 11
    assert all(TEST_ID.search(row) for row in rows)


@pytest.mark.parametrize("path", sorted(Path(__file__).parent.glob("test_traps_[!t]*.py")))
def test_no_test_of_a_trap_is_left_out(path: Path) -> None:
    named = {name for file, name in NAMED if file.endswith(path.name)}
    assert functions_of(path) == named
