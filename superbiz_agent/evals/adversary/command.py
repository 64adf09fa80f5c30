"""``superbiz eval adversary``: read the tables, play every row, count, print."""

from pathlib import Path

from superbiz_agent.evals.adversary.playing import play_all
from superbiz_agent.evals.adversary.report import report_lines
from superbiz_agent.evals.adversary.summary import as_json, summarise
from superbiz_agent.evals.adversary.tables import read_answers, read_claims
from superbiz_agent.terminal import console
from superbiz_agent.terminal.json_file import write_json


def evaluate_adversary(folder: Path, *, json_file: Path | None = None) -> None:
    """Play the tables in ``folder``; the table goes to stdout, figures to ``json_file``.

    Raises ``SourceError`` for a table that cannot be read, ``ConfigurationError`` for a file that
    cannot be written.
    """
    summary = summarise(list(play_all(read_claims(folder), read_answers(folder))))
    console.write(report_lines(summary))
    if json_file is not None:
        write_json(json_file, as_json(summary))
