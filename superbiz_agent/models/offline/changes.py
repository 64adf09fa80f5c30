"""What changed before the trouble began: a start, a release, a setting. Never called a cause."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from superbiz_agent.grounding.facts.group_text import Turn
from superbiz_agent.models.offline.evidence import Line

CHANGE: Final = re.compile(
    r"(?<![a-z])(?:restart(?:ed|ing)|redeploy(?:ed|ing)|deploy(?:ed|ing|ment)|roll(?:ed|ing)"
    r" (?:out|back|update)|upgrad(?:ed|ing)|releas(?:ed|ing)|migrat(?:ed|ion)|reload(?:ed|ing)"
    r"|scal(?:ed|ing) (?:up|down|to)|config(?:uration)? (?:change|update)d?|feature flag"
    r"|(?:started|starting|booted|running)(?: [A-Za-z0-9_.-]{1,60}){0,3}"
    r" (?:version|v[0-9]|in [0-9])"
    r"|v[0-9]{1,4}\.[0-9][A-Za-z0-9._-]{0,30} (?:is (?:now )?)?"
    r"(?:started|starting|ready|live|running)"
    r"|version[ =:]v?[0-9])(?![a-z]{2})|重启|启动完成|部署|发布|上线|回滚|变更|升级",
    re.IGNORECASE,
)
"""Words of a record that tell of a change to a system, not of its daily work."""

VERSIONS: Final = r"(?i)\bv[0-9]{1,4}\.[0-9]|\b(version|release|revision|build)\b|版本|发布|回滚"
"""A regular expression (RE2) that finds the records that name a version."""

DENIED: Final = re.compile(
    r"(?<![a-z])(?:no|not|never|without|skipp(?:ed|ing))(?![a-z])|未|没有", re.IGNORECASE
)

ITEM: Final = re.compile(
    r"deploy|release|rollout|rollback|change|version|部署|发布|变更|版本", re.IGNORECASE
)
"""The same for an item of an operator's tool, its tool's name included."""

EARLIER: Final = datetime.min.replace(tzinfo=UTC)
LATER: Final = datetime.max.replace(tzinfo=UTC)
"""Where a line without an instant stands among others."""

MAX_REPEATS: Final = 3
"""Records of one form above which a line tells of daily work: a change is rare."""


def tells_change(line: Line) -> bool:
    """True if a record or an operator's line tells of a change, a rare one."""
    if line.kind not in ("log", "other") or line.count > MAX_REPEATS:
        return False
    if line.kind == "other":
        return ITEM.search(f"{line.tool_name} {line.raw_path} {line.body}") is not None
    told = line.message or line.body
    found = CHANGE.search(told)
    return found is not None and not DENIED.search(told, max(0, found.start() - 20), found.start())


def change_before(lines: Iterable[Line], trouble: Line) -> Line | None:
    """Return the last change of the owner of ``trouble`` before that began, or null."""
    began = instant(trouble.first)
    if began is None:
        return None
    earlier = [
        (at, line)
        for line in lines
        if line.owner == trouble.owner and line is not trouble and tells_change(line)
        for at in _instants(line)
        if at < began
    ]
    return max(earlier, key=lambda pair: pair[0])[1] if earlier else None


def turn_before(line: Line, trouble: Line) -> Turn | None:
    """Which of the names that followed each other in a group was the last before ``trouble``."""
    began = instant(trouble.first)
    turns = [turn for turn in line.turns if (at := instant(turn.at)) and began and at < began]
    return turns[-1] if turns else None


def _instants(line: Line) -> list[datetime]:
    """When a change was on record: each turn of a group, else its first record."""
    return [at for text in (line.at, *(turn.at for turn in line.turns)) if (at := instant(text))]


def latest_of(line: Line) -> datetime | None:
    """When what a line tells of was on record last."""
    return instant(line.last or line.first or line.fields.get("since", ""))


def instant(text: str) -> datetime | None:
    """Read an instant of a stored text (UTC, ``Z``), or null if it is none."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def instant_of(line: Line) -> datetime | None:
    """When what a line tells of began: its first record, or since when its alert is."""
    return instant(line.first or line.fields.get("since", ""))
