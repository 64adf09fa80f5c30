"""``claims.jsonl`` and ``answers.jsonl``: one object a line, read strictly."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

from pydantic import Field, ValidationError

from superbiz_agent.contracts.base import ClaimType, JsonObject, Language, Payload, Verdict
from superbiz_agent.contracts.composer import ActionItem, AllowedClaim, AllowedHypothesis
from superbiz_agent.errors import SourceError

TRUE = "true"
"""The kind of rows that are true and fully supported."""

Status: TypeAlias = Literal["confirmed", "inferred", "documented"]


class StoredLine(Payload):
    """One stored reference of the run: ``call`` numbers the invocation it belongs to. ``details``
    are the structured fields stored beside the text. A line that is not cited is stored all the
    same, as the search of a call is."""

    call: int = Field(ge=1)
    tool_name: str
    raw_path: str
    text: str
    details: JsonObject = Field(default_factory=dict)
    cited: bool = True


class Row(Payload):
    """What the rows of both tables share. ``why`` says in a few words what is false."""

    id: str
    language: Language
    kind: str
    why: str
    question: str

    @property
    def is_true(self) -> bool:
        return self.kind == TRUE


class ClaimRow(Row):
    """A claim over its stored lines. ``deserves``: the status that a true one is told with."""

    claim_type: ClaimType
    claim_text: str
    evidence: list[StoredLine] = Field(min_length=1)
    deserves: Status | None = None


class AnswerRow(Row):
    """A sentence (or a list, or a table) of an answer over what the composer was given."""

    verdict: Verdict
    answer: str
    claims: list[AllowedClaim] = Field(default_factory=list[AllowedClaim])
    hypotheses: list[AllowedHypothesis] = Field(default_factory=list[AllowedHypothesis])
    missing_info: list[str] = Field(default_factory=list[str])
    actions: list[ActionItem] = Field(default_factory=list[ActionItem])
    names: list[str] = Field(default_factory=list[str])
    """Names of things in the structured fields of the run's evidence."""


_Row = TypeVar("_Row", bound=Row)


def read_claims(folder: Path) -> list[ClaimRow]:
    """The rows of ``claims.jsonl``. Raises ``SourceError`` with file and line."""
    return _read(folder / "claims.jsonl", ClaimRow)


def read_answers(folder: Path) -> list[AnswerRow]:
    """The rows of ``answers.jsonl``. Raises ``SourceError`` with file and line."""
    return _read(folder / "answers.jsonl", AnswerRow)


def _read(path: Path, model: type[_Row]) -> list[_Row]:
    rows = list(_rows(path, model))
    doubled = _doubled([row.id for row in rows])
    if doubled:
        raise SourceError(f"{path}: the id {doubled[0]} stands twice", source=str(path))
    return rows


def _rows(path: Path, model: type[_Row]) -> Iterator[_Row]:
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"{path} cannot be read: {error}", source=str(path)) from None
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _row(path, number, line, model)


def _row(path: Path, number: int, line: str, model: type[_Row]) -> _Row:
    try:
        return model.model_validate(json.loads(line))
    except (ValueError, RecursionError) as error:
        first = error.errors()[0] if isinstance(error, ValidationError) else None
        place = ".".join(map(str, first["loc"])) + ": " + first["msg"] if first else str(error)
        raise SourceError(
            f"{path}, line {number}: {place}; mend or remove the line", source=str(path)
        ) from None


def _doubled(ids: Sequence[str]) -> list[str]:
    return [each for each, count in Counter(ids).items() if count > 1]
