"""What an alert says an incident is of besides what was asked: the database of a replica, the node
of a pod."""

import re
from collections.abc import Iterable
from typing import Final

from superbiz_agent.models.offline.evidence import Line

_THING: Final = re.compile(
    r"(?:\A|_)(?:service|pod|job|instance|host|node|deployment|database|replica|identifier)\Z",
    re.IGNORECASE,
)
"""How labels and annotations end that name a thing."""

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{1,199}")


def names_of_alerts(lines: Iterable[Line]) -> tuple[str, ...]:
    """The things that firing alerts name in labels and annotations; a name of several parts says
    more than one that may be a kind (``orders-db`` than ``rds``), and comes first."""
    names = dict.fromkeys(
        value
        for line in lines
        if line.kind == "alert" and line.state == "firing"
        for value in (line.owner, *_named(line))
        if _NAME.fullmatch(value)
    )
    return tuple(sorted(names, key=lambda name: not re.search(r"[-_.0-9]", name)))


def _named(line: Line) -> Iterable[str]:
    told = {**line.annotations, **line.fields}
    return (value for key, value in told.items() if _THING.search(key))
