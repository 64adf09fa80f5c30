"""The patterns of the rules look at no text twice: their time grows linearly (section 7)."""

import re
from collections.abc import Iterable, Iterator

import pytest
from time_growth import assert_linear

from superbiz_agent.grounding.answer_checks import rules
from superbiz_agent.grounding.comparison import (
    companions,
    derived_relations,
    owner_words,
    value_nouns,
)
from superbiz_agent.grounding.evidence import names
from superbiz_agent.grounding.facts import (
    characters,
    group_text,
    identifiers,
    instants,
    quantities,
    words,
)
from superbiz_agent.grounding.wording import (
    absence,
    cause,
    comparable,
    deeds,
    fullness,
    lacks,
    lock_roles,
    polarity,
    remediation,
    strangers,
    told_changes,
    trouble,
    turning,
)

NAMED: dict[str, re.Pattern[str]] = {
    "rules.n_of_n": rules._N_OF_N,
    "rules.all_of": re.compile(rules._ALL_OF.format("4")),
    "companions.file": companions._FILE,
    "derived_relations.keeps": derived_relations.KEEPS,
    "owner_words.new_clause": owner_words.NEW_CLAUSE,
    "value_nouns.none_left": value_nouns._NONE_LEFT,
    "value_nouns.no_such": value_nouns._NO_SUCH,
    "names.log_file": names._LOG_FILE,
    "characters.between_phrases": characters._BETWEEN_PHRASES,
    "group_text.change": group_text._CHANGE,
    "identifiers.name_and_port": identifiers.NAME_AND_PORT,
    "identifiers.port": identifiers._PORT,
    "instants.zone": re.compile(instants._ZONE),
    "quantities.han_ratio": quantities._HAN_RATIO,
    "quantities.rate_words": quantities._RATE_WORDS,
    "words.only_so_much": words.ONLY_SO_MUCH,
    "words.the_most": words._THE_MOST,
    "absence.nothing_found": absence._NOTHING_FOUND,
    "cause.so": cause._SO,
    "comparable.headings": comparable._HEADINGS,
    "deeds.until": deeds._UNTIL,
    "fullness.ratio": fullness._RATIO,
    "fullness.parts": fullness._PARTS,
    "lacks.is_none": lacks._IS_NONE,
    "polarity.still_runs": polarity._STILL_RUNS,
    "polarity.is_over": polarity._IS_OVER,
    "polarity.alert": polarity._ALERT,
    "remediation.tried": remediation._TRIED,
    "remediation.step": remediation._STEP,
    "remediation.outcome": remediation._OUTCOME,
    "remediation.led_to": remediation._LED_TO,
    "turning.not_caused": turning._NOT_CAUSED,
    "turning.same_of": turning._SAME_OF,
    "told_changes.goes_on": told_changes._GOES_ON,
}


def numbered(
    name: str, patterns: Iterable[re.Pattern[str]]
) -> Iterator[tuple[str, re.Pattern[str]]]:
    return ((f"{name}[{number}]", pattern) for number, pattern in enumerate(patterns))


PATTERNS = {
    **NAMED,
    **dict(numbered("lock_roles.holds", lock_roles._HOLDS)),
    **dict(numbered("lock_roles.waits", lock_roles._WAITS)),
    **dict(numbered("strangers.places", strangers._PLACES)),
    **dict(numbered("trouble.carried", trouble._CARRIED.values())),
    **dict(numbered("told_changes.said", told_changes._SAID.values())),
}

PIECES = (
    "a", "9", "-", ".", " ", "个", "4 个", "a-", "a.", "9.", "no ", "9044 held ", "lock that 9 ",
    "held by process a-1", "被", "被9", "9 被", "因", "因而", "为x", "一条", "全部", "all a", "4 of ", "4个中",
    "only 4", "link ", "port down", ": 无", "未", "fails with Ab ", "panic: ab ", "a > ", "used=5, ",
    "total=5, a=5, ", "start 9 ", "check ", "topic ab", ", so a-b", "+08:", "a:1", "logs/", "so was ",
    "; jumps from 2/min to ", "，", "：4", "begins to a ",
)  # fmt: skip


WHOLE = frozenset({"names.log_file"})
"""Patterns that are only tried on a whole text."""

AT_ONE_PLACE = frozenset({"remediation.step", "group_text.change", "comparable.headings"})
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
