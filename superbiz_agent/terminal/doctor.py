"""``superbiz doctor``: reach everything that a diagnosis would, on the path it would take.

One line each: what works, and which setting mends what does not. Nothing is stored but how each
endpoint can hold a reply to its form.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from superbiz_agent.contracts.base import ROLES, Role
from superbiz_agent.errors import ConfigurationError, SourceError, SuperBizError
from superbiz_agent.settings import (
    Settings,
    mask_url,
    split_named_path,
    variable_of,
)
from superbiz_agent.settings.sources import SourceTable
from superbiz_agent.terminal.added_checks import added_checks
from superbiz_agent.terminal.console import Line, Style, one_line
from superbiz_agent.terminal.endpoint_probe import Endpoint, Probe, endpoint_of, probe, problems_of
from superbiz_agent.terminal.notices import misspelt_settings

Status = Literal["ok", "warning", "failed"]

_STYLES: dict[Status, Style] = {"ok": "good", "warning": "warning", "failed": "bad"}


@dataclass(frozen=True)
class Check:
    """What came of one check."""

    status: Status
    subject: str
    detail: str

    @property
    def line(self) -> Line:
        """The check as one line."""
        return Line(
            f"{self.status:<8}{self.subject}: {one_line(self.detail)}", _STYLES[self.status]
        )


def check_all(settings: Settings, environment: Mapping[str, str]) -> Iterator[Check]:
    """Yield every check as soon as it is done."""
    yield _checked("database", "SUPERBIZ_DATABASE_URL", lambda: _database(settings))
    yield from _sources(settings)
    yield from _models(settings)
    for misspelt in misspelt_settings(environment):
        yield Check("warning", misspelt.name, misspelt.detail)


@dataclass(frozen=True)
class _Found:
    """What works, and what of it does not."""

    detail: str
    problems: Sequence[str] = ()


def _checked(subject: str, setting: str, check: Callable[[], _Found]) -> Check:
    """Run one check; whatever it raises is its result and names the setting."""
    try:
        found = check()
        status: Status = "warning" if found.problems else "ok"
        return Check(status, subject, "; ".join([found.detail, *found.problems]))
    except SuperBizError as error:
        problem = str(error)
    except Exception as error:  # a doctor who faints is no help
        problem = f"failed ({type(error).__name__})"
    remedy = "" if setting in problem else f" (setting {setting})"
    return Check("failed", subject, problem + remedy)


def _database(settings: Settings) -> _Found:
    from superbiz_agent.store import open_store  # noqa: PLC0415

    with open_store(settings.database_url) as store:
        store.check()
        return _Found(f"{store.location} can be read and written")


def _sources(settings: Settings) -> Iterator[Check]:
    for field, count in _SOURCES.items():
        for given in getattr(settings, field):
            subject = f"{field} {one_line(str(given), 200)}"
            yield _checked(subject, variable_of(field), lambda c=count, g=given: c(g, settings))
    for name, source in settings.sources.items():
        subject = f"source {name} ({source.kind})"
        yield _checked(subject, f"sources.{name}", lambda n=name, s=source: _server(n, s, settings))
    if settings.logs:
        yield _log_search(settings)
    if settings.embedding is not None:
        subject = f"embeddings {one_line(settings.embedding.model, 100)}"
        yield _checked(subject, "SUPERBIZ_EMBEDDING", lambda: _embeddings(settings))
    yield from _added(settings)
    yield _demo(settings)


def _server(name: str, source: SourceTable, settings: Settings) -> _Found:
    """Ask a server on the path on which a diagnosis asks it."""
    from superbiz_agent.tools.server_backends import check_source  # noqa: PLC0415

    return _Found(check_source(name, source, settings))


def _added(settings: Settings) -> Iterator[Check]:
    try:
        for subject, setting, find in added_checks(settings):
            yield _checked(subject, setting, lambda f=find: _Found(*f()))
    except ConfigurationError as error:
        yield Check("failed", "tools", str(error))


def _log_search(settings: Settings) -> Check:
    """Tell how large logs are searched; without ripgrep nothing but time is lost."""
    from superbiz_agent.tools.logs import ripgrep  # noqa: PLC0415

    if settings.ripgrep == "off":
        return Check("ok", "log search", "built-in (SUPERBIZ_RIPGREP is off)")
    program = ripgrep.program()
    if program is None:
        hint = "ripgrep makes large logs faster: pip install 'superbiz-agent[ripgrep]'"
        return Check("ok", "log search", f"built-in; {hint}")
    version = ripgrep.version(program)
    if version is None:
        return Check("warning", "log search", f"built-in: {program} does not run; mend it")
    return Check("ok", "log search", f"{version} at {program}")


def _demo(settings: Settings) -> Check:
    own = "set SUPERBIZ_LOGS, SUPERBIZ_ALERTS, SUPERBIZ_SOURCES or SUPERBIZ_RUNBOOKS"
    if settings.uses_demo_data:
        return Check("ok", "demo data", f"the embedded incident is served; {own} for a real one")
    if not settings.has_real_source:
        return Check("failed", "sources", f"there is none: {own}")
    if settings.demo:
        return Check("warning", "demo data", "off: SUPERBIZ_DEMO is ignored beside real sources")
    return Check("ok", "demo data", "off")


def _logs(given: str, settings: Settings) -> _Found:
    from superbiz_agent.tools.logs import FileLogBackend  # noqa: PLC0415
    from superbiz_agent.tools.logs.backend import LogRequest, SourceReport  # noqa: PLC0415

    name, path = split_named_path(given)
    backend = FileLogBackend(name, path, timezone=settings.timezone)
    report = SourceReport()
    everything = LogRequest("*", None, None, None, datetime.now(UTC))
    records = sum(1 for _ in backend.records(everything, report))
    problems = [f"{source} {reason}" for source, reason in report.failures]
    if not records and problems:
        raise SourceError(problems[0], source=given)
    return _Found(f"{records} records can be read", problems)


def _alerts(given: Path, _settings: Settings) -> _Found:
    from superbiz_agent.tools.metrics import AlertFileBackend  # noqa: PLC0415

    listing = AlertFileBackend(given).listing()
    return _Found(f"{len(listing.alerts)} alerts can be read", listing.problems)


def _runbooks(given: Path, _settings: Settings) -> _Found:
    from superbiz_agent.tools.knowledge import FolderBackend, default_index_root  # noqa: PLC0415

    backend = FolderBackend(given, index_root=default_index_root())
    listing = backend.search("alert", 1)
    return _Found(backend.describe(), listing.problems)


def _embeddings(settings: Settings) -> _Found:
    """Ask for the embedding of one word, on the path that a lookup takes."""
    from superbiz_agent.tools.knowledge import EmbeddingClient  # noqa: PLC0415

    endpoint = settings.embedding
    assert endpoint is not None  # noqa: S101  (asked before)
    (vector,) = EmbeddingClient(endpoint).embed(["alert"])
    return _Found(f"{mask_url(endpoint.base_url)} answers with vectors of {len(vector)} numbers")


_SOURCES: dict[str, Callable[[Any, Settings], _Found]] = {
    "logs": _logs,
    "alerts": _alerts,
    "runbooks": _runbooks,
}
"""Setting -> how one source of it is reached; the result says how much is in it."""


def _models(settings: Settings) -> Iterator[Check]:
    """Probe each endpoint once, and report it for each of its roles."""
    probed: dict[Endpoint, Probe] = {}
    for role in ROLES:
        subject = f"{role} model {one_line(settings.model_name(role), 100)}"
        setting = variable_of(_model_setting(role, settings))
        yield _checked(subject, setting, lambda r=role: _model(r, settings, probed))


def _model_setting(role: Role, settings: Settings) -> str:
    own = f"model_{role}"
    return own if getattr(settings, own) else "model"


def _model(role: Role, settings: Settings, probed: dict[Endpoint, Probe]) -> _Found:
    role_model = settings.role_model(role)
    if role_model.is_offline:
        return _Found("embedded, needs nothing")
    endpoint = endpoint_of(role_model)
    if endpoint not in probed:
        probed[endpoint] = probe(role, settings)
    found = probed[endpoint]
    if isinstance(found.error, ConfigurationError):
        raise found.error
    if found.error is not None:
        from superbiz_agent.models.failure import model_failure  # noqa: PLC0415

        name = settings.model_name(role)
        raise model_failure(found.error, role=role, model=name, names=role_model.names)
    from superbiz_agent.models.abilities import method_of  # noqa: PLC0415

    told = f"answers; its replies are asked for as {method_of(role_model)}"
    return _Found(told, problems_of(role_model, found))
