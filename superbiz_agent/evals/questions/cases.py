"""Which questions are asked of which log, and what an answer must and must not say.

``loghub.toml`` holds questions, figures and small patterns alone; the logs are read where they lie.
A folder of other logs brings a ``questions.toml`` of its own.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from pydantic import Field, ValidationError, field_validator, model_validator

from superbiz_agent.contracts.base import Language, Payload
from superbiz_agent.errors import ConfigurationError, SourceError
from superbiz_agent.evals.incidents.cases import Phrase
from superbiz_agent.evals.public_data import data_folder

OWN: Final = "questions.toml"
BUILT_IN: Final = Path(__file__).with_name("loghub.toml")

_NOTHING_FOUND: Final = (
    r"matched no|no (?:matching )?records?\b|\bnone\b|no evidence|没有匹配|没有找到|未找到"
)

Environment: TypeAlias = Mapping[str, str]


class Fact(Phrase):
    """A phrase in which digits alone are a number that stands by itself: no part of an instant, an
    address or another number."""

    @field_validator("says", mode="before")
    @classmethod
    def _by_itself(cls, patterns: object) -> object:
        if not isinstance(patterns, list):
            return patterns
        return [
            rf"(?<![0-9:./-]){each}(?![.:/-]?[0-9])" if str(each).isdecimal() else each
            for each in cast("list[object]", patterns)
        ]


class Question(Payload):
    """One question about one log below the folder of data.

    ``recipe`` is a shell command that counts the figures over ``$LOG`` without this project and
    ``gives`` what it prints. ``required`` are facts of the answer, ``nothing_found`` a pattern of
    what it must say that nothing was found of. ``no_cause``: nothing on record names a cause.
    ``held_out``: kept out of tuning.
    """

    name: str
    log: str
    en: str
    zh: str
    recipe: str
    gives: str
    held_out: bool = False
    required: list[Fact] = Field(default_factory=list[Fact])
    nothing_found: str = ""
    forbidden: list[Phrase] = Field(default_factory=list[Phrase])
    no_cause: bool = False

    @model_validator(mode="after")
    def _asks_for_something(self) -> "Question":
        if not self.facts:
            raise ValueError(f"{self.name} requires nothing")
        return self

    @property
    def facts(self) -> list[Phrase]:
        """All that the answer must tell with a reference."""
        absent = Phrase(what="that nothing was found", says=[_NOTHING_FOUND, self.nothing_found])
        return [*self.required, *([absent] if self.nothing_found else [])]


@dataclass(frozen=True)
class Asking:
    """A question in one of its languages."""

    question: Question
    language: Language

    @property
    def text(self) -> str:
        """What is asked."""
        return self.question.zh if self.language == "zh" else self.question.en


class _Questions(Payload):
    questions: list[Question] = Field(min_length=1)


def questions_folder(given: Path | None, environment: Environment) -> Path:
    """The folder of public data: the one given, else the one that the environment names.

    Raises ``ConfigurationError`` if neither names a folder that is there.
    """
    return data_folder(given, environment, what="logs")


def read_questions(folder: Path, *, only: Iterable[str] = ()) -> list[Question]:
    """The questions about the logs of ``folder``, by its own ``questions.toml`` or else the one
    that is built in; ``only`` those whose name begins with one of these.

    Raises ``ConfigurationError`` for a beginning that no question has or a log that the folder does
    not hold, ``SourceError`` for questions that cannot be read.
    """
    own = folder / OWN
    every = _read(own if own.is_file() else BUILT_IN)
    wanted = tuple(only) or ("",)
    for start in wanted:
        if not any(each.name.startswith(start) for each in every):
            names = ", ".join(each.name for each in every)
            raise ConfigurationError(f"no question {start}: there are {names}")
    chosen = [each for each in every if each.name.startswith(wanted)]
    missing = [each.log for each in chosen if not (folder / each.log).is_file()]
    if missing:
        raise ConfigurationError(f"{folder} holds no {missing[0]}: give the folder as --data DIR")
    return chosen


def in_both_languages(questions: Iterable[Question]) -> Iterator[Asking]:
    """Each question in English, then in Chinese."""
    for question in questions:
        yield Asking(question, "en")
        yield Asking(question, "zh")


def _read(path: Path) -> list[Question]:
    try:
        content: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        return _Questions.model_validate(content).questions
    except (OSError, ValueError, RecursionError, re.error) as error:
        first = error.errors()[0] if isinstance(error, ValidationError) else None
        told = ".".join(map(str, first["loc"])) + ": " + first["msg"] if first else str(error)
        raise SourceError(f"{path} cannot be read: {told}", source=str(path)) from None
