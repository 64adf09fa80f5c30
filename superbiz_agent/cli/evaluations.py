"""``superbiz eval``: one command a suite."""

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from superbiz_agent.cli.options import (
    IncidentFolders,
    Jobs,
    JsonFile,
    OnlyIncidents,
    only_beginning,
    public_data,
    workers,
)
from superbiz_agent.terminal.command_runner import ExitCode

app = typer.Typer(rich_markup_mode=None)
INCIDENTS = Path("tests/incidents")


@app.callback()
def evaluate() -> None:
    """Evaluation suites; each says what it measured."""


@app.command("trust")
def eval_trust(
    incidents: IncidentFolders = INCIDENTS,
    only: OnlyIncidents = [],
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
    from superbiz_agent.evals.trust.command import evaluate_trust

    holds = evaluate_trust(
        incidents,
        only=tuple(only),
        jobs=workers(jobs),
        per_kind=per_kind,
        json_file=json_file,
        held_out_texts=held_out_texts,
    )
    return ExitCode.ANSWERED if holds else ExitCode.FAILED


@app.command("grounding")
def eval_grounding(
    data: Annotated[Path | None, public_data("the sets", below="/grounding")] = None,
    only: Annotated[
        list[str], typer.Option("--set", metavar="NAME", help="This set alone, repeatable.")
    ] = [],
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many texts a set.")] = None,
    jobs: Jobs = None,
    json_file: JsonFile = None,
) -> int:
    """Measure the comparison on human-marked public texts, beside a baseline."""
    from superbiz_agent.evals.grounding.command import evaluate_grounding
    from superbiz_agent.evals.grounding.public_texts import sets_folder

    evaluate_grounding(
        sets_folder(data, os.environ),
        only=tuple(only),
        limit=limit,
        jobs=workers(jobs),
        json_file=json_file,
    )
    return ExitCode.ANSWERED


@app.command("adversary")
def eval_adversary(
    data: Annotated[
        Path, typer.Option(metavar="DIR", exists=True, help="Folder of the two tables.")
    ] = Path("tests/adversary"),
    json_file: JsonFile = None,
) -> int:
    """Count which false claims and answers the rules let through, and which true ones not."""
    from superbiz_agent.evals.adversary.command import evaluate_adversary

    evaluate_adversary(data, json_file=json_file)
    return ExitCode.ANSWERED


@app.command("incidents")
def eval_incidents(
    data: Annotated[Path | None, public_data("public incidents")] = None,
    only: OnlyIncidents = [],
    reworded: Annotated[
        bool, typer.Option(help="Ask in other words instead, in both languages.")
    ] = False,
    servers: Annotated[
        bool, typer.Option(help="Load the evidence into real servers that are started for it.")
    ] = False,
    server: Annotated[
        list[str], typer.Option(metavar="KIND", help="A server of this kind alone, repeatable.")
    ] = [],
    json_file: JsonFile = None,
) -> int:
    """Ask the offline model about public incidents; count facts told and wrong conclusions."""
    from superbiz_agent.evals.incidents.cases import incidents_folder
    from superbiz_agent.evals.incidents.command import evaluate_incidents
    from superbiz_agent.evals.incidents.serving import EVERY_PART

    evaluate_incidents(
        incidents_folder(data, os.environ),
        only=tuple(only),
        reworded=reworded,
        servers=tuple(server) or (EVERY_PART if servers else ()),
        json_file=json_file,
    )
    return ExitCode.ANSWERED


@app.command("questions")
def eval_questions(
    data: Annotated[Path | None, public_data("public logs")] = None,
    only: Annotated[list[str], only_beginning("Questions")] = [],
    json_file: JsonFile = None,
) -> int:
    """Ask the offline model about public logs in both languages; count facts and wrong answers."""
    from superbiz_agent.evals.questions.cases import questions_folder
    from superbiz_agent.evals.questions.command import evaluate_questions

    evaluate_questions(questions_folder(data, os.environ), only=tuple(only), json_file=json_file)
    return ExitCode.ANSWERED


@app.command("runbooks")
def eval_runbooks(
    data: Annotated[Path | None, public_data("public runbooks")] = None,
    only: Annotated[list[str], only_beginning("Lookups")] = [],
    json_file: JsonFile = None,
) -> int:
    """Look runbooks up by alerts, links and symptoms in both languages, beside plain BM25."""
    from superbiz_agent.evals.runbooks.cases import runbook_data
    from superbiz_agent.evals.runbooks.command import evaluate_runbooks

    evaluate_runbooks(runbook_data(data, os.environ), only=tuple(only), json_file=json_file)
    return ExitCode.ANSWERED


@app.command("push")
def eval_push(
    incidents: IncidentFolders = INCIDENTS,
    only: OnlyIncidents = [],
    run: Annotated[bool, typer.Option(help="Run the agent on the dataset and score it.")] = True,
) -> int:
    """Make a LangSmith dataset of incidents and evaluate the agent on it."""
    from superbiz_agent.evals.evaluators.pushing import push_incidents

    push_incidents(incidents, only=tuple(only), run=run)
    return ExitCode.ANSWERED


@app.command("live")
def eval_live(
    incidents: IncidentFolders = INCIDENTS,
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
    from superbiz_agent.contracts.base import ROLES
    from superbiz_agent.evals.live import command

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


@app.command("recorded")
def eval_recorded(
    results: Annotated[Path, typer.Argument(metavar="FILE", help="Results of `eval live`.")],
    incidents: IncidentFolders = INCIDENTS,
) -> int:
    """Judge the replies of an earlier `eval live` by the code as it is now; no model is asked."""
    from superbiz_agent.evals.live.command import evaluate_recorded

    holds = evaluate_recorded(incidents, results)
    return ExitCode.ANSWERED if holds else ExitCode.FAILED
