"""Which ones: the names that a group of records tells, where the question asks for such names."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from superbiz_agent.models.offline.claims import observation
from superbiz_agent.models.offline.drafts import Draft
from superbiz_agent.models.offline.evidence import Line
from superbiz_agent.models.offline.kinds import asked_by
from superbiz_agent.models.offline.question import Question

_ASKS: Final = asked_by("which|what|who|whose|list|name", "哪些|哪几|哪个|哪一个|谁|列出|什么")
_WORD: Final = re.compile(r"[A-Za-z]{3,40}")
_PLURAL: Final = re.compile("(?:es|s)\\Z")
_LEAST_STEM: Final = 3


def with_names(question: Question, drafts: Iterable[Draft]) -> list[Draft]:
    """Let each claim that tells of one group name all that the question asks for, if the group
    tells them all: "which invoices" of ``with invoice 4711, invoice 4729``."""
    if not _ASKS.search(question.text):
        return list(drafts)
    return [_with_names(question, draft) for draft in drafts]


def _with_names(question: Question, draft: Draft) -> Draft:
    line = draft.lines[0]
    names = names_asked(question, line) if len(draft.lines) == 1 else ()
    if not names or draft.wordings != observation(line, question.language).wordings:
        return draft
    told = observation(replace(line, addresses=names, has_more_addresses=False), question.language)
    return replace(draft, wordings=(*told.wordings, *draft.wordings))


def names_asked(question: Question, line: Line) -> tuple[str, ...]:
    """The list of names of a group that are called by a word of the question; else none."""
    words = (_PLURAL.sub("", word.lower()) for word in _WORD.findall(question.text))
    asked = [word for word in words if len(word) >= _LEAST_STEM]
    return next(
        (
            names
            for names in line.named
            if any(all(word in name.lower() for name in names) for word in asked)
        ),
        (),
    )
