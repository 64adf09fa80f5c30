"""The diagnosis graph. ``graph`` is what ``langgraph dev`` serves and apps import."""

from superbiz_agent.graph.assembly import DiagnosisGraph, build_graph

graph: DiagnosisGraph = build_graph()
"""The graph with settings from the environment and no checkpointer; opens nothing on import."""

__all__ = ["DiagnosisGraph", "build_graph", "graph"]
