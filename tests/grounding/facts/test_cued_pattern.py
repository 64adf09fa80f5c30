"""A pattern with cues finds what it finds without them, and is not tried where none stands."""

import re
import sys
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import superbiz_agent.grounding  # noqa: F401  (its modules hold the patterns)
from superbiz_agent.grounding.facts.cued_pattern import CuedPattern, cued, cues_of


@pytest.mark.parametrize(
    ("pattern", "cues"),
    [
        ("lock held", ("lock held",)),
        ("(?<![a-z])(?:is|was) over(?![a-z])", (" over",)),
        ("rais(?:ed?|ing)|grew", ("grew", "rais")),
        ("no (?:such )?record", ("record",)),
        ("(?:dear )?ai[:,]", ("ai,", "ai:")),
        ("[未没]有?到", ("未到", "没到", "未有到", "没有到")),
        ("x{2,4}y?|zz", ("x", "zz")),
        ("(?P<name>[a-z]+)=(?P<value>on|off)", ("=on", "=off")),
        ("[0-9]+", ()),
        ("a?", ()),
        ("ÄRGER 9", ()),
    ],
)
def test_cues_are_what_every_match_holds(pattern: str, cues: tuple[str, ...]) -> None:
    assert set(cues_of(pattern, re.IGNORECASE)) == set(cues)


def test_a_letter_of_a_pattern_that_ignores_case_is_found_in_every_form() -> None:
    for letter in "abcdefghijklmnopqrstuvwxyz":
        pattern = cued(letter, re.IGNORECASE)
        found = pattern.compiled.findall("".join(map(chr, range(0x20, 0xD800))))
        assert all(map(pattern.may_match, found))


def test_a_text_without_a_cue_is_left_as_it_is() -> None:
    pattern = cued("(?:stopped|ceased) [a-z]+")
    assert pattern.search("it goes on") is None
    assert not list(pattern.finditer("it goes on"))
    assert pattern.findall("it goes on") == []
    assert pattern.sub("", "it goes on") == "it goes on"
    assert pattern.split("it goes on") == ["it goes on"]


def test_a_text_with_a_cue_is_searched() -> None:
    pattern = cued("(?:stopped|ceased) [a-z]+")
    text = "it stopped here and ceased there"
    assert pattern.findall(text) == ["stopped here", "ceased there"]
    assert pattern.sub("-", text, count=1) == "it - and ceased there"
    assert pattern.split(text) == ["it ", " and ", ""]
    assert pattern.search(text, 5) and not pattern.search(text, 25)
    assert pattern.match(text, 3) and not pattern.fullmatch(text)


def test_a_python_without_its_parser_tries_every_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("superbiz_agent.grounding.facts.cued_pattern._parser", lambda: None)
    assert cued("lock").search("a lock")
    assert not cued("lock").search("none")


def _patterns() -> Iterator[CuedPattern]:
    for name, module in list(sys.modules.items()):
        if name.startswith("superbiz_agent.grounding"):
            for value in vars(module).values():
                yield from _held_by(value)


def _held_by(value: object) -> Iterator[CuedPattern]:
    if isinstance(value, CuedPattern):
        yield value
    elif isinstance(value, dict):
        yield from _held_by(tuple(value.values()))
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _held_by(each)


PATTERNS = list({id(each): each for each in _patterns()}.values())
WORDS = sorted({cue for each in PATTERNS for cue in cues_of(each.pattern, each.flags)})
PIECES = [*WORDS, " ", " 9", "a-1", "The", "=", "ı", "ſ", "，", ".", "is not", "Of"]


@given(st.lists(st.sampled_from(PIECES), max_size=12), st.booleans())
def test_every_pattern_finds_with_its_cues_what_it_finds_without(
    pieces: list[str], is_upper: bool
) -> None:
    text = "".join(pieces).upper() if is_upper else "".join(pieces)
    for pattern in PATTERNS:
        found = [match.span() for match in pattern.finditer(text)]
        assert found == [match.span() for match in pattern.compiled.finditer(text)], pattern.pattern


@pytest.mark.parametrize("flags", [0, re.IGNORECASE, re.ASCII])
def test_small_patterns_find_the_same_in_all_small_texts(flags: int) -> None:
    texts = ["".join(letters) for size in range(5) for letters in product("abA ", repeat=size)]
    for pattern in ("a(?:b|a)b?", "(?:a?b|A) ", "(?<!a)b{2}", "a(?=b)", "(?:ab|b)+a", "[aA]b|  "):
        tried = cued(pattern, flags)
        assert all(bool(tried.search(t)) == bool(tried.compiled.search(t)) for t in texts), pattern
