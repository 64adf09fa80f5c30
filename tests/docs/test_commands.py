"""Every command and every piece of code that the pages show works as shown."""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from superbiz_agent.settings import Settings
from superbiz_agent.settings.variables import variable_of

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
INCIDENT = ROOT / "tests" / "incidents" / "checkout-certificate"
SUPERBIZ = str(Path(sys.executable).parent / "superbiz")

BLOCK = re.compile(r"^```(bash|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"\s+#.*")
OTHER_VARIABLES = {"LANGSMITH_TRACING", "LANGSMITH_HIDE_INPUTS", "LANGSMITH_HIDE_OUTPUTS"}


def blocks(language: str, pages: Sequence[Path] = PAGES) -> list[str]:
    return [
        text
        for page in pages
        for kind, text in BLOCK.findall(page.read_text(encoding="utf-8"))
        if kind == language
    ]


def commands() -> list[str]:
    lines = [line for block in blocks("bash") for line in block.splitlines()]
    return [COMMENT.sub("", line).strip() for line in lines if line.strip()]


def run(command: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run one ``superbiz`` line in the example incident's folder, as a user's shell would."""
    return subprocess.run(
        ["/bin/sh", "-c", command.replace("superbiz ", f"{SUPERBIZ} ", 1)],
        check=False,
        cwd=INCIDENT,
        env={
            "PATH": "/usr/bin:/bin",
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(ROOT),  # the code beside these pages, wherever the package is
        },
        capture_output=True,
        text=True,
    )


def test_every_make_target_shown_is_run_by_ci() -> None:
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    shown = {line for line in commands() if line.startswith("make ")}
    assert {"make demo", "make test"} <= shown
    assert [line for line in shown if line not in ci] == []


def test_every_line_shown_is_of_a_kind_that_is_tested_here() -> None:
    known = ("make ", "superbiz ", "export ", "cd tests/incidents/checkout-certificate")
    assert [line for line in commands() if not line.startswith(known)] == []


def test_every_variable_shown_is_a_setting() -> None:
    settings = {variable_of(field) for field in Settings.model_fields}
    exported = {
        line.removeprefix("export ").split("=")[0]
        for line in commands()
        if line.startswith("export ")
    }
    assert exported <= settings | OTHER_VARIABLES


def test_every_superbiz_line_shown_works(tmp_path: Path) -> None:
    shown = list(dict.fromkeys(line for line in commands() if line.startswith("superbiz ")))
    assert len(shown) >= 7
    for command in shown:
        session = ""
        if "SESSION" in command:
            session = run("superbiz sessions", tmp_path).stdout.split()[0]
        done = run(command.replace("SESSION", session), tmp_path)
        assert done.returncode == 0, f"{command}: {done.stderr}"
        assert done.stdout


def test_the_answer_shown_in_the_readme_is_a_real_one(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = readme.split("```text\n")[1].split("```")[0]
    asked = next(line for line in commands() if line.startswith("superbiz ask"))
    answer = run(asked, tmp_path).stdout
    missing = [
        line for line in shown.splitlines() if line not in ("...", "") and line not in answer
    ]
    assert missing == []


RUN_BY_THEMSELVES = ROOT / "docs" / "embedding.md"  # in test_embedding.py


@pytest.mark.parametrize(
    "code", blocks("python", [page for page in PAGES if page != RUN_BY_THEMSELVES])
)
def test_every_piece_of_code_shown_runs(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(INCIDENT)
    exec(compile(code, "shown", "exec"), {})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", text)
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_file_that_the_architecture_names_is_there() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/]+\.py)`", page))
    assert len(named) > 40
    there = [f"/{path.relative_to(ROOT).as_posix()}" for path in ROOT.glob("[st]*/**/*.py")]
    assert [name for name in named if not any(file.endswith(f"/{name}") for file in there)] == []
