"""The evaluators, offline over scripted runs, and what ``superbiz eval push`` sends."""

from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.cli import main
from superbiz_agent.evals.evaluators.scoring import EVALUATORS, expected, judged_run
from superbiz_agent.evals.trust.incidents import load_case
from superbiz_agent.evals.trust.playing import open_theatre
from tests.langsmith_server import LangSmithServer

INCIDENTS = Path(__file__).parents[1] / "incidents"

LINE = {"source_invocation_id": 1, "tool_name": "query_logs", "raw_path": "$.logs[0]", "text": "x"}
GOOD: dict[str, Any] = {
    "answer": "vault is full. [1]\n\nReferences:\n[1] query_logs #1: x, network",
    "verdict": "PASS",
    "composer_status": "valid",
    "references": [{"n": 1, "claim_id": "claim-1", **LINE}],
    "stored": [LINE],
}
KNOWN = expected(["PASS"], ["vault"], ["network"])


def scored(outputs: Any, known: Any = KNOWN) -> dict[str, float]:
    every = {}
    for evaluator in EVALUATORS:
        names = evaluator.__code__.co_varnames[: evaluator.__code__.co_argcount]
        given = {"outputs": outputs, "reference_outputs": known}
        told = evaluator(**{name: given[name] for name in names})
        every[told["key"]] = told["score"]
    return every


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({}, set()),
        ({"references": [{**GOOD["references"][0], "text": "y"}]}, {"evidence_authenticity"}),
        ({"stored": []}, {"evidence_authenticity"}),
        ({"verdict": "LOW_CONFID"}, {"verdict"}),
        ({"answer": "It is full. [1]"}, {"required_facts"}),
        ({"answer": "vault lost its network. [1]"}, {"forbidden_facts"}),
        ({"answer": "vault is full. [2]"}, {"wording"}),
        ({"answer": "vault is full. [claim-1]"}, {"wording"}),
        ({"answer": "vault said “index [3] is out of range”. [1]"}, set()),
        ({"composer_status": "fallback"}, {"wording"}),
    ],
)
def test_each_evaluator_sees_its_own_fault_and_no_other(change: Any, wrong: set[str]) -> None:
    told = scored({**GOOD, **change})
    assert {key for key, score in told.items() if score < 1.0} == wrong


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "name", ["checkout-certificate", "parcel-two-faults-zh", "injected-log-line"]
)
def test_a_faithful_run_is_worth_full_marks(name: str, language: Any, tmp_path: Path) -> None:
    case = load_case(INCIDENTS / name, language)
    with open_theatre(case, tmp_path) as stage:
        played = stage.play()
    outputs = judged_run(played.result, played.invocations)
    known = expected([case.run.verdict], (), case.incident.forbidden)
    assert set(scored(outputs, known).values()) == {1.0}


@pytest.mark.server
def test_push_makes_a_dataset_once_and_sends_scores_for_each_example(
    langsmith_server: LangSmithServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from langsmith.utils import get_env_var

    monkeypatch.setenv("LANGSMITH_ENDPOINT", langsmith_server.url)
    monkeypatch.setenv("LANGSMITH_API_KEY", "none")
    get_env_var.cache_clear()
    command = ["eval", "push", "--incidents", str(INCIDENTS), "--only", "checkout-certificate"]
    try:
        assert main([*command, "--no-run"]) == 0
        assert main(command) == 0
    finally:
        get_env_var.cache_clear()
    kept = langsmith_server.kept
    [dataset] = kept.datasets
    assert [each["inputs"]["incident"] for each in kept.examples] == [
        "checkout-certificate/en",
        "checkout-certificate/zh",
    ]
    assert dataset["name"] in capsys.readouterr().out
    keys = [each["key"] for each in kept.feedback]
    assert sorted(set(keys)) == sorted(each.__name__ for each in EVALUATORS)
    assert len(keys) == 2 * len(EVALUATORS)
    assert {each["score"] for each in kept.feedback if each["key"] == "evidence_authenticity"} == {
        1.0
    }
    assert len(kept.named("superbiz-diagnosis")) == 2
