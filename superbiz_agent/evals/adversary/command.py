"""``superbiz eval adversary``: read the tables, play every row, count, print."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.evals.adversary.playing import broken_rules, told_status
from superbiz_agent.evals.adversary.report import report_lines
from superbiz_agent.evals.adversary.summary import Fate, Played, as_json, summarise
from superbiz_agent.evals.adversary.tables import (
    AnswerRow,
    ClaimRow,
    Status,
    read_answers,
    read_claims,
)
from superbiz_agent.terminal import console


def evaluate_adversary(folder: Path, *, json_file: Path | None = None) -> None:
    """Play the tables in ``folder``; the table goes to stdout, figures to ``json_file``.

    Raises ``SourceError`` for a table that cannot be read, ``ConfigurationError`` for a file that
    cannot be written.
    """
    summary = summarise(list(play_all(read_claims(folder), read_answers(folder))))
    console.write(report_lines(summary))
    if json_file is not None:
        _write(json_file, json.dumps(as_json(summary), ensure_ascii=False, indent=2) + "\n")


def play_all(claims: Sequence[ClaimRow], answers: Sequence[AnswerRow]) -> Iterator[Played]:
    """What becomes of each row."""
    yield from map(_play_claim, claims)
    yield from map(_play_answer, answers)


def _play_claim(row: ClaimRow) -> Played:
    status = told_status(row)
    fate = _FATES.get(status, "refused")
    return Played(
        table="claims",
        id=row.id,
        language=row.language,
        kind=row.kind,
        text=row.claim_text,
        why=row.why,
        fate=fate,
        is_wrong=status not in (row.deserves, "confirmed") if row.is_true else fate == "told",
        detail=status or "not told",
    )


_FATES: dict[Status | None, Fate] = {
    "confirmed": "told",
    "documented": "told",
    "inferred": "inferred",
}


def _play_answer(row: AnswerRow) -> Played:
    broken = broken_rules(row)
    return Played(
        table="answers",
        id=row.id,
        language=row.language,
        kind=row.kind,
        text=row.answer,
        why=row.why,
        fate="refused" if broken else "told",
        is_wrong=bool(broken) == row.is_true,
        detail=", ".join(broken) or "passed",
    )


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ConfigurationError(f"--json {path} cannot be written: {error.strerror}") from None
