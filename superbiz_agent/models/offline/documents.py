"""Which parts of the runbooks found answer a question, best first."""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Final

from superbiz_agent.grounding.wording import language_of
from superbiz_agent.models.offline.claims import knowledge
from superbiz_agent.models.offline.drafts import Draft, is_sayable
from superbiz_agent.models.offline.evidence import Evidence, Line
from superbiz_agent.models.offline.kinds import CHINESE_OPERATION
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.topics import concept_labels, is_stop_word
from superbiz_agent.models.offline.vocabulary import DIAGNOSIS, INSTRUCTION, MEANING, MITIGATION

LEAST_ADVICE: Final = 40
"""A part of a runbook with fewer characters besides its links only points elsewhere."""

MAX_LOOKUP: Final = 400

_OPERATION = re.compile(rf"[A-Za-z]{{4,30}}|{CHINESE_OPERATION}")
_ENDING = re.compile("(?:e|es|ed|ing|s)$")
_LINK = re.compile(r"\[[^\[\]]{0,200}\] ?\([^()]{0,300}\)")


def documented(
    question: Question, evidence: Evidence, limit: int, alerts: Sequence[Line] = ()
) -> list[Draft]:
    """The runbook's words: the part that is headed by what is to be done, if that was asked; then
    of the page that one of ``alerts`` leads to, by its link and else by its name, in whatever
    language; then of the page that comes first, in the question's language if there is such, what
    answers the kind of question first."""
    blocks = [line for line in evidence.of("knowledge") if not INSTRUCTION.search(line.body)]
    pages = list(dict.fromkeys(line.page for line in blocks))
    linked = [evidence.pages.get(page_of_alert(alert)) for alert in alerts if link_of(alert)]
    operations = _operations(question.text) - _operations(" ".join(x.name for x in alerts))
    names = [_squashed(alert.name) for alert in alerts if alert.name]
    best = sorted(
        blocks,
        key=lambda line: (
            _distance(line, question, operations),
            line.page not in linked,
            not any(name in _squashed(line.page) for name in names),
            not line.is_in(question.language),
            line.message.startswith("|") or _only_points(line),
            pages.index(line.page),
            _part_rank(line, question),
        ),
    )
    drafts = (knowledge(line, question.language) for line in best)
    return list(islice(filter(is_sayable, drafts), limit))


def page_of_alert(line: Line) -> str:
    """What to look up for an alert: its name, and the link to its runbook if it has one."""
    return " ".join(filter(None, (line.name, link_of(line))))[:MAX_LOOKUP]


def link_of(alert: Line) -> str:
    """The link to an alert's runbook, or an empty string."""
    return alert.annotations.get("runbook_url", "")


def _squashed(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())


def _distance(line: Line, question: Question, asked: set[str]) -> int:
    """How far a part of a page is from what is ``asked`` to be done, where that was asked: 0 for
    one headed by it in the question's language, or for the steps of a page about it; 1 for one
    headed by it in the other language (回滚, "Rolling back")."""
    if question.kind != "remediation":
        return 0
    page, _, heading = line.name.rpartition(" > ")
    is_headed = not asked.isdisjoint(_operations(heading))
    is_within = MITIGATION.search(heading) and not asked.isdisjoint(_operations(page))
    is_within = is_within and not _only_points(line)
    is_own = language_of(f"{heading} {line.message}") == question.language
    return 0 if is_own and (is_headed or is_within) else 1 if is_headed else 2


def _only_points(line: Line) -> bool:
    return len(_LINK.sub("", line.message)) < LEAST_ADVICE


def _operations(text: str) -> set[str]:
    """What ``text`` speaks of doing: by concept, the same in both languages, and by word."""
    words = (match[0].lower() for match in _OPERATION.finditer(text))
    told = (_ENDING.sub("", word) for word in words if not is_stop_word(word))
    return {*concept_labels(text, "en"), *told}


def _part_rank(line: Line, question: Question) -> int:
    """Where a part of a page stands: its meaning or what to do first if that was asked, else what
    to look at."""
    order = (DIAGNOSIS, MITIGATION, MEANING)
    if question.kind == "remediation":
        order = (MITIGATION, DIAGNOSIS, MEANING)
    if question.asks_meaning:
        order = (MEANING, DIAGNOSIS, MITIGATION)
    headings = line.name.partition(" > ")[2]
    return next((at for at, part in enumerate(order) if part.search(headings)), len(order))
