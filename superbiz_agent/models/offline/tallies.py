"""Which name has most: records counted by a name in them (``count_by`` of ``query_logs``).

What is counted is what the question names beside the kind of name: "which IP had most failed
logins" counts the records of a failed login by their addresses.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.models.offline.claims import EVERYTHING
from superbiz_agent.models.offline.kinds import asked_by
from superbiz_agent.models.offline.name_nouns import CHINESE_LABELS, LABELS, NOUNS, table
from superbiz_agent.models.offline.question import Question

MAX_SEARCHES: Final = 2
MAX_THINGS: Final = 2

_MOST: Final = asked_by(
    r"(?<!at )most(?! (?:recent(?:ly)?|likely|of)(?![a-z]))|top|worst|busiest|noisiest"
    r"|loudest|hardest|more often|frequently",
    "最多|最频繁|最活跃|次数最|最厉害|最凶|最狠|最严重|前[0-9三五十]|排名|排行",
)
_LEAST: Final = asked_by("(?<!at )(?:least|fewest)(?! likely)", "最少")
_EACH: Final = (
    r"(?:per|by|for each|for every|grouped by|broken down by|each)",
    "(?:每个?|各个?|按照?|分)",
)
_WHICH: Final = (
    r"(?:which|what|top(?: [0-9]{1,2})?|worst|busiest|noisiest|most \w{3,12})(?: \w{3,8}){0,2}?",
    "(?:哪[一几]?[个些台位]?|什么|前[0-9三五十]{1,2}个?|top ?[0-9]{0,2}|最[^，。？]{1,3}的)",
)
_EACH_SERVICE: Final = asked_by(
    f"{_EACH[0]} (?:service|app|application|component)s?", f"{_EACH[1]} ?(?:服务|应用|组件)"
)
_WHO: Final = asked_by("who", "谁")
_NUMBERS: Final = asked_by(
    "how many|count|number of|most|break ?down|stats?", "多少|几[次条个]|次数|统计|最多|分布"
)
_TROUBLE_WORD: Final = re.compile(
    r"(?<![a-z])(?P<en>fail|reject|refus|den(?=ied|y)|drop|crash|restart)[a-z]{0,6}(?![a-z])"
    r"|(?P<zh>失败|拒绝|丢弃|崩溃|重启)",
    re.IGNORECASE,
)
_STEMS: Final[Mapping[str, str]] = {
    "fail": "failed", "reject": "rejected", "refus": "refused", "den": "denied", "drop": "dropped",
    "crash": "crashed", "restart": "restarted",
}  # fmt: skip
_ASKING: Final = table("""
top most often times time client clients source remote request requests count counts per number
single frequently hits hit got had breakdown grouped stats busiest worst common frequent code codes
""")
_ADDRESS: Final = re.compile(r"[0-9.:]{7,40}|[0-9A-Fa-f:]{3,40}")
_ASKING_CHINESE: Final = re.compile("最多|次数|统计|按|每个?|各个?|排名|前|请求|访问|分布|没有?")


class Asked(NamedTuple):
    """Names of which ``kinds``, the likeliest first, are to be counted; ``ranks`` if the most or
    the ``least`` is asked for, not each."""

    kinds: tuple[str, ...]
    ranks: bool
    least: bool


def tally_asked(text: str) -> Asked | None:
    """By which kind of name ``text`` wants records counted; null for any other question."""
    least = _LEAST.search(text) is not None
    ranks = least or _MOST.search(text) is not None
    kinds = _kinds(text, _WHICH) if ranks else ()
    if not kinds and _NUMBERS.search(text):
        kinds = _kinds(text, _EACH)
        kinds = kinds or (("service",) if _EACH_SERVICE.search(text) else ())
    if not kinds and ranks and _WHO.search(text):
        kinds = ("user", "address")
    return Asked(kinds[:2], ranks, least) if kinds else None


def _kinds(text: str, leads: tuple[str, str]) -> tuple[str, ...]:
    found = [kind for kind, nouns in NOUNS.items() if _beside(leads, *nouns).search(text)]
    if found:
        return tuple(found)
    english = _beside(leads, rf"(?P<label>{LABELS})s?", "").search(text)
    if english and english["label"]:
        return (english["label"].lower(),)
    return tuple(
        label for noun, label in CHINESE_LABELS.items() if re.search(rf"{leads[1]} ?{noun}", text)
    )[:1]


def _beside(leads: tuple[str, str], english: str, chinese: str) -> re.Pattern[str]:
    mixed = f"{english}|{chinese}" if chinese else english
    return re.compile(
        rf"(?<![a-z]){leads[0]} (?:{english})(?![a-z])|{leads[1]} ?(?:{mixed})(?![a-z])"
        if chinese
        else rf"(?<![a-z]){leads[0]} (?:{english})(?![a-z])",
        re.IGNORECASE,
    )


def tally_searches(question: Question, scope: JsonObject) -> list[JsonObject]:
    """The searches that count what the question asks for, by each kind of name that it may mean."""
    asked = tally_asked(question.text)
    if asked is None or question.asks_alerts or question.asks_knowledge:
        return []
    scope, within = scope_of(question, scope)
    things = [f"{within} {thing}".strip() for thing in _things(question, asked.kinds)]
    things = things or ([within] if within else [])
    level = {"level": question.level} if question.level else {}
    wanted: list[JsonObject] = [{"query": thing, **level} for thing in things]
    if not things:
        word = trouble_word(question.text)
        if word and not level:
            wanted.append({"query": word})
        wanted.append({"query": EVERYTHING, **(level or ({"level": "ERROR"} if word else {}))})
    return [
        {**each, **scope, "count_by": kind}
        for each in wanted[:MAX_SEARCHES]
        for kind in asked.kinds
    ]


def scope_of(question: Question, scope: JsonObject) -> tuple[JsonObject, str]:
    """What else a count is asked of: the one service that is named, and in the query the addresses
    and other names. What is counted of everything is no answer about one."""
    names = [name for name in question.searched_entities if name not in scope.values()]
    services = [name for name in names if name.isascii() and not _ADDRESS.fullmatch(name)]
    if scope or len(services) != 1:
        return scope, " ".join(names)
    return {"service": services[0]}, " ".join(name for name in names if name not in services)


def _things(question: Question, kinds: Sequence[str]) -> list[str]:
    """What is counted: statuses, names and phrases, else topics, without the words of asking."""
    if "status" not in kinds and question.statuses:
        return [" ".join(question.statuses)]
    exact = [*question.phrases, *(x for x in question.terms if not _is_kind(x, kinds))]
    if exact:
        return exact[:MAX_THINGS]
    topics = (_without_asking(topic, kinds) for topic in question.topics)
    return [topic for topic in topics if topic][:MAX_THINGS]


def _without_asking(topic: str, kinds: Sequence[str]) -> str:
    words = [w for w in topic.split() if w.lower() not in _ASKING and not _is_kind(w, kinds)]
    told = " ".join(words)
    rest = _ASKING_CHINESE.sub("", told)
    for kind in kinds:
        for noun in (NOUNS[kind][1],) if kind in NOUNS else ():
            rest = re.sub(f"(?:{noun})", "", rest)
    return told if rest == told else rest.strip() if len(rest.strip()) > 1 else ""


def _is_kind(word: str, kinds: Sequence[str]) -> bool:
    nouns = (f"{NOUNS[k][0]}|{NOUNS[k][1]}" if k in NOUNS else f"{k}s?" for k in kinds)
    chinese = {noun for noun, label in CHINESE_LABELS.items() if label in kinds}
    return word in chinese or any(re.fullmatch(each, word, re.IGNORECASE) for each in nouns)


def trouble_word(text: str) -> str:
    """The word of ``text`` for what went wrong, as records have it; empty for none."""
    found = _TROUBLE_WORD.search(text)
    if found is None:
        return ""
    return found["zh"] or _STEMS[found["en"].lower()]
