"""Embeddings of a loopback endpoint: ranked by meaning, kept, and done without where they fail."""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from superbiz_agent.settings import Settings
from superbiz_agent.settings.embeddings import EmbeddingEndpoint
from superbiz_agent.tools.base import ToolOutcome
from superbiz_agent.tools.knowledge import EmbeddingClient, FolderBackend, KnowledgeTool, Meaning
from superbiz_agent.tools.knowledge.embedding import EmbeddingError
from tests.loopback import KEY, Endpoint
from tests.tools.knowledge.test_lookup import CONTEXT

pytestmark = pytest.mark.server

WATER = ("water", "rain", "flood", "雨")
FIRE = ("fire", "smoke", "burns", "火")

PAGES = {
    "flood.md": "# Flood\n\n## Steps\n\nOpen the gate; the rain will pass.\n",
    "smoke.md": "# Smoke\n\n## Steps\n\nOpen a window.\n",
}


def meaning_of(text: str) -> list[float]:
    """A model of embeddings that knows two meanings, and all else as nothing in particular."""
    folded = text.casefold()
    return [
        float(any(word in folded for word in WATER)), float(any(word in folded for word in FIRE)),
        0.1,
    ]  # fmt: skip


def embeddings(request: dict[str, Any]) -> tuple[int, Any]:
    rows = [
        {"object": "embedding", "index": n, "embedding": meaning_of(text)}
        for n, text in enumerate(request["input"])
    ]
    return 200, {"object": "list", "data": rows[::-1], "model": request["model"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "runbooks"
    root.mkdir()
    for name, text in PAGES.items():
        (root / name).write_text(text, encoding="utf-8")
    return root


def client(endpoint: Endpoint, *, model: str = "m", key: str = KEY, timeout: float = 5.0) -> Any:
    return EmbeddingClient(
        EmbeddingEndpoint(model, endpoint.url, SecretStr(key) if key else None, timeout),
        wait=lambda _: None,
    )


def backend(folder: Path, endpoint: Endpoint, cache: Path | None = None, **changes: Any) -> Any:
    meaning = Meaning(client(endpoint, **changes), floor=0.5)
    return FolderBackend(folder, index_root=cache, meaning=meaning)


def lookup(one: FolderBackend, query: str) -> ToolOutcome:
    tool = KnowledgeTool([one])
    return tool.run(tool.arguments.model_validate({"query": query}), CONTEXT)


def files(outcome: ToolOutcome) -> list[object]:
    return [item.fields["file"] for item in outcome.items["evidence_blocks"]]


def test_a_page_is_found_by_its_meaning_where_no_word_is_shared(
    folder: Path, endpoint: Endpoint
) -> None:
    endpoint.replies = [embeddings] * 9
    one = backend(folder, endpoint)
    outcome = lookup(one, "到处都是雨")
    assert files(outcome) == ["flood.md"]
    assert outcome.items["evidence_blocks"][0].values["found_by"] == ["meaning"]
    assert (outcome.evidence_status, outcome.error) == ("found", None)
    assert files(lookup(FolderBackend(folder), "到处都是雨")) == []


def test_words_and_meaning_are_fused_and_what_is_near_to_nothing_is_not_found(
    folder: Path, endpoint: Endpoint
) -> None:
    endpoint.replies = [embeddings] * 9
    one = backend(folder, endpoint)
    outcome = lookup(one, "rain and an open window")
    assert files(outcome) == ["flood.md", "smoke.md"]
    assert outcome.items["evidence_blocks"][0].values["found_by"] == ["words", "meaning"]
    assert lookup(one, "chess").evidence_status == "no_evidence"


def test_the_page_that_is_named_comes_first_whatever_is_near(
    folder: Path, endpoint: Endpoint
) -> None:
    endpoint.replies = [embeddings] * 9
    assert files(lookup(backend(folder, endpoint), "Smoke, and water everywhere"))[0] == "smoke.md"


def test_vectors_are_kept_by_content_and_model(
    folder: Path, tmp_path: Path, endpoint: Endpoint
) -> None:
    def inputs() -> list[int]:
        counted = [len(request["input"]) for request in endpoint.requests]
        endpoint.requests.clear()
        return counted

    endpoint.replies = [embeddings] * 20
    cache = tmp_path / "cache"
    lookup(backend(folder, endpoint, cache), "rain")
    assert inputs() == [1, 2]
    again = backend(folder, endpoint, cache)
    assert files(lookup(again, "雨")) == ["flood.md"]
    assert inputs() == [1]
    (folder / "smoke.md").write_text("# Smoke\n\nIt burns.\n")
    assert files(lookup(again, "火")) == ["smoke.md"]
    assert inputs() == [1, 1]
    lookup(backend(folder, endpoint, cache, model="other"), "rain")
    assert inputs() == [1, 2]


def test_a_damaged_or_foreign_vector_is_made_anew(
    folder: Path, tmp_path: Path, endpoint: Endpoint
) -> None:
    endpoint.replies = [embeddings] * 20
    cache = tmp_path / "cache"
    lookup(backend(folder, endpoint, cache), "rain")
    for path in cache.glob("*/*/vectors/*"):
        path.write_bytes(path.read_bytes()[:50])
    assert files(lookup(backend(folder, endpoint, cache), "雨")) == ["flood.md"]


def test_a_model_that_gives_vectors_of_another_length_is_asked_anew(
    folder: Path, endpoint: Endpoint
) -> None:
    def wider(request: dict[str, Any]) -> tuple[int, Any]:
        status, reply = embeddings(request)
        for row in reply["data"]:
            row["embedding"].append(0.0)
        return status, reply

    endpoint.replies = [embeddings, embeddings, wider, wider]
    one = backend(folder, endpoint)
    lookup(one, "rain")
    assert files(lookup(one, "雨")) == ["flood.md"]
    assert endpoint.replies == []


def test_no_secret_of_a_page_or_a_query_is_sent(folder: Path, endpoint: Endpoint) -> None:
    (folder / "secret.md").write_text("# Rain password=hunter22\n\nrain password=hunter22\n")
    endpoint.replies = [embeddings] * 9
    lookup(backend(folder, endpoint), "rain password=hunter23")
    sent = json.dumps(endpoint.requests)
    assert "hunter2" not in sent
    assert "[redacted:password]" in sent


LOGIN_PAGE = b"<html>log in</html>"
FAULTS: dict[str, tuple[tuple[int, Any], str, str]] = {
    "401": ((401, {"error": KEY}), "HTTP 401", "SUPERBIZ_EMBEDDING_API_KEY"),
    "403": ((403, {}), "HTTP 403", "SUPERBIZ_EMBEDDING_API_KEY"),
    "404": ((404, {}), "HTTP 404", "SUPERBIZ_EMBEDDING_MODEL"),
    "429": ((429, {}), "HTTP 429", "SUPERBIZ_EMBEDDING_MODEL"),
    "500": ((500, {}), "HTTP 500", "SUPERBIZ_EMBEDDING_MODEL"),
    "302": ((302, {}), "HTTP 302", "SUPERBIZ_EMBEDDING_BASE_URL"),
    "a login page": (
        (200, LOGIN_PAGE), "the reply is none of embeddings", "SUPERBIZ_EMBEDDING_BASE_URL",
    ),
    "another object": ((200, {"data": [{"index": 0}]}), "none of embeddings", "BASE_URL"),
    "a list": ((200, []), "none of embeddings", "BASE_URL"),
    "too few": ((200, {"data": []}), "one vector a text", "MODEL"),
    "empty vectors": ((200, {"data": [{"index": 0, "embedding": []}]}), "one vector", "MODEL"),
    "no number": ((200, b'{"data": [{"index": 0, "embedding": [NaN]}]}'), "one vector", "MODEL"),
}  # fmt: skip


@pytest.mark.parametrize(("reply", "reason", "setting"), FAULTS.values(), ids=FAULTS)
def test_an_endpoint_that_fails_leaves_words_and_is_told_with_its_setting(
    reply: tuple[int, Any], reason: str, setting: str, folder: Path, endpoint: Endpoint
) -> None:
    endpoint.replies = [reply] * 3
    outcome = lookup(backend(folder, endpoint), "open a window")
    assert files(outcome) == ["smoke.md"]
    assert (outcome.evidence_status, outcome.failed_sources) == ("found", [])
    (note,) = outcome.notes
    assert note.startswith(f"embeddings of m at {endpoint.url}: ")
    assert note.endswith("; runbooks are ranked by their words alone")
    assert reason in note
    assert setting in note
    assert KEY not in note


def test_an_endpoint_that_fails_half_way_keeps_what_it_gave(
    folder: Path, tmp_path: Path, endpoint: Endpoint
) -> None:
    for n in range(70):
        (folder / f"{n}.md").write_text(f"# Page {n}\n\nrain {n}\n")
    endpoint.replies = [embeddings, embeddings, (400, {})]
    assert lookup(backend(folder, endpoint, tmp_path / "cache"), "rain").notes
    endpoint.requests.clear()
    endpoint.replies = [embeddings, embeddings]
    assert not lookup(backend(folder, endpoint, tmp_path / "cache"), "rain").notes
    assert [len(request["input"]) for request in endpoint.requests] == [1, 8]


def test_what_does_not_fit_the_time_of_one_lookup_is_left_to_the_next(
    folder: Path, endpoint: Endpoint
) -> None:
    for n in range(100):
        (folder / f"{n}.md").write_text(f"# Page {n}\n\nrain {n}\n")
    endpoint.replies = [embeddings] * 9
    one = FolderBackend(folder, meaning=Meaning(client(endpoint), floor=0.5, seconds=-1))
    assert lookup(one, "rain").notes == [
        "38 pages have no embeddings yet: the next lookups make them"
    ]
    assert lookup(one, "rain").notes == []


def test_a_passing_fault_is_waited_out(endpoint: Endpoint) -> None:
    endpoint.replies = [(503, {}), (429, {}), embeddings]
    assert client(endpoint).embed(["rain"]) == [meaning_of("rain")]


def test_a_slow_endpoint_is_given_up(endpoint: Endpoint) -> None:
    endpoint.replies = [(0, 0.3)] * 3
    with pytest.raises(EmbeddingError, match=r"no reply in 0\.05 s .*SUPERBIZ_EMBEDDING_TIMEOUT"):
        client(endpoint, timeout=0.05).embed(["rain"])


def test_an_endpoint_that_is_not_there_is_told() -> None:
    gone = EmbeddingEndpoint("m", "http://user:hunter22@127.0.0.1:9/v1", None, 1.0)
    with pytest.raises(EmbeddingError, match="cannot be reached") as caught:
        EmbeddingClient(gone, wait=lambda _: None).embed(["rain"])
    assert "hunter22" not in str(caught.value)


def test_a_reply_of_any_size_is_bounded(
    endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("superbiz_agent.tools.knowledge.embedding.MAX_REPLY", 1000)
    endpoint.replies = [(200, b" " * 100_000)]
    with pytest.raises(EmbeddingError, match="a reply of more than"):
        client(endpoint).embed(["rain"])


def test_an_endpoint_that_failed_is_left_alone_for_a_while(endpoint: Endpoint) -> None:
    now = [0.0]
    one = EmbeddingClient(
        EmbeddingEndpoint("m", endpoint.url, None, 5.0), clock=lambda: now[0], wait=lambda _: None
    )
    endpoint.replies = [(400, {}), embeddings]
    for _ in range(3):
        with pytest.raises(EmbeddingError, match="HTTP 400"):
            one.embed(["rain"])
    now[0] += 61
    assert one.embed(["rain"])


@pytest.mark.parametrize("key", [KEY, ""])
def test_the_request_is_that_of_openai(key: str, endpoint: Endpoint) -> None:
    endpoint.replies = [embeddings]
    client(endpoint, key=key).embed(["rain"])
    assert endpoint.requests == [
        {
            "path": "/v1/embeddings",
            "key": f"Bearer {key}" if key else None,
            "model": "m",
            "input": ["rain"],
            "encoding_format": "float",
        }
    ]


SHARED = {"openai_base_url": "http://chat/v1", "openai_api_key": "chat-key"}


@pytest.mark.parametrize(
    ("given", "url", "key"),
    [
        ({}, "https://api.openai.com/v1", None),
        (SHARED, "http://chat/v1", "chat-key"),
        ({**SHARED, "embedding_base_url": "http://own/v1"}, "http://own/v1", None),
        (
            {**SHARED, "embedding_base_url": "http://own/v1", "embedding_api_key": "secret"},
            "http://own/v1", "secret",
        ),
        ({**SHARED, "embedding_api_key": "secret"}, "http://chat/v1", "secret"),
        ({"embedding_api_key": "  "}, "https://api.openai.com/v1", None),
    ],
)  # fmt: skip
def test_the_key_of_the_chat_models_goes_to_their_own_endpoint_alone(
    given: dict[str, str], url: str, key: str | None
) -> None:
    endpoint = Settings(embedding_model="m", **given).embedding  # type: ignore[arg-type]
    assert endpoint is not None
    assert endpoint.base_url == url
    assert (endpoint.api_key.get_secret_value() if endpoint.api_key else None) == key
    assert "secret" not in repr(endpoint)
    assert "secret" not in json.dumps(Settings(embedding_model="m", **given).masked())  # type: ignore[arg-type]


def test_without_a_model_nothing_is_embedded() -> None:
    assert Settings(embedding_base_url="http://own/v1").embedding is None
