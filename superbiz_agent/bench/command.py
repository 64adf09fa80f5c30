"""``superbiz bench``: measure, print, write."""

from collections.abc import Sequence
from pathlib import Path

from superbiz_agent.bench.extraction import measure_extraction
from superbiz_agent.bench.grounding import measure_sizes
from superbiz_agent.bench.logs import as_json as logs_as_json
from superbiz_agent.bench.logs import log_lines, measure_logs
from superbiz_agent.bench.report import as_json, extraction_lines, run_lines
from superbiz_agent.bench.timing import machine
from superbiz_agent.terminal import console
from superbiz_agent.terminal.json_file import write_json


def bench_grounding(
    sizes: Sequence[int], *, repeat: int, extract: int | None, json_file: Path | None
) -> None:
    """Measure whole runs of ``sizes`` (none: only extraction) and, if ``extract`` says how many
    characters, fact extraction; the tables go to stdout, progress to stderr."""

    def told(text: str) -> None:
        console.tell(console.Line(text, "faint"))

    where = machine()
    runs = measure_sizes(sizes, repeat, told)
    texts = measure_extraction(extract, told) if extract else []
    if runs:
        console.write(run_lines(where, runs, repeat))
    if texts:
        console.write(extraction_lines(texts))
    if json_file is not None:
        figures = as_json(where, runs, texts)
        write_json(json_file, figures)


def bench_logs(sizes: Sequence[int], *, repeat: int, json_file: Path | None) -> None:
    """Measure log search over made-up files, for each of ``sizes`` of so many MB together."""

    def told(text: str) -> None:
        console.tell(console.Line(text, "faint"))

    where = machine()
    figures = measure_logs(sizes, repeat, told)
    console.write(log_lines(where, figures))
    if json_file is not None:
        write_json(json_file, logs_as_json(where, figures))
