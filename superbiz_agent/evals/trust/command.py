"""``superbiz eval trust``: play, count, print."""

from pathlib import Path

from superbiz_agent.evals.trust.incidents import load_cases
from superbiz_agent.evals.trust.injection import injection_effects
from superbiz_agent.evals.trust.report import progress_line, report_lines
from superbiz_agent.evals.trust.suite import play_all
from superbiz_agent.evals.trust.summary import as_json, summarise
from superbiz_agent.terminal import console
from superbiz_agent.terminal.json_file import write_json


def evaluate_trust(
    incidents: Path,
    *,
    only: tuple[str, ...],
    jobs: int,
    per_kind: int,
    json_file: Path | None,
    held_out_texts: bool,
) -> bool:
    """Play every incident below ``incidents``; the table goes to stdout, progress to stderr.

    Returns whether every bar holds. Raises ``SourceError`` for a folder that is no such thing.
    """
    cases = load_cases(incidents, only)
    played = play_all(
        cases,
        jobs=jobs,
        per_kind=per_kind,
        told=lambda done, total, outcome: console.tell(progress_line(done, total, outcome)),
    )
    summary = summarise(played, injection_effects(cases))
    if json_file is not None:
        figures = as_json(summary, with_held_out_texts=held_out_texts)
        write_json(json_file, figures)
    console.write(list(report_lines(summary)))
    return all(bar.holds for bar in summary.bars)
