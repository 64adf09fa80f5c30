"""The tools of one deployment, built from its settings."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from superbiz_agent.contracts.base import EvidenceKind
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings import Settings
from superbiz_agent.tools import demo
from superbiz_agent.tools.added.declared import declare
from superbiz_agent.tools.base import EvidenceTool, ToolContext, ToolOutcome
from superbiz_agent.tools.function_tool import check_declaration
from superbiz_agent.tools.knowledge import (
    EmbeddingClient,
    FolderBackend,
    KnowledgeBackend,
    KnowledgeTool,
    Meaning,
    Retriever,
    RetrieverBackend,
    default_index_root,
)
from superbiz_agent.tools.logs import FileLogBackend, LogsTool
from superbiz_agent.tools.logs.backend import LogBackend
from superbiz_agent.tools.logs.known_files import IN_THIS_PROCESS, KnownFiles, default_place
from superbiz_agent.tools.metrics import AlertFileBackend, MetricsTool
from superbiz_agent.tools.metrics.backend import AlertBackend
from superbiz_agent.tools.server_backends import server_backends


def build_tools(
    settings: Settings,
    extra: Sequence[EvidenceTool] = (),
    retrievers: Mapping[str, Retriever] | None = None,
) -> dict[str, EvidenceTool]:
    """Return every tool by name. Nothing is opened before a tool is asked.

    The demo incident is served exactly while no real source is configured and it is not switched
    off (contract section 2). A tool without any source answers with an error that names the
    setting. The tools that the settings declare stand between the built-in ones and ``extra``;
    ``retrievers`` are sources of runbooks by name. Raises ``ConfigurationError`` if a tool cannot
    stand beside the others.
    """
    for tool in extra:
        check_declaration(tool)
    given = retrievers or {}
    built_in = _demo_tools() if serves_demo(settings, given) else _real_tools(settings, given)
    declared = declare(settings, [tool.name for tool in extra]).tools
    tools = [*built_in, *declared.values(), *extra]
    named = {tool.name: tool for tool in tools}
    if len(named) < len(tools):
        names = [tool.name for tool in tools]
        twice = next(name for name in names if names.count(name) > 1)
        raise ConfigurationError(f"tool {twice}: the name is given twice", setting="tools")
    return named


def serves_demo(settings: Settings, retrievers: Collection[str]) -> bool:
    """Whether the demo incident is served: never beside a source of the operator's."""
    return settings.uses_demo_data and not retrievers


def _demo_tools() -> list[EvidenceTool]:
    logs = [FileLogBackend(name, path, timezone="UTC", demo=True) for name, path in demo.LOGS]
    return [
        MetricsTool([AlertFileBackend(demo.ALERTS, name="demo alerts", demo=True)]),
        LogsTool(logs),
        KnowledgeTool([FolderBackend(demo.RUNBOOKS, name="demo runbooks", demo=True)]),
    ]


def _real_tools(settings: Settings, retrievers: Mapping[str, Retriever]) -> list[EvidenceTool]:
    servers = server_backends(settings)
    known = KnownFiles(default_place()) if settings.log_cache == "auto" else IN_THIS_PROCESS
    logs: list[LogBackend] = [
        FileLogBackend(
            name,
            path,
            timezone=settings.timezone,
            ripgrep=settings.ripgrep == "auto",
            known=known,
        )
        for name, path in settings.log_sources
    ]
    logs += servers.logs
    alerts: list[AlertBackend] = [AlertFileBackend(path) for path in settings.alerts]
    alerts += servers.alerts
    metrics = MetricsTool(alerts, servers.series)
    runbooks = knowledge_backends(settings, retrievers)
    return [
        metrics if alerts or servers.series else _Unconfigured(metrics, "alerts"),
        LogsTool(logs) if logs else _Unconfigured(LogsTool(logs), "logs"),
        KnowledgeTool(runbooks) if runbooks else _Unconfigured(KnowledgeTool(runbooks), "runbooks"),
    ]


def knowledge_backends(
    settings: Settings, retrievers: Mapping[str, Retriever]
) -> list[KnowledgeBackend]:
    """Return the operator's sources of runbooks: documents, then retrievers."""
    endpoint = settings.embedding
    client = EmbeddingClient(endpoint) if endpoint else None
    folders = [
        FolderBackend(
            path,
            index_root=default_index_root(),
            meaning=Meaning(client, floor=settings.embedding_floor) if client else None,
        )
        for path in settings.runbooks
    ]
    return [*folders, *(RetrieverBackend(name, each) for name, each in retrievers.items())]


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
