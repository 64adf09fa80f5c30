"""Embeddings of an OpenAI-compatible endpoint (``POST <base>/embeddings``).

The address comes from the settings alone. Redirects are not followed, a reply is bounded, and no
key stands in a message.
"""

import json
import math
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

import httpx

from superbiz_agent.errors import SuperBizError
from superbiz_agent.settings import mask_url, variable_of
from superbiz_agent.settings.embeddings import EmbeddingEndpoint

MAX_REPLY: Final = 64 * 1024 * 1024
PAUSE: Final = 60.0
"""Seconds for which an endpoint that failed is not asked again."""

_OK: Final = 200
_ATTEMPTS: Final = 3
_MAX_WAIT: Final = 5.0
_PASSING: Final = frozenset({408, 429, 500, 502, 503, 504})


class EmbeddingError(SuperBizError):
    """The endpoint gave no embeddings; the message says which setting may mend it."""


class EmbeddingClient:
    """Asks one endpoint. One that failed is left alone for ``PAUSE`` seconds, so that lookups do
    not wait for it one after the other. Safe to share between threads."""

    def __init__(
        self,
        endpoint: EmbeddingEndpoint,
        *,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self._endpoint = endpoint
        self._clock = clock
        self._wait = wait
        self._failure: tuple[float, EmbeddingError] | None = None

    @property
    def identity(self) -> str:
        """What tells its vectors from those of another endpoint or model; holds no secret."""
        return json.dumps([mask_url(self._endpoint.base_url), self._endpoint.model])

    @property
    def shown(self) -> str:
        """How messages name the endpoint."""
        return f"embeddings of {self._endpoint.model} at {mask_url(self._endpoint.base_url)}"

    def failed(self, reason: str, setting: str = "embedding_model") -> EmbeddingError:
        """Return the error that says what is wrong and which setting mends it."""
        return EmbeddingError(f"{self.shown}: {reason} (setting {variable_of(setting)})")

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return the vector of each text, all of one length. Raises ``EmbeddingError``."""
        if self._failure is not None and self._clock() - self._failure[0] < PAUSE:
            raise self._failure[1]
        try:
            vectors = self._vectors(self._reply(texts), len(texts))
        except EmbeddingError as error:
            self._failure = self._clock(), error
            raise
        self._failure = None
        return vectors

    def _reply(self, texts: Sequence[str]) -> bytes:
        """Return the body of a successful reply; a passing fault is waited out."""
        for attempt in range(1, _ATTEMPTS + 1):
            is_last = attempt == _ATTEMPTS
            try:
                status, wait, body = self._post(texts)
            except httpx.TimeoutException:
                if is_last:
                    seconds = f"no reply in {self._endpoint.timeout:g} s"
                    raise self.failed(seconds, "embedding_timeout") from None
                wait = 0.0
            except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
                reason = f"cannot be reached ({type(error).__name__})"
                raise self.failed(reason, "embedding_base_url") from None
            else:
                if status == _OK:
                    return body
                if is_last or status not in _PASSING:
                    raise self.failed(f"HTTP {status}", _setting_of(status))
            self._wait(min(wait or attempt / 2, _MAX_WAIT))
        raise self.failed("no reply")  # pragma: no cover  (the last attempt raises)

    def _post(self, texts: Sequence[str]) -> tuple[int, float, bytes]:
        """Return status, seconds to wait as the endpoint says, and body."""
        endpoint = self._endpoint
        key = endpoint.api_key.get_secret_value() if endpoint.api_key else ""
        with (
            httpx.Client(timeout=endpoint.timeout, follow_redirects=False) as client,
            client.stream(
                "POST",
                f"{endpoint.base_url.rstrip('/')}/embeddings",
                json={"model": endpoint.model, "input": list(texts), "encoding_format": "float"},
                headers={"Authorization": f"Bearer {key}"} if key else {},
            ) as response,
        ):
            body, until = bytearray(), self._clock() + endpoint.timeout
            for piece in response.iter_bytes():
                if self._clock() > until:  # httpx bounds each read, not all of them
                    raise httpx.ReadTimeout("too slow")
                body += piece
                if len(body) > MAX_REPLY:
                    raise self.failed(f"a reply of more than {MAX_REPLY // 2**20} MiB")
            return response.status_code, _seconds(response.headers.get("retry-after")), bytes(body)

    def _vectors(self, body: bytes, count: int) -> list[list[float]]:
        try:
            rows = cast("list[dict[str, Any]]", json.loads(body)["data"])
            placed = sorted(rows, key=lambda row: int(row["index"]))
            vectors = [[float(number) for number in row["embedding"]] for row in placed]
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            raise self.failed("the reply is none of embeddings", "embedding_base_url") from None
        widths = {len(vector) for vector in vectors}
        finite = all(math.isfinite(number) for vector in vectors for number in vector)
        if len(vectors) != count or len(widths) != 1 or not min(widths) or not finite:
            raise self.failed("the reply does not hold one vector a text")
        return vectors


def _setting_of(status: int) -> str:
    if status in (401, 403):
        return "embedding_api_key"
    return "embedding_base_url" if 300 <= status < 400 or status == 405 else "embedding_model"


def _seconds(header: str | None) -> float:
    try:
        seconds = float(header or 0)
    except ValueError:  # a date
        return 0.0
    return seconds if math.isfinite(seconds) and seconds > 0 else 0.0
