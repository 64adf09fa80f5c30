"""What a text says of the state of an alert, over the state that its stored line has (section 7).

The state of an alert is a field of its line, and only that field: a silenced alert is not told as
firing, a pending one not as fired, whatever else its labels and annotations say.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.facts.alert_lines import AlertLine, alert_line
from superbiz_agent.grounding.wording.alert_words import (
    AS_TOLD,
    CARRIED,
    KEPT,
    Claimed,
    StateClaim,
    claimed_states,
)
from superbiz_agent.grounding.wording.quotes import without_sayings
from superbiz_agent.grounding.wording.sentences import split_sentences

_CAMEL: Final = r"[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+"
_CALLED: Final = re.compile(
    rf"(?<![A-Za-z0-9_-])(?:{_CAMEL}|(?<=[Aa]lert )[A-Za-z]\w*[A-Z_]\w*)(?![A-Za-z0-9_-])"
)
"""A name of an alert in a claim: ``HighMemoryUsage``, alert ``disk_full``."""

_BOTH: Final = re.compile(
    r"[\s,、，/&]*(?:(?:and|or|和|与|及|以及)\s*)?(?:the )?(?:alerts?|告警)?\s*"
)
_HEADS: Final = re.compile(r"\s*(?:的?\s?(?:告警|报警)|的|alerts?(?![a-z])|[:：])", re.IGNORECASE)
"""Right behind a state: the alerts that it is said of follow."""

_STOPS: Final = re.compile(r"[;；。!?]")
_IS_PAST: Final = re.compile(r"(?:was|were|had been) \Z|曾被?\Z", re.IGNORECASE)
_NEVER: Final = re.compile(r"(?!)")
_IS_OF_ANOTHER: Final[Mapping[str, re.Pattern[str]]] = {
    "pending": re.compile(r"[0-9]\S* (?:[a-z]+ )?(?:are |were )?\Z", re.IGNORECASE),
    "over": re.compile(r"\bsilence\b[^,;]{0,160}\Z|静默[^，；]{0,80}\Z", re.IGNORECASE),
}
"""Before a word that says nothing of an alert then: "12 requests pending", "the silence ends"."""

_OF_THINGS: Final = re.compile(r"end(?:s|ed)|(?:已经?)?结束", re.IGNORECASE)
"""Said of anything: without an alert's name it may be of a certificate."""


class _Named(NamedTuple):
    name: str
    start: int
    end: int


def misstates_alert(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` claims a state of an alert that no line of it among ``sources`` has, nor any
    claim among them tells of it."""
    lines = alerts_among(sources)
    others = [source for source in sources if alert_line(source) is None]
    told = [each for other in others for each in _told(other)]
    if not lines and not told:
        return False
    names = (*dict.fromkeys(line.name for line in lines), *dict.fromkeys(name for name, _ in told))
    only_alerts = bool(lines) and not others
    return any(
        not _is_carried(claim, own, lines, told, sentence, only_alerts=only_alerts)
        for sentence in _sentences(text)
        for claim, own in _said(sentence, names)
    )


def without_states(text: str, sources: Sequence[str]) -> str:
    """``text`` without the words of a state, where its sources are lines of alerts alone: they are
    read over the state of each (``misstates_alert``), and their polarity is no other."""
    lines = alerts_among(sources)
    if len(lines) < len(sources) or '"' in text:
        return text
    names = tuple(dict.fromkeys(line.name for line in lines))
    said = [own for sentence in _sentences(text) for _, own in _said(sentence, names)]
    if len(lines) > 1 and not all(said):
        return text
    for claim in reversed(list(claimed_states(text))):
        text = f"{text[: claim.start]} {text[claim.end :]}"
    return text


def alerts_among(sources: Sequence[str]) -> list[AlertLine]:
    """The alerts whose stored lines are among ``sources``."""
    return [line for line in map(alert_line, sources) if line is not None]


_OF_ANYTHING = re.compile("goes on|ongoing", re.IGNORECASE)
"""States that no alert is needed for: a transaction of PostgreSQL goes on."""


def claims_firing(text: str) -> bool:
    """Whether a text says of an alert, by its name, that it fires or has fired."""
    return any(
        claim.claim in ("firing", "fired", "again")
        and own
        and not _OF_ANYTHING.fullmatch(sentence[claim.start : claim.end])
        for sentence in _sentences(text)
        for claim, own in _said(sentence, _called(sentence))
    )


def spoken_of(sentence: str, lines: Sequence[AlertLine]) -> list[AlertLine]:
    """The alerts that a sentence names, by its other names too; all of them if it names none."""
    named = [line for line in lines if _at(sentence, line.name)]
    return _narrowed(sentence, named or list(lines))


def _narrowed(sentence: str, lines: Sequence[AlertLine]) -> list[AlertLine]:
    """Those of ``lines`` that hold most of the names of a sentence: that pod's, not the others'."""
    if len(lines) < 2:
        return list(lines)
    keys = {fact.value.lower() for fact in extract_facts(sentence) if fact.kind == "identifier"}
    held = [sum(key in line.text.lower() for key in keys) for line in lines]
    return [line for line, count in zip(lines, held, strict=True) if count == max(held)]


def _is_carried(
    claim: Claimed,
    own: Sequence[str],
    lines: Sequence[AlertLine],
    told: Sequence[tuple[str, StateClaim]],
    sentence: str,
    *,
    only_alerts: bool,
) -> bool:
    """Whether each alert that a claimed state is said of carries it."""
    said: set[StateClaim] = {each.claim for each in _kept(sentence)}
    if not own:
        is_other = bool(_OF_THINGS.fullmatch(sentence, claim.start, claim.end))
        is_about = only_alerts and not is_other
        return not is_about or any(_fits(claim.claim, line, said) for line in lines)
    for name in own:
        named = _narrowed(sentence, [line for line in lines if line.name == name])
        if named and not any(_fits(claim.claim, line, said) for line in named):
            return False
        states: set[StateClaim] = {state for called, state in told if called == name}
        carried = {each for state in states for each in AS_TOLD.get(state, frozenset())}
        may_be = states | carried | _kept_too(states, said)
        if not named and states and claim.claim not in may_be:
            return False
    return True


def _fits(claim: StateClaim, line: AlertLine, said: set[StateClaim]) -> bool:
    if claim in CARRIED[line.state]:
        return True
    if claim == "pending" and line.fields.get("was") == "pending":
        return True
    return bool(CARRIED[line.state] & said & KEPT) and claim in ("firing", "fired")


def _kept_too(states: set[StateClaim], said: set[StateClaim]) -> set[StateClaim]:
    return {"firing", "fired"} if states & said & KEPT else set()


def _kept(sentence: str) -> Iterator[Claimed]:
    """Where a sentence says that an alert is silenced or inhibited, and not that it was."""
    for each in claimed_states(sentence):
        if each.claim in KEPT and not _IS_PAST.search(sentence[: each.start]):
            yield each


def _told(source: str) -> Iterator[tuple[str, StateClaim]]:
    """The states that a claim, which an answer cites, tells of alerts by their names."""
    for sentence in _sentences(source):
        for claim, own in _said(sentence, _called(sentence)):
            for name in own:
                yield name, claim.claim


@lru_cache(maxsize=1024)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(each.text for each in split_sentences(without_sayings(text)))


def _called(sentence: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(match.group() for match in _CALLED.finditer(sentence)))


def _said(sentence: str, names: Sequence[str]) -> Iterator[tuple[Claimed, list[str]]]:
    """Each state that a sentence claims, with the names of the alerts that it is said of."""
    claims = list(claimed_states(sentence))
    places = sorted(
        (place for name in names for place in _at(sentence, name)), key=lambda place: place.start
    )
    places = [
        place
        for place in places
        if not any(
            other.start <= place.start
            and place.end <= other.end
            and len(other.name) > len(place.name)
            for other in places
        )
    ]
    for index, claim in enumerate(claims):
        if _IS_OF_ANOTHER.get(claim.claim, _NEVER).search(sentence[: claim.start]):
            continue
        end = claims[index + 1].start if index + 1 < len(claims) else len(sentence)
        after = [each.name for each in places if claim.end <= each.start < end]
        before = _before(sentence, claim.start, places)
        heads = _HEADS.match(sentence, claim.end)
        is_attribute = any(
            not sentence[claim.end : each.start].strip()
            for each in places
            if each.start >= claim.end
        )
        yield claim, (after if after and (heads or is_attribute or not before) else before)


def _before(sentence: str, start: int, places: Sequence[_Named]) -> list[str]:
    """The alert named last before a state, and those listed with it."""
    stop = max((match.end() for match in _STOPS.finditer(sentence, 0, start)), default=0)
    names: list[str] = []
    following: _Named | None = None
    for place in reversed([each for each in places if each.end <= start]):
        if following is None:
            if place.start < stop and any(each.start >= stop for each in places):
                break
        elif not _BOTH.fullmatch(sentence, place.end, following.start):
            break
        names.append(place.name)
        following = place
    return names


@lru_cache(maxsize=2048)
def _at(text: str, name: str) -> tuple[_Named, ...]:
    pattern = rf"(?<![A-Za-z0-9_-]){re.escape(name)}(?![A-Za-z0-9_-])"
    return tuple(_Named(name, *match.span()) for match in re.finditer(pattern, text, re.IGNORECASE))
