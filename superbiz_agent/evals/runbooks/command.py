"""``superbiz eval runbooks``: read, look up, print."""

from collections.abc import Iterable
from pathlib import Path

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.evals.runbooks.cases import read_lookups, runbook_folders
from superbiz_agent.evals.runbooks.measure import Found, blocks_below, plain_finder, tool_finder
from superbiz_agent.evals.runbooks.report import TABLE, as_json, is_met, row, totals
from superbiz_agent.settings import load_settings
from superbiz_agent.terminal import console
from superbiz_agent.terminal.json_file import write_json


def evaluate_runbooks(
    folder: Path, *, only: Iterable[str] = (), json_file: Path | None = None
) -> list[Found]:
    """Look up alerts and questions in the runbooks of ``folder``; ``only`` those whose name begins
    with one of these. Lookups that fail go to stdout, then the totals, and all to ``json_file``.

    Embeddings are used where the settings name a model of them. Raises ``ConfigurationError`` or
    ``SourceError`` for what cannot be read or written.
    """
    wanted = tuple(only) or ("",)
    lookups = [each for each in read_lookups(folder) if each.name.startswith(wanted)]
    if not lookups:
        raise ConfigurationError(f"no lookup {', '.join(wanted)}: 'superbiz eval runbooks' has all")
    folders = runbook_folders(folder)
    settings = load_settings(runbooks=folders, logs=[], alerts=[])
    told: list[str] = []
    find, plain = tool_finder(settings, told.append), plain_finder(blocks_below(folders))
    console.write([TABLE.heading()])
    every: list[Found] = []
    for lookup in lookups:
        every.append(Found(lookup, find(lookup.query), plain(lookup.query)))
        if not is_met(every[-1]):
            console.write([row(every[-1])])
    console.write(list(totals(every)))
    for problem in dict.fromkeys(told):
        console.tell(console.Line(f"superbiz: {console.one_line(problem)}", "warning"))
    if json_file is not None:
        write_json(json_file, as_json(every))
    return every
