"""A negation that is lost between languages: "was generated" over 未生成 (contract section 7).

Which verb a negator denies cannot be compared across languages but by a table. Where a record says
nothing but what was not done, a plain statement that something of it was done or is so has lost
the negation, whichever its verb.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from superbiz_agent.grounding.wording.comparable import clauses_of_source
from superbiz_agent.grounding.wording.denied import stems_in
from superbiz_agent.grounding.wording.lacks import names_a_lack
from superbiz_agent.grounding.wording.language import holds_han, language_of
from superbiz_agent.grounding.wording.overlap import facts_of, tokens
from superbiz_agent.grounding.wording.polarity_reading import read_polarity
from superbiz_agent.grounding.wording.possibility import is_hedged

_VERB_DENIED = re.compile(
    r"(?<![a-z])(?:(?:is|are|was|were|has|have|had|do|does|did|can|could|will) (?:still )?"
    r"(?:not|never)|cannot|no longer|never|unable to|failed to|fails to|not yet)(?= [a-z])"
    r"|n't(?= [a-z])"
    r"|(?:尚未|仍未|并未|从未|未曾|未能|无法|不能|不再|没能|未)(?![必知来满])[\u4e00-\u9fff]"
    r"|没(?:有)?(?:被|能|再|及时|成功|按时|按期|完成|收到|发出|送达|启动|生效|响应|返回)"
    r"|(?<![\u4e00-\u9fff])不[\u4e00-\u9fff]",
    re.IGNORECASE,
)
"""A negator of a verb; what denies a noun leaves room for what there was."""

_AFFIRMED = re.compile(
    r"(?<![a-z])(?:is|are|was|were|has|have|had|does|do|did|can|could) "
    r"(?!out |past |behind |due )[a-z]"
    r"|(?<![a-z])[a-z]{3,16}(?:ed|s)(?![a-z])|已|了|成功|可以|正在"
    r"|[\u4e00-\u9fff]有[\u4e00-\u9fff]|被|在[\u4e00-\u9fff]",
    re.IGNORECASE,
)
"""What tells plainly that something was done, or is so."""

_OTHER_WAY = re.compile(
    r"(?<![a-z])(?:only|just|stays?|stayed|remains?|remained|keeps?|kept|stuck|waits?|waiting"
    r"|waited|queued|held|idle|stopped|ceased|ended|over|late|overdue|due|until|before|instead"
    r"|than|lost|left|missed|skipped|refus|reject|den(?:y|ied)|block|broke|bounc|return|roll"
    r"|turned|tried|attempt|error|exceed|gave up|given up|logged|reported|wrote|recorded|says"
    r"|said|shows|told|un[a-z]{4,}|in[a-z]{6,}able|[a-z]+less)"
    r"|回滚|结束|解除|[只仅待缺停卡滞留剩余欠误错拒阻漏坏空败断失退驳返挡试超过]|仍|还|依旧|一直|等|记录|报告|显示|写道|日志|报错|提示",
    re.IGNORECASE,
)
"""What tells of something that was not done in words that deny nothing."""

_NOT_A_LACK = re.compile(
    r"(?<![a-z])(?:not|never|n't) (?:empty|full|idle|alone|zero|down|dead)(?![a-z])"
    "|不为?空|[未不]满",
    re.IGNORECASE,
)
"""What denies that something is missing: "not empty" holds rows."""

_ONLY_FAILED = re.compile(
    r"(?:失败|未果|被驳回|被拒绝?|被退回)\Z"
    r"|(?<![a-z])(?:failed|(?:was|were) (?:rejected|refused|denied|declined)|bounced)\Z",
    re.IGNORECASE,
)
"""At the end of a record that tells of nothing but that something failed."""

_IF = re.compile(
    r"(?<![a-z])(?:if|when|unless|until|should|must|whether)(?![a-z])|如果|若|当|是否|应|需",
    re.IGNORECASE,
)
_MESSAGE = re.compile(
    r"\A\S*[0-9]Z (?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL) |\([^()]*:[0-9]+\)\Z|[\w.-]+=\S+"
)


def loses_a_negation(clause: str, sources: Sequence[str]) -> bool:
    """Whether ``clause`` tells plainly that something was done where the record that it speaks of,
    in another language, says that something was not, and nothing else."""
    if not _is_plain(clause):
        return False
    about = _about(clause, sources)
    return bool(about) and all(_only_denies(source, clause) for source in about)


def _is_plain(clause: str) -> bool:
    """Whether a clause affirms, and has no other word for what was not done."""
    if not _AFFIRMED.search(clause) or _OTHER_WAY.search(clause) or names_a_lack(clause):
        return False
    return (
        not read_polarity(clause).is_negative and not is_hedged(clause) and not _IF.search(clause)
    )


def _about(clause: str, sources: Sequence[str]) -> list[str]:
    """The sources that share most names and numbers with ``clause``; none where none is shared."""
    wanted = facts_of(tokens(clause))
    shared = [len(wanted & tokens(source)) for source in sources]
    most = max(shared, default=0)
    return [source for source, count in zip(sources, shared, strict=True) if most and count == most]


def _only_denies(source: str, clause: str) -> bool:
    """Whether all that ``source`` says in its own language denies a deed, and it is another
    language than that of ``clause``."""
    if holds_han(source) == (language_of(clause) == "zh"):
        return False
    said = _said(source)
    return bool(said) and all(map(_denies_a_deed, said))


@lru_cache(maxsize=1024)
def _said(source: str) -> tuple[str, ...]:
    """The clauses of a stored line that say something: its fields and places say nothing."""
    if ": " in source and " > " in source:
        return ()  # a runbook tells what holds in general
    pieces = (_MESSAGE.sub("", each).strip() for each in clauses_of_source(source))
    return tuple(each for each in pieces if len(stems_in(each)) > (1 if holds_han(each) else 2))


@lru_cache(maxsize=1024)
def _denies_a_deed(clause: str) -> bool:
    signs = {sign for _, sign in read_polarity(clause).signs}
    if signs & {"+", "not -"} or _IF.search(clause) or _NOT_A_LACK.search(clause):
        return False
    if _ONLY_FAILED.search(clause):
        return True
    return len(_VERB_DENIED.findall(clause)) == 1 and read_polarity(clause).negators <= 1
