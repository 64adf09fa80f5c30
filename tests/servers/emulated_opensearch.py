"""Starting ``osmem-server``: an emulator of OpenSearch, and no OpenSearch (docs/sources.md)."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.real_servers import REQUIRED, answers, free_port, started


@dataclass(frozen=True)
class Emulated:
    """Where it listens."""

    url: str

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Ask it for something that a test needs. Fails the test where it refuses."""
        with httpx.Client(trust_env=False, timeout=30) as client:
            answer = client.request(method, self.url + path, json=body)
        assert answer.is_success, answer.text[:500]
        return answer.json()

    def create(self, index: str, mappings: Mapping[str, Any]) -> None:
        """Make an index with ``mappings``."""
        self.ask("PUT", f"/{index}", {"mappings": mappings})

    def load(self, index: str, documents: Iterable[Mapping[str, Any]]) -> None:
        """Index documents, in order; they can be found at once."""
        action = json.dumps({"index": {"_index": index}})
        lines = [line for each in documents for line in (action, json.dumps(each))]
        with httpx.Client(trust_env=False, timeout=60) as client:
            for start in range(0, len(lines), 20_000):
                body = "\n".join(lines[start : start + 20_000]) + "\n"
                headers = {"content-type": "application/x-ndjson"}
                url = f"{self.url}/_bulk?refresh=true"
                answer = client.post(url, content=body.encode(), headers=headers)
                assert answer.is_success and not answer.json()["errors"], answer.text[:500]

    def forget(self) -> None:
        """Delete every index."""
        self.ask("DELETE", "/_all")


@contextmanager
def emulating(folder: Path) -> Iterator[Emulated]:
    """Serve on a free loopback port until the block ends; skip the test loudly where it is not
    installed."""
    try:
        from osmem_server import resolve_binary
    except ImportError:
        (pytest.fail if REQUIRED else pytest.skip)("osmem-server is not installed")
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [resolve_binary(), "-no-stdin-watch", "-addr", f"127.0.0.1:{port}"]
    with started(command, answers(url), folder):
        yield Emulated(url)
