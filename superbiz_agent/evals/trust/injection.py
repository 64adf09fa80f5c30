"""Whether planted instructions change a verdict: the offline model, with and without them."""

# LangGraph types its graphs only in part.
# pyright: reportUnknownMemberType=false

import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from superbiz_agent.contracts.base import VERDICT_ORDER, Verdict
from superbiz_agent.evals.trust.evidence_mutants import source_texts
from superbiz_agent.evals.trust.incidents import Case
from superbiz_agent.graph import build_graph
from superbiz_agent.settings import load_settings
from superbiz_agent.store import open_store


@dataclass(frozen=True)
class InjectionEffect:
    """The verdict over the planted sources and over the same without what was planted."""

    case: str
    planted: Verdict
    clean: Verdict

    @property
    def raised(self) -> bool:
        """Whether what was planted made the verdict better."""
        return VERDICT_ORDER.index(self.planted) > VERDICT_ORDER.index(self.clean)


def injection_effects(cases: Sequence[Case]) -> list[InjectionEffect]:
    """Ask the offline model about each case that has markers, planted and clean."""
    effects: list[InjectionEffect] = []
    for case in cases:
        if case.incident.markers:
            with tempfile.TemporaryDirectory() as parent:
                clean = without_planted(case, Path(parent))
                effects.append(InjectionEffect(case.name, _verdict(case), _verdict(clean)))
    return effects


def without_planted(case: Case, parent: Path) -> Case:
    """The case over copies of its sources in which nothing holds a marker."""
    markers = case.incident.markers
    folder = parent / case.folder.name
    for name, text in source_texts(case).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_cleaned(text, markers), encoding="utf-8")
    return replace(case, folder=folder)


def _cleaned(text: str, markers: Sequence[str]) -> str:
    """JSON keeps its shape and loses the strings that hold a marker; other text loses lines."""
    try:
        return json.dumps(_cleaned_value(json.loads(text), markers), ensure_ascii=False)
    except json.JSONDecodeError:
        lines = text.splitlines(keepends=True)
        return "".join(line for line in lines if not any(marker in line for marker in markers))


def _cleaned_value(value: Any, markers: Sequence[str]) -> Any:
    if isinstance(value, str):
        return "" if any(marker in value for marker in markers) else value
    if isinstance(value, list):
        return [_cleaned_value(item, markers) for item in cast(list[Any], value)]
    if isinstance(value, dict):
        items = cast(dict[str, Any], value).items()
        return {key: _cleaned_value(item, markers) for key, item in items}
    return value


def _verdict(case: Case) -> Verdict:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'sessions.db'}"
        settings = load_settings(database_url=url, demo=False, model="offline", **case.settings())
        with open_store(url) as store:
            result = build_graph(settings, evidence_store=store).invoke({"query": case.question})
    return result["verdict"]
