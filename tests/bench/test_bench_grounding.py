"""The benchmark measures what it says: a faithful run, of its size, other text each time."""

import json
from pathlib import Path

import pytest
from time_growth import assert_linear

from superbiz_agent.bench.extraction import REPEATED, repeated_text, time_extraction
from superbiz_agent.bench.grounding import PARTS, WHOLE, growth, measure_sizes
from superbiz_agent.bench.report import as_json, extraction_lines, run_lines
from superbiz_agent.bench.timing import Times, clear_caches, growth_exponent, machine
from superbiz_agent.bench.workload import make_workload
from superbiz_agent.cli import main
from superbiz_agent.grounding import extract_facts


def test_a_run_of_size_one_is_the_size_that_the_docs_name() -> None:
    run = make_workload(1, 0)
    assert (run.stored_lines, run.bindings, len(run.executor_output["claims"])) == (400, 100, 50)


def test_a_larger_run_keeps_to_the_bounds_of_the_contract() -> None:
    run = make_workload(10, 0)
    claims = run.executor_output["claims"]
    assert run.stored_lines == 4000
    assert len(claims) == 50
    assert {len(claim["evidence_bindings"]) for claim in claims} == {8}
    assert max(len(claim["claim_text"]) for claim in claims) <= 1000


def test_a_seed_always_gives_the_same_run_and_two_seeds_share_no_claim() -> None:
    first, again, other = make_workload(1, 1), make_workload(1, 1), make_workload(1, 2)
    assert first == again
    texts = [
        {claim["claim_text"] for claim in run.executor_output["claims"]} for run in (first, other)
    ]
    assert not texts[0] & texts[1]


@pytest.fixture(scope="module")
def figures() -> list:
    return measure_sizes([1, 2], 1, lambda _text: None)


def test_every_part_of_every_size_is_timed(figures: list) -> None:
    assert [each.size for each in figures] == [1, 2]
    for each in figures:
        assert set(each.cold) == set(each.warm) == {*PARTS, WHOLE}
        assert all(times.median > 0 for times in each.cold.values())
    assert 3_500 <= figures[0].answer_characters <= 4_000


def test_the_report_says_machine_python_aim_and_what_was_not_counted(figures: list) -> None:
    where = machine() | {"python": "CPython 3.99.0"}
    text = "\n".join(line.text for line in run_lines(where, figures, 1))
    for said in ("CPython 3.99.0", "aim for size 1", "Not counted: models", "exponent", WHOLE):
        assert said in text


def test_the_json_holds_every_sample(figures: list) -> None:
    extraction = [time_extraction("digits", "7" * 100)]
    written = json.loads(json.dumps(as_json(machine(), figures, extraction)))
    assert [run["size"] for run in written["runs"]] == [1, 2]
    assert written["runs"][0]["cold"][WHOLE]["seconds"] == list(figures[0].cold[WHOLE].seconds)
    assert set(written["growth_exponent"]) == {*PARTS, WHOLE}
    assert written["extraction"][0]["characters"] == 100
    assert "digits" in "\n".join(line.text for line in extraction_lines(extraction))


def test_growth_of_one_size_is_unknown(figures: list) -> None:
    assert set(growth(figures[:1]).values()) == {None}


@pytest.mark.parametrize(
    ("points", "exponent"),
    [
        ([(1, 0.1), (10, 1.0), (100, 10.0)], 1.0),
        ([(1, 0.1), (10, 10.0)], 2.0),
        ([(1, 0.1), (10, 0.1)], 0.0),
        ([(1, 0.1)], None),
    ],
)
def test_the_exponent_says_how_time_grows(
    points: list[tuple[float, float]], exponent: float | None
) -> None:
    found = growth_exponent(points)
    assert found == (exponent if exponent is None else pytest.approx(exponent))


def test_p99_of_few_samples_is_the_slowest() -> None:
    times = Times((0.3, 0.1, 0.2))
    assert (times.median, times.p99) == (0.2, 0.3)
    assert Times(tuple(range(1, 201))).p99 == 198


def test_the_command_prints_tables_and_writes_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "figures.json"
    assert main(["bench", "grounding", "--sizes", "1", "--repeat", "1", "--json", str(target)]) == 0
    shown = capsys.readouterr()
    assert "size 1: 50 claims, 100 bindings, 400 stored lines" in shown.out
    assert "size 1, 1/1" in shown.err
    assert json.loads(target.read_text(encoding="utf-8"))["runs"][0]["stored_lines"] == 400


@pytest.mark.parametrize("sizes", ["", "0", "1,x", "1.5", "-1", "٣"])
def test_sizes_that_are_no_numbers_are_refused_in_one_line(
    sizes: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "grounding", "--sizes", sizes]) == 2
    assert "is no list of whole numbers" in capsys.readouterr().err


@pytest.mark.parametrize("name", REPEATED)
def test_no_text_makes_extraction_more_than_linear(name: str) -> None:
    def extract(size: int) -> None:
        clear_caches()
        extract_facts(repeated_text(name, size))

    assert_linear(extract, 10_000, 80_000)
