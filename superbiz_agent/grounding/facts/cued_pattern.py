"""Patterns that are tried only where a text holds a cue: one of the strings of which each of their
matches holds at least one.

Most patterns of the rules match few texts, and trying one is dear, looking for a string is not.
The cues are read from the pattern itself, so that no list has to be kept beside it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from importlib import import_module
from itertools import product
from typing import Any, Final, NamedTuple, TypeAlias

_Strings: TypeAlias = frozenset[str]

_MAX_STRINGS = 256
"""More strings than these are not spelt out."""

_ENOUGH = 4
"""A cue that is longer says hardly more."""

_ALIKE: Final = {0x130: "i", 0x131: "i", 0x17F: "s"}
"""What a pattern that ignores case takes for an ASCII letter, and ``str.lower`` does not."""


class CuedPattern:
    """A regular expression with the methods of ``re.Pattern``; those that search look for a cue
    first. It is compiled when a text first needs it, since most never are."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = pattern
        self.flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern without its cues."""
        return re.compile(self.pattern, self.flags)

    @cached_property
    def _cues(self) -> tuple[str, ...]:
        return cues_of(self.pattern, self.flags)

    @cached_property
    def _ascii_cues(self) -> tuple[str, ...]:
        return tuple(filter(str.isascii, self._cues))

    def may_match(self, text: str) -> bool:
        """Whether a cue stands in ``text``; always true of a pattern without cues."""
        if text.isascii():
            cues, folded = self._ascii_cues, text.lower()
        else:
            cues, folded = self._cues, _folded(text)
        for cue in cues:  # a loop, since this is asked of each text many times
            if cue in folded:
                return True
        return not self._cues

    @cached_property
    def match(self) -> Callable[..., re.Match[str] | None]:
        """``re.Pattern.match``: at one place, a cue is no cheaper."""
        return self.compiled.match

    @cached_property
    def fullmatch(self) -> Callable[..., re.Match[str] | None]:
        """``re.Pattern.fullmatch``."""
        return self.compiled.fullmatch

    def search(self, text: str, *bounds: int) -> re.Match[str] | None:
        """As ``re.Pattern.search``."""
        return self.compiled.search(text, *bounds) if self.may_match(text) else None

    def finditer(self, text: str, *bounds: int) -> Iterator[re.Match[str]]:
        """As ``re.Pattern.finditer``."""
        return self.compiled.finditer(text, *bounds) if self.may_match(text) else iter(())

    def findall(self, text: str, *bounds: int) -> list[Any]:
        """As ``re.Pattern.findall``."""
        return self.compiled.findall(text, *bounds) if self.may_match(text) else []

    def sub(self, replacement: str, text: str, count: int = 0) -> str:
        """As ``re.Pattern.sub``."""
        return self.compiled.sub(replacement, text, count) if self.may_match(text) else text

    def split(self, text: str, maxsplit: int = 0) -> list[str]:
        """As ``re.Pattern.split``, of a pattern without groups."""
        return self.compiled.split(text, maxsplit) if self.may_match(text) else [text]


def cued(pattern: str, flags: int = 0) -> CuedPattern:
    """The pattern, written as for ``re.compile``."""
    return CuedPattern(pattern, flags)


def may_hold(part: str, text: str) -> bool:
    """Whether a pattern that ignores case can find ``part``, word for word, in ``text``."""
    return not part.isascii() or part.lower() in (text.lower() if text.isascii() else _folded(text))


@lru_cache(maxsize=4096)
def _folded(text: str) -> str:
    return text.translate(_ALIKE).lower()


def cues_of(pattern: str, flags: int = 0) -> tuple[str, ...]:
    """Strings, folded, of which each match of ``pattern`` holds at least one; none where the
    pattern has no such strings."""
    parse: Callable[[str, int], Any] | None = getattr(_parser(), "parse", None)
    if parse is None:
        return ()
    strings = _read(parse(pattern, flags)).needed
    found = sorted(strings or (), key=lambda cue: (len(cue), cue))
    return tuple(
        cue for place, cue in enumerate(found) if not any(each in cue for each in found[:place])
    )


def _parser() -> object:
    """The parser of ``re``, which reads a pattern into its parts. A Python that has moved it runs
    all patterns as they are."""
    try:
        return import_module("re._parser")
    except ImportError:
        return None


class _Need(NamedTuple):
    """What a part of a pattern matches: ``whole``, if that is one of few strings; and strings of
    which each match holds at least one (``needed``), if there are such."""

    whole: _Strings | None
    needed: _Strings | None


_EMPTY: _Strings = frozenset({""})


def _read(parts: Iterable[tuple[Any, Any]]) -> _Need:
    """A sequence of parts: neighbours that are whole strings make longer ones. What may be left out
    at the begin of those says nothing."""
    whole: _Strings | None = _EMPTY
    run, needed = _EMPTY, None
    for each in _joined_literals(parts):
        whole = _followed(whole, each.whole)
        longer = each.whole if "" in run else _followed(run, each.whole)
        needed = _better(needed, each.needed or each.whole)
        if longer is None:
            needed = _better(needed, run)
        run = longer or each.whole or _EMPTY
    return _Need(whole, _better(needed, run))


def _joined_literals(parts: Iterable[tuple[Any, Any]]) -> Iterator[_Need]:
    """What each part needs, the letters of a word as one part."""
    literal = ""
    for name, value in parts:
        if str(name) == "LITERAL":
            literal += chr(value)
            continue
        if literal:
            yield _strings([literal])
            literal = ""
        yield _read_part(str(name), value)
    if literal:
        yield _strings([literal])


def _followed(one: _Strings | None, other: _Strings | None) -> _Strings | None:
    """Each string of ``one`` with each of ``other`` behind it; null if these are too many."""
    if one is None or other is None or len(one) * len(other) > _MAX_STRINGS:
        return None
    return frozenset(map("".join, product(one, other)))


def _read_part(name: str, value: Any) -> _Need:
    match name:
        case "AT" | "ASSERT" | "ASSERT_NOT":
            return _Need(_EMPTY, None)
        case "IN" if all(str(kind) == "LITERAL" for kind, _ in value):
            return _strings([chr(code) for _, code in value])
        case "SUBPATTERN":
            need = _read(value[-1])
        case "BRANCH":
            need = _any_of([_read(branch) for branch in value[1]])
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, body = value
            need = _repeated(_read(body), least, most)
        case _:
            need = _Need(None, None)
    return need


def _strings(found: Sequence[str]) -> _Need:
    """Strings as they are; letters with two cases that are not ASCII are not relied on."""
    folded = frozenset(map(_folded, found))
    is_plain = all(
        each.isascii() or all(c.isascii() or c == c.upper() for c in each) for each in folded
    )
    return _Need(folded, folded) if is_plain else _Need(None, None)


def _any_of(branches: Sequence[_Need]) -> _Need:
    whole = _joined([each.whole for each in branches])
    needed = _joined([_better(each.whole, each.needed) for each in branches])
    return _Need(whole, needed)


def _joined(sets: Sequence[_Strings | None]) -> _Strings | None:
    known = [each for each in sets if each is not None]
    return frozenset[str]().union(*known) if len(known) == len(sets) else None


def _repeated(body: _Need, least: int, most: int) -> _Need:
    if (least, most) == (1, 1):
        return body
    if (least, most) == (0, 1) and body.whole is not None:
        return _Need(body.whole | _EMPTY, None)
    return _Need(None, _better(body.whole, body.needed) if least else None)


def _better(one: _Strings | None, other: _Strings | None) -> _Strings | None:
    """Which of two sets of strings stands in fewer texts: long ones first, then few."""
    if not one or "" in one:
        return other if other and "" not in other else None
    return other if other and "" not in other and _worth(other) > _worth(one) else one


def _worth(strings: _Strings) -> tuple[int, int]:
    """A Chinese character says as much as a short word."""
    shortest = min(len(each) if each.isascii() else 2 * len(each) for each in strings)
    return min(_ENOUGH, shortest), -len(strings)
