"""``superbiz eval live``: install, serve, play what the results do not hold yet, count, print."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from superbiz_agent.contracts.base import ROLES, JsonObject, Role
from superbiz_agent.evals.live.methods import METHODS, carried_out, found_out
from superbiz_agent.evals.live.packages import installed
from superbiz_agent.evals.live.playing import Bounds, all_live, live_model, play
from superbiz_agent.evals.live.recorded import play_recorded, recorded_trials
from superbiz_agent.evals.live.report import progress_line, report_lines
from superbiz_agent.evals.live.results import append_result, of_keys, read_results, setup_digest
from superbiz_agent.evals.live.server import Endpoint, serve
from superbiz_agent.evals.live.summary import summarise
from superbiz_agent.evals.live.trials import Trial, diagnosis_trials, role_trials
from superbiz_agent.evals.trust.incidents import load_cases
from superbiz_agent.settings.roles import Method
from superbiz_agent.terminal import console


@dataclass(frozen=True)
class Extent:
    """How much is played: which roles by themselves, by which methods and in how many languages,
    and how many whole diagnoses by which method."""

    roles: Sequence[Role] = ROLES
    methods: Sequence[Method] = METHODS
    languages_a_role: int = 2
    diagnoses: int = 24
    diagnosis_method: Method = METHODS[0]


SMALL = Extent(roles=("composer",), methods=("json_schema",), languages_a_role=1, diagnoses=1)
SMALL_BOUNDS = Bounds(context=4096, reply_tokens=300)
"""What CI plays, and within how many tokens: the composer over honest evidence, and one diagnosis,
in which the other roles are asked as far as the gates let it come to them."""


def evaluate_live(
    incidents: Path, lock: Path, results: Path, *, extent: Extent, bounds: Bounds
) -> bool:
    """Play each trial that ``results`` does not hold, as code and bounds are now, and append it.

    The table goes to stdout, progress to stderr. Returns whether every bar holds.

    Raises ConfigurationError where the packages cannot be installed, the server does not start or
    ``results`` cannot be written, SourceError for incidents that cannot be read.
    """
    cases = load_cases(incidents)
    folder = installed(lock)
    setup = setup_digest(bounds, lock)
    log = folder / "server.log"
    with serve(
        folder, context=bounds.context, reply_tokens=bounds.reply_tokens, log=log
    ) as endpoint:
        model = live_model(endpoint, bounds)
        by_role, skipped = role_trials(
            cases, extent.roles, carried_out(model, extent.methods), extent.languages_a_role
        )
        for reason in skipped:
            console.tell(console.Line(reason))
        whole = diagnosis_trials(cases, extent.diagnoses, extent.diagnosis_method)
        with found_out(all_live(endpoint, bounds)):
            played = play_rest([*by_role, *whole], results, setup, endpoint, bounds)
    parts = summarise(played)
    console.write(list(report_lines(parts)))
    return all(part.holds for part in parts)


def evaluate_recorded(incidents: Path, recorded: Path) -> bool:
    """Judge the replies of an earlier run anew, by the code as it is now; no model is asked.

    Raises as ``evaluate_live`` does for incidents, ConfigurationError for what was recorded.
    """
    played = play_recorded(recorded_trials(recorded), load_cases(incidents))
    parts = summarise(played)
    console.write(list(report_lines(parts)))
    return all(part.holds for part in parts)


def play_rest(
    trials: Sequence[Trial], results: Path, setup: str, endpoint: Endpoint, bounds: Bounds
) -> list[JsonObject]:
    """The results of all ``trials``, those that ``results`` holds already included."""
    known = read_results(results, setup)
    keys = {result["key"] for result in known}
    for number, trial in enumerate(trials, start=1):
        if trial.key not in keys:
            result = {"setup": setup, **play(trial, endpoint, bounds)}
            append_result(results, result)
            known.append(result)
            console.tell(progress_line(number, len(trials), result))
    return of_keys(known, [trial.key for trial in trials])
