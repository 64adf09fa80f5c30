"""The whole of a ratio told as its part: "3 replicas are ready" over ``0/3 replicas ready``.

What a source says of k of n, it says of k; the n carries it only if both are equal, and none of n
is a denial. A clause that gives n a state without k, a denial or a word like "nearly" tells another
thing (contract section 7, polarity). Extend the tables here.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.facts.quantities import ratio_parts
from superbiz_agent.grounding.misreadings.about import sources_about
from superbiz_agent.grounding.wording.clauses import clauses

_BAD: Final = cued(
    r"(?<![a-z])(?:fail(?:ed|s|ing|ures?)?|los[te]|unassigned|unavailable|unhealthy|unready"
    r"|unreachable|down|dropped|expired|rejected|missing|insufficient|corrupt(?:ed)?|offline"
    r"|crash(?:ed|ing)|stuck|lagging|timed out|errors?)(?![a-z])"
    r"|失败|丢失|未分配|不可用|不健康|离线|丢弃|过期|拒绝|不足|损坏|崩溃|超时|缺失|报错",
    re.IGNORECASE,
)
_GOOD: Final = cued(
    r"(?<![a-z])(?:ready|available|healthy|succeed(?:ed|s)?|success(?:ful|fully|es)?|delivered"
    r"|assigned|pass(?:ed|es|ing)|online|up|runs?|running|reachable|connected|synced|completed?"
    r"|finished|replied|acknowledged|active|used|in use|busy|full|scheduled|restored|sent|done"
    r"|taken|deployed|updated|joined|recovered)(?![a-z])"
    r"|就绪|可用|健康|成功|投递|送达|已分配|通过|在线|运行|可达|连接上|同步|完成|回复|确认|活跃"
    r"|在用|占用|调度|恢复|发送|更新",
    re.IGNORECASE,
)
_SPARES: Final = cued(
    r"(?<![a-z])(?:not|no|none|never|without|neither|nor|cannot|zero|nearly|almost|some|few|part"
    r"|partly|only|whether|if|should|must|expected|desired|wanted|needs?|required|configured"
    r"|attempted|tried|checked|when|until|less|fewer|below|under|up to)(?![a-z])|n't"
    r"|[没无]|未(?!分配)|不(?![可健足])|并非|几乎|接近|部分|其中|仅|只|若|如果|是否|期望|需要|要求|配置|最多|少于|低于",
    re.IGNORECASE,
)
_NONE_OF: Final = cued(r"(?<![a-z])none of (?:the |its |all )?(?P<n>[0-9]{1,9})(?![0-9.])", re.I)
_TOTAL: Final = cued(
    r"(?<![0-9.])(?P<k>[0-9]{1,9}) (?P<state>[a-z]{2,14}),? (?:of |out of )?(?P<n>[0-9]{1,9})"
    r" (?:in )?total(?![a-z])|共 ?(?P<n2>[0-9]{1,9})[^，,]{0,8}[，,]"
    r"(?:其中)? ?(?P<k2>[0-9]{1,9}) ?[个条次台]?(?P<state2>[^，,。]{2,8})",
    re.IGNORECASE,
)
_WHOLE_BEFORE: Final = re.compile(
    r"(?:(?<![a-z])(?:of|total|all) (?:(?:the|its|all) )?|[共总]计?[^0-9]{0,2}|[0-9] ?/ ?)\Z", re.I
)
_OF_ALL: Final = re.compile(r" ?(?:in total|total(?![a-z])|[^，,。]{0,6}中)", re.IGNORECASE)


class _Part(NamedTuple):
    """k of n, and what is said of the k."""

    k: Decimal
    n: Decimal
    said: str


def gives_the_whole_its_part(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` says of all n what its sources say of k of n."""
    if not any(map(_parts, sources)):
        return False
    told = {fact.number for fact in extract_facts(text)}
    return any(
        _gives(part, sources_about(part, sources), told)
        for part in clauses(text)
        if not _NONE_OF.search(part)
    )


def _gives(clause: str, sources: Sequence[str], told: set[Decimal | None]) -> bool:
    if not (_GOOD.search(clause) or _BAD.search(clause)) or _SPARES.search(clause):
        return False
    counts = {fact.number for fact in extract_facts(clause) if _is_a_count(fact, clause)}
    known = {part for source in sources for part in _parts(source)}
    alone = {number for source in sources for number in _plain_numbers(source)}
    alone |= {part.k for part in known}
    return any(
        part.n in counts - alone and part.k not in told and _is_said(clause, part) for part in known
    )


def _is_said(clause: str, part: _Part) -> bool:
    """Whether ``clause`` says of n what is not so: of none of n, only the same state."""
    if part.k:
        return True
    return bool(_BAD.search(part.said)) == bool(_BAD.search(clause))


def _is_a_count(fact: Fact, text: str) -> bool:
    """Whether ``fact`` is a plain number that is not told as a whole ("of the 8", 8 个中)."""
    start, end = fact.span
    return (
        fact.kind in ("number", "count")
        and fact.form == "exact"
        and not _WHOLE_BEFORE.search(text[max(0, start - 14) : start])
        and not _OF_ALL.match(text, end)
    )


@lru_cache(maxsize=1024)
def _parts(source: str) -> tuple[_Part, ...]:
    """Each k of n of ``source`` where k is less."""
    return tuple(part for part in _all_parts(source) if part.k < part.n)


def _all_parts(source: str) -> Iterator[_Part]:
    for fact in extract_facts(source):
        if fact.kind == "number" and fact.form == "ratio":
            yield _Part(*ratio_parts(fact), next(iter(clauses(source[fact.span[1] :])), ""))
    for found in _NONE_OF.finditer(source):
        yield _Part(Decimal(0), Decimal(found["n"]), source[found.end() :])
    for found in _TOTAL.finditer(source):
        k, n = found["k"] or found["k2"], found["n"] or found["n2"]
        yield _Part(Decimal(k), Decimal(n), found["state"] or found["state2"])


@lru_cache(maxsize=1024)
def _plain_numbers(source: str) -> frozenset[Decimal | None]:
    """The numbers that stand in ``source`` by themselves."""
    bare = _TOTAL.compiled.sub(" ", _NONE_OF.compiled.sub(" ", source))
    return frozenset(
        fact.number
        for fact in extract_facts(bare)
        if fact.kind in ("number", "count") and fact.form != "ratio"
    )
