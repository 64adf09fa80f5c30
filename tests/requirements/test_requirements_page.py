"""docs/requirements.md and the tests of requirements stay in step."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "requirements.md").read_text(encoding="utf-8")
NODE_ID = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`", re.ASCII)
DOCUMENTS = {
    "Composer requirements": "test_composer_requirements.py",
    "Composer design": "test_composer_design.py",
    "Evidence reference design": "test_evidence_reference_design.py",
    "Verifier prompt": "test_verifier_prompt.py",
    "Gatekeeper hook design": "test_gatekeeper_hook_design.py",
}
"""Document -> the file of its tests."""


def defined_in(path: Path) -> set[str]:
    """Names of the test functions that ``path`` defines, found without importing it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = (n for n in tree.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return {function.name for function in functions if function.name.startswith("test_")}


def section(heading: str) -> str:
    """The part of the page under one heading."""
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def test_the_page_names_only_tests_that_exist() -> None:
    named = NODE_ID.findall(PAGE)
    assert named
    unknown = [f"{path}::{name}" for path, name in named if name not in defined_in(ROOT / path)]
    assert unknown == []


@pytest.mark.parametrize(("document", "file"), DOCUMENTS.items())
def test_every_test_of_a_document_is_named_once_in_its_section(document: str, file: str) -> None:
    named = [name for path, name in NODE_ID.findall(section(document)) if path.endswith(f"/{file}")]
    assert [name for name, count in Counter(named).items() if count > 1] == []
    assert set(named) == defined_in(Path(__file__).parent / file)


def test_every_file_of_tests_belongs_to_a_document() -> None:
    files = {path.name for path in Path(__file__).parent.glob("test_*.py")}
    assert files == {*DOCUMENTS.values(), Path(__file__).name}


def test_every_requirement_has_a_test() -> None:
    rows = [
        row
        for document in DOCUMENTS
        for row in section(document).splitlines()
        if row.startswith(f"| {document} |")
    ]
    assert len(rows) > 100
    assert [row for row in rows if not NODE_ID.search(row)] == []


def test_what_is_superseded_is_listed_with_its_reason() -> None:
    rows = [
        [cell.strip() for cell in row.strip("|").split("|")]
        for row in section("Superseded").splitlines()
        if row.startswith("|") and not row.startswith(("|---", "| Document"))
    ]
    assert {row[0] for row in rows} == set(DOCUMENTS)
    assert all(len(row) == 3 and all(row) for row in rows)
