"""The window that a question names, in English or Chinese: one rule a kind of wording.

Only what says *when to look* is read; a length without a direction ("firing for 15m",
"持续15分钟") is no window. The rules, the first that finds something decides:

1. two times with "to", "-", 到 between them, or "between A and B": from the first to the second;
   bare hours that nothing follows are such times ("between 1 and 2");
2. "since", "after", "from", 从, 开始, 以来 and the like: from that time to now;
3. "before", "until", 之前, 截至: everything up to that time;
4. "last 15 minutes", 最近15分钟: that long before now;
5. times alone ("at 22:14", 昨天下午三点, "10 minutes ago"): ``MARGIN`` to either side of each,
   since a cause lies before what is asked about; a time written to the hour is that whole hour;
6. days and parts of a day alone ("yesterday", 昨晚, 2026-11-29): their whole length.

No window ends after the clock; where the question names a later end as a time, the rest of it is
told as ``unused``. One that would start after the clock, or that ends before it starts, is not used
at all; what the question named is told instead.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from superbiz_agent.contracts.evidence import UnusedWindow
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.tools.instants import UNIT_SECONDS, format_instant
from superbiz_agent.tools.time_mentions import UNIT, Mention, mentions
from superbiz_agent.tools.time_words import NUMBER, read_number

MARGIN = timedelta(minutes=15)
"""How much before and after a point in time is looked at."""

_LONGEST = timedelta(days=3660)
_DAY = timedelta(days=1)
_LONGEST_QUESTION = 4000
_NEAR = timedelta(hours=12)
"""How far ahead of its start a range may end that is not over yet: "18:00 to 17:00" is no range."""

_REACH = 24
_RELATIVE = (
    re.compile(
        rf"(?<![A-Za-z])(?:last|past|previous|recent)\s{{1,3}}"
        rf"(?:(?P<number>{NUMBER})[\s-]{{0,3}})?(?P<unit>{UNIT})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:最近|过去|近|刚才)的?这?\s?(?P<number>{NUMBER})\s?个?(?P<unit>{UNIT})", re.IGNORECASE
    ),
)
_SHARED_HALF = re.compile(
    r"(?<![0-9A-Za-z:.-])(?P<first>1[0-2]|0?[1-9])(?P<to>\s?(?:-|–|to|and)\s?)"
    r"(?P<second>1[0-2]|0?[1-9])\s?(?P<half>[ap])\.?m\.?(?![A-Za-z])",
    re.IGNORECASE,
)
_SHARED_HOUR = re.compile(
    r"(?<![0-9A-Za-z:.-])(?P<first>[0-9]{1,2})(?P<to>\s?[-–~到至]\s?)(?P<second>[0-9]{1,2})[点时]"
)
_BARE_HOURS = re.compile(
    r"(?P<asks>(?<![A-Za-z])(?:were|was|is|are|be|been|being|stays?|remains?|varie[sd]|value|ratio"
    r"|size|load)\s{1,3})?(?<![A-Za-z])between\s{1,3}(?P<first>2[0-3]|1[0-9]|0?[0-9])\s{1,3}and"
    r"\s{1,3}(?P<second>2[0-3]|1[0-9]|0?[0-9])"
    r"(?=\s{0,3}(?:[?!,;]|\.(?![0-9])|\Z)|\s{1,3}(?:o'?clock|last\s|yesterday|today|tonight|this\s"
    r"|on\s(?:mon|tues|wednes|thurs|fri|satur|sun)day|in\sthe\s(?:morning|night)))",
    re.IGNORECASE,
)
"""Two hours with no word of time beside them; what "was between 1 and 2" is a value."""
_TO = re.compile(r"\s{0,3}(?:to|until|till|through|[-–—~～至到])\s{0,3}", re.IGNORECASE)
_AND = re.compile(r"\s{0,3}(?:and|和|与)\s{0,3}", re.IGNORECASE)
_BETWEEN = re.compile(r"(?<![A-Za-z])between\s{1,3}\Z", re.IGNORECASE)
_BETWEEN_WITHIN = re.compile(r"(?<![A-Za-z])between\s", re.IGNORECASE)
"""Within a mention: "yesterday between 3pm"."""

_AROUND = r"\s{0,3}(?:(?:about|around|roughly|大约|大概|约)\s{0,3})?\Z"
_SINCE_BEFORE = re.compile(
    rf"(?:(?<![A-Za-z])(?:since|after|from|starting(?:\s(?:at|from))?)(?![A-Za-z])|自从?|从){_AROUND}",
    re.IGNORECASE,
)
_SINCE_AFTER = re.compile(
    r"\s?(?:以来|以后|之后|开始|起(?!因)|后(?!端|台)|onwards?(?![A-Za-z])|and\slater(?![A-Za-z]))",
    re.IGNORECASE,
)
_UNTIL_BEFORE = re.compile(
    rf"(?:(?<![A-Za-z])(?:before|until|till|up\sto|prior\sto|by)(?![A-Za-z])|截至|截止到?|直到)"
    rf"{_AROUND}",
    re.IGNORECASE,
)
_UNTIL_AFTER = re.compile(r"\s?(?:之前|以前|为止|前(?!后|端|台))")


class _Span(NamedTuple):
    """A window that may be open at its start; ``is_inverted`` if it ends before it starts.
    ``named`` is the instant that it lies around, if that is one; ``tells_end`` that its end is said
    as a time, so that whoever asks should hear of a part that has not come yet."""

    since: datetime | None
    until: datetime
    is_inverted: bool = False
    named: datetime | None = None
    tells_end: bool = False

    def within(self, now: datetime) -> TimeWindow:
        """What lies before ``now`` of it, or what of it cannot be used."""
        since, end = self.since, min(self.until, now)
        if not self.is_inverted and (since is None or since < end):
            rest = UnusedWindow(
                since=format_instant(now), until=format_instant(self.until), reason="future"
            )
            return TimeWindow(
                since=_shown(since),
                until=format_instant(end),
                named=_shown(self.named),
                unused=rest if self.tells_end and self.until > now else None,
            )
        is_open = not self.is_inverted and since is not None and self.until < since
        unused = UnusedWindow(
            since=_shown(since),
            until=None if is_open else format_instant(self.until),
            reason="inverted" if self.is_inverted else "future",
        )
        return TimeWindow(unused=unused)


def window_in_question(question: str, *, now: datetime) -> TimeWindow | None:
    """Return the window that ``question`` names, in UTC, or null if it names none.

    ``now`` is aware; clock times and days are those of its zone. The window ends at ``now`` at the
    latest; its start is null where the question asks for all before a time. Where nothing that is
    named can be used, both ends are null and ``unused`` is the first of it. Never raises.
    """
    try:
        windows = list(_windows(_spelt_out(question[:_LONGEST_QUESTION]), now))
    except OverflowError:  # a date at the end of the calendar
        return None
    used = (window for window in windows if window.until)
    return next(used, None) or next(iter(windows), None)


def _windows(text: str, now: datetime) -> Iterator[TimeWindow]:
    """The windows of two times, if there are any: none is made of one of the two alone."""
    found = mentions(text, now)
    spans = list(_ranges(text, found, now)) or _candidates(text, found, now)
    for span in spans:
        yield span.within(now)


def _shown(instant: datetime | None) -> str | None:
    return format_instant(instant) if instant else None


def _spelt_out(text: str) -> str:
    """Return ``text`` with "2-3pm" as "2pm-3pm", "between 1 and 2" as "between 01:00 and 02:00",
    and 2到3点 as 2点到3点."""
    text = _BARE_HOURS.sub(_with_minutes, text)
    text = _SHARED_HALF.sub(r"\g<first>\g<half>m\g<to>\g<second>\g<half>m", text)
    return _SHARED_HOUR.sub(r"\g<first>点\g<to>\g<second>点", text)


def _with_minutes(hours: re.Match[str]) -> str:
    first, second = int(hours["first"]), int(hours["second"])
    if hours["asks"] or second <= first:
        return hours[0]
    return f"between {first:02}:00 and {second:02}:00"


def _candidates(text: str, found: Sequence[Mention], now: datetime) -> Iterator[_Span]:
    yield from (_Span(each.at, now) for each in found if _is_start(text, each))
    yield from (_until(text, each) for each in found if _is_end(text, each))
    yield from _relative(text, now)
    points = [each for each in found if each.sure and each.length < timedelta(hours=2)]
    named = points[0].at if len(points) == 1 and not points[0].length else None
    around = [(each.at - MARGIN, each.at + each.length + MARGIN) for each in points]
    yield from (span._replace(named=named) for span in _hull(around, now))
    yield from (_Span(each.at, each.at + each.length) for each in found if each.sure)


def _ranges(text: str, found: Sequence[Mention], now: datetime) -> Iterator[_Span]:
    for first, second in pairwise(found):
        between = text[first.end : second.start]
        is_pair = _AND.fullmatch(between) and (
            _BETWEEN.search(_before(text, first))
            or _BETWEEN_WITHIN.search(text, first.start, first.end)
            or text.startswith("之间", second.end)
        )
        if is_pair or _TO.fullmatch(between):
            yield _range(first, second, now)


def _range(first: Mention, second: Mention, now: datetime) -> _Span:
    """Two times of which one may lack its day: it is that of the other, or the day beside it where
    the range goes past midnight ("23:00 to 01:00")."""
    are_dated = first.dated and second.dated
    if first.dated and not second.dated:
        second = second.on_day_of(first)
    elif second.dated and not first.dated:
        first = first.on_day_of(second)
    start, end = first.at, second.at + (second.length if second.length >= _DAY else timedelta())
    if end <= start and not are_dated:
        end = _end_after(start, end, now) or end
    if end <= start:
        return _Span(start, end, is_inverted=True)
    if end - start > _DAY and not second.dated:
        end -= _DAY
    return _Span(start, end, tells_end=second.length < _DAY)


def _end_after(start: datetime, end: datetime, now: datetime) -> datetime | None:
    """The clock time of ``end`` that comes next after ``start``: past midnight ("23:00 to 01:00"),
    or still to come where it is near; null where it is neither."""
    following = end + _DAY
    return following if following <= now or following - start <= _NEAR else None


def _is_start(text: str, mention: Mention) -> bool:
    before = _SINCE_BEFORE.search(_before(text, mention))
    return bool(before or _SINCE_AFTER.match(text, mention.end))


def _is_end(text: str, mention: Mention) -> bool:
    before = _UNTIL_BEFORE.search(_before(text, mention))
    return bool(before or _UNTIL_AFTER.match(text, mention.end))


def _until(text: str, mention: Mention) -> _Span:
    whole = re.search(r"(?:until|till|by|截至|截止到?|直到)\s{0,3}\Z", _before(text, mention), re.I)
    return _Span(None, mention.at + (mention.length if whole else timedelta()))


def _before(text: str, mention: Mention) -> str:
    return text[max(0, mention.start - _REACH) : mention.start]


def _relative(text: str, now: datetime) -> Iterator[_Span]:
    for pattern in _RELATIVE:
        for match in pattern.finditer(text):
            number = read_number(match["number"] or "1")
            back = timedelta(seconds=number * UNIT_SECONDS[match["unit"].lower()])
            if back <= _LONGEST:
                yield _Span(now - back, now)


def _hull(spans: Sequence[tuple[datetime, datetime]], now: datetime) -> Iterator[_Span]:
    """All points of one question are looked at together, those that lie ahead left out."""
    past = [span for span in spans if span[0] + MARGIN <= now]
    if past:
        utc = [(since.astimezone(UTC), until.astimezone(UTC)) for since, until in past]
        yield _Span(min(since for since, _ in utc), max(until for _, until in utc))
