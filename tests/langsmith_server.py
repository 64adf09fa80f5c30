"""A loopback server that plays the part of the LangSmith API that tracing and evaluating use."""

import json
import threading
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes
from http.server import ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from backports import zstd

from tests.loopback import JsonHandler, served

TENANT = str(uuid.UUID(int=1))
NOW = "2026-07-07T10:00:00+00:00"
BATCHES = {
    "use_multipart_endpoint": True,
    "scale_up_qsize_trigger": 1000,
    "scale_up_nthreads_limit": 16,
    "scale_down_nempty_trigger": 4,
    "size_limit": 100,
    "size_limit_bytes": 20971520,
}


@dataclass
class Kept:
    """What was sent, as LangSmith would keep it; ``raw`` is every body, unpacked."""

    runs: dict[str, dict[str, Any]] = field(default_factory=dict)
    feedback: list[dict[str, Any]] = field(default_factory=list)
    projects: list[dict[str, Any]] = field(default_factory=list)
    datasets: list[dict[str, Any]] = field(default_factory=list)
    examples: list[dict[str, Any]] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)

    def named(self, name: str) -> list[dict[str, Any]]:
        return [run for run in self.runs.values() if run.get("name") == name]

    @property
    def text(self) -> str:
        return b"\n".join(self.raw).decode(errors="replace")


class LangSmithServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.kept = Kept()
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(JsonHandler):
    server: LangSmithServer

    def do_GET(self) -> None:  # noqa: N802  (the standard library's name)
        self._answer({})

    def do_POST(self) -> None:  # noqa: N802
        body = self.body()
        if self.headers["content-encoding"] == "zstd":
            body = zstd.decompress(body)
        self.server.kept.raw.append(body)
        if "multipart" in (self.headers["content-type"] or ""):
            self._answer(parts_of(self.headers["content-type"], body))
        else:
            self._answer(json.loads(body or b"{}"))

    do_PATCH = do_POST  # noqa: N815  (the standard library's name)

    def _answer(self, body: Any) -> None:
        place = urlsplit(self.path)
        with self.server.lock:
            self.server.kept.paths.append(f"{self.command} {place.path}")
            reply = answer(self.server.kept, self.command, place.path, parse_qs(place.query), body)
        self.answer(200, json.dumps(reply).encode())


def parts_of(content_type: str, body: bytes) -> dict[str, Any]:
    """Name -> JSON value of each part of a multipart body."""
    message = message_from_bytes(b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + body)
    parts: dict[str, Any] = {}
    for part in message.get_payload():
        name = part.get_param("name", header="content-disposition")
        parts[str(name)] = json.loads(part.get_payload(decode=True))
    return parts


def answer(  # noqa: PLR0911  (one return a route)
    kept: Kept, method: str, path: str, query: dict[str, list[str]], body: Any
) -> Any:
    """Keep what is sent and give what the API documents."""
    match method, path.strip("/").split("/"):
        case "GET", ["info"]:
            return {
                "version": "0.12.0",
                "batch_ingest_config": BATCHES,
                "instance_flags": {"dataset_examples_multipart_enabled": True},
            }
        case "POST", ["runs", "multipart"]:
            for name, value in body.items():
                _keep_part(kept, name, value)
        case "POST", ["feedback"]:
            kept.feedback.append(body)
        case "GET", ["sessions"]:
            return [_project(kept, query["name"][0], {})]
        case "POST", ["sessions"]:
            return _project(kept, body["name"], body)
        case "PATCH", ["sessions", project_id]:
            return next(each for each in kept.projects if each["id"] == project_id)
        case "GET", ["datasets"]:
            return [each for each in kept.datasets if each["name"] == query["name"][0]]
        case "POST", ["datasets"]:
            kept.datasets.append({"id": str(uuid.uuid4()), "created_at": NOW, **body})
            return kept.datasets[-1]
        case "POST", ["v1", "platform", "datasets", dataset_id, "examples"]:
            return _keep_examples(kept, dataset_id, body)
        case "GET", ["examples"]:
            return [] if query.get("offset", ["0"])[0] != "0" else kept.examples
        case "GET", ["settings"]:
            return {"id": TENANT, "display_name": "loopback", "created_at": NOW}
    return {}


def _keep_part(kept: Kept, name: str, value: Any) -> None:
    """``post.ID`` and ``patch.ID`` are runs, ``post.ID.inputs`` a field of one."""
    kind, run_id, *rest = name.split(".")
    if kind == "feedback":
        kept.feedback.append(value)
    else:
        run = kept.runs.setdefault(run_id, {})
        run.update({rest[0]: value} if rest else {k: v for k, v in value.items() if v is not None})


def _keep_examples(kept: Kept, dataset_id: str, parts: dict[str, Any]) -> dict[str, Any]:
    ids = [name for name in parts if "." not in name]
    for each in ids:
        own = {k.partition(".")[2]: v for k, v in parts.items() if k.startswith(f"{each}.")}
        known = {"id": each, "dataset_id": dataset_id, "created_at": NOW, "modified_at": NOW}
        kept.examples.append({**parts[each], **own, **known})
    return {"count": len(ids), "example_ids": ids}


def _project(kept: Kept, name: str, given: dict[str, Any]) -> dict[str, Any]:
    for each in kept.projects:
        if each["name"] == name:
            return each
    project = {"id": str(uuid.uuid4()), "reference_dataset_id": None, "extra": {}, **given}
    kept.projects.append(project | {"name": name, "tenant_id": TENANT, "start_time": NOW})
    return kept.projects[-1]


@pytest.fixture
def langsmith_server() -> Iterator[LangSmithServer]:
    with served(LangSmithServer()) as server:
        yield server
