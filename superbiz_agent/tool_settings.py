"""The operator's own tools as settings: ``[tools.NAME]`` and ``[mcp.NAME]`` of ``superbiz.toml``.

Only what is declared here is ever offered to a model: a server cannot add a tool by itself.
"""

import contextlib
import json
import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, TypeAlias, TypeVar
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)
from pydantic_settings import NoDecode

from superbiz_agent.contracts.base import EvidenceKind, JsonObject
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.source_settings import MASK, HttpSource, is_reference, secret_value

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
SECRET_WORD = re.compile(r"token|secret|passw|key|auth|cred|bearer|cookie", re.IGNORECASE)
"""What the name of a secret holds."""

_OPTION = re.compile(r"--?[\w-]{1,60}")
_SERVER_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


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


_TABLE = ConfigDict(
    extra="forbid",
    frozen=True,
    hide_input_in_errors=True,
    validate_by_name=True,
    validate_by_alias=True,
)

Name = Annotated[str, Field(min_length=1, max_length=200)]
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

    model_config = _TABLE

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
            shown["arguments"] = {k: _masked_argument(k, v) for k, v in fixed}
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


class McpTool(ToolOptions):
    """``[mcp.SERVER.tools.NAME]``. ``read_only`` is the operator's word that the tool only reads;
    it rules over what the server says of it."""

    read_only: bool | None = None


class McpServer(BaseModel):
    """``[mcp.NAME]``: a server that is started (``command``, ``args``, ``env``, ``cwd``), or called
    as a server of evidence is (``url``, and what signs a request: ``source_settings.HttpSource``).

    A value of ``args``, ``env`` and ``headers`` may be ``env:VARIABLE`` or ``file:PATH``.
    ``timeout`` is for opening a connection.
    """

    model_config = _TABLE

    command: str | None = Field(default=None, min_length=1, max_length=4096)
    args: list[str] = Field(default_factory=list[str], max_length=256)
    env: dict[str, str] = Field(default_factory=dict)
    cwd: str | None = None
    url: str | None = None
    username: str | None = None
    password: str | None = None
    token: str | None = None
    headers: dict[str, str] = Field(default_factory=dict)
    tenant: str | None = None
    ca_file: str | None = None
    client_certificate: str | None = None
    client_key: str | None = None
    proxy: str | None = None
    timeout: float = Field(default=30.0, gt=0, le=600, allow_inf_nan=False)
    max_bytes: int = Field(default=8_388_608, ge=1024, le=1_073_741_824)
    tools: dict[Name, McpTool] = Field(min_length=1)

    @model_validator(mode="after")
    def _one_transport(self) -> "McpServer":
        if (self.command is None) == (self.url is None):
            raise ValueError("needs either a command or a url")
        given = self.model_fields_set
        wrong = sorted(given & (_OF_COMMAND if self.command is None else _OF_URL))
        if wrong:
            raise ValueError(f"{wrong[0]} goes with a {'command' if self.url else 'url'}")
        if self.url is not None:
            _ = self.http
        return self

    @property
    def http(self) -> HttpSource:
        """How the server is called. Raises ``ValueError`` that names what is wrong with it."""
        given = {field: getattr(self, field) for field in self.model_fields_set & _OF_HTTP}
        try:
            return HttpSource.model_validate(given)
        except ValidationError as error:
            fault = error.errors(include_input=False)[0]
            place = ".".join(map(str, fault["loc"])) or "it"
            raise ValueError(f"{place} {fault['msg'].removeprefix('Value error, ')}") from None

    def masked(self) -> JsonObject:
        """The declaration as plain JSON values, secrets replaced by ``***``."""
        shown = self.model_dump(mode="json", exclude_defaults=True, by_alias=True)
        if self.url is not None:
            shown |= self.http.masked()
        if self.env:
            shown["env"] = {k: v if is_reference(v) else MASK for k, v in self.env.items()}
        if self.args:
            shown["args"] = list(_masked_arguments(self.args))
        shown["tools"] = {name: tool.masked() for name, tool in self.tools.items()}
        return shown

    def secrets(self) -> Iterator[str]:
        """Yield every secret that can be read now: what must never be stored, traced or printed."""
        given = [*self.env.items(), *self.headers.items()]
        named = [self.password, self.token, self.proxy, *self.args, *(value for _, value in given)]
        yield from readable_secrets(named)
        for password in readable_secrets([self.password]):
            yield f"{self.username}:{password}"
        for name, value in given:
            if SECRET_WORD.search(name) and not is_reference(value):
                yield from (word for word in value.split() if word.lower() not in _SCHEMES)
        for tool in self.tools.values():
            yield from tool.secrets()

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        """Show masked values wherever the declaration is printed."""
        return self.masked().items()


_SCHEMES = frozenset({"bearer", "basic", "digest", "token", "apikey", "negotiate"})
_OF_COMMAND = frozenset({"args", "env", "cwd"})
_OF_HTTP = frozenset(HttpSource.model_fields) & frozenset(McpServer.model_fields)
_OF_URL = _OF_HTTP - {"timeout", "max_bytes"}


def _masked_argument(name: str, value: Any) -> Any:
    is_named = isinstance(value, str) and is_reference(value)
    return MASK if SECRET_WORD.search(name) and not is_named else value


def readable_secrets(values: Iterable[Any]) -> Iterator[str]:
    """Yield what those of ``values`` name that are references, as far as it can be read now."""
    for value in values:
        if isinstance(value, str) and is_reference(value):
            with contextlib.suppress(ConfigurationError):  # told where it is used
                yield secret_value(value, "tools")


def _masked_url(url: str) -> str:
    """Where a server is, without user, password and query."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    user = f"{MASK}@" if "@" in parts.netloc else ""
    return f"{parts.scheme}://{user}{host}{parts.path}" + (f"?{MASK}" if parts.query else "")


def _masked_arguments(args: Iterable[str]) -> Iterable[str]:
    """``--token=x`` and the value after ``--token`` are masked, and what speaks of a secret."""
    hides_next = False
    for arg in args:
        name, equals, _ = arg.partition("=")
        if is_reference(arg):
            yield arg
        elif hides_next:
            yield MASK
        elif equals and SECRET_WORD.search(arg):
            yield f"{name}={MASK}"
        elif SECRET_WORD.search(arg) and not _OPTION.fullmatch(arg):
            yield MASK
        else:
            yield _masked_url(arg) if "://" in arg else arg
        hides_next = bool(_OPTION.fullmatch(arg) and SECRET_WORD.search(arg))


def _as_table(value: object) -> object:
    """Accept a table, or the JSON of one."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        raise ValueError("is no JSON object") from None


def _named(tables: dict[str, Any]) -> dict[str, Any]:
    for name in tables:
        if not _SERVER_NAME.fullmatch(name):
            raise ValueError("a name in it is not made of letters, digits, _ and -")
    return tables


TableT = TypeVar("TableT")
Tables = Annotated[dict[str, TableT], NoDecode, BeforeValidator(_as_table), AfterValidator(_named)]
"""Tables by name, as they stand in the toml file, or as JSON in the environment."""
