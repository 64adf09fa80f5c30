"""What a failed model call means to the operator: one line, and the setting that mends it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from superbiz_agent.contracts.base import JsonObject, Role
from superbiz_agent.errors import ModelUnavailableError
from superbiz_agent.settings.roles import SettingNames


@dataclass(frozen=True)
class _Cause:
    reason: str
    remedy: str


_KEY = "check {names.key}"
_MODEL = "check {names.model} and {names.url}"
_REQUEST = "check that {names.model} names a chat model that takes tools and {names.temperature}"
_LATER = "try again later or set {names.model} to another model"

_BY_STATUS: Mapping[int, _Cause] = {
    400: _Cause("the endpoint refused the request (HTTP 400)", _REQUEST),
    401: _Cause("the endpoint refused the key (HTTP 401)", _KEY),
    402: _Cause("the account has no credit (HTTP 402)", _KEY),
    403: _Cause("the key may not use the model (HTTP 403)", _KEY + " and {names.model}"),
    404: _Cause("the endpoint does not know the model or the path (HTTP 404)", _MODEL),
    413: _Cause("the request is too large for the endpoint (HTTP 413)", _LATER),
    422: _Cause("the endpoint refused the request (HTTP 422)", _REQUEST),
    429: _Cause("the endpoint is over its rate or quota (HTTP 429)", _LATER),
}
_TOO_LONG = _Cause(
    "the request is longer than the model takes", "set {names.context_size} to what it takes"
)
_FILTERED = _Cause("the endpoint's content filter refused the request", _LATER)

_BY_CODE: Mapping[str, _Cause] = {
    "context_length_exceeded": _TOO_LONG,
    "exceed_context_size_error": _TOO_LONG,
    "content_filter": _FILTERED,
}
"""What endpoints call the fault in the body of a refusal (``code`` or ``type``)."""

_TIMEOUT = _Cause("no reply in time", "raise {names.timeout} or check {names.url}")
_CERTIFICATE = _Cause(
    "the endpoint's certificate is not trusted", "check {names.url}, or set SSL_CERT_FILE"
)
_UNREACHABLE = _Cause("the endpoint cannot be reached", "check {names.url}")
_NOT_CHAT = _Cause(
    "the endpoint does not answer like OpenAI's chat completions",
    "check {names.url} (it often ends in /v1)",
)

_BY_EXCEPTION: tuple[tuple[frozenset[str], _Cause], ...] = (
    (frozenset({"SSLCertVerificationError"}), _CERTIFICATE),
    (frozenset({"APITimeoutError", "TimeoutException", "TimeoutError"}), _TIMEOUT),
    (frozenset({"APIConnectionError", "TransportError", "ConnectionError"}), _UNREACHABLE),
    (frozenset({"InvalidURL", "UnsupportedProtocol"}), _UNREACHABLE),
    (frozenset({"APIResponseValidationError", "ValueError", "LookupError"}), _NOT_CHAT),
    (frozenset({"AttributeError", "TypeError"}), _NOT_CHAT),
)
"""Class names anywhere in the chain of an exception -> cause; the first row that fits. Names, since
the client libraries are not imported before a model is used, and change their classes' homes."""


def model_failure(
    exception: BaseException, *, role: Role, model: str, names: SettingNames | None = None
) -> ModelUnavailableError:
    """Return the one-line error for a call of ``model`` that raised ``exception``.

    ``names`` are the settings that rule the role's endpoint. The message holds no text of the
    exception: it could quote keys, prompts or replies.
    """
    if isinstance(exception, ModelUnavailableError):
        return exception
    cause = _cause(exception)
    remedy = cause.remedy.format(names=names or SettingNames.of(role))
    name = " ".join(model.split())[:100]
    return ModelUnavailableError(
        f"{role}: model {name!r}: {cause.reason}; {remedy}",
        role=role,
        reason=cause.reason,
    )


def _cause(exception: BaseException) -> _Cause:
    status = getattr(exception, "status_code", None)
    known = next((cause for code in _codes(exception) if (cause := _BY_CODE.get(code))), None)
    if known is not None:
        return known
    if isinstance(status, int):
        return _BY_STATUS.get(status) or _by_class_of_status(status)
    names = {base.__name__ for link in _chain(exception) for base in type(link).__mro__}
    unknown = _Cause(f"the call failed ({type(exception).__name__})", "check {names.model}")
    return next((cause for known, cause in _BY_EXCEPTION if names & known), unknown)


def _codes(exception: BaseException) -> Iterator[str]:
    """The words by which the body of a refusal names its fault."""
    body: object = getattr(exception, "body", None)
    fields = cast(JsonObject, body) if isinstance(body, dict) else {}
    inner = fields.get("error")
    for level in (fields, cast(JsonObject, inner) if isinstance(inner, dict) else {}):
        yield from (value for key in ("code", "type") if isinstance(value := level.get(key), str))


def _by_class_of_status(status: int) -> _Cause:
    if status >= 500:
        return _Cause(f"the endpoint failed (HTTP {status})", _LATER)
    return _Cause(f"the endpoint refused the request (HTTP {status})", _MODEL)


def _chain(exception: BaseException) -> Iterator[BaseException]:
    """The exception and what caused it; bounded, since a chain may be a circle."""
    link: BaseException | None = exception
    for _ in range(10):
        if link is None:
            return
        yield link
        link = link.__cause__ or link.__context__
