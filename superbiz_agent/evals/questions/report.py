"""The figures as a table for a terminal and as JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.evals.incidents.judging import Judged
from superbiz_agent.evals.incidents.playing import Answered
from superbiz_agent.evals.questions.cases import Asking
from superbiz_agent.evals.table import Column, Table, figure
from superbiz_agent.terminal.console import Line

_LANGUAGES: Final[dict[Language, str]] = {"en": "English", "zh": "Chinese"}
_HALVES: Final = {False: "tuned", True: "held out"}

TABLE: Final = Table(
    (
        Column("question", 38),
        figure("facts", 5),
        figure("wrong", 5),
        Column("verdict", 10),
        figure("seconds", 7),
    ),
    behind="missing, wrong",
)


@dataclass(frozen=True)
class Asked:
    """One question in one language, its answer, and what it is worth."""

    asking: Asking
    answered: Answered
    judged: Judged


def row(asked: Asked) -> Line:
    """One question: facts found of required, forbidden statements, verdict, seconds."""
    judged, answered = asked.judged, asked.answered
    return TABLE.row(
        f"{asked.asking.question.name} ({asked.asking.language})",
        judged.share,
        len(judged.wrong),
        answered.verdict,
        f"{answered.seconds:.1f}",
        behind=judged.faults,
        style="plain" if judged.is_met else "warning",
    )


def totals(every: Sequence[Asked]) -> Iterator[Line]:
    """By half and language: questions answered whole, others that are passed nevertheless, facts
    told, forbidden statements."""
    for name, own in _parts(every).items():
        sums = _sums(own)
        yield Line(
            f"{name}: {sums['with_every_fact']} of {sums['questions']} with every required fact "
            f"({sums['passed_without']} of the others PASS), "
            f"{sums['facts_found']} of {sums['facts_required']} facts, "
            f"{sums['forbidden_statements']} forbidden statements, {sums['seconds']:.1f} s",
            "heading",
        )


def _parts(every: Sequence[Asked]) -> dict[str, list[Asked]]:
    parts = {
        f"{_HALVES[held_out]}, {_LANGUAGES[language]}": [
            asked
            for asked in every
            if asked.asking.question.held_out is held_out and asked.asking.language == language
        ]
        for held_out in _HALVES
        for language in _LANGUAGES
    }
    return {name: own for name, own in parts.items() if own}


def _sums(every: Sequence[Asked]) -> dict[str, Any]:
    return {
        "questions": len(every),
        "with_every_fact": sum(not asked.judged.missing for asked in every),
        "passed_without": sum(
            bool(asked.judged.missing) and asked.answered.verdict == "PASS" for asked in every
        ),
        "facts_found": sum(len(asked.judged.found) for asked in every),
        "facts_required": sum(
            len(asked.judged.found) + len(asked.judged.missing) for asked in every
        ),
        "forbidden_statements": sum(len(asked.judged.wrong) for asked in every),
        "seconds": round(sum(asked.answered.seconds for asked in every), 2),
    }


def as_json(every: Sequence[Asked]) -> dict[str, Any]:
    """The same with questions and answers, for machines."""
    return {
        "questions": [_entry(asked) for asked in every],
        "totals": {name: _sums(own) for name, own in _parts(every).items()},
    }


def _entry(asked: Asked) -> dict[str, Any]:
    return {
        "name": asked.asking.question.name,
        "language": asked.asking.language,
        "half": _HALVES[asked.asking.question.held_out],
        "question": asked.asking.text,
        "found": list(asked.judged.found),
        "missing": list(asked.judged.missing),
        "forbidden": list(asked.judged.wrong),
        "verdict": asked.answered.verdict,
        "seconds": round(asked.answered.seconds, 2),
        "answer": asked.answered.answer,
    }
