"""What the asker is told on stderr besides the answer: misspelt settings, failed sources."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from superbiz_agent.audit.records import told_problems
from superbiz_agent.contracts.evidence import ToolInvocation
from superbiz_agent.settings import Settings
from superbiz_agent.settings.origins import DOTENV_FILE, dotenv_variables
from superbiz_agent.settings.variables import ENVIRONMENT_PREFIX, OTHER_VARIABLES, variable_of
from superbiz_agent.terminal.console import Line, one_line

MAX_PROBLEM = 300
"""Characters of a line that says why a source failed."""

MAX_PROBLEMS = 10
"""Lines on sources that one question is told."""


@dataclass(frozen=True)
class MisspeltSetting:
    """A name with our prefix that sets nothing; ``place`` is where it stands, ``nearest`` the
    setting that may be meant."""

    name: str
    place: str
    nearest: str | None

    @property
    def detail(self) -> str:
        """What to tell the operator of the name."""
        meant = f"; did you mean {self.nearest}?" if self.nearest else ""
        return f"in {self.place} sets nothing{meant} ('superbiz config' lists all)"


def misspelt_settings(environment: Mapping[str, str]) -> list[MisspeltSetting]:
    """Return the names of the environment, then of the ``.env``, that look like settings and are
    none."""
    places: tuple[tuple[str, Iterable[str]], ...] = (
        ("the environment", environment),
        (DOTENV_FILE, dotenv_variables(Settings)),
    )
    known = {variable_of(field) for field in Settings.model_fields} | OTHER_VARIABLES
    return [
        MisspeltSetting(name, place, _nearest(name, known))
        for place, names in places
        for name in sorted(each.upper() for each in names)
        if name.startswith(ENVIRONMENT_PREFIX) and name not in known
    ]


def _nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like ``name``: a hint, which decides nothing."""
    return next(iter(get_close_matches(name, sorted(known), n=1, cutoff=0.8)), None)


def misspelt_lines(misspelt: Iterable[MisspeltSetting]) -> list[Line]:
    """What looks like a setting and sets nothing, for whoever asks."""
    return [
        Line(f"superbiz: {one_line(f'{each.name} {each.detail}')}", "warning") for each in misspelt
    ]


def source_lines(invocations: Sequence[ToolInvocation]) -> list[Line]:
    """Why each source failed, and what else the searches are worth, one line each."""
    problems = told_problems(invocations)
    shown = [one_line(problem, MAX_PROBLEM) for problem in problems[:MAX_PROBLEMS]]
    more = len(problems) - len(shown)
    rest = [f"and {more} more: 'superbiz show' lists them"] if more else []
    return [Line(f"superbiz: {line}", "warning") for line in [*shown, *rest]]
