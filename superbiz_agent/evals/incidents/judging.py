"""What an answer is worth: required facts that it tells with a reference, conclusions it draws."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.evals.incidents.cases import Incident

_REFERENCE: Final = re.compile(r"\[[0-9]{1,3}\]")
_REFERENCE_LIST: Final = re.compile(r"^(?:References:|参考证据[：:])", re.MULTILINE)
"""What stands above the stored lines that an answer quotes."""

_CONCLUDING: Final = frozenset({"root_cause"})


@dataclass(frozen=True)
class Conclusions:
    """What a run was allowed to conclude: causes told as such, and directions worth a look."""

    causes: Sequence[str] = ()
    hypotheses: Sequence[str] = ()

    @property
    def every(self) -> list[str]:
        """All of them."""
        return [*self.causes, *self.hypotheses]


@dataclass(frozen=True)
class Judged:
    """``found`` and ``missing`` are of the required facts; ``wrong`` are forbidden conclusions,
    each with what was concluded."""

    found: Sequence[str]
    missing: Sequence[str]
    wrong: Sequence[str] = field(default_factory=tuple[str, ...])

    @property
    def is_met(self) -> bool:
        """Every required fact is told, and nothing is concluded that must not be."""
        return not self.missing and not self.wrong

    @property
    def share(self) -> str:
        """How many of the required facts were found, for a table."""
        return f"{len(self.found)}/{len(self.found) + len(self.missing)}"

    @property
    def faults(self) -> str:
        """What is missing, and what is wrong, cut to its beginning, for a table."""
        return "; ".join((*self.missing, *(each[:100] for each in self.wrong)))


def judge(incident: Incident, answer: str, conclusions: Conclusions) -> Judged:
    """Judge one answer. A fact counts only in a line of the answer that carries a
    reference, a conclusion by what it names as the cause."""
    told = told_lines(answer)
    found = [fact.what for fact in incident.required if any(map(fact.is_in, told))]
    missing = [fact.what for fact in incident.required if fact.what not in found]
    return Judged(found, missing, tuple(_wrong(incident, conclusions)))


def told_lines(answer: str) -> list[str]:
    """The lines of an answer that rest on a reference; the stored lines below it are none."""
    return [line for line in above_references(answer).splitlines() if _REFERENCE.search(line)]


def above_references(answer: str) -> str:
    """An answer without the list of stored lines below it."""
    return _REFERENCE_LIST.split(answer, maxsplit=1)[0]


def _wrong(incident: Incident, conclusions: Conclusions) -> list[str]:
    if incident.no_cause:
        return [f"a cause: {text}" for text in conclusions.every]
    return [
        f"{phrase.what}: {text}"
        for phrase in incident.forbidden
        for text in conclusions.every
        if phrase.is_in(_named_cause(text))
    ]


def _named_cause(text: str) -> str:
    """What a conclusion names as the cause: its words before the quotation that shows it."""
    return re.split(r"[“\"「]", text, maxsplit=1)[0]


def conclusions_of(composer_input: JsonObject) -> Conclusions:
    """The conclusions that the rules allowed a run to tell."""
    claims: list[JsonObject] = composer_input.get("allowed_claims") or []
    hypotheses: list[JsonObject] = composer_input.get("allowed_hypotheses") or []
    return Conclusions(
        [str(c.get("claim_text")) for c in claims if c.get("claim_type") in _CONCLUDING],
        [str(h.get("hypothesis_text")) for h in hypotheses],
    )
