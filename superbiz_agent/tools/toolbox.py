"""The tools of one deployment, built from its settings."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from superbiz_agent.contracts.base import EvidenceKind
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings import Settings
from superbiz_agent.tools import demo
from superbiz_agent.tools.base import EvidenceTool, ToolContext, ToolOutcome
from superbiz_agent.tools.function_tool import check_declaration
from superbiz_agent.tools.knowledge import KnowledgeTool, MarkdownBackend
from superbiz_agent.tools.logs import FileLogBackend, LogsTool
from superbiz_agent.tools.logs.backend import LogBackend
from superbiz_agent.tools.metrics import AlertFileBackend, MetricsTool
from superbiz_agent.tools.metrics.backend import AlertBackend
from superbiz_agent.tools.server_backends import server_backends


def build_tools(settings: Settings, extra: Sequence[EvidenceTool] = ()) -> dict[str, EvidenceTool]:
    """Return every tool by name. Nothing is opened before a tool is asked.

    The demo incident is served exactly while no real source is configured and it is not switched
    off (contract section 2). A tool without any source answers with an error that names the
    setting. Raises ``ConfigurationError`` if an ``extra`` tool cannot stand beside the others.
    """
    tools = [*(_demo_tools() if settings.uses_demo_data else _real_tools(settings)), *extra]
    for tool in extra:
        check_declaration(tool)
    named = {tool.name: tool for tool in tools}
    if len(named) < len(tools):
        names = [tool.name for tool in tools]
        twice = next(name for name in names if names.count(name) > 1)
        raise ConfigurationError(f"tool {twice}: the name is given twice", setting="tools")
    return named


def _demo_tools() -> list[EvidenceTool]:
    logs = [FileLogBackend(name, path, timezone="UTC", demo=True) for name, path in demo.LOGS]
    return [
        MetricsTool([AlertFileBackend(demo.ALERTS, name="demo alerts", demo=True)]),
        LogsTool(logs),
        KnowledgeTool([MarkdownBackend(demo.RUNBOOKS, name="demo runbooks", demo=True)]),
    ]


def _real_tools(settings: Settings) -> list[EvidenceTool]:
    servers = server_backends(settings)
    logs: list[LogBackend] = [
        FileLogBackend(name, path, timezone=settings.timezone, ripgrep=settings.ripgrep == "auto")
        for name, path in settings.log_sources
    ]
    logs += servers.logs
    alerts: list[AlertBackend] = [AlertFileBackend(path.expanduser()) for path in settings.alerts]
    alerts += servers.alerts
    metrics = MetricsTool(alerts, servers.series)
    knowledge = KnowledgeTool([MarkdownBackend(path.expanduser()) for path in settings.runbooks])
    return [
        metrics if alerts or servers.series else _Unconfigured(metrics, "alerts"),
        LogsTool(logs) if logs else _Unconfigured(LogsTool(logs), "logs"),
        knowledge if settings.runbooks else _Unconfigured(knowledge, "runbooks"),
    ]


@dataclass(frozen=True)
class _Unconfigured:
    """A tool that has nothing to ask. Its answer is neither evidence nor absence of evidence, and
    no source of the operator's has failed."""

    tool: EvidenceTool
    setting: str

    @property
    def name(self) -> str:
        return self.tool.name

    @property
    def description(self) -> str:
        return self.tool.description

    @property
    def kind(self) -> EvidenceKind:
        return self.tool.kind

    @property
    def lists(self) -> tuple[str, ...]:
        return self.tool.lists

    @property
    def arguments(self) -> type[BaseModel]:
        return self.tool.arguments

    def run(self, arguments: BaseModel, context: ToolContext) -> ToolOutcome:
        """Say which setting would give it a source."""
        del arguments, context
        return ToolOutcome(
            evidence_status="error",
            is_configured=False,
            error=f"no source configured for {self.setting}; "
            f"set SUPERBIZ_{self.setting.upper()} or --{self.setting}",
        )
