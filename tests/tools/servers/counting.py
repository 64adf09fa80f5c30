"""Counting what is really sent to a server."""

from typing import Any

import httpx
import pytest


def counted_requests(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows by the address of each request that is sent from now on."""
    sent: list[str] = []
    send = httpx.Client.stream

    def counted(self: httpx.Client, method: str, url: str, **given: Any) -> Any:
        sent.append(url)
        return send(self, method, url, **given)

    monkeypatch.setattr(httpx.Client, "stream", counted)
    return sent
