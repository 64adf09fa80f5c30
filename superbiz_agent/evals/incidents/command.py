"""``superbiz eval incidents``: read, ask, judge, print."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from superbiz_agent.evals.incidents.cases import in_other_words, read_incidents
from superbiz_agent.evals.incidents.playing import Asked, ask
from superbiz_agent.evals.incidents.report import TABLE, as_json, row, totals
from superbiz_agent.evals.incidents.serving import check_kinds
from superbiz_agent.terminal import console
from superbiz_agent.terminal.json_file import write_json


def evaluate_incidents(
    folder: Path,
    *,
    only: Iterable[str] = (),
    reworded: bool = False,
    servers: Sequence[str] = (),
    json_file: Path | None = None,
) -> list[Asked]:
    """Ask each incident of ``folder``, or each in other words instead; with ``servers`` (kinds of
    ``serving.KINDS``) its evidence is asked of real servers. A row goes to stdout as soon as it is
    answered, then the totals, and all of it to ``json_file``.

    Raises ``ConfigurationError`` or ``SourceError`` for what cannot be read or written, and for a
    server that is not installed, before anything is asked.
    """
    check_kinds(servers)
    incidents = read_incidents(folder, only=only)
    if reworded:
        incidents = [each for incident in incidents for each in in_other_words(incident)]
    console.write([TABLE.heading()])
    every: list[Asked] = []
    for incident in incidents:
        every.append(ask(incident, folder, servers=servers))
        console.write([row(every[-1])])
    console.write(list(totals(every)))
    if json_file is not None:
        write_json(json_file, as_json(every))
    return every
