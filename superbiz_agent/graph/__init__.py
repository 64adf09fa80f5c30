"""The diagnosis graph. ``graph`` is what ``langgraph dev`` serves and apps import."""

from superbiz_agent.graph.assembly import build_graph
from superbiz_agent.graph.diagnosis_graph import DiagnosisGraph

graph: DiagnosisGraph = build_graph()
"""The graph with settings from the environment and no checkpointer; opens nothing on import."""

__all__ = ["DiagnosisGraph", "build_graph", "graph"]
