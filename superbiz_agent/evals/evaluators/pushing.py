"""``superbiz eval push``: incidents as a dataset of LangSmith, and an experiment over it."""

# LangGraph and LangSmith type their functions only in part.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

import hashlib
import json
import tempfile
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from langsmith import Client, evaluate
from langsmith.utils import LangSmithError

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.errors import SourceError
from superbiz_agent.evals.evaluators.scoring import EVALUATORS, expected, judged_run
from superbiz_agent.evals.trust.incidents import Case, load_cases
from superbiz_agent.graph import build_graph
from superbiz_agent.nodes.trace_client import client_options, redactor
from superbiz_agent.settings import load_settings
from superbiz_agent.store import open_store
from superbiz_agent.terminal import console
from superbiz_agent.terminal.console import Line

DATASET = "superbiz-incidents"


def push_incidents(folder: Path, *, only: Sequence[str] = (), run: bool = True) -> None:
    """Make the dataset of the incidents below ``folder`` where LangSmith has none of this content,
    and with ``run`` evaluate the agent of the settings on it; means go to stdout.

    Raises ``SourceError`` for incidents that cannot be read and where LangSmith refuses.
    """
    cases = load_cases(folder, tuple(only))
    client = Client(**client_options(load_settings()))
    try:
        name = _dataset(client, cases)
        console.write([Line(f"dataset {name}: {len(cases)} examples")])
        if run:
            console.write(list(_means(_experiment(client, name, cases))))
    except LangSmithError as error:
        told = " ".join(str(error).split())[:200]
        raise SourceError(
            f"LangSmith: {told}; see LANGSMITH_ENDPOINT and LANGSMITH_API_KEY", source="langsmith"
        ) from None
    finally:
        client.flush(timeout=30)
        client.cleanup()


def _dataset(client: Client, cases: Sequence[Case]) -> str:
    """The dataset's name; it holds a digest of the content, so that changed incidents make a new
    dataset and experiments stay comparable."""
    clean = redactor(load_settings())
    examples = [clean(_example(case)) for case in cases]
    content = json.dumps(examples, sort_keys=True).encode()
    name = f"{DATASET}-{hashlib.sha256(content).hexdigest()[:8]}"
    if not client.has_dataset(dataset_name=name):
        made = client.create_dataset(name, description="Incidents with what is known of them.")
        given = [{**each, "id": str(uuid.uuid4())} for each in examples]
        client.create_examples(dataset_id=made.id, examples=given)
    return name


def _example(case: Case) -> JsonObject:
    incident = case.incident
    return {
        "inputs": {"incident": case.name, "query": case.question, "at": incident.at},
        "outputs": expected(incident.verdicts, incident.required, incident.forbidden),
        "metadata": {"language": case.language, "shapes": list(incident.shapes)},
    }


def _experiment(client: Client, name: str, cases: Sequence[Case]) -> Iterator[Mapping[str, Any]]:
    by_name = {case.name: case for case in cases}

    def diagnose(inputs: JsonObject) -> JsonObject:
        return run_case(by_name[inputs["incident"]])

    evaluators: list[Any] = list(EVALUATORS)
    rows = evaluate(
        diagnose,
        data=name,
        evaluators=evaluators,
        client=client,
        experiment_prefix="superbiz",
        max_concurrency=0,
    )
    return iter(cast(Iterable[Mapping[str, Any]], rows))


def run_case(case: Case) -> JsonObject:
    """Ask the agent of the settings about one incident, in a store that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="superbiz-push-") as folder:
        url = f"sqlite:///{Path(folder) / 'sessions.db'}"
        settings = load_settings(**{**case.settings(), "database_url": url})
        with open_store(url) as store:
            graph = build_graph(settings, evidence_store=store)
            given = {"query": case.question, "at": case.incident.at}
            result = graph.invoke({key: value for key, value in given.items() if value})
            return judged_run(result, store.invocations(result["session_id"]))


def _means(rows: Iterator[Mapping[str, Any]]) -> Iterator[Line]:
    scores: dict[str, list[float]] = {}
    for row in rows:
        for each in row["evaluation_results"]["results"]:
            scores.setdefault(each.key, []).append(float(each.score or 0.0))
    for key, given in scores.items():
        yield Line(f"{key:24} {sum(given) / len(given):.3f} over {len(given)}")
