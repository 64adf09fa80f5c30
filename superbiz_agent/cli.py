"""The command ``superbiz`` (contract section 9).

Importing this module loads no agent, model or database library, so that ``--help`` answers at
once; each command imports what it needs. Every failure is one line on stderr.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from superbiz_agent import __version__
from superbiz_agent.terminal import console
from superbiz_agent.terminal.command_runner import ExitCode, run_command

EXIT_CODES_TEXT = (
    "Exit codes: 0 an answer was given, whatever its verdict; 1 none could be given; "
    "2 usage or configuration, with the setting named; 130 interrupted."
)

app = typer.Typer(
    help="Answers questions about incidents; every stated fact traces to stored evidence.",
    add_completion=False,
    rich_markup_mode=None,
)
eval_app = typer.Typer(help="Evaluation suites; each says what it measured.", rich_markup_mode=None)
app.add_typer(eval_app, name="eval")
bench_app = typer.Typer(help="Benchmarks; each says what it measured.", rich_markup_mode=None)
app.add_typer(bench_app, name="bench")


@bench_app.callback()
def bench() -> None:
    """Benchmarks; each says what it measured."""


def _existing_log(values: list[str]) -> list[str]:
    from superbiz_agent.settings import split_named_path  # noqa: PLC0415

    for value in values:
        _, path = split_named_path(value)
        if not path.exists():
            raise typer.BadParameter(f"Path '{path}' does not exist.")
    return values


def _documents(values: list[Path]) -> list[Path]:
    from superbiz_agent.tools.knowledge import KNOWN_FORMATS, is_page  # noqa: PLC0415

    for path in values:
        if path.is_file() and not is_page(path):
            raise typer.BadParameter(f"'{path}' is no page: {KNOWN_FORMATS}, or a folder of them.")
    return values


Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
SessionId = Annotated[str, typer.Argument(metavar="ID", help="A session's id, or its beginning.")]
Logs = Annotated[
    list[str],
    typer.Option(
        metavar="[NAME=]PATH",
        callback=_existing_log,
        help="Log file or folder, repeatable; NAME, a pod or service, stands in the evidence.",
    ),
]
Alerts = Annotated[
    list[Path],
    typer.Option(
        metavar="FILE", exists=True, help="Alert export of Alertmanager or Prometheus, repeatable."
    ),
]
Runbooks = Annotated[
    list[Path],
    typer.Option(
        metavar="DIR",
        exists=True,
        callback=_documents,
        help="Folder or file of runbooks (Markdown, HTML, reStructuredText, PDF), repeatable.",
    ),
]
Sources = Annotated[
    list[str],
    typer.Option(
        "--source",
        metavar="KIND=URL",
        help="Server, repeatable: prometheus, alertmanager, loki, elasticsearch; journald alone. "
        "Others, and how to sign in: [sources.NAME] in superbiz.toml.",
    ),
]


@app.command(epilog=EXIT_CODES_TEXT)
def ask(
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="The question, in Chinese or English.")
    ],
    thread: Annotated[
        str | None, typer.Option(metavar="ID", help="Conversation this question continues.")
    ] = None,
    as_json: Json = False,
    logs: Logs = [],  # noqa: B006  (typer copies it)
    alerts: Alerts = [],  # noqa: B006
    runbooks: Runbooks = [],  # noqa: B006
    sources: Sources = [],  # noqa: B006
    since: Annotated[
        str | None, typer.Option(metavar="1h", help="Start of the window: 15m, 1h, 2d or ISO 8601.")
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="End of the window, ISO 8601 or now: nothing later is looked at.",
        ),
    ] = None,
) -> int:
    """Answer one question about an incident."""
    from superbiz_agent.settings import load_settings  # noqa: PLC0415
    from superbiz_agent.terminal import asking, notices, reports  # noqa: PLC0415
    from superbiz_agent.terminal.progress import SearchBar  # noqa: PLC0415

    if not question.strip():
        raise typer.BadParameter('QUESTION is empty: ask, for example, "Why does checkout fail?"')
    settings = load_settings(**_given(logs=logs, alerts=alerts, runbooks=runbooks, sources=sources))
    for line in notices.misspelt_lines(notices.misspelt_settings(os.environ)):
        console.tell(line)

    bar = SearchBar(shown=not as_json)

    def watch(event: dict[str, Any]) -> None:
        if bar.take(event):
            return
        if line := reports.progress_line(event):
            console.tell(line)

    def explain(calls: Sequence[Any]) -> None:
        bar.close()
        for line in notices.source_lines(calls):
            console.tell(line)

    def show_answer(result: dict[str, Any]) -> None:
        if as_json:
            console.write_exact(console.json_line(result))
        else:
            console.write(reports.answer_lines(result))

    given = {"query": question, **_given(thread_id=thread, since=since, at=at)}
    with closing(bar):
        asking.diagnose(settings, given, watch=watch, show=show_answer, explain=explain)
    return ExitCode.ANSWERED


@app.command()
def sessions(
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="How many, newest first.")] = 20,
) -> int:
    """List what was asked, newest first."""
    from superbiz_agent.terminal import reports  # noqa: PLC0415

    with _open_store() as store:
        rows = store.sessions(limit + 1)
    console.write(reports.session_list_lines(rows[:limit], full_ids=not sys.stdout.isatty()))
    if len(rows) > limit:
        console.tell(console.Line(f"the newest {limit} are shown: --limit shows more"))
    if not rows:
        console.tell(console.Line("no sessions yet: superbiz ask QUESTION makes one"))
    return ExitCode.ANSWERED


@app.command()
def show(session_id: SessionId, as_json: Json = False) -> int:
    """Print one session with its evidence, checks and audit."""
    from superbiz_agent.terminal import reports  # noqa: PLC0415

    with _open_store() as store:
        row = store.session(session_id)
        invocations = store.invocations(row.id)
    if as_json:
        calls = [call.model_dump(mode="json") for call in invocations]
        whole = {"session": row.model_dump(mode="json"), "invocations": calls}
        console.write_exact(console.json_line(whole))
    else:
        console.write(reports.session_lines(row, invocations))
    return ExitCode.ANSWERED


@app.command()
def verify(session_id: SessionId) -> int:
    """Replay a session's decisions; exit 1 if any differs."""
    from superbiz_agent.audit.replay import replay_session  # noqa: PLC0415
    from superbiz_agent.nodes.reply import REPLIES  # noqa: PLC0415
    from superbiz_agent.terminal import reports  # noqa: PLC0415

    with _open_store() as store:
        row = store.session(session_id)
        differences = replay_session(store, row.id, reply_texts=tuple(REPLIES.values()))
    console.write(reports.difference_lines(row.id, differences))
    return ExitCode.FAILED if differences else ExitCode.ANSWERED


@app.command()
def doctor() -> int:
    """Reach database, sources and models."""
    from superbiz_agent.settings import load_settings  # noqa: PLC0415
    from superbiz_agent.terminal.doctor import check_all  # noqa: PLC0415

    all_well = True
    for check in check_all(load_settings(), os.environ):
        console.write([check.line])
        all_well = all_well and check.status != "failed"
    return ExitCode.ANSWERED if all_well else ExitCode.FAILED


@app.command()
def config(as_json: Json = False) -> int:
    """Print every setting, secrets masked."""
    from superbiz_agent.settings import load_settings  # noqa: PLC0415
    from superbiz_agent.terminal import reports  # noqa: PLC0415

    settings = load_settings()
    if as_json:
        console.write_exact(console.json_line(settings.masked()))
    else:
        console.write(reports.settings_lines(settings))
    return ExitCode.ANSWERED


JsonFile = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help="Write the figures as JSON.")
]
Jobs = Annotated[
    int | None, typer.Option(min=1, max=64, help="Worker processes; the processors by default.")
]


@eval_app.command("trust")
def eval_trust(
    incidents: Annotated[
        Path, typer.Option(metavar="DIR", exists=True, help="Folder of incident folders.")
    ] = Path("tests/incidents"),
    only: Annotated[
        list[str], typer.Option(metavar="NAME", help="This incident alone, repeatable.")
    ] = [],  # noqa: B006  (typer copies it)
    jobs: Jobs = None,
    per_kind: Annotated[
        int, typer.Option(min=1, max=100, help="Mutants of one kind that code makes of one run.")
    ] = 5,
    json_file: JsonFile = None,
    held_out_texts: Annotated[
        bool, typer.Option(help="Write the texts that are kept out of tuning, too.")
    ] = False,
) -> int:
    """Play incidents with faithful and mutated models; exit 1 where a bar does not hold."""
    from superbiz_agent.evals.trust.command import evaluate_trust  # noqa: PLC0415

    holds = evaluate_trust(
        incidents,
        only=tuple(only),
        jobs=jobs or os.cpu_count() or 1,
        per_kind=per_kind,
        json_file=json_file,
        held_out_texts=held_out_texts,
    )
    return ExitCode.ANSWERED if holds else ExitCode.FAILED


def _sizes(value: str) -> str:
    if not all(
        part.isascii() and part.isdigit() and int(part[:5]) > 0 for part in value.split(",")
    ):
        raise typer.BadParameter(f"'{value}' is no list of whole numbers such as 1,3,10.")
    return value


@bench_app.command("grounding")
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
    from superbiz_agent.bench.command import bench_grounding as measure  # noqa: PLC0415
    from superbiz_agent.bench.extraction import MEGABYTE  # noqa: PLC0415

    measure(
        [int(part) for part in sizes.split(",")],
        repeat=repeat,
        extract=MEGABYTE if extract else None,
        json_file=json_file,
    )
    return ExitCode.ANSWERED


@bench_app.command("logs")
def bench_logs(
    megabytes: Annotated[
        str,
        typer.Option(metavar="N,N", callback=_sizes, help="Sizes, each of all files together."),
    ] = "200,1000",
    repeat: Annotated[int, typer.Option(min=1, max=100, help="Repetitions; the best counts.")] = 3,
    json_file: JsonFile = None,
) -> int:
    """Time log search over made-up files, beside ripgrep and DuckDB."""
    from superbiz_agent.bench.command import bench_logs as measure  # noqa: PLC0415

    sizes = [int(part) for part in megabytes.split(",")]
    measure(sizes, repeat=repeat, json_file=json_file)
    return ExitCode.ANSWERED


@eval_app.command("grounding")
def eval_grounding(
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of the sets; else SUPERBIZ_EVAL_DATA/grounding."),
    ] = None,
    only: Annotated[
        list[str], typer.Option("--set", metavar="NAME", help="This set alone, repeatable.")
    ] = [],  # noqa: B006  (typer copies it)
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many texts a set.")] = None,
    jobs: Jobs = None,
    json_file: JsonFile = None,
) -> int:
    """Measure the comparison on human-marked public texts, beside a baseline."""
    from superbiz_agent.evals.grounding.command import evaluate_grounding  # noqa: PLC0415
    from superbiz_agent.evals.grounding.public_texts import sets_folder  # noqa: PLC0415

    evaluate_grounding(
        sets_folder(data, os.environ),
        only=tuple(only),
        limit=limit,
        jobs=jobs or os.cpu_count() or 1,
        json_file=json_file,
    )
    return ExitCode.ANSWERED


@eval_app.command("adversary")
def eval_adversary(
    data: Annotated[
        Path, typer.Option(metavar="DIR", exists=True, help="Folder of the two tables.")
    ] = Path("tests/adversary"),
    json_file: JsonFile = None,
) -> int:
    """Count which false claims and answers the rules let through, and which true ones not."""
    from superbiz_agent.evals.adversary.command import evaluate_adversary  # noqa: PLC0415

    evaluate_adversary(data, json_file=json_file)
    return ExitCode.ANSWERED


@eval_app.command("incidents")
def eval_incidents(
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of public incidents; else SUPERBIZ_EVAL_DATA."),
    ] = None,
    only: Annotated[
        list[str], typer.Option(metavar="NAME", help="This incident alone, repeatable.")
    ] = [],  # noqa: B006  (typer copies it)
    reworded: Annotated[
        bool, typer.Option(help="Ask in other words instead, in both languages.")
    ] = False,
    servers: Annotated[
        bool, typer.Option(help="Ask metric series of a Prometheus that is started for it.")
    ] = False,
    json_file: JsonFile = None,
) -> int:
    """Ask the offline model about public incidents; count facts told and wrong conclusions."""
    from superbiz_agent.evals.incidents.cases import incidents_folder  # noqa: PLC0415
    from superbiz_agent.evals.incidents.command import evaluate_incidents  # noqa: PLC0415

    evaluate_incidents(
        incidents_folder(data, os.environ),
        only=tuple(only),
        reworded=reworded,
        servers=servers,
        json_file=json_file,
    )
    return ExitCode.ANSWERED


@eval_app.command("questions")
def eval_questions(
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of public logs; else SUPERBIZ_EVAL_DATA."),
    ] = None,
    only: Annotated[
        list[str],
        typer.Option(metavar="NAME", help="Questions whose name begins so, repeatable."),
    ] = [],  # noqa: B006  (typer copies it)
    json_file: JsonFile = None,
) -> int:
    """Ask the offline model about public logs in both languages; count facts and wrong answers."""
    from superbiz_agent.evals.questions.cases import questions_folder  # noqa: PLC0415
    from superbiz_agent.evals.questions.command import evaluate_questions  # noqa: PLC0415

    evaluate_questions(questions_folder(data, os.environ), only=tuple(only), json_file=json_file)
    return ExitCode.ANSWERED


@eval_app.command("runbooks")
def eval_runbooks(
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of public runbooks; else SUPERBIZ_EVAL_DATA."),
    ] = None,
    only: Annotated[
        list[str],
        typer.Option(metavar="NAME", help="Lookups whose name begins so, repeatable."),
    ] = [],  # noqa: B006  (typer copies it)
    json_file: JsonFile = None,
) -> int:
    """Look runbooks up by alerts, links and symptoms in both languages, beside plain BM25."""
    from superbiz_agent.evals.runbooks.cases import runbook_data  # noqa: PLC0415
    from superbiz_agent.evals.runbooks.command import evaluate_runbooks  # noqa: PLC0415

    evaluate_runbooks(runbook_data(data, os.environ), only=tuple(only), json_file=json_file)
    return ExitCode.ANSWERED


@eval_app.command("push")
def eval_push(
    incidents: Annotated[
        Path, typer.Option(metavar="DIR", exists=True, help="Folder of incident folders.")
    ] = Path("tests/incidents"),
    only: Annotated[
        list[str], typer.Option(metavar="NAME", help="This incident alone, repeatable.")
    ] = [],  # noqa: B006  (typer copies it)
    run: Annotated[bool, typer.Option(help="Run the agent on the dataset and score it.")] = True,
) -> int:
    """Make a LangSmith dataset of incidents and evaluate the agent on it."""
    from superbiz_agent.evals.evaluators.pushing import push_incidents  # noqa: PLC0415

    push_incidents(incidents, only=tuple(only), run=run)
    return ExitCode.ANSWERED


@eval_app.command("live")
def eval_live(
    incidents: Annotated[
        Path, typer.Option(metavar="DIR", exists=True, help="Folder of incident folders.")
    ] = Path("tests/incidents"),
    lock: Annotated[
        Path, typer.Option(metavar="FILE", help="Pins of the model and its server.")
    ] = Path("requirements/live.lock"),
    results: Annotated[
        Path, typer.Option(metavar="FILE", help="Where results are added, and gone on with.")
    ] = Path("live-results.jsonl"),
    diagnoses: Annotated[int, typer.Option(min=0, max=10_000, help="Whole diagnoses.")] = 24,
    method: Annotated[
        Literal["json_schema", "json_mode", "plain"],
        typer.Option(help="How the whole diagnoses ask for a reply."),
    ] = "json_schema",
    roles: Annotated[bool, typer.Option(help="Each role by itself, too.")] = True,
    small: Annotated[
        bool, typer.Option(help="One role by itself and one diagnosis, as CI does.")
    ] = False,
    retries: Annotated[int, typer.Option(min=0, max=5, help="Attempts after the first.")] = 0,
    reply_tokens: Annotated[
        int, typer.Option(min=50, max=4000, help="Ceiling of one reply of the model.")
    ] = 600,
) -> int:
    """Try the agent on a small real model that runs here; exit 1 where something false is told."""
    from superbiz_agent.contracts.base import ROLES  # noqa: PLC0415
    from superbiz_agent.evals.live import command  # noqa: PLC0415

    bounds = command.Bounds(reply_tokens=reply_tokens, retries=retries)
    extent = command.Extent(
        roles=ROLES if roles else (),
        diagnoses=diagnoses,
        diagnosis_method=method,
    )
    holds = command.evaluate_live(
        incidents,
        lock,
        results,
        extent=command.SMALL if small else extent,
        bounds=command.SMALL_BOUNDS if small else bounds,
    )
    return ExitCode.ANSWERED if holds else ExitCode.FAILED


def _print_version(wanted: bool) -> None:
    if wanted:
        console.write_exact(f"superbiz-agent {__version__}")
        raise typer.Exit


@app.callback()
def superbiz(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    """Answers questions about incidents; every stated fact traces to stored evidence."""


def _given(**options: Any) -> dict[str, Any]:
    """The options that the user gave: settings hold where none was."""
    return {name: value for name, value in options.items() if value not in (None, [])}


def _open_store() -> Any:
    from superbiz_agent.settings import load_settings  # noqa: PLC0415
    from superbiz_agent.store import open_store  # noqa: PLC0415

    return open_store(load_settings().database_url)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (``sys.argv`` if none is given) and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    return run_command(typer.main.get_command(app), given or ["--help"])
