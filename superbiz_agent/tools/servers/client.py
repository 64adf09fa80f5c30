"""One client a source: connections reused, every request bounded in time and size.

Redirects are followed within the same origin alone, so that a credential never goes elsewhere. No
setting of the environment (proxy, netrc, certificates) is used that the source does not name.
"""

import json
import time
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn

import httpx

from superbiz_agent.errors import FaultKind
from superbiz_agent.settings.sources import HttpSource
from superbiz_agent.tools.known_secrets import KnownSecrets
from superbiz_agent.tools.servers.connection import Connections, basic_auth, signing_headers
from superbiz_agent.tools.servers.kept_answers import once_a_diagnosis
from superbiz_agent.tools.servers.problems import Asked, Teller, is_html, short
from superbiz_agent.tools.servers.trying import PassingError, tried

_MOST_REDIRECTS = 3
_RETRIED_STATUS = frozenset({429, 500, 502, 503, 504})
_MOST_OF_AN_ERROR = 64 * 1024

Parameters = Mapping[str, str | list[str]]


@dataclass(frozen=True)
class Answer:
    """A successful answer: its body, whole, and its headers in lower case; what signed the request
    is hidden in both."""

    status: int
    body: bytes
    headers: Mapping[str, str]


class HttpClient:
    """Asks the server that ``source`` describes; ``name`` is its name in the settings.

    Safe in several threads. ``sleep`` waits between tries. ``address`` is the setting that holds
    the address, where it is not ``url``.
    """

    def __init__(
        self,
        name: str,
        source: HttpSource,
        kind: str,
        *,
        address: str = "url",
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if address != "url":
            source = source.model_copy(update={"url": getattr(source, address)})
        self._secrets = KnownSecrets()
        self.teller = Teller(name, kind, source.url, address, self._secrets)
        self._source = source
        self._sleep = sleep
        self._connections = Connections(source, self.teller)
        weakref.finalize(self, self._connections.close)

    def get_json(self, path: str, parameters: Parameters, asked: Asked) -> Any:
        """Return the JSON value at ``path`` below the source's address. Raises ``SourceError``."""
        return self.read_json(self.request("GET", path, asked, parameters=parameters), asked)

    def post_json(
        self,
        path: str,
        content: object,
        asked: Asked,
        *,
        parameters: Parameters | None = None,
        anew: bool = False,
    ) -> Any:
        """Send a query as JSON, return the JSON value of the answer. Raises ``SourceError``."""
        body = json.dumps(content).encode()
        headers = {"content-type": "application/json"}
        answer = self.request(
            "POST", path, asked, parameters=parameters, content=body, headers=headers, anew=anew
        )
        return self.read_json(answer, asked)

    def post_form(self, path: str, form: Parameters, asked: Asked) -> Any:
        """Send a query as a form, return the JSON value of the answer. Raises ``SourceError``."""
        body = str(httpx.QueryParams(dict(form))).encode()
        headers = {"content-type": "application/x-www-form-urlencoded"}
        return self.read_json(
            self.request("POST", path, asked, content=body, headers=headers), asked
        )

    def read_json(self, answer: Answer, asked: Asked) -> Any:
        """Read the body as JSON; whatever else it is raises a ``SourceError`` that says what."""
        try:
            return json.loads(answer.body)
        except (ValueError, RecursionError):
            pass
        text = answer.body[:2000].decode("utf-8", "replace")
        what = "a page of HTML, as a login or a proxy sends it" if is_html(text) else "no JSON"
        setting = self.teller.setting
        remedy = f"mend {setting('url')}, or what signs in ({setting('token')})"
        raise self.teller.fault(asked, f"HTTP {answer.status} with {what}", remedy)

    def request(
        self,
        method: str,
        path: str,
        asked: Asked,
        *,
        parameters: Parameters | None = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        anew: bool = False,
    ) -> Answer:
        """Ask once, and again after 429, 5xx, a timeout or a connection that broke; return the
        whole body. What this diagnosis has asked before is not asked again, unless ``anew``
        (``kept_answers``). Raises ``SourceError``, or its ``RefusedQueryError`` for a query that
        the server calls wrong."""
        url, asked_for, sent = self._source.url + path, dict(parameters or {}), dict(headers or {})
        given = {"params": asked_for, "content": content}

        def ask() -> Answer:
            once = partial(self._once, method, url, asked, given, sent)
            try:
                return tried(once, self._source.retries, self._sleep)
            except PassingError as error:
                raise self.teller.tried(error.fault, self._source.retries + 1) from None

        if anew:
            return ask()
        key = (self, method, url, repr(sorted(asked_for.items())), content, repr(sent))
        return once_a_diagnosis(
            key, ask, source=self.teller.name, size=lambda answer: len(answer.body)
        )

    def close(self) -> None:
        """Close the connections; a later request opens them again."""
        self._connections.close()

    def _once(
        self, method: str, url: str, asked: Asked, given: dict[str, Any], headers: dict[str, str]
    ) -> Answer:
        deadline = time.monotonic() + self._source.timeout
        client = self._connections.client()
        signed = headers | signing_headers(self._source, self.teller)
        auth = basic_auth(self._source, self.teller)
        try:
            for _ in range(_MOST_REDIRECTS + 1):
                with client.stream(method, url, headers=signed, auth=auth, **given) as response:
                    if response.next_request is None or not response.has_redirect_location:
                        return self._answer(response, asked, deadline)
                    url = self._followed(response, asked)
                    given = {"params": None, "content": given["content"]}
        except httpx.HTTPError as error:
            self._raise_transport(error, asked)
        raise self.teller.fault(
            asked, "redirects without end", f"mend {self.teller.setting('url')}", "redirect"
        )

    def _followed(self, response: httpx.Response, asked: Asked) -> str:
        """Return where a redirect leads, if it is the same origin and method."""
        after = response.next_request
        assert after is not None  # noqa: S101  (asked for by the caller)
        before = response.request.url
        origin = (after.url.scheme, after.url.host, after.url.port)
        if origin == (before.scheme, before.host, before.port) and (
            after.method == response.request.method
        ):
            return str(after.url)
        place = f"{after.url.scheme}://{after.url.host}"
        location = response.headers.get("location", "")
        if self._secrets.hide(location) != location:  # no search finds it in a host's lower case
            place = "an address that holds a secret"
        raise self.teller.fault(
            asked,
            f"HTTP {response.status_code} leads to {place}, which is not followed",
            f"mend {self.teller.setting('url')}, or what signs in",
            "redirect",
        )

    def _answer(self, response: httpx.Response, asked: Asked, deadline: float) -> Answer:
        is_success = 200 <= response.status_code < 300
        whole = self._body(response, asked, deadline, is_success=is_success)
        body = self._secrets.hide_body(whole)
        if is_success:
            headers = {key: self._secrets.hide(text) for key, text in response.headers.items()}
            return Answer(response.status_code, body, headers)
        fault = self.teller.refused(asked, response.status_code, body)
        if response.status_code in _RETRIED_STATUS:
            raise PassingError(fault, response.headers.get("retry-after"))
        raise fault

    def _body(
        self, response: httpx.Response, asked: Asked, deadline: float, *, is_success: bool
    ) -> bytes:
        """Read the body, at most so many bytes and no longer than until ``deadline``."""
        most = self._source.max_bytes if is_success else _MOST_OF_AN_ERROR
        body = bytearray()
        for chunk in response.iter_bytes():
            body += chunk
            if time.monotonic() > deadline:
                raise httpx.ReadTimeout("the body is too slow")
            if len(body) > most and is_success:
                raise self.teller.fault(
                    asked,
                    f"answers more than {most} bytes",
                    f"narrow the window, or raise {self.teller.setting('max_bytes')}",
                    "too_large",
                )
            if len(body) > most:
                break
        return bytes(body)

    def _raise_transport(self, error: httpx.HTTPError, asked: Asked) -> NoReturn:
        setting, timeout = self.teller.setting, self._source.timeout
        kind: FaultKind = "unreachable"
        said = self._secrets.hide(str(error))
        if isinstance(error, httpx.TimeoutException):
            what, remedy = f"no whole answer within {timeout:g} s", f"raise {setting('timeout')}"
            kind = "timeout"
        elif "WRONG_VERSION_NUMBER" in said:
            remedy = f"mend {setting('url')}: http, not https"
            raise self.teller.fault(asked, "does not speak TLS", remedy, "tls") from None
        elif "CERTIFICATE_VERIFY_FAILED" in said or "SSL" in said or "TLS" in said.upper():
            what = f"its certificate is not trusted or TLS fails ({short(said)})"
            fields = " and ".join(map(setting, ("ca_file", "client_certificate")))
            raise self.teller.fault(asked, what, f"mend {fields}", "tls") from None
        elif isinstance(error, httpx.ProxyError):
            what, remedy = f"the proxy refuses ({short(said)})", f"mend {setting('proxy')}"
        elif isinstance(error, httpx.ConnectError):
            what, remedy = f"cannot be reached ({short(said)})", f"mend {setting('url')}"
        elif isinstance(error, httpx.DecodingError):
            what, remedy = "its answer cannot be unpacked", f"mend {setting('url')}"
            kind = "foreign"
        else:
            what, remedy = f"its answer breaks off ({short(said)})", "see the server's own log"
            kind = "broken_off"
        fault = self.teller.fault(asked, what, remedy, kind)
        if isinstance(error, httpx.TransportError):
            raise PassingError(fault, None) from None
        raise fault from None
