"""Logs of several services, and a way to ask about them with the offline model alone."""

from collections.abc import Callable, Mapping
from pathlib import Path

from superbiz_agent.graph import build_graph
from superbiz_agent.settings import load_settings

Ask = Callable[[str, Mapping[str, str]], tuple[str, str]]
"""A question and the records by service: gives the verdict and the text above the references."""


def asker(folder: Path) -> Ask:
    """Ask of a folder with one log a service."""

    def ask(question: str, logs: Mapping[str, str]) -> tuple[str, str]:
        for name, text in logs.items():
            path = folder / "logs" / name / f"{name}.log"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.lstrip("\n"), encoding="utf-8")
        settings = load_settings(
            database_url=f"sqlite:///{folder / 's.db'}", logs=[str(folder / "logs")]
        )
        result = build_graph(settings).invoke({"query": question})
        answer = result["answer"].partition("\nReferences:")[0].partition("\n参考证据:")[0]
        return result["verdict"], answer

    return ask
