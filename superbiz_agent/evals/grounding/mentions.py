"""The numbers and names of an answer: what is checked, by the engine and by the baseline alike.

A number is a typed fact with a value: digits, a number word, a share, a duration, a date, a time, a
version, an ordinal. A name is an owner's name of the source, or a run of capitalised words that is
not only the first word of its sentence.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from superbiz_agent.grounding.facts import Fact, FactKey, extract_facts
from superbiz_agent.grounding.facts.folding import ENGLISH_STOP_WORDS
from superbiz_agent.grounding.wording import split_sentences

MentionKind: TypeAlias = Literal["number", "name"]

_WORD = re.compile(r"[^\W_](?:[\w.’'&-]{0,60}[\w])?")
_JOINTS = frozenset({" ", " & "})
QUANTIFIERS = frozenset({"both", "all", "none", "every", "each"})
"""Words that the engine counts by, and that are no number words."""

_POSSESSIVE = re.compile(r"['’]s?\Z")


@dataclass(frozen=True)
class Mention:
    """A number or a name at (start, end) of the response; ``key`` is what equality compares."""

    kind: MentionKind
    start: int
    end: int
    key: FactKey


@dataclass(frozen=True)
class CheckedSentence:
    """A sentence as it stands at ``start`` of the response, its mentions, its capitalised names."""

    text: str
    start: int
    mentions: tuple[Mention, ...]
    capitalised: tuple[str, ...]


def sentences_of(response: str, names: Sequence[str]) -> list[CheckedSentence]:
    """The sentences of a response, cut by the engine's own splitter, with their mentions.

    ``names`` are the owners' names of the source. Offsets are into ``response``.
    """
    return [
        _checked(response[sentence.start : sentence.end], sentence.start, names)
        for sentence in split_sentences(response)
    ]


def _checked(text: str, start: int, names: Sequence[str]) -> CheckedSentence:
    capitalised = tuple(dict.fromkeys(capitalised_names(text)))
    known = {name.casefold() for name in (*names, *capitalised)}
    mentions = tuple(
        Mention(kind, start + fact.span[0], start + fact.span[1], fact.key)
        for fact in extract_facts(text, names=(*names, *capitalised))
        if (
            kind := mention_kind(
                fact, known, is_quantifier=text[slice(*fact.span)].lower() in QUANTIFIERS
            )
        )
    )
    return CheckedSentence(text, start, mentions, capitalised)


def mention_kind(fact: Fact, known: set[str], *, is_quantifier: bool = False) -> MentionKind | None:
    """Whether a fact is a number or a name; null for all else (comparatives, quotations, keys)."""
    if fact.form in ("ratio", "order") or fact.kind == "version":
        return "number"
    if fact.number is not None and fact.kind != "comparative" and not is_quantifier:
        return "number"
    return "name" if fact.kind == "name" and fact.value.casefold() in known else None


def capitalised_names(text: str) -> Iterator[str]:
    """The longest runs of capitalised words of a sentence, without articles and the like."""
    run: list[re.Match[str]] = []
    for word in _WORD.finditer(text):
        if run and text[run[-1].end() : word.start()] not in _JOINTS:
            yield from _name_in(text, run)
            run = []
        if word.group()[0].isupper():
            run.append(word)
        else:
            yield from _name_in(text, run)
            run = []
    yield from _name_in(text, run)


def _name_in(text: str, run: Sequence[re.Match[str]]) -> Iterator[str]:
    words = list(run)
    while words and words[0].group().casefold() in ENGLISH_STOP_WORDS | {"i"}:
        words = words[1:]
    is_opening = len(words) == 1 and not any(map(str.isalnum, text[: words[0].start()]))
    if words and not is_opening:
        name = _POSSESSIVE.sub("", text[words[0].start() : words[-1].end()])
        if len(name) > 1 and any(map(str.isalpha, name)):
            yield name
