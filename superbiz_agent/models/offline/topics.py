"""What a question is about besides names: its words without those that only ask."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.models.offline import vocabulary as words
from superbiz_agent.models.offline.concepts import concepts_in
from superbiz_agent.models.offline.kinds import ASKING

MAX_TOPIC: Final = 3
"""Words that are searched for as one."""

_TAKEN: Final = ","
"""What stands where a name or a phrase of asking stood: nothing is read across it."""

_HOW_MANY = re.compile("(?:多少|几) ?[条次个台件位笔张封份名行项]")
"""A question for a number, its measure word included: 多少条扣减失败 asks about 扣减失败."""

_TERM = re.compile(r"[A-Za-z][A-Za-z0-9_]{1,63}|[\u3400-\u9fff]{2,40}")
_STOP_PHRASE = re.compile(
    "|".join(
        (
            *sorted(map(re.escape, words.STOP_PHRASES), key=len, reverse=True),
            *words.STOP_CHARACTERS,
        )
    )
)

_CHINESE_WORD = re.compile("|".join(sorted(words.CHINESE_WORDS, key=len, reverse=True)))


def is_stop_word(word: str) -> bool:
    """True for an English word that asks without saying about what."""
    return word.lower() in words.STOP_WORDS


def concept_labels(text: str, language: Language) -> list[str]:
    """Return the labels of the concepts that ``text`` names, in order."""
    return [each.concept.label[language] for each in concepts_in(text)]


def without_concepts(text: str) -> str:
    """What is left of ``text`` beside its concepts: a failed login is no trouble of any kind."""
    for found in reversed(concepts_in(text)):
        text = f"{text[: found.start]}{_TAKEN}{text[found.end :]}"
    return text


def topics_of(text: str, taken: Sequence[str], language: Language) -> list[str]:
    """Return what is left to search for of a question without the names ``taken`` from it.

    A concept is called by its label in ``language``. Other words that stand side by side are one
    topic, since apart they say less: ``brute force``.
    """
    for value in sorted(taken, key=len, reverse=True):
        text = text.replace(value, _TAKEN)
    topics: list[str] = []
    end = 0
    for found in concepts_in(text):
        topics += [*_plain(text[end : found.start], language), found.concept.label[language]]
        end = found.end
    topics += _plain(text[end:], language)
    telling = [topic for topic in topics if topic not in words.CARRIERS]
    return telling or topics


def _plain(text: str, language: Language) -> Iterator[str]:
    """Yield the topics of a stretch that names no concept."""
    text = _HOW_MANY.sub(_TAKEN, text)
    for asking in ASKING:
        text = asking.sub(_TAKEN, text)
    run: list[str] = []
    end = -1
    for match in _TERM.finditer(text):
        parts = _useful(match[0], language)
        is_beside = text[end : match.start()] == " " and match[0].isascii()
        if run and (not is_beside or not parts or len(run) == MAX_TOPIC):
            yield " ".join(run)
            run = []
        if match[0].isascii():
            run += parts
        else:
            yield from parts
        end = match.end()
    if run:
        yield " ".join(run)


def _useful(term: str, language: Language) -> list[str]:
    """The topics in a term; an English word within a Chinese question is hardly ever a verb."""
    if term[0] < "\u3400":
        is_verb = language == "en" and term.lower() in words.ASKING_VERBS
        return [] if is_verb or is_stop_word(term) else [term]
    parts = (_trimmed(part) for piece in _STOP_PHRASE.split(term) for part in _apart(piece))
    return [part for part in parts if len(part) >= 2]


def _apart(piece: str) -> list[str]:
    """The words of a Chinese compound, if it is made of words of the table alone."""
    words_in = _CHINESE_WORD.findall(piece)
    return words_in if "".join(words_in) == _trimmed(piece) else [piece]


def _trimmed(part: str) -> str:
    """Without particles at its ends, unless that tears a word: 下单 stays, 中有 is nothing."""
    core = part.strip(words.EDGE_PARTICLES)
    return part if len(core) == 1 else core
