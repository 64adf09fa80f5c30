"""Which words of a question are names: of services and hosts, of alerts and codes, of statuses."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from superbiz_agent.grounding.facts import Fact
from superbiz_agent.grounding.question import subject_terms
from superbiz_agent.models.offline import vocabulary as words
from superbiz_agent.models.offline.topics import is_stop_word

ENTITY_FORMS: Final = frozenset(
    ("host", "ip", "host and port", "name", "before noun", "business", "uuid")
)
"""Forms of facts that name a service, a pod, a host or the like."""

_NAME = r"([A-Za-z0-9][A-Za-z0-9_.-]{1,100})"
_NAMED = (
    re.compile(rf"(?<![A-Za-z0-9_.-])(?:{words.ENTITY_NOUNS})s?[ ]{_NAME}", re.IGNORECASE),
    re.compile(
        rf"(?<![A-Za-z0-9_.-]){_NAME}[ ](?:{words.ENTITY_NOUNS})(?![A-Za-z0-9_-])", re.IGNORECASE
    ),
    re.compile(rf"(?<![A-Za-z0-9_.-]){_NAME} ?(?:{words.CHINESE_ENTITY_NOUNS})", re.IGNORECASE),
)
_SERVICE_NOUN = re.compile(r"[-_. ]?(?:service|svc|服务)\Z")
_TOKEN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9])?")
_VERB = re.compile(r"(?:[a-z]{2,30}ing|[a-z]{2,30}ed|keeps|has|does|was)")
_STATUS = re.compile(
    r"(?<![A-Za-z0-9_.:/#=-])(?<!port )(?:HTTP[ /-]?)?"
    r"(4(?:0[0-9]|1[0-8]|2[1-689]|31|51|99)|5(?:0[0-8]|1[01]|2[0-7]|30)|[45]xx)s?"
    r"(?![A-Za-z0-9_:%/-]|\.[0-9]|\s?(?:ms|s|m|min|seconds?|minutes?|times|records?|lines?)(?![a-z])"
    r"|\s?[毫秒次条个])",
    re.IGNORECASE,
)


_NAME_PLACES = re.compile(
    r"(?<![A-Za-z])(?:(?:is|are|was|were|do|does|did|has|have|had|can|could|will)(?: the)? "
    r"(?P<subject>[A-Za-z]{3,40})(?= [A-Za-z])"
    r"|(?:of|in|on|from|by|with|about)(?: the)? "
    r"(?P<object>[A-Za-z]{3,40})(?=[ \t]{0,3}(?:[?!.,;]|\Z)))",
    re.IGNORECASE,
)
"""Where a verb never stands: between an auxiliary and its verb, or alone after a preposition."""

STATUS_CLASSES: Final = {
    "4xx": ("400", "401", "403", "404", "429"),
    "5xx": ("500", "502", "503", "504"),
}
"""The statuses that a class stands for, as far as they are commonly seen."""

_IMPERATIVE = re.compile(
    r"\A\s{0,8}(?:please )?([A-Za-z]{2,40}) (?:for|in|the|all|through|me|my|at|up)(?![A-Za-z])",
    re.IGNORECASE,
)
"""A verb that gives an order, as in "search for timeouts": no name, even if a service has it."""

_AUXILIARY = re.compile(
    r"(?<![A-Za-z])(?:is|are|was|were|do|does|did|has|have|had|can|could|will)"
    r"(?: (?:the|any|this|that|my|our|a|an))? ?\Z",
    re.IGNORECASE,
)
"""Before a noun that is the sentence's subject: its verb follows, not its name."""

_COUNTED = re.compile(
    r"(?<![A-Za-z])(?:which|what|any|every|each|many|some|no|all)(?: [a-z]{2,20})? ?\Z",
    re.IGNORECASE,
)
"""Before a noun that is counted or asked for: its verb follows, not its name."""

_TIME_ANCHOR = re.compile(
    r"(?<![a-z])(?:before|after|during|since|until|when|while)(?: the| all| any| these| those"
    r"| first| last){0,3}(?: [a-z]{1,30})? (?:errors?|exceptions?)(?![a-z])"
    r"|(?:错误|报错|异常)(?:出现|发生|开始)?(?:之前|之后|以前|以后|前|后|期间|的?时候)",
    re.IGNORECASE,
)
"""Trouble that only says when something else was."""


def known_names(text: str, names: Iterable[str], facts: Sequence[Fact] = ()) -> list[str]:
    """Return the words of ``text`` that are one of ``names``, in order, whatever word that is:
    only what holds every sentence together (``the``, ``is``) or is what every source holds
    (``logs``) never names anything."""
    known = {name.casefold() for name in names if name}
    unnamed = [fact.span for fact in facts if fact.kind == "quoted"]
    unnamed += [match.span(1) for match in _IMPERATIVE.finditer(text)]
    found = [
        match[0]
        for match in _TOKEN.finditer(text)
        if match[0].casefold() in known
        and match[0].lower() not in words.FUNCTION_WORDS | words.EVIDENCE_WORDS
        and not any(start <= match.start() < end for start, end in unnamed)
    ]
    folded = text.casefold()
    return [*found, *(name for name in sorted(known) if not name.isascii() and name in folded)]


def as_known(name: str, known: Iterable[str]) -> str:
    """Return the one of ``known`` that ``name`` stands for: itself, else the only one that differs
    from it in nothing but the noun (``orders-service``, ``orders``); ``name`` where none does."""
    names = list(known)
    if any(each.casefold() == name.casefold() for each in names):
        return name
    wanted = _SERVICE_NOUN.sub("", name.casefold())
    alike = {each for each in names if _SERVICE_NOUN.sub("", each.casefold()) == wanted}
    return alike.pop() if len(alike) == 1 and wanted else name


def entities_in(text: str, facts: Sequence[Fact]) -> list[str]:
    """Return what names a service, a pod, a host or the like by its form, or by a noun beside."""
    forms = [
        text[slice(*fact.span)]
        for fact in facts
        if fact.form in ENTITY_FORMS and not _is_quoted(fact, facts)
    ]
    return [*_beside_nouns(text), *_verbs_as_names(text), *forms]


def _verbs_as_names(text: str) -> list[str]:
    """A word that asks elsewhere is a name where no verb can stand: "did search fail"."""
    found = (match["subject"] or match["object"] for match in _NAME_PLACES.finditer(text))
    return [word for word in found if word.lower() in words.ASKING_VERBS]


def statuses_in(text: str) -> list[str]:
    """Return the HTTP statuses of errors that ``text`` names: ``503`` of ``503s``, those of a class
    such as ``5xx``; no duration, count or port is one."""
    named = (match[1].lower() for match in _STATUS.finditer(text))
    return [status for name in named for status in STATUS_CLASSES.get(name, (name,))]


def level_in(text: str) -> str | None:
    """Return the level of the records that are asked for. "Before the errors" asks for none: there
    the errors only say when."""
    text = _TIME_ANCHOR.sub(" ", text)
    return next((level for level, asked in words.LEVELS if asked.search(text)), None)


def terms_in(text: str, facts: Sequence[Fact]) -> list[str]:
    """Return the other exact names: alerts, exceptions, metrics, ``key=value``, long numbers."""
    exact = [
        text[slice(*fact.span)]
        for fact in facts
        if not _is_quoted(fact, facts)
        and (fact.kind == "identifier" or (fact.kind == "number" and len(fact.value) >= 3))
    ]
    unsaid = words.EVIDENCE_WORDS | STATUS_CLASSES.keys()
    return [each for each in exact if each.strip() and each.lower() not in unsaid]


def quoted_in(text: str, facts: Sequence[Fact]) -> list[str]:
    """Return what stands in quotes, without them."""
    spans = (fact.span for fact in facts if fact.kind == "quoted")
    return [text[start:end].strip("\"'`“”‘’「」『』《》 ") for start, end in spans]


def _beside_nouns(text: str) -> list[str]:
    """Names beside a noun such as ``pod``; a name before the noun leaves none to what follows."""
    before = [m for p in _NAMED[1:] for m in p.finditer(text) if not is_stop_word(m[1])]
    ends = {match.end() for match in before}
    after = [
        match
        for match in _NAMED[0].finditer(text)
        if match.start(1) - 1 not in ends
        and not _is_prose(match[1])
        and not (match[1].isalpha() and _is_verb_after(text, match))
    ]
    found = [match[1].rstrip(".") for match in (*after, *before)]
    return [name for name in found if not is_stop_word(name)]


def _is_verb_after(text: str, match: re.Match[str]) -> bool:
    """A plain word after a noun tells what that does where the noun is a subject of its own: after
    an auxiliary, a word that asks or counts, or in the plural ("which pods went down")."""
    noun = text[match.start() : match.start(1)].rstrip()
    before = text[: match.start()]
    is_subject = _AUXILIARY.search(before) or _COUNTED.search(before) or noun.endswith(("s", "S"))
    return bool(is_subject) or match[1].lower() in words.PAST_VERBS


def _is_prose(name: str) -> bool:
    """A plain word after a noun that is a verb or another noun: ``node filesystem filling``."""
    return bool(_VERB.fullmatch(name)) or (name.isalpha() and bool(subject_terms(name)))


def _is_quoted(fact: Fact, facts: Sequence[Fact]) -> bool:
    return any(
        outer.kind == "quoted"
        and outer is not fact
        and outer.span[0] <= fact.span[0]
        and fact.span[1] <= outer.span[1]
        for outer in facts
    )
