"""Which incidents are asked about, and what an answer must and must not say.

``facts.json`` holds small phrases alone; logs, alerts and questions are read where they lie. A
folder of other incidents brings a ``facts.json`` of its own.
"""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

from pydantic import Field, ValidationError, field_validator

from superbiz_agent.contracts.base import Payload
from superbiz_agent.errors import ConfigurationError, SourceError
from superbiz_agent.evals.public_data import data_folder

FACTS = "facts.json"

Group: TypeAlias = Literal["logs", "kubernetes", "rds"]


class Phrase(Payload):
    """``says``: patterns that must all stand in one told line, whatever their case; ``what`` says
    in a few words what they stand for."""

    what: str
    says: list[str] = Field(min_length=1)

    @field_validator("says")
    @classmethod
    def _compiles(cls, patterns: list[str]) -> list[str]:
        for pattern in patterns:
            try:
                re.compile(pattern)
            except re.error as error:
                raise ValueError(f"{pattern!r} is no pattern: {error}") from None
        return patterns

    def is_in(self, text: str) -> bool:
        """Whether one line of text says it."""
        return all(re.search(pattern, text, re.IGNORECASE) for pattern in self.says)


class Incident(Payload):
    """One incident: ``path`` below the folder of data is a log, or a folder of evidence.

    ``source`` is the pod or service that the log is given as; ``question`` may be left out where
    the data has one; ``reworded`` are others with the same answer. ``no_cause``: nothing is wrong,
    or what is on record names no single cause, so that any cause is a wrong conclusion.
    """

    name: str
    group: Group
    path: str
    source: str = ""
    question: str = ""
    reworded: list[str] = Field(default_factory=list[str])
    required: list[Phrase] = Field(min_length=1)
    forbidden: list[Phrase] = Field(default_factory=list[Phrase])
    no_cause: bool = False


def in_other_words(incident: Incident) -> list[Incident]:
    """The same incident, asked by each of its reworded questions."""
    return [
        incident.model_copy(update={"name": f"{incident.name} ({number})", "question": question})
        for number, question in enumerate(incident.reworded, start=2)
    ]


class _Facts(Payload):
    incidents: list[Incident] = Field(min_length=1)


def incidents_folder(given: Path | None, environment: Mapping[str, str]) -> Path:
    """The folder of public data: the one given, else the one that the environment names.

    Raises ``ConfigurationError`` if neither names a folder that is there.
    """
    return data_folder(given, environment, what="incidents")


def read_incidents(folder: Path, *, only: Iterable[str] = ()) -> list[Incident]:
    """The incidents of ``folder``, by its own ``facts.json`` or else the one that is built in, in
    their order, each with its question. A folder that is one of those in which the built-in ones
    lie (``opensre``) gives the incidents that lie in it.

    Raises ``ConfigurationError`` for a name in ``only`` that is not listed or an incident that the
    folder does not hold, ``SourceError`` for facts that cannot be read.
    """
    own = folder / FACTS
    every = _read(own) if own.is_file() else _lying_in(folder)
    names = [incident.name for incident in every]
    wanted = list(dict.fromkeys(only)) or names
    unknown = [name for name in wanted if name not in names]
    if unknown:
        raise ConfigurationError(
            f"no incident {' or '.join(unknown)}: there are {', '.join(names)}"
        )
    chosen = [incident for incident in every if incident.name in wanted]
    missing = [incident.path for incident in chosen if not (folder / incident.path).exists()]
    if missing:
        raise ConfigurationError(f"{folder} holds no {missing[0]}: give the folder as --data DIR")
    return [_with_question(incident, folder / incident.path) for incident in chosen]


def _read(path: Path) -> list[Incident]:
    try:
        return _Facts.model_validate(json.loads(path.read_text(encoding="utf-8"))).incidents
    except (OSError, ValueError, RecursionError) as error:
        first = error.errors()[0] if isinstance(error, ValidationError) else None
        told = ".".join(map(str, first["loc"])) + ": " + first["msg"] if first else str(error)
        raise SourceError(f"{path} cannot be read: {told}", source=str(path)) from None


def _lying_in(folder: Path) -> list[Incident]:
    """The built-in incidents, or those of them whose paths begin with this folder's name."""
    every, head = _read(Path(__file__).with_name(FACTS)), f"{folder.resolve().name}/"
    own = [
        incident.model_copy(update={"path": incident.path.removeprefix(head)})
        for incident in every
        if incident.path.startswith(head)
    ]
    return own or every


def _with_question(incident: Incident, path: Path) -> Incident:
    """Take a question that is left out from the ``cases.json`` beside the log."""
    if incident.question:
        return incident
    beside = path.with_name("cases.json")
    try:
        rows: list[dict[str, Any]] = json.loads(beside.read_text(encoding="utf-8"))
        asked = next(str(row["question"]) for row in rows if row["log"] == path.name)
    except (OSError, ValueError, TypeError, LookupError, StopIteration, RecursionError):
        raise SourceError(
            f"{beside} holds no question for {path.name}", source=str(beside)
        ) from None
    return incident.model_copy(update={"question": asked})
