"""``superbiz eval grounding``: what counts as an error, as caught, as a false alarm."""

import json
from pathlib import Path

import pytest

from superbiz_agent.cli import main
from superbiz_agent.errors import ConfigurationError, SourceError
from superbiz_agent.evals.grounding.measure import Counts, count, measure
from superbiz_agent.evals.grounding.mentions import Mention, capitalised_names, sentences_of
from superbiz_agent.evals.grounding.methods import flagged_by_engine, flagged_by_occurrence
from superbiz_agent.evals.grounding.public_texts import MarkedText, read_sets, sets_folder
from superbiz_agent.evals.grounding.report import Part, meets_aim
from superbiz_agent.evals.grounding.source_items import source_of
from superbiz_agent.terminal.notices import misspelt_settings

Captured = pytest.CaptureFixture[str]

SOURCE = json.dumps(
    {
        "home_name": "Otters",
        "home_city": "Vellmar",
        "home_line": {"TEAM-PTS": "88", "TEAM-REB": "41"},
        "vis_name": "Kites",
        "vis_city": "Brissen",
        "vis_line": {"TEAM-PTS": "80", "TEAM-REB": "39"},
        "box_score": {
            "PLAYER_NAME": {"0": "Ada Quill", "1": "Bo Tarn"},
            "PTS": {"0": "31", "1": "12"},
            "AST": {"0": "7", "1": "4"},
            "TEAM_CITY": {"0": "Vellmar", "1": "Brissen"},
        },
    }
)


def flagged(response: str) -> tuple[list[str], list[str]]:
    """What the engine and the baseline flag in a response over ``SOURCE``."""
    source = source_of(SOURCE)
    sentences = sentences_of(response, source.names)
    found = (judge(sentences, source) for judge in (flagged_by_engine, flagged_by_occurrence))
    engine, baseline = (
        [response[m.start : m.end] for m in sorted(each, key=lambda m: m.start)] for each in found
    )
    return engine, baseline


def marked(response: str, *errors: str, identity: str = "1") -> MarkedText:
    spans = tuple((response.index(part), response.index(part) + len(part)) for part in errors)
    return MarkedText(identity, SOURCE, response, spans)


def write_set(folder: Path, texts: list[MarkedText], name: str = "games") -> None:
    rows = [
        {
            "ds": name, "id": each.identity, "model": "m", "source": each.source,
            "response": each.response, "spans": [[*span, "NUMBER"] for span in each.errors],
            "hallucinated": bool(each.errors),
        }
        for each in texts
    ]  # fmt: skip
    text = "".join(f"{json.dumps(row)}\n" for row in rows)
    (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("response", "engine", "baseline"),
    [
        ("Ada Quill had 31 points and seven assists.", [], []),
        ("The Otters beat the Kites, 88 - 80.", [], []),
        ("The Otters won 88-80.", [], []),
        ("Bo Tarn had 31 points.", ["31"], []),
        ("The Kites had 41 rebounds.", ["41"], []),
        ("Bo Tarn had 12 assists.", ["12"], []),
        ("Bo Tarn played well. He had seven assists.", ["seven"], []),
        ("Bo Tarn had 19 points.", ["19"], ["19"]),
        ("The Otters host the Marrow Bay Gulls.", ["Marrow Bay Gulls"], ["Marrow Bay Gulls"]),
    ],
)
def test_a_number_moved_to_another_entity_is_seen_by_the_engine_alone(
    response: str, engine: list[str], baseline: list[str]
) -> None:
    assert flagged(response) == (engine, baseline)


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("Reviewers praise the soup.", []),
        ("Marrow Bay is far.", ["Marrow Bay"]),
        ("The Otters met Quill's brother on Friday.", ["Otters", "Quill", "Friday"]),
        ("They sell Salt & Ash ware.", ["Salt & Ash"]),
        ("I saw it, and A was there.", []),
    ],
)
def test_a_name_is_a_run_of_capitalised_words(sentence: str, names: list[str]) -> None:
    assert list(capitalised_names(sentence)) == names


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("She made 3 of 4 in the first half.", ["number"] * 3),
        ("Both came in many ways, more than before.", []),
        ('He said "9 lives".', ["number"]),
    ],
)
def test_numbers_are_typed_values_number_words_and_ordinals(text: str, mentions: list[str]) -> None:
    found = [mention.kind for each in sentences_of(text, ()) for mention in each.mentions]
    assert found == mentions or set(found) == set(mentions)


def test_counts_go_by_overlap_with_marked_spans() -> None:
    mentions = [Mention("number", at, at + 2, ("number", str(at))) for at in (0, 10, 20, 30)]
    found = count(mentions, {mentions[0], mentions[2]}, [(0, 5), (11, 12), (50, 60)])
    assert found == Counts(errors=2, caught=1, flagged=2, right=1, sound=2)
    assert (found.recall, found.precision, found.false_alarm_rate) == (0.5, 0.5, 0.5)
    assert Counts().recall == Counts().precision == Counts().false_alarm_rate == 0.0


def test_offsets_are_into_the_raw_response() -> None:
    response = "Ada Quill led .\n\n  Bo Tarn had 31 points ."
    figures = measure(marked(response, "31"))
    assert figures["engine"]["number"] == Counts(errors=1, caught=1, flagged=1, right=1)
    assert figures["baseline"]["number"].caught == 0


def test_the_aim_asks_for_more_caught_at_no_more_false_alarms() -> None:
    better, worse = Counts(4, 3, 4, 3, 9), Counts(4, 2, 3, 2, 9)
    for engine, baseline, aim in ((better, worse, True), (worse, better, False)):
        figures = {"engine": {"all": engine}, "baseline": {"all": baseline}}
        assert meets_aim(Part("games", "tuning", 1, figures)) is aim
    assert not meets_aim(
        Part("g", "tuning", 1, {j: {"all": better} for j in ("engine", "baseline")})
    )


def test_the_halves_are_told_by_the_id_alone() -> None:
    texts = [marked("x", identity=str(number)) for number in range(200)]
    tuning = [text for text in texts if text.half == "tuning"]
    assert 70 < len(tuning) < 130
    assert marked("other", identity=tuning[0].identity).half == "tuning"


def test_the_folder_is_the_one_given_or_that_of_the_environment(tmp_path: Path) -> None:
    (tmp_path / "grounding").mkdir()
    environment = {"SUPERBIZ_EVAL_DATA": str(tmp_path)}
    assert sets_folder(None, environment) == tmp_path / "grounding"
    assert sets_folder(tmp_path, environment) == tmp_path
    assert misspelt_settings(environment) == []


@pytest.mark.parametrize("arguments", [[], ["--data", "no/such"]])
def test_a_missing_folder_is_one_line_that_says_what_to_set(
    arguments: list[str], capsys: Captured
) -> None:
    assert main(["eval", "grounding", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "--data" in error
    assert "SUPERBIZ_EVAL_DATA" in error


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        "[1]",
        "null",
        '{"id": 1, "source": "s", "response": 5, "spans": []}',
        '{"id": 1, "source": "s", "response": "abc", "spans": [[1, 9, "X"]]}',
        '{"id": 1, "source": "s", "response": "abc", "spans": [[true, 2, "X"]]}',
        '{"id": 1, "source": "s", "response": "abc", "spans": [[1]]}',
        '{"id": 1, "source": "s", "response": "abc"}',
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(SourceError, match="line 2"):
        read_sets(tmp_path)


def test_a_set_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    write_set(tmp_path, [marked("x")])
    with pytest.raises(ConfigurationError, match=r"no set chess in .* games"):
        read_sets(tmp_path, only=["chess"])


def test_the_command_prints_a_table_and_writes_figures(tmp_path: Path, capsys: Captured) -> None:
    texts = [
        marked("Bo Tarn had 31 points.", "31", identity=str(number)) for number in range(6)
    ] + [marked("Ada Quill had 31 points.", identity=str(number)) for number in range(6, 12)]
    write_set(tmp_path, texts)
    write_set(tmp_path, texts, "other")
    figures = tmp_path / "figures.json"
    arguments = ["--data", str(tmp_path), "--set", "games", "--jobs", "1", "--json", str(figures)]
    assert main(["eval", "grounding", *arguments]) == 0
    told = capsys.readouterr()
    assert "games: 12 of 12 texts" in told.err
    assert "other" not in told.out
    assert "more errors caught at no more false alarms than the baseline: " in told.out
    read = json.loads(figures.read_text(encoding="utf-8"))["sets"]
    assert sum(part["texts"] for part in read) == 12
    engine = [part["figures"]["engine"]["all"] for part in read]
    assert sum(each["caught"] for each in engine) == sum(each["errors"] for each in engine) == 6
    assert sum(each["false_alarms"] for each in engine) == 0
    assert sum(part["figures"]["baseline"]["all"]["caught"] for part in read) == 0


def test_figures_that_cannot_be_written_are_one_line(tmp_path: Path, capsys: Captured) -> None:
    write_set(tmp_path, [marked("Ada Quill had 31 points.")])
    arguments = ["--data", str(tmp_path), "--jobs", "1", "--json", str(tmp_path)]
    assert main(["eval", "grounding", *arguments]) == 2
    assert "--json" in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.data
def test_the_public_sets_are_read_where_they_lie(public_data: Path) -> None:
    sets = read_sets(public_data / "grounding", limit=4)
    assert len(sets) >= 5
    for each in sets:
        figures = [measure(text) for text in each.texts]
        mentions = sum(f["engine"]["all"].sound + f["engine"]["all"].errors for f in figures)
        assert mentions > 0, each.name
        assert all(f["engine"]["all"].errors == f["baseline"]["all"].errors for f in figures)
