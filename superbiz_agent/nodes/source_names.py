"""What the operator calls the sources of evidence: for the planner's model, and for greetings."""

from collections.abc import Collection, Mapping, Sequence

from superbiz_agent.grounding.greeting import ADDED
from superbiz_agent.settings import Settings
from superbiz_agent.tools import demo
from superbiz_agent.tools.logs import FileLogBackend
from superbiz_agent.tools.server_backends import servers_asked_by
from superbiz_agent.tools.toolbox import serves_demo

MAX_NAMES = 50
"""Names of one tool that a model is told."""


def source_names(
    settings: Settings, retrievers: Collection[str] = ()
) -> Mapping[str, Sequence[str]]:
    """Return tool name -> the names of its sources, in the order given; nothing is opened.
    ``retrievers`` are the names of those that an application handed in.

    Empty lists where a tool has no source. The demo's are listed while the demo is served.
    """
    if serves_demo(settings, retrievers):
        logs = [name for name, _ in demo.LOGS]
        return _by_tool(["demo alerts"], logs, ["demo runbooks"])
    servers = servers_asked_by(settings)
    logs = [FileLogBackend(name, path).name for name, path in settings.log_sources]
    names = _by_tool(
        [*(path.name for path in settings.alerts), *servers["query_metrics"]],
        [*logs, *servers["query_logs"]],
        [*(path.name for path in settings.runbooks), *retrievers],
    )
    added = [*settings.tools, *(tool for each in settings.mcp.values() for tool in each.tools)]
    return {**names, **({ADDED: added[:MAX_NAMES]} if added else {})}


def names_for_model(
    settings: Settings, retrievers: Collection[str] = ()
) -> Mapping[str, Sequence[str]]:
    """The same, and the names by which a log file or a server is also known as a service:
    ``orders`` of ``orders.log``."""
    names = source_names(settings, retrievers)
    if serves_demo(settings, retrievers):
        return names
    known = [sorted(FileLogBackend(name, path).aliases) for name, path in settings.log_sources]
    known += [sorted(source.services) for source in settings.sources.values()]
    logs = [*names["query_logs"], *(alias for aliases in known for alias in aliases)]
    return {**names, "query_logs": list(dict.fromkeys(logs))[:MAX_NAMES]}


def _by_tool(
    alerts: Sequence[str], logs: Sequence[str], runbooks: Sequence[str]
) -> Mapping[str, Sequence[str]]:
    every = {"query_metrics": alerts, "query_logs": logs, "lookup_knowledge": runbooks}
    return {tool: list(dict.fromkeys(names))[:MAX_NAMES] for tool, names in every.items()}
