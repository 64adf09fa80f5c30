"""Words that stand in stored texts are evidence: no log line makes its own quotation a violation
(contract sections 4 and 7)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from superbiz_agent.contracts.composer import ComposerInput
from superbiz_agent.grounding.answer_checks.answer import check_answer
from superbiz_agent.grounding.fallback import fallback_reply
from superbiz_agent.grounding.wording import (
    clauses,
    polarity_conflict,
    quantifies,
    rules_out,
    states_absence,
    states_cause,
)
from tests.grounding.answer_material import GAP, claim, composer_input, reply

SYSTEMS = ("HDFS", "Hadoop", "OpenSSH", "OpenStack", "Spark", "Zookeeper")


def lines_of(folder: Path, system: str) -> Iterator[str]:
    path = folder / "loghub" / system / f"{system}_2k.log"
    for line in path.read_text(errors="replace").splitlines():
        text = " ".join(line.split())
        if text:
            yield text


@pytest.mark.data
@pytest.mark.parametrize("system", SYSTEMS)
def test_no_line_breaks_a_word_rule_over_itself(public_data: Path, system: str) -> None:
    for line in lines_of(public_data, system):
        assert not polarity_conflict(line, [line]), line
        assert not any(polarity_conflict(clause, [line]) for clause in clauses(line)), line
        assert not states_absence(line, stored=[line]), line
        assert not quantifies(line, stored=[line]), line
        assert not rules_out(line, stored=[line]), line


@pytest.mark.data
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_quoted_line_passes_the_answer_checks(public_data: Path, system: str) -> None:
    for line in list(lines_of(public_data, system))[::20]:
        text = f"{system.lower()}-1 logged: {line}"
        claims = [claim("claim-1", text, "observation", "confirmed")]
        material = composer_input("LOW_CONFID", allowed_claims=claims)
        findings = check_answer(material, reply(f"{text} [claim-1]\n\n{GAP} [m-1]"))
        assert findings == [], line


@pytest.mark.data
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_fallback_says_what_a_line_says(public_data: Path, system: str) -> None:
    for line in list(lines_of(public_data, system))[::100]:
        claims = [claim("claim-1", line, "observation", "confirmed")]
        material = ComposerInput(**composer_input(allowed_claims=claims))
        told = fallback_reply(material).reply
        assert check_answer(material, told.model_dump()) == []
        if "```" not in line:
            assert "[claim-1]" in told.user_facing_answer, line


@pytest.mark.data
def test_the_lines_hold_the_words_that_the_rules_look_for(public_data: Path) -> None:
    lines = [line for system in SYSTEMS for line in lines_of(public_data, system)]
    assert any(states_absence(line) for line in lines)
    assert any(states_cause(line) for line in lines)
    assert any(quantifies(line) for line in lines)
