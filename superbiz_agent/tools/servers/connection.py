"""Opening the connections to a server, and what signs a request (``settings/sources.py``)."""

import ssl
import threading

import httpx

from superbiz_agent.errors import ConfigurationError, SourceError
from superbiz_agent.settings.secrets import is_reference, secret_value
from superbiz_agent.settings.sources import HttpSource
from superbiz_agent.tools.servers.problems import Teller, short

_USER_AGENT = "superbiz-agent"
_LONGEST_CONNECT = 5.0


class Connections:
    """The connections to one server, opened at the first request. Safe in several threads."""

    def __init__(self, source: HttpSource, teller: Teller) -> None:
        self._source, self._teller = source, teller
        self._lock = threading.Lock()
        self._opened: httpx.Client | None = None

    def client(self) -> httpx.Client:
        """Return the open client. Raises ``SourceError`` for certificates or a proxy that cannot
        be used."""
        with self._lock:
            if self._opened is None:
                self._opened = _open(self._source, self._teller)
            return self._opened

    def close(self) -> None:
        """Close what is open; the next request opens it again."""
        with self._lock:
            if self._opened is not None:
                self._opened.close()
                self._opened = None


def signing_headers(source: HttpSource, teller: Teller) -> dict[str, str]:
    """Return the headers of each request; secrets are read anew, and kept by ``teller`` as what no
    answer may show. Raises ``SourceError``."""
    headers = {"user-agent": _USER_AGENT}
    for name, value in source.headers.items():
        headers[name.lower()] = _secret(value, f"headers.{name}", teller)
    teller.secrets.keep(source.open_secrets())
    if source.tenant:
        headers["x-scope-orgid"] = source.tenant
    if source.token:
        headers["authorization"] = f"Bearer {_secret(source.token, 'token', teller)}"
    return headers


def basic_auth(source: HttpSource, teller: Teller) -> httpx.Auth | None:
    """Return user and password, if the source has them. Raises ``SourceError``."""
    if source.username and source.password:
        password = _secret(source.password, "password", teller)
        teller.secrets.keep([f"{source.username}:{password}"])
        return httpx.BasicAuth(source.username, password)
    return None


def proxy_address(source: HttpSource, teller: Teller) -> str | None:
    """Return the proxy's address, if the source has one. Raises ``SourceError``."""
    return _secret(source.proxy, "proxy", teller) if source.proxy else None


def _secret(value: str, field: str, teller: Teller) -> str:
    if not is_reference(value):
        return value
    try:
        found = secret_value(value, teller.setting(field))
    except ConfigurationError as error:
        raise SourceError(f"{teller.name}: {error}", source=teller.name) from None
    teller.secrets.keep([found])
    return found


def _open(source: HttpSource, teller: Teller) -> httpx.Client:
    return httpx.Client(
        timeout=httpx.Timeout(source.timeout, connect=min(_LONGEST_CONNECT, source.timeout)),
        verify=tls_context(source, teller),
        proxy=proxy_address(source, teller),
        trust_env=False,
        follow_redirects=False,
    )


def tls_context(source: HttpSource, teller: Teller) -> ssl.SSLContext:
    """Return who is trusted, and our own certificate. Raises ``SourceError``."""
    field = "ca_file"
    try:
        if source.ca_file:
            context = ssl.create_default_context(cafile=str(source.ca_file))
        else:
            context = httpx.create_ssl_context(trust_env=False)
        field = "client_certificate"
        if source.client_certificate:
            context.load_cert_chain(source.client_certificate, source.client_key)
    except (OSError, ValueError) as error:
        reason = short(str(getattr(error, "strerror", None) or type(error).__name__))
        raise SourceError(
            f"{teller.name}: {teller.setting(field)} cannot be used ({reason}); mend it",
            source=teller.name,
        ) from None
    return context
