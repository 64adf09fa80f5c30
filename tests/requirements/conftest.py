"""The bench of the graph's tests, for requirements on a whole flow."""

from tests.graph.conftest import bench

__all__ = ["bench"]
