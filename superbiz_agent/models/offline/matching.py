"""Whether a line names a thing: as whose it is, as a whole name within it, or as a plain word."""

import re
from collections.abc import Collection
from typing import Final

from superbiz_agent.models.offline.evidence import Line
from superbiz_agent.models.offline.paths import parts_of_path

SHORTEST_STEM: Final = 5

_NAME_PART = re.compile("[^A-Za-z0-9]+")
_SAFE = "bcdfghjklmnpqrstvwxz2456789"
_POD_SUFFIX = re.compile(rf"-[{_SAFE}]{{6,10}}-[{_SAFE}]{{5}}|-[{_SAFE}]{{5}}|-[0-9]{{1,5}}")
"""What Kubernetes puts after the name of a workload: random letters without vowels, or a number."""
_ARGUMENTS: Final = re.compile(r"(?<=\S)\?[A-Za-z0-9_.\[\]%-]{1,80}=[^\s\"']*")
"""The arguments of an address in a record: ``?timeout=30&page=2``."""

CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_")


STATUS: Final = re.compile("[1-5][0-9]{2}")
"""An HTTP status that a question names."""

_NUMBERED: Final = (
    "id ",
    "page ",
    "port ",
    "line ",
    "batch ",
    "order ",
    "pid ",
    "row ",
    "job ",
    "user ",
)
"""Words before a number that only tells one thing of a kind from others."""

_NO_QUANTITY: Final = (
    r"(?![A-Za-z0-9_/%=]|[.:-][0-9]|,[0-9]{3}"
    r"|\s?(?:ms|us|ns|s|m|min|h|[kmg]i?b|bytes?|seconds?|minutes?|rows?|items?|records?|times)(?![a-z]))"
)
"""What does not follow a status: more digits, a unit, what is counted."""


def mentions(text: str, name: str) -> bool:
    """True if ``name`` stands in ``text`` as a whole: ``db-1`` is no part of ``db-10``."""
    pattern = rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])(?!-[A-Za-z0-9])"
    if not name.isascii():
        return name in text
    spelt = (text, text.replace("_", " "), CAMEL.sub(" ", text))
    return any(re.search(pattern, each, re.IGNORECASE) for each in spelt)


def is_about(text: str, name: str) -> bool:
    """True if ``text`` names ``name``, or a pod of the workload ``name``."""
    if mentions(text, name):
        return True
    pod = rf"(?<![A-Za-z0-9_-]){re.escape(name)}(?:{_POD_SUFFIX.pattern})(?![A-Za-z0-9_-])"
    return name.isascii() and re.search(pattern=pod, string=text, flags=re.IGNORECASE) is not None


def owns(line: Line, name: str) -> bool:
    """True if ``name`` is whose line it is: its service or source, or the first of its words."""
    owners = {line.owner.casefold(), line.message.partition(" ")[0].casefold()}
    if line.kind == "log":
        owners.update(_NAME_PART.split(line.name.casefold()), parts_of_path(line.name))
    folded = name.casefold()
    return any(owner == folded or owner.startswith(f"{folded}-") for owner in owners)


def is_pod_of(owner: str, workload: str) -> bool:
    """True if ``owner`` is a pod of ``workload`` by the suffix that Kubernetes gives it; a canary
    is none."""
    name = workload.casefold()
    return owner.casefold().startswith(name) and bool(_POD_SUFFIX.fullmatch(owner[len(name) :]))


def is_named(line: Line, term: str, queries: Collection[str]) -> bool:
    """True if the line holds the exact ``term``, or was found by it under another spelling; a
    number has no other: 503 is not in ``A503``."""
    if STATUS.fullmatch(term):
        return tells_status(said(line), term)
    if mentions(said(line), term):
        return True
    return term.casefold() in queries and not any(map(str.isdigit, term))


def tells_status(text: str, status: str) -> bool:
    """True if ``status`` stands in ``text`` as one: no part of an address or a path, no value of a
    key that is not a status, no size, duration or number of something."""
    alone = rf"(?<![A-Za-z0-9_.:/?&=#%-])(?<!{')(?<!'.join(_NUMBERED)}){status}{_NO_QUANTITY}"
    keyed = (
        rf"(?:status|code|sc|http|response)[a-z_]{{0,10}}[\"']?\s?[=:]\s?[\"']?{status}(?![0-9])"
    )
    return re.search(f"{alone}|{keyed}", text, re.IGNORECASE) is not None


def said(line: Line) -> str:
    """What a line says without the file that it stands in, whose name says nothing of it; of an
    operator's tool also what its list is called."""
    if line.kind == "other":
        return f"{line.body} {line.tool_name.replace('_', ' ')} {line.raw_path}"
    return line.sample or line.body


def is_argument_alone(line: Line, topic: str) -> bool:
    """True if the words of ``topic`` stand in the arguments of an address alone: ``?timeout=30``
    tells of no timeout."""
    text = said(line)
    bare = _ARGUMENTS.sub(" ", text)
    words = topic.split()
    return bare != text and any(_holds(text, x) and not _holds(bare, x) for x in words)


def told_in(line: Line) -> str:
    """What a line says without the arguments of addresses."""
    return _ARGUMENTS.sub(" ", said(line))


def speaks_of(line: Line, word: str) -> bool:
    """True if the line holds ``word``, a plain one with any of the common endings. What stands in
    the arguments of an address is not what a line speaks of."""
    return _holds(told_in(line), word)


def _holds(text: str, word: str) -> bool:
    if not (word.isascii() and word.islower() and word.isalpha() and len(word) >= SHORTEST_STEM):
        return mentions(text, word)
    stem = re.sub("(?:ings?|ed|es|s)$", "", word)
    pattern = rf"(?<![a-z]){stem}(?:e|es|s|ed|ing|er|ers)?(?![a-z])"
    return re.search(pattern, CAMEL.sub(" ", text), re.IGNORECASE) is not None
