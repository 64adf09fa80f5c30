"""Word a finding by its time: when it began, until when it went on, which value it had then."""

from dataclasses import replace

from superbiz_agent.contracts.base import Language
from superbiz_agent.models.offline.changes import turn_before
from superbiz_agent.models.offline.claims import observation
from superbiz_agent.models.offline.drafts import Draft, quote
from superbiz_agent.models.offline.evidence import Line
from superbiz_agent.models.offline.line_wordings import (
    alert_since,
    level_of,
    quotes_of,
    variation_of,
)
from superbiz_agent.models.offline.phrases import CLAIMS, fill


def beginning(line: Line, language: Language) -> Draft:
    """Say first when something began."""
    plain = observation(line, language)
    if line.kind == "alert":
        return replace(plain, wordings=(*alert_since(line, language), *plain.wordings))
    if not (line.owner and line.message and line.first):
        return plain
    is_group = bool(line.count) and line.first != line.last
    names = ("begun_group", "begun_quoted") if is_group else ("begun",)
    values = {
        "service": line.owner,
        "level": level_of(line, language),
        "first": line.first,
        "last": line.last,
        "count": str(line.count),
    }
    told = [
        fill(CLAIMS, name, language, **values, quote=said, more=more)
        for name in names
        for said in quotes_of(line, language)
        for more in dict.fromkeys((variation_of(line, language), ""))
    ]
    return replace(plain, wordings=(*told, *plain.wordings))


def until(line: Line, language: Language) -> Draft:
    """Say first until when something was on record."""
    plain = observation(line, language)
    if not (line.owner and line.message and line.count > 1 and line.first != line.last):
        return beginning(line, language)
    told = [
        fill(
            CLAIMS,
            name,
            language,
            service=line.owner,
            level=level_of(line, language),
            first=line.first,
            last=line.last,
            count=str(line.count),
            quote=said,
            more=more,
        )
        for name in ("until_group", "until_quoted")
        for said in quotes_of(line, language)
        for more in dict.fromkeys((variation_of(line, language), ""))
    ]
    return replace(plain, wordings=(*told, *plain.wordings))


def lasted(line: Line, length: str, language: Language) -> Draft:
    """Say of a group from when to when it was on record, and how long that is."""
    plain = observation(line, language)
    told = [
        fill(
            CLAIMS,
            "lasted",
            language,
            service=line.owner,
            level=level_of(line, language),
            first=line.first,
            last=line.last,
            length=length,
            count=str(line.count),
            quote=said,
            more=more,
        )
        for said in quotes_of(line, language)
        for more in dict.fromkeys((variation_of(line, language), ""))
    ]
    return replace(plain, wordings=(*told, *plain.wordings))


def value_at(line: Line, value: str, language: Language) -> Draft:
    """Say of one record which value it has, and when."""
    told = fill(CLAIMS, "value", language, at=line.at, service=line.owner, value=value)
    return replace(observation(line, language), wordings=(told,))


def value_range(line: Line, label: str, language: Language) -> Draft:
    """Say of a group between which values a label lay, and when."""
    plain = observation(line, language)
    found = next((each for each in line.ranges if each.label == label), None)
    if found is None:
        return plain
    told = [
        fill(
            CLAIMS,
            "value_range",
            language,
            service=line.owner,
            level=level_of(line, language),
            label=label,
            least=found.least,
            greatest=found.greatest,
            first=line.first,
            last=line.last,
            count=str(line.count),
            quote=said,
        )
        for said in quotes_of(line, language)
    ]
    return replace(plain, wordings=(*told, *plain.wordings))


def change(line: Line, trouble: Line, language: Language) -> Draft:
    """Report a change before the trouble began, in time order, and nothing of a cause."""
    turn = turn_before(line, trouble)
    told = fill(
        CLAIMS,
        "before_turn" if turn else "before",
        language,
        first=turn.at if turn else line.at,
        then=trouble.first,
        service=line.owner,
        name=turn.name if turn else "",
        quote=quote(line.message or line.body),
    )
    plain = observation(line, language)
    return Draft("observation", (told, *plain.wordings), (line, trouble))
