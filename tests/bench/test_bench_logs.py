"""The benchmark of log search measures what it says: every engine finds the same."""

import json
from pathlib import Path

import pytest

from superbiz_agent.bench.log_engines import ENGINES, QUESTIONS
from superbiz_agent.bench.log_files import FILES, make_files
from superbiz_agent.cli import main


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("logs")
    make_files(made, 3)
    return made


def test_the_files_have_the_size_asked_for(folder: Path) -> None:
    sizes = [path.stat().st_size for path in folder.iterdir()]
    assert len(sizes) == FILES
    assert abs(sum(sizes) - 3 * 1024**2) < FILES * 500


def test_the_same_files_are_made_each_time(folder: Path, tmp_path: Path) -> None:
    for again in make_files(tmp_path, 3):
        assert again.read_bytes() == (folder / again.name).read_bytes()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_every_engine_finds_the_same(folder: Path, question) -> None:
    paths = sorted(folder.iterdir())
    found = {name: ask(folder, paths, question) for name, ask in ENGINES.items()}
    counts = {count for count in found.values() if count is not None}
    assert len(counts) == 1, found
    assert (counts == {0}) == (question.name == "no hit")


def test_the_command_prints_and_writes_its_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "figures.json"
    assert (
        main(["bench", "logs", "--megabytes", "1,2", "--repeat", "1", "--json", str(target)]) == 0
    )
    out = capsys.readouterr().out
    assert "ours, built-in" in out
    assert "no hit, 2 MB" in out
    assert "growth of time from 1 to 2 MB" in out
    figures = json.loads(target.read_text())["figures"]
    assert [each["megabytes"] for each in figures] == [
        size for size in (1, 2) for _ in range(len(QUESTIONS) * len(ENGINES))
    ]
