"""What a question is about besides names: its words without those that only ask."""

import re
from collections.abc import Sequence
from typing import Final

from superbiz_agent.models.offline import vocabulary as words

MAX_TOPIC: Final = 3
"""Words that are searched for as one."""

_TERM = re.compile(r"[A-Za-z][A-Za-z0-9_]{1,63}|[\u3400-\u9fff]{2,40}")
_STOP_PHRASE = re.compile(
    "|".join(
        (
            *sorted(map(re.escape, words.STOP_PHRASES), key=len, reverse=True),
            *words.STOP_CHARACTERS,
        )
    )
)


def is_stop_word(word: str) -> bool:
    """True for an English word that asks without saying about what."""
    return word.lower() in words.STOP_WORDS


def topics_of(text: str, taken: Sequence[str]) -> list[str]:
    """Return what is left to search for of a question without the names ``taken`` from it.

    Words that stand side by side are one topic, since apart they say less: ``brute force``.
    """
    for value in sorted(taken, key=len, reverse=True):
        text = text.replace(value, " , ")
    for spoken, term in words.SPOKEN:
        text = spoken.sub(f" , {term} , ", text)
    topics: list[str] = []
    run: list[str] = []
    end = -1
    for match in _TERM.finditer(text):
        parts = _useful(match[0])
        is_beside = text[end : match.start()] == " " and match[0].isascii()
        if run and (not is_beside or not parts or len(run) == MAX_TOPIC):
            topics.append(" ".join(run))
            run = []
        if match[0].isascii():
            run += parts
        else:
            topics += parts
        end = match.end()
    return [*topics, *([" ".join(run)] if run else [])]


def _useful(term: str) -> list[str]:
    if term[0] < "\u3400":
        return [] if is_stop_word(term) else [term]
    parts = (_trimmed(part) for part in _STOP_PHRASE.split(term))
    return [part for part in parts if len(part) >= 2]


def _trimmed(part: str) -> str:
    """Without particles at its ends, unless that leaves no word: 下单 stays."""
    core = part.strip(words.EDGE_PARTICLES)
    return core if len(core) >= 2 else part
