"""The graph has the contract's nodes and edges (contract section 1)."""

import subprocess
import sys
from pathlib import Path

import pytest

from superbiz_agent.graph import build_graph, graph
from superbiz_agent.graph.routing import LABELS

ROOT = Path(__file__).parents[2]
SNAPSHOT = Path(__file__).parent / "snapshots" / "graph.mermaid"

EDGES = {
    ("__start__", "intake"),
    ("intake", "planner"),
    ("planner", "reply"),
    ("planner", "executor"),
    ("reply", "record"),
    ("executor", "gatekeeper"),
    ("gatekeeper", "executor"),
    ("gatekeeper", "verifier"),
    ("gatekeeper", "filter"),
    ("verifier", "executor"),
    ("verifier", "filter"),
    ("filter", "composer"),
    ("composer", "record"),
    ("composer", "fallback"),
    ("fallback", "record"),
    ("record", "__end__"),
}
TOOLS_LOOP = {
    ("__start__", "prepare"),
    ("prepare", "model"),
    ("model", "tools"),
    ("model", "conclude"),
    ("tools", "model"),
    ("conclude", "model"),
    ("conclude", "__end__"),
}


def edges(drawn) -> set[tuple[str, str]]:
    return {(edge.source, edge.target) for edge in drawn.edges}


def test_the_drawing_shows_every_edge_of_the_contract() -> None:
    assert edges(graph.get_graph()) == EDGES


def test_every_conditional_edge_has_a_label_of_its_own() -> None:
    for drawn in (graph.get_graph(), dict(graph.get_subgraphs())["executor"].get_graph()):
        labels = {(e.source, e.target): e.data for e in drawn.edges if e.conditional}
        assert labels == {edge: LABELS[edge[0]][edge[1]] for edge in labels}
        assert len(set(labels.values())) == len(labels) > 2


def test_every_node_can_be_reached_and_leaves_for_the_end() -> None:
    forward = {"__start__"}
    while True:
        grown = forward | {target for source, target in EDGES if source in forward}
        if grown == forward:
            break
        forward = grown
    assert forward == {name for edge in EDGES for name in edge}


def test_the_tools_loop_is_a_subgraph_of_its_own() -> None:
    subgraphs = dict(graph.get_subgraphs())
    assert set(subgraphs) == {"executor"}
    assert edges(subgraphs["executor"].get_graph()) == TOOLS_LOOP


def test_the_drawn_graph_is_the_one_in_the_architecture_page() -> None:
    drawn = graph.get_graph().draw_mermaid(with_styles=False)
    assert drawn == SNAPSHOT.read_text(encoding="utf-8"), "the graph changed: review, then update"
    assert drawn.strip() in (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


def test_input_and_output_schemas_are_the_narrow_ones() -> None:
    asked = graph.get_input_jsonschema()["properties"]
    given = graph.get_output_jsonschema()["properties"]
    assert set(asked) == {"query", "messages", "thread_id", "since", "at"}
    assert all("description" in field for field in asked.values())
    assert set(given) == {
        "answer",
        "verdict",
        "session_id",
        "thread_id",
        "language",
        "composer_status",
        "references",
        "messages",
    }


def test_the_exported_graph_carries_no_checkpointer() -> None:
    assert graph.checkpointer is None


def test_importing_the_graph_opens_nothing_and_raises_on_no_bad_setting(tmp_path: Path) -> None:
    code = "from superbiz_agent.graph import graph; print(sorted(graph.nodes)[:1])"
    home = tmp_path / "home"
    home.mkdir()
    environment = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(home),
        "SUPERBIZ_MAX_RETRIES": "many",
        "SUPERBIZ_DATABASE_URL": "nonsense://",
    }
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        env=environment,
        cwd=home,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert list(home.iterdir()) == []


def test_an_unknown_role_is_refused_by_name() -> None:
    from superbiz_agent.errors import ConfigurationError

    with pytest.raises(ConfigurationError, match="poet"):
        build_graph(models={"poet": object()})  # type: ignore[dict-item]
