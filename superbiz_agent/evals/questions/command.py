"""``superbiz eval questions``: read, ask, judge, print."""

from collections.abc import Iterable
from pathlib import Path

from superbiz_agent.evals.incidents.playing import answer_of
from superbiz_agent.evals.questions.cases import Asking, in_both_languages, read_questions
from superbiz_agent.evals.questions.judging import judge
from superbiz_agent.evals.questions.report import TABLE, Asked, as_json, row, totals
from superbiz_agent.terminal import console
from superbiz_agent.terminal.json_file import write_json


def evaluate_questions(
    folder: Path, *, only: Iterable[str] = (), json_file: Path | None = None
) -> list[Asked]:
    """Ask each question about the logs of ``folder`` in both languages. A row goes to stdout as
    soon as it is answered, then the totals, and all of it to ``json_file``.

    Raises ``ConfigurationError`` or ``SourceError`` for what cannot be read or written.
    """
    questions = read_questions(folder, only=only)
    console.write([TABLE.heading()])
    every: list[Asked] = []
    for asking in in_both_languages(questions):
        every.append(_ask(asking, folder))
        console.write([row(every[-1])])
    console.write(list(totals(every)))
    if json_file is not None:
        write_json(json_file, as_json(every))
    return every


def _ask(asking: Asking, folder: Path) -> Asked:
    log = str(folder / asking.question.log)
    answered = answer_of(asking.text, {"logs": [log], "alerts": [], "runbooks": []})
    return Asked(asking, answered, judge(asking.question, answered.answer, answered.conclusions))
