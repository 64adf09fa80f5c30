"""The operator's own tools as settings: ``[tools.NAME]`` of ``superbiz.toml``, and what holds for
each tool wherever it is declared.

Only what is declared is ever offered to a model: a server cannot add a tool by itself.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    model_validator,
)
from pydantic_settings import NoDecode

from superbiz_agent.contracts.base import EvidenceKind, JsonObject
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS
from superbiz_agent.settings.masking import masked_argument
from superbiz_agent.settings.secrets import readable_secrets
from superbiz_agent.settings.values import Name, json_value

RESERVED_LISTS = frozenset(
    {"search", *(name for lists, _ in EVIDENCE_LISTS.values() for name in lists)}
)
"""List names that are evidence paths already: an alert or a log line is what the built-in tools say
it is."""

TOOL_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
"""What chat models take for the name of a tool."""

LIST_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")

Reading: TypeAlias = Literal["list", "object", "lines"]
"""What of a result becomes evidence: each item of a list, the object itself, each line of text."""

TimeForm: TypeAlias = Literal["iso", "seconds", "milliseconds"]
"""How an instant is handed to a tool: ISO 8601 in UTC, or a number since 1970."""

_IMPORT = re.compile(r"(?:[\w.]+|.+\.py):[A-Za-z_][\w.]*")

_TABLE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


def _list_name(name: str) -> str:
    if name in RESERVED_LISTS or not LIST_NAME.fullmatch(name):
        raise ValueError(
            "a list's name has letters, digits and _, and is none of "
            + ", ".join(sorted(RESERVED_LISTS))
        )
    return name


def _tool_name(name: str) -> str:
    if not TOOL_NAME.fullmatch(name) or name in EVIDENCE_LISTS:
        raise ValueError(
            "a tool's name has up to 64 letters, digits, _ and -, begins with a letter, and is "
            "none of " + ", ".join(EVIDENCE_LISTS)
        )
    return name


def _reference(text: str) -> str:
    if not _IMPORT.fullmatch(text):
        raise ValueError("is no reference such as package.module:name or tools/file.py:name")
    return text


def _path(value: object) -> object:
    """A path may be written ``data.items``, or as a list of keys where one holds a dot."""
    return value.split(".") if isinstance(value, str) else value


TABLE = ConfigDict(
    extra="forbid",
    frozen=True,
    hide_input_in_errors=True,
    validate_by_name=True,
    validate_by_alias=True,
)

KeyPath = Annotated[list[Name], Field(max_length=16), BeforeValidator(_path)]


class ToolOptions(BaseModel):
    """How a tool is offered, asked and read.

    ``list_name`` (``list`` in the toml file) names its evidence, ``$.<list>[i]``; ``path`` is where
    the items stand in its result (unset: under that name, or the result itself), ``read`` what they
    are, ``fields`` which of their fields are shown. ``query``, ``service``, ``since`` and ``until``
    are the tool's own names of the arguments that take words of the question, a service, and the
    ends of the window (written as ``times`` says); ``arguments`` are fixed, and no model is told of
    them. ``timeout`` is in seconds, ``max_bytes`` bounds one result.
    """

    model_config = TABLE

    list_name: Annotated[str, Field(alias="list"), AfterValidator(_list_name)]
    kind: EvidenceKind = "incident"
    name: Annotated[str, AfterValidator(_tool_name)] | None = None
    description: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    path: KeyPath | None = None
    read: Reading = "list"
    fields: list[KeyPath] | None = Field(default=None, max_length=64)
    query: Name | None = None
    service: Name | None = None
    since: Name | None = None
    until: Name | None = None
    times: TimeForm = "iso"
    arguments: JsonObject = Field(default_factory=dict)
    timeout: float = Field(default=30.0, gt=0, le=600, allow_inf_nan=False)
    max_bytes: int = Field(default=4_194_304, ge=1024, le=1_073_741_824)

    @model_validator(mode="after")
    def _one_meaning_an_argument(self) -> "ToolOptions":
        given = [self.query, self.service, self.since, self.until, *self.arguments]
        names = [name for name in given if name]
        if len(set(names)) < len(names):
            raise ValueError("query, service, since, until and arguments name one argument twice")
        return self

    def masked(self) -> JsonObject:
        """The declaration as plain JSON values; a fixed argument that may be a secret is masked."""
        shown = self.model_dump(mode="json", exclude_defaults=True, by_alias=True)
        if self.arguments:
            fixed = self.arguments.items()
            shown["arguments"] = {k: masked_argument(k, v) for k, v in fixed}
        return shown

    def secrets(self) -> Iterator[str]:
        """Yield every secret of the fixed arguments that can be read now."""
        yield from readable_secrets(self.arguments.values())

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        """Show masked values wherever the declaration is printed."""
        return self.masked().items()


class PythonTool(ToolOptions):
    """``[tools.NAME]``: a LangChain tool or a function, ``package.module:name`` or
    ``file.py:name``."""

    reference: Annotated[Name, Field(alias="import"), AfterValidator(_reference)]


def _as_table(value: object) -> object:
    """Accept a table, or the JSON of one."""
    if not isinstance(value, str):
        return value
    return json_value(value, "is no JSON object")


def _named(tables: dict[str, Any]) -> dict[str, Any]:
    for name in tables:
        if not _TABLE_NAME.fullmatch(name):
            raise ValueError("a name in it is not made of letters, digits, _ and -")
    return tables


TableT = TypeVar("TableT")

Tables = Annotated[dict[str, TableT], NoDecode, BeforeValidator(_as_table), AfterValidator(_named)]
"""Tables by name, as they stand in the toml file, or as JSON in the environment."""
