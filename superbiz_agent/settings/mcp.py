"""The MCP servers that hold tools of the operator's: ``[mcp.NAME]`` of ``superbiz.toml``."""

from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import BaseModel, Field, ValidationError, model_validator

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.settings.masking import MASK, SECRET_WORD, masked_arguments
from superbiz_agent.settings.secrets import is_reference, readable_secrets
from superbiz_agent.settings.sources import HttpSource
from superbiz_agent.settings.tools import TABLE, ToolOptions
from superbiz_agent.settings.values import Name


class McpTool(ToolOptions):
    """``[mcp.SERVER.tools.NAME]``. ``read_only`` is the operator's word that the tool only reads;
    it rules over what the server says of it."""

    read_only: bool | None = None


class McpServer(BaseModel):
    """``[mcp.NAME]``: a server that is started (``command``, ``args``, ``env``, ``cwd``), or called
    as a server of evidence is (``url``, and what signs a request: ``sources.HttpSource``).

    A value of ``args``, ``env`` and ``headers`` may be ``env:VARIABLE`` or ``file:PATH``.
    ``timeout`` is for opening a connection.
    """

    model_config = TABLE

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
            shown["args"] = list(masked_arguments(self.args))
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
