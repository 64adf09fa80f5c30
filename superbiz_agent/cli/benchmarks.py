"""``superbiz bench``."""

from typing import Annotated

import typer

from superbiz_agent.cli.options import JsonFile
from superbiz_agent.terminal.command_runner import ExitCode

app = typer.Typer(rich_markup_mode=None)


@app.callback()
def bench() -> None:
    """Benchmarks; each says what it measured."""


def _sizes(value: str) -> str:
    if not all(
        part.isascii() and part.isdigit() and int(part[:5]) > 0 for part in value.split(",")
    ):
        raise typer.BadParameter(f"'{value}' is no list of whole numbers such as 1,3,10.")
    return value


@app.command("grounding")
def bench_grounding(
    sizes: Annotated[
        str,
        typer.Option(metavar="N,N", callback=_sizes, help="Sizes of the run; 1 is 400 lines."),
    ] = "1,3,10,30,100",
    repeat: Annotated[
        int, typer.Option(min=1, max=10_000, help="Repetitions of each size, of other text each.")
    ] = 20,
    extract: Annotated[
        bool, typer.Option(help="Measure fact extraction on long texts, too.")
    ] = False,
    json_file: JsonFile = None,
) -> int:
    """Time gatekeeper, normalisation, filter and answer checks over a faithful run."""
    from superbiz_agent.bench.command import bench_grounding as measure
    from superbiz_agent.bench.extraction import MEGABYTE

    measure(
        [int(part) for part in sizes.split(",")],
        repeat=repeat,
        extract=MEGABYTE if extract else None,
        json_file=json_file,
    )
    return ExitCode.ANSWERED


@app.command("logs")
def bench_logs(
    megabytes: Annotated[
        str,
        typer.Option(metavar="N,N", callback=_sizes, help="Sizes, each of all files together."),
    ] = "200,1000",
    repeat: Annotated[int, typer.Option(min=1, max=100, help="Repetitions; the best counts.")] = 3,
    json_file: JsonFile = None,
) -> int:
    """Time log search over made-up files, beside ripgrep and DuckDB."""
    from superbiz_agent.bench.command import bench_logs as measure

    sizes = [int(part) for part in megabytes.split(",")]
    measure(sizes, repeat=repeat, json_file=json_file)
    return ExitCode.ANSWERED
