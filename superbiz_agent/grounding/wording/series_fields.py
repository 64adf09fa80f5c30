"""Which field of a series' summary a clause tells, and whether the value has it (section 7).

A value of a series may stand only under a field that has it: what a text says of the peak must be
the greatest value, of the end the last one. What it says of all values, of several series, of a
multiple or of the samples is recomputed from the summary, or turned down.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.series_line import SeriesLine, shows_value
from superbiz_agent.grounding.wording.series_words import (
    CONSTANT,
    COUNTED,
    EACH,
    EXPRESSED,
    FIELD_WORDS,
    FIELDS_MEANT,
    IS_OF_IT,
    MULTIPLES,
    OTHER_MEASURES,
    PRESENT,
    SINCE,
    STEP,
    WHOLE,
)
from superbiz_agent.grounding.wording.told_changes import holds_instant

_QUOTED: Final = re.compile(r"[\"“`][^\"”`]*[\"”`]")
_PROMQL: Final = re.compile(r"promql=(?:\"(?P<quoted>(?:[^\"\\]|\\.)*)\"|(?P<plain>[^,]*))")
_ASKED_AS: Final = re.compile(r"(?:asked_as|promql)=(?:\"(?:[^\"\\]|\\.)*\"|[^,]*)")
_MULTIPLES: Final = [
    (re.compile(words, re.IGNORECASE), Decimal(times) / part)
    for words, (times, part) in MULTIPLES.items()
]
_NEARLY: Final = Decimal("0.05")
"""How far, as a share, a multiple may lie from the whole one."""


def series_values(clause: str, every: Sequence[SeriesLine]) -> list[Fact]:
    """The values of a clause that stand in the summary of a series."""
    return [
        fact
        for fact in extract_facts(clause)
        if fact.number is not None
        and fact.kind != "timestamp"
        and any(line.fields_of(fact) for line in every)
    ]


def governed(clause: str, values: Sequence[Fact]) -> Iterator[tuple[Fact, frozenset[str]]]:
    """Each value of a clause that a word puts under fields of the summary, with these.

    A word is said of the value right before it ("3.9 GiB at its peak"), else of the next one, of
    the one before if none follows. Of two words for a value the nearer counts.
    """
    nearest: dict[Fact, tuple[int, str]] = {}
    for field, start, end in _field_words(clause):
        before = [value for value in values if value.span[1] <= start]
        after = [value for value in values if value.span[0] >= end]
        if before and (not after or IS_OF_IT.fullmatch(clause[before[-1].span[1] : start])):
            value, away = before[-1], start - before[-1].span[1]
        elif after:
            value, away = after[0], after[0].span[0] - end
        else:
            continue
        if value not in nearest or away < nearest[value][0]:
            nearest[value] = away, field
    for value, (_, field) in nearest.items():
        yield value, FIELDS_MEANT[field]


def field_words(clause: str) -> set[str]:
    """The fields that a clause names by a word."""
    return {field for field, _, _ in _field_words(clause)}


def _field_words(clause: str) -> Iterator[tuple[str, int, int]]:
    plain = _QUOTED.sub(lambda found: "_" * len(found[0]), clause)
    for field, words in FIELD_WORDS.items():
        for found in words.finditer(plain):
            yield field, found.start(), found.end()


def mistakes_a_field(
    clause: str, every: Sequence[SeriesLine], others: Sequence[str], *, moves: bool
) -> bool:
    """Whether a clause tells a value, an instant or a count of a series as what it is not.
    ``moves``: it speaks of a rise or fall. ``others`` are the sources that are no series."""
    values = series_values(clause, every)
    elsewhere = {fact.key for source in others for fact in extract_facts(source)}
    own = [value for value in values if value.key not in elsewhere]
    under = dict(governed(clause, values))
    return (
        any(not _stands(value, fields, every) for value, fields in under.items())
        or _misplaces_extreme(clause, values, every)
        or _is_past(clause, [x for x in own if x not in under], every, moves=moves)
        or _is_constant_by_word(clause, own, every, bare=not moves and not under)
        or _spreads(clause, own, every)
        or _multiplies(clause, values, every)
        or _counts_otherwise(clause, every, elsewhere, has_value=bool(own) or moves)
        or _is_of_another_measure(clause, own, every)
        or _is_of_a_label(clause, every, elsewhere)
        or _hides_expression(clause, own, every)
        or _crosses_lines(clause, every, others)
    )


def _stands(value: Fact, fields: frozenset[str], every: Sequence[SeriesLine]) -> bool:
    return any(line.fields_of(value) & fields for line in every)


def _misplaces_extreme(clause: str, values: Sequence[Fact], every: Sequence[SeriesLine]) -> bool:
    """ "Peaked at 09:10Z": the instant of an extreme, without its value."""
    named = field_words(clause) & {"max", "min"}
    instants = _instants(clause)
    if values or len(named) != 1 or len(instants) != 1:
        return False
    field = named.pop()
    return not any(holds_instant(instants[0], line.of(field).at) for line in every)


def _is_past(
    clause: str, values: Sequence[Fact], every: Sequence[SeriesLine], *, moves: bool
) -> bool:
    """Whether a present tense without an instant tells a value that is not the last one."""
    if moves or _instants(clause) or not PRESENT.search(_unquoted(clause)):
        return False
    return any(not _stands(value, frozenset({"last"}), every) for value in values)


def _is_constant_by_word(
    clause: str, values: Sequence[Fact], every: Sequence[SeriesLine], *, bare: bool
) -> bool:
    """Whether a clause says of a series that moved that it was the same all the time, or of a
    value that it was so up to or from another instant than its own."""
    if any(line.is_constant for line in every):
        return False
    if CONSTANT.search(clause):
        return True
    if not (bare and values and SINCE.search(clause)):
        return False
    return not any(
        holds_instant(at, point.at)
        for at in _instants(clause)
        for value in values
        for line in every
        for point in line.points_of(value)
    )


def _spreads(clause: str, values: Sequence[Fact], every: Sequence[SeriesLine]) -> bool:
    """Whether a value of one series is told of each of several, or of all taken together."""
    if values and EACH.search(clause):
        return len(every) < 2 or not all(line.fields_of(x) for x in values for line in every)
    if not WHOLE.search(clause) or any("sum" in _parts(line) for line in every):
        return False
    units = {(p.fact.key[0], p.fact.unit) for line in every for p in line.points}
    return any((x.key[0], x.unit) in units and x.unit for x in extract_facts(clause))


def _multiplies(clause: str, values: Sequence[Fact], every: Sequence[SeriesLine]) -> bool:
    """Whether a clause says "doubled" of values that are no such multiple of one another."""
    times = next((times for said, times in _MULTIPLES if said.search(clause)), None)
    if times is None:
        return False
    lines = [line for line in every if all(map(line.fields_of, values))]
    return not any(
        before and abs(after / before - times) <= times * _NEARLY
        for line in lines
        for before, after in _changes(values, line)
    )


def _changes(values: Sequence[Fact], line: SeriesLine) -> Iterator[tuple[Decimal, Decimal]]:
    """The values between which a clause says that a series changed: those that it names, else
    from the first on, to the last or to the greatest."""
    numbers = [value.number for value in values if value.number is not None]
    if len(numbers) > 1:
        yield numbers[0], numbers[1]
    elif numbers:
        yield line.of("first").number, numbers[0]
        yield numbers[0], line.of("last").number
    else:
        yield line.of("first").number, line.of("last").number
        yield line.of("first").number, line.of("max").number


def _counts_otherwise(
    clause: str, every: Sequence[SeriesLine], elsewhere: set[tuple[str, str]], *, has_value: bool
) -> bool:
    """Whether a clause tells the step as a span, or samples and gaps as other things."""
    for fact in extract_facts(_unquoted(clause)):
        if fact.key in elsewhere or any(line.fields_of(fact) for line in every):
            continue
        for line in every:
            is_step = has_value and line.step is not None and fact.key == line.step.key
            if is_step and not STEP.search(clause) and not _is_a_span(fact, line):
                return True
            counted = [key for key, number in line.counts.items() if fact.key == number]
            is_head = any(fact.key == own.key for own in extract_facts(line.head))
            if counted and not is_head and not any(COUNTED[x].search(clause) for x in counted):
                return True
    return False


def _is_a_span(fact: Fact, line: SeriesLine) -> bool:
    return any(one.at - other.at == fact.number for one in line.points for other in line.points)


def _is_of_another_measure(
    clause: str, values: Sequence[Fact], every: Sequence[SeriesLine]
) -> bool:
    """Whether a value stands as a limit, or as free, of which no metric with it tells."""
    plain = _unquoted(clause)
    return any(
        said.search(plain) and not any(part in line.head.lower() for line in _having(value, every))
        for value in values
        for part, said in OTHER_MEASURES.items()
    )


def _is_of_a_label(
    clause: str, every: Sequence[SeriesLine], elsewhere: set[tuple[str, str]]
) -> bool:
    """Whether a quantity of a clause stands in a series' labels alone: no value of it."""
    heads = [_ASKED_AS.sub("", line.head) for line in every]
    labelled = {x.key for head in heads for x in extract_facts(head) if x.unit}
    return any(
        fact.kind != "timestamp"
        and fact.key in labelled
        and fact.key not in elsewhere
        and not any(line.fields_of(fact) for line in every)
        for fact in extract_facts(_unquoted(clause))
    )


def _hides_expression(clause: str, values: Sequence[Fact], every: Sequence[SeriesLine]) -> bool:
    """Whether a value that a model's own expression made is told as the metric's: the clause
    neither quotes the expression nor says what it makes of it."""
    for value in values:
        lines = _having(value, every)
        if lines and not any(_is_expressed(clause, line) for line in lines):
            return True
    return False


def _is_expressed(clause: str, line: SeriesLine) -> bool:
    expression = _expression(line)
    if not expression or "".join(expression.split()) in "".join(clause.split()):
        return True
    return all(
        EXPRESSED[part].search(_unquoted(clause)) or _unit_tells(part, line)
        for part in _parts(line)
    )


def _unit_tells(part: str, line: SeriesLine) -> bool:
    return part == "rate" and line.points[0].fact.unit.endswith("/s")


def _parts(line: SeriesLine) -> set[str]:
    """The parts of a line's own expression for which there are words."""
    expression = re.sub(r"\"[^\"]*\"|'[^']*'|\{[^}]*\}", "", _expression(line))
    found = {x for x in EXPRESSED if re.search(rf"(?<![a-z_]){x}(?:_over_time)?\b", expression)}
    return found | ({"/"} if "/" in expression else set())


def _expression(line: SeriesLine) -> str:
    found = _PROMQL.match(line.head)
    return (found["quoted"] or found["plain"]).replace('\\"', '"') if found else ""


def _crosses_lines(clause: str, every: Sequence[SeriesLine], others: Sequence[str]) -> bool:
    """Whether a quantity of another source is given an instant that a series alone has."""
    facts = extract_facts(clause)
    instants = [fact for fact in facts if fact.kind == "timestamp"]
    quantities = [fact for fact in facts if fact.unit and fact.kind != "timestamp"]
    if len(instants) != 1 or len(quantities) != 1 or series_values(clause, every):
        return False
    at, value = instants[0], quantities[0]
    if not any(holds_instant(at, point.at) for line in every for point in line.points):
        return False
    holders = [
        source
        for source in others
        if any(shows_value(value, fact) for fact in extract_facts(source))
    ]
    told = [x.number for source in holders for x in _instants(source) if x.number is not None]
    return bool(holders) and not any(holds_instant(at, number) for number in told)


def _having(value: Fact, every: Sequence[SeriesLine]) -> list[SeriesLine]:
    return [line for line in every if line.fields_of(value)]


def _instants(text: str) -> list[Fact]:
    return [fact for fact in extract_facts(text) if fact.kind == "timestamp"]


def _unquoted(clause: str) -> str:
    return _QUOTED.sub(lambda found: "_" * len(found[0]), clause)
