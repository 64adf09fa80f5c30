"""``query_logs``: log records from files, searched, grouped and rendered by code."""

from superbiz_agent.tools.logs.backend import LogBackend, LogRequest, SourceReport
from superbiz_agent.tools.logs.file_backend import FileLogBackend
from superbiz_agent.tools.logs.record import LogRecord, RecordDetails
from superbiz_agent.tools.logs.tool import LogsArguments, LogsTool

__all__ = [
    "FileLogBackend",
    "LogBackend",
    "LogRecord",
    "LogRequest",
    "LogsArguments",
    "LogsTool",
    "RecordDetails",
    "SourceReport",
]
