"""Whether a restart, a rollback or a release helped: failures of that service counted before and
after it. Counts and the last failure are told; that the one made the other is never said.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, timedelta
from typing import Final

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.models.offline.causes import tells_failure
from superbiz_agent.models.offline.changes import MAX_REPEATS, instant, latest_of, tells_change
from superbiz_agent.models.offline.claims import EVERYTHING, absence, matches_level, observation
from superbiz_agent.models.offline.drafts import Draft
from superbiz_agent.models.offline.evidence import WARN_RANK, Evidence, Line
from superbiz_agent.models.offline.kinds import asked_by
from superbiz_agent.models.offline.paths import telling_parts
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.ranks import in_order
from superbiz_agent.models.offline.situation import Findings
from superbiz_agent.models.offline.timed_claims import until

MAX_OWNERS: Final = 2
MOST_LINES: Final = 50

_CHANGE: Final = (
    r"(?:restart(?:ed|ing)?|reboot(?:ed|ing)?|roll(?:ed|ing)?[ -]?(?:back|out)|redeploy(?:ed|ing)?"
    r"|deploy(?:ed|ing|ment)?|release|upgrad(?:e|ed|ing))"
)
_ASKED: Final = asked_by(
    rf"(?:did|does|has|have) (?:\S+ ){{0,3}}?{_CHANGE}(?: \S+){{0,4}} "
    r"(?:help(?:ed)?|work(?:ed)?|fix(?:ed)?|solved?|make (?:a|any) difference)"
    rf"|{_CHANGE}[^?]{{0,60}}(?<![a-z])(?:did|does) (?:that|it|this) "
    r"(?:help|work|fix|solve|make (?:a|any) difference)",
    "(?:重启|回滚|部署|发布|上线|升级)[^。]{0,12}?(?:有用|有效|管用|起作用|见效|有没有用|有帮助|奏效)",
)

_NOUN: Final = re.compile(
    r"(?<![A-Za-z=_.-])(?:restart|reboot|rollback)(?![A-Za-z=_.-])", re.IGNORECASE
)


def asks_help(question: Question) -> bool:
    """Whether ``question`` asks if a change to a system helped."""
    return _ASKED.search(question.text) is not None


def changes_told(lines: Sequence[Line]) -> list[Line]:
    """The nearest records of such a change, one an owner, that have an instant."""
    told = [x for x in lines if _is_change(x) and latest_of(x) and x.owner]
    first: dict[str, Line] = {}
    for line in told:
        first.setdefault(line.owner, line)
    return list(first.values())[:MAX_OWNERS]


def _is_change(line: Line) -> bool:
    """A record of a change, one that calls it by its noun among them ("rollout restart by ann")."""
    by_noun = line.count <= MAX_REPEATS and not tells_failure(line.message)
    return line.kind == "log" and (
        tells_change(line) or (by_noun and _NOUN.search(line.message) is not None)
    )


def help_searches(question: Question, lines: Sequence[Line]) -> Iterator[tuple[str, JsonObject]]:
    """The searches for errors of whoever was restarted, up to that instant and from it on."""
    for line in changes_told(lines) if asks_help(question) else ():
        asked: JsonObject = {**_within(line), "level": "ERROR", "limit": MOST_LINES}
        yield "query_logs", {"query": EVERYTHING, **asked, "until": _moment(line)}
        yield "query_logs", {"query": EVERYTHING, **asked, "since": _moment(line)}


def helped(found: Findings) -> list[Draft]:
    """The change, how many errors were on record before and after it, and the last of them."""
    if not asks_help(found.question):
        return []
    return [
        draft
        for line in changes_told([each.line for each in found.ranked])
        for draft in _told(line, found)
    ]


def _told(change: Line, found: Findings) -> list[Draft]:
    moment, language = _moment(change), found.language
    before = _search(found.evidence, change, "until", moment)
    after = _search(found.evidence, change, "since", moment)
    if before is None or after is None:
        return []
    counted = [
        absence(line, language) if line.search and line.search.found_nothing
        else matches_level(line, language)
        for line in (before, after)
    ]  # fmt: skip
    failed = [
        line
        for line in found.evidence.of("log")
        if line.owner == change.owner and line.rank > WARN_RANK and latest_of(line)
    ]
    last = in_order(failed, "last")[:1]
    return [observation(change, language), *counted, *(until(x, language) for x in last)]


def _search(evidence: Evidence, change: Line, end: str, moment: str) -> Line | None:
    """The answered search for errors whose window has ``moment`` as that ``end``."""
    return next(
        (
            line
            for line in evidence.searches
            if line.search
            and line.search.is_answered
            and line.search.filters.get("level") == "ERROR"
            and line.search.filters.get("service") == _within(change)["service"]
            and instant(getattr(line.search, end)) == instant(moment)
        ),
        None,
    )


def _within(line: Line) -> JsonObject:
    owner = line.owner
    name = max(telling_parts(owner), key=len, default=owner) if "/" in owner else owner
    return {"service": name}


def _moment(line: Line) -> str:
    """The instant of a change in whole seconds, the one after a part of a second."""
    at = latest_of(line)
    if at is None:
        return ""
    whole = at.replace(microsecond=0) + timedelta(seconds=bool(at.microsecond))
    return f"{whole.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
