"""Servers that hold log records, each a ``LogBackend`` (``tools.logs.backend``)."""
