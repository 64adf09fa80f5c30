"""Incidents on disk: a folder of sources, the question, and a faithful run in each language.

``tests/incidents/README.md`` describes the files. Everything here is data of this project.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from superbiz_agent.contracts.base import ClaimType, Language, Verdict, Verification
from superbiz_agent.contracts.executor import Hypothesis, RecommendedAction
from superbiz_agent.errors import SourceError

LANGUAGES: tuple[Language, ...] = ("en", "zh")

Shape: TypeAlias = Literal[
    "single_fault",
    "two_faults",
    "red_herring",
    "no_fault",
    "missing_metric",
    "source_down",
    "cut_off",
    "two_zones",
    "injection",
]
ParaphraseKind: TypeAlias = Literal[
    "reordering", "spelling", "rounding", "synonyms", "translation", "list", "table"
]
SwapKind: TypeAlias = Literal[
    "number",
    "entity",
    "time",
    "cause",
    "certainty",
    "polarity",
    "wrong_service",
    "hypothesis_as_fact",
]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Call(_Part):
    """One tool call of the scripted executor."""

    tool: str
    arguments: dict[str, Any]


class Incident(_Part):
    """``incident.json``: what is asked of which sources, and what an answer must hold."""

    title: str
    shapes: list[Shape] = Field(min_length=1)
    questions: dict[Language, str]
    logs: list[str] = []
    alerts: list[str] = []
    runbooks: list[str] = []
    settings: dict[str, Any] = {}
    at: str | None = None
    calls: list[Call] = Field(min_length=1)
    markers: list[str] = []
    """What an injection planted: never in an answer, nor does it raise a verdict."""
    verdicts: list[Verdict] = ["PASS", "LOW_CONFID"]
    required: list[str] = []
    forbidden: list[str] = []


class Binding(_Part):
    """A citation: the place of a call in ``calls``, a path of it, an excerpt (or the whole)."""

    call: int = Field(ge=0)
    path: str
    excerpt: str | None = None


class RunClaim(_Part):
    """A faithful claim, and what an honest verifier says of it."""

    claim_id: str
    claim_text: str
    claim_type: ClaimType
    bindings: list[Binding] = Field(min_length=1)
    verification: Verification
    expected: Literal["confirmed", "inferred", "documented", "hypothesis"]
    critical: bool = True


class Words(_Part):
    """A composer's reply."""

    answer_summary: str
    recommended_actions: list[RecommendedAction] = []
    user_facing_answer: str


class FaithfulRun(_Part):
    """``run.<language>.json``: what honest models say of the incident, all of it true."""

    claims: list[RunClaim] = Field(min_length=1)
    hypotheses: list[Hypothesis] = []
    recommended_actions: list[RecommendedAction] = []
    missing_info: list[str] = []
    verdict: Verdict
    composer: Words


class Paraphrase(_Part):
    """The same facts in other words: must pass."""

    kind: ParaphraseKind
    target: str = Field(pattern=r"^(answer|claim-[1-9][0-9]?)$")
    text: str


class Swap(_Part):
    """One thing said wrongly: must be caught."""

    kind: SwapKind
    target: str = Field(pattern=r"^(answer|claim-[1-9][0-9]?)$")
    text: str


class Wordings(_Part):
    """``wordings.<language>.json`` and, kept out of tuning, ``held_out.<language>.json``."""

    paraphrases: list[Paraphrase] = []
    swaps: list[Swap] = []


@dataclass(frozen=True)
class Case:
    """One incident in one language."""

    folder: Path
    incident: Incident
    language: Language
    run: FaithfulRun
    wordings: Wordings
    held_out: Wordings

    @property
    def name(self) -> str:
        """Folder and language, such as ``disk-full-zh/en``."""
        return f"{self.folder.name}/{self.language}"

    @property
    def question(self) -> str:
        return self.incident.questions[self.language]

    def settings(self) -> Mapping[str, Any]:
        """The sources as absolute paths, and the incident's own settings, by field name."""
        return {
            "logs": [_named_path(self.folder, source) for source in self.incident.logs],
            "alerts": [self.folder / path for path in self.incident.alerts],
            "runbooks": [self.folder / path for path in self.incident.runbooks],
            **self.incident.settings,
        }


_Model = TypeVar("_Model", bound=BaseModel)


def read_incident(folder: Path) -> Incident:
    """Read ``incident.json``. Raises ``SourceError`` with file and place."""
    return _read(folder / "incident.json", Incident)


def load_case(folder: Path, language: Language) -> Case:
    """Read one incident in one language. Raises ``SourceError`` with file and place."""
    return Case(
        folder=folder,
        incident=read_incident(folder),
        language=language,
        run=_read(folder / f"run.{language}.json", FaithfulRun),
        wordings=_wordings(folder / f"wordings.{language}.json"),
        held_out=_wordings(folder / f"held_out.{language}.json"),
    )


def load_cases(root: Path, names: tuple[str, ...] = ()) -> list[Case]:
    """All incidents below ``root`` that have a faithful run (those in ``names``, if any), in both
    languages, by name.

    Raises ``SourceError`` where there is none, or a file is no such incident.
    """
    folders = [folder for folder in _folders(root) if not names or folder.name in names]
    if not folders:
        raise SourceError(
            f"{root}: no incident here has a faithful run (run.en.json); see --incidents",
            source=str(root),
        )
    return [load_case(folder, language) for folder in folders for language in LANGUAGES]


def _folders(root: Path) -> Iterator[Path]:
    yield from sorted(path.parent for path in root.glob(f"*/run.{LANGUAGES[0]}.json"))


def _wordings(path: Path) -> Wordings:
    return _read(path, Wordings) if path.exists() else Wordings()


def _read(path: Path, model: type[_Model]) -> _Model:
    try:
        return model.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise SourceError(f"{path}: {error}; mend the file", source=str(path)) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise SourceError(
            f"{path}: {place}: {first['msg']}; mend the file", source=str(path)
        ) from error


def _named_path(folder: Path, source: str) -> str:
    name, equals, path = source.rpartition("=")
    return f"{name}{equals}{folder / path}"
