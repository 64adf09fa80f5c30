"""The patterns of the rules look at no text twice: their time grows linearly (section 7)."""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from time_growth import assert_linear

from superbiz_agent.grounding.facts.cued_pattern import CuedPattern

PLACES = """
answer_checks.fact_rules: _N_OF_N _ALL_OF
comparison.companions: _FILE
comparison.derived_relations: KEEPS
comparison.exchanges: _PART_END
comparison.owner_words: NEW_CLAUSE
comparison.range_ends: _SINCE _UNTIL _IS_OVER
comparison.value_nouns: _NONE_LEFT _NO_SUCH
evidence.names: _LOG_FILE
facts.alert_lines: _HEAD _FIELD
facts.characters: _BETWEEN_PHRASES
facts.group_text: _CHANGE
facts.identifiers: NAME_AND_PORT _PORT
facts.instant_forms: _ZONE
facts.quantities: _HAN_RATIO
facts.unit_beside: _RATE_WORDS
facts.series_summary: POINT
facts.words: ONLY_SO_MUCH _THE_MOST
misreadings.bounds: _OVER_VALUE _UNDER_VALUE _AT_MOST _AT_LEAST _ENDS _CHANGED_BY _BY
misreadings.changes: _CHANGE _SWAPPED _TO _ROLLED_OUT
misreadings.comparisons: PATTERNS
misreadings.counted_outcomes: _PART
misreadings.counted_things: _ENGLISH _CHINESE
misreadings.directions: _MOVES_EN _MOVES_ZH _ANSWERS
misreadings.order: PATTERNS
misreadings.outcomes: _DONE _CEASED
misreadings.rates: _KNOWS_RATES _INTERVAL _KNOWS_INTERVALS
misreadings.statistics: _PERCENTILE _TOTAL _SHARE
misreadings.taken_roles: _TRIED _ONE_TRY _MAY_TAKE
misreadings.wholes: _ALL _ALL_ZH _ONLY _BOTH
misreadings.zeros: _COUNTER _NONE_OF
wording.absence: _NOTHING_FOUND
wording.cause: _SO
wording.comparable: _HEADINGS
wording.deeds: _UNTIL
wording.fullness: _RATIO _PARTS
wording.kinds_of_names: _NAMED
wording.lacks: _IS_NONE
wording.class_names: _DENYING_NAME
wording.alert_words: _PATTERN
wording.remediation: _TRIED _STEP _OUTCOME _LED_TO
wording.roles: _HOLDS _WAITS _CALLS _IS_CALLED _FAULTS _CERTIFICATES _RUNS
wording.series_changes: _RANGE
wording.series_words: FIELD_WORDS CONSTANT EACH WHOLE NOW MORE_WAYS OTHER_MEASURES EXPRESSED
wording.strangers: _PLACES
wording.told_changes: SAID _GOES_ON
wording.trouble: _CARRIED
wording.turned_pairs: PATTERNS
wording.turning: _NOT_CAUSED _SAME_OF
"""
"""Where the patterns stand: of themselves, in a table, or as what a number is put into."""


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Every pattern of the places, with its name."""
    for line in PLACES.strip().splitlines():
        room, _, names = line.partition(": ")
        module = import_module(f"superbiz_agent.grounding.{room}")
        for name in names.split():
            for number, each in enumerate(_of(getattr(module, name))):
                yield f"{room}.{name}[{number}]", each


def _of(value: Any) -> list[re.Pattern[str]]:
    if isinstance(value, re.Pattern | CuedPattern):
        return [_uncued(value)]
    if isinstance(value, str):
        return [re.compile(value.replace("{0}", "4").replace("{{", "{").replace("}}", "}"))]
    return list(map(_uncued, value.values() if isinstance(value, dict) else value))


def _uncued(pattern: re.Pattern[str] | CuedPattern) -> re.Pattern[str]:
    """What is tried where a cue stands."""
    return pattern.compiled if isinstance(pattern, CuedPattern) else pattern


PATTERNS = dict(patterns())

PIECES = (
    "a",
    "9",
    "-",
    ".",
    " ",
    "个",
    "4 个",
    "a-",
    "a.",
    "9.",
    "no ",
    "9044 held ",
    "lock that 9 ",
    "held by process a-1",
    "被",
    "被9",
    "9 被",
    "因",
    "因而",
    "为x",
    "一条",
    "全部",
    "all a",
    "4 of ",
    "4个中",
    "only 4",
    "link ",
    "port down",
    ": 无",
    "未",
    "fails with Ab ",
    "panic: ab ",
    "a > ",
    "used=5, ",
    "total=5, a=5, ",
    "start 9 ",
    "check ",
    "topic ab",
    ", so a-b",
    "+08:",
    "a:1",
    "logs/",
    "so was ",
    "; jumps from 2/min to ",
    "，",
    "：4",
    "begins to a ",
)


WHOLE = frozenset({"evidence.names._LOG_FILE[0]"})
"""Patterns that are only tried on a whole text."""

AT_ONE_PLACE = frozenset(
    {
        "wording.remediation._STEP[0]",
        "facts.group_text._CHANGE[0]",
        "wording.comparable._HEADINGS[0]",
    }
)
"""Patterns that are only tried at one place of a text."""


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_searches_in_linear_time(name: str) -> None:
    pattern = PATTERNS[name]

    def search_all(size: int) -> None:
        for text in texts[size]:
            if name in WHOLE:
                pattern.fullmatch(text)
            elif name in AT_ONE_PLACE:
                pattern.match(text)
            else:
                list(pattern.finditer(text))

    sizes = (12_500, 100_000)
    texts = {
        size: [(piece * (size // len(piece) + 1))[:size] for piece in PIECES] for size in sizes
    }
    assert_linear(search_all, *sizes)
