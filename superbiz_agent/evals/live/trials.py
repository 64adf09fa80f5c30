"""Which trials there are: each role by itself, and whole diagnoses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Literal, TypeAlias

from superbiz_agent.contracts.base import ROLES, Role
from superbiz_agent.evals.live.methods import METHODS, why_skipped
from superbiz_agent.evals.trust.incidents import LANGUAGES, Case
from superbiz_agent.settings.roles import Method

Part: TypeAlias = Literal["role", "diagnosis"]


@dataclass(frozen=True)
class Trial:
    """One incident in one language, with the real model in ``roles`` and honest scripts in the
    others."""

    part: Part
    case: Case
    roles: tuple[Role, ...]
    method: Method
    round_number: int

    @property
    def key(self) -> str:
        """What names the trial in the results, so that it is not played twice."""
        roles = "all" if self.roles == ROLES else "+".join(self.roles)
        return f"{self.part}/{self.case.name}/{roles}/{self.method}/{self.round_number}"


def role_trials(
    cases: Sequence[Case],
    roles: Sequence[Role],
    carried_out: Mapping[Method, bool],
    languages_a_role: int = len(LANGUAGES),
) -> tuple[list[Trial], list[str]]:
    """Each of ``roles`` by itself, by each method that is carried out, in both languages or, of
    one a role, in turns; and one line for each that is skipped, with its reason. Each role has an
    incident of its own."""
    trials: list[Trial] = []
    skipped: list[str] = []
    for method in carried_out:
        for place, role in enumerate(roles):
            reason = why_skipped(role, method, carried_out)
            if reason is not None:
                skipped.append(f"{role} by {method} skipped: {reason}")
                continue
            for turn in range(languages_a_role):
                language = LANGUAGES[(place + turn) % len(LANGUAGES)]
                own = [case for case in cases if case.language == language]
                trials.append(Trial("role", own[place % len(own)], (role,), method, 1))
    return trials, skipped


def diagnosis_trials(
    cases: Sequence[Case], number: int, method: Method = METHODS[0]
) -> list[Trial]:
    """``number`` whole diagnoses by ``method``: the incidents with planted texts of their own
    first, each in both languages, and round again: the model draws its words anew."""
    return list(islice(_rounds(_marked_first(cases), method), number))


def _marked_first(cases: Sequence[Case]) -> list[Case]:
    return sorted(cases, key=lambda case: not case.incident.markers)


def _rounds(cases: Sequence[Case], method: Method) -> Iterator[Trial]:
    for round_number in count(1):
        for case in cases:
            yield Trial("diagnosis", case, ROLES, method, round_number)
