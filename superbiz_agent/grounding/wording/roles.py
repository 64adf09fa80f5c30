"""Who does a thing and to whom it is done: the two may not change places (section 7).

"9044 waited for a lock that 9132 held" holds the same facts as the line that says the reverse, and
so does "the gateway refused the api" over "the api was refused by the gateway". Extend the patterns
here.
"""

import re
from collections.abc import Sequence
from typing import TypeAlias

from superbiz_agent.grounding.facts.cued_pattern import CuedPattern, cued
from superbiz_agent.grounding.facts.folding import ENGLISH_STOP_WORDS

Patterns: TypeAlias = tuple[CuedPattern, ...]

_ID = r"(?<![A-Za-z0-9_-])(?P<id>[A-Za-z_-]{0,20}[0-9][A-Za-z0-9_-]{0,40})"
_PROCESS = r"(?:(?:process|session|transaction|thread|pid|进程|会话|事务|线程) ?)?"
_NAME = r"(?<![A-Za-z0-9_.:/-])(?P<id>[A-Za-z][A-Za-z0-9_.-]{1,60}[A-Za-z0-9])"
_ANY = r"(?<![A-Za-z0-9_.:/-])(?P<id>[A-Za-z0-9][A-Za-z0-9_.:/-]{1,60}[A-Za-z0-9])"
_THE = r"(?:the )?(?:(?:service|host|pod|node|gateway|服务|主机|节点|网关) )?"


def _compiled(*patterns: str) -> Patterns:
    return tuple(cued(pattern, re.IGNORECASE) for pattern in patterns)


_HOLDS = _compiled(
    rf"{_ID} (?:held|holds|is holding|was holding|had taken|has) [^,;.，。]{{0,30}}lock",
    rf"holding the lock: ?{_ID}",
    rf"lock (?:that|which) {_PROCESS}{_ID} (?:held|holds|is holding|was holding)",
    rf"(?:held|blocked) by {_PROCESS}{_ID}",
    rf"持锁的是 ?{_PROCESS}{_ID}",
    rf"[由被] ?{_PROCESS}{_ID} ?(?:持有|占有|占着|阻塞|堵住)",
    rf"{_ID} ?(?:持有|占着|占有)[^，。；]{{0,20}}锁",
)
_WAITS = _compiled(
    rf"{_ID} (?:waits|waited|(?:is |was |were )?(?:still )?waiting|(?:is|was) blocked)",
    rf"{_ID} ?(?:在等|等待|还在等|仍在等|等的|又?被[^，。；]{{1,24}}(?:阻塞|堵住))",
    rf"[Ww]ait queue: {_ID}",
)
_CALLS = _compiled(
    rf"{_NAME} (?:was|were|is|got|gets) refused (?:the |a |its )?connections?",
    rf"{_NAME} (?:could not|cannot|can't|couldn't|failed to|fails to|tried to|did not)"
    r" (?:connect to|reach|call)(?![a-z])",
    rf"connections? (?:of|from) {_THE}{_NAME}",
    rf"{_NAME} ?(?:连接|连不上|无法连接|未能连接|没能连上|调用) ?[A-Za-z]",
    rf"{_NAME} ?[到至与对向] ?[A-Za-z][A-Za-z0-9_.-]{{1,60}}[^，。；A-Za-z]{{0,30}}(?:连接|调用)",
    rf"拒绝了? ?{_NAME} ?的?连接",
)
_IS_CALLED = _compiled(
    rf"(?:connect|connects|connecting|connected|connections?) to {_THE}{_NAME}",
    rf"(?:could not|cannot|can't|couldn't|failed to|fails to|did not) (?:reach|call) {_THE}{_NAME}",
    rf"[A-Za-z0-9] ?(?:连接|连不上|无法连接|未能连接|没能连上|调用) ?{_NAME}",
    rf"[A-Za-z0-9] ?[到至与对向] ?{_NAME}[^，。；A-Za-z]{{0,30}}(?:连接|调用)",
    rf"{_NAME} ?(?:refused|拒绝)[^,;，。；]{{0,40}}(?:connection|连接)",
)

_LOST = _compiled(
    rf"(?:(?:could|can) ?not|can't|couldn't|failed to|unable to)"
    rf" (?:connect to|reach) {_THE}{_NAME}",
    rf"{_NAME} (?:is|was) (?:unreachable|down|unavailable)",
    rf"(?:连接不上|连不上|无法连接|未能连接|无法访问)到? ?{_NAME}",
    rf"{_NAME} ?(?:不可达|连不上|无法连接|不可用)",
)
_FALLBACK = _compiled(
    rf"(?:fall(?:s|ing)?|fell|failed|failing|switched|switching) (?:back|over)"
    rf" (?:on|to) {_THE}{_NAME}",
    rf"switch(?:ed|ing) to {_THE}{_NAME}",
    rf"(?:using|used) {_THE}{_NAME} instead",
    rf"(?:回退|退回|降级|切换|切|回落)[到至为] ?{_NAME}",
    rf"改用 ?{_NAME}",
)


def _labelled(english: str, chinese: str) -> Patterns:
    """Who is called so by a label before the name, or by what the name is said to be."""
    return _compiled(
        rf"(?<![a-z0-9_-])(?:{english})(?:[=:] ?| )(?:is |was |the )?\"?{_ANY}",
        rf"{_ANY} (?:is|was|became|becomes|as) (?:now )?(?:the |a )?(?:new )?"
        rf"(?:{english})(?![a-z_-])",
        rf"(?:{chinese})(?:为|是|：)? ?{_ANY}",
        rf"{_ANY} ?(?:是|为|作为|成为)(?:了)?(?:新的?)?(?:{chinese})",
    )


_STATEMENT = (
    r"(?P<id>(?:insert into|update|delete from|alter table|lock table|truncate(?: table)?"
    r"|drop table|vacuum) [a-z_][a-z0-9_.]{0,60})"
)
_RUNS = cued(
    r"(?:process|session|transaction|thread|pid|进程|会话|事务|线程) ?(?P<runner>[0-9]{1,12})"
    r"[ ,]{0,2}(?:of [a-z0-9_-]{1,40},? ?)?(?:[(（:：的]|with |running |ran |runs |executing "
    rf"|executed |issued |(?:正在)?执行了?的?) ?[\"“`]?{_STATEMENT}",
    re.IGNORECASE,
)
"""Which process ran a statement."""

_EXCHANGED: tuple[tuple[Patterns, Patterns], ...] = (
    (_HOLDS, _WAITS),
    (_CALLS, _IS_CALLED),
    (_LOST, _FALLBACK),
    (_labelled("client", "客户端"), _labelled("server", "服务端|服务器")),
    (
        _labelled("source|src", "源端|来源|源"),
        _labelled("target|destination|dest|dst", "目标|目的端|目的地"),
    ),
    (
        _labelled("leader|primary|master", "主节点|主库|领导者"),
        _labelled(
            "follower|replica|standby|secondary|slave", "从节点|备节点|从库|备库|副本|跟随者"
        ),
    ),
    (_labelled("sender", "发送方"), _labelled("receiver|recipient", "接收方|收件人")),
    (_labelled("local", "本端|本地"), _labelled("remote|peer", "对端|远端")),
    (_labelled("producer|publisher", "生产者"), _labelled("consumer|subscriber", "消费者")),
)
"""Two roles of one deed: who has only the one in the sources has not the other."""

_FAULTS = _compiled(
    rf"(?:fault|problem|trouble) (?:lies|lay|is|was) (?:with|in|on) {_THE}{_NAME}",
    rf"{_NAME} (?:itself )?(?:is|was) (?:itself )?(?:at fault|to blame|the culprit)",
    rf"(?:故障|问题)(?:就|应该|大概|很?可能)?(?:出在|在于|在) ?{_NAME}",
)
_CERTIFICATES = _compiled(
    rf"certificates? (?:of|for|from) {_THE}{_NAME}",
    rf"{_NAME}['’]s (?:own )?certificate",
    rf"{_NAME} ?(?:自己|本身|自身)?的?(?:TLS |SSL )?证书",
)
_SOLE = (_FAULTS, _CERTIFICATES)
"""Roles that only those have whom the sources give them to."""


def exchanges_roles(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` gives a role to who has only the other one in ``sources``, or one that they
    give to another alone."""
    return (
        any(_is_exchanged(*roles, text, sources) for roles in _EXCHANGED)
        or any(_is_another(role, text, sources) for role in _SOLE)
        or _is_run_by_another(text, sources)
    )


def _is_run_by_another(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` gives a statement to a process, and ``sources`` to others alone."""
    said = _runs([text])
    known = _runs(sources) if said else set[tuple[str, str]]()
    statements = {statement for _, statement in known}
    return any(run not in known and run[1] in statements for run in said)


def _runs(texts: Sequence[str]) -> set[tuple[str, str]]:
    return {
        (match["runner"], match["id"].lower()) for text in texts for match in _RUNS.finditer(text)
    }


def _is_exchanged(one: Patterns, other: Patterns, text: str, sources: Sequence[str]) -> bool:
    ones, others = _named(one, [text]), _named(other, [text])
    if not ones and not others:
        return False
    first, second = _named(one, sources), _named(other, sources)
    return bool((ones & second) - first or (others & first) - second)


def _is_another(role: Patterns, text: str, sources: Sequence[str]) -> bool:
    named = _named(role, [text])
    having = _named(role, sources) if named else set[str]()
    return bool(having) and not named <= having


def _named(patterns: Patterns, texts: Sequence[str]) -> set[str]:
    return {
        match["id"].lower()
        for text in texts
        for pattern in patterns
        for match in pattern.finditer(text)
        if match["id"].lower() not in ENGLISH_STOP_WORDS
    }
