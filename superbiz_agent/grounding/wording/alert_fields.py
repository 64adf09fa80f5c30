"""What the fields of an alert's line say, and of what (contract section 7).

``precision=5m`` is no duration, ``told_by=prometheus`` no owner of the value, ``silenced_until`` no
end of the alert, and no instant but the line's own dates it: the end of a search's window does not.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.alert_lines import AlertLine, instant_of, last_known
from superbiz_agent.grounding.facts.fact import FactKey
from superbiz_agent.grounding.facts.instants import DAY
from superbiz_agent.grounding.facts.tokens import cut_out
from superbiz_agent.grounding.wording.alert_states import alerts_among, spoken_of
from superbiz_agent.grounding.wording.alert_words import KEPT, claimed_states
from superbiz_agent.grounding.wording.quotes import without_sayings
from superbiz_agent.grounding.wording.sentences import split_sentences
from superbiz_agent.grounding.wording.told_changes import holds_instant


def _words(english: str, chinese: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z_.=-])(?:{english})(?![A-Za-z_=-])|{chinese}", re.IGNORECASE)


_NAMING: Final[Mapping[str, str]] = {
    "told_by": (
        r"(?:by|from|in|per|to|according to|(?:by|from|in) [\w.-]+ and|sources?"
        r"|(?<!memory )of the server) {0}"
        r"|{0}(?:'s)?(?:,? (?:and|or) [\w.-]+)? (?:also |both )?"
        r"(?:tells?|told|says?|said|reports?|reported|shows?|lists?|export|data|answer)"
        r"|(?:由|据|从|在|来自|根据|来源[是为：]?) ?{0}"
        r"|{0}(?: ?[和与、及] ?[\w.-]+)? ?(?:也|还)?(?:报告|显示|记录|告知|称|提供|上报)"
    ),
    "inhibited_by": r"(?:by|because of|due to|under|behind)(?: the)?(?: alert)? {0}"
    r"|{0} (?:inhibits|inhibited|suppresses|suppressed|mutes)"
    r"|(?:被|受到?|由|因|因为)(?:告警)? ?{0}|{0} ?(?:抑制|压制)",
    "silenced_by": r"(?:by|from)(?: the)?(?: operator| user| team)? {0}"
    r"|{0}(?:'s)? (?:has |had )?(?:silenced|muted|silences?|set)"
    r"|(?:被|由) ?{0}|{0} ?(?:静默|设置|静音|将|把)",
    "receivers": (
        r"(?:receivers?|routed|goes|sent on)(?: is| are| to)?[: ]*(?: the)?(?: receiver)? ?{0}"
        r"|{0} receiver|(?:接收(?:者|方|人|器|组)?[是为：:]?|路由到) ?{0}|{0} ?接收"
    ),
}
"""How a sentence names what such a field holds; ``{0}`` is its value."""

_SAME: Final = {"also_told_by": "told_by"}

_NOW: Final = _words(
    r"now|still|currently|at present|at the moment|by now|to date|as we speak|today",
    r"现在|仍[然旧在未]?|目前|当前(?!值)|此刻|眼下|至今|依然|依旧|还在",
)
_NOW_BEFORE: Final = re.compile(rf"(?:{_NOW.pattern})[^,;.，；。\n]{{0,24}}\Z", re.IGNORECASE)
"""Beside a value: "now at 74%", 目前积压 418."""

_STILL: Final = (
    r"(?<![a-z])(?:still|to date)(?![a-z])|仍[然旧在未]?|依然|依旧|还在|[到至]今|到(?:现在|目前)"
)
_BESIDE_STATE: Final = {
    "over": rf"(?:{_NOW.pattern}|{_STILL})",
    "firing": rf"(?:{_STILL})",
    "fired": rf"(?:{_STILL})",
}
"""What a state of an alert says with no more than itself: 至今未恢复, "is over now"."""

_BEFORE_STATE: Final = {
    state: re.compile(rf"{words}[ 已经在]{{0,3}}\Z", re.IGNORECASE)
    for state, words in _BESIDE_STATE.items()
}
_BEHIND_STATE: Final = {
    state: re.compile(rf" ?{words}", re.IGNORECASE) for state, words in _BESIDE_STATE.items()
}
_STATE_NOW: Final = re.compile(r"(?<![a-z])for [0-9][0-9a-z .]{0,16} now(?![a-z])", re.IGNORECASE)
"""How long an alert has fired, by its own duration."""

_AT_PRESENT: Final = _words(
    r"is|are|uses?|stands|sits|now|currently|at present|reaches|has reached",
    r"目前|当前(?!值)|现在|正在|仍",
)
_BEGAN: Final = _words(
    r"began|begun|begins|started|starts|start|since|beginning|first fired",
    r"开始|始于|起于|以来|(?<=Z) ?起|(?<=[0-9]) ?起",
)
_PENDING: Final = re.compile(
    r"(?<![A-Za-z])(?:pending|active)(?![A-Za-z])|pending_since=|待触发|等待触发|待定|活跃|激活",
    re.IGNORECASE,
)
_CLAUSE_END: Final = re.compile(r"[,;，；。]|(?<![a-z])(?:and|but|then) |而|并")
_WINDOW: Final = _words(
    r"windows?|searched|search|searches|asked|between|export(?:ed)?|as of|taken|snapshot",
    r"时间窗|窗口|搜索|查询|期间|之间|导出|快照",
)
_EXACT: Final = _words(
    r"to the (?:second|minute)|exactly|sharp|precisely", r"精确|准时|恰好|正好|整点|准确"
)
_PRECISION: Final = _words(
    r"precision|precise(?: to)?|accura\w+|within|give or take|plus or minus|resolution|error of",
    r"精度|误差|精确到|±|上下|左右",
)
_UNTIL: Final = _words(r"until|till|up to|through", r"直到|至|到|截止")
_KEPT_SINCE: Final = _words(r"since|for|from", r"自从?|从|已(?:经)?|持续|了")
_SILENCE: Final = _words(r"silenced?|silences|muted?", r"静默|静音")
_EACH: Final = _words(r"both|each|all|every|either", r"都|均|两个|每个|各|所有|全部")


class _Told(NamedTuple):
    """A sentence, its facts, and the alerts that it speaks of."""

    text: str
    facts: Sequence[Fact]
    lines: Sequence[AlertLine]

    @property
    def instants(self) -> list[Fact]:
        return [fact for fact in self.facts if fact.kind == "timestamp"]


def misgives_own_field(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` gives a field of an alert's line among ``sources`` to something that the
    field does not speak of, or dates the alert by an instant that is not its own."""
    lines = alerts_among(sources)
    if not lines:
        return False
    alone = len(lines) == len(sources)
    for sentence in split_sentences(without_sayings(text)):
        facts = tuple(extract_facts(sentence.text))
        told = _Told(sentence.text, facts, spoken_of(sentence.text, lines))
        if any(rule(told) for rule in _OF_A_NAME) or (alone and any(rule(told) for rule in _ALONE)):
            return True
        if alone and _widens_value(told, lines):
            return True
    return False


def _takes_a_name(told: _Told) -> bool:
    """Who told, silenced or inhibits an alert, or is sent it, told as anything else."""
    return any(
        _takes(told.text, value, _NAMING[kind])
        for line in told.lines
        for key, texts in line.fields.items()
        if (kind := _SAME.get(key, key)) in _NAMING
        for value in filter(None, map(str.strip, texts.split(",")))
        if not _is_elsewhere(line, value)
    )


def _takes(text: str, value: str, naming: str) -> bool:
    name = re.escape(value)
    bound = rf"(?<![A-Za-z0-9_.=-]){name}(?![A-Za-z0-9_-])"
    if re.search(bound, text, re.IGNORECASE) is None:
        return False
    return re.search(naming.replace("{0}", bound), text, re.IGNORECASE) is None


def _is_elsewhere(line: AlertLine, value: str) -> bool:
    """Whether another field of the line, no field of this kind, holds the name too."""
    others = (text for field, text in line.fields.items() if _SAME.get(field, field) not in _NAMING)
    return any(value.lower() in text.lower() for text in (*others, line.name))


def _takes_precision(told: _Told) -> bool:
    """A precision told as a duration, or a start told exactly that is known within a precision."""
    lines = [line for line in told.lines if "precision" in line.fields]
    if not lines:
        return False
    if _EXACT.search(told.text):
        return True
    spans = {fact.key for line in lines for fact in extract_facts(line.fields["precision"])}
    own = {
        fact.key
        for line in told.lines
        for key, value in line.fields.items()
        if key != "precision"
        for fact in extract_facts(value)
    }
    taken = any(fact.key in spans - own for fact in told.facts if fact.kind == "duration")
    is_named = _PRECISION.search(told.text) or "precision=" in told.text
    return taken and not is_named


def _takes_silence(told: _Told) -> bool:
    """The end of a silence told as another end, or what is told of an alert told of its silence."""
    if not (instants := told.instants) and not told.facts:
        return False
    ends = [instant_of(line, "silenced_until") for line in told.lines]
    is_silence = bool(_SILENCE.search(told.text))
    known = [end for end in ends if end is not None]
    for fact in instants:
        if _is_one_of(fact, known):
            if not is_silence and not any(_has(_unkept(line), fact) for line in told.lines):
                return True
        elif is_silence and len(instants) == 1 and _UNTIL.search(told.text[: fact.span[0]]):
            return True
    return _dates_silence(told)


def _dates_silence(told: _Told) -> bool:
    """ "has been silenced since 09:45Z", where 09:45Z is the start of the alert."""
    claims = list(claimed_states(told.text))
    if not claims or any(each.claim not in KEPT for each in claims):
        return False
    for fact in told.facts:
        if fact.kind not in ("timestamp", "duration"):
            continue
        between = told.text[claims[0].end : fact.span[0]]
        if len(between) < _NEAR and _KEPT_SINCE.fullmatch(between.strip()):
            return True
        if re.search(r"(?:自从?|从) ?\Z", told.text[: fact.span[0]]) and _SINCE_ZH.search(
            told.text
        ):
            return True
    return False


_NEAR: Final = 12
_SINCE_ZH: Final = re.compile(r"起[^，；。]{0,20}(?:静默|静音|抑制)|静默[了已]")


def _misdates(told: _Told) -> bool:
    """An instant that lies outside of what the lines tell of: before an alert's start, or after the
    last that is known of it. What a sentence says of a window or an export, it does not say of the
    alert."""
    if _WINDOW.search(told.text):
        return False
    return any(
        not any(_covers(line, fact) or _has(line.text, fact) for line in told.lines)
        for fact in told.instants
    )


def _covers(line: AlertLine, fact: Fact) -> bool:
    since, last = instant_of(line, "since"), last_known(line)
    if since is None or last is None or fact.number is None:
        return since is None
    if fact.unit.startswith("instant"):
        return since <= fact.number <= last
    return (
        since % DAY <= fact.number % DAY <= last % DAY
        or last - since >= DAY
        or (
            since % DAY > last % DAY
            and (fact.number % DAY >= since % DAY or fact.number % DAY <= last % DAY)
        )
    )


def _has(text: str, fact: Fact) -> bool:
    """Whether the text of a line, its annotations too, has the instant."""
    times = [each.number for each in extract_facts(text) if each.kind == "timestamp"]
    return fact.number is None or _is_one_of(fact, [each for each in times if each is not None])


def _unkept(line: AlertLine) -> str:
    """A line without the end of its silence."""
    return line.text.replace(f"silenced_until={line.fields.get('silenced_until', '')}", "")


def _is_one_of(fact: Fact, instants: Sequence[Decimal]) -> bool:
    return any(holds_instant(fact, each) or fact.number == each for each in instants)


def _misplaces_start(told: _Told) -> bool:
    """The instant at which an export was taken, told as the start of an alert."""
    begins = [instant_of(line, "since") for line in told.lines]
    known = [start for start in begins if start is not None]
    if len(told.instants) != 1 or not known or not _BEGAN.search(told.text):
        return False
    fact = told.instants[0]
    is_taken = _is_one_of(fact, [x for line in told.lines if (x := last_known(line)) is not None])
    return is_taken and not _is_one_of(fact, known)


def _takes_pending_start(told: _Told) -> bool:
    """The instant at which an alert became pending, told as that at which it fired."""
    waited = [x for line in told.lines if (x := instant_of(line, "pending_since")) is not None]
    if not waited:
        return False
    starts = [x for line in told.lines if (x := instant_of(line, "since")) is not None]
    fires = any(each.claim in ("firing", "fired") for each in claimed_states(told.text))
    return bool(fires or _BEGAN.search(told.text)) and any(
        _is_one_of(fact, waited) and not _is_one_of(fact, starts) and not _is_pending(told, fact)
        for fact in told.instants
    )


def _is_pending(told: _Told, fact: Fact) -> bool:
    """Whether the words around an instant, up to the next comma, name it as that of waiting."""
    start, end = fact.span
    before = _CLAUSE_END.split(told.text[:start])[-1]
    return _PENDING.search(f"{before} {_CLAUSE_END.split(told.text[end:])[0]}") is not None


def _tells_of_now(told: _Told) -> bool:
    """What an older export says, told of now; where the sentence dates it by the export, it may."""
    old = [instant for line in told.lines if (instant := instant_of(line, "as_of")) is not None]
    if len(old) < len(told.lines) or not _NOW.search(_without_current(told)):
        return False
    return not any(_is_one_of(fact, old) for fact in told.instants)


def _without_current(told: _Told) -> str:
    """The text without "now" beside the state, or the value that the line itself calls current: "is
    still firing" says no more than "is firing"."""
    spans = list(_states_now(told.text))
    for fact in told.facts:
        if fact.key in _current_values(told):
            start, end = fact.span
            before, behind = _NOW_BEFORE.search(told.text, 0, start), _NOW.match(told.text, end + 1)
            spans += [before.span()] if before else []
            spans += [behind.span()] if behind else []
    return cut_out(told.text, spans)


def _states_now(text: str) -> Iterator[tuple[int, int]]:
    """Each state that ``text`` tells, with a "now" directly beside it."""
    yield from (match.span() for match in _STATE_NOW.finditer(text))
    for state in claimed_states(text):
        if state.claim in _BESIDE_STATE:
            before = _BEFORE_STATE[state.claim].search(text, 0, state.start)
            behind = _BEHIND_STATE[state.claim].match(text, state.end)
            yield before.start() if before else state.start, behind.end() if behind else state.end


def _current_values(told: _Told) -> set[FactKey]:
    currents = (line.fields.get("current", "") for line in told.lines)
    return {fact.key for current in currents for fact in extract_facts(current)}


def _tells_of_past(told: _Told) -> bool:
    """The last value of an alert that is over, told as that of now."""
    if any(line.state not in ("resolved", "inactive") for line in told.lines):
        return False
    values = _current_values(told)
    start = 0
    for fact in told.facts:
        if fact.key in values and not told.text[: fact.span[0]].endswith("="):
            head = told.text[start : fact.span[0]]
            tail = told.text[fact.span[1] :]
            if _AT_PRESENT.search(head) or _NOW.search(cut_out(tail, list(_states_now(tail)))):
                return True
        start = fact.span[1]
    return False


def _widens_value(told: _Told, lines: Sequence[AlertLine]) -> bool:
    """ "both pods are at 91%", where one of them is at another value."""
    if not _EACH.search(told.text):
        return False
    spoken = [line for line in lines if line.name in {each.name for each in told.lines}]
    values = [
        {fact.key for fact in extract_facts(line.fields.get("current", ""))} for line in spoken
    ]
    said = {fact.key for fact in told.facts}
    is_told = [bool(own & said) for own in values if own]
    return any(is_told) and not all(is_told)


_OF_A_NAME: Final = (_takes_a_name, _takes_precision, _takes_pending_start)
_ALONE: Final = (_takes_silence, _misdates, _misplaces_start, _tells_of_now, _tells_of_past)
