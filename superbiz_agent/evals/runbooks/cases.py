"""What is looked up, and which pages are right: alerts of rules, and questions written by hand.

``questions.toml`` holds questions and names of pages alone; runbooks and rules are read where they
lie. A folder of other runbooks brings a ``questions.toml`` of its own.
"""

import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import yaml
from pydantic import Field, ValidationError

from superbiz_agent.contracts.base import Language, Payload
from superbiz_agent.errors import ConfigurationError, SourceError
from superbiz_agent.evals.public_data import data_folder

OWN: Final = "questions.toml"
BUILT_IN: Final = Path(__file__).with_name(OWN)
RUNBOOKS: Final = "runbooks*"
RULES: Final = "rules-kube*/*.yml"

Kind: TypeAlias = Literal["alert name", "runbook_url", "symptom", "nothing"]

Environment: TypeAlias = Mapping[str, str]


class Question(Payload):
    """One question. ``pages`` are the names of files, without their ending, any of which is right;
    none: nothing may be found. ``held_out``: kept out of tuning."""

    name: str
    en: str
    zh: str
    pages: list[str]
    held_out: bool = False


class _Questions(Payload):
    questions: list[Question] = Field(min_length=1)


@dataclass(frozen=True)
class Lookup:
    """One query and the pages (folded names) that answer it; ``language`` is null for a bare name
    or link, which has none."""

    name: str
    kind: Kind
    query: str
    pages: frozenset[str]
    language: Language | None = None
    held_out: bool = False


def runbook_data(given: Path | None, environment: Environment) -> Path:
    """The folder of public data: the one given, else the one that the environment names.

    Raises ``ConfigurationError`` if neither names a folder that is there.
    """
    return data_folder(given, environment, what="runbooks and rules")


def runbook_folders(folder: Path) -> list[Path]:
    """The folders of runbooks in ``folder``. Raises ``ConfigurationError`` if there is none."""
    found = sorted(path for path in folder.glob(RUNBOOKS) if path.is_dir())
    if not found:
        raise ConfigurationError(f"{folder} holds no folder {RUNBOOKS}: give it as --data DIR")
    return found


def read_lookups(folder: Path) -> list[Lookup]:
    """All lookups over the runbooks of ``folder``: alerts of its rules that have a page, by name
    and by link, then the questions in both languages.

    Raises ``ConfigurationError`` for a page that the folder does not hold, ``SourceError`` for
    questions or rules that cannot be read.
    """
    pages = {path.stem.lower() for each in runbook_folders(folder) for path in each.rglob("*.*")}
    own = folder / OWN
    questions = _questions(own if own.is_file() else BUILT_IN)
    missing = [page for each in questions for page in each.pages if page.lower() not in pages]
    if missing:
        raise ConfigurationError(f"{folder} holds no runbook {missing[0]}: give it as --data DIR")
    return [*_alerts(folder, pages), *_asked(questions)]


def _asked(questions: Iterable[Question]) -> Iterator[Lookup]:
    for each in questions:
        kind: Kind = "symptom" if each.pages else "nothing"
        right = frozenset(page.lower() for page in each.pages)
        yield Lookup(each.name, kind, each.en, right, "en", each.held_out)
        yield Lookup(each.name, kind, each.zh, right, "zh", each.held_out)


def _alerts(folder: Path, pages: Collection[str]) -> Iterator[Lookup]:
    """Yield each alert by its name, then by its link, where a page goes by its name."""
    links: dict[str, str] = {}
    for path in sorted(folder.glob(RULES)):
        links |= dict(_alerts_of(path))
    known = {name: link for name, link in links.items() if name.lower() in pages}
    for name in known:
        yield Lookup(name, "alert name", name, frozenset({name.lower()}))
    for name, link in known.items():
        if link:
            yield Lookup(name, "runbook_url", link, frozenset({name.lower()}))


def _alerts_of(path: Path) -> list[tuple[str, str]]:
    """Return name and link of each alert of a file of rules."""
    try:
        content: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
        rules: list[Any] = [rule for group in content["groups"] for rule in group["rules"]]
        alerts = [rule for rule in rules if "alert" in rule]
        return [(str(a["alert"]), str(a["annotations"].get("runbook_url", ""))) for a in alerts]
    except (OSError, ValueError, yaml.YAMLError, RecursionError, LookupError, TypeError) as error:
        told = " ".join(str(error).split())[:200]
        raise SourceError(f"{path} cannot be read: {told}", source=str(path)) from None


def _questions(path: Path) -> list[Question]:
    try:
        content: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        return _Questions.model_validate(content).questions
    except (OSError, ValueError, RecursionError) as error:
        first = error.errors()[0] if isinstance(error, ValidationError) else None
        told = ".".join(map(str, first["loc"])) + ": " + first["msg"] if first else str(error)
        raise SourceError(f"{path} cannot be read: {told}", source=str(path)) from None
