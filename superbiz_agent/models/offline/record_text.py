"""Read the stored text of a record, or of a group of records (``tools/logs/render.py``)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from superbiz_agent.grounding.facts.escapes import stored_lines
from superbiz_agent.grounding.facts.group_text import group_mark, turns_in
from superbiz_agent.models.offline.evidence import Line, Range
from superbiz_agent.models.offline.paths import parts_of_path
from superbiz_agent.models.offline.vocabulary import MEASURES, PREPOSITIONS

QUOTED = r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\Z)'
"""A text that somebody else wrote, as code quotes it; nothing within it is a field."""

NAME = rf'(?:{QUOTED}|[^\s"]\S{{0,199}})'
_RECORD = re.compile(
    r"(?:(?P<first>[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}Z) )?"
    r"(?:(?P<level>TRACE|DEBUG|INFO|WARN|ERROR|FATAL) )?"
    rf"(?P<name>{NAME}) (?P<message>.+)",
    re.DOTALL,
)
_RANGE = re.compile(
    r"(?P<label>[A-Za-z_][A-Za-z0-9_.-]{0,39}) (?P<least>[0-9.+-]{1,32}[A-Za-z%]{0,8})"
    r" to (?P<greatest>[0-9.+-]{1,32}(?P<unit> ?[A-Za-z%]{1,8})?)"
)
_LABEL_PART = re.compile(r"[_.-]")
_SERVICE = re.compile(r"[a-z][a-z0-9]{1,60}(?:[-_][a-z0-9]{1,40}){0,8}")
_WITH: Final = "with "
_OTHERS: Final = " and others"
_ADDRESS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?::[0-9]{1,5})?")
_ORIGIN = re.compile(
    r"(?:[0-9]{1,8} )?(?:\[[^\[\]]{1,120}\] )?"
    r"(?!v[0-9]{1,4}\.)[A-Za-z_][A-Za-z0-9_$]{0,60}(?:\.[A-Za-z0-9_$]{1,80}){1,12}"
    r"(?: \[[^\[\]]{1,160}\])?(?: ?[-:])? +"
    r"|[A-Za-z0-9_.-]{1,80} [A-Za-z0-9_./-]{1,60}\[[0-9]{1,8}\]: +"
    r"|\[(?:[^\[\]]|\[[^\[\]]{0,80}\]){1,160}\](?: -)? +"
)
_PLACE = re.compile(
    rf" \((?P<file>{QUOTED}|[^()\";]{{1,400}}):(?P<row>[0-9]{{1,12}})\)"
    r"(?:, (?:zone|year|no timestamp)[a-z0-9:+, -]{0,80})?\Z"
)
"""Where a record stands, and what of its instant was assumed."""

_CAUSED_BY: Final = "Caused by: "
_THROWN = re.compile(
    r"(?:[A-Za-z_$][A-Za-z0-9_$]{0,80}\.){0,12}[A-Za-z0-9_$]{0,80}(?:Exception|Error)(?:: .*)?"
)
"""The line of a trace that names what was thrown; its frames are indented."""

_REASON_FIELD: Final = re.compile(
    r"(?<![^\s,;{(])(?:[A-Za-z_]{1,30}[._])?(?:message|error|err|exception|reason|cause)[=:] ?"
    r'"(?P<said>[^"\\]{1,60} [^"\\]{1,240})"',
    re.IGNORECASE,
)
"""``error.message="no space left on device"``."""

MAX_RANGES: Final = 3
MAX_ADDRESSES: Final = 5


def read_record(line: Line) -> Line:
    """Read a record, or a group that reads like its first record (tools/logs/render.py)."""
    group = group_mark(line.body)
    written = line.body[: group.start()] if group else line.body
    place = _PLACE.search(written)
    sample = written[: place.start()] if place else written
    record = _RECORD.fullmatch(sample)
    if record is None:
        return line
    said = record["message"].removeprefix(f"{record['name']} ")
    service = _service(record["name"], said)
    message, *others = _lines(said.removeprefix(f"{service} ") if service else said)
    rest = line.body[group.end() :] if group else ""
    addresses = _addresses(rest)
    return replace(
        line,
        sample=sample,
        at=record["first"] or "",
        first=(group["first"] if group else record["first"]) or "",
        level=record["level"] or "",
        name=record["name"],
        service=service,
        message=message,
        reason=_reason(others) or _told_reason(message),
        count=int(group["count"]) if group else 0,
        last=(group["last"] or "") if group else "",
        ranges=_ranges(rest),
        addresses=addresses[:MAX_ADDRESSES],
        turns=tuple(turns_in(line.body)),
        named=tuple(_whole_lists(rest)),
        has_more_addresses=len(addresses) > MAX_ADDRESSES or (bool(addresses) and _goes_on(rest)),
        file=place["file"] if place else "",
        row=int(place["row"]) if place else 0,
    )


def _service(name: str, message: str) -> str:
    """The service that a record begins with, if its file is called after it."""
    first = message.partition(" ")[0].strip("[]:")
    is_called = "/" in name or "." in name
    return first if is_called and _SERVICE.fullmatch(first) and first in parts_of_path(name) else ""


def _lines(message: str) -> list[str]:
    """The lines of a record, the first without the thread and class that it starts with."""
    origin = _ORIGIN.match(message)
    is_logger = origin is not None and not _THROWN.fullmatch(origin[0].rstrip(" :-"))
    told = message[origin.end() :] if origin and is_logger else message
    first, *others = stored_lines(told)
    return [first.strip() or told, *others]


def _reason(lines: Sequence[str]) -> str:
    """Of a stack trace the last cause, else the last that was thrown: what is behind the rest."""
    causes = [each.removeprefix(_CAUSED_BY) for each in lines if each.startswith(_CAUSED_BY)]
    thrown = [each for each in lines if _THROWN.fullmatch(each)]
    return next(iter([*reversed(causes), *reversed(thrown)]), "").strip()


def _told_reason(message: str) -> str:
    """What a field of a structured record says of the failure, in words: ids stand beside it."""
    found = _REASON_FIELD.search(message)
    return found["said"].strip() if found else ""


def _ranges(rest: str) -> tuple[Range, ...]:
    """The ranges of what is measured; those of sizes, versions and the like help nobody."""
    found = (_RANGE.fullmatch(part) for part in rest.split("; "))
    return tuple(
        islice((_range(match) for match in found if match and _is_measured(match)), MAX_RANGES)
    )


def _is_measured(match: re.Match[str]) -> bool:
    parts = _LABEL_PART.split(match["label"].lower())
    return bool(match["unit"]) or not MEASURES.isdisjoint(parts)


def _range(match: re.Match[str]) -> Range:
    label = "" if match["label"].lower() in PREPOSITIONS else match["label"]
    return Range(label, match["least"], match["greatest"])


def _addresses(rest: str) -> tuple[str, ...]:
    """The addresses that a group names, in order; lists of other names are left out."""
    names = [name for each in _lists(rest) for name in each.removesuffix(_OTHERS).split(", ")]
    return tuple(dict.fromkeys(name for name in names if _ADDRESS.fullmatch(name)))


def _whole_lists(rest: str) -> Iterator[tuple[str, ...]]:
    """The lists of names that leave none out, but for addresses."""
    for names in (tuple(each.split(", ")) for each in _lists(rest) if not each.endswith(_OTHERS)):
        if not any(map(_ADDRESS.fullmatch, names)):
            yield names


def _goes_on(rest: str) -> bool:
    """Whether a list of addresses says that there are others."""
    return any(
        each.endswith(_OTHERS) and _ADDRESS.fullmatch(each.partition(",")[0])
        for each in _lists(rest)
    )


def _lists(rest: str) -> list[str]:
    return [part[len(_WITH) :] for part in rest.split("; ") if part.startswith(_WITH)]
