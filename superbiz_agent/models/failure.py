"""What a failed model call means to the operator: one line, and the setting that mends it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from superbiz_agent.contracts.base import Role
from superbiz_agent.errors import ModelUnavailableError


@dataclass(frozen=True)
class _Cause:
    reason: str
    remedy: str


_KEY = "check OPENAI_API_KEY"
_MODEL = "check {setting} and OPENAI_BASE_URL"
_REQUEST = "check that {setting} names a chat model that takes tools and SUPERBIZ_TEMPERATURE"
_LATER = "try again later or set {setting} to another model"

_BY_STATUS: Mapping[int, _Cause] = {
    400: _Cause("the endpoint refused the request (HTTP 400)", _REQUEST),
    401: _Cause("the endpoint refused the key (HTTP 401)", _KEY),
    402: _Cause("the account has no credit (HTTP 402)", _KEY),
    403: _Cause("the key may not use the model (HTTP 403)", _KEY + " and {setting}"),
    404: _Cause("the endpoint does not know the model or the path (HTTP 404)", _MODEL),
    413: _Cause("the request is too large for the endpoint (HTTP 413)", _LATER),
    422: _Cause("the endpoint refused the request (HTTP 422)", _REQUEST),
    429: _Cause("the endpoint is over its rate or quota (HTTP 429)", _LATER),
}
_TIMEOUT = _Cause("no reply in time", "raise SUPERBIZ_MODEL_TIMEOUT or check OPENAI_BASE_URL")
_CERTIFICATE = _Cause(
    "the endpoint's certificate is not trusted", "check OPENAI_BASE_URL, or set SSL_CERT_FILE"
)
_UNREACHABLE = _Cause("the endpoint cannot be reached", "check OPENAI_BASE_URL")
_NOT_CHAT = _Cause(
    "the endpoint does not answer like OpenAI's chat completions",
    "check OPENAI_BASE_URL (it often ends in /v1)",
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


def model_failure(exception: BaseException, *, role: Role, model: str) -> ModelUnavailableError:
    """Return the one-line error for a call of ``model`` that raised ``exception``.

    The message holds no text of the exception: it could quote keys, prompts or replies.
    """
    if isinstance(exception, ModelUnavailableError):
        return exception
    cause = _cause(exception)
    setting = f"SUPERBIZ_MODEL (or SUPERBIZ_MODEL_{role.upper()})"
    name = " ".join(model.split())[:100]
    return ModelUnavailableError(
        f"{role}: model {name!r}: {cause.reason}; {cause.remedy.format(setting=setting)}",
        role=role,
        reason=cause.reason,
    )


def _cause(exception: BaseException) -> _Cause:
    status = getattr(exception, "status_code", None)
    if isinstance(status, int):
        return _BY_STATUS.get(status) or _by_class_of_status(status)
    names = {base.__name__ for link in _chain(exception) for base in type(link).__mro__}
    unknown = _Cause(f"the call failed ({type(exception).__name__})", "check {setting}")
    return next((cause for known, cause in _BY_EXCEPTION if names & known), unknown)


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
