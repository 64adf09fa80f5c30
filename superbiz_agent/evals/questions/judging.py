"""What an answer is worth: facts that it tells with a reference, statements it must not make."""

import re
from collections.abc import Iterator
from typing import Final

from superbiz_agent.evals.incidents.judging import Conclusions, Judged, above_references, told_lines
from superbiz_agent.evals.questions.cases import Question

_REFERENCE: Final = re.compile(r"\s\[[0-9]{1,3}\]")
_QUOTATION: Final = re.compile(r"“[^”]*”|「[^」]*」|\"[^\"]*\"")


def judge(question: Question, answer: str, conclusions: Conclusions) -> Judged:
    """Judge one answer. A fact counts only in a line of the answer that carries a reference, a
    statement only outside quotations; where nothing names a cause, any is wrong."""
    told = [_REFERENCE.sub("", line) for line in told_lines(answer)]
    found = [fact.what for fact in question.facts if any(map(fact.is_in, told))]
    missing = [fact.what for fact in question.facts if fact.what not in found]
    return Judged(found, missing, tuple(_wrong(question, answer, conclusions)))


def _wrong(question: Question, answer: str, conclusions: Conclusions) -> Iterator[str]:
    for line in above_references(answer).splitlines():
        stated = _QUOTATION.sub("", line.lstrip("- "))
        yield from (f"{each.what}: {line}" for each in question.forbidden if each.is_in(stated))
    if question.no_cause:
        yield from (f"a cause: {text}" for text in conclusions.every)
