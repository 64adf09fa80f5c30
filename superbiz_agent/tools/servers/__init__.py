"""Asking a server for evidence over HTTP: bounded, read-only, each fault told in one line."""

from superbiz_agent.tools.servers.client import Answer, HttpClient
from superbiz_agent.tools.servers.problems import Asked, RefusedQueryError

__all__ = ["Answer", "Asked", "HttpClient", "RefusedQueryError"]
