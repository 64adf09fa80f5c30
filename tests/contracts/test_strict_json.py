"""What the strict parser reads, and all that it refuses."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from superbiz_agent.contracts.strict_json import (
    MAX_DEPTH,
    MAX_INTEGER,
    MAX_LENGTH,
    StrictJsonError,
    parse_json,
    read_reply,
)

VERDICT = '{"verdict": "REJECT", "claim_checks": []}'
OTHER_VERDICT = '{"verdict": "PASS", "claim_checks": []}'
COMPOSED = '{"answer_summary": "a", "recommended_actions": [], "user_facing_answer": "b"}'

patient = settings(deadline=None)

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-MAX_INTEGER, MAX_INTEGER)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda children: st.lists(children) | st.dictionaries(st.text("abc\u4e2d"), children),
    max_leaves=20,
)


class TestStrictCore:
    @pytest.mark.parametrize(
        ("text", "value"),
        [
            (' {"a": [1, -0, 2.5e3, true, null]}\r\n', {"a": [1, 0, 2500.0, True, None]}),
            ('"\\ud83d\\ude00 \u4e2d"', "😀 中"),
            ('"a\\u0000b"', "a\0b"),
            (str(MAX_INTEGER), MAX_INTEGER),
            (str(-MAX_INTEGER), -MAX_INTEGER),
            ("0.0e5", 0.0),
            ("[" * MAX_DEPTH + "]" * MAX_DEPTH, None),
            ('"' + "[" * 1000 + '"', "[" * 1000),
            ('{"a": {"k": 1}, "b": {"k": 1}}', {"a": {"k": 1}, "b": {"k": 1}}),
        ],
    )
    def test_reads_what_the_rfc_allows(self, text: str, value: Any) -> None:
        parsed = parse_json(text)
        assert value is None or parsed == value

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("", "not JSON"),
            ('{"a": 1} x', "more text after"),
            ('{"a": 1}{"a": 1}', "more text after"),
            ('{"a": 1, "a": 1}', "same key twice"),
            ('{"a": {"b": 1, "b": 2}}', "same key twice"),
            ('{"a": 1, "\\u0061": 2}', "same key twice"),
            ("NaN", "NaN"),
            ("[-Infinity]", "NaN and Infinity"),
            ("1e400", "out of the range"),
            ("1e-400", "out of the range"),
            (str(MAX_INTEGER + 1), "64 bits"),
            ("9" * 5000, "64 bits"),
            ('"\\ud83d"', "surrogate"),
            ('{"\\ude00": 1}', "surrogate"),
            ('"\ud83d"', "surrogate"),
            ("\ufeff{}", "byte order mark"),
            ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), "nested deeper"),
            ('{"a":' * 100_000, "nested deeper"),
            ("[" * 100_000, "nested deeper"),
            ('"' + "x" * MAX_LENGTH + '"', "longer than"),
            ("\u00a0{}", "not JSON"),
            ("{'a': 1}", "not JSON"),
            ('{"a": 1,}', "not JSON"),
            ('{"a": 1 // why\n}', "not JSON"),
            ("１", "not JSON"),
            ("[1_000]", "not JSON"),
            ("[0x1F]", "not JSON"),
            ('"line\nbreak"', "not JSON"),
        ],
    )
    def test_refuses_the_rest_with_a_reason(self, text: str, reason: str) -> None:
        with pytest.raises(StrictJsonError, match=reason):
            parse_json(text)

    def test_names_the_place_of_a_fault(self) -> None:
        with pytest.raises(StrictJsonError) as caught:
            parse_json('{"a": nil}')
        assert caught.value.position == 6

    @patient
    @given(json_values)
    def test_reads_back_every_value_that_json_can_write(self, value: Any) -> None:
        assert parse_json(json.dumps(value)) == value

    @patient
    @given(st.text('[]{}",:\\ 019.eE+-tfnalsruNI\ufeff\ud83d\n', max_size=60))
    def test_refuses_or_reads_any_text_without_another_exception(self, text: str) -> None:
        with contextlib.suppress(StrictJsonError):
            parse_json(text)

    @pytest.mark.parametrize(
        "unit", ['"', "\\", '\\"', '"\\', "[]", "{}", '{"', "[[]", "1", '"a",']
    )
    def test_a_megabyte_of_anything_is_answered(self, unit: str) -> None:
        with pytest.raises(StrictJsonError):
            parse_json(unit * (MAX_LENGTH // len(unit)))


class TestReply:
    @pytest.mark.parametrize(
        "text",
        [
            VERDICT,
            f"```json\n{VERDICT}\n```",
            f"```\n{VERDICT}\n```\n",
            f"Here is my verdict:\n{VERDICT}",
            f"{VERDICT}\nThat is all.",
            f"<think>Perhaps {OTHER_VERDICT}? No.</think>\n{VERDICT}",
            f"<THINK>a</THINK> <reasoning>b</reasoning>{VERDICT}",
            f"The opening tag was swallowed.</think>{VERDICT}",
            f"First {VERDICT}, and once more: {VERDICT}",
        ],
    )
    def test_one_object_is_read_from_fence_prose_and_reasoning(self, text: str) -> None:
        reply = read_reply(text, "verifier_reply", fenced=True)
        assert reply.value == json.loads(VERDICT)
        assert reply.is_valid

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            (f"The log says {OTHER_VERDICT}. Mine: {VERDICT}", "AMBIGUOUS"),
            (f"{VERDICT} though the log says {OTHER_VERDICT}", "AMBIGUOUS"),
            (f"{VERDICT}</think>{OTHER_VERDICT}", "AMBIGUOUS"),
            (f'{VERDICT} since it read "</think>{OTHER_VERDICT}"', "AMBIGUOUS"),
            (f"<think>quoted </think>{OTHER_VERDICT} so</think>{VERDICT}", "AMBIGUOUS"),
            (f"{VERDICT} {{", "AMBIGUOUS"),
            (f'{VERDICT}, "rationale": "r"}}', "AMBIGUOUS"),
            ('["{}"]', "not a JSON object"),
            (f"{{note}} {VERDICT}", "not JSON"),
            (f"<think>{VERDICT}", "not closed"),
            (f"[{VERDICT}, {VERDICT}]", "not a JSON object"),
            (f"So [{VERDICT}, {VERDICT}]", "item of a list"),
            (f"In short: [{VERDICT}", "item of a list"),
            ("I'm sorry, but I can't help with that.", "no JSON object"),
            ("", "no JSON object"),
            (f"\ufeff{VERDICT}", "byte order mark"),
            ('[{"verdict"', "not JSON"),
            ('{"verdict": "PASS", "claim_checks": [{"claim_id": "claim-1"}', "not JSON"),
            (json.dumps(VERDICT), "not a JSON object"),
            ('{"verdict": "REJECT", "verdict": "PASS", "claim_checks": []}', "same key twice"),
            ('{"verdict": "PASS", "claim_checks": [], "rationale": "a\\u0000"}', "U\\+0000"),
        ],
    )
    def test_a_reply_with_two_readings_or_none_is_refused(self, text: str, reason: str) -> None:
        reply = read_reply(text, "verifier_reply", fenced=True)
        assert reply.value is None
        assert not reply.is_valid
        (finding,) = reply.findings
        assert finding.path == "$"
        assert reason.replace("\\", "") in finding.message

    @pytest.mark.parametrize(
        "text", [f"```json\n{COMPOSED}\n```", f"Answer: {COMPOSED}", "[1]", '"x"']
    )
    def test_nothing_may_stand_around_the_composers_object(self, text: str) -> None:
        assert read_reply(COMPOSED, "composer_reply", fenced=False).is_valid
        assert read_reply(text, "composer_reply", fenced=False).value is None

    def test_an_object_that_breaks_its_schema_is_kept_with_every_finding(self) -> None:
        reply = read_reply('{"verdict": "MAYBE"}', "verifier_reply", fenced=True)
        assert reply.value == {"verdict": "MAYBE"}
        assert {finding.path for finding in reply.findings} == {"verdict", "claim_checks"}
        assert not reply.is_valid

    @patient
    @given(st.text() | st.text('{}[]",:<>/think`\\\n a1', max_size=200), st.booleans())
    def test_any_text_gets_an_outcome(self, text: str, fenced: bool) -> None:
        reply = read_reply(text, "composer_reply", fenced=fenced)
        assert reply.is_valid or reply.findings

    @patient
    @given(st.text('marker{}[]",:<>/think`\\\n a1'))
    def test_findings_never_hold_text_of_the_reply(self, noise: str) -> None:
        for text in (f"XYZZY{noise}", f'{{"XYZZY": {noise}}}', f'{{"verdict": "XYZZY{noise}"}}'):
            for finding in read_reply(text, "verifier_reply", fenced=True).findings:
                assert "XYZZY" not in finding.path + finding.message

    @pytest.mark.parametrize(
        "unit", ["<think></think>", "{}", "</think>", " ", "{", "a[", '{"a":1}']
    )
    def test_a_megabyte_of_anything_is_answered(self, unit: str) -> None:
        text = unit * (MAX_LENGTH // len(unit))
        assert read_reply(text, "plan", fenced=True).findings


# --- public data ---------------------------------------------------------------------------------

DUPLICATE_KEYS = {"y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"}


def refused(content: bytes) -> bool:
    try:
        parse_json(content.decode("utf-8"))
    except (StrictJsonError, UnicodeDecodeError):
        return True
    return False


@pytest.mark.data
def test_the_whole_json_test_suite(public_data: Path) -> None:
    files = sorted((public_data / "JSONTestSuite" / "test_parsing").glob("*.json"))
    outcome = {path.name: refused(path.read_bytes()) for path in files}
    accepts = {name for name in outcome if name.startswith("y_")} - DUPLICATE_KEYS
    refuses = {name for name in outcome if name.startswith("n_")} | DUPLICATE_KEYS
    assert len(outcome) == 318
    assert not [name for name in accepts if outcome[name]]
    assert not [name for name in refuses if not outcome[name]]


READ = {"fence", "fence_inner_backticks", "think_with_draft"}
"""The malformed replies out of which the answer is read, as far as it goes."""

PARSED_CASES = {"string_list", "schema_echo"}
"""Sound JSON of the wrong shape: read as it stands, and refused by the schema."""


@pytest.mark.data
def test_every_malformed_reply_has_its_outcome(public_data: Path) -> None:
    path = public_data / "malformed_json" / "cases.jsonl"
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(cases) == 26
    for case in cases:
        reply = read_reply(case["input"], "verifier_reply", fenced=True)
        name = case["name"]
        assert not reply.is_valid, name
        if name in READ:
            assert reply.value == case["expect"], name
        elif name in PARSED_CASES:
            assert reply.value == json.loads(case["input"]), name
        else:
            assert reply.value is None, name
