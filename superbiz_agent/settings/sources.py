"""The servers that hold evidence: tables ``[sources.NAME]`` of ``superbiz.toml``.

Nothing is reached while loading.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, cast
from urllib.parse import urlsplit, urlunsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.settings.masking import MASK
from superbiz_agent.settings.secrets import SecretReference, is_reference, readable_secrets
from superbiz_agent.settings.values import Name, expand_home, is_web_url, json_value, known_timezone

_OPEN_HEADERS = frozenset(
    {
        *("accept", "accept-charset", "accept-encoding", "accept-language", "cache-control"),
        *("connection", "content-type", "host", "origin", "pragma", "referer", "user-agent"),
        *("x-scope-orgid", "x-grafana-org-id", "x-clickhouse-database", "x-clickhouse-format"),
        *("x-clickhouse-user", "x-forwarded-for", "x-forwarded-proto"),
    }
)
"""Headers whose values hold no secret: what an answer says in the same words stays."""


def _address(text: str) -> str:
    if not is_web_url(text):
        raise ValueError("is no URL such as http://localhost:9090")
    parts = urlsplit(text)
    if parts.username is not None or parts.password is not None:
        raise ValueError("holds a user or a password; give username, and password = env:VARIABLE")
    if parts.query or parts.fragment:
        raise ValueError("holds a query or a fragment; give the address alone")
    return urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/"), "", ""))


def _header_value(text: str) -> str:
    if not text.isprintable():
        raise ValueError("holds a control character")
    return text


SourceName: TypeAlias = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")
]

_Url: TypeAlias = Annotated[str, AfterValidator(_address)]

_Path: TypeAlias = Annotated[Path, AfterValidator(expand_home)]

_Header: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{1,100}$")]

_Value: TypeAlias = Annotated[str, Field(max_length=8192), AfterValidator(_header_value)]

Names: TypeAlias = tuple[Name, ...]


class SourceTable(BaseModel):
    """What every source has. ``timezone`` is that of instants which the source gives without one.

    ``services`` are further names that the source as a whole answers to.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    timezone: Annotated[str, AfterValidator(known_timezone)] | None = None
    services: Names = ()

    def masked(self) -> JsonObject:
        """Return what is set as plain JSON values, secrets replaced by ``***``."""
        return self.model_dump(mode="json", exclude_defaults=True)

    def secrets(self) -> Iterator[str]:
        """Yield every secret that can be read now: what must never be stored, traced or printed."""
        yield from ()


class HttpSource(SourceTable):
    """A server that is asked over HTTP."""

    url: _Url
    username: str | None = Field(None, max_length=200)
    password: SecretReference | None = None
    token: SecretReference | None = None
    headers: dict[_Header, _Value] = Field(default_factory=dict[str, str])
    tenant: Annotated[str, Field(max_length=200), AfterValidator(_header_value)] | None = None
    ca_file: _Path | None = None
    client_certificate: _Path | None = None
    client_key: _Path | None = None
    proxy: SecretReference | _Url | None = None
    timeout: float = Field(20.0, gt=0, le=600, allow_inf_nan=False)
    retries: int = Field(2, ge=0, le=10)
    max_bytes: int = Field(64 * 1024 * 1024, ge=1024, le=4 * 1024**3)

    @model_validator(mode="after")
    def _one_way_to_sign_in(self) -> "HttpSource":
        if (self.username is None) != (self.password is None):
            raise ValueError("username and password go together")
        if self.username and self.token:
            raise ValueError("has both a password and a token; give one of them")
        if self.client_key and not self.client_certificate:
            raise ValueError("client_key needs client_certificate")
        return self

    def masked(self) -> JsonObject:
        """As any table's; a header's value and a proxy's address may hold a secret."""
        shown = super().masked()
        if self.headers:
            shown["headers"] = {
                name: value if is_reference(value) else MASK for name, value in self.headers.items()
            }
        return shown

    def secrets(self) -> Iterator[str]:
        """As any table's: password (also as ``user:password``, which is what is sent), token, the
        values of headers and the proxy's address."""
        yield from self.open_secrets()
        yield from readable_secrets((self.password, self.token, self.proxy, *self.headers.values()))
        for password in readable_secrets((self.password,)):
            yield f"{self.username}:{password}"

    def open_secrets(self) -> Iterator[str]:
        """Yield the secrets that stand in the setting itself: values of headers, but for those
        that say what is spoken and not who speaks, and a proxy's address with a user."""
        for name, value in self.headers.items():
            if not is_reference(value) and name.lower() not in _OPEN_HEADERS:
                yield value
        if self.proxy and not is_reference(self.proxy) and "@" in self.proxy:
            yield self.proxy


class PrometheusSource(HttpSource):
    """A server with Prometheus' HTTP API v1: Prometheus, VictoriaMetrics, vmalert, Thanos, Mimir.

    ``alerts_url`` is where its alerts are listed, if that is another address (vmalert's).
    """

    kind: Literal["prometheus"]
    alerts_url: _Url | None = None


class AlertmanagerSource(HttpSource):
    """An Alertmanager, API v2."""

    kind: Literal["alertmanager"]


class LokiSource(HttpSource):
    """A Loki. ``selector`` is the stream selector of every query; without one every stream that
    has one of ``service_labels`` is searched."""

    kind: Literal["loki"]
    selector: str | None = Field(None, max_length=2000)
    service_labels: Names = ("service_name", "app", "container", "pod", "namespace", "job")


class ElasticsearchSource(HttpSource):
    """An Elasticsearch or OpenSearch. ``index`` may hold ``*`` and commas."""

    kind: Literal["elasticsearch"]
    index: Annotated[str, StringConstraints(pattern=r"^[^\s/?#\\\"<>|]{1,500}$")] = "*"
    time_field: str = "@timestamp"
    message_field: str = "message"
    level_field: str | None = None
    service_fields: Names = ("service.name", "kubernetes.container.name", "host.name")


class ClickhouseSource(HttpSource):
    """One table of a ClickHouse, asked over HTTP."""

    kind: Literal["clickhouse"]
    database: str = "default"
    table: str
    time_column: str = "timestamp"
    message_column: str = "message"
    level_column: str | None = "level"
    service_columns: Names = ("service",)


class JournaldSource(SourceTable):
    """systemd's journal, of this host or in ``directory``, read by ``journalctl``."""

    kind: Literal["journald"]
    directory: _Path | None = None
    timeout: float = Field(60.0, gt=0, le=3600, allow_inf_nan=False)


Source: TypeAlias = Annotated[
    PrometheusSource
    | AlertmanagerSource
    | LokiSource
    | ElasticsearchSource
    | ClickhouseSource
    | JournaldSource,
    Field(discriminator="kind"),
]


def _as_tables(value: object) -> object:
    """Accept tables, a JSON object of them, or ``KIND=URL`` separated by blanks."""
    if isinstance(value, list | tuple):
        value = " ".join(map(str, cast(list[object], value)))
    if not isinstance(value, str):
        return value
    if value.lstrip().startswith("{"):
        return json_value(value, "starts with '{' but is no JSON object")
    return _from_pairs(value.split())


def _from_pairs(pairs: list[str]) -> dict[str, dict[str, str]]:
    """Name each source after its kind; the second of a kind is ``KIND-2``. ``journald`` alone is
    the journal of this host, ``journald=DIR`` one in a folder."""
    tables: dict[str, dict[str, str]] = {}
    for pair in pairs:
        kind, equals, place = pair.partition("=")
        is_journal = kind == "journald"
        if not place and (equals or not is_journal):
            raise ValueError("must be KIND=URL such as prometheus=http://localhost:9090")
        where = {"directory" if is_journal else "url": place} if place else {}
        same = sum(1 for each in tables.values() if each["kind"] == kind)
        tables[f"{kind}-{same + 1}" if same else kind] = {"kind": kind, **where}
    return tables


SourceTables: TypeAlias = Annotated[dict[SourceName, Source], BeforeValidator(_as_tables)]
